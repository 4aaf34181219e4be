// Covectors carried back over a step: what a function of its end becomes as one of its start, inputs and parameters.
#pragma once

#include <concepts>
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
#include <hamel/integrator/linearise.hpp>
#include <hamel/integrator/phase_space_adjoint.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/runge_kutta_adjoint.hpp>
#include <hamel/integrator/term_sweep.hpp>
#include <hamel/integrator/trapezoidal_adjoint.hpp>
#include <hamel/integrator/variational.hpp>

namespace hamel::detail {

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

/// A part of a run: where it started, and from `first` on what its step found on the way, the unknowns of its equations or
/// the rates at its stages.
template <class State, class S>
struct Part {
  State start;
  S t, h;
  long step;
  std::size_t first;
};

/// Takes a part of a step, and keeps what was found on the way.
template <class P, class M, class S, class St>
StepStatus advance_part(const P& problem, const M& method, const S& t, const S& h, St& state,
                        std::vector<S>&) {
  typename M::Memory memory{};
  return method.step(problem, t, h, state, memory);
}
template <class P, class Tableau, class S, class St>
StepStatus advance_part(const P& problem, const RungeKutta<Tableau>& method, const S& t, const S& h,
                        St& state, std::vector<S>& found) {
  typename RungeKutta<Tableau>::template Stages<S, P::dimension, P::variations> at;
  method.evaluate(problem, t, h, state, at);
  for (const auto& k : at.k) found.insert(found.end(), k.data(), k.data() + k.size());
  for (const auto& l : at.l) found.insert(found.end(), l.data(), l.data() + l.size());
  return method.advance(problem, method.sum(problem, h, state, at), state);
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

/// Sets the adjoints of the numbers of a state whose derivative by (e, m), x exp(e), is `by_state`: of all adjoints of
/// the numbers stored for x the least.
template <class G, class S, int W, class V>
void seed(Tape<S>& tape, const G& group, const State<G, S, W>& at,
          const State<G, Taped<S>, W>& taped, const V& by_state) {
  constexpr int n = G::dimension;
  const auto t = left_tangent(group, at.x);
  const Vector<S, G::storage> by_number =
      times(t, hamel::solve<S, n>(Matrix<S, n>(transposed_times(t, t)), entries<n>(by_state, 0)));
  for (int i = 0; i < by_number.size(); ++i) add_adjoint(tape, taped.x.data[i], by_number[i]);
  for (int i = 0; i < W; ++i) add_adjoint(tape, taped.m[i], by_state[n + i]);
}

/// Carries `by_end`, by (e, m) at the end of a part, back over it: to the adjoints of what is on the tape, and beside
/// those of `from` to (e, m) at its start, which is returned. This step is a formula.
template <class P, class Q, class M, class S, class St, class TapedState, class V>
V sweep_part(const P& problem, const Q& taped, const M& method, const Part<St, S>& part,
             const St& end, const std::vector<S>&, Tape<S>& tape, const TapedState& from,
             const V& by_end) {
  using T = Taped<S>;
  const auto first = tape.size();
  TapedState state = from;
  typename M::Memory memory{};
  method.step(taped, T(part.t), T(part.h), state, memory);
  seed(tape, problem.group(), end, state, by_end);
  tape.reverse(first, tape.size());
  return V::Zero();
}
/// The same over a Runge-Kutta step, stage by stage.
template <class P, class Q, class Tableau, class S, class St, class TapedState, class V>
V sweep_part(const P& problem, const Q& taped, const RungeKutta<Tableau>& method,
             const Part<St, S>& part, const St&, const std::vector<S>& found, Tape<S>& tape,
             const TapedState&, const V& by_end) {
  typename RungeKutta<Tableau>::template Stages<S, P::dimension, P::variations> at;
  const S* next = &found[part.first];
  const auto read = [&](auto& rates) {
    for (auto& rate : rates)
      for (int i = 0; i < rate.size(); ++i) rate[i] = *next++;
  };
  read(at.k);
  read(at.l);
  return runge_kutta_adjoint(problem, taped, method, at, part.t, part.h, part.start, tape, by_end);
}
/// The same over a variational step: with R(z; in) = 0 and its end E(z; in), the adjoint of `in` is that of
/// <l, E> - <n, R> at the solution z, where R_z^T n = E_z^T l; so z itself is a constant of the sweep.
template <class P, class Q, class Retraction, class Lagrangian, class S, class St, class TapedState,
          class V>
V sweep_part(const P& problem, const Q& taped, const Variational<Retraction, Lagrangian>& method,
             const Part<St, S>& part, const St& end, const std::vector<S>& unknowns, Tape<S>& tape,
             const TapedState& from, const V& by_end) {
  using T = Taped<S>;
  return method.with_equations(problem, [&]<class Equations>(Equations) -> V {
    constexpr int z = Equations::template Balance<P, Retraction, S>::Z;
    const Vector<S, z> solution = Eigen::Map<const Eigen::Matrix<S, z, 1>>(&unknowns[part.first]);
    if constexpr (std::same_as<Equations, Trapezoidal> && (P::moves || !P::affine)) {
      return trapezoidal_adjoint(problem, taped, method.retraction, part.t, part.h, part.start, end,
                                 solution, tape, by_end);
    } else {
      using D = Dual<S, z>;
      const typename P::template State<D> start{part.start.x.template cast<D>(),
                                                converted<D>(part.start.m)};
      typename Equations::template Balance<P, Retraction, D> lifted(
          problem, method.retraction, D(part.t), D(part.h), start, seeded<z>(solution, 0));
      const auto defect = lifted.defect();
      const auto slope = entrywise<S, z, z>(
          z, z, [&](int i, int j) { return defect[j].derivatives()[std::size_t(i)]; });
      const auto rows = derivative_rows<V::RowsAtCompileTime>(problem.group(), lifted.end_state());
      const Vector<S, z> pull =
          hamel::solve<S, z>(slope, Vector<S, z>(transposed_times(rows, by_end)));
      if constexpr (std::same_as<Equations, PhaseSpace>) {
        return phase_space_adjoint(problem, taped, method.retraction, part.t, part.h, part.start,
                                   end, solution, pull, tape, by_end);
      } else {
        const auto first = tape.size();
        typename Equations::template Balance<Q, Retraction, T> equations(
            taped, method.retraction, T(part.t), T(part.h), from, converted<T>(solution));
        const auto balance = equations.defect();
        seed(tape, problem.group(), end, equations.end_state(), by_end);
        sow(tape, first, balance, scaled(S(-1), pull));
        return V::Zero();
      }
    }
  });
}

}  // namespace hamel::detail
