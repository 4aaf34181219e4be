// Half of the way that a retraction goes.
#pragma once

#include <concepts>

#include <hamel/core/types.hpp>
#include <hamel/retraction/exponential.hpp>

namespace hamel {

/// The eta with exp(eta) exp(eta) = tau(xi): xi/2 for the exponential, half the logarithm of tau(xi) for
/// others.
template <class R, class G, class S, int N = G::dimension>
Vector<S, N> midway(const R& retraction, const G& group, const Vector<S, N>& xi) noexcept {
  if constexpr (std::same_as<R, Exponential>)
    return xi / S(2);
  else
    return group.log(retraction.tau(group, xi)) / S(2);
}

}  // namespace hamel
