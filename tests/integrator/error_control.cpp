// Error control: relative at every scale, in any unit, whatever the outputs.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/dynamics/problem.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/euclidean.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

#include "on_line.hpp"

using namespace hamel;
using namespace on_line;

namespace {

using Exact = Adaptive<DormandPrince8>;

/// (w_1^2 q_1^2 + ... + w_n^2 q_n^2)/2.
template <int N>
struct Springs {
  std::array<double, N> w;
  template <class S>
  S operator()(const Element<Line<N>, S>& q) const {
    S sum(0);
    for (int i = 0; i < N; ++i) sum += S(0.5 * w[i] * w[i]) * q.data[i] * q.data[i];
    return sum;
  }
};

/// q^2/2, that counts how often its gradient is asked for.
struct Counted {
  long* asked;
  template <class S>
  S operator()(const Element<Line<1>, S>& q) const {
    return S(0.5) * q.data[0] * q.data[0];
  }
  template <class S>
  Vector<S, 1> gradient(const Element<Line<1>, S>& q) const {
    ++*asked;
    return q.data;
  }
};

/// A slope: p' = 1/10.
struct Slope {
  template <class S>
  S operator()(const Element<Line<1>, S>& q) const {
    return S(-0.1) * q.data[0];
  }
};

/// A wall of height 1 and width 1/10 at q = 10.
struct Wall {
  template <class S>
  S operator()(const Element<Line<1>, S>& q) const {
    using std::exp;
    const S d = (q.data[0] - S(10)) * S(10);
    return exp(S(-d * d));
  }
};

}  // namespace

TEST_CASE("a small oscillation is an oscillation, alone and beside a large one") {
  const auto problem = particle<2>(Springs<2>{{1, 3}});
  for (const double small : {1., 1e-15, 1e-120}) {
    for (const double h : {100., 12.5, 0.125}) {
      CAPTURE(small);
      CAPTURE(h);
      const auto start = at<2>(problem, {small, 1e12}, Vector<double, 2>(0, 0));
      double worst = 0;
      const auto status =
          observe_run(problem, start, Exact{}, {.step = h, .steps = std::lround(100 / h)},
                      [&](double t, const auto& state, const RunStatus&) {
                        const auto& q = state.x.data;
                        worst = std::max({worst, std::abs(q[0] / small - std::cos(t)),
                                          std::abs(q[1] / 1e12 - std::cos(3 * t))});
                      });
      CHECK(status);
      CHECK(status.iterations < 20000);
      CHECK(worst < 1e-12);
    }
  }
}

TEST_CASE("nothing limits a step along a line") {
  const auto problem = particle<1>(Springs<1>{{0}});
  const auto start = at<1>(problem, {0}, Vector<double, 1>(1e8));
  Exact freely;
  freely.part = 1;
  const auto run = integrate(problem, start, freely, {.step = 1, .steps = 10});
  REQUIRE(run.status);
  CHECK(run.status.iterations <= 10);
  CHECK(run.states.back().x.data[0] == doctest::Approx(1e9).epsilon(1e-15));
}

TEST_CASE("one step crosses an interval along a line") {
  const auto problem = particle<1>(Springs<1>{{0}});
  auto state = at<1>(problem, {0}, Vector<double, 1>(1e8));
  Exact::Memory memory;
  CHECK(Exact{}.step(problem, 0., 10., state, memory).iterations == 1);
  CHECK(state.x.data[0] == doctest::Approx(1e9).epsilon(1e-15));
}

