// Momenta carried along a step, by the increment that the stored elements made.
#pragma once

#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>

namespace hamel {

/// Ad* of x^-1 y on p, where y is the rounded product of x and step = tau(xi). A product rounds with a bias
/// of about 1e-16 of its angle, which over 1e7 steps adds up between x and a p that tau(xi) itself carries;
/// carried by x^-1 y of the stored numbers, p keeps Ad*_{x^-1} p to the random part of its own rounding.
/// Groups say what x^-1 y is by a member between(x, step, y); the others use tau(xi). A group that holds
/// its factors out of sight does all of it by a member transport(retraction, xi, x, step, y, p).
template <class R, class G, class S, int N = G::dimension>
Vector<S, N> transport(const R& retraction, const G& group, const Vector<S, N>& xi,
                       const Element<G, S>& x, const Element<G, S>& step, const Element<G, S>& y,
                       const Vector<S, N>& p) noexcept {
  if constexpr (requires { group.transport(retraction, xi, x, step, y, p); }) {
    return group.transport(retraction, xi, x, step, y, p);
  } else if constexpr (requires { group.between(x, step, y); }) {
    return group.Ad_star(group.between(x, step, y), p);
  } else if constexpr (requires { group.factors(); }) {
    return group.template vector<S>([&](const auto& g, int i, int k) {
      return transport(retraction, g, G::part(g, xi, i), G::part(g, x, k), G::part(g, step, k),
                       G::part(g, y, k), G::part(g, p, i));
    });
  } else {
    return retraction.coadjoint(group, xi, p);
  }
}

}  // namespace hamel
