// When nonholonomic motion is vakonomic: sections of multipliers, and the variational Lagrangian.
#pragma once

#include <utility>

#include <hamel/chart/derivatives.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>

namespace hamel {

/// How far a section mu_a = phi_a(q, w) is from making nonholonomic motion vakonomic at a state
/// (Crampin & Mestdag 2010, theorem 2 and corollary 1).
template <class S, int R, int K>
struct Consistency {
  /// phi_a gamma^a_{alpha beta} w^beta: zero everywhere is weak consistency (the zero section has it).
  Vector<S, R> weak;
  /// Gamma_0(phi_a) + lambda_a + phi_b gamma^b_{a beta} w^beta: zero as well is strong consistency, the
  /// nonholonomic field is vakonomic with these multipliers.
  Vector<S, K> strong;
};

/// The defects of a section, a callable (q, w^1..w^R) -> N-R multipliers generic in the scalar.
template <class P, class Section, class S>
auto consistency(const P& problem, const Section& section,
                 const typename P::template State<S>& state) {
  static_assert(P::kind == Dynamics::nonholonomic);
  constexpr int n = P::dimension, r = P::rank, k = P::corank;
  const Vector<S, n> q = state.x.data, w = problem.quasi_velocities(state.m);
  const auto rate = problem.field(S(0), state.x, state.m);
  Vector<HyperDual<S>, n> moving_q = lift(q);
  Vector<HyperDual<S>, r> moving_w = lift(state.m);
  for (int i = 0; i < n; ++i) along_first(moving_q[i]) = rate.a[i];
  for (int i = 0; i < r; ++i) along_first(moving_w[i]) = rate.m_dot[i];
  const Vector<HyperDual<S>, k> phi = section(moving_q, moving_w);
  const auto gamma = problem.frame().anholonomity(q);
  Vector<S, n> twist = Vector<S, n>::Zero();
  for (int a = 0; a < k; ++a) twist += plain_value(phi[a]) * (gamma[r + a] * w);
  Consistency<S, r, k> defect;
  defect.weak = twist.template head<r>();
  defect.strong = twist.template tail<k>() + problem.reaction(state);
  for (int a = 0; a < k; ++a) defect.strong[a] += along_first(phi[a]);
  return defect;
}

/// The section mu_a = -dl/dw^a on the constraint: zero total momentum, the natural choice for Chaplygin
/// systems (section 6), where it satisfies the strong condition as soon as the weak one.
template <class P>
auto zero_momentum_section(const P& problem) {
  return [&problem]<class S>(const Vector<S, P::dimension>& q,
                             const Vector<S, P::rank>& w) -> Vector<S, P::corank> {
    Vector<S, P::dimension> all = Vector<S, P::dimension>::Zero();
    all.template head<P::rank>() = w;
    return -problem.momenta(q, all).template tail<P::corank>();
  };
}

/// The Lagrangian L + phi_a(q, w) w^a, whose Euler-Lagrange field is tangent to w^a = 0 and restricts
/// there to the nonholonomic field where consistency is strong (theorem 1, corollary 2).
template <class P, class Section>
auto variational_lagrangian(const P& problem, Section section) {
  return [&problem, section = std::move(section)]<class S>(const Vector<S, P::dimension>& q,
                                                           const Vector<S, P::dimension>& v) -> S {
    const Vector<S, P::dimension> w = problem.frame().quasi_velocities(q, v);
    const Vector<S, P::corank> phi = section(q, Vector<S, P::rank>(w.template head<P::rank>()));
    return problem.lagrangian(q, v) + phi.dot(w.template tail<P::corank>());
  };
}

}  // namespace hamel
