// Covectors carried back over a step by its derivative: of methods that have no way back of their own.
#pragma once

#include <limits>
#include <type_traits>

#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/integrator/differentiated_step.hpp>
#include <hamel/integrator/seeded.hpp>

namespace hamel::detail {

/// By inputs w that are held over the step, and then by the parameters theta of family(theta).
template <class Family, class P, class Theta, class W>
struct ByInputsAndParameters {
  static constexpr bool of_step = false, closed = false;
  const Family& family;
  const P& problem;
  const Theta& theta;
  const W& w;

  template <class Numbers, class F>
  auto operator()(const Numbers& numbers, const F& f) const {
    const int first = problem.dim() + problem.state_dim();
    if constexpr (std::is_same_v<Numbers, Unseeded>)
      return with_inputs_at(problem, w, f);
    else {
      const auto& moved = family(numbers(theta, first + int(w.size())));
      return with_inputs_at(moved, numbers(w, first), f);
    }
  }
};

/// Carries `by_end`, by (e, m) at the end of a part of a run, back over it: to (e, m) at its start, to the inputs and to
/// the parameters, in this order. A step of as many directions as these are.
template <class Family, class P, class Theta, class M, class Part, class W, class V>
auto carried_by_derivative(const Family& family, const P& problem, const Theta& theta,
                           const M& method, const Part& part, const W& w, const V& by_end) {
  using S = typename V::Scalar;
  constexpr int size = V::RowsAtCompileTime, m = W::RowsAtCompileTime, k = Theta::RowsAtCompileTime,
                all = k == dynamic ? dynamic : size + m + k;
  Slopes<S, size, all> rows(size, size + m + int(theta.size()));
  auto state = part.start;
  const ByInputsAndParameters<Family, P, Theta, W> by{family, problem, theta, w};
  const StepStatus status =
      differentiated_step < k == dynamic
          ? 1
          : 0 > (problem, method, Dual<S, 1>(part.t), Dual<S, 1>(part.h), state, by, rows);
  if (!status) rows.setConstant(rows.rows(), rows.cols(), std::numeric_limits<S>::quiet_NaN());
  return Eigen::Matrix<S, all, 1>(rows.transpose() * by_end);
}

}  // namespace hamel::detail
