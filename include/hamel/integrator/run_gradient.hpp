// The gradient of a run's cost by its start, its inputs and all parameters, in one sweep back over the run.
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include <Eigen/Core>

#include <hamel/core/entries.hpp>
#include <hamel/core/tape.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/integrator/forward_part.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/rank_loss.hpp>
#include <hamel/integrator/seeded.hpp>
#include <hamel/integrator/signal.hpp>
#include <hamel/integrator/step_adjoint.hpp>
#include <hamel/integrator/trajectory.hpp>
#include <hamel/system/inputs.hpp>

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

/// The problem under inputs zero in numbers of type S, or itself where it has none.
template <class S, class P>
auto held_still(const P& problem) {
  constexpr int m = inputs_of<typename P::System>;
  if constexpr (m == 0)
    return problem;
  else
    return under(problem, Vector<S, m>(Vector<S, m>::Zero()));
}

/// The terms of a problem that do not depend on x, whatever its inputs are.
template <class P, class Q, class G, class S>
auto constant_terms(const P& problem, const Q& taped, Tape<S>& tape, const Element<G, S>& x) {
  const auto held = held_still<S>(problem);
  const auto held_taped = held_still<Taped<S>>(taped);
  return ConstantTerms<std::decay_t<decltype(held)>, std::decay_t<decltype(held_taped)>, S>(
      held, held_taped, tape, x);
}

/// See run_gradient.
template <class Family, class Theta, class M, class G, class S, int W, class Signal, class Cost>
auto gradient_by_sweep(const Family& problem_at, const Theta& theta, const M& method,
                       const State<G, S, W>& initial,
                       const std::type_identity_t<RunOptionsIn<S>>& options,
                       const Eigen::MatrixBase<Signal>& signal, const Cost& cost) {
  using T = Taped<S>;
  using Point = State<G, S, W>;
  const auto& problem = problem_at(theta);
  using P = std::decay_t<decltype(problem)>;
  constexpr int n = P::dimension, m = inputs_of<typename P::System>;
  static_assert(n != dynamic && W != dynamic && m != dynamic, "run_gradient: for fixed sizes");
  if constexpr (m > 0) {
    require_signal(signal, m, options.steps);
  }
  const auto input = [&](long k) {
    if constexpr (m > 0)
      return Vector<S, m>(signal.col(k).template cast<S>());
    else
      return Vector<S, 0>();
  };

  using Held = std::decay_t<decltype(held_still<S>(problem))>;
  RunGradient<S, n, W, m, Theta> result;
  std::vector<Part<M, Held, S>> parts;
  parts.reserve(std::size_t(signal.cols()));
  typename M::Memory memory{};
  auto rank = rank_memory<P>();
  const auto step = [&](long k, const S& t, Point& state) {
    const auto w = input(k);
    result.cost += cost_on_the_way(cost, t, state, w);
    const auto advance = [&] {
      return with_inputs_at(problem, w, [&](const auto& held) {
        return advance_parts(held, method, t, S(options.step), state, memory, k, parts);
      });
    };
    return watching_rank(problem, t, S(options.step), state, advance, rank);
  };
  S t_end = options.start;
  Point end = initial;
  result.status =
      run_steps(initial, options, step, [&](const S& t, const Point& state, const RunStatus&) {
        t_end = t;
        end = state;
      });
  if (!result.status) return result;
  result.cost += cost.end(t_end, end);

  Tape<S> tape;
  const auto parameters = variables<S>(theta);
  const auto& taped = problem_at(parameters);
  auto constant = constant_terms(problem, taped, tape, initial.x);
  const Variables<S, W> momenta(tape);
  const Variables<S, m> inputs(tape);
  const auto made = tape.size();
  const auto taped_state = [&](const Point& at) {
    return State<G, T, W>{{constant.place.with(at.x.data)}, momenta.with(at.m)};
  };
  // a number by what it was made from, of which what it is by a state is returned
  const auto sow = [&](const T& value, const Point& at) {
    add_adjoint(tape, value, S(1));
    tape.take_back(made);
    Vector<S, n + W> r;
    put(r, 0, 0, by_numbers(problem.group(), at.x, constant.place.take(tape)));
    put(r, n, 0, momenta.take(tape));
    return r;
  };
  result.by_start = sow(cost.end(t_end, taped_state(end)), end);
  result.by_inputs.setZero(m, options.steps);
  Theta by_parameters = Theta::Zero(theta.size());  // by steps that go back by their derivatives
  const auto& part_method = part_of(method);
  const auto still = held_still<T>(taped);
  for (std::size_t i = parts.size(); i-- > 0;) {
    const auto& part = parts[i];
    const auto& part_end = i + 1 < parts.size() ? parts[i + 1].start : end;
    const auto w = input(part.step);
    const auto w_taped = inputs.with(w);
    if constexpr (!SweepsBack<M>) {
      Eigen::Matrix<S, Eigen::Dynamic, 1> by;
      const StepStatus status = carry_by_derivative(problem_at, problem, theta, part_method, part,
                                                    w, result.by_start, by);
      if (!status) {
        result.status.outcome = status.outcome;
        result.status.residual = status.residual;
        return result;
      }
      result.by_start = entries<n + W>(by, 0);
      result.by_inputs.col(part.step) += entries<m>(by, n + W);
      by_parameters += by.tail(theta.size());
    } else {
      with_inputs_at(problem, w, [&](const auto& held) {
        const auto sweep = [&](const auto& held_taped) {
          result.by_start = sweep_part(held, held_taped, part_method, part, part_end, tape,
                                       constant, result.by_start);
        };
        if constexpr (records_steps<M, P>())
          with_inputs_at(taped, w_taped, sweep);
        else
          sweep(still);
      });
    }
    tape.rewind(made);
    if (i == 0 || parts[i - 1].step != part.step)
      result.by_start =
          result.by_start +
          sow(cost_on_the_way(cost, part.t, taped_state(part.start), w_taped), part.start);
    result.by_inputs.col(part.step) += inputs.take(tape);
    if constexpr (!FieldAlone<P>) result.by_inputs.col(part.step) += constant.taken_by_inputs();
  }
  constant.sow(tape, taped);
  tape.reverse(1, made);
  result.by_parameters.resize(theta.size());
  for (int j = 0; j < theta.size(); ++j)
    result.by_parameters[j] = by_parameters[j] + tape.adjoint(parameters[j].node());
  return result;
}

}  // namespace detail

