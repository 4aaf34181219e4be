// Steps under holonomic constraints are differentiated: against differences, with one equation and several, in time too.
#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include <hamel/core/types.hpp>
#include <hamel/dynamics/on_manifold.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/euclidean.hpp>
#include <hamel/group/operations.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/gauss.hpp>
#include <hamel/integrator/holonomic.hpp>
#include <hamel/integrator/linearise.hpp>
#include <hamel/integrator/run_gradient.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/signal.hpp>
#include <hamel/integrator/step_derivative.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>

#include "differences.hpp"

using namespace hamel;

namespace {

using Space = Euclidean<3>;

/// A bead on a sphere, or on its circle in a plane that moves.
template <int equations>
auto bead() {
  const auto height = []<class S>(const Element<Space, S>& x) {
    return S(S(9.81) * x.data[2] + S(0.3) * x.data[0] * x.data[0]);
  };
  const auto system =
      mechanical(Space{}, Matrix<double, 3>(Vector<double, 3>(1, 1.2, 0.8).asDiagonal()), height);
  const auto sphere = []<class S>(const S& t, const Element<Space, S>& x) {
    using std::sin;
    Vector<S, equations> g;
    g[0] = x.data[0] * x.data[0] + x.data[1] * x.data[1] + x.data[2] * x.data[2] - S(1);
    if constexpr (equations > 1) g[1] = x.data[1] - S(0.1) * sin(S(3) * t);
    return g;
  };
  const Element<Space, double> x{{0.6, 0, -0.8}};
  return on_manifold(hamel::free(system), sphere, x);
}

/// The largest error of A, and of the derivative by h, against differences of order 6.
template <class P, class M, class St>
double error_of(const P& problem, const M& method, const St& start, double t) {
  const double h = 0.05;
  const auto line = linearise(problem, method, t, h, start);
  const auto slope = step_derivative(problem, method, t, h, start);
  REQUIRE(line.status);
  REQUIRE(slope.status);
  const auto& group = problem.group();
  double worst = (line.A - slope.by_state).cwiseAbs().maxCoeff();
  for (int j = 0; j <= 6; ++j) {
    const Vector<double, 6> difference = systems::difference(
        [&](double by) {
          auto end = start;
          if (j < 3)
            end.x =
                group.compose(end.x, group.exp(Vector<double, 3>(by * Vector<double, 3>::Unit(j))));
          else if (j < 6)
            end.m[j - 3] += by;
          typename M::Memory memory{};
          REQUIRE(method.step(problem, t, j < 6 ? h : h + by, end, memory));
          Vector<double, 6> moved;
          moved << group.log(group.compose(group.inverse(line.end.x), end.x)), end.m;
          return moved;
        },
        0.003);
    const Vector<double, 6> exact = j < 6 ? Vector<double, 6>(line.A.col(j)) : slope.by_step;
    worst = std::max(worst, (difference - exact).cwiseAbs().maxCoeff());
  }
  return worst;
}

template <class P, class St>
void check(const P& problem, const St& start, double t = 0) {
  CHECK(error_of(problem, Holding<Variational<>>{}, start, t) < 1e-10);
  CHECK(error_of(problem, Holding<Composition<TripleJump4, Variational<>>>{}, start, t) < 1e-10);
  CHECK(error_of(problem, Holding<Collocation<Gauss4>>{}, start, t) < 1e-10);
  CHECK(error_of(problem, Holding<RungeKutta<Classical4>>{}, start, t) < 1e-10);
}

}  // namespace

TEST_CASE("a valid start under one equation is taken, a velocity off it refused by how much") {
  const auto problem = bead<1>();
  const Element<Space, double> x{{0.6, 0, -0.8}};
  CHECK_NOTHROW(problem.start(x, Vector<double, 3>(0, 1, 0)));
  CHECK_NOTHROW(problem.start(x, Vector<double, 3>(0.8, 0.3, 0.6)));
  CHECK_THROWS_AS(problem.start(x, Vector<double, 3>(0.6, 0, -0.8)), ConstraintViolation);
}

