// Bodies under holonomic constraints: a linkage with equations too many, a top on its point.
#include <algorithm>
#include <cmath>

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <doctest/doctest.h>

#include <hamel/hamel.hpp>
#include <hamel/integrator/holonomic.hpp>

#include "on_manifolds.hpp"

using namespace hamel;

namespace {

/// A crank, a coupler and a rocker, each by its angle; the ground is the fourth bar.
constexpr double crank = 1, coupler = 2.5, rocker = 2, ground = 2.2;

/// The loop closes; the third equation follows from the others.
template <int equations>
struct Loop {
  template <class S>
  auto operator()(const Element<Torus<3>, S>& q) const {
    using std::cos, std::sin;
    const auto& a = q.data;
    const S x = crank * cos(a[0]) + coupler * cos(a[1]) - S(ground),
            y = crank * sin(a[0]) + coupler * sin(a[1]);
    Vector<S, equations> g;
    g[0] = x - rocker * cos(a[2]);
    g[1] = y - rocker * sin(a[2]);
    if constexpr (equations == 3) g[2] = x * x + y * y - S(rocker * rocker);
    return g;
  }
};
/// The angles of coupler and rocker over that of the crank.
Vector<double, 3> assembled(double a) {
  const double x = ground - crank * std::cos(a), y = -crank * std::sin(a), d = std::hypot(x, y);
  const double to = std::atan2(y, x);
  const double beta = std::acos((coupler * coupler + d * d - rocker * rocker) / (2 * coupler * d));
  const double b = to + beta;
  return {a, b, std::atan2(coupler * std::sin(b) - y, coupler * std::cos(b) - x)};
}
/// Their rates over that of the crank.
Vector<double, 3> rates(const Vector<double, 3>& q) {
  return {1, crank * std::sin(q[2] - q[0]) / (coupler * std::sin(q[1] - q[2])),
          crank * std::sin(q[1] - q[0]) / (rocker * std::sin(q[1] - q[2]))};
}
/// Turns the crank back before it is around.
struct Spring {
  template <class S>
  S operator()(const Element<Torus<3>, S>& q) const {
    using std::cos;
    return S(-8) * cos(q.data[0]);
  }
};
Matrix<double, 3> bars() {
  return Vector<double, 3>(1.3, 0.8, 0.6).asDiagonal().toDenseMatrix();
}

/// The iterations that steps take, on average.
template <class P, class State, class Method>
double iterations_of(const P& problem, State state, const Method& method, double h, int steps) {
  typename Method::Memory memory{};
  double sum = 0;
  for (int k = 0; k < steps; ++k) {
    const StepStatus status = method.step(problem, k * h, h, state, memory);
    REQUIRE(status);
    sum += status.iterations;
  }
  return sum / steps;
}
}  // namespace

TEST_CASE("a four-bar linkage turns as its energy says, with an equation too many or not") {
  const Vector<double, 3> q = assembled(0.4), rate = 1.5 * rates(q);
  Element<Torus<3>, double> x;
  x.data = q;
  const auto linkage = on_manifold(free(mechanical(Torus<3>{}, bars())), Loop<3>{}, x);
  REQUIRE(linkage.dependent().size() == 1);
  CHECK(linkage.dependent()[0] == 2);
  const auto start = linkage.start(x, rate);
  const double energy = rate.dot(bars() * rate) / 2;
  const double end = 5;
  // t = int sqrt(m(a) / 2E) da with m(a) the inertia that the crank sees
  const auto inertia = [](double a) {
    const Vector<double, 3> r = rates(assembled(a));
    return r.dot(bars() * r);
  };
  const auto time = [&](double a) {
    double sum = 0;
    const int parts = 64;
    for (int i = 0; i < parts; ++i)
      sum += boost::math::quadrature::gauss_kronrod<double, 31>::integrate(
          [&](double s) { return std::sqrt(inertia(s) / (2 * energy)); },
          0.4 + (a - 0.4) * i / parts, 0.4 + (a - 0.4) * (i + 1) / parts, 0);
    return sum;
  };
  const auto run =
      integrate(linkage, start, Holding<Adaptive<DormandPrince8>>{}, {.step = end, .steps = 1});
  REQUIRE(run.status);
  CHECK(time(run.states.back().x.data[0]) == doctest::Approx(end).epsilon(1e-11));
  const auto held = on_manifold(free(mechanical(Torus<3>{}, bars(), Spring{})), Loop<3>{}, x);
  const auto worst = worst_of(held, start, Holding<Variational<>>{}, 0.02, 1000000);
  CHECK(worst.g < 1e-13);
  CHECK(worst.energy < 1.001 * worst_of(held, start, Holding<Variational<>>{}, 0.02, 2000).energy);
  // a step that begins beside the manifold, where the equations do not depend on each other
  const Holding<Collocation<Gauss4>> gauss;
  const auto beside = worst_of(held, start, gauss, 0.05, 20000);
  CHECK(beside.g < 1e-13);
  CHECK(beside.energy < 1.001 * worst_of(held, start, gauss, 0.05, 2000).energy);
  CHECK(beside.energy < 1e-5);  // steps of 0.05 keep it to their order
  CHECK(iterations_of(held, start, gauss, 0.05, 400) < 16);
  const auto kept = worst_of(held, start, Holding<EnergyMidpoint>{}, 0.02, 10000);
  CHECK(kept.g < 1e-13);
  CHECK(kept.energy < 1e-13);
  const auto fewer = on_manifold(free(mechanical(Torus<3>{}, bars())), Loop<2>{}, x);
  const auto same = integrate(fewer, fewer.start(x, rate), Holding<Adaptive<DormandPrince8>>{},
                              {.step = end, .steps = 1});
  CHECK((same.states.back().x.data - run.states.back().x.data).norm() < 1e-10);
}

