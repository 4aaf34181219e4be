// What derivatives cost beside plain steps: the carriage on SE(2) x T^2, 7 states, 2 inputs.
//
// Prints the time of a plain step, of a linearised one, of a horizon of 20, and of the gradient of a run's cost by
// start, inputs and 45 parameters, by two methods; that of a car whose constraint, and a pendulum cart whose metric,
// moves with the configuration; and what a distribution costs that is written as one that moves. Each is the
// fastest of many repetitions.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include <hamel/dynamics/problem.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/integrator/linearise.hpp>
#include <hamel/integrator/run_gradient.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/signal.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/moving_split.hpp>
#include <hamel/system/split.hpp>

#include "car_distribution.hpp"
#include "vehicles.hpp"

namespace {

using namespace hamel;
using Group = decltype(SE2Cover{} * Torus<2>{});
using Plane = decltype(SE2Cover{} * Torus<1>{});
constexpr double h = 0.01;

struct Cost {
  template <class St, class V>
  auto stage(double, const St& s, const V& w) const {
    return typename decltype(St::m)::Scalar(s.x.data[1] * s.x.data[1] + s.m.squaredNorm() +
                                            w.squaredNorm());
  }
  template <class St>
  auto end(double, const St& s) const {
    return typename decltype(St::m)::Scalar(s.x.data[0] * s.x.data[0] + s.x.data[2]);
  }
};

/// Seconds of one call, the fastest of many.
template <class F>
double fastest(int repetitions, const F& f) {
  using Clock = std::chrono::steady_clock;
  double best = HUGE_VAL;
  for (int r = 0; r < repetitions; ++r) {
    const auto start = Clock::now();
    f();
    best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return best;
}

/// The distribution of a unicycle, written as one that moves.
struct Rolling {
  template <class G, class S>
  Matrix<S, 4, 2> operator()(const Element<G, S>&) const {
    Matrix<S, 4, 2> d;
    d << S(0.9), S(0), S(0), S(0), S(0), S(1), S(1), S(0);
    return d;
  }
};

/// A car that steers with its last coordinate, of the wheelbase theta_4.
struct Car {
  template <class T>
  auto operator()(const Vector<T, 5>& theta) const {
    const Matrix<T, 4> m = Vector<T, 4>(theta[0], theta[1], theta[2], theta[3]).asDiagonal();
    Matrix<T, 4, 2> b = Matrix<T, 4, 2>::Zero();
    b(0, 0) = b(3, 1) = T(1);
    const auto system = with_inputs(mechanical(Plane{}, m), b);
    return nonholonomic(system, MovingSplit(system, systems::CarDistribution<T>{theta[4]},
                                            Plane{}.template identity<T>()));
  }
};

/// A cart that rolls without slipping and carries a pendulum, of the mass theta_3.
template <class T>
struct CartMetric {
  using Number = T;  // the parameters carry derivatives
  Vector<T, 5> theta;
  template <class S>
  Matrix<S, 4> operator()(const Element<Plane, S>& x) const {
    using std::cos, std::sin;
    const S c = cos(x.data[4]), s = sin(x.data[4]), bob(theta[3]);
    Matrix<S, 4> m = Matrix<S, 4>::Zero();
    m(0, 0) = m(1, 1) = S(theta[0]) + bob;
    m(2, 2) = S(theta[1]) + bob * s * s;
    m(3, 3) = S(theta[2]);
    m(0, 3) = m(3, 0) = bob * c;
    m(1, 2) = m(2, 1) = bob * s;
    return m;
  }
};
struct Cart {
  template <class T>
  auto operator()(const Vector<T, 5>& theta) const {
    Matrix<T, 4, 3> d = Matrix<T, 4, 3>::Zero();
    d(0, 0) = d(2, 1) = d(3, 2) = T(1);
    Matrix<T, 4, 2> b = Matrix<T, 4, 2>::Zero();
    b(0, 0) = b(2, 1) = T(1);
    const auto fall = [theta]<class S>(const Element<Plane, S>& x) {
      using std::cos;
      return S(S(theta[4]) * cos(x.data[4]));
    };
    const auto system = with_inputs(mechanical(Plane{}, CartMetric<T>{theta}, fall), b);
    return nonholonomic(system, Split(system, d));
  }
};

/// Prints what a run of a family with its gradient costs beside a plain run.
template <class Family, class Theta, class M, class State, class Signal>
double gradient_beside_run(const char* name, const Family& family, const Theta& theta,
                           const M& method, const State& start, const Signal& signal) {
  const auto problem = family(theta);
  const auto steps = static_cast<long>(signal.cols());
  double sink = 0;
  const double plain = fastest(200, [&] {
    typename M::Memory memory{};
    auto state = start;
    for (long k = 0; k < steps; ++k)
      static_cast<void>(
          method.step(problem, h * k, h, state, Vector<double, 2>(signal.col(k)), memory));
    sink += state.m[0];
  });
  const double sweep = fastest(100, [&] {
    sink += run_gradient(family, theta, method, start, {.step = h, .steps = steps}, signal, Cost{})
                .by_parameters[0];
  });
  std::printf("%-40s %8.1f ns  %5.2f plain runs, a step\n", name, 1e9 * sweep / steps,
              sweep / plain);
  return sink;
}

/// Seconds of a step of a unicycle, its distribution constant or written as one that moves.
template <bool moves>
double unicycle_step() {
  const auto group = SE2Cover{} * Torus<1>{};
  const Matrix<double, 4> m = Vector<double, 4>(1.3, 1.3, 0.7, 0.4).asDiagonal();
  const auto system = mechanical(group, m);
  const auto x = group.template identity<double>();
  const auto split = [&] {
    if constexpr (moves)
      return MovingSplit(system, Rolling{}, x);
    else
      return Split(system, Rolling{}(x));
  }();
  const auto unicycle = nonholonomic(system, split);
  const auto start = unicycle.start(x, Vector<double, 4>(0.9, 0, 0.5, 1));
  constexpr int steps = 500;
  double sink = 0;
  const double seconds = fastest(400, [&] {
    Variational<>::Memory memory;
    auto state = start;
    for (int k = 0; k < steps; ++k)
      static_cast<void>(Variational<>{}.step(unicycle, 0., h, state, memory));
    sink += state.m[0];
  });
  return std::isfinite(sink) ? seconds / steps : HUGE_VAL;
}

}  // namespace

int main() {
  const auto theta = vehicles::carriage();
  const auto problem = vehicles::Carriage{}(theta);
  const Variational<> method;
  const auto start =
      problem.start(Group{}.identity<double>(), Vector<double, 5>(0.2975, 0, 0.105, 1, 0.7));
  constexpr int steps = 200, horizon = 20;
  Eigen::Matrix<double, 2, Eigen::Dynamic> signal(2, steps);
  for (int k = 0; k < steps; ++k) signal.col(k) << 0.1 * std::sin(0.1 * k), -0.05;

  double sink = 0;
  const auto run = [&] {
    Variational<>::Memory memory;
    auto state = start;
    for (int k = 0; k < steps; ++k)
      static_cast<void>(
          method.step(problem, h * k, h, state, Vector<double, 2>(signal.col(k)), memory));
    sink += state.m[0];
  };
  const auto linearised = [&] {
    auto state = start;
    for (int k = 0; k < horizon; ++k) {
      const auto step = linearise(problem, method, h * k, h, state, signal.col(k));
      state = step.end;
      sink += step.A(0, 1) + step.B(0, 0);
    }
  };
  const auto rows = [&] {
    const auto step = linearise(problem, method, 0., h, start, signal.col(0));
    for (int k = 0; k < horizon; ++k)
      sink += multiplier_rows(problem, h, step, signal.col(0)).C(0, 0);
  };
  const double plain = fastest(400, run) / steps;
  const double linear = fastest(400, linearised) / horizon;
  const double multiplier = fastest(400, rows) / horizon;
  std::printf("plain step                               %8.1f ns\n", 1e9 * plain);
  std::printf("linearised step                          %8.1f ns  %5.2f plain steps\n",
              1e9 * linear, linear / plain);
  std::printf("multiplier rows, on request              %8.1f ns  %5.2f plain steps\n",
              1e9 * multiplier, multiplier / plain);
  std::printf("horizon of 20 steps with derivatives     %8.2f us\n", 1e6 * horizon * linear);
  sink += gradient_beside_run("run and gradient by 45 parameters", vehicles::Carriage{}, theta,
                              method, start, signal);
  const RungeKutta<Classical4> rk4;
  sink += gradient_beside_run("the same by the classical method", vehicles::Carriage{}, theta, rk4,
                              start, signal);
  const Vector<double, 5> five(1.2, 1.1, 0.5, 0.3, 0.8);
  const auto at = [](const auto& one, const Vector<double, 4>& a) {
    return one.start(Plane{}.exp(Vector<double, 4>(0.1, 0.2, 0.3, 0.4)), a);
  };
  const auto driving = at(Car{}(five), Vector<double, 4>(0.8 * std::cos(0.4), 0, std::sin(0.4), 1));
  sink += gradient_beside_run("a car that steers", Car{}, five, method, driving, signal);
  sink +=
      gradient_beside_run("the same by the classical method", Car{}, five, rk4, driving, signal);
  const auto swinging = at(Cart{}(five), Vector<double, 4>(0.8, 0, 0.3, 1));
  sink += gradient_beside_run("a cart with a pendulum", Cart{}, five, method, swinging, signal);
  sink +=
      gradient_beside_run("the same by the classical method", Cart{}, five, rk4, swinging, signal);
  const double constant = unicycle_step<false>(), moving = unicycle_step<true>();
  std::printf("unicycle, constant distribution          %8.1f ns\n", 1e9 * constant);
  std::printf("the same written as one that moves       %8.1f ns  %5.2f of the constant one\n",
              1e9 * moving, moving / constant);
  return std::isfinite(sink) ? 0 : 1;
}