TEST_CASE("outputs change nothing, on groups and in coordinates, forward and backward") {
  Matrix<double, 3> inertia = Matrix<double, 3>::Identity();
  inertia(1, 1) = 2;
  inertia(2, 2) = 3.5;
  const auto body = free(mechanical(SO3{}, inertia));
  const auto spun = body.start(SO3{}.identity<double>(), Vector<double, 3>(0.3, 1, 0.2));
  const auto springs = particle<2>(Springs<2>{{1, 3}});
  const auto drawn = at<2>(springs, {1, 1e-9}, Vector<double, 2>(0, 0));
  const auto check = [](const auto& problem, const auto& start, const auto& method, double sign) {
    const auto coarse = integrate(problem, start, method, {.step = 4 * sign, .steps = 3});
    const auto fine = integrate(problem, start, method, {.step = sign / 64, .steps = 768});
    const auto some =
        integrate(problem, start, method, {.step = sign / 64, .steps = 768, .every = 64});
    REQUIRE(coarse.status);
    REQUIRE(some.states.size() == 13);
    for (std::size_t k = 0; k <= 3; ++k) {
      for (const auto* other : {&fine.states[256 * k], &some.states[4 * k]}) {
        CHECK(other->m == coarse.states[k].m);
        CHECK(other->x.data == coarse.states[k].x.data);
      }
    }
  };
  for (const double sign : {1., -1.}) {
    check(body, spun, Exact{}, sign);
    check(body, spun, Adaptive<DormandPrince5>{}, sign);
    check(springs, drawn, Exact{}, sign);
    check(springs, drawn, Adaptive<DormandPrince5>{}, sign);
  }
}

TEST_CASE("states inside a step are as accurate as those at its ends") {
  const auto problem = particle<2>(Springs<2>{{1, 3}});
  const auto start = at<2>(problem, {1e-15, 1e12}, Vector<double, 2>(0, 0));
  double worst = 0;
  REQUIRE(observe_run(problem, start, Exact{}, {.step = 1e-3, .steps = 20000},
                      [&](double t, const auto& state, const RunStatus&) {
                        const auto& q = state.x.data;
                        worst = std::max({worst, std::abs(q[0] / 1e-15 - std::cos(t)),
                                          std::abs(q[1] / 1e12 - std::cos(3 * t))});
                      }));
  CHECK(worst < 1e-12);
}

TEST_CASE("what happens in a short part of a run is not stepped over") {
  // Met with energy 1/2 after a long way without force.
  const auto problem = particle<1>(Wall{});
  const auto run = integrate(problem, at<1>(problem, {0}, Vector<double, 1>(1)), Exact{},
                             {.step = 20, .steps = 1});
  REQUIRE(run.status);
  CHECK(run.states.back().m[0] == doctest::Approx(-1).epsilon(1e-11));
}

TEST_CASE("one motion in many units") {
  // The sleigh of length L and mass m, with lengths and masses in any unit: v' = c w^2, w' = -v w c'.
  const auto end = [](double length, double mass) {
    Matrix<double, 3> metric = Matrix<double, 3>::Zero();
    metric(0, 0) = metric(1, 1) = mass;
    metric(1, 2) = metric(2, 1) = mass * length / 2;
    metric(2, 2) = mass * length * length * 3 / 4;
    Matrix<double, 3, 2> d = Matrix<double, 3, 2>::Zero();
    d(0, 0) = d(2, 1) = 1;
    const auto system = mechanical(SE2Cover{}, metric);
    const auto problem = nonholonomic(system, Split(system, d));
    const auto start =
        problem.start(SE2Cover{}.identity<double>(), Vector<double, 3>(-3 * length, 0, 0.1));
    const auto run = integrate(problem, start, Exact{}, {.step = 10, .steps = 1});
    REQUIRE(run.status);
    CHECK(run.status.iterations < 2000);
    auto x = SE2Cover{}.coordinates(run.states.back().x);
    x[0] /= length;
    x[1] /= length;
    return x;
  };
  const auto exact = end(1, 1);
  for (const double length : {1e-2, 1e2}) {
    for (const double mass : {1e-6, 1e12}) {
      const auto x = end(length, mass);
      for (int i = 0; i < 3; ++i) CHECK(x[i] == doctest::Approx(exact[i]).epsilon(1e-10));
    }
  }
}

