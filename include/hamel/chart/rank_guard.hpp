// Watches a run for the places where constraints lose rank, or the Lagrangian its regularity.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <hamel/chart/chart_problem.hpp>
#include <hamel/core/dense.hpp>
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
  /// What the method carries, and the normals at the end of the last step of a chart that tells its matrices: the
  /// state, then phi_v.
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
    Matrices<P> k0, k1;
    find_matrices(problem, before, k0);
    find_matrices(problem, after, k1);
    return regularity(problem, k0, k1);
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
      const double volume = std::sqrt(std::abs(product_of_volumes(k1.rows, k1.rows)));
      const double product = product_of_volumes(k0.rows, k1.rows);
      return product > 0 ? volume : std::min(product, 0.);
    }
  }

  /// det(a b^T), in closed form for the few constraints that systems have.
  template <int M, int N>
  static double product_of_volumes(const Matrix<double, M, N>& a,
                                   const Matrix<double, M, N>& b) noexcept {
    const int m = int(a.rows()), n = int(a.cols());
    const auto dot = [&](int i, int j) {
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += a.coeff(i, k) * b.coeff(j, k);
      return sum;
    };
    if (m == 1) return dot(0, 0);
    if (m == 2) return dot(0, 0) * dot(1, 1) - dot(0, 1) * dot(1, 0);
    return determinant(entrywise<double, M, M>(m, m, dot));
  }

  template <class P, class S, class State>
  StepStatus step(const P& problem, const S& t, const S& h, State& state, Memory& memory,
                  int halvings_left) const noexcept {
    State next = state;
    const StepStatus status = method.step(problem, t, h, next, memory.inner);
    if (!status) next.x.data += static_cast<double>(h) * state.m.head(problem.dim());
    Matrices<P> k0, k1;
    find_matrices(problem, next, k1);
    if (!k1.definite || !recall(problem, state, memory, k0)) find_matrices(problem, state, k0);
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
    problem.system().normals(v, v, k.rows);
  };

  /// Keeps the normals at a state where L_vv is clearly definite.
  template <class P, class State>
  static void remember(const P& problem, const State& state, const Matrices<P>& k,
                       Memory& memory) noexcept {
    if constexpr (tells_matrices<P>) {
      if (!k.definite) return memory.last.clear();
      memory.last.resize(static_cast<std::size_t>(problem.dim() + state.m.size() + k.rows.size()));
      double* to = memory.last.data();
      const auto keep = [&](const auto& numbers) {
        to = copy_few(numbers.data(), numbers.data() + numbers.size(), to);
      };
      keep(state.x.data);
      keep(state.m);
      keep(k.rows);
    }
  }

  /// The normals at a state where they are those remembered.
  template <class P, class State>
  static bool recall(const P& problem, const State& state, const Memory& memory,
                     Matrices<P>& k) noexcept {
    if constexpr (tells_matrices<P>) {
      const double* const x = memory.last.data();
      const double* const m = x + problem.dim();
      if (memory.last.empty() || !std::equal(x, m, state.x.data.data()) ||
          !std::equal(m, m + state.m.size(), state.m.data()))
        return false;
      k.definite = true;
      k.rows.resize(problem.number_of_constraints(), problem.dim());
      const double* const rows = m + state.m.size();
      copy_few(rows, rows + k.rows.size(), k.rows.data());
      return true;
    }
    return false;
  }

  template <class P, class State>
  static void find_matrices(const P& problem, const State& state, Matrices<P>& k) noexcept {
    if constexpr (tells_matrices<P>) {  // where its own equations serve
      k.rows.resize(problem.number_of_constraints(), problem.dim());
      k.definite = problem.system().normals(state.x.data, state.m, k.rows);
      if (k.definite) return to_unit_rows(k.rows);  // nobody asks for L_vv
    }
    const typename P::template Tangent<double> q = state.x.data, v = state.m.head(problem.dim());
    const auto lambda = problem.lambda(state.m);
    if constexpr (tells_matrices<P>) {
      k.inertia.resize(problem.dim(), problem.dim());
      if (problem.system().matrices(q, v, lambda, k.inertia, k.definite, k.rows))
        return to_unit_rows(k.rows);
    }
    k.inertia = problem.jet(q, v, lambda).vv;
    k.definite = clearly_definite(k.inertia);
    if constexpr (P::constraints != 0) k.rows = unit_rows(problem.constraint(q, v).v);
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
