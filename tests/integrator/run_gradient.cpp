// The gradient of a run's cost by one sweep back, against forward derivatives of the whole run.
#include <cmath>
#include <type_traits>

#include <doctest/doctest.h>

#include <hamel/group/product.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/commutator_free.hpp>
#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/crouch_grossman.hpp>
#include <hamel/integrator/energy_midpoint.hpp>
#include <hamel/integrator/gauss.hpp>
#include <hamel/integrator/run_gradient.hpp>
#include <hamel/integrator/signal.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/retraction/cayley.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/moving_split.hpp>
#include <hamel/system/split.hpp>

#include "car_distribution.hpp"
#include "run_cost.hpp"

using namespace hamel;

namespace {

using Group = decltype(SE2Cover{} * Torus<1>{});

template <class T>
auto with_torques(const Vector<T, 3>& theta) {
  const Matrix<T, 4> m =
      Vector<T, 4>(theta[1], theta[1], theta[1] * theta[0] * theta[0], T(0.4)).asDiagonal();
  Matrix<T, 4, 2> b = Matrix<T, 4, 2>::Zero();
  b(2, 0) = T(1);
  b(3, 1) = theta[0];
  return with_inputs(
      mechanical(Group{}, m,
                 [theta]<class S>(const S& t, const Element<Group, S>& x) {
                   using std::cos;
                   const S q = x.data[0], y = x.data[1];
                   return S(S(theta[2]) * (q * q + y * cos(S(t + x.data[2]))) / S(2));
                 }),
      b);
}

/// A skate whose wheel has the radius theta_0.
template <Dynamics kind>
struct SkateOf {
  template <class T>
  auto operator()(const Vector<T, 3>& theta) const {
    Matrix<T, 4, 2> d = Matrix<T, 4, 2>::Zero();
    d(0, 0) = theta[0];
    d(3, 0) = d(2, 1) = T(1);
    const auto system = with_torques(theta);
    if constexpr (kind == Dynamics::free)
      return free(system);
    else if constexpr (kind == Dynamics::nonholonomic)
      return nonholonomic(system, Split(system, d));
    else
      return vakonomic(system, Split(system, d));
  }
};
using Skate = SkateOf<Dynamics::nonholonomic>;

/// A metric that moves with the heading, of a body whose centre of mass is off by theta_0.
template <class T>
struct OffCentre {
  using Number = T;  // the parameters carry derivatives
  Vector<T, 3> theta;
  template <class S>
  Matrix<S, 4> operator()(const Element<Group, S>& x) const {
    using std::cos;
    Matrix<S, 4> m = Matrix<S, 4>::Identity();
    m(0, 0) = m(1, 1) = S(theta[1]);
    m(0, 2) = m(2, 0) = S(theta[0]) * cos(x.data[2]) * S(0.2);
    m(1, 2) = m(2, 1) = S(theta[2]) * S(0.3);
    return m;
  }
};
/// Motors in the plane whose arms turn with the heading.
template <class T>
struct Motors {
  using Number = T;
  Vector<T, 3> theta;
  template <class S>
  Matrix<S, 4, 2> operator()(const Element<Group, S>& x) const {
    using std::sin;
    Matrix<S, 4, 2> b;
    b << S(1), S(0), S(theta[0]) * sin(x.data[2]), S(0), S(0), S(theta[2]), S(0), S(1);
    return b;
  }
};

/// A skate on ice of the drag theta_2.
template <bool metric_is_constant>
struct Dragged {
  template <class T>
  auto operator()(const Vector<T, 3>& theta) const {
    const OffCentre<T> metric{theta};
    const auto drag = [theta]<class S>(const S& t, const Element<Group, S>& x,
                                       const Vector<S, 4>& a) {
      using std::sin;
      Vector<S, 4> f = Vector<S, 4>::Zero();
      f[0] = S(theta[2]) * a[0] * a[1] - a[0] * a[0] * x.data[1];
      f[2] = sin(S(t + x.data[2])) - S(theta[0]) * a[2] * a[0];
      return f;
    };
    Matrix<T, 4, 2> d;
    d << theta[0], T(0.1), T(0), theta[1], T(0.2), T(1), T(1), T(0);
    const auto body = [&] {
      if constexpr (metric_is_constant)
        return metric(Group{}.template identity<T>());
      else
        return metric;
    };
    const auto system =
        with_inputs(mechanical(Group{}, body(), NoPotential{}, drag), Motors<T>{theta});
    return nonholonomic(system, Split(system, d));
  }
};

/// A car of the wheelbase theta_0 that steers with its last coordinate.
template <Dynamics kind>
struct Car {
  template <class T>
  auto operator()(const Vector<T, 3>& theta) const {
    const auto system = with_torques(theta);
    const MovingSplit split(system, systems::CarDistribution<T>{theta[0]},
                            Group{}.template identity<T>());
    if constexpr (kind == Dynamics::nonholonomic)
      return nonholonomic(system, split);
    else
      return vakonomic(system, split);
  }
};

/// The car on a moving belt, of a mass that shifts with the heading.
template <class T>
struct Belt {
  T speed;
  template <class S>
  Vector<S, 4> operator()(const S& t, const Element<Group, S>& x) const {
    using std::cos, std::sin;
    return {S(speed) * cos(x.data[2]), S(-speed) * sin(x.data[2]), S(0.1) * sin(t), S(0)};
  }
};
template <Dynamics kind>
struct Drifting {
  template <class T>
  auto operator()(const Vector<T, 3>& theta) const {
    const auto slope = [theta]<class S>(const Element<Group, S>& x) {
      using std::cos;
      return S(S(theta[2]) * x.data[0] * cos(x.data[1]));
    };
    const auto system =
        with_inputs(mechanical(Group{}, OffCentre<T>{theta}, slope), Motors<T>{theta});
    const MovingSplit split(system, systems::CarDistribution<T>{theta[0]},
                            Group{}.template identity<T>(), Belt<T>{theta[1] * T(0.3)});
    if constexpr (kind == Dynamics::nonholonomic)
      return nonholonomic(system, split);
    else
      return vakonomic(system, split);
  }
};

using Cost = systems::RunCost;

/// The gradient of a run by `method` from a start and under a signal, number by number against forward derivatives of
/// the whole run by `forward`; returns how many the cost feels.
template <class Family, class M, class F, class Start, class Signal>
int compare(const Family& family, const M& method, const F& forward, const Start& start,
            const Signal& signal, double tolerance) {
  const Vector<double, 3> theta(0.9, 1.3, 0.8);
  const auto problem = family(theta);
  using P = std::decay_t<decltype(problem)>;
  constexpr int n = P::dimension, k = P::variations, m = Signal::RowsAtCompileTime;
  const int steps = static_cast<int>(signal.cols());
  const auto& group = problem.group();
  const RunOptions options{.step = 0.1, .steps = steps, .start = 0.2};
  const Cost cost;
  const auto found = run_gradient(family, theta, method, start, options, signal, cost);
  REQUIRE(found.status);

  using D = Dual<double, 1>;
  int felt = 0;
  for (int j = 0; j < n + k + m * steps + 3; ++j) {
    CAPTURE(j);
    Vector<D, 3> near = theta.cast<D>();
    typename P::template State<D> s{start.x.template cast<D>(), converted<D>(start.m)};
    Eigen::Matrix<D, m, Eigen::Dynamic> w = signal.template cast<D>();
    double expected = 0;
    if (j < n) {
      s.x =
          group.compose(s.x, group.exp(infinitesimal_along<double, n>(Vector<double, n>::Unit(j))));
      expected = found.by_start[j];
    } else if (j < n + k) {
      s.m[j - n].derivatives()[0] = 1;
      expected = found.by_start[j];
    } else if (j < n + k + m * steps) {
      const int i = j - n - k;
      w(i % m, i / m).derivatives()[0] = 1;
      expected = found.by_inputs(i % m, i / m);
    } else {
      near[j - n - k - m * steps].derivatives()[0] = 1;
      expected = found.by_parameters[j - n - k - m * steps];
    }
    const auto run = integrate(family(near), s, forward, options, w);
    REQUIRE(run.status);
    D sum = cost.end(0, run.states.back());
    for (int i = 0; i < steps; ++i)
      sum += cost.stage(0.2 + 0.1 * i, run.states[i], Vector<D, m>(w.col(i)));
    CHECK(found.cost == doctest::Approx(sum.value()).epsilon(tolerance));
    CHECK(std::fabs(sum.derivatives()[0] - expected) < tolerance * (1 + std::fabs(expected)));
    felt += std::fabs(expected) > 1e-6;
  }
  return felt;
}

template <class P>
auto start_of(const P& problem) {
  typename P::template State<double> start;
  Vector<double, P::dimension> a;
  for (int i = 0; i < P::dimension; ++i) a[i] = 0.3 - 0.5 * i + 0.2 * i * i;
  start.x = problem.group().exp(a);
  for (int i = 0; i < P::variations; ++i) start.m[i] = 0.6 - 0.25 * i;
  return start;
}

/// Where `forward` is another method than the one in question, they agree as far as `tolerance` says.
template <class Family, class M, class F>
void check(const Family& family, const M& method, const F& forward, double tolerance,
           int unfelt = 1) {
  constexpr int steps = 6;
  Eigen::Matrix<double, 2, Eigen::Dynamic> signal(2, steps);
  for (int i = 0; i < steps; ++i) signal.col(i) << std::sin(0.7 * i), 0.3 - 0.1 * i;
  const auto start = start_of(family(Vector<double, 3>(0.9, 1.3, 0.8)));
  const int columns = 4 + static_cast<int>(start.m.size()) + 2 * steps + 3;
  CHECK(compare(family, method, forward, start, signal, tolerance) >=
        columns - unfelt);  // all but the angle of a wheel
}
template <class Family, class M>
void check(const Family& family, const M& method, int unfelt = 1) {
  check(family, method, method, 1e-13, unfelt);
}

/// A body whose inertia the parameters turn, on which a torque acts.
struct Turning {
  template <class T>
  auto operator()(const Vector<T, 3>& theta) const {
    Matrix<T, 3> m;
    m << T(2), theta[2], T(0.1), theta[2], theta[0] + T(3), T(0.3), T(0.1), T(0.3), theta[1] + T(4);
    Matrix<T, 3, 1> b(T(0.2), theta[1], T(1));
    return free(with_inputs(mechanical(SO3{}, m), b));
  }
};
/// Runs of a body whose equations do not depend on where it is.
template <class M>
void check_body(const M& method) {
  Eigen::Matrix<double, 1, Eigen::Dynamic> signal(1, 6);
  signal << 0.1, -0.2, 0.3, 0.5, -0.1, 0.2;
  const auto start = start_of(Turning{}(Vector<double, 3>(0.9, 1.3, 0.8)));
  CHECK(compare(Turning{}, method, method, start, signal, 1e-13) == 3 + 3 + 6 + 3);
}

}  // namespace

