// The exponential as a retraction: the one that is exact on one-parameter subgroups.
#pragma once

#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/linearised.hpp>

namespace hamel {

/// tau = exp, for every group. Its members are those of the concept Retraction.
struct Exponential {
  /// exp(xi).
  template <class G, class S, int N = G::dimension>
  Element<G, S> tau(const G& group, const Vector<S, N>& xi) const noexcept {
    return group.exp(xi);
  }
  /// dtau^R_xi eta = (e^{ad xi} - 1)/ad xi eta.
  template <class G, class S, int N = G::dimension>
  Vector<S, N> tangent(const G& group, const Vector<S, N>& xi,
                       const Vector<S, N>& eta) const noexcept {
    return group.dexp(xi, eta);
  }
  /// (dtau^R_xi)^{-1} eta.
  template <class G, class S, int N = G::dimension>
  Vector<S, N> inverse_tangent(const G& group, const Vector<S, N>& xi,
                               const Vector<S, N>& eta) const noexcept {
    return group.dexp_inv(xi, eta);
  }
  /// (dtau^R_xi)^{-*} p.
  template <class G, class S, int N = G::dimension>
  Vector<S, N> inverse_tangent_star(const G& group, const Vector<S, N>& xi,
                                    const Vector<S, N>& p) const noexcept {
    return group.dexp_inv_star(xi, p);
  }
  /// The matrix of d/dxi of inverse_tangent_star(xi, p).
  template <class G, class S, int N = G::dimension>
  Matrix<S, N> inverse_tangent_star_derivative(const G& group, const Vector<S, N>& xi,
                                               const Vector<S, N>& p) const noexcept {
    return group.dexp_inv_star_derivative(xi, p);
  }
  /// The map (xi, p) -> (dtau^R_xi)^{-*} p with its two partial derivatives at (xi, p).
  template <class G, class S, int N = G::dimension>
  Linearised<S, N> linearised(const G& group, const Vector<S, N>& xi,
                              const Vector<S, N>& p) const noexcept {
    return linearise_dexp_inv_star(group, xi, p);
  }
  /// Ad* of tau(xi) on p, without forming the element.
  template <class G, class S, int N = G::dimension>
  Vector<S, N> coadjoint(const G& group, const Vector<S, N>& xi,
                         const Vector<S, N>& p) const noexcept {
    return group.Ad_exp_star(xi, p);
  }
};

}  // namespace hamel
