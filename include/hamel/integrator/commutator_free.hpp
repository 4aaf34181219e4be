// Commutator-free methods on groups: products of exponentials, no differential of exp.
#pragma once

#include <hamel/core/finite.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/under_inputs.hpp>

namespace hamel {

/// Commutator-free method of order 4 (Celledoni, Marthinsen & Owren 2003, in the left trivialisation):
/// the classical Runge-Kutta method in the momenta, with
///
///     x_2 = x exp(h a_1/2),  x_3 = x exp(h a_2/2),  x_4 = x_2 exp(h a_3 - h a_1/2),
///     x+  = x exp(h (3 a_1 + 2 a_2 + 2 a_3 - a_4)/12) exp(h (-a_1 + 2 a_2 + 2 a_3 + 3 a_4)/12).
struct CommutatorFree4 {
  static constexpr int order = 4;
  static constexpr bool adaptive = false;
  /// Nothing is carried from step to step.
  struct Memory {};

  /// One step of size h from time t, in place. On failure the state is left as it was.
  template <class P, class S, class St>
  StepStatus step(const P& problem, const S& t, const S& h, St& state, Memory&) const noexcept {
    using V = Vector<S, P::dimension>;
    using M = Vector<S, P::variations>;
    const auto& group = problem.group();
    const auto move = [&](const auto& x, const V& s) { return group.compose(x, group.exp(s)); };
    const S half = h / S(2), middle = t + half;
    const auto k1 = problem.field(t, state.x, state.m);
    const auto x2 = move(state.x, V(half * k1.a));
    const auto k2 = problem.field(middle, x2, M(state.m + half * k1.m_dot));
    const auto x3 = move(state.x, V(half * k2.a));
    const auto k3 = problem.field(middle, x3, M(state.m + half * k2.m_dot));
    const auto x4 = move(x2, V(h * k3.a - half * k1.a));
    const auto k4 = problem.field(S(t + h), x4, M(state.m + h * k3.m_dot));
    const V inner = V(S(2) * (k2.a + k3.a));
    const S twelfth = h / S(12);
    St next = state;
    next.x = move(state.x, V(twelfth * (S(3) * k1.a + inner - k4.a)));
    next.x = move(next.x, V(twelfth * (inner - k1.a + S(3) * k4.a)));
    next.m += h / S(6) * (k1.m_dot + S(2) * (k2.m_dot + k3.m_dot) + k4.m_dot);
    if (!all_finite(next.m) || !all_finite(next.x.data)) return {Outcome::not_finite, 0, 0};
    state = next;
    return {Outcome::ok, 0, 0};
  }

  /// The same under inputs w (with_inputs), held over the step.
  template <class P, class S, class W>
  StepStatus step(const P& problem, const S& t, const S& h, typename P::template State<S>& state,
                  const W& w, Memory& memory) const noexcept {
    return with_held(problem, w, [&](const auto& held) { return step(held, t, h, state, memory); });
  }
};

/// Commutator-free method of order 3 (Celledoni, Marthinsen & Owren 2003, in the left trivialisation):
///
///     x_2 = x exp(h a_1/3),  x_3 = x exp(2 h a_2/3),  x+ = x_2 exp(h (-a_1 + 9 a_3)/12).
struct CommutatorFree3 {
  static constexpr int order = 3;
  static constexpr bool adaptive = false;
  /// Nothing is carried from step to step.
  struct Memory {};

  /// One step of size h from time t, in place. On failure the state is left as it was.
  template <class P, class S, class St>
  StepStatus step(const P& problem, const S& t, const S& h, St& state, Memory&) const noexcept {
    using V = Vector<S, P::dimension>;
    using M = Vector<S, P::variations>;
    const auto& group = problem.group();
    const auto move = [&](const auto& x, const V& s) { return group.compose(x, group.exp(s)); };
    const S third = h / S(3);
    const auto k1 = problem.field(t, state.x, state.m);
    const auto x2 = move(state.x, V(third * k1.a));
    const auto k2 = problem.field(S(t + third), x2, M(state.m + third * k1.m_dot));
    const auto x3 = move(state.x, V(S(2) * third * k2.a));
    const auto k3 = problem.field(S(t + S(2) * third), x3, M(state.m + S(2) * third * k2.m_dot));
    St next = state;
    next.x = move(x2, V(h / S(12) * (S(9) * k3.a - k1.a)));
    next.m += h / S(4) * (k1.m_dot + S(3) * k3.m_dot);
    if (!all_finite(next.m) || !all_finite(next.x.data)) return {Outcome::not_finite, 0, 0};
    state = next;
    return {Outcome::ok, 0, 0};
  }

  /// The same under inputs w (with_inputs), held over the step.
  template <class P, class S, class W>
  StepStatus step(const P& problem, const S& t, const S& h, typename P::template State<S>& state,
                  const W& w, Memory& memory) const noexcept {
    return with_held(problem, w, [&](const auto& held) { return step(held, t, h, state, memory); });
  }
};

}  // namespace hamel