TEST_CASE("gradients of runs under a constant constraint") {
  check(Skate{}, Variational<>{});
  check(Skate{}, Composition<TripleJump4, Variational<>>{});
  check(Skate{}, Variational<Cayley>{});
  check(Skate{}, Variational<Exponential, Midpoint>{});
}

TEST_CASE("gradients of free and of vakonomic runs") {
  // of a free wheel the cost sees nothing but the size of its torques
  check(SkateOf<Dynamics::free>{}, Variational<>{}, 3);
  check(SkateOf<Dynamics::vakonomic>{}, Variational<>{});
  check(SkateOf<Dynamics::vakonomic>{}, Composition<TripleJump4, Variational<Cayley>>{});
}

TEST_CASE("gradients of runs under forces that depend on the velocity") {
  check(Dragged<true>{}, Variational<>{});
  check(Dragged<false>{}, Variational<>{});
}

TEST_CASE("gradients of runs under a constraint that moves") {
  check(Car<Dynamics::nonholonomic>{}, Variational<>{});
  check(Car<Dynamics::vakonomic>{}, Variational<>{});
  check(Drifting<Dynamics::nonholonomic>{}, Variational<>{});
  check(Drifting<Dynamics::nonholonomic>{}, Variational<Cayley>{});
  check(Drifting<Dynamics::vakonomic>{}, Variational<>{});
  check(Car<Dynamics::vakonomic>{}, Variational<Cayley>{});
}

