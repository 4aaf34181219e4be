// Holonomic constraints: motions against elliptic functions and minimal coordinates, orders, long runs, closed chains.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>
#include <doctest/doctest.h>

#include <hamel/hamel.hpp>
#include <hamel/integrator/crouch_grossman.hpp>
#include <hamel/integrator/holonomic.hpp>

using namespace hamel;

namespace {

using Plane = Euclidean<2>;
using Space = Euclidean<3>;

constexpr double gravity = 9.81;

/// |x|^2 = 1 around the first point, |x2 - x1|^2 = 1 for each next one.
template <int N>
struct Links {
  template <class S>
  auto operator()(const Element<Euclidean<N>, S>& x) const {
    Vector<S, N / 2> g;
    for (int i = 0; i < N / 2; ++i) {
      const S dx = i == 0 ? x.data[0] : S(x.data[2 * i] - x.data[2 * i - 2]);
      const S dy = i == 0 ? x.data[1] : S(x.data[2 * i + 1] - x.data[2 * i - 1]);
      g[i] = dx * dx + dy * dy - S(1);
    }
    return g;
  }
};
struct Sphere {
  template <class S>
  auto operator()(const Element<Space, S>& x) const {
    return Vector<S, 1>(S(x.data.dot(x.data) - S(1)));
  }
};
/// Masses 1 under gravity along the last coordinate of each.
template <int each>
struct Weight {
  template <class X>
  auto operator()(const X& x) const {
    typename X::Scalar u(0);
    for (int i = each - 1; i < x.data.size(); i += each) u += gravity * x.data[i];
    return u;
  }
};

template <int N>
Element<Euclidean<N>, double> at(const Vector<double, N>& v) {
  return {v};
}

/// The pendulum on a rod of length 1, at rest at the angle 2: x = sin, y = -cos.
auto pendulum() {
  const auto start = at<2>({std::sin(2.), -std::cos(2.)});
  return on_manifold(
      free(mechanical(Plane{}, Matrix<double, 2>(Matrix<double, 2>::Identity()), Weight<2>{})),
      Links<2>{}, start);
}
auto pendulum_start() {
  return pendulum().start(at<2>({std::sin(2.), -std::cos(2.)}), Vector<double, 2>(0, 0));
}
/// sin(theta/2) = k sn(K + w t, k), k = sin(1).
double pendulum_angle(double t) {
  const double k = std::sin(1.), w = std::sqrt(gravity);
  return 2 * std::asin(k * boost::math::jacobi_sn(k, boost::math::ellint_1(k) + w * t));
}

template <class Method>
double pendulum_error(double h, double end = 2) {
  const auto run = integrate(pendulum(), pendulum_start(), Method{},
                             {.step = h, .steps = std::lround(end / h), .every = 1000000});
  REQUIRE(run.status);
  const double angle = pendulum_angle(end);
  const auto& x = run.states.back().x.data;
  return std::hypot(x[0] - std::sin(angle), x[1] + std::cos(angle));
}

/// The largest |g| and energy error of a run.
struct Worst {
  double g = 0, energy = 0;
};
template <class P, class State, class Method>
Worst worst_of(const P& problem, const State& start, const Method& method, double h, long steps) {
  Worst worst;
  const auto energy = [&](const State& s) {
    return problem.system().energy(s.x, problem.velocity(0., s.x, s.m));
  };
  const double first = energy(start);
  const auto status =
      observe_run(problem, start, method, {.step = h, .steps = steps},
                  [&](double t, const State& s, const RunStatus&) {
                    worst.g = std::max(worst.g, P::length(problem.constraint().value(t, s.x)));
                    worst.energy = std::max(worst.energy, std::abs(energy(s) - first));
                  });
  REQUIRE(status);
  return worst;
}

using Variational4 = Composition<Suzuki4, Variational<>>;
using Variational6 = Composition<KahanLi6, Variational<>>;

}  // namespace

