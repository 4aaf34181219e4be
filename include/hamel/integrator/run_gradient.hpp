// The gradient of a run's cost by its start, its inputs and all parameters, in one sweep back over the run.
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include <Eigen/Core>

#include <hamel/core/dual.hpp>
#include <hamel/core/finite.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/tape.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/group/left_tangent.hpp>
#include <hamel/integrator/commutator_free.hpp>
#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/linearise.hpp>
#include <hamel/integrator/rank_loss.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/signal.hpp>
#include <hamel/integrator/trajectory.hpp>
#include <hamel/integrator/variational.hpp>

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

/// f(method, t, h) for each step of which a step of size h from t is composed.
template <class M, class S, class F>
void each_part(const M& method, const S& t, const S& h, const F& f) {
  f(method, t, h);
}
template <class Scheme, class Base, class S, class F>
void each_part(const Composition<Scheme, Base>& method, const S& t, const S& h, const F& f) {
  S now = t;
  for (const long double gamma : Scheme::gamma) {
    each_part(method.base, now, S(S(gamma) * h), f);
    now += S(gamma) * h;
  }
}

/// The method that those steps are taken with.
template <class M>
const auto& part_of(const M& method) {
  if constexpr (requires { method.base; })
    return part_of(method.base);
  else
    return method;
}

/// Methods whose step is a formula, or the solution of equations that they state.
template <class M>
inline constexpr bool sweeps_back =
    std::is_same_v<M, CommutatorFree3> || std::is_same_v<M, CommutatorFree4>;
template <class Tableau>
inline constexpr bool sweeps_back<RungeKutta<Tableau>> = true;
template <class Retraction, class Lagrangian>
inline constexpr bool sweeps_back<Variational<Retraction, Lagrangian>> = true;
template <class Scheme, class Base>
inline constexpr bool sweeps_back<Composition<Scheme, Base>> = sweeps_back<Base>;

/// A part of a run: where it started, and the unknowns of its equations as `count` numbers from `first` on.
template <class State, class S>
struct Part {
  State start;
  S t, h;
  long step;
  std::size_t first;
};

/// Takes a part of a step, and keeps what its equations were solved by.
template <class P, class M, class S, class St>
StepStatus advance_part(const P& problem, const M& method, const S& t, const S& h, St& state,
                        std::vector<S>&) {
  typename M::Memory memory{};
  return method.step(problem, t, h, state, memory);
}
template <class P, class Retraction, class Lagrangian, class S, class St>
StepStatus advance_part(const P& problem, const Variational<Retraction, Lagrangian>& method,
                        const S& t, const S& h, St& state, std::vector<S>& unknowns) {
  return method.with_equations(problem, [&]<class Equations>(Equations) {
    typename Equations::template Balance<P, Retraction, S> balance(problem, method.retraction, t, h,
                                                                   state);
    StepStatus status = method.converge(balance);
    if (!status) return status;
    const auto z = balance.unknowns();
    unknowns.insert(unknowns.end(), z.data(), z.data() + z.size());
    state = balance.end_state();
    if (!all_finite(state.m) || !all_finite(state.x.data)) status.outcome = Outcome::not_finite;
    return status;
  });
}

/// Sets the adjoints of the numbers of a state; adds those of one to `sum`.
template <class S, class St, class V>
void seed(Tape<S>& tape, const St& state, const V& by_state) {
  const int s = static_cast<int>(state.x.data.size());
  for (int i = 0; i < by_state.size(); ++i) {
    const Taped<S>& number = i < s ? state.x.data[i] : state.m[i - s];
    if (number.node() != 0) tape.adjoint(number.node()) += by_state[i];
  }
}
template <class S, class St, class V>
void collect(Tape<S>& tape, const St& state, V& by_state) {
  const int s = static_cast<int>(state.x.data.size());
  for (int i = 0; i < by_state.size(); ++i)
    by_state[i] = tape.adjoint((i < s ? state.x.data[i] : state.m[i - s]).node());
}

/// Carries `by_end` back over a step that is a formula.
template <class P, class Q, class M, class S, class St, class TapedState, class V>
void sweep_part(const P&, const Q& taped, const M& method, const Part<St, S>& part,
                const std::vector<S>&, Tape<S>& tape, const TapedState& from, const V& by_end) {
  using T = Taped<S>;
  const auto first = tape.size();
  TapedState state = from;
  typename M::Memory memory{};
  method.step(taped, T(part.t), T(part.h), state, memory);
  seed(tape, state, by_end);
  tape.reverse(first, tape.size());
}
/// The same over a variational step: with R(z; in) = 0 and its end E(z; in), the adjoint of `in` is that of
/// <l, E> - <n, R> at the solution z, where R_z^T n = E_z^T l; so z itself is a constant of the sweep.
template <class P, class Q, class Retraction, class Lagrangian, class S, class St, class TapedState,
          class V>
