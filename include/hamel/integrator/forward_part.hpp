// Covectors carried back over a step by its derivative: of methods that have no way back of their own.
#pragma once

#include <type_traits>

#include <Eigen/Core>

#include <hamel/core/finite.hpp>
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
/// the parameters, in this order, as `by`. A step of as many directions as these are.
template <class Family, class P, class Theta, class M, class Part, class W, class V>
StepStatus carry_by_derivative(const Family& family, const P& problem, const Theta& theta,
                               const M& method, const Part& part, const W& w, const V& by_end,
                               Eigen::Matrix<typename V::Scalar, Eigen::Dynamic, 1>& by) {
  using S = typename V::Scalar;
  constexpr int size = V::RowsAtCompileTime, m = W::RowsAtCompileTime, k = Theta::RowsAtCompileTime,
                all = k == dynamic ? dynamic : size + m + k, at_once = k == dynamic ? 1 : 0;
  Slopes<S, size, all> rows(size, size + m + int(theta.size()));
  auto state = part.start;
  const StepStatus status = differentiated_step<at_once>(
      problem, method, Dual<S, 1>(part.t), Dual<S, 1>(part.h), state,
      ByInputsAndParameters<Family, P, Theta, W>{family, problem, theta, w}, rows);
  if (!status) return status;
  by = rows.transpose() * by_end;
  return {all_finite(by) ? Outcome::ok : Outcome::not_finite, status.iterations, status.residual};
}

}  // namespace hamel::detail