namespace {

const Vector<double, 3> arm(0.3, -0.2, 0.9);
constexpr double mass = 1.7;
Matrix<double, 3> inertia() {
  return Vector<double, 3>(0.7, 1.1, 0.9).asDiagonal().toDenseMatrix();
}

/// x + R arm = 0: the body hangs at a point of it.
struct Hung {
  template <class S>
  auto operator()(const Element<SE3, S>& x) const {
    return SE3{}.act(x, Vector<S, 3>(arm.template cast<S>()));
  }
};
struct BodyWeight {
  template <class S>
  S operator()(const Element<SE3, S>& x) const {
    return S(mass * gravity) * SE3{}.position(x)[2];
  }
};
struct TopWeight {
  template <class S>
  S operator()(const Element<SO3, S>& x) const {
    const Vector<S, 3> turned = SO3{}.act(x, Vector<S, 3>(arm.template cast<S>()));
    return S(-mass * gravity) * turned[2];
  }
};

}  // namespace

TEST_CASE("a body in space that hangs at a point of it is a heavy top") {
  const Matrix<double, 3> about =
      inertia() + mass * (arm.squaredNorm() * Matrix<double, 3>::Identity() -
                          Matrix<double, 3>(arm * arm.transpose()));
  const auto top = free(mechanical(SO3{}, about, TopWeight{}));
  const auto turned = SO3{}.exp(Vector<double, 3>(0.4, 0.5, -0.3));
  const Vector<double, 3> w(0.5, -1.2, 2.);
  const RunOptions options{.step = 1, .steps = 3};
  const auto reference = integrate(top, top.start(turned, w), Adaptive<DormandPrince8>{}, options);

  Matrix<double, 6> m = Matrix<double, 6>::Zero();
  m.topLeftCorner<3, 3>() = mass * Matrix<double, 3>::Identity();
  m.bottomRightCorner<3, 3>() = inertia();
  const Vector<double, 3> place = -SO3{}.act(turned, arm);
  const auto x = SE3{}.motion(place, turned);
  const auto body = on_manifold(free(mechanical(SE3{}, m, BodyWeight{})), Hung{}, x);
  Vector<double, 6> a;
  a << -w.cross(arm), w;
  const auto start = body.start(x, a);
  const auto error = [&](const auto& run, std::size_t k, std::size_t of) {
    return (SO3{}.matrix(SE3{}.rotation(run.states[k].x)) - SO3{}.matrix(reference.states[of].x))
        .norm();
  };
  const auto run = integrate(body, start, Holding<Adaptive<DormandPrince8>>{}, options);
  REQUIRE(run.status);
  for (std::size_t k = 0; k < 4; ++k) CHECK(error(run, k, k) < 1e-11);
  const auto coarse = [&](const auto& method, long steps) {
    const auto few = integrate(body, start, method,
                               {.step = 1. / double(steps), .steps = steps, .every = steps});
    REQUIRE(few.status);
    return error(few, 1, 1);
  };
  CHECK(std::log2(coarse(Holding<Variational<>>{}, 100) / coarse(Holding<Variational<>>{}, 200)) ==
        doctest::Approx(2).epsilon(0.1));
  CHECK(std::log2(coarse(Holding<Variational<Cayley>>{}, 100) /
                  coarse(Holding<Variational<Cayley>>{}, 200)) == doctest::Approx(2).epsilon(0.1));
  CHECK(std::log2(coarse(Holding<EnergyMidpoint>{}, 100) /
                  coarse(Holding<EnergyMidpoint>{}, 200)) == doctest::Approx(2).epsilon(0.1));
  CHECK(worst_of(body, start, Holding<EnergyMidpoint>{}, 0.02, 2000).energy < 1e-12);
  CHECK(std::log2(coarse(Holding<Variational4>{}, 40) / coarse(Holding<Variational4>{}, 80)) ==
        doctest::Approx(4).epsilon(0.1));
  CHECK(std::log2(coarse(Holding<Collocation<Gauss4>>{}, 20) /
                  coarse(Holding<Collocation<Gauss4>>{}, 40)) == doctest::Approx(4).epsilon(0.1));
  const auto worst = worst_of(body, start, Holding<Variational<>>{}, 0.01, 20000);
  CHECK(worst.g < 1e-13);
  CHECK(worst.energy < 2e-2);
}