void sweep_part(const P& problem, const Q& taped, const Variational<Retraction, Lagrangian>& method,
                const Part<St, S>& part, const std::vector<S>& unknowns, Tape<S>& tape,
                const TapedState& from, const V& by_end) {
  using T = Taped<S>;
  method.with_equations(problem, [&]<class Equations>(Equations) {
    constexpr int z = Equations::template Balance<P, Retraction, S>::Z;
    using D = Dual<S, z>;
    const Vector<S, z> solution = Eigen::Map<const Eigen::Matrix<S, z, 1>>(&unknowns[part.first]);

    const typename P::template State<D> start{part.start.x.template cast<D>(),
                                              converted<D>(part.start.m)};
    typename Equations::template Balance<P, Retraction, D> lifted(
        problem, method.retraction, D(part.t), D(part.h), start, seeded<z>(solution, 0));
    const auto defect = lifted.defect();
    const auto slope = entrywise<S, z, z>(
        z, z, [&](int i, int j) { return defect[j].derivatives()[std::size_t(i)]; });
    const auto end = lifted.end_state();
    const int s = static_cast<int>(end.x.data.size());
    Vector<S, z> pull = zeros<S, z>();
    for (int k = 0; k < by_end.size(); ++k) {
      const auto& d = (k < s ? end.x.data[k] : end.m[k - s]).derivatives();
      for (int i = 0; i < z; ++i) pull[i] += by_end[k] * d[std::size_t(i)];
    }
    pull = hamel::solve<S, z>(slope, pull);

    const auto first = tape.size();
    typename Equations::template Balance<Q, Retraction, T> equations(
        taped, method.retraction, T(part.t), T(part.h), from, converted<T>(solution));
    const auto balance = equations.defect();
    seed(tape, equations.end_state(), by_end);
    for (int i = 0; i < z; ++i)
      if (balance[i].node() != 0) tape.adjoint(balance[i].node()) -= pull[i];
    tape.reverse(first, tape.size());
  });
}

/// The cost that a run has on the way, where the cost knows one.
template <class Cost, class S, class St, class V>
auto cost_on_the_way(const Cost& cost, const S& t, const St& state, const V& w) {
  using T = typename decltype(St::m)::Scalar;
  if constexpr (requires { cost.stage(t, state, w); })
    return T(cost.stage(t, state, w));
  else
    return T(S(0));
}

/// A vector of variables with the given values.
template <class S, class V>
auto variables(const V& values) {
  Eigen::Matrix<Taped<S>, V::RowsAtCompileTime, 1> r(values.size());
  for (int i = 0; i < values.size(); ++i) r[i] = Taped<S>::variable(values[i]);
  return r;
}

}  // namespace detail

/// Runs the problem with the parameters theta from `initial` under the columns of `signal` and gives the gradient of
///
///     cost.end(t_K, state_K) + sum_k cost.stage(t_k, state_k, w_k),  k = 0, ..., K-1
///
/// (`stage` may be missing; both are generic in the scalar of the state) by the start, all inputs and all parameters.
/// `problem_at(theta)` is the problem for parameters of any scalar T, a vector of T like theta; the start is given, and
/// does not follow theta. The derivative is that of the discrete run, exact to rounding, by one sweep back: its work
/// does not grow with the number of parameters. Methods: Variational, RungeKutta, commutator-free ones, and
/// compositions of those. Throws as `integrate` with a signal does; a run that fails has a status and no gradient.
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

  Tape<S> tape;
  const auto parameters = detail::variables<S>(theta);
  const auto& taped = problem_at(parameters);
  const auto made = tape.size();
  Eigen::Matrix<S, Eigen::Dynamic, 1> by_state =
      Eigen::Matrix<S, Eigen::Dynamic, 1>::Zero(initial.x.data.size() + W);
  const auto variable_state = [](const Point& state) {
    return State<G, T, W>{{detail::variables<S>(state.x.data)}, detail::variables<S>(state.m)};
  };
  const auto sow = [&](const T& value, auto first) {
    if (value.node() == 0) return;
    tape.adjoint(value.node()) += S(1);
    tape.reverse(first, tape.size());
  };
  {
    const auto state = variable_state(end);
    const auto first = tape.size();
    sow(T(cost.end(t_end, state)), first);
    detail::collect(tape, state, by_state);
  }
  result.by_inputs.setZero(m, options.steps);
  for (std::size_t i = parts.size(); i-- > 0;) {
    tape.rewind(made);
    const auto& part = parts[i];
    const auto w = input(part.step);
    const auto state = variable_state(part.start);
    const auto w_taped = detail::variables<S>(w);
    if (i == 0 || parts[i - 1].step != part.step) {
      const auto first = tape.size();
      sow(detail::cost_on_the_way(cost, part.t, state, w_taped), first);
    }
    detail::with_inputs_at(problem, w, [&](const auto& held) {
      detail::with_inputs_at(taped, w_taped, [&](const auto& held_taped) {
        detail::sweep_part(held, held_taped, detail::part_of(method), part, unknowns, tape, state,
                           by_state);
      });
    });
    detail::collect(tape, state, by_state);
    for (int j = 0; j < m; ++j) result.by_inputs(j, part.step) += tape.adjoint(w_taped[j].node());
  }
  tape.rewind(made);
  tape.reverse(1, made);
  result.by_parameters.resize(theta.size());
  for (int j = 0; j < theta.size(); ++j)
    result.by_parameters[j] = tape.adjoint(parameters[j].node());

  // from the numbers stored for x to x exp(dx)
  const auto near = displaced<Dual<S, n>>(problem.group(), initial.x, infinitesimal<S, n>());
  for (int k = 0; k < n; ++k) {
    S sum(0);
    for (int i = 0; i < near.data.size(); ++i)
      sum += by_state[i] * near.data[i].derivatives()[std::size_t(k)];
    result.by_start[k] = sum;
  }
  for (int i = 0; i < W; ++i) result.by_start[n + i] = by_state[initial.x.data.size() + i];
  return result;
}

}  // namespace hamel