TEST_CASE("a pendulum in the plane follows elliptic functions, each method at its order") {
  CHECK(pendulum_error<Holding<Adaptive<DormandPrince8>>>(0.1) < 1e-12);
  CHECK(pendulum_error<Holding<Adaptive<DormandPrince5>>>(0.1) < 1e-11);
  const auto order = []<class Method>(Method, double h, double end = 2) {
    return std::log2(pendulum_error<Method>(h, end) / pendulum_error<Method>(h / 2, end));
  };
  CHECK(order(Holding<RungeKutta<Classical4>>{}, 0.01, 2.4) == doctest::Approx(4).epsilon(0.1));
  CHECK(order(Holding<CommutatorFree4>{}, 0.01, 2.4) == doctest::Approx(4).epsilon(0.1));
  CHECK(order(Holding<CrouchGrossman3>{}, 0.02) == doctest::Approx(3).epsilon(0.1));
  CHECK(order(Holding<Collocation<Gauss4>>{}, 0.05) == doctest::Approx(4).epsilon(0.1));
  CHECK(order(Holding<Collocation<Gauss6>>{}, 0.1) == doctest::Approx(6).epsilon(0.1));
  CHECK(order(Holding<Variational<>>{}, 0.02) == doctest::Approx(2).epsilon(0.1));
  CHECK(order(Holding<Variational<Cayley>>{}, 0.02) == doctest::Approx(2).epsilon(0.1));
  CHECK(order(Holding<Variational<Exponential, Midpoint>>{}, 0.02) ==
        doctest::Approx(2).epsilon(0.1));
  CHECK(order(Holding<Variational4>{}, 0.05) == doctest::Approx(4).epsilon(0.1));
  CHECK(order(Holding<Variational6>{}, 0.1) == doctest::Approx(6).epsilon(0.1));
}

TEST_CASE("constraints hold to rounding over a million steps, energies of symmetric methods too") {
  const auto problem = pendulum();
  const auto start = pendulum_start();
  const auto variational = worst_of(problem, start, Holding<Variational<>>{}, 0.01, 1000000);
  CHECK(variational.g < 1e-13);
  const auto soon = worst_of(problem, start, Holding<Variational<>>{}, 0.01, 1000);
  CHECK(variational.energy < 1.001 * soon.energy);
  CHECK(soon.energy < 0.01);
  const auto gauss = worst_of(problem, start, Holding<Collocation<Gauss4>>{}, 0.05, 100000);
  CHECK(gauss.g < 1e-13);
  CHECK(gauss.energy <
        1.001 * worst_of(problem, start, Holding<Collocation<Gauss4>>{}, 0.05, 1000).energy);
  const auto rk4 = worst_of(problem, start, Holding<RungeKutta<Classical4>>{}, 0.01, 1000000);
  CHECK(rk4.g < 1e-13);
}

TEST_CASE("symmetric steps are undone by steps back") {
  const auto problem = pendulum();
  const auto there_and_back = [&](const auto& method, double h) {
    auto state = pendulum_start();
    state.m = {0.3 * std::cos(2.), 0.3 * std::sin(2.)};
    const auto start = state;
    typename std::decay_t<decltype(method)>::Memory memory{};
    REQUIRE(method.step(problem, 0., h, state, memory));
    REQUIRE((state.x.data - start.x.data).norm() > 0.01);
    REQUIRE(method.step(problem, h, -h, state, memory));
    return (state.x.data - start.x.data).norm() + (state.m - start.m).norm();
  };
  CHECK(there_and_back(Holding<Variational<>>{}, 0.1) < 1e-13);
  CHECK(there_and_back(Holding<Variational4>{}, 0.1) < 1e-13);
  CHECK(there_and_back(Holding<Collocation<Gauss4>>{}, 0.1) < 1e-12);
  CHECK(there_and_back(Holding<RungeKutta<Classical4>>{}, 0.1) > 1e-7);  // the test can tell
}

