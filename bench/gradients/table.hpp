// What the gradient of a run's cost takes beside the plain run: rows of a table, a system by many methods.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <type_traits>

#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/commutator_free.hpp>
#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/crouch_grossman.hpp>
#include <hamel/integrator/gauss.hpp>
#include <hamel/integrator/run_gradient.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/retraction/cayley.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/split.hpp>

namespace gradients {

/// The rows of bodies, alone and with a weight, of a vehicle in space, of wheels, alone and with drag, and of
/// constraints or metrics that move: each a file, for they take long to compile.
void bodies();
void heavy_bodies();
void vehicle();
void wheels();
void drag();
void moving();

constexpr double budget = 5;

/// Cells so far, and those above the budget.
struct Count {
  int cells = 0, missed = 0;
};
inline Count count;

/// A problem of one of the three dynamics under a constant constraint.
template <hamel::Dynamics kind, class System, class D>
auto constrained(const System& system, const D& d) {
  if constexpr (kind == hamel::Dynamics::free)
    return hamel::free(system);
  else if constexpr (kind == hamel::Dynamics::nonholonomic)
    return hamel::nonholonomic(system, hamel::Split(system, d));
  else
    return hamel::vakonomic(system, hamel::Split(system, d));
}

/// Of positions, momenta and inputs at every step, and of the end.
struct Cost {
  template <class St, class V>
  auto stage(double, const St& s, const V& w) const {
    using T = typename decltype(St::m)::Scalar;
    return T(s.x.data[1] * s.x.data[1] + s.m.squaredNorm() + w.squaredNorm());
  }
  template <class St>
  auto end(double, const St& s) const {
    return typename decltype(St::m)::Scalar(s.x.data[0] * s.x.data[0] + s.x.data[2]);
  }
};

/// Seconds of the processor since the thread began.
inline double now() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// What the gradient takes in plain runs, the two taken in turns and the fastest of each: a cell of the table.
template <class Family, class Theta, class M>
void cell(const Family& family, const Theta& theta, const M& method) {
  constexpr int steps = 400;
  constexpr double h = 0.01;
  const auto problem = family(theta);
  using P = std::decay_t<decltype(problem)>;
  constexpr int m = hamel::inputs_of<typename P::System>;
  typename P::template State<double> start;
  hamel::Vector<double, P::dimension> e;
  for (int i = 0; i < P::dimension; ++i) e[i] = 0.3 - 0.15 * i + 0.07 * i * i;
  start.x = problem.group().exp(e);
  for (int i = 0; i < P::variations; ++i) start.m[i] = 0.06 - 0.025 * i;
  Eigen::Matrix<double, m, Eigen::Dynamic> signal(m, steps);
  for (int k = 0; k < steps; ++k)
    for (int j = 0; j < m; ++j) signal(j, k) = 0.1 * std::sin(0.07 * k + j);

  bool ok = true;
  double sum = 0, plain = HUGE_VAL, sweep = HUGE_VAL;
  const double began = now();
  for (int turn = 0; turn < 20 || (turn < 400 && now() - began < 0.2); ++turn) {
    const double first = now();
    typename M::Memory memory{};
    auto state = start;
    for (int k = 0; k < steps; ++k) {
      if constexpr (m > 0)
        ok &= bool(
            method.step(problem, h * k, h, state, hamel::Vector<double, m>(signal.col(k)), memory));
      else
        ok &= bool(method.step(problem, h * k, h, state, memory));
    }
    sum += state.m[0] + state.x.data.sum();  // else compilers leave the elements out
    const double second = now();
    const auto found = hamel::run_gradient(family, theta, method, start,
                                           {.step = h, .steps = steps}, signal, Cost{});
    ok &= bool(found.status);
    sum += found.by_parameters[0];
    plain = std::min(plain, second - first);
    sweep = std::min(sweep, now() - second);
  }
  const double ratio = sweep / plain;
  if (!ok || !std::isfinite(sum)) {
    std::printf(" failed |");
    return;
  }
  std::printf(ratio > budget ? " **%.1f** |" : " %.1f |", ratio);
  ++count.cells;
  count.missed += ratio > budget;
}

/// A row: a system by every method.
template <class Family, class Theta>
void row(const char* name, const Family& family, const Theta& theta) {
  using namespace hamel;
  std::printf("| %s | %d |", name, int(theta.size()));
  cell(family, theta, RungeKutta<Classical4>{});
  cell(family, theta, CommutatorFree4{});
  cell(family, theta, CrouchGrossman3{});
  cell(family, theta, Collocation<Gauss4>{});
  cell(family, theta, Collocation<Gauss6>{});
  cell(family, theta, Adaptive<DormandPrince5>{});
  cell(family, theta, Adaptive<DormandPrince8>{});
  cell(family, theta, Variational<>{});
  cell(family, theta, Variational<Cayley>{});
  cell(family, theta, Variational<Exponential, Midpoint>{});
  cell(family, theta, Composition<Suzuki4, Variational<>>{});
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace gradients