TEST_CASE("gradients of runs by Runge-Kutta methods") {
  check(Skate{}, RungeKutta<Classical4>{});
  check(SkateOf<Dynamics::free>{}, RungeKutta<Classical4>{}, 3);
  check(SkateOf<Dynamics::vakonomic>{}, RungeKutta<Classical4>{});
  check(Dragged<true>{}, RungeKutta<Classical4>{});
  check(Dragged<false>{}, RungeKutta<Classical4>{});
  check(Drifting<Dynamics::nonholonomic>{}, RungeKutta<Classical4>{});
  check(Drifting<Dynamics::vakonomic>{}, RungeKutta<Classical4>{});
}

TEST_CASE("gradients of runs by products of frozen flows") {
  check(Skate{}, CommutatorFree4{});
  check(SkateOf<Dynamics::vakonomic>{}, CommutatorFree4{});
  check(Drifting<Dynamics::nonholonomic>{}, CommutatorFree4{});
  check(Drifting<Dynamics::vakonomic>{}, CommutatorFree4{});
  check(Dragged<false>{}, CommutatorFree3{});
  check(Skate{}, CrouchGrossman3{});
  check(Drifting<Dynamics::nonholonomic>{}, CrouchGrossman3{});
}

TEST_CASE("gradients of runs by collocation") {
  check(Skate{}, Collocation<Gauss4>{});
  check(Drifting<Dynamics::nonholonomic>{}, Collocation<Gauss6>{});
  check(Drifting<Dynamics::vakonomic>{}, Collocation<Gauss4>{});
}

