// Watches a run for the places where constraints lose rank, or the Lagrangian its regularity.
#pragma once

#include <algorithm>
#include <cmath>

#include <hamel/chart/chart_problem.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/integrator/strides.hpp>

namespace hamel {

namespace detail {

/// What a method keeps of a step of its own; nothing where it takes none.
template <class M, class P, class S>
struct StrideOf {
  struct type {};
};
template <class M, class P, class S>
requires requires {
  typename M::template Stride<P, S>;
}
struct StrideOf<M, P, S> {
  using type = typename M::template Stride<P, S>;
};

}  // namespace detail

/// Wraps a method: a step across which the equations of motion become singular ends the run with
/// Outcome::singular, even where the method would have jumped over the place. With A = phi_v and K
/// the bordered matrix at both ends of a step, it is refused when
///
/// - det(A_0 A_1^T), by Cauchy-Binet the product of the two spaces of normals, is not positive: the
///   normals went through a dependent set, or turned by a right angle in one step;
/// - det K_0 and det K_1 differ in sign: L became singular on the kernel of phi_v (where L_vv is clearly definite at
///   both ends they do not);
/// - the volume sqrt det(A_1 A_1^T) spanned by the rows of A_1, scaled to length 1, is below
///   chart_rank_tolerance.
///
/// The status carries that number as its residual; the run stops at the last state before the
/// place (where the method itself fails on its way there, a straight step stands in for it), which
/// rank_loss() finds more closely. Steps of the run must resolve the place: one that
/// is passed twice within a step is not seen. Of methods with error control an interval or a stride
/// that would be refused is looked at once more in halves, so that long ones in which the normals
/// merely turn are kept; a stride across the place ends there, and the next one is refused.
template <class Inner>
struct RankGuard {
  static constexpr int order = Inner::order;
  static constexpr bool adaptive = Inner::adaptive;
  using Memory = typename Inner::Memory;
  template <class P, class S>
  using Stride = typename detail::StrideOf<Inner, P, S>::type;

  Inner method{};

  template <class P, class S, class State>
  StepStatus step(const P& problem, const S& t, const S& h, State& state,
                  Memory& memory) const noexcept {
    return step(problem, t, h, state, memory, adaptive ? halvings : 0);
  }

  template <class P, class S, class State>
  StepStatus stride(const P& problem, const S& t, const S& end, double way, State& state,
                    Memory& memory,
                    Stride<P, S>& stride) const noexcept requires Striding<Inner, P, S> {
    State next = state, reached = state;
    const S last = S(stride.end - stride.t);  // the length of the stride before
    StepStatus status = method.stride(problem, t, end, way, next, memory, stride);
    double margin = 0;
    S regular = t;
    if (!status) {
      const auto straight = [&](const S& time, State& at) {
        at = state;
        at.x.data += static_cast<double>(time - t) * state.m.head(problem.dim());
      };
      using std::abs;
      const S some =
          end < t ? S(-way) / S(200) : S(way) / S(200);  // steps may shrink on the way there
      const S ahead = S(2) * (last == S(0) ? S(end - t) : last);
      const S far = t + (abs(ahead) < abs(some) ? some : ahead);
      straight(far, next);
      if (!passes(problem, straight, regular, reached, far, next, halvings, margin))
        status = {Outcome::singular, status.iterations, margin};
      return status;
    }
    const auto inside = [&](const S& time, State& at) {
      method.within(problem, time, memory, stride, at);
    };
    if (passes(problem, inside, regular, reached, stride.end, next, halvings, margin)) {
      state = next;
      return status;
    }
    using std::abs;
    if (!(abs(regular - t) > S(1e-9) * abs(stride.end - t)))
      return {Outcome::singular, status.iterations, margin};
    stride.end = regular;
    state = reached;
    return status;
  }

  template <class P, class S, class State>
  StepStatus within(const P& problem, const S& t, const Memory& memory, Stride<P, S>& stride,
                    State& state) const noexcept requires Striding<Inner, P, S> {
    return method.within(problem, t, memory, stride, state);
  }

