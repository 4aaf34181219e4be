// Methods in coordinates, kept on holonomic constraints.
#pragma once

#include <algorithm>
#include <cmath>

#include <hamel/chart/constraint_forces.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/integrator/strides.hpp>

#include "chart_in_motion.hpp"

namespace hamel::running {

/// Wraps a method: after each step q is moved onto g(t,q) = 0 along L_vv^{-1} g_q^T, and the velocity onto the
/// constraints (standard projection: Hairer, Lubich & Wanner 2006, IV.4). `places` must outlive it.
template <class P, class Inner>
struct HeldMethod {
  static constexpr int order = Inner::order;
  static constexpr bool adaptive = Inner::adaptive;
  using Memory = typename Inner::Memory;
  using State = typename P::template State<double>;
  template <class, class>
  using Stride = typename Inner::template Stride<P, double>;

  Inner method;
  const HeldPlaces* places;

  StepStatus step(const P& problem, double t, double h, State& state,
                  Memory& memory) const noexcept {
    if (!places->any()) return method.step(problem, t, h, state, memory);
    State next = state;
    return restored(problem, t + h, method.step(problem, t, h, next, memory), next, state);
  }
  StepStatus stride(const P& problem, double t, double end, double way, State& state,
                    Memory& memory,
                    Stride<P, double>& stride) const noexcept requires Striding<Inner, P> {
    if (!places->any()) return method.stride(problem, t, end, way, state, memory, stride);
    State next = state;
    const StepStatus status = method.stride(problem, t, end, way, next, memory, stride);
    return restored(problem, stride.end, status, next, state);
  }
  StepStatus within(const P& problem, double t, const Memory& memory, Stride<P, double>& stride,
                    State& state) const noexcept requires Striding<Inner, P> {
    const StepStatus status = method.within(problem, t, memory, stride, state);
    return places->any() ? restored(problem, t, status, state, state) : status;
  }

  /// Moves a state onto the constraints.
  static StepStatus restore(const P& problem, const HeldPlaces& places, double t,
                            State& state) noexcept {
    constexpr double near = 1e-9;  // Newton's method squares what is left
    constexpr int most = 20;
    const int n = problem.dim(), m = places.independent();
    State next = state;
    Vector<double, dynamic> g;
    Matrix<double, dynamic> rows;
    for (int i = 1; i <= most; ++i) {
      const Vector<double, dynamic> q = next.x.data, v = next.m.head(n);
      places.look(t, q, g, rows);
      auto bordered = P::bordered(problem.jet(q, v, problem.lambda(next.m)).vv, rows);
      Vector<double, dynamic> way = zeros<double, dynamic>(n + m);
      for (int k = 0; k < m; ++k) way[n + k] = -g[k];
      hamel::solve_in_place(bordered, way);
      const double size = way.head(n).norm();
      if (!std::isfinite(size)) return {Outcome::not_finite, i, size};
      next.x.data += way.head(n);
      if (size > near * std::max(1., q.norm())) continue;
      if (places.off(t, next.x.data) > near * std::max(1., q.norm()))
        return {Outcome::rank_lost, i, 0};  // equations that followed from others do so no more
      double moved = 0;
      const StepStatus status = project_velocity(problem, next, moved);
      if (status) state = next;
      return status;
    }
    return {Outcome::not_converged, most, 0};
  }

 private:
  StepStatus restored(const P& problem, double t, const StepStatus& status, State next,
                      State& state) const noexcept {
    if (!status) return status;
    const StepStatus there = restore(problem, *places, t, next);
    if (!there) return {there.outcome, status.iterations + there.iterations, there.residual};
    state = next;
    return status;
  }
};

}  // namespace hamel::running
