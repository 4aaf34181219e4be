// A force that does the exact work of the potential over a step.
#pragma once

#include <hamel/core/scalar.hpp>
#include <hamel/integrator/potential_work.hpp>

namespace hamel {

/// F_d = F + q s, q = (U(x) - U(x+) - <F_U, s>) / |s|^2, of a step s = h a from x (Gonzalez 1996, discrete gradient),
/// and what it was made of. F_U = -dU and F, with the external forces, are in the middle.
template <class V, class S>
struct DiscreteForce {
  V value, of_potential;  ///< F_d, F_U
  S square = S(0), quotient = S(0);
};

template <class P, class X, class S, class V>
DiscreteForce<V, S> discrete_force(const P& problem, const S& t, const S& h, const X& x,
                                   const V& a) {
  const auto& group = problem.group();
  const auto& system = problem.system();
  const V s = h * a;
  const auto middle = group.compose(x, group.exp(s / S(2)));
  const S now = t + h / S(2);
  DiscreteForce<V, S> force;
  force.of_potential = system.potential_force(now, middle);
  force.value = force.of_potential + system.external_force(now, middle, a);
  if constexpr (P::System::metric_may_vary) {
    if (!system.metric_is_constant())
      force.value += system.template metric_at<true>(middle).force(a);
  }
  force.square = s.squaredNorm();
  if constexpr (P::System::has_potential) {
    if (plain(force.square) > 0) {
      force.quotient =
          work_beyond_middle(system, now, x, middle, s, force.of_potential) / force.square;
      force.value += force.quotient * s;
    }
  }
  return force;
}

}  // namespace hamel
