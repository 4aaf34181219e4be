// Bad input is refused, numerical failure is a status that keeps what was computed.
#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/core/error.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/event.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>

#include "method_lists.hpp"
#include "systems.hpp"

using namespace hamel;
using V3 = Vector<double, 3>;

namespace {

const double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// A well that turns into NaN where x > 1, as a table that ends would.
struct Edge {
  template <class S>
  S operator()(const Element<SE2Cover, S>& q) const {
    return q.data[0] < S(1) ? S(-3.) * q.data[0] : S(not_a_number) * q.data[0];
  }
};

/// diag(1 - x, 1, 1): the mass is used up at x = 1.
struct Melting {
  template <class S>
  Matrix<S, 3> operator()(const Element<SE2Cover, S>& q) const {
    Matrix<S, 3> m = Matrix<S, 3>::Identity();
    m(0, 0) = S(1) - q.data[0];
    return m;
  }
};

/// Up to the edge x = 1 from x = 0, x' = 1, with d = <e1, e3>.
auto to_the_edge() {
  const Matrix<double, 3> m = V3(1, 1, 1).asDiagonal();
  return systems::make("edge", mechanical(SE2Cover{}, m, Edge{}),
                       systems::columns<3, 2>({1, 0, 0, 0, 0, 1}), SE2Cover{}.identity<double>(),
                       V3(1, 0, 0), V3(0, 0.1, 0));
}

/// A run stopped by a number that is not finite: everything before it is there.
template <class M, class St>
void check_stopped(const Trajectory<St>& run) {
  CHECK_FALSE(run.status);
  CHECK(run.status.outcome == Outcome::not_finite);
  CHECK(run.status.steps > 40);
  CHECK(run.status.steps < 100);
  REQUIRE(run.states.size() == std::size_t(run.status.steps) + 1);
  for (const auto& state : run.states) CHECK((state.x.data.allFinite() && state.m.allFinite()));
  CHECK(run.times.back() == run.status.t);
  CHECK(run.status.t == doctest::Approx(0.01 * double(run.status.steps)));
  const bool counts = M::adaptive || run.status.iterations > 0;  // explicit methods do not iterate
  if (counts) CHECK(run.status.most_iterations > 0);
  if (M::adaptive) CHECK(run.status.residual > 0);
}

template <class M, class P, class St>
void check_partial(const P& problem, const St& start) {
  const M method;
  const RunOptions options{.step = 0.01, .steps = 200};
  const auto run = integrate(problem, start, method, options);
  check_stopped<M>(run);

  // The step that fails changes nothing.
  auto state = run.states.back();
  typename M::Memory memory{};
  CHECK_FALSE(method.step(problem, run.status.t, 0.01, state, memory));
  CHECK(state.x.data == run.states.back().x.data);
  CHECK(state.m == run.states.back().m);

  // Neither event nor its absence hides the failure.
  const auto never = integrate_until(problem, start, method, options,
                                     [](double t, const auto&) { return t - 1.5; });
  CHECK_FALSE(never.happened);
  check_stopped<M>(never.trajectory);
  const auto early = integrate_until(problem, start, method, options,
                                     [](double t, const auto&) { return t - 0.255; });
  CHECK(early.happened);
  CHECK(early.trajectory.status);
  CHECK(early.t == doctest::Approx(0.255).epsilon(1e-11));
  CHECK(early.trajectory.states.size() == 27);
}

}  // namespace

TEST_CASE_TEMPLATE("runs without meaning are refused", M, Variational<>, Adaptive<DormandPrince8>) {
  const auto c = systems::suslov();
  const auto problem = c.free();
  const auto start = problem.start(c.x, c.a);
  const auto refused = [&](const RunOptions& options) {
    const auto g = [](double t, const auto&) { return t - 0.5; };
    CHECK_THROWS_AS(integrate(problem, start, M{}, options), InputError);
    CHECK_THROWS_AS(integrate_until(problem, start, M{}, options, g), InputError);
  };
  for (const double h : {0., not_a_number, std::numeric_limits<double>::infinity()})
    refused({.step = h});
  refused({.steps = -1});
  refused({.every = 0});
}

