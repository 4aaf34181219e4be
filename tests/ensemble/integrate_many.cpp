// Ensembles: the same numbers as member by member, on any number of threads, whatever becomes of the others.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/core/error.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/ensemble/integrate_many.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/moving_split.hpp>

#include "moving_systems.hpp"

using namespace hamel;

namespace {

/// A heavy top whose weight breaks down beyond the horizontal where it is told to.
struct Weight {
  double limit = -2;
  template <class S>
  S operator()(const Element<SO3, S>& r) const {
    using std::sqrt;
    const S height = S(1) - S(2) * (r.data[1] * r.data[1] + r.data[2] * r.data[2]);
    return limit < -1 ? height : S(height + S(0) * sqrt(S(height - S(limit))));
  }
};

auto top(double limit = -2) {
  const Vector<double, 3> inertia(2, 3, 4);
  return free(mechanical(SO3{}, Matrix<double, 3>(inertia.asDiagonal()), Weight{limit}));
}

template <class P>
auto starts(const P& problem, int count) {
  std::vector<typename P::template State<double>> all;
  for (int i = 0; i < count; ++i) {
    const Vector<double, 3> a(std::sin(i), std::cos(2. * i), std::sin(3. * i + 1));
    all.push_back(problem.start(SO3{}.exp(Vector<double, 3>(0.3 * a)), a));
  }
  return all;
}

/// The largest difference of an ensemble to runs of its members; statuses must agree where `counted`.
template <class P, class M>
double difference(const P& problem, const M& method, const EnsembleOptions& how, int count) {
  const auto initial = starts(problem, count);
  const RunOptions options{.step = 0.02, .steps = 100};
  const auto members = integrate_many(problem, initial, method, options, how);
  double worst = 0;
  for (std::size_t i = 0; i < initial.size(); ++i) {
    const auto run = integrate(problem, initial[i], method, options);
    const auto own = members.state(i), other = run.states.back();
    CHECK(members.status(i).outcome == run.status.outcome);
    CHECK(members.status(i).steps == run.status.steps);
    CHECK(members.status(i).t == doctest::Approx(run.status.t));
    if (count == 1) {  // alone in its pack
      CHECK(members.status(i).iterations == run.status.iterations);
      CHECK(members.status(i).most_iterations == run.status.most_iterations);
    }
    if (!run.status) continue;
    worst = std::fmax(worst, (own.x.data - other.x.data).norm() + (own.m - other.m).norm());
  }
  return worst;
}

}  // namespace

TEST_CASE("an ensemble has the states of its members' own runs, to rounding") {
  for (const int count : {1, 7, 70}) {
    CAPTURE(count);
    CHECK(difference(top(), RungeKutta<Classical4>{}, {.threads = 1}, count) < 1e-13);
    CHECK(difference(top(), Variational<>{}, {.threads = 2}, count) < 1e-13);
  }
}

TEST_CASE("blocks of work are each done once, call after call, by any number of threads") {
  for (const int threads : {1, 2, 3, 5}) {
    for (const long blocks : {1L, 2L, 5L, 64L, 257L}) {
      CAPTURE(threads);
      CAPTURE(blocks);
      std::vector<int> done(static_cast<std::size_t>(blocks));
      const auto work = [&](long b) { ++done[static_cast<std::size_t>(b)]; };
      detail::Crew crew(threads, blocks, work);
      for (int call = 1; call <= 200; ++call) {
        crew();
        REQUIRE(std::all_of(done.begin(), done.end(), [&](int times) { return times == call; }));
      }
    }
  }
}

TEST_CASE("a member that fails keeps its last state and the others go on") {
  const auto problem = top(0.2);
  const RunOptions options{.step = 0.02, .steps = 100};
  const auto initial = starts(problem, 70);
  const auto members = integrate_many(problem, initial, RungeKutta<Classical4>{}, options);
  int failed = 0;
  for (std::size_t i = 0; i < members.size(); ++i) failed += members.status(i) ? 0 : 1;
  CHECK(failed > 5);
  CHECK(failed < 65);
  CHECK(difference(problem, RungeKutta<Classical4>{}, {.threads = 2}, 70) < 1e-13);
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (members.status(i)) continue;
    CHECK(members.status(i).outcome == Outcome::not_finite);
    RunOptions until = options;
    until.steps = members.status(i).steps;
    if (until.steps == 0) continue;
    const auto run = integrate(problem, initial[i], RungeKutta<Classical4>{}, until);
    CHECK((members.state(i).m - run.states.back().m).norm() < 1e-13);
  }
}

TEST_CASE("outputs stream: every so many steps, the last always, until the observer ends the run") {
  const auto problem = top();
  const auto initial = starts(problem, 20);
  std::vector<double> times;
  const auto watch = [&](double t, const auto& members) {
    times.push_back(t);
    CHECK(members.size() == 20);
    CHECK(members.status(3).steps == std::lround(t / 0.5));
  };
  const RunOptions options{.step = 0.5, .steps = 7, .every = 3};
  integrate_many(problem, initial, RungeKutta<Classical4>{}, options, watch);
  CHECK(times == std::vector<double>{0, 1.5, 3, 3.5});
  int seen = 0;
  const auto members =
      integrate_many(problem, initial, RungeKutta<Classical4>{}, options,
                     [&](double, const auto&) { return ++seen < 2; }, {.threads = 2});
  CHECK(seen == 2);
  CHECK(members.status(0).steps == 3);
  CHECK(members.status(0).outcome == Outcome::stopped);
  CHECK_THROWS_AS(
      integrate_many(problem, initial, RungeKutta<Classical4>{}, {.step = 0, .steps = 7}),
      InputError);
}

TEST_CASE("a member whose distribution loses its rank stops with that status, the others go on") {
  const auto c = systems::car();
  const auto system = mechanical(c.system.group(), c.system.metric_function());
  const auto p = nonholonomic(system, MovingSplit(system, systems::Narrowing{}, c.x));
  const auto start = [&](double speed) {
    return p.start(c.x,
                   Vector<double, 4>(systems::Narrowing{}(c.x) * Vector<double, 2>(speed, speed)));
  };
  const RunOptions options{.step = 0.01, .steps = 60};
  std::vector<decltype(start(1))> states;
  for (int i = 0; i < 19; ++i) states.push_back(start(i == 5 || i == 18 ? 0.5 : -0.01 * i));
  const auto many = integrate_many(p, states, Variational<>{}, options);
  for (std::size_t i = 0; i < states.size(); ++i) {
    CAPTURE(i);
    const auto alone = integrate(p, states[i], Variational<>{}, options);
    CHECK(many.status(i).outcome == (i == 5 || i == 18 ? Outcome::rank_lost : Outcome::ok));
    CHECK(many.status(i).outcome == alone.status.outcome);
    CHECK(many.status(i).steps == alone.status.steps);
    CHECK(many.status(i).t == alone.status.t);
    CHECK((many.state(i).x.data - alone.states.back().x.data).cwiseAbs().maxCoeff() < 1e-13);
  }
}