namespace {
/// Angles of n rods of length 1 with masses 1 at their ends.
template <int N>
struct RodMetric {
  template <class S>
  Matrix<S, N> operator()(const Element<Torus<N>, S>& q) const {
    using std::cos;
    Matrix<S, N> m;
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) m(i, j) = S(N - std::max(i, j)) * cos(q.data[i] - q.data[j]);
    return m;
  }
};
template <int N>
struct RodWeight {
  template <class S>
  S operator()(const Element<Torus<N>, S>& q) const {
    using std::cos;
    S u(0);
    for (int i = 0; i < N; ++i) u -= gravity * S(N - i) * cos(q.data[i]);
    return u;
  }
};
/// theta from below, phi.
struct SphereMetric {
  template <class S>
  Matrix<S, 2> operator()(const Element<Torus<2>, S>& q) const {
    using std::sin;
    Matrix<S, 2> m = Matrix<S, 2>::Identity();
    m(1, 1) = sin(q.data[0]) * sin(q.data[0]);
    return m;
  }
};
struct SphereWeight {
  template <class S>
  S operator()(const Element<Torus<2>, S>& q) const {
    using std::cos;
    return -gravity * cos(q.data[0]);
  }
};
}  // namespace

TEST_CASE("a spherical and a double pendulum move as in minimal coordinates") {
  {
    const double theta = 1.2, phi = 0.3;
    const Vector<double, 3> x(std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi),
                              -std::cos(theta)),
        east(-std::sin(phi), std::cos(phi), 0);
    const auto sphere = on_manifold(
        free(mechanical(Space{}, Matrix<double, 3>(Matrix<double, 3>::Identity()), Weight<3>{})),
        Sphere{}, at<3>(x));
    const auto start = sphere.start(at<3>(x), Vector<double, 3>(1.5 * std::sin(theta) * east));
    const RunOptions options{.step = 0.5, .steps = 10};
    const auto run = integrate(sphere, start, Holding<Adaptive<DormandPrince8>>{}, options);
    const auto chart = free(mechanical(Torus<2>{}, SphereMetric{}, SphereWeight{}));
    Element<Torus<2>, double> q;
    q.data << theta, phi;
    const auto angles = integrate(chart, chart.start(q, Vector<double, 2>(0, 1.5)),
                                  Adaptive<DormandPrince8>{}, options);
    REQUIRE(run.status);
    for (std::size_t k = 0; k < run.states.size(); ++k) {
      const auto& a = angles.states[k].x.data;
      const Vector<double, 3> y(std::sin(a[0]) * std::cos(a[1]), std::sin(a[0]) * std::sin(a[1]),
                                -std::cos(a[0]));
      CHECK((run.states[k].x.data - y).norm() < 1e-11);
    }
    const auto worst = worst_of(sphere, start, Holding<Variational<>>{}, 0.02, 100000);
    CHECK(worst.g < 1e-13);
    CHECK(worst.energy < 1e-2);
  }
  {
    const auto place = [](double one, double two) {
      return at<4>({std::sin(one), -std::cos(one), std::sin(one) + std::sin(two),
                    -std::cos(one) - std::cos(two)});
    };
    const auto x = place(0.7, 1.1);
    const auto rods =
        on_manifold(free(mechanical(Euclidean<4>{},
                                    Matrix<double, 4>(Matrix<double, 4>::Identity()), Weight<2>{})),
                    Links<4>{}, x);
    const RunOptions options{.step = 0.2, .steps = 10};
    const auto run = integrate(rods, rods.start(x, Vector<double, 4>(0, 0, 0, 0)),
                               Holding<Adaptive<DormandPrince8>>{}, options);
    const auto chart = free(mechanical(Torus<2>{}, RodMetric<2>{}, RodWeight<2>{}));
    Element<Torus<2>, double> q;
    q.data << 0.7, 1.1;
    const auto angles = integrate(chart, chart.start(q, Vector<double, 2>(0, 0)),
                                  Adaptive<DormandPrince8>{}, options);
    REQUIRE(run.status);
    for (std::size_t k = 0; k < run.states.size(); ++k) {
      const auto& a = angles.states[k].x.data;
      CHECK((run.states[k].x.data - place(a[0], a[1]).data).norm() < 1e-11);
    }
  }
}

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
  const auto beside = worst_of(held, start, Holding<Collocation<Gauss4>>{}, 0.05, 400);
  CHECK(beside.g < 1e-13);
  CHECK(beside.energy < 1e-5);
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
  CHECK(std::log2(coarse(Holding<Variational4>{}, 40) / coarse(Holding<Variational4>{}, 80)) ==
        doctest::Approx(4).epsilon(0.1));
  CHECK(std::log2(coarse(Holding<Collocation<Gauss4>>{}, 20) /
                  coarse(Holding<Collocation<Gauss4>>{}, 40)) == doctest::Approx(4).epsilon(0.1));
  const auto worst = worst_of(body, start, Holding<Variational<>>{}, 0.01, 20000);
  CHECK(worst.g < 1e-13);
  CHECK(worst.energy < 2e-2);
}

