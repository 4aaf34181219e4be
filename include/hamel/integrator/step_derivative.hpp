// The exact derivative of a step with respect to its start, its size and the parameters of the system.
#pragma once

#include <type_traits>

#include <Eigen/Core>

#include <hamel/core/dual.hpp>
#include <hamel/core/entries.hpp>
#include <hamel/core/finite.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/dynamics/reaction.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/integrator/closed_derivative.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/system/inputs.hpp>

namespace hamel {

/// The derivative of the map (x, m, h, theta) -> (x+, m+, mu+) of one step, in the left trivialisation of
/// both ends: x exp(e) goes to x+ exp(e+), so that rows and columns are (e in g, m in W*). theta are K
/// parameters of the system; mu+ in Ann(d) is the `multiplier` at the end.
template <class S, int N, int W, int K = 0>
struct StepDerivative {
  static constexpr int size = (N == dynamic || W == dynamic) ? dynamic : N + W;
  /// n + dim W may be more than vectors of run-time size have room for: such results are on the heap.
  template <int rows, int cols>
  using Rows =
      std::conditional_t<size == dynamic, Eigen::Matrix<S, rows, cols>, Matrix<S, rows, cols>>;

  StepStatus status;
  Rows<size, size> by_state;    ///< d(e+, m+)/d(e, m)
  Rows<size, 1> by_step;        ///< d(e+, m+)/dh
  Rows<size, K> by_parameters;  ///< d(e+, m+)/dtheta