TEST_CASE("the derivative of a step under holonomic constraints") {
  const Element<Space, double> x{{0.6, 0, -0.8}};
  const auto sphere = bead<1>();
  check(sphere, sphere.start(x, Vector<double, 3>(0.8, 1, 0.6)));
  const auto circle = bead<2>();
  check(circle, circle.start(x, Vector<double, 3>(0.8, 0.3, 0.6)));
}

namespace {

/// A rod on SE(2) whose point (0, 1/2) stays at the origin, under a torque.
const auto rod_weight = []<class S>(const Element<SE2, S>& x) { return S(S(9.81) * x.data[1]); };
const Matrix<double, 3> rod_inertia = Vector<double, 3>(1, 1, 0.2).asDiagonal();
const auto hinge = []<class S>(const Element<SE2, S>& x) {
  return Vector<S, 2>(S(x.data[0] - S(0.5) * x.data[3]), S(x.data[1] + S(0.5) * x.data[2]));
};
auto hung_at(double angle) {
  return SE2{}.from_coordinates(
      std::vector<double>{0.5 * std::sin(angle), -0.5 * std::cos(angle), angle});
}

}  // namespace

TEST_CASE("a pendulum of a body on SE(2), hung up at a point") {
  const auto body = hamel::free(mechanical(SE2{}, rod_inertia, rod_weight));
  const auto x = hung_at(0.4);
  const auto pendulum = on_manifold(body, hinge, x);
  check(pendulum, pendulum.start(x, Vector<double, 3>(0.5 * 1.3, 0, 1.3)));
}

TEST_CASE("inputs act under holonomic constraints, held, as signals and in time") {
  const Matrix<double, 3, 1> torque(0, 0, 1);
  const auto x = hung_at(0.4);
  const auto pendulum = on_manifold(
      hamel::free(with_inputs(mechanical(SE2{}, rod_inertia, rod_weight), torque)), hinge, x);
  const auto start = pendulum.start(x, Vector<double, 3>(0.5 * 1.3, 0, 1.3));
  const auto step = [&](const auto& method, double w) {
    auto end = start;
    typename std::decay_t<decltype(method)>::Memory memory{};
    const auto held = under(pendulum, Vector<double, 1>(w));
    REQUIRE(method.step(held, 0., 0.05, end, memory));
    return end;
  };
  const auto check_inputs = [&](const auto& method) {
    const auto line = linearise(pendulum, method, 0., 0.05, start, Vector<double, 1>(0.3));
    REQUIRE(line.status);
    const Vector<double, 6> slope = systems::difference([&](double by) {
      const auto end = step(method, 0.3 + by);
      Vector<double, 6> moved;
      moved << end.x - line.end.x, end.m;
      return moved;
    });
    CHECK((slope - line.B).cwiseAbs().maxCoeff() < 1e-10);
    const auto signal = Eigen::RowVectorXd::Constant(4, 0.3);
    const auto run = integrate(pendulum, start, method, {.step = 0.05, .steps = 4}, signal);
    const auto held = integrate(under(pendulum, Vector<double, 1>(0.3)), start, method,
                                {.step = 0.05, .steps = 4});
    REQUIRE(run.status);
    CHECK(run.states.back().x.data == held.states.back().x.data);
    CHECK(run.states.back().m == held.states.back().m);
  };
  check_inputs(Holding<Variational<>>{});
  check_inputs(Holding<Collocation<Gauss4>>{});
  check_inputs(Holding<RungeKutta<Classical4>>{});

  // (I + m/4) angle'' = -m g/2 sin(angle) + w, solved apart
  const auto w = [](double t) { return Vector<double, 1>(std::sin(2 * t)); };
  const auto run = integrate(under(pendulum, w), start, Holding<Adaptive<DormandPrince8>>{},
                             {.step = 0.1, .steps = 20});
  REQUIRE(run.status);
  double angle = 0.4, speed = 1.3, t = 0;
  const int steps = 20000;
  const double h = 2. / steps;
  const auto acceleration = [&](double at, double q) {
    return (std::sin(2 * at) - 9.81 / 2 * std::sin(q)) / 0.45;
  };
  for (int i = 0; i < steps; ++i) {  // Runge-Kutta of order 4
    const double k1 = acceleration(t, angle), k2 = acceleration(t + h / 2, angle + h / 2 * speed),
                 k3 = acceleration(t + h / 2, angle + h / 2 * (speed + h / 2 * k1)),
                 k4 = acceleration(t + h, angle + h * (speed + h / 2 * k2));
    angle += h * speed + h * h / 6 * (k1 + k2 + k3);
    speed += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    t += h;
  }
  CHECK((run.states.back().x - hung_at(angle)).norm() < 1e-10);
}