  /// Positive while the equations of motion stay regular between the two states.
  template <class P, class State>
  static double regularity(const P& problem, const State& before, const State& after) noexcept {
    const auto k0 = matrices(problem, before), k1 = matrices(problem, after);
    if (!(clearly_definite(k0.inertia) && clearly_definite(k1.inertia))) {
      const double sign = determinant(k0.bordered()) / determinant(k1.bordered());
      if (!(sign > 0)) return sign == 0 ? 0 : -std::abs(sign);
    }
    if constexpr (P::constraints == 0) {
      return 1;
    } else {
      if (problem.number_of_constraints() == 0) return 1;
      const auto across = transposed(k1.rows);
      const Matrix<double, P::constraints> turned = times(k0.rows, across),
                                           gram = times(k1.rows, across);
      const double volume = std::sqrt(std::abs(determinant(gram)));
      const double product = determinant(turned);
      return product > 0 ? volume : std::min(product, 0.);
    }
  }

 private:
  static constexpr int halvings = 6;

  template <class P, class S, class State>
  StepStatus step(const P& problem, const S& t, const S& h, State& state, Memory& memory,
                  int halvings_left) const noexcept {
    State next = state;
    const StepStatus status = method.step(problem, t, h, next, memory);
    if (!status) next.x.data += static_cast<double>(h) * state.m.head(problem.dim());
    const double margin = regularity(problem, state, next);
    if (margin > chart_rank_tolerance) {
      if (status) state = next;
      return status;
    }
    if (halvings_left == 0) return {Outcome::singular, status.iterations, margin};
    next = state;
    StepStatus half = step(problem, t, S(h / S(2)), next, memory, halvings_left - 1);
    if (!half) return half;
    const int iterations = half.iterations;
    half = step(problem, S(t + h / S(2)), S(h / S(2)), next, memory, halvings_left - 1);
    half.iterations += iterations;
    if (half) state = next;
    return half;
  }

  /// Moves a, with the state there, to b where the equations stay regular on the way there, which at(t, state) knows;
  /// else to the place where they do not, and `margin` is what the guard measured.
  template <class P, class S, class State, class At>
  static bool passes(const P& problem, const At& at, S& a, State& state, const S& b,
                     const State& state_b, int halvings_left, double& margin) noexcept {
    margin = regularity(problem, state, state_b);
    if (margin > chart_rank_tolerance) {
      a = b;
      state = state_b;
      return true;
    }
    State middle = state;
    if (halvings_left > 0) {
      const S half = a + (b - a) / S(2);
      at(half, middle);
      return passes(problem, at, a, state, half, middle, halvings_left - 1, margin) &&
             passes(problem, at, a, state, b, state_b, halvings_left - 1, margin);
    }
    S refused = b;
    for (int bisections = 0; bisections < 40; ++bisections) {
      const S half = a + (refused - a) / S(2);
      at(half, middle);
      if (regularity(problem, state, middle) > chart_rank_tolerance) {
        a = half;
        state = middle;
      } else {
        refused = half;
      }
    }
    return false;
  }

  template <class P>
  struct Matrices {
    Matrix<double, P::dimension> inertia;  // L_vv
    Matrix<double, P::constraints, P::dimension> rows;

    Matrix<double, P::extended> bordered() const noexcept {
      if constexpr (P::constraints == 0)
        return inertia;
      else
        return P::bordered(inertia, rows);
    }
  };

  template <class P, class State>
  static Matrices<P> matrices(const P& problem, const State& state) noexcept {
    const typename P::template Tangent<double> q = state.x.data, v = state.m.head(problem.dim());
    const auto l_vv = problem.jet(q, v, problem.lambda(state.m)).vv;
    if constexpr (P::constraints == 0) {
      return {l_vv, {}};
    } else {
      return {l_vv, unit_rows(problem.constraint(q, v).v)};
    }
  }
};

/// Where between t and t + h the guard sees the equations of motion become singular: bisection with
/// steps of the inner method, to 1e-12 of h.
template <class Inner, class P, class State>
double rank_loss(const RankGuard<Inner>& guard, const P& problem, const State& state, double t,
                 double h) noexcept {
  double before = 0, after = h;
  while (std::abs(after - before) > 1e-12 * std::abs(h)) {
    const double middle = 0.5 * (before + after);
    State next = state;
    typename Inner::Memory memory{};
    (guard.step(problem, t, middle, next, memory) ? before : after) = middle;
  }
  return t + before;
}

}  // namespace hamel
