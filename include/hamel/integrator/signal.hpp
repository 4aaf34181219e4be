// Runs under inputs that are constant from step to step.
#pragma once

#include <type_traits>

#include <Eigen/Core>

#include <hamel/core/error.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/dynamics/under_inputs.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/rank_loss.hpp>
#include <hamel/integrator/trajectory.hpp>

namespace hamel {

namespace detail {

/// Refuses a signal that is not m numbers for each step.
template <class Derived>
void require_signal(const Eigen::MatrixBase<Derived>& signal, int m, long steps) {
  if (signal.rows() != m || signal.cols() < steps)
    refuse<DimensionError>("signal", {signal.rows(), " x ", signal.cols()},
                           {m, " inputs x at least ", steps, " steps"});
  for (long k = 0; k < steps; ++k)
    for (int i = 0; i < m; ++i)
      if (const auto x = plain(signal(i, k)); !(x - x == 0))
        refuse<InputError>("signal", {"input ", i + 1, " of step ", k + 1, " is not finite"},
                           "finite numbers");
}

template <class Number>
constexpr void refuse_number_as_signal() {
  static_assert(
      !std::is_arithmetic_v<Number>,
      "the signal is a matrix with a column of inputs for every step, of one input too: "
      "Eigen::RowVectorXd::Constant(steps, w); or a function of time, by under(problem, w)");
}

}  // namespace detail

/// `observe_run` of a problem with inputs (with_inputs): step k is taken under column k of `signal`, m x steps. Throws
/// DimensionError on another shape and InputError on a number that is not finite, as on options without meaning.
/// For inputs that are functions of time run `under(problem, w)`.
template <class P, class M, class Observer, class Derived, class G, class S, int W>
RunStatus observe_run(const P& problem, State<G, S, W> state, const M& method,
                      const std::type_identity_t<RunOptionsIn<S>>& options,
                      const Eigen::MatrixBase<Derived>& signal, Observer&& observe) {
  if constexpr (detail::require_run<P, M, S>()) {
    detail::require_signal(signal, problem.system().inputs(), options.steps);
    typename M::Memory memory{};
    auto rank = detail::rank_memory<P>();
    const auto step = [&](long k, const S& t, State<G, S, W>& at) {
      const Vector<typename Derived::Scalar, P::System::input_dimension> w = signal.col(k);
      return watching_rank(
          problem, t, options.step, at,
          [&] {
            return with_held(problem, w, [&](const auto& held) {
              return method.step(held, t, options.step, at, memory);
            });
          },
          rank);
    };
    return detail::run_steps(state, options, step, observe);
  } else {
    return {};
  }
}

/// The same, with the states kept in a trajectory.
template <class P, class M, class Derived, class G, class S, int W>
auto integrate(const P& problem, const State<G, S, W>& initial, const M& method,
               const std::type_identity_t<RunOptionsIn<S>>& options,
               const Eigen::MatrixBase<Derived>& signal) {
  Trajectory<State<G, S, W>> trajectory;
  trajectory.status =
      observe_run(problem, initial, method, options, signal, detail::keep_in(trajectory));
  return trajectory;
}

/// A number in place of a signal: refused with what to write.
template <class P, class M, class Observer, class G, class S, int W, class Number>
requires std::is_arithmetic_v<Number> RunStatus
observe_run(const P&, const State<G, S, W>&, const M&, const std::type_identity_t<RunOptionsIn<S>>&,
            Number, Observer&&) {
  detail::refuse_number_as_signal<Number>();
  return {};
}
template <class P, class M, class G, class S, int W, class Number>
requires std::is_arithmetic_v<Number>
auto integrate(const P&, const State<G, S, W>&, const M&,
               const std::type_identity_t<RunOptionsIn<S>>&, Number) {
  detail::refuse_number_as_signal<Number>();
  return Trajectory<State<G, S, W>>();
}

}  // namespace hamel
