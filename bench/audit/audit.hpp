// One row of the audit of the integrators: a method on a problem, measured.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <hamel/diagnostics/observables.hpp>
#include <hamel/diagnostics/order.hpp>
#include <hamel/integrator/commutator_free.hpp>
#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/gauss.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/io/methods.hpp>
#include <hamel/retraction/cayley.hpp>

namespace audit {

using namespace hamel;

struct Row {
  std::string method, system, dynamics;
  int declared = 0;
  double measured = 0;     // slope; NaN: nothing above rounding to measure
  double energy = 0;       // largest relative change over the run
  double momentum = 0;     // of the spatial momentum; NaN: not conserved by this motion
  double constraint = 0;   // largest distance of a from d
  double nanoseconds = 0;  // per step
  std::string note;
};

/// Runs `steps` steps of size h and records the largest deviations.
template <class P, class St, class M>
void conservation(const P& problem, const St& start, const M& method, double h, long steps,
                  Row& row) {
  const double e0 = energy(problem, start);
  const auto j0 = spatial_momentum(problem, start);
  const bool kept = P::kind != Dynamics::nonholonomic && problem.system().force_is_zero();
  if (!kept) row.momentum = std::nan("");
  const RunStatus status = observe_run(
      problem, start, method, {.step = h, .steps = steps, .every = steps / 200},
      [&](double, const auto& s, const RunStatus&) {
        row.energy =
            std::max(row.energy, std::abs(energy(problem, s) - e0) / std::max(1., std::abs(e0)));
        row.constraint = std::max(row.constraint, constraint_residual(problem, s));
        if (kept)
          row.momentum =
              std::max(row.momentum, (spatial_momentum(problem, s) - j0).norm() / j0.norm());
      });
  if (!status) row.note = text(status.outcome);
}

/// Nanoseconds per step of size h: the least over repeated runs of 100 steps.
template <class P, class St, class M>
double cost(const P& problem, const St& start, const M& method, double h) {
  constexpr int steps = 100, repetitions = 30;
  double least = std::numeric_limits<double>::infinity();
  typename M::Memory memory{};
  for (int i = 0; i < repetitions; ++i) {
    auto state = start;
    const auto begin = std::chrono::steady_clock::now();
    for (int k = 0; k < steps; ++k) {
      if (!method.step(problem, k * h, h, state, memory)) return std::nan("");
    }
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - begin;
    least = std::min(least, taken.count() / steps);
  }
  return least;
}

/// Largest difference of the end state from `exact`, over the size of that state.
template <class St>
auto distance(const St& a, const St& exact) {
  const auto size = exact.x.data.norm() + exact.m.norm();
  return ((a.x.data - exact.x.data).norm() + (a.m - exact.m).norm()) / size;
}

/// The end of `steps` fixed steps over [0,t] in long double, which moves the plateau of rounding out of
/// the way of the high orders. False when a step fails.
template <class P, class St, class M>
bool advance(const P& problem, St& state, const M& method, double t, long steps) {
  using L = long double;
  typename M::Memory memory{};
  const L h = L(t) / L(steps);
  for (long k = 0; k < steps; ++k) {
    if (!method.step(problem, L(k) * h, h, state, memory)) return false;
  }
  return true;
}

/// The same state with long double numbers.
template <class P, class St>
auto widened(const P&, const St& state) {
  typename P::template State<long double> wide;
  wide.x = state.x.template cast<long double>();
  wide.m = state.m.template cast<long double>();
  return wide;
}

/// Measures the order at time t from runs with 10, 20, 40, ... steps, errors below `plateau` being rounding,
/// and conservation over a long run.
template <class M, class P, class St, class Wide>
Row measure(const char* name, const char* system, const P& problem, const St& start,
            const Wide& exact, double t, const M& method, double plateau) {
  static const char* const dynamics[] = {"free", "nonholonomic", "vakonomic"};
  Row row{name, system, dynamics[static_cast<int>(P::kind)], M::order, std::nan(""), 0, 0, 0,
          0,    ""};
  if constexpr (!M::adaptive) {
    std::vector<ConvergencePoint> points;
    for (long steps = 10; steps <= 640; steps *= 2) {
      auto state = widened(problem, start);
      if (!advance(problem, state, method, t, steps)) continue;
      points.push_back({t / double(steps), static_cast<double>(distance(state, exact))});
    }
    row.measured = measured_order(points, plateau);
    if (points.empty()) {
      row.note = "does not apply";
      return row;
    }
    if (!(std::abs(row.measured - row.declared) <= 0.1)) row.note = "broken";
  }
  conservation(problem, start, method, t / 100, 1000, row);
  row.nanoseconds = cost(problem, start, method, t / 100);
  return row;
}

/// Plateaus of rounding in long double: of implicit methods and compositions, and of explicit methods.
constexpr double many_operations = 5e-16, few_operations = 3e-17;
template <class Registered>
constexpr double plateau_of = [] {
  constexpr bool iterates = requires(typename Registered::Method method) {
    method.max_iterations;
  };
  return Registered::by_field && !iterates ? few_operations : many_operations;
}();

/// All methods with a name, then relatives of theirs.
template <class P, class St>
void all_methods(const char* system, const P& problem, const St& start, double t,
                 std::vector<Row>& rows) {
  auto exact = widened(problem, start);
  advance(problem, exact, Collocation<Gauss6>{}, t, 4000);
  const auto add = [&](const char* name, const auto& method, double plateau) {
    rows.push_back(measure(name, system, problem, start, exact, t, method, plateau));
  };
  for_each_method([&]<class Registered>(const Registered& row) {
    add(row.name, typename Registered::Method{}, plateau_of<Registered>);
  });
  add("variational, midpoint, Cayley", Variational<Cayley, Midpoint>{}, many_operations);
  add("triple jump 4", Composition<TripleJump4, Variational<>>{}, many_operations);
  add("dopri5, fixed step", RungeKutta<DormandPrince5>{}, few_operations);
  add("dop853, fixed step", RungeKutta<DormandPrince8>{}, few_operations);
  add("commutator-free 3", CommutatorFree3{}, few_operations);
}

template <class C>
void all_dynamics(const C& c, double t, std::vector<Row>& rows) {
  all_methods(c.name, c.free(), c.free().start(c.x, c.a), t, rows);
  all_methods(c.name, c.nonholonomic(), c.nonholonomic().start(c.x, c.a), t, rows);
  all_methods(c.name, c.vakonomic(), c.vakonomic().start(c.x, c.a, c.mu), t, rows);
}

/// One file each, for the compiler's sake.
void suslov(std::vector<Row>& rows);
void unicycle_potential(std::vector<Row>& rows);
void heisenberg_generalized(std::vector<Row>& rows);

/// A long run of one method: 10^7 steps.
struct LongRun {
  std::string system, dynamics, method;
  double step = 0;
  Row row;
  double group = 0, early_energy = 0;
  double casimir = 0;  // relative change; NaN: not conserved by this motion
};
std::vector<LongRun> long_runs(long steps);

}  // namespace audit