TEST_CASE("a budget of steps that is used up says so and leaves the state") {
  const auto problem = particle<1>(Springs<1>{{1e3}});
  const auto start = at<1>(problem, {1}, Vector<double, 1>(0));
  Exact short_of_steps;
  short_of_steps.max_steps = 10;
  auto state = start;
  Exact::Memory memory;
  const StepStatus step = short_of_steps.step(problem, 0., 1., state, memory);
  CHECK(step.outcome == Outcome::budget_spent);
  CHECK(step.iterations == 10);
  CHECK(state.m == start.m);
}

TEST_CASE("sums keep what rounding takes") {
  // q' = 1/10 in steps of 1/100 up to 1000: plain sums are off by 1e-11 and more.
  const auto problem = particle<1>(Springs<1>{{0}});
  auto state = at<1>(problem, {0}, Vector<double, 1>(0.1));
  Exact::Memory memory;
  int failed = 0;
  for (int k = 0; k < 100000; ++k) failed += !Exact{}.step(problem, 0.01 * k, 0.01, state, memory);
  CHECK(failed == 0);
  CHECK(std::abs(state.x.data[0] - 100) < 1e-12);
}

TEST_CASE("momenta too keep what rounding takes") {
  // p' = 1/10 in steps of 1/100 up to 1000.
  const auto problem = particle<1>(Slope{});
  auto state = at<1>(problem, {0}, Vector<double, 1>(0));
  Exact::Memory memory;
  int failed = 0;
  for (int k = 0; k < 100000; ++k) failed += !Exact{}.step(problem, 0.01 * k, 0.01, state, memory);
  CHECK(failed == 0);
  CHECK(std::abs(state.m[0] - 100) < 1e-12);
}

TEST_CASE("the error of a step is below the tolerance") {
  const auto problem = particle<1>(Springs<1>{{1}});
  const auto start = at<1>(problem, {1}, Vector<double, 1>(0));
  for (const double tolerance : {1e-4, 1e-7, 1e-10}) {
    Adaptive<DormandPrince5> method;
    method.tolerance = tolerance;
    method.part = 1;
    const auto run = integrate(problem, start, method, {.step = 1, .steps = 20});
    REQUIRE(run.status);
    // Local errors add up, at most one a step.
    const auto& end = run.states.back();
    CHECK(std::abs(end.x.data[0] - std::cos(20.)) < run.status.iterations * tolerance);
    CHECK(std::abs(end.m[0] + std::sin(20.)) < run.status.iterations * tolerance);
  }
}

TEST_CASE(
    "the number of steps grows as the root of the tolerance that the order of the estimate tells") {
  // 1/5 for an estimate of order 4, though momenta pass 0 and a displacement across d is of order h^2.
  const auto tried = [](const auto& problem, const auto& start, double tolerance) {
    Adaptive<DormandPrince5> method;
    method.tolerance = tolerance;
    auto state = start;
    Adaptive<DormandPrince5>::Memory memory;
    const StepStatus status = method.step(problem, 0., 20., state, memory);
    REQUIRE(status);
    return status.iterations;
  };
  const auto springs = particle<2>(Springs<2>{{1, 3}});
  const auto drawn = at<2>(springs, {1, 1e-9}, Vector<double, 2>(0, 0));
  CHECK(tried(springs, drawn, 1e-11) < 11 * tried(springs, drawn, 1e-6));
  Matrix<double, 3> metric;
  metric << 1, 0, 0, 0, 1, 0.4, 0, 0.4, 0.66;
  Matrix<double, 3, 2> d = Matrix<double, 3, 2>::Zero();
  d(0, 0) = d(2, 1) = 1;
  const auto system = mechanical(SE2Cover{}, metric);
  const auto sleigh = nonholonomic(system, Split(system, d));
  const auto pushed = sleigh.start(SE2Cover{}.identity<double>(), Vector<double, 3>(-0.3, 0, 1.1));
  CHECK(tried(sleigh, pushed, 1e-11) < 11 * tried(sleigh, pushed, 1e-6));
}

