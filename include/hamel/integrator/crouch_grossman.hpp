// Crouch-Grossman methods: products of flows of frozen fields, no differential of exp.
#pragma once

#include <hamel/core/finite.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/under_inputs.hpp>

namespace hamel {

/// Crouch-Grossman method of order 3 with three stages (Crouch & Grossman 1993, in the left trivialisation): a
/// stage moves by one exponential per velocity it knows,
///
///     x_2 = x exp(3h/4 a_1),  x_3 = x exp(119h/216 a_1) exp(17h/108 a_2),
///     x+  = x exp(13h/51 a_1) exp(-2h/3 a_2) exp(24h/17 a_3),
///
/// and the momenta, which add, by the same weights. Beyond the conditions of a Runge-Kutta method of order 3 the
/// weights satisfy sum_i b_i^2 c_i + 2 sum_(i<j) b_i c_i b_j = 1/3, the commutators of the three flows.
struct CrouchGrossman3 {
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
    const auto move = [&](const auto& x, const S& s, const V& a) {
      return group.compose(x, group.exp(V(s * a)));
    };
    const S c2 = S(3) * h / S(4), c3 = S(17) * h / S(24);
    const S a31 = S(119) * h / S(216), a32 = S(17) * h / S(108);
    const S b1 = S(13) * h / S(51), b2 = S(-2) * h / S(3), b3 = S(24) * h / S(17);
    const auto k1 = problem.field(t, state.x, state.m);
    const auto x2 = move(state.x, c2, k1.a);
    const auto k2 = problem.field(S(t + c2), x2, M(state.m + c2 * k1.m_dot));
    const auto x3 = move(move(state.x, a31, k1.a), a32, k2.a);
    const auto k3 = problem.field(S(t + c3), x3, M(state.m + a31 * k1.m_dot + a32 * k2.m_dot));
    St next = state;
    next.x = move(move(move(state.x, b1, k1.a), b2, k2.a), b3, k3.a);
    next.m += b1 * k1.m_dot + b2 * k2.m_dot + b3 * k3.m_dot;
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
