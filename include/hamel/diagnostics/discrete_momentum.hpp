// The momenta that a discrete Lagrangian gives the two ends of a step, and its momentum map.
#pragma once

#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/retraction/midway.hpp>

namespace hamel {

/// The discrete Legendre transforms of a step from x to x tau(h a) in g*, with forces (Marsden & West 2001,
/// sec. 1.5 and 3.2.5; Bou-Rabee & Marsden 2009): m_k = p_start|_W and m_{k+1} = p_end|_W are the equations
/// of motion.
///
/// `map_start` and `map_end` are the discrete momentum map J_d(zeta) = <Ad*_{x^-1} p, zeta> taken at either
/// end: free and vakonomic steps keep map_start(zeta) of the next step equal to map_end(zeta), and the two
/// agree for every zeta whose flow x -> exp(s zeta) x leaves the discrete Lagrangian invariant (Noether).
template <class S, int N>
struct DiscreteMomenta {
  Vector<S, N> start, end;          ///< p_start, p_end
  Vector<S, N> map_start, map_end;  ///< Ad*_{x_k^-1} p_start, Ad*_{x_{k+1}^-1} p_end
};

namespace detail {

template <class P, class Retraction, class S>
void discrete_legendre(const P& problem, const Variational<Retraction, Trapezoidal>& method,
                       const S& t, const S& h, const Element<typename P::Group, S>& x,
                       const Element<typename P::Group, S>& x_end, const Vector<S, P::dimension>& a,
                       const Vector<S, P::dimension>& mu, DiscreteMomenta<S, P::dimension>& p) {
  using V = Vector<S, P::dimension>;
  const auto& group = problem.group();
  const Matrix<S, P::dimension> m = problem.metric(x), m_end = problem.metric(x_end);
  const V xi = h * a, pi = S(0.5) * ((m + m_end) * a) + mu;
  p.start = method.retraction.inverse_tangent_star(group, xi, pi) -
            S(0.5) * h * problem.force(t, x, a, m * a + mu);
  p.end = method.retraction.inverse_tangent_star(group, -xi, pi) +
          S(0.5) * h * problem.force(S(t + h), x_end, a, m_end * a + mu);
}

template <class P, class Retraction, class S>
void discrete_legendre(const P& problem, const Variational<Retraction, Midpoint>& method,
                       const S& t, const S& h, const Element<typename P::Group, S>& x,
                       const Element<typename P::Group, S>&, const Vector<S, P::dimension>& a,
                       const Vector<S, P::dimension>& mu, DiscreteMomenta<S, P::dimension>& p) {
  using V = Vector<S, P::dimension>;
  const auto& group = problem.group();
  const V xi = h * a;
  const auto half = group.exp(midway(method.retraction, group, xi)), q = group.compose(x, half);
  const V pi = problem.metric(q) * a + mu;
  const V f = problem.force(S(t + S(0.5) * h), q, a, pi);
  p.start =
      method.retraction.inverse_tangent_star(group, xi, pi) - h * impulse_at_end(group, half, f);
  p.end = method.retraction.inverse_tangent_star(group, -xi, pi) +
          h * impulse_at_end(group, group.inverse(half), f);
}

}  // namespace detail

/// The discrete momenta of a variational step at time t of size h from x with velocity a and (vakonomic)
/// multiplier mu. Needs a group with elements.
template <class P, class Retraction, class Lagrangian, class S>
DiscreteMomenta<S, P::dimension> discrete_momenta(const P& problem,
                                                  const Variational<Retraction, Lagrangian>& method,
                                                  const S& t, const S& h,
                                                  const Element<typename P::Group, S>& x,
                                                  const Vector<S, P::dimension>& a,
                                                  const Vector<S, P::dimension>& mu) {
  const auto& group = problem.group();
  const auto end = group.compose(x, method.retraction.tau(group, h * a));
  DiscreteMomenta<S, P::dimension> p;
  detail::discrete_legendre(problem, method, t, h, x, end, a, mu, p);
  p.map_start = group.Ad_star(group.inverse(x), p.start);
  p.map_end = group.Ad_star(group.inverse(end), p.end);
  return p;
}

}  // namespace hamel
