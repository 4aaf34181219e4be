// How far two states are from being one step apart, with derivatives: a step as a term of least squares.
#pragma once

#include <type_traits>

#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/group/jacobians.hpp>
#include <hamel/integrator/linearise.hpp>
#include <hamel/integrator/step_derivative.hpp>

namespace hamel {

/// The defect of a step that leads from (x_0, m_0) to (x_*, m_*), where it should lead to (x_1, m_1):
///
///     r = (log(x_*^-1 x_1), m_1 - m_*),
///
/// n + dim W numbers, zero where x_1, m_1 solve the discrete equations of the method. Derivatives are along x_0 exp(e)
/// and m_0, along x_1 exp(e) and m_1, and by the K parameters of the system.
template <class S, int N, int W, int K>
struct StepDefect {
  StepStatus status;  ///< of the step; what follows has a meaning where it is ok
  Vector<S, N + W> value;
  Matrix<S, N + W> by_from, by_to;
  Matrix<S, N + W, K> by_parameters;
};

/// One problem in place of a family of problems: without parameters.
template <class P>
struct OneProblem {
  P problem;
  template <class T>
  const P& operator()(const Vector<T, 0>&) const {
    return problem;
  }
};

/// The defect of the step of size h at time t from `from` to `to`. `problem_at(theta)` is the problem with the
/// parameters theta, a Vector<T, K> of any scalar T. For problems of fixed size without inputs: `under(problem, w)`
/// holds those that a problem has.
template <class Family, int K, class M, class G, class S, int W>
auto step_defect(const Family& problem_at, const Vector<S, K>& theta, const M& method,
                 const std::type_identity_t<S>& t, const std::type_identity_t<S>& h,
                 const State<G, S, W>& from, const State<G, S, W>& to) {
  constexpr int n = G::dimension, size = n + W;
  static_assert(n != dynamic && W != dynamic, "step_defect: the problem needs a fixed size");
  const auto& problem = problem_at(theta);
  const G& group = problem.group();
  StepDefect<S, n, W, K> result;
  State<G, S, W> end = from;
  Matrix<S, size> by_state;
  Matrix<S, size, K> by_parameters;
  if constexpr (K == 0) {
    const auto step = linearise(problem, method, t, h, from);
    result.status = step.status;
    end = step.end;
    by_state = step.A;
  } else {
    typename M::Memory memory{};
    result.status = method.step(problem, t, h, end, memory);
    if (!result.status) return result;
    const auto step = step_derivative(problem_at, theta, method, t, h, from);
    result.status = step.status;
    by_state = step.by_state;
    by_parameters = step.by_parameters;
  }
  if (!result.status) return result;
  const auto gap = with_jacobians::minus(group, to.x, end.x);
  result.value << gap.value, to.m - end.m;
  Matrix<S, size> by_end = -Matrix<S, size>::Identity();
  by_end.template topLeftCorner<n, n>() = gap.by_second;
  result.by_to.setIdentity();
  result.by_to.template topLeftCorner<n, n>() = gap.by_first;
  result.by_from = by_end * by_state;
  if constexpr (K > 0) result.by_parameters = by_end * by_parameters;
  return result;
}

/// The same of one problem.
template <class P, class M, class G, class S, int W>
auto step_defect(const P& problem, const M& method, const std::type_identity_t<S>& t,
                 const std::type_identity_t<S>& h, const State<G, S, W>& from,
                 const State<G, S, W>& to) {
  const auto at = [&](const auto&) -> const P& { return problem; };
  return step_defect(at, Vector<S, 0>(), method, t, h, from, to);
}

}  // namespace hamel
