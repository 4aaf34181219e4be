// Watches a run for the places where constraints lose rank, or the Lagrangian its regularity.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

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
  /// What the method carries, and the normals at the end of the last step of a chart that tells its matrices: the state,
  /// then phi_v.
  struct Memory {
    typename Inner::Memory inner;
    std::vector<double> last;
  };
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
    StepStatus status = method.stride(problem, t, end, way, next, memory.inner, stride);
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
      method.within(problem, time, memory.inner, stride, at);
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
    return method.within(problem, t, memory.inner, stride, state);
  }

  /// Positive while the equations of motion stay regular between the two states.
  template <class P, class State>
  static double regularity(const P& problem, const State& before, const State& after) noexcept {
    return regularity(problem, matrices(problem, before), matrices(problem, after));
  }

 private:
  static constexpr int halvings = 6;

  template <class P>
  struct Matrices {
    Matrix<double, P::dimension> inertia;  // L_vv
    Matrix<double, P::constraints, P::dimension> rows;
    bool definite;  // is L_vv clearly so?

    Matrix<double, P::extended> bordered() const noexcept {
      if constexpr (P::constraints == 0)
        return inertia;
      else
        return P::bordered(inertia, rows);
    }
  };

  template <class P>
  static double regularity(const P& problem, const Matrices<P>& k0,
                           const Matrices<P>& k1) noexcept {
    if (!(k0.definite && k1.definite)) {
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
      const double volume = std::sqrt(std::abs(volume_of(gram)));
      const double product = volume_of(turned);
      return product > 0 ? volume : std::min(product, 0.);
    }
  }

  /// The determinant, in closed form for the few constraints that systems have.
  template <class A>
  static double volume_of(const A& a) noexcept {
    if (a.rows() == 1) return a.coeff(0, 0);
    if (a.rows() == 2) return a.coeff(0, 0) * a.coeff(1, 1) - a.coeff(0, 1) * a.coeff(1, 0);
    return determinant(a);
  }

  template <class P, class S, class State>
  StepStatus step(const P& problem, const S& t, const S& h, State& state, Memory& memory,
                  int halvings_left) const noexcept {
    State next = state;
    const StepStatus status = method.step(problem, t, h, next, memory.inner);
    if (!status) next.x.data += static_cast<double>(h) * state.m.head(problem.dim());
    const auto k1 = matrices(problem, next);
    const auto k0 = k1.definite ? known_matrices(problem, state, memory) : matrices(problem, state);
    const double margin = regularity(problem, k0, k1);
    if (margin > chart_rank_tolerance) {
      if (status) {
        state = next;
        remember(problem, state, k1, memory);
      }
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

  /// Does the chart tell its matrices by itself?
  template <class P>
  static constexpr bool tells_matrices = requires(const P& problem, Matrices<P>& k,
                                                  typename P::template Tangent<double>& v,
                                                  typename P::template Multiplier<double>& lambda) {
    problem.system().matrices(v, v, lambda, k.inertia, k.definite, k.rows);
  };

  /// Keeps the normals at a state where L_vv is clearly definite.
  template <class P, class State>
  static void remember(const P& problem, const State& state, const Matrices<P>& k,
                       Memory& memory) noexcept {
    if constexpr (tells_matrices<P>) {
      if (!k.definite) return memory.last.clear();
      memory.last.resize(static_cast<std::size_t>(problem.dim() + state.m.size() + k.rows.size()));
      double* to = std::copy_n(state.x.data.data(), problem.dim(), memory.last.data());
      to = std::copy_n(state.m.data(), state.m.size(), to);
      std::copy_n(k.rows.data(), k.rows.size(), to);
    }
  }

  /// The matrices at a state; without L_vv where they are those remembered.
  template <class P, class State>
  static Matrices<P> known_matrices(const P& problem, const State& state,
                                    const Memory& memory) noexcept {
    if constexpr (tells_matrices<P>) {
      const double* const x = memory.last.data();
      const double* const m = x + problem.dim();
      const int rows = problem.number_of_constraints();
      if (!memory.last.empty() && std::equal(m - problem.dim(), m, state.x.data.data()) &&
          std::equal(m, m + state.m.size(), state.m.data())) {
        Matrices<P> k;
        k.definite = true;
        k.rows.resize(rows, problem.dim());
        std::copy_n(m + state.m.size(), k.rows.size(), k.rows.data());
        return k;
      }
    }
    return matrices(problem, state);
  }

  template <class P, class State>
  static Matrices<P> matrices(const P& problem, const State& state) noexcept {
    const typename P::template Tangent<double> q = state.x.data, v = state.m.head(problem.dim());
    const auto lambda = problem.lambda(state.m);
    if constexpr (tells_matrices<P>) {  // where its own equations serve
      Matrices<P> k;
      k.inertia.resize(problem.dim(), problem.dim());
      k.rows.resize(problem.number_of_constraints(), problem.dim());
      if (problem.system().matrices(q, v, lambda, k.inertia, k.definite, k.rows)) {
        to_unit_rows(k.rows);
        return k;
      }
    }
    const auto l_vv = problem.jet(q, v, lambda).vv;
    const bool definite = clearly_definite(l_vv);
    if constexpr (P::constraints == 0) {
      return {l_vv, {}, definite};
    } else {
      return {l_vv, unit_rows(problem.constraint(q, v).v), definite};
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
    typename RankGuard<Inner>::Memory memory{};
    (guard.step(problem, t, middle, next, memory) ? before : after) = middle;
  }
  return t + before;
}

}  // namespace hamel
