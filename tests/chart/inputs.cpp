// Motions in coordinates under inputs, and the gradients of runs of them.
#include <cmath>

#include <doctest/doctest.h>

#include <hamel/chart/chart_inputs.hpp>
#include <hamel/chart/chart_problem.hpp>
#include <hamel/chart/chart_variational.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/euclidean.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/commutator_free.hpp>
#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/gauss.hpp>
#include <hamel/integrator/linearise.hpp>
#include <hamel/integrator/run_gradient.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/signal.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>

#include "differences.hpp"
#include "run_cost.hpp"

using namespace hamel;

namespace {

using Theta = Vector<double, 2>;
using Line = Euclidean<3>;

/// A particle of masses (1, 1, theta_0) in a potential.
template <class T>
struct Particle {
  Vector<T, 2> theta;

  template <class V>
  typename V::Scalar operator()(const V& q, const V& v) const {
    using S = typename V::Scalar;
    return S(0.5) * (v[0] * v[0] + v[1] * v[1] + S(theta[0]) * v[2] * v[2]) -
           S(theta[1]) * q[0] * q[0] * q[1];
  }
};
/// z' = y x'
struct Knife {
  template <class V>
  Vector<typename V::Scalar, 1> operator()(const V& q, const V& v) const {
    return Vector<typename V::Scalar, 1>(v[2] - q[1] * v[0]);
  }
};
struct Drag {
  template <class S>
  Vector<S, 3> operator()(const S& t, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    using std::cos;
    return {S(cos(t) - S(0.4) * v[0]), S(q[0] * v[1] * v[2]), S(0)};
  }
};
/// The second arm turns with y.
template <class T>
struct Arms {
  using Number = T;
  Vector<T, 2> theta;

  template <class S>
  Matrix<S, 3, 2> operator()(const Element<Line, S>& x) const {
    using std::sin;
    Matrix<S, 3, 2> b;
    b << S(1), S(0), S(theta[1]) * sin(x.data[1]), S(1), S(0), S(0.5);
    return b;
  }
};

template <Dynamics kind>
struct Family {
  template <class T>
  auto operator()(const Vector<T, 2>& theta) const {
    const auto driven = with_inputs(
        Chart<3, 1, Particle<T>, Knife, Drag>(3, 1, Particle<T>{theta}, Knife{}, Drag{}),
        Arms<T>{theta});
    if constexpr (kind == Dynamics::free)
      return hamel::free(driven);
    else if constexpr (kind == Dynamics::nonholonomic)
      return nonholonomic(driven);
    else
      return vakonomic(driven);
  }
};

using Cost = systems::RunCost;

const Theta theta(1.3, 0.7);
constexpr int steps = 6;

Eigen::Matrix<double, 2, steps> signal() {
  Eigen::Matrix<double, 2, steps> w;
  for (int i = 0; i < steps; ++i) w.col(i) << std::sin(0.7 * i), 0.3 - 0.1 * i;
  return w;
}
template <class P>
auto start_of(const P& problem) {
  const Vector<double, 3> q(0.2, 0.5, -0.1), v(1, -0.4, 0.5);
  if constexpr (P::kind == Dynamics::vakonomic)
    return problem.start(q, v, Vector<double, 1>(0.25));
  else
    return problem.start(q, v);
}

/// Number by number, against differences of order 6 of whole runs.
template <Dynamics kind, class M>
void check_gradient(const M& method) {
  const Family<kind> family;
  const auto start = start_of(family(theta));
  const auto inputs = signal();
  const RunOptions options{.step = 0.1, .steps = steps, .start = 0.2};
  const Cost cost;
  const auto found = run_gradient(family, theta, method, start, options, inputs, cost);
  REQUIRE(found.status);
  const int n = 3, k = static_cast<int>(start.m.size());
  const auto moved = [&](int j, double by) {
    Theta near = theta;
    auto s = start;
    auto w = inputs;
    if (j < n)
      s.x.data[j] += by;
    else if (j < n + k)
      s.m[j - n] += by;
    else if (j < n + k + 2 * steps)
      w((j - n - k) % 2, (j - n - k) / 2) += by;
    else
      near[j - n - k - 2 * steps] += by;
    const auto run = integrate(family(near), s, method, options, w);
    REQUIRE(run.status);
    double sum = cost.end(0, run.states.back());
    for (int i = 0; i < steps; ++i)
      sum += cost.stage(0.2 + 0.1 * i, run.states[std::size_t(i)], Vector<double, 2>(w.col(i)));
    return sum;
  };
  CHECK(found.cost == doctest::Approx(moved(0, 0)).epsilon(1e-14));
  int felt = 0;
  for (int j = 0; j < n + k + 2 * steps + 2; ++j) {
    CAPTURE(j);
    const double slope = systems::difference([&](double by) { return moved(j, by); });
    const double expected = j < n + k ? found.by_start[j]
                            : j < n + k + 2 * steps
                                ? found.by_inputs((j - n - k) % 2, (j - n - k) / 2)
                                : found.by_parameters[j - n - k - 2 * steps];
    CHECK(std::fabs(slope - expected) < 1e-10 * (1 + std::fabs(expected)));
    felt += std::fabs(expected) > 1e-6;
  }
  // z' follows from y and x' under the constraint, and its multiplier starts as it likes
  CHECK(felt >= n + k + 2 * steps + 2 - 3);
}
template <class M>
void check_all(const M& method) {
  check_gradient<Dynamics::free>(method);
  check_gradient<Dynamics::nonholonomic>(method);
  check_gradient<Dynamics::vakonomic>(method);
}

}  // namespace

