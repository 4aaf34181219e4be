// The gradient of a run's cost by its start, its inputs and all parameters, in one sweep back over the run.
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include <Eigen/Core>

#include <hamel/core/small.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/tape.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/linearise.hpp>
#include <hamel/integrator/rank_loss.hpp>
#include <hamel/integrator/signal.hpp>
#include <hamel/integrator/step_adjoint.hpp>
#include <hamel/integrator/trajectory.hpp>

namespace hamel {

/// The cost of a run and its gradient. S is the scalar, N = n, W = dim W, M the number of inputs, `Theta` the vector
/// of the parameters.
template <class S, int N, int W, int M, class Theta>
struct RunGradient {
  RunStatus status;  ///< of the run; what follows has a meaning where it is ok
  S cost = S(0);
  Vector<S, N + W> by_start;  ///< by (dx, dm) at the start, x exp(dx): n, then dim W components
  Eigen::Matrix<S, M, Eigen::Dynamic> by_inputs;  ///< column k: by the inputs of step k
  Theta by_parameters;
};

namespace detail {

/// The cost that a run has on the way, where the cost knows one.
template <class Cost, class S, class St, class V>
auto cost_on_the_way(const Cost& cost, const S& t, const St& state, const V& w) {
  using T = typename decltype(St::m)::Scalar;
  if constexpr (requires { cost.stage(t, state, w); })
    return T(cost.stage(t, state, w));
  else
    return T(S(0));
}

}  // namespace detail

/// Runs the problem with the parameters theta from `initial` under the columns of `signal` and gives the gradient of
///
///     cost.end(t_K, state_K) + sum_k cost.stage(t_k, state_k, w_k),  k = 0, ..., K-1
///
/// (`stage` may be missing; both are generic in the scalar of the state) by the start, all inputs and all parameters.
/// `problem_at(theta)` is the problem for parameters of any scalar T, a vector of T like theta; a metric that varies and
/// a callable B(x) say by a member `using Number = T` that their parameters have this scalar. The start is given, and does
/// not follow theta. The derivative is that of the discrete run, exact to rounding, by one sweep back: its work
/// does not grow with the number of parameters. Methods: Variational, RungeKutta, commutator-free ones, and
/// compositions of those. Variational steps (but those of the midpoint Lagrangian under forces and of affine constraints
/// that are constant) and Runge-Kutta steps go back in closed form, with only what varies with x or the parameters on a
/// tape; the others are recorded whole, which takes longer (bench/control prints the cost in plain runs).
/// Throws as `integrate` with a signal does; a run that fails has a status and no gradient.
template <class Family, class Theta, class M, class G, class S, int W, class Signal, class Cost>
auto run_gradient(const Family& problem_at, const Theta& theta, const M& method,
                  const State<G, S, W>& initial,
                  const std::type_identity_t<RunOptionsIn<S>>& options,
                  const Eigen::MatrixBase<Signal>& signal, const Cost& cost) {
  static_assert(detail::sweeps_back<M>,
                "run_gradient: for Variational, RungeKutta, CommutatorFree and their compositions");
  using T = Taped<S>;
  using Point = State<G, S, W>;
  const auto& problem = problem_at(theta);
  using P = std::decay_t<decltype(problem)>;
  constexpr int n = P::dimension, m = inputs_of<typename P::System>;
  static_assert(n != dynamic && W != dynamic && m != dynamic, "run_gradient: for fixed sizes");
  if constexpr (m > 0) {
    detail::require_signal(signal, m, options.steps);
  }
  const auto input = [&](long k) {
    if constexpr (m > 0)
      return Vector<S, m>(signal.col(k).template cast<S>());
    else
      return Vector<S, 0>();
  };

  RunGradient<S, n, W, m, Theta> result;
  std::vector<detail::Part<Point, S>> parts;
  std::vector<S> unknowns;
  const auto step = [&](long k, const S& t, Point& state) {
    const auto w = input(k);
    result.cost += detail::cost_on_the_way(cost, t, state, w);
    return watching_rank(problem, state, [&] {
      StepStatus status{Outcome::ok, 0, 0};
      int iterations = 0;
      detail::with_inputs_at(problem, w, [&](const auto& held) {
        detail::each_part(method, t, S(options.step),
                          [&](const auto& base, const S& now, const S& h) {
                            if (!status) return;
                            parts.push_back({state, now, h, k, unknowns.size()});
                            status = detail::advance_part(held, base, now, h, state, unknowns);
                            iterations += status.iterations;
                          });
      });
      status.iterations = iterations;
      return status;
    });
  };
  S t_end = options.start;
  Point end = initial;
  result.status = detail::run_steps(initial, options, step,
                                    [&](const S& t, const Point& state, const RunStatus&) {
                                      t_end = t;
                                      end = state;
                                    });
  if (!result.status) return result;
  result.cost += cost.end(t_end, end);

  using Gradient = Vector<S, n + W>;
  Tape<S> tape;
  const auto parameters = detail::variables<S>(theta);
  const auto& taped = problem_at(parameters);
  const auto made = tape.size();
  const auto variable_state = [](const Point& state) {
    return State<G, T, W>{{detail::variables<S>(state.x.data)}, detail::variables<S>(state.m)};
  };
  const auto sow = [&](const auto& value) {
    const auto first = tape.size();
    detail::sow(tape, first, Vector<T, 1>(T(value())), Vector<S, 1>(S(1)));
  };
  const auto by_variables = [&](const Point& state, const State<G, T, W>& on_tape) {
    Gradient r;
    put(r, 0, 0, detail::collected(problem.group(), state.x, tape, on_tape.x));
    for (int i = 0; i < W; ++i) r[n + i] = tape.adjoint(on_tape.m[i].node());
    return r;
  };
  {
    const auto state = variable_state(end);
    sow([&] { return cost.end(t_end, state); });
    result.by_start = by_variables(end, state);
  }
  result.by_inputs.setZero(m, options.steps);
  for (std::size_t i = parts.size(); i-- > 0;) {
    tape.rewind(made);
    const auto& part = parts[i];
    const auto& part_end = i + 1 < parts.size() ? parts[i + 1].start : end;
    const auto w = input(part.step);
    const auto state = variable_state(part.start);
    const auto w_taped = detail::variables<S>(w);
    if (i == 0 || parts[i - 1].step != part.step)
      sow([&] { return detail::cost_on_the_way(cost, part.t, state, w_taped); });
    detail::with_inputs_at(problem, w, [&](const auto& held) {
      detail::with_inputs_at(taped, w_taped, [&](const auto& held_taped) {
        result.by_start = detail::sweep_part(held, held_taped, detail::part_of(method), part,
                                             part_end, unknowns, tape, state, result.by_start);
      });
    });
    result.by_start = plus(result.by_start, by_variables(part.start, state));
    for (int j = 0; j < m; ++j) result.by_inputs(j, part.step) += tape.adjoint(w_taped[j].node());
  }
  tape.rewind(made);
  tape.reverse(1, made);
  result.by_parameters.resize(theta.size());
  for (int j = 0; j < theta.size(); ++j)
    result.by_parameters[j] = tape.adjoint(parameters[j].node());
  return result;
}

}  // namespace hamel
