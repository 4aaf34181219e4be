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
#include <hamel/dynamics/problem_at.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/group/left_tangent.hpp>
#include <hamel/integrator/commutator_free.hpp>
#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/linearise.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/retraction/linearised.hpp>

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

/// A vector of variables with the given values.
template <class S, class V>
auto variables(const V& values) {
  Eigen::Matrix<Taped<S>, V::RowsAtCompileTime, 1> r(values.size());
  for (int i = 0; i < values.size(); ++i) r[i] = Taped<S>::variable(values[i]);
  return r;
}

/// Adds to the adjoint of a number, where it is on the tape.
template <class S>
void add_adjoint(Tape<S>& tape, const Taped<S>& number, const S& by) {
  if (number.node() != 0) tape.adjoint(number.node()) += by;
}
/// Adds p q^T to the adjoints of a matrix.
template <class S, class A, class P, class Q>
void add_adjoints(Tape<S>& tape, const A& matrix, const P& p, const Q& q) {
  for (int j = 0; j < matrix.cols(); ++j)
    for (int i = 0; i < matrix.rows(); ++i) add_adjoint(tape, matrix(i, j), S(p[i] * q[j]));
}
/// Adds <b, .> to the adjoints of a vector that was recorded from `first` on, and carries them back to there.
template <class S, class V, class B>
void sow(Tape<S>& tape, typename Tape<S>::Node first, const V& vector, const B& b) {
  for (int i = 0; i < vector.size(); ++i) add_adjoint(tape, vector[i], S(b[i]));
  tape.reverse(first, tape.size());
}

