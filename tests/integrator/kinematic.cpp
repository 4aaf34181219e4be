// x' = x f(t,x) by every method that uses a field alone: exact where the velocity is constant, with the order of the method
// where it is not, against solutions in closed form.
#include <cmath>
#include <string>
#include <vector>

#include <Eigen/Core>
#include <doctest/doctest.h>

#include <hamel/core/error.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/diagnostics/order.hpp>
#include <hamel/dynamics/kinematic.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/operations.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/sim3.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/commutator_free.hpp>
#include <hamel/integrator/crouch_grossman.hpp>
#include <hamel/integrator/gauss.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/run_gradient.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/signal.hpp>
#include <hamel/integrator/tableau.hpp>

#include "allocations.hpp"
#include "differences.hpp"

namespace {

using namespace hamel;
using Vector3 = Eigen::Vector3d;

#define FIELD_METHODS                                                             \
  RungeKutta<Classical4>, RungeKutta<DormandPrince5>, RungeKutta<DormandPrince8>, \
      Collocation<Gauss4>, Collocation<Gauss6>, CommutatorFree3, CommutatorFree4, CrouchGrossman3

/// The end of a run of unit time from `x` in n steps.
template <class P, class X, class M>
X end_of(const P& problem, const X& x, const M& method, long n) {
  const auto run = integrate(problem, problem.start(x), method, {1. / double(n), n, n});
  REQUIRE(run.status);
  return run.states.back().x;
}

/// R = exp(A(t) e3) exp(B(t) e1) with A = t + t^2, B = sin t: R' = R (A' exp(-B ad e1) e3 + B' e1).
Element<SO3, double> turned(double t) {
  return exp<SO3>(Vector3(0, 0, t + t * t)) * exp<SO3>(Vector3(std::sin(t), 0, 0));
}
const auto turning = [](const auto& t, const auto&) {
  using std::cos;
  using std::sin;
  using S = std::remove_cvref_t<decltype(t)>;
  const S b = sin(t), rate = S(1) + S(2) * t;
  return Vector<S, 3>(S(cos(t)), S(rate * sin(b)), S(rate * cos(b)));
};

TEST_CASE_TEMPLATE("a constant velocity gives exp(t a)", M, FIELD_METHODS) {
  const auto check = []<class G>(const G&, const Tangent<G, double>& a) {
    const auto problem = kinematic(G{}, [a](double, const auto&) { return a; });
    const auto x = exp<G>(Tangent<G, double>(-0.5 * a));
    CHECK((end_of(problem, x, M{}, 8) - (x + a)).norm() < 1e-14);
  };
  check(SO3{}, Vector3(0.3, -1, 2));
  check(SE2{}, Vector3(1, 0.2, -2));
  Vector<double, 6> twist;
  twist << 1, -2, 0.5, 0.4, 1, -0.7;
  check(SE3{}, twist);
  Vector<double, 7> growth;
  growth << twist, 0.3;
  check(Sim3{}, growth);
}

TEST_CASE_TEMPLATE("a velocity that varies with time and place keeps the order", M, FIELD_METHODS) {
  std::vector<ConvergencePoint> by_time, by_place;
  const auto in_time = kinematic(SO3{}, turning);
  // theta' = cos(theta)^2 on the circle, with the angle of a rotation: tan theta = t; x = (theta, ln cos theta)
  const auto in_place = kinematic(SE2{}, [](double, const Element<SE2, double>& x) {
    return Vector3(1, 0, x.data[2] * x.data[2]);
  });
  for (const long n : {2, 4, 8, 16, 32}) {
    const double h = 1. / double(n);
    by_time.push_back({h, (end_of(in_time, turned(0), M{}, n) - turned(1)).norm()});
    const double theta = std::atan(1);
    // x' = cos theta, theta' = cos^2 theta: dx/dtheta = 1/cos theta, dy/dtheta = sin/cos^2
    const double x = std::asinh(1), y = 1 / std::cos(theta) - 1;
    const auto end = SE2{}.from_coordinates<double>({x, y, theta});
    by_place.push_back({h, (end_of(in_place, unit<SE2>(), M{}, n) - end).norm()});
  }
  CHECK(measured_order(by_time, 1e-13) > M::order - 0.3);
  CHECK(measured_order(by_place, 1e-13) > M::order - 0.3);
}

TEST_CASE("with error control, and in long double") {
  const auto problem = kinematic(SO3{}, turning);
  const Adaptive<DormandPrince8> method;
  const auto run = integrate(problem, problem.start(turned(0)), method, {0.1, 10});
  REQUIRE(run.status);
  for (std::size_t k = 0; k < run.times.size(); ++k)
    CHECK((run.states[k].x - turned(run.times[k])).norm() < 1e-10);

  const auto precise = integrate(problem, problem.start(unit<SO3, long double>()),
                                 RungeKutta<DormandPrince8>{}, {1 / 256.L, 256, 256});
  REQUIRE(precise.status);
  CHECK((precise.states.back().x.cast<double>() - turned(1)).norm() < 1e-15);
}

TEST_CASE("inputs are held, given as a signal, or functions of time") {
  // a wheel pair: forward speed and turning rate
  const auto drive = kinematic<2>(SE2{}, [](const auto&, const auto&, const auto& w) {
    using S = typename std::remove_cvref_t<decltype(w)>::Scalar;
    return Vector<S, 3>(S(w[0]), S(0), S(w[1]));
  });
  const CommutatorFree4 method;
  typename CommutatorFree4::Memory memory;
  const Eigen::Vector2d w(1, 0.5);
  auto state = drive.start(unit<SE2>());
  REQUIRE(method.step(drive, 0., 0.1, state, w, memory));
  CHECK((state.x - exp<SE2>(Vector3(0.1, 0, 0.05))).norm() < 1e-15);
  CHECK(method.step(drive, 0., 0.1, state, Eigen::VectorXd(Vector3(1, 2, 3)), memory).outcome ==
        Outcome::wrong_inputs);

  Eigen::Matrix<double, 2, 2> signal;
  signal << 1, 2, 0.5, -1;
  const auto run = integrate(drive, drive.start(unit<SE2>()), method, {0.1, 2}, signal);
  REQUIRE(run.status);
  const auto end = exp<SE2>(Vector3(0.1, 0, 0.05)) * exp<SE2>(Vector3(0.2, 0, -0.1));
  CHECK((run.states.back().x - end).norm() < 1e-15);

  const auto driven = under(drive, [](double t) { return Eigen::Vector2d(0, 2 * t); });
  CHECK((end_of(driven, unit<SE2>(), method, 4) - exp<SE2>(Vector3(0, 0, 1))).norm() < 1e-14);
}

namespace {

/// A wheel pair of the radius theta_0 on a belt of the speed theta_1, under the rates of its wheels.
struct WheelPair {
  template <class T>
  auto operator()(const Vector<T, 2>& theta) const {
    return kinematic<2>(SE2{}, [theta](const auto& t, const auto& x, const auto& w) {
      using std::cos;
      using S = std::remove_cvref_t<decltype(t)>;
      const S forward = S(theta[0]) * S(w[0] + w[1]), drift = S(theta[1]) * cos(t);
      return Vector<S, 3>(S(forward + drift * x.data[2]), S(-drift * x.data[3]), S(w[0] - w[1]));
    });
  }
};
struct Parked {
  template <class St>
  auto end(double, const St& s) const {
    return s.x.data[0] * s.x.data[1] + s.x.data[3];
  }
};

}  // namespace

TEST_CASE("gradients of runs with a given velocity, by start, inputs and parameters") {
  const Eigen::Vector2d theta(0.4, 0.7);
  Eigen::Matrix<double, 2, 5> signal;
  for (int i = 0; i < 5; ++i) signal.col(i) << 1 - 0.1 * i, 0.5 + 0.2 * i;
  const auto check = [&](const auto& method) {
    const auto start = WheelPair{}(theta).start(exp<SE2>(Vector3(0.3, -0.2, 0.5)));
    const RunOptions options{.step = 0.1, .steps = 5};
    const auto found = run_gradient(WheelPair{}, theta, method, start, options, signal, Parked{});
    REQUIRE(found.status);
    const auto cost = [&](int j, double by) {
      auto s = start;
      Eigen::Vector2d near = theta;
      auto w = signal;
      if (j < 3)
        s.x = s.x * exp<SE2>(Vector3(by * Vector3::Unit(j)));
      else
        (j < 13 ? w((j - 3) % 2, (j - 3) / 2) : near[j - 13]) += by;
      return Parked{}.end(0, integrate(WheelPair{}(near), s, method, options, w).states.back());
    };
    for (int j = 0; j < 15; ++j) {
      CAPTURE(j);
      const double slope = systems::difference([&](double by) { return cost(j, by); });
      const double expected = j < 3    ? found.by_start[j]
                              : j < 13 ? found.by_inputs((j - 3) % 2, (j - 3) / 2)
                                       : found.by_parameters[j - 13];
      CHECK(std::fabs(expected) > 1e-6);
      CHECK(std::fabs(slope - expected) < 1e-11);
    }
  };
  check(RungeKutta<Classical4>{});
  check(CommutatorFree4{});
  check(CrouchGrossman3{});
  check(Collocation<Gauss4>{});
}

TEST_CASE_TEMPLATE("a step does not allocate, with inputs or without", M, FIELD_METHODS) {
  const auto problem = kinematic(SO3{}, turning);
  const auto driven =
      kinematic<3>(SO3{}, [](const auto&, const auto&, const auto& w) { return w; });
  const M method;
  typename M::Memory memory;
  auto state = problem.start(unit<SO3>());
  const Vector3 w(0.1, 0.2, 0.3);
  const long before = allocations::count();
  const auto alone = method.step(problem, 0., 0.1, state, memory);
  const auto under_inputs = method.step(driven, 0.1, 0.1, state, w, memory);
  CHECK(allocations::count() == before);
  CHECK(bool(alone));
  CHECK(bool(under_inputs));
}

TEST_CASE("bad starts are refused, a velocity that ends is a status") {
  const auto problem = kinematic(Torus<>(2), [](double, const auto& x) {
    return Vector<double, dynamic>(x.data.array().sqrt().matrix());
  });
  CHECK_THROWS_AS(problem.start(Element<Torus<>, double>{Vector3(1, 2, 3)}), DimensionError);
  const auto run =
      integrate(problem, problem.start(Element<Torus<>, double>{Eigen::Vector2d(1, -1)}),
                CommutatorFree4{}, {0.1, 5});
  CHECK(run.status.outcome == Outcome::not_finite);
  const auto rotations = kinematic(SO3{}, turning);
  CHECK_THROWS_AS(rotations.start(Element<SO3, double>{Eigen::Vector4d(1, 1, 0, 0)}), OffGroup);
}

}  // namespace