  Rows<N, size> multiplier_by_state;         ///< dmu+/d(e, m)
  Vector<S, N> multiplier_by_step;           ///< dmu+/dh
  Matrix<S, N, K> multiplier_by_parameters;  ///< dmu+/dtheta
};

namespace detail {

/// One column of a step derivative: takes the step in dual numbers and hands (e+', m+', mu+') to `write`.
template <class P, class M, class D, class St, class Write>
StepStatus differentiate_step(const P& problem, const M& method, const D& t, const D& h, St state,
                              const Write& write) {
  typename M::Memory memory{};
  const StepStatus status = method.step(problem, t, h, state, memory);
  if (!status) return status;
  const auto& group = problem.group();
  auto end = state.x;
  for (int i = 0; i < end.data.size(); ++i) end.data[i] = D(state.x.data[i].value());
  write(group.log(group.compose(group.inverse(end), state.x)), state.m,
        multiplier(problem, D(t + h), state));
  return status;
}

/// The steps of a method whose derivatives are known in closed form.
template <class M, class P>
inline constexpr bool closed_step = false;
template <class Retraction, class P>
inline constexpr bool closed_step<Variational<Retraction, Trapezoidal>, P> =
    P::dimension != dynamic&& P::variations != dynamic&& inputs_of<typename P::System> == 0 &&
    ClosedDerivative<Trapezoidal, P>;

/// The derivative of such a step, at the step that was solved.
template <class P, class Retraction, class S, class St, class Result>
void differentiate_closed_step(const P& problem, const Variational<Retraction, Trapezoidal>& method,
                               const S& t, const S& h, const St& state, Result& result) {
  constexpr int n = P::dimension, k = P::variations;
  const Vector<S, 0> none;
  MomentumBalance<P, Retraction, S> balance(problem, method.retraction, t, h, state);
  result.status = method.converge(balance);
  if (!result.status) return;
  Matrix<S, n + k, n + k + 1> rows;
  closed_derivative(problem, method.retraction, t, h, state.x, balance, none, rows);
  const auto mu = multiplier_derivative<true>(problem, S(t + h), balance.end_state(), none, rows);
  result.by_state = part_of<n + k, n + k>(rows, 0, 0);
  result.by_step = column(rows, n + k);
  result.multiplier_by_state = part_of<n, n + k>(mu, 0, 0);
  result.multiplier_by_step = column(mu, n + k);
  if (!all_finite(rows) || !all_finite(mu)) result.status.outcome = Outcome::not_finite;
}

}  // namespace detail

/// Takes one step of size h from `state` at time t in dual numbers, one direction after the other.
/// `problem_at(theta)` is the problem with the parameters theta, a Vector<T,K> of any scalar T, on which
/// its metric, distribution, potential and force may depend.
///
/// Implicit methods solve their equations in dual numbers: at the solution Newton's method then solves
/// the linearised equations too (implicit differentiation), so the result is exact to rounding.
template <class Family, int K, class M, class G, class S, int W>
auto step_derivative(const Family& problem_at, const Vector<S, K>& theta, const M& method,
                     const std::type_identity_t<S>& t, const std::type_identity_t<S>& h,
                     const State<G, S, W>& state) {
  using D = Dual<S, 1>;
  using P = std::decay_t<decltype(problem_at(theta))>;
  const P problem = problem_at(theta);
  const auto& group = problem.group();
  const int n = problem.dim(), w = problem.state_dim(), k = static_cast<int>(theta.size());
  StepDerivative<S, P::dimension, P::variations, K> result;
  result.by_state.resize(n + w, n + w);
  result.by_step.resize(n + w);
  result.by_parameters.resize(n + w, k);
  result.multiplier_by_state.resize(n, n + w);
  result.multiplier_by_step.resize(n);
  result.multiplier_by_parameters.resize(n, k);
  for (int column = 0; column <= n + w + k; ++column) {
    typename P::template State<D> from{state.x.template cast<D>(), converted<D>(state.m)};
    D step(h);
    Vector<S, P::dimension> e = zeros<S, P::dimension>(n);
    if (column < n)
      e[column] = S(1);
    else if (column < n + w)
      from.m[column - n].derivatives()[0] = S(1);
    else if (column == n + w)
      step.derivatives()[0] = S(1);
    from.x = group.compose(from.x, group.exp(infinitesimal_along<S, P::dimension>(e)));

    const auto write = [&](const auto& e_end, const auto& m_end, const auto& mu_end) {
      const int parameter = column - n - w - 1;
      for (int i = 0; i < n + w; ++i) {
        const S d = i < n ? e_end[i].derivatives()[0] : m_end[i - n].derivatives()[0];
        if constexpr (K != 0)
          if (parameter >= 0) result.by_parameters(i, parameter) = d;
        if (parameter < 0) (column < n + w ? result.by_state(i, column) : result.by_step[i]) = d;
      }
      for (int i = 0; i < n; ++i) {
        const S d = mu_end[i].derivatives()[0];
        if constexpr (K != 0)
          if (parameter >= 0) result.multiplier_by_parameters(i, parameter) = d;
        if (parameter < 0)
          (column < n + w ? result.multiplier_by_state(i, column) : result.multiplier_by_step[i]) =
              d;
      }
    };
    if (column <= n + w) {
      result.status = detail::differentiate_step(problem, method, D(t), step, from, write);
    } else if constexpr (K != 0) {
      Vector<D, K> near = theta.template cast<D>();
      near[column - n - w - 1].derivatives()[0] = S(1);
      result.status = detail::differentiate_step(problem_at(near), method, D(t), step, from, write);
    }
    if (!result.status) return result;
  }
  return result;
}

/// The same for a system without parameters; in closed form where there is one.
template <Dynamics kind, class System, class SplitT, class M, class G, class S, int W>
auto step_derivative(const Problem<kind, System, SplitT>& problem, const M& method,
                     const std::type_identity_t<S>& t, const std::type_identity_t<S>& h,
                     const State<G, S, W>& state) {
  using P = Problem<kind, System, SplitT>;
  if constexpr (detail::closed_step<M, P>) {
    StepDerivative<S, P::dimension, P::variations> result;
    detail::differentiate_closed_step(problem, method, t, h, state, result);
    return result;
  } else {
    const auto itself = [&problem](const auto&) -> const auto& {
      return problem;
    };
    return step_derivative(itself, Vector<S, 0>(), method, t, h, state);
  }
}

}  // namespace hamel