TEST_CASE("gradients of runs in coordinates, by start, inputs and parameters") {
  check_all(ChartVariational{});
  check_all(Composition<TripleJump4, ChartVariational>{});
  check_all(RungeKutta<Classical4>{});
  check_all(Collocation<Gauss4>{});
  check_all(CommutatorFree4{});
}

TEST_CASE("a step in coordinates under inputs is linearised by them") {
  const auto check = [](const auto& problem, const auto& method) {
    const auto start = start_of(problem);
    const Vector<double, 2> w(0.3, -0.2);
    const auto line = linearise(problem, method, 0.3, 0.05, start, w);
    REQUIRE(line.status);
    for (int j = 0; j < 2; ++j) {
      const Eigen::VectorXd slope = systems::difference([&](double by) {
        auto end = start;
        const Vector<double, 2> near = w + by * Vector<double, 2>::Unit(j);
        typename std::decay_t<decltype(method)>::Memory memory{};
        REQUIRE(method.step(problem, 0.3, 0.05, end, near, memory));
        Eigen::VectorXd numbers(line.B.rows());
        numbers << end.x.data, end.m;
        return numbers;
      });
      CHECK((slope - line.B.col(j)).cwiseAbs().maxCoeff() < 1e-10);
    }
  };
  const auto wheel = Family<Dynamics::nonholonomic>{}(theta);
  const auto plan = Family<Dynamics::vakonomic>{}(theta);
  check(wheel, ChartVariational{});
  check(plan, ChartVariational{});
  check(wheel, RungeKutta<Classical4>{});
}

TEST_CASE("inputs that follow the time keep the order, and act as on the same group") {
  const auto potential = []<class S>(const Element<Line, S>& x) {
    return S(S(theta[1]) * x.data[0] * x.data[0] * x.data[1]);
  };
  const auto on_group = hamel::free(with_inputs(
      mechanical(Line{}, Matrix<double, 3>(Vector<double, 3>(1, 1, theta[0]).asDiagonal()),
                 potential),
      Arms<double>{theta}));
  const auto in_chart = hamel::free(
      with_inputs(Chart<3, 0, Particle<double>, NoConstraints>(3, 0, Particle<double>{theta}, {}),
                  Arms<double>{theta}));
  const auto w = [](const auto& t) {
    using std::cos;
    using S = std::decay_t<decltype(t)>;
    return Vector<S, 2>(S(cos(t)), S(t * t));
  };
  const Vector<double, 3> q(0.2, 0.5, -0.1), v(1, -0.4, 0.5);
  const RunOptions options{.step = 0.25, .steps = 8};
  const auto there = integrate(under(on_group, w), on_group.start(Element<Line, double>{q}, v),
                               Adaptive<DormandPrince8>{}, options);
  const auto here =
      integrate(under(in_chart, w), in_chart.start(q, v), Adaptive<DormandPrince8>{}, options);
  REQUIRE(there.status);
  REQUIRE(here.status);
  CHECK((there.states.back().x.data - here.states.back().x.data).cwiseAbs().maxCoeff() < 1e-12);
  double before = 0;
  for (const int n : {20, 40, 80}) {
    const auto run = integrate(under(in_chart, w), in_chart.start(q, v), ChartVariational{},
                               {.step = 2. / n, .steps = n});
    REQUIRE(run.status);
    const double error = (run.states.back().x.data - here.states.back().x.data).norm();
    if (before > 0) CHECK(std::log2(before / error) == doctest::Approx(2).epsilon(0.02));
    before = error;
  }
}

TEST_CASE("inputs of another number are refused") {
  const auto wheel = Family<Dynamics::nonholonomic>{}(theta);
  auto state = start_of(wheel);
  ChartVariational::Memory memory{};
  const Eigen::VectorXd one = Eigen::VectorXd::Zero(1);
  CHECK(ChartVariational{}.step(wheel, 0, 0.1, state, one, memory).outcome ==
        Outcome::wrong_inputs);
  CHECK_THROWS_AS(integrate(wheel, state, ChartVariational{}, {.step = 0.1, .steps = 3}, one),
                  DimensionError);
}
