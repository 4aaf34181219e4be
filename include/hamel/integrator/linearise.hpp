// The linearisation of a step at the step that was solved, for controllers and optimisers.
#pragma once

#include <type_traits>

#include <hamel/core/dual.hpp>
#include <hamel/core/entries.hpp>
#include <hamel/core/finite.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/integrator/differentiated_step.hpp>
#include <hamel/integrator/rank_loss.hpp>
#include <hamel/system/inputs.hpp>

namespace hamel {

/// One step and its derivative in trivialised coordinates: near the start x exp(dx), m + dm and the inputs w + dw the
/// step ends at x+ exp(dx+), m+ + dm+ with
///
///     (dx+, dm+) = A (dx, dm) + B dw.
///
/// Rows and columns are ordered: the n components of dx in the basis of the algebra, then the dim W of dm (m = p for
/// free and vakonomic motion, D^T p for nonholonomic). S is the scalar, N = n, W = dim W, M the number of inputs.
template <class G, class S, int N, int W, int M>
struct Linearisation {
  StepStatus status;      ///< of the step; what follows has a meaning where it is ok
  State<G, S, W> end;     ///< x+, m+
  Matrix<S, N + W> A;     ///< (n + dim W) x (n + dim W)
  Matrix<S, N + W, M> B;  ///< (n + dim W) x M
};

/// The multiplier at the end of a step (mu of vakonomic motion, the reaction of nonholonomic motion under the inputs
/// of the step), n components, with its derivative by (dx, dm) and dw at the start.
template <class S, int N, int W, int M>
struct MultiplierRows {
  Vector<S, N> value;
  Matrix<S, N, N + W> C;
  Matrix<S, N, M> D;
};

/// Takes one step of size h from `state` at time t under the inputs w, held over it, and linearises it there
/// (math: the implicit function theorem at the solution, one factorisation; exact to rounding). For problems of
/// fixed size; never throws or allocates. A status that is not ok says why there is no step, as `step` does.
template <class P, class M, class G, class S, int W, class V>
auto linearise(const P& problem, const M& method, const std::type_identity_t<S>& t,
               const std::type_identity_t<S>& h, const State<G, S, W>& state,
               const Eigen::MatrixBase<V>& w) noexcept {
  static_assert(P::dimension != dynamic && P::variations != dynamic,
                "linearise: the problem needs a fixed size; step_derivative serves the others");
  constexpr int size = P::dimension + W, m = inputs_of<typename P::System>;
  static_assert(V::SizeAtCompileTime == m || V::SizeAtCompileTime == dynamic,
                "linearise: the inputs are not as many as the system has");
  Linearisation<G, S, P::dimension, W, m> result{{}, state, {}, {}};
  if (w.size() != m) {
    result.status.outcome = Outcome::wrong_inputs;
    return result;
  }
  const Vector<S, m> held = w.template cast<S>();
  if (!all_finite(held)) {
    result.status.outcome = Outcome::not_finite;
    return result;
  }
  Matrix<S, size, size + m> rows;
  result.status = watching_rank(problem, t, h, result.end, [&] {
    return detail::differentiated_step<0>(problem, method, Dual<S, 1>(t), Dual<S, 1>(h), result.end,
                                          detail::ByInputs{problem, held}, rows);
  });
  result.A = rows.template leftCols<size>();
  if constexpr (m > 0) result.B = rows.template rightCols<m>();
  return result;
}

/// A number in place of the inputs: refused with what to write.
template <class P, class M, class G, class S, int W, class Number>
requires std::is_arithmetic_v<Number>
void linearise(const P&, const M&, const std::type_identity_t<S>&, const std::type_identity_t<S>&,
               const State<G, S, W>&, Number) {
  static_assert(!std::is_arithmetic_v<Number>,
                "linearise: the inputs are a vector of Eigen's, of one input too: "
                "Vector<double, 1>(w)");
}

/// The same for a system without inputs.
template <class P, class M, class G, class S, int W>
auto linearise(const P& problem, const M& method, const std::type_identity_t<S>& t,
               const std::type_identity_t<S>& h, const State<G, S, W>& state) noexcept {
  return linearise(problem, method, t, h, state, Vector<S, 0>());
}

/// The multiplier at the time t at which the linearised step ended, with its derivative by what the step started from.
template <class P, class G, class S, int N, int W, int M, class V>
auto multiplier_rows(const P& problem, const std::type_identity_t<S>& t,
                     const Linearisation<G, S, N, W, M>& step,
                     const Eigen::MatrixBase<V>& w) noexcept {
  constexpr int size = N + W, q = size + M;
  Matrix<S, size, q> rows;
  put(rows, 0, 0, step.A);
  if constexpr (M > 0) put(rows, 0, size, step.B);
  const Vector<S, M> held = w.template cast<S>();
  MultiplierRows<S, N, W, M> result;
  Matrix<S, N, q> by;
  detail::differentiate_multiplier<0>(problem, Dual<S, 1>(t), step.end,
                                      detail::ByInputs{problem, held}, rows, result.value, by);
  result.C = part_of<N, size>(by, 0, 0);
  if constexpr (M > 0) result.D = part_of<N, M>(by, 0, size);
  return result;
}

/// The same for a system without inputs.
template <class P, class G, class S, int N, int W>
auto multiplier_rows(const P& problem, const std::type_identity_t<S>& t,
                     const Linearisation<G, S, N, W, 0>& step) noexcept {
  return multiplier_rows(problem, t, step, Vector<S, 0>());
}

}  // namespace hamel