/// Runs the problem with the parameters theta from `initial` under the columns of `signal` and gives the gradient of
///
///     cost.end(t_K, state_K) + sum_k cost.stage(t_k, state_k, w_k),  k = 0, ..., K-1
///
/// (`stage` may be missing; both are generic in the scalar of the state) by the start, all inputs and all parameters.
/// `problem_at(theta)` is the problem for parameters of any scalar T, a vector of T like theta; a metric that varies
/// and a callable B(x) say by a member `using Number = T` that their parameters have this scalar. The start is given,
/// and does not follow theta. The derivative is that of the discrete run, exact to rounding, by one sweep back: its
/// work does not grow with the number of parameters. Of a method with error control the
/// steps are those that it chose, and stay. Steps go back in closed form, with only what varies with x or the
/// parameters on a tape; a step by EnergyMidpoint, and a variational one under an affine constraint that is constant,
/// is recorded whole, which takes longer (docs/measured/gradients.md has the cost in plain runs). So are steps and fields
/// in coordinates, whose Lagrangian takes parameters as constants of its scalar (`S(theta)`), and those of `kinematic`.
/// Steps of a fixed size by `Holding`, or by a method of one's own, go back by their derivatives: work that grows with
/// the parameters.
/// Throws as `integrate` with a signal does; a run that fails, or a step of it that has no derivative, has a status and
/// no gradient.
template <class Family, class Theta, class M, class G, class S, int W, class Signal, class Cost>
auto run_gradient(const Family& problem_at, const Theta& theta, const M& method,
                  const State<G, S, W>& initial,
                  const std::type_identity_t<RunOptionsIn<S>>& options,
                  const Eigen::MatrixBase<Signal>& signal, const Cost& cost) {
  using P = std::decay_t<decltype(problem_at(theta))>;
  constexpr bool goes_back =
      detail::SweepsBack<M> ||
      (detail::StepsInDuals<detail::BaseMethod<M>, P, S> && !detail::BaseMethod<M>::adaptive);
  static_assert(
      goes_back,
      "run_gradient: this method has no way back: its steps are not generic in the scalar "
      "of time and state, or it chooses them as it goes");
  if constexpr (goes_back)
    return detail::gradient_by_sweep(problem_at, theta, method, initial, options, signal, cost);
}

/// A number in place of the signal: refused with what to write.
template <class Family, class Theta, class M, class G, class S, int W, class Number, class Cost>
requires std::is_arithmetic_v<Number>
void run_gradient(const Family&, const Theta&, const M&, const State<G, S, W>&,
                  const std::type_identity_t<RunOptionsIn<S>>&, Number, const Cost&) {
  detail::refuse_number_as_signal<Number>();
}

}  // namespace hamel
