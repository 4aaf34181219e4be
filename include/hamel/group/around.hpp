// The coordinates s -> x exp(s) around an element.
#pragma once

#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>

namespace hamel {

/// The coordinates around x, by the operations of the group.
template <class G, class S>
struct Around {
  using V = Vector<S, G::dimension>;
  const G& group;
  const Element<G, S>& x;

  /// A point s: the element there, and what a velocity a there is in these coordinates.
  struct Near {
    const Around& around;
    const V& s;
    Element<G, S> place;
    V rate(const V& a) const noexcept { return around.rate(s, a); }
  };
  Near at(const V& s) const noexcept { return {*this, s, group.compose(x, group.exp(s))}; }

  /// s' = (dexp^L_s)^{-1} a
  V rate(const V& s, const V& a) const noexcept { return group.dexp_inv(V(-s), a); }
};

/// Has the group coordinates around elements of its own, with the same members? Those where exp and its differential
/// share work, of the processor's numbers.
template <class G, class S>
inline constexpr bool has_around = native_number<S>&& requires(const G& group,
                                                               const Element<G, S>& x) {
  group.around(x);
};

/// The coordinates around x.
template <class G, class S>
auto around(const G& group, const Element<G, S>& x) noexcept {
  if constexpr (has_around<G, S>)
    return group.around(x);
  else
    return Around<G, S>{group, x};
}

}  // namespace hamel
