// Covectors carried back over a step: what a function of its end becomes as one of its start, inputs and parameters.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include <hamel/core/dual.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/tape.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/compact.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/group/left_tangent.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/differentiated_step.hpp>
#include <hamel/integrator/energy_midpoint.hpp>
#include <hamel/integrator/frozen_flows.hpp>
#include <hamel/integrator/frozen_flows_adjoint.hpp>
#include <hamel/integrator/gauss.hpp>
#include <hamel/integrator/midpoint_adjoint.hpp>
#include <hamel/integrator/phase_space_adjoint.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/runge_kutta_adjoint.hpp>
#include <hamel/integrator/seeded.hpp>
#include <hamel/integrator/term_sweep.hpp>
#include <hamel/integrator/trapezoidal_adjoint.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/integrator/witness.hpp>

namespace hamel::detail {

/// The method that a method is composed of.
template <class M>
const M& base_of(const M& method) {
  return method;
}
template <class Scheme, class Base>
const auto& base_of(const Composition<Scheme, Base>& method) {
  return base_of(method.base);
}
/// The method that the parts of a step are taken with.
template <class M>
const auto& part_of(const M& method) {
  return base_of(method);
}
template <class Tableau>
RungeKutta<Tableau> part_of(const Adaptive<Tableau>&) {
  return {};
}

/// What a part of a step finds on the way and its sweep needs again, by the method it is taken with: the rates at its
/// stages, the unknowns of its equations, or nothing.
template <class M>
struct FoundBy {
  static constexpr bool nothing = true;
  template <class P, class S>
  struct Type {};
};
template <class Tableau>
struct FoundBy<RungeKutta<Tableau>> {
  template <class P, class S>
  using Type = WitnessedWhereVaried<
      typename RungeKutta<Tableau>::template Stages<S, P::dimension, P::variations>, P, S,
      Tableau::stages>;
};
template <class Tableau>
struct FoundBy<Adaptive<Tableau>> {
  template <class P, class S>
  using Type = typename RungeKutta<Tableau>::template Stages<S, P::dimension, P::variations>;
};
template <class Rule>
struct FoundBy<Collocation<Rule>> {
  template <class P, class S>
  using Type = typename Collocation<Rule>::template Stages<S, P::dimension, P::variations>;
};
template <class Table>
struct FoundBy<FrozenFlows<Table>> {
  template <class P, class S>
  using Type = WitnessedWhereVaried<
      typename FrozenFlows<Table>::template Stages<typename P::Group, S, P::variations>, P, S,
      Table::stages>;
};
template <class M>
requires(M::solves) struct FoundBy<M> {
  template <class P, class S>
  using Type = Vector<S, M::template unknowns<P>>;
};

template <class M>
using BaseMethod = std::decay_t<decltype(base_of(std::declval<const M&>()))>;
/// Methods whose steps go back in a way of their own.
template <class M>
concept SweepsBack = !requires {
  FoundBy<BaseMethod<M>>::nothing;
};
/// Methods that take steps of numbers that carry derivatives.
template <class M, class P, class S>
concept StepsInDuals = requires(const M& method, const P& problem, const Dual<S, 1>& t,
                                State<typename P::Group, Dual<S, 1>, P::variations>& state,
                                typename M::Memory& memory) {
  method.step(problem, t, t, state, memory);
};

/// Are steps of the method, or the field, recorded whole, with what the inputs are there? All else asks a problem on a
/// tape for terms that the inputs do not enter.
template <class M>
inline constexpr bool variational_step = false;
template <class Retraction, class Lagrangian>
inline constexpr bool variational_step<Variational<Retraction, Lagrangian>> = true;
template <class M, class P>
constexpr bool records_steps() {
  if constexpr (FieldAlone<P>)
    return true;
  else
    return std::same_as<BaseMethod<M>, EnergyMidpoint> ||
           (variational_step<BaseMethod<M>> && P::affine);
}

/// A part of a run: where it started, what its step found, and in which step of the run it lies.
template <class M, class P, class S>
struct Part {
  typename P::template State<S> start;
  S t, h;
  long step;
  typename FoundBy<BaseMethod<M>>::template Type<P, S> found;

