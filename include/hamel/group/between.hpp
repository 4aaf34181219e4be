// From one element of a group to another.
#pragma once

#include <hamel/core/inline.hpp>
#include <hamel/group/element.hpp>

namespace hamel {

/// x^-1 y, as the group says it, or by the product.
template <class G, class S>
HAMEL_ALWAYS_INLINE inline Element<G, S> between(const G& group, const Element<G, S>& x,
                                                 const Element<G, S>& y) noexcept {
  if constexpr (requires { group.between(x, y); })
    return group.between(x, y);
  else
    return group.compose(group.inverse(x), y);
}

}  // namespace hamel