TEST_CASE("gradients of runs with error control, whose steps stay, are those of the motion") {
  const RungeKutta<DormandPrince8> forward;
  check(Skate{}, Adaptive<DormandPrince5>{}, forward, 1e-11);
  check(Drifting<Dynamics::nonholonomic>{}, Adaptive<DormandPrince8>{}, forward, 1e-11);
}

TEST_CASE("gradients of runs by the Lagrangian at the middle") {
  using Middle = Variational<Exponential, Midpoint>;
  check(SkateOf<Dynamics::free>{}, Middle{}, 3);
  check(SkateOf<Dynamics::vakonomic>{}, Middle{});
  check(Dragged<true>{}, Middle{});
  check(Dragged<false>{}, Middle{});
  check(Dragged<false>{}, Variational<Cayley, Midpoint>{});
}

TEST_CASE("gradients of runs that conserve the energy") {
  check(Skate{}, EnergyMidpoint{});
  check(SkateOf<Dynamics::free>{}, EnergyMidpoint{}, 3);
  check(SkateOf<Dynamics::vakonomic>{}, EnergyMidpoint{});
  check(Dragged<true>{}, EnergyMidpoint{});
  check(Dragged<false>{}, EnergyMidpoint{});
  check(Car<Dynamics::nonholonomic>{}, EnergyMidpoint{});
  check(Drifting<Dynamics::vakonomic>{}, EnergyMidpoint{});
  check(Skate{}, Composition<TripleJump4, EnergyMidpoint>{});
}

TEST_CASE("gradients of runs where nothing depends on the element") {
  check_body(RungeKutta<Classical4>{});
  check_body(CommutatorFree4{});
  check_body(CrouchGrossman3{});
  check_body(Collocation<Gauss4>{});
  check_body(EnergyMidpoint{});
  check_body(Variational<>{});
  check_body(Variational<Exponential, Midpoint>{});
  check_body(Variational<Cayley, Midpoint>{});
}

namespace {

/// A method of one's own, whose steps fail in numbers that carry derivatives.
struct WithoutDerivatives {
  static constexpr bool adaptive = false;
  struct Memory {};
  template <class P, class S, class St>
  StepStatus step(const P&, const S&, const S&, St&, Memory&) const noexcept {
    if constexpr (std::is_same_v<S, double>)
      return {Outcome::ok, 1, 0};
    else
      return {Outcome::singular, 1, 0.5};
  }
};

}  // namespace

TEST_CASE("a run that fails has a status and no gradient; bad signals are refused") {
  const Vector<double, 3> theta(0.9, 1.3, 0.8);
  const auto problem = Skate{}(theta);
  const auto start = problem.start(Group{}.identity<double>(), Vector<double, 4>(0.9, 0, 0.5, 1));
  const RunOptions options{.step = 0.1, .steps = 3};
  Eigen::MatrixXd signal = Eigen::MatrixXd::Zero(2, 3);
  CHECK_THROWS_AS(run_gradient(Skate{}, theta, Variational<>{}, start, options,
                               Eigen::MatrixXd::Zero(2, 2), Cost{}),
                  DimensionError);
  const auto found = run_gradient(Skate{}, theta, Variational<>{.max_iterations = 1}, start,
                                  options, signal, Cost{});
  CHECK(found.status.outcome == Outcome::not_converged);
  const auto without =
      run_gradient(Skate{}, theta, WithoutDerivatives{}, start, options, signal, Cost{});
  CHECK(without.status.outcome == Outcome::singular);
  CHECK(without.status.residual == 0.5);
}