namespace {

/// A rod of mass theta_0 with an arm theta_1 for its motor.
struct Rod {
  template <class T>
  auto operator()(const Vector<T, 2>& theta) const {
    const Matrix<T, 3> m = Vector<T, 3>(theta[0], theta[0], T(0.2)).asDiagonal();
    const auto fall = [theta]<class S>(const Element<SE2, S>& x) {
      return S(S(theta[0]) * S(9.81) * x.data[1]);
    };
    return on_manifold(
        hamel::free(with_inputs(mechanical(SE2{}, m, fall), Matrix<T, 3, 1>(T(0), T(0), theta[1]))),
        hinge, hung_at(0.4));
  }
};
struct Swing {
  template <class St, class V>
  auto stage(double, const St& s, const V& w) const {
    using T = typename decltype(St::m)::Scalar;
    return T(w[0] * w[0] * T(0.1) + s.m[2] * s.x.data[0]);
  }
  template <class St>
  auto end(double, const St& s) const {
    return s.x.data[1] * s.m[0];
  }
};

template <class M>
void check_gradient(const M& method) {
  const Vector<double, 2> theta(1.2, 0.7);
  const auto start = Rod{}(theta).start(hung_at(0.4), Vector<double, 3>(0.5 * 1.3, 0, 1.3));
  const Eigen::RowVector4d signal(0.3, -0.1, 0.2, 0.5);
  const RunOptions options{.step = 0.05, .steps = 4};
  const auto found = run_gradient(Rod{}, theta, method, start, options, signal, Swing{});
  REQUIRE(found.status);
  const auto cost = [&](int j, double by) {
    auto s = start;
    auto w = signal;
    auto near = theta;
    if (j < 3)
      s.x = s.x + Vector<double, 3>(by * Vector<double, 3>::Unit(j));
    else if (j < 6)
      s.m[j - 3] += by;
    else
      (j < 10 ? w[j - 6] : near[j - 10]) += by;
    const auto run = integrate(Rod{}(near), s, method, options, w);
    REQUIRE(run.status);
    double sum = Swing{}.end(0, run.states.back());
    for (int i = 0; i < 4; ++i)
      sum += Swing{}.stage(0, run.states[std::size_t(i)], Vector<double, 1>(w[i]));
    return sum;
  };
  for (int j = 0; j < 12; ++j) {
    CAPTURE(j);
    const double slope = systems::difference([&](double by) { return cost(j, by); }, 0.003);
    const double expected = j < 6    ? found.by_start[j]
                            : j < 10 ? found.by_inputs(0, j - 6)
                                     : found.by_parameters[j - 10];
    CHECK(std::fabs(slope - expected) < 1e-9);
    if (j >= 6) CHECK(std::fabs(expected) > 1e-6);
  }
}

}  // namespace

TEST_CASE("gradients of runs under holonomic constraints, by start, inputs and parameters") {
  check_gradient(Holding<Variational<>>{});
  check_gradient(Holding<Composition<TripleJump4, Variational<>>>{});
  check_gradient(Holding<RungeKutta<Classical4>>{});
}