/// The adjoints of the numbers stored for x as a covector in g*, by e in x exp(e).
template <class G, class S>
Vector<S, G::dimension> collected(const G& group, const Element<G, S>& x, Tape<S>& tape,
                                  const Element<G, Taped<S>>& taped) {
  Vector<S, G::storage> by_number;
  for (int i = 0; i < by_number.size(); ++i) by_number[i] = tape.adjoint(taped.data[i].node());
  return transposed_times(left_tangent(group, x), by_number);
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

/// A step where metric and distribution are constant, in closed form. With b+ = W l, b = W n, c = P+^T b+ - P^T b,
///
///     <l, E> - <n, R> + <lambda, e+> = <lambda, Ad_{tau^-1} e + T dxi> + <pi, c> + <n, m_k> + h/2 (<F+,b+> + <F,b>),
///
/// where P = (dtau^R_xi)^{-*}, P+ the same at -xi, T = dtau^L_xi; only forces go to the tape.
template <class P, class Q, class Retraction, class S, class St, class Z, class TapedState, class V>
V closed_form_adjoint(const P& problem, const Q& taped, const Retraction& retraction,
                      const Part<St, S>& part, const St& end, const Z& unknowns, Tape<S>& tape,
                      const TapedState& from, const V& by_end) {
  using T = Taped<S>;
  constexpr int n = P::dimension, r = P::velocities, w = P::variations, s = P::multipliers;
  using Covector = Vector<S, n>;
  const auto& group = problem.group();
  const auto& x = part.start.x;
  const S h = part.h, half = S(0.5) * part.h;

  const auto d = problem.basis(x);
  const auto m = problem.metric(x);
  const auto u = entries<r>(unknowns, 0);
  const auto nu = entries<s>(unknowns, r);
  const Vector<S, n> a = problem.expand(x, u), xi = scaled(h, a);
  Covector pi = times(m, a);
  Matrix<S, n, s> ann;
  if constexpr (s > 0) {
    ann = converted<S>(problem.split().annihilator());
    pi = plus(pi, times(ann, nu));
  }
  const auto along_w = [&](const Vector<S, w>& l) {
    if constexpr (P::kind == Dynamics::nonholonomic)
      return times(d, l);
    else
      return l;
  };
  const auto [pull, slope] = linearise(retraction, group, xi, pi);
  const Vector<S, n> back = scaled(S(-1), xi);
  const auto [pull_end, slope_end] = linearise(retraction, group, back, pi);

  // Each force adds to the adjoints of a, of x and of the inputs, and to its line of the balance.
  const bool forced = !problem.system().force_is_zero();
  const auto a_taped = variables<S>(a);
  const auto by_force = [&](const T& t, const Element<typename P::Group, T>& at,
                            const Vector<S, n>& b) {
    const auto first = tape.size();
    const Vector<T, n> f = ProblemAt<Q, T>(taped, t, at).force(a_taped, a_taped);
    sow(tape, first, f, scaled(half, b));
    return scaled(half, values<T, n>(f));
  };
  const auto by_a = [&] {
    return listed<S, n, 1>(n, 1, [&](int i) { return tape.adjoint(a_taped[i].node()); });
  };
  Covector lambda = entries<n>(by_end, 0);
  const auto l = entries<w>(by_end, n);
  const Vector<S, n> b_end = along_w(l);
  Covector line = times(pull, pi), line_end = times(pull_end, pi);
  if (forced) {
    const Element<typename P::Group, T> at{variables<S>(end.x.data)};
    line_end = plus(line_end, by_force(T(part.t + h), at, b_end));
    lambda = plus(lambda, collected(group, end.x, tape, at));
  }

  const Vector<S, n> c_end = transposed_times(pull_end, b_end);
  const Covector by_xi = minus(transposed_times(tangent_matrix(retraction, group, xi), lambda),
                               transposed_times(slope_end, b_end));
  Matrix<S, n> by_velocity = plus(times(pull, m), h, slope);
  if (!problem.system().force_ignores_velocity())
    by_velocity =
        plus(by_velocity, S(-half), problem.system().force_velocity_derivative(part.t, x, a));
  Matrix<S, w, w> jacobian;  // transposed
  Vector<S, w> pulled;
  const auto rows = [&](int first, const auto& columns, const auto& balance, const Covector& by) {
    put(pulled, first, 0, transposed_times(columns, by));
    const auto block = transposed(times(balance, columns));
    if constexpr (P::kind == Dynamics::nonholonomic)
      put(jacobian, first, 0, times(block, d));
    else
      put(jacobian, first, 0, block);
  };
  rows(0, d, by_velocity, plus(plus(by_a(), h, by_xi), transposed_times(m, c_end)));
  if constexpr (s > 0) rows(r, ann, pull, c_end);
  const Vector<S, w> by_m = hamel::solve<S, w>(jacobian, pulled);

  const Vector<S, n> b = along_w(by_m);
  if (forced) line = minus(line, by_force(T(part.t), from.x, b));
  const Vector<S, n> c = minus(c_end, transposed_times(pull, b));
  const Covector by_velocity_of_step =
      plus(plus(by_a(), h, minus(by_xi, transposed_times(slope, b))), transposed_times(m, c));
  add_adjoints(tape, taped.metric(from.x), c, a);
  if constexpr (P::kind != Dynamics::free) {
    const auto basis = taped.basis(from.x);
    add_adjoints(tape, basis, by_velocity_of_step, u);
    if constexpr (P::kind == Dynamics::nonholonomic) {
      add_adjoints(tape, basis, line_end, l);
      add_adjoints(tape, basis, scaled(S(-1), line), by_m);
    }
    if constexpr (s > 0) add_adjoints(tape, converted<T>(taped.split().annihilator()), c, nu);
  }
  V by_start;
  put(by_start, 0, 0, group.Ad_star(retraction.tau(group, back), lambda));
  put(by_start, n, 0, by_m);
  return by_start;
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
    if constexpr (std::same_as<Equations, Trapezoidal> && !P::moves && !P::affine &&
                  !P::System::metric_may_vary) {
      return closed_form_adjoint(problem, taped, method.retraction, part, end, solution, tape, from,
                                 by_end);
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

      const auto first = tape.size();
      typename Equations::template Balance<Q, Retraction, T> equations(
          taped, method.retraction, T(part.t), T(part.h), from, converted<T>(solution));
      const auto balance = equations.defect();
      seed(tape, problem.group(), end, equations.end_state(), by_end);
      sow(tape, first, balance, scaled(S(-1), pull));
      return V::Zero();
    }
  });
}

}  // namespace hamel::detail
