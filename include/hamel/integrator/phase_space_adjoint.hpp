// Covectors carried back over a step of the discrete phase-space principle.
#pragma once

#include <Eigen/Core>

#include <hamel/core/entries.hpp>
#include <hamel/core/tape.hpp>
#include <hamel/core/types.hpp>
#include <hamel/integrator/constant_terms.hpp>
#include <hamel/integrator/field_adjoint.hpp>

namespace hamel::detail {

/// Carries `by_end`, by (e, m) at the end of a step, back to its start (see sweep_part), given the unknowns (pi, xi)
/// that solved R = 0 (see PhaseSpaceBalance) and (n, s) of R_z^T (n, s) = E_z^T by_end. With l of `by_end` and b = n +
/// Ad_tau l, what depends on the start, inputs and parameters is
///
///     <lambda, Ad_{tau^-1} e> + <b, m_k> + h/2 (<s, a_k + a_{k+1}> + <b, f_k> + <l, f_{k+1}>).
///
/// Velocity and force come from the field, whose term <ad*_a pi, .> is taken away again.
template <class P, class Q, class Retraction, class S, class St, class Z, class V>
V phase_space_adjoint(const P& problem, const Q& taped, const Retraction& retraction, const S& t,
                      const S& h, const St& start, const St& end, const Z& unknowns, const Z& pull,
                      Tape<S>& tape, ConstantTerms<P, Q, S>& constant, const V& by_end) {
  constexpr int n = P::dimension;
  using Tangent = Vector<S, n>;
  const auto& group = problem.group();
  const S half = S(0.5) * h;
  const Vector<S, n> pi = entries<n>(unknowns, 0), by_path = half * entries<n>(pull, n);
  const auto moved = retraction.tau(group, Tangent(entries<n>(unknowns, n)));
  const Tangent l = entries<n>(by_end, n), b = entries<n>(pull, 0) + group.Ad(moved, l);

  const auto by_place = [&](const S& time, const auto& x, const Tangent& push) {
    return FieldAdjoint<P, Q, S>(problem, constant, time, x, pi)
        .back(taped, tape, by_path + group.ad_star(push, pi), push)
        .by_x;
  };
  const auto by_x_end = entries<n>(by_end, 0) + by_place(S(t + h), end.x, half * l);
  const auto by_x = by_place(t, start.x, half * b);
  V by_start;
  put(by_start, 0, 0, by_x + group.Ad_star(group.inverse(moved), by_x_end));
  put(by_start, n, 0, b);
  return by_start;
}

}  // namespace hamel::detail