TEST_CASE("a negative step runs backward and returns to the start") {
  const auto c = systems::suslov();
  for (const double h : {0.05, -0.05}) {
    const auto problem = c.nonholonomic();
    const auto start = problem.start(c.x, c.a);
    const auto there = integrate(problem, start, Variational<>{}, {.step = h, .steps = 100});
    const auto back =
        integrate(problem, there.states.back(), Variational<>{}, {.step = -h, .steps = 100});
    CHECK((back.states.back().m - start.m).norm() < 1e-13);
    CHECK((back.states.back().x.data - start.x.data).norm() < 1e-13);
  }
}

TEST_CASE("metrics and distributions without meaning are refused") {
  Matrix<double, 3> m = Matrix<double, 3>::Identity();
  m(0, 1) = 0.1;
  CHECK_THROWS_AS(mechanical(SO3{}, m), DegenerateMetric);
  m = V3(1, 0, 1).asDiagonal();
  CHECK_THROWS_AS(mechanical(SO3{}, m), DegenerateMetric);
  m = V3(1, not_a_number, 1).asDiagonal();
  CHECK_THROWS_AS(mechanical(SO3{}, m), DegenerateMetric);
  const auto lorentz = mechanical(SO3{}, Matrix<double, 3>(V3(1, 1, -1).asDiagonal()));
  const Matrix<double, 3, 1> light = V3(1, 0, 1);
  CHECK_THROWS_AS(Split(lorentz, light), DegenerateMetric);
  CHECK_THROWS_AS(Split(lorentz, systems::columns<3, 2>({1, 0, 0, 2, 0, 0})), ConstraintViolation);
}

TEST_CASE_TEMPLATE_DEFINE("NaN at some step ends the run there, with what came before", M,
                          stopped) {
  const auto c = to_the_edge();
  check_partial<M>(c.free(), c.free().start(c.x, c.a));
}
TEST_CASE_TEMPLATE_APPLY(stopped, method_lists::Registered<method_lists::Any>);

TEST_CASE_TEMPLATE("the same under a constraint", M, Variational<>, Adaptive<DormandPrince8>) {
  const auto c = to_the_edge();
  check_partial<M>(c.nonholonomic(), c.nonholonomic().start(c.x, c.a));
  check_partial<M>(c.vakonomic(), c.vakonomic().start(c.x, c.a, c.mu));
}

TEST_CASE("a mass matrix that becomes singular on the way stops error control before it") {
  const auto problem = free(mechanical(SE2Cover{}, Melting{}));
  // (1 - x) x'^2 is constant: x reaches 1 at t = 2/3, with infinite velocity.
  const auto start = problem.start(SE2Cover{}.identity<double>(), V3(1, 0, 0));
  const auto run =
      integrate(problem, start, Adaptive<DormandPrince8>{}, {.step = 0.01, .steps = 100});
  CHECK_FALSE(run.status);
  CHECK(run.status.steps == 66);
  CHECK(run.status.iterations > 66);
  REQUIRE(run.states.size() == 67);
  const double x = problem.group().coordinates(run.states.back().x)[0];
  CHECK(x == doctest::Approx(1 - std::pow(1 - 1.5 * 0.66, 2. / 3)).epsilon(1e-10));
}

TEST_CASE_TEMPLATE("a mass matrix that is singular at the start", M, Variational<>,
                   RungeKutta<Classical4>, Adaptive<DormandPrince8>) {
  const auto problem = free(mechanical(SE2Cover{}, Melting{}));
  const auto x = SE2Cover{}.from_coordinates(std::vector<double>{1, 0, 0});
  const auto run = integrate(problem, problem.start(x, V3(1, 0, 0)), M{}, {.step = 0.01});
  CHECK(run.status.outcome == Outcome::not_finite);
  CHECK(run.status.steps == 0);
  CHECK(run.states.size() == 1);
}

TEST_CASE("a step that is too long for Newton's method says so and leaves the state alone") {
  const auto c = systems::suslov();
  const auto problem = c.free();
  auto state = problem.start(c.x, V3(20, -30, 10));
  const auto before = state;
  Variational<>::Memory memory;
  const StepStatus status = Variational<>{.max_iterations = 3}.step(problem, 0., 5., state, memory);
  CHECK(status.outcome == Outcome::not_converged);
  CHECK(status.iterations == 3);
  CHECK(status.residual > 0);
  CHECK((state.m - before.m).norm() == 0);
}