namespace {

/// A rod whose length is 1 + sin(t)/5.
struct Wound {
  template <class S>
  auto operator()(const S& t, const Element<Plane, S>& x) const {
    using std::sin;
    const S length = S(1) + S(0.2) * sin(t);
    return Vector<S, 1>(S(x.data.dot(x.data) - length * length));
  }
};
struct WoundForce {
  template <class S>
  Vector<S, 1> operator()(const S& t, const Element<Torus<1>, S>& q, const Vector<S, 1>& a) const {
    using std::cos, std::sin;
    const S length = S(1) + S(0.2) * sin(t), rate = S(0.2) * cos(t);
    return Vector<S, 1>(S(-(S(2) * rate * a[0] + gravity * sin(q.data[0])) / length));
  }
};

}  // namespace

TEST_CASE("a pendulum whose length is prescribed in time") {
  const auto x = at<2>({std::sin(0.8), -std::cos(0.8)});
  const auto rod = on_manifold(
      free(mechanical(Plane{}, Matrix<double, 2>(Matrix<double, 2>::Identity()), Weight<2>{})),
      Wound{}, x);
  const Vector<double, 2> outward = 0.2 * x.data;
  CHECK_THROWS_AS(rod.start(x, Vector<double, 2>(0, 0)), ConstraintViolation);
  const auto start = rod.start(x, outward);
  const auto angle = free(mechanical(Torus<1>{}, Matrix<double, 1>(Matrix<double, 1>::Identity()),
                                     NoPotential{}, WoundForce{}));
  Element<Torus<1>, double> q;
  q.data << 0.8;
  const RunOptions options{.step = 3, .steps = 1};
  const auto reference =
      integrate(angle, angle.start(q, Vector<double, 1>(Vector<double, 1>::Zero())),
                Adaptive<DormandPrince8>{}, options);
  const auto end = [&] {
    const double theta = reference.states.back().x.data[0], l = 1 + 0.2 * std::sin(3.);
    return Vector<double, 2>(l * std::sin(theta), -l * std::cos(theta));
  }();
  const auto error = [&](const auto& method, double h) {
    const auto run = integrate(rod, start, method, {.step = h, .steps = std::lround(3 / h)});
    REQUIRE(run.status);
    return (run.states.back().x.data - end).norm();
  };
  CHECK(error(Holding<Adaptive<DormandPrince8>>{}, 3) < 1e-11);
  CHECK(std::log2(error(Holding<Variational<>>{}, 0.02) / error(Holding<Variational<>>{}, 0.01)) ==
        doctest::Approx(2).epsilon(0.1));
  CHECK(std::log2(error(Holding<Collocation<Gauss4>>{}, 0.1) /
                  error(Holding<Collocation<Gauss4>>{}, 0.05)) == doctest::Approx(4).epsilon(0.1));
}

namespace {
struct Triangle {
  template <class S>
  auto operator()(const Element<Torus<3>, S>& q) const {
    using std::cos, std::sin;
    const auto& a = q.data;
    return Vector<S, 2>(cos(a[0]) + cos(a[1]) + cos(a[2]) - S(1),
                        sin(a[0]) + sin(a[1]) + sin(a[2]));
  }
};
}  // namespace

TEST_CASE("starts off the manifold, and equations that depend at one place alone, are refused") {
  const auto problem = pendulum();
  CHECK_THROWS_AS(problem.start(at<2>({1., 0.1}), Vector<double, 2>(0, 0)), ConstraintViolation);
  CHECK_THROWS_AS(problem.start(at<2>({1., 0.}), Vector<double, 2>(1, 0)), ConstraintViolation);
  // the rods of a loop in one line: the two equations have rank 1 there and 2 near it
  Element<Torus<3>, double> flat;
  flat.data << 0, 0, std::numbers::pi;
  CHECK_THROWS_AS(on_manifold(free(mechanical(Torus<3>{}, bars())), Triangle{}, flat),
                  ConstraintViolation);
}
