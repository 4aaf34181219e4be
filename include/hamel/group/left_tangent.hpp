// How the stored numbers of an element change along the left-invariant fields.
#pragma once

#include <hamel/core/dual.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>

namespace hamel {

/// x exp(e) with dual numbers e at 0: the point where f evaluates to f(x) with its left
/// derivatives.
template <class D, class G, class S, class V>
Element<G, D> displaced(const G& group, const Element<G, S>& x, const V& e) {
  const auto lifted = x.template cast<D>();
  return group.compose(lifted, group.exp(e));
}

/// Groups whose elements and vectors have a fixed number of numbers.
template <class G>
inline constexpr bool fixed_size = (G::dimension != dynamic) && (G::storage != dynamic);

/// The matrix whose column k is d/ds of the stored numbers of x exp(s e_k) at s = 0: the group's own, or by dual
/// numbers.
template <class G, class S>
requires fixed_size<G> Matrix<S, G::storage, G::dimension> left_tangent(const G& group,
                                                                        const Element<G, S>& x) {
  if constexpr (requires { group.left_tangent(x); }) {
    return group.left_tangent(x);
  } else {
    Matrix<S, G::storage, G::dimension> t;
    for (int k = 0; k < G::dimension; ++k) {
      const Vector<S, G::dimension> direction = Vector<S, G::dimension>::Unit(k);
      const auto moved = displaced<Dual<S, 1>>(group, x, infinitesimal_along(direction));
      for (int i = 0; i < G::storage; ++i) t(i, k) = moved.data[i].derivatives()[0];
    }
    return t;
  }
}

/// d/ds of the stored numbers of x exp(s b) at s = 0: the group's own, or by its matrix.
template <class G, class S>
requires fixed_size<G> Vector<S, G::storage> tangent_along(const G& group, const Element<G, S>& x,
                                                           const Vector<S, G::dimension>& b) {
  if constexpr (requires { group.tangent_along(x, b); })
    return group.tangent_along(x, b);
  else
    return left_tangent(group, x) * b;
}

/// Groups that say how d/ds of the stored numbers of x exp(s b) changes with x: bend_star(x, b, c) is the covector
/// e -> d/de <c, tangent_along(x exp(e), b)>.
template <class G>
concept Bends = fixed_size<G> &&
    requires(const G& g, const Element<G, double>& x, const Vector<double, G::dimension>& b,
             const Vector<double, G::storage>& c) {
  g.bend_star(x, b, c);
};

/// A covector on the stored numbers of x as one on e in x exp(e), in g*: the transpose of tangent_along, the group's
/// own, or by its matrix.
template <class G, class S>
requires fixed_size<G> Vector<S, G::dimension> by_numbers(const G& group, const Element<G, S>& x,
                                                          const Vector<S, G::storage>& c) {
  if constexpr (requires { group.tangent_star(x, c); })
    return group.tangent_star(x, c);
  else
    return left_tangent(group, x).transpose() * c;
}

}  // namespace hamel