TEST_CASE("no value of the field is asked for twice") {
  // The last stage of DormandPrince5 is the first of the next step, and of a step that is refused the first one stays.
  long asked = 0;
  const auto problem = particle<1>(Counted{&asked});
  const auto start = at<1>(problem, {1}, Vector<double, 1>(0));
  Adaptive<DormandPrince5> method;
  method.tolerance = 1e-9;
  asked = 0;
  auto state = start;
  Adaptive<DormandPrince5>::Memory memory;
  const StepStatus status = method.step(problem, 0., 10., state, memory);
  REQUIRE(status);
  CHECK(asked == 6 * status.iterations + 1);
  asked = 0;
  const auto run = integrate(problem, start, method, {.step = 10, .steps = 1});
  REQUIRE(run.status);
  CHECK(asked == 6 * run.status.iterations + 1);
}

TEST_CASE("a turn of one step stays within reach") {
  // A steady spin is no error at all: only the turn bounds the steps.
  const auto body = free(mechanical(SO3{}, Matrix<double, 3>(Matrix<double, 3>::Identity())));
  auto state = body.start(SO3{}.identity<double>(), Vector<double, 3>(0, 0, 50));
  Exact::Memory memory;
  const StepStatus status = Exact{}.step(body, 0., 10., state, memory);
  REQUIRE(status);
  CHECK(status.iterations >= 500 / Exact{}.reach);
}

TEST_CASE("where turns bound the steps a looser tolerance costs no more") {
  // The reach of 2 takes 5000 steps of 10000 rad; each refusal would cost one more.
  const auto body =
      free(mechanical(SO3{}, Matrix<double, 3>(Vector<double, 3>(1, 1, 2).asDiagonal())));
  const auto start = body.start(SO3{}.identity<double>(), Vector<double, 3>(0.1, 0, 100));
  long tighter = std::numeric_limits<long>::max();
  for (const double tolerance : {1e-10, 1e-8, 1e-6, 1e-4, 1e-3, 1e-2}) {
    CAPTURE(tolerance);
    const auto run =
        integrate(body, start, Exact{.tolerance = tolerance, .part = 1}, {.step = 100, .steps = 1});
    REQUIRE(run.status);
    CHECK(run.status.iterations <= tighter);
    tighter = run.status.iterations;
  }
  CHECK(tighter < 5800);
  // The same of a plane turn beside a fast translation, which the bound of the turn feels a little, and backward.
  const auto plane = free(mechanical(SE2{}, Matrix<double, 3>(Matrix<double, 3>::Identity())));
  for (const double speed : {0., 1e6}) {
    const auto run =
        integrate(plane, plane.start(SE2{}.identity<double>(), Vector<double, 3>(speed, 0, 100)),
                  Exact{.tolerance = 1e-3, .part = 1}, {.step = -100, .steps = 1});
    REQUIRE(run.status);
    CHECK(run.status.iterations < 7000);
  }
}

TEST_CASE("after a step that was refused the next is not longer") {
  // A narrow wall after a way without force, on which steps grow long.
  const auto problem = particle<1>(Wall{});
  auto state = at<1>(problem, {5}, Vector<double, 1>(2));
  const Adaptive<DormandPrince5> method{.tolerance = 1e-9, .part = 0.1};
  Adaptive<DormandPrince5>::Memory memory;
  Adaptive<DormandPrince5>::Stride<std::remove_cvref_t<decltype(problem)>, double> stride;
  double t = 0;
  long refusals = 0;
  while (t < 4) {
    const StepStatus status = method.stride(problem, t, 5., 5., state, memory, stride);
    REQUIRE(status);
    if (status.iterations > 1) {
      ++refusals;
      CHECK(memory.h <= std::abs(stride.h) * (1 + 1e-12));
    }
    t = stride.end;
  }
  CHECK(refusals > 0);
}

TEST_CASE("a step cut short to land on the end leaves the size of the next") {
  const auto problem = particle<1>(Springs<1>{{1}});
  auto state = at<1>(problem, {1}, Vector<double, 1>(0));
  Exact::Memory memory;
  REQUIRE(Exact{}.step(problem, 0., 1., state, memory));
  const double size = memory.h;
  REQUIRE(Exact{}.step(problem, 1., 1e-3 * size, state, memory));
  CHECK(memory.h == size);
}
