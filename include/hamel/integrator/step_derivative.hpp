// The exact derivative of a step with respect to its start, its size and the parameters of the system.
#pragma once

#include <type_traits>

#include <Eigen/Core>

#include <hamel/core/dual.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/integrator/differentiated_step.hpp>
#include <hamel/integrator/step_unknowns.hpp>

namespace hamel {

/// The derivative of the map (x, m, h, theta) -> (x+, m+, mu+) of one step, in the left trivialisation of
/// both ends: x exp(e) goes to x+ exp(e+), so that rows and columns are (e in g, m in W*). theta are K
/// parameters of the system; mu+ in Ann(d) is the `multiplier` at the end.
template <class S, int N, int W, int K = 0>
struct StepDerivative {
  static constexpr int size = sum_of_sizes<N, W>;

  StepStatus status;
  Slopes<S, size> by_state;          ///< d(e+, m+)/d(e, m)
  Slopes<S, size, 1> by_step;        ///< d(e+, m+)/dh
  Slopes<S, size, K> by_parameters;  ///< d(e+, m+)/dtheta

  Slopes<S, N, size> multiplier_by_state;    ///< dmu+/d(e, m)
  Vector<S, N> multiplier_by_step;           ///< dmu+/dh
  Slopes<S, N, K> multiplier_by_parameters;  ///< dmu+/dtheta
};

/// Takes one step of size h from `state` at time t and differentiates it; exact to rounding. Of implicit methods that is
/// the implicit function theorem at the solution of their equations, others take the step in dual numbers.
/// `problem_at(theta)` is the problem with the parameters theta, a Vector<T,K> of any scalar T, on which
/// its metric, distribution, potential and force may depend.
template <class Family, int K, class M, class G, class S, int W>
auto step_derivative(const Family& problem_at, const Vector<S, K>& theta, const M& method,
                     const std::type_identity_t<S>& t, const std::type_identity_t<S>& h,
                     const State<G, S, W>& state) {
  const auto& problem = problem_at(theta);
  using P = std::decay_t<decltype(problem)>;
  constexpr int N = P::dimension;
  const int n = problem.dim(), size = n + problem.state_dim(), k = static_cast<int>(theta.size());
  StepDerivative<S, N, P::variations, K> result;
  constexpr int columns = sum_of_sizes<result.size, K, 1>;
  Slopes<S, result.size, columns> rows(size, size + 1 + k);
  Slopes<S, N, columns> mu(n, size + 1 + k);
  const Dual<S, 1> step = Dual<S, 1>::variable(h, 0);
  const detail::ByParameters by{problem_at, problem, theta};
  State<G, S, W> end = state;
  result.status =
      detail::differentiated_step<1>(problem, method, Dual<S, 1>(t), step, end, by, rows);
  if (!result.status) return result;
  Vector<S, N> value(n);
  detail::differentiate_multiplier<1>(problem, t + step, end, by, rows, value, mu);
  result.by_state = rows.leftCols(size);
  result.by_step = rows.col(size);
  result.by_parameters = rows.rightCols(k);
  result.multiplier_by_state = mu.leftCols(size);
  result.multiplier_by_step = mu.col(size);
  result.multiplier_by_parameters = mu.rightCols(k);
  return result;
}

/// The same for a system without parameters.
template <class P, class M, class G, class S, int W>
auto step_derivative(const P& problem, const M& method, const std::type_identity_t<S>& t,
                     const std::type_identity_t<S>& h, const State<G, S, W>& state) {
  const auto itself = [&problem](const auto&) -> const auto& {
    return problem;
  };
  return step_derivative(itself, Vector<S, 0>(), method, t, h, state);
}

}  // namespace hamel