  Part(const typename P::template State<S>& from, const S& when, const S& length, long number)
      : start(from), t(when), h(length), step(number) {}  // the step fills in what it found
};

// Each takes a step from `state`, and keeps its parts.

template <class P, class M, class S, class St, class Memory, class Parts>
StepStatus advance_parts(const P& problem, const M& method, const S& t, const S& h, St& state,
                         Memory& memory, long k, Parts& parts) {
  parts.emplace_back(state, t, h, k);
  return method.step(problem, t, h, state, memory);
}
template <class P, class Tableau, class S, class St, class Memory, class Parts>
StepStatus advance_parts(const P& problem, const RungeKutta<Tableau>& method, const S& t,
                         const S& h, St& state, Memory&, long k, Parts& parts) {
  auto& at = parts.emplace_back(state, t, h, k).found;
  return in_one_piece<compact_stages<P, S>>([&] {
    witnessed(problem, at, [&](const auto& seen) { method.evaluate(seen, t, h, state, at); });
    return method.advance(problem, method.sum(problem, h, state, at), state);
  });
}
template <class P, class Tableau, class S, class St, class Memory, class Parts>
StepStatus advance_parts(const P& problem, const Adaptive<Tableau>& method, const S& t, const S& h,
                         St& state, Memory& memory, long k, Parts& parts) {
  return method.cross(problem, t, h, state, memory,
                      [&](const S& now, const S& taken, const St& start, const auto& at) {
                        parts.emplace_back(start, now, taken, k).found = at;
                      });
}
template <class P, class Rule, class S, class St, class Memory, class Parts>
StepStatus advance_parts(const P& problem, const Collocation<Rule>& method, const S& t, const S& h,
                         St& state, Memory&, long k, Parts& parts) {
  auto& part = parts.emplace_back(state, t, h, k);
  return method.step(problem, t, h, state, part.found);
}
template <class P, class Table, class S, class St, class Memory, class Parts>
StepStatus advance_parts(const P& problem, const FrozenFlows<Table>& method, const S& t, const S& h,
                         St& state, Memory&, long k, Parts& parts) {
  auto& part = parts.emplace_back(state, t, h, k);
  return witnessed(problem, part.found,
                   [&](const auto& seen) { return method.step(seen, t, h, state, part.found); });
}
template <class P, class M, class S, class St, class Memory, class Parts>
requires(M::solves) StepStatus advance_parts(const P& problem, const M& method, const S& t,
                                             const S& h, St& state, Memory&, long k, Parts& parts) {
  auto& part = parts.emplace_back(state, t, h, k);
  return in_one_piece<compact<P, S>>([&] {
    return method.solved_step(problem, t, h, state, [&](const auto&, const auto& solved) {
      put(part.found, 0, 0, solved.unknowns());
    });
  });
}
template <class P, class Scheme, class Base, class S, class St, class Memory, class Parts>
StepStatus advance_parts(const P& problem, const Composition<Scheme, Base>& method, const S& t,
                         const S& h, St& state, Memory& memory, long k, Parts& parts) {
  StepStatus status{Outcome::ok, 0, 0};
  int iterations = 0;
  S now = t;
  for (const long double gamma : Scheme::gamma) {
    const S part = S(gamma) * h;
    status = advance_parts(problem, method.base, now, part, state, memory, k, parts);
    iterations += status.iterations;
    if (!status) break;
    now += part;
  }
  status.iterations = iterations;
  return status;
}

/// Sets the adjoints of the numbers of a state whose derivative by (e, m), x exp(e), is `by_state`: of all adjoints of
/// the numbers stored for x the least.
template <class G, class S, int W, class V>
void seed(Tape<S>& tape, const G& group, const State<G, S, W>& at,
          const State<G, Taped<S>, W>& taped, const V& by_state) {
  constexpr int n = G::dimension;
  const auto t = left_tangent(group, at.x);
  const Vector<S, G::storage> by_number =
      t * hamel::solve<S, n>(t.transpose() * t, entries<n>(by_state, 0));
  for (int i = 0; i < by_number.size(); ++i) add_adjoint(tape, taped.x.data[i], by_number[i]);
  for (int i = 0; i < W; ++i) add_adjoint(tape, taped.m[i], by_state[n + i]);
}

/// A state of variables.
template <class G, class S, int W>
State<G, Taped<S>, W> variable_state(const State<G, S, W>& state) {
  return {{variables<S>(state.x.data)}, variables<S>(state.m)};
}

/// The adjoints of a state of variables as a covector on (e, m), x exp(e).
template <class G, class S, int W>
Vector<S, G::dimension + W> by_state(const G& group, const State<G, S, W>& state, Tape<S>& tape,
                                     const State<G, Taped<S>, W>& taped) {
  Vector<S, G::dimension + W> r;
  put(r, 0, 0, collected(group, state.x, tape, taped.x));
  for (int i = 0; i < W; ++i) r[G::dimension + i] = tape.adjoint(taped.m[i].node());
  return r;
}

/// Carries `by_end`, by (e, m) at the end of a part, back over it: to (e, m) at its start, which is returned, and to
/// the adjoints of what is on the tape and the terms that are constant.
template <class P, class Q, class Tableau, class S, class Part, class St, class Terms, class V>
V sweep_part(const P& problem, const Q& taped, const RungeKutta<Tableau>& method, const Part& part,
             const St&, Tape<S>& tape, Terms& constant, const V& by_end) {
  return in_one_piece<compact_stages<P, S>>([&] {
    return runge_kutta_adjoint(problem, taped, method, part.found, part.t, part.h, part.start, tape,
                               constant, by_end);
  });
}
template <class P, class Q, class Rule, class S, class Part, class St, class Terms, class V>
V sweep_part(const P& problem, const Q& taped, const Collocation<Rule>& method, const Part& part,
             const St&, Tape<S>& tape, Terms& constant, const V& by_end) {
  return collocation_adjoint(problem, taped, method, part.found, part.t, part.h, part.start, tape,
                             constant, by_end);
}
template <class P, class Q, class Table, class S, class Part, class St, class Terms, class V>
V sweep_part(const P& problem, const Q& taped, const FrozenFlows<Table>& method, const Part& part,
             const St&, Tape<S>& tape, Terms& constant, const V& by_end) {
  return in_one_piece<compact<P, S>>([&] {
    return frozen_flows_adjoint(problem, taped, method, part.found, part.t, part.h, part.start,
                                tape, constant, by_end);
  });
}
/// The n of R_z^T n = E_z^T by_end at the unknowns that a part of a run found.
template <int z, class P, class Equations, class Part, class V>
auto pull_of(const P& problem, const Equations& equations, const Part& part, const V& by_end) {
  using S = typename V::Scalar;
  using D = Dual<S, z>;
  const typename P::template State<D> start{part.start.x.template cast<D>(),
                                            converted<D>(part.start.m)};
  const auto moved = Seeds<S, z>()(Vector<S, z>(entries<z>(part.found, 0)), 0);
  auto at = equations.at(problem, D(part.t), D(part.h), start, moved);
  const auto defect = at.defect();
  const auto slope = entrywise<S, z, z>(
      z, z, [&](int i, int j) { return defect[j].derivatives()[std::size_t(i)]; });
  Matrix<S, V::RowsAtCompileTime, z> rows;
  put_derivatives(problem.group(), at.end_state(), rows, 0);
  return hamel::solve<S, z>(slope, Vector<S, z>(rows.transpose() * by_end));
}

/// Carries `by_end` back over a step whose unknowns z solve R(z; in) = 0, with an end E(z; in): the adjoint of `in` is
/// that of <l, E> - <n, R> at the solution, where R_z^T n = E_z^T l; so z itself is a constant of the sweep.
template <int z, class P, class Q, class Equations, class S, class Part, class St, class V>
V implicit_adjoint(const P& problem, const Q& taped, const Equations& equations, const Part& part,
                   const St& end, Tape<S>& tape, const V& by_end) {
  using T = Taped<S>;
  const Vector<S, z> solution = entries<z>(part.found, 0);
  const Vector<S, z> pull = pull_of<z>(problem, equations, part, by_end);
  const auto first = tape.size();
  const auto from = variable_state(part.start);
  const Vector<T, z> constant = converted<T>(solution);
  auto at = equations.at(taped, T(part.t), T(part.h), from, constant);
  seed(tape, problem.group(), end, at.end_state(), by_end);
  if constexpr (requires { at.paired(pull); })
    sow(tape, first, Vector<T, 1>(at.paired(pull)), Vector<S, 1>(S(-1)));
  else
    sow(tape, first, at.defect(), -pull);
  return by_state(problem.group(), part.start, tape, from);
}
template <class P, class Q, class S, class Part, class St, class Terms, class V>
V sweep_part(const P& problem, const Q& taped, const EnergyMidpoint& method, const Part& part,
             const St& end, Tape<S>& tape, Terms&, const V& by_end) {
  V by_start;
  method.with_equations(problem, [&]<class Equations>(Equations, int) {
    by_start = implicit_adjoint<EnergyMidpoint::unknowns<P>>(
        problem, taped, MidpointEquations<Equations>(), part, end, tape, by_end);
  });
  return by_start;
}
/// The same of a method whose steps solve the same equations whatever the problem.
template <class P, class Q, class M, class S, class Part, class St, class Terms, class V>
requires requires {
  typename M::Equations;
}
V sweep_part(const P& problem, const Q& taped, const M&, const Part& part, const St& end,
             Tape<S>& tape, Terms&, const V& by_end) {
  return implicit_adjoint<M::template unknowns<P>>(problem, taped, typename M::Equations{}, part,
                                                   end, tape, by_end);
}
/// The same over a variational step, in closed form where there is one.
template <class P, class Q, class Retraction, class Lagrangian, class S, class Part, class St,
          class Terms, class V>
V sweep_part(const P& problem, const Q& taped, const Variational<Retraction, Lagrangian>& method,
             const Part& part, const St& end, Tape<S>& tape, Terms& constant, const V& by_end) {
  return method.with_equations(problem, [&]<class Equations>(Equations) -> V {
    constexpr int z = Equations::template Balance<P, Retraction, S>::Z;
    const VariationalEquations<Equations, Retraction> equations{method.retraction};
    const Vector<S, z> solution = entries<z>(part.found, 0);
    if constexpr (std::same_as<Equations, Trapezoidal> && (P::moves || !P::affine)) {
      return in_one_piece<compact<P, S>>([&] {
        return trapezoidal_adjoint(problem, taped, method.retraction, part.t, part.h, part.start,
                                   end, solution, tape, constant, by_end);
      });
    } else {
      const auto pull = [&] { return pull_of<z>(problem, equations, part, by_end); };
      if constexpr (std::same_as<Equations, PhaseSpace>) {
        return phase_space_adjoint(problem, taped, method.retraction, part.t, part.h, part.start,
                                   end, solution, pull(), tape, constant, by_end);
      } else if constexpr (std::same_as<Equations, Midpoint> && !P::affine) {
        return midpoint_adjoint(problem, taped, method.retraction, part.t, part.h, part.start,
                                solution, pull, tape, constant, by_end);
      } else {
        return implicit_adjoint<z>(problem, taped, equations, part, end, tape, by_end);
      }
    }
  });
}

}  // namespace hamel::detail
