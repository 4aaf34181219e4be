// Holonomic constraints: pendulums against elliptic functions and minimal coordinates, orders, long runs, starts.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>
#include <doctest/doctest.h>

#include <hamel/hamel.hpp>
#include <hamel/integrator/crouch_grossman.hpp>
#include <hamel/integrator/holonomic.hpp>

#include "on_manifolds.hpp"

using namespace hamel;

namespace {

using Plane = Euclidean<2>;
using Space = Euclidean<3>;

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

struct Sphere {
  template <class S>
  auto operator()(const Element<Space, S>& x) const {
    return Vector<S, 1>(S(x.data.dot(x.data) - S(1)));
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
  CHECK(order(Holding<EnergyMidpoint>{}, 0.02) == doctest::Approx(2).epsilon(0.1));
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
  const auto midpoint = worst_of(problem, start, Holding<EnergyMidpoint>{}, 0.01, 10000);
  CHECK(midpoint.g < 1e-13);  // through many turning points
  CHECK(midpoint.energy < 1e-12);
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
  CHECK(there_and_back(Holding<EnergyMidpoint>{}, 0.1) < 1e-13);
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
  CHECK(std::log2(error(Holding<EnergyMidpoint>{}, 0.02) /
                  error(Holding<EnergyMidpoint>{}, 0.01)) == doctest::Approx(2).epsilon(0.1));
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
  const Matrix<double, 3> equal = Matrix<double, 3>::Identity();
  CHECK_THROWS_AS(on_manifold(free(mechanical(Torus<3>{}, equal)), Triangle{}, flat),
                  ConstraintViolation);
}
