// The Cayley map as a retraction: rational, hence cheap and free of transcendental functions in its
// tangent.
#pragma once

#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/linearised.hpp>
#include <hamel/retraction/exponential.hpp>

namespace hamel {

namespace detail {

template <class G>
concept Composite = requires(const G& g) {
  g.factors();
};

/// The Cayley map of a group that is not a product: the one it states, else the exponential.
template <class G>
auto cayley_of([[maybe_unused]] const G& group) {
  if constexpr (requires { group.cayley(); }) {
    return group.cayley();
  } else {
    return Exponential{};
  }
}

}  // namespace detail

/// tau(xi) = (1 - xi/2)^-1 (1 + xi/2) in the defining matrices of the groups that state such a map as
/// `cayley()`, with (dtau^R_xi)^-1 eta = eta - [xi,eta]/2 - xi eta xi/4; factor by factor in
/// products. The others take the exponential: on Rn, Tn and the Heisenberg groups it is the Cayley map;
/// of algebra and matrix groups the Cayley map need not lie in the group. On SO21 the map is defined for
/// square(xi) > -4 and NaN beyond. Its members are those of the concept Retraction.
struct Cayley {
  /// cay(xi).
  template <class G, class S, int N = G::dimension>
  Element<G, S> tau(const G& group, const Vector<S, N>& xi) const noexcept {
    if constexpr (detail::Composite<G>) {
      return group.template element<S>(
          [&](const auto& g, int i, int) { return tau(g, G::part(g, xi, i)); });
    } else {
      return detail::cayley_of(group).tau(group, xi);
    }
  }
  /// dcay^R_xi eta.
  template <class G, class S, int N = G::dimension>
  Vector<S, N> tangent(const G& group, const Vector<S, N>& xi,
                       const Vector<S, N>& eta) const noexcept {
    if constexpr (detail::Composite<G>) {
      return group.template vector<S>([&](const auto& g, int i, int) {
        return tangent(g, G::part(g, xi, i), G::part(g, eta, i));
      });
    } else {
      return detail::cayley_of(group).tangent(group, xi, eta);
    }
  }
  /// (dcay^R_xi)^{-1} eta.
  template <class G, class S, int N = G::dimension>
  Vector<S, N> inverse_tangent(const G& group, const Vector<S, N>& xi,
                               const Vector<S, N>& eta) const noexcept {
    if constexpr (detail::Composite<G>) {
      return group.template vector<S>([&](const auto& g, int i, int) {
        return inverse_tangent(g, G::part(g, xi, i), G::part(g, eta, i));
      });
    } else {
      return detail::cayley_of(group).inverse_tangent(group, xi, eta);
    }
  }
  /// (dcay^R_xi)^{-*} p.
  template <class G, class S, int N = G::dimension>
  Vector<S, N> inverse_tangent_star(const G& group, const Vector<S, N>& xi,
                                    const Vector<S, N>& p) const noexcept {
    if constexpr (detail::Composite<G>) {
      return group.template vector<S>([&](const auto& g, int i, int) {
        return inverse_tangent_star(g, G::part(g, xi, i), G::part(g, p, i));
      });
    } else {
      return detail::cayley_of(group).inverse_tangent_star(group, xi, p);
    }
  }
  /// The matrix of d/dxi of inverse_tangent_star(xi, p).
  template <class G, class S, int N = G::dimension>
  Matrix<S, N> inverse_tangent_star_derivative(const G& group, const Vector<S, N>& xi,
                                               const Vector<S, N>& p) const noexcept {
    if constexpr (detail::Composite<G>) {
      return group.template blocks<S>([&](const auto& g, int i) {
        return inverse_tangent_star_derivative(g, G::part(g, xi, i), G::part(g, p, i));
      });
    } else {
      return detail::cayley_of(group).inverse_tangent_star_derivative(group, xi, p);
    }
  }
  /// The map (xi, p) -> (dcay^R_xi)^{-*} p with its two partial derivatives, where the group's Cayley map
  /// offers it.
  template <class G, class S, int N = G::dimension>
  Linearised<S, N> linearised(const G& group, const Vector<S, N>& xi,
                              const Vector<S, N>& p) const noexcept requires requires {
    group.cayley().linearised(group, xi, p);
  }
  { return group.cayley().linearised(group, xi, p); }
  /// Ad* of cay(xi) on p.
  template <class G, class S, int N = G::dimension>
  Vector<S, N> coadjoint(const G& group, const Vector<S, N>& xi,
                         const Vector<S, N>& p) const noexcept {
    if constexpr (detail::Composite<G>) {
      return group.template vector<S>([&](const auto& g, int i, int) {
        return coadjoint(g, G::part(g, xi, i), G::part(g, p, i));
      });
    } else {
      return detail::cayley_of(group).coadjoint(group, xi, p);
    }
  }
};

}  // namespace hamel
