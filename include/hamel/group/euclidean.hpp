// The vector space R^N.
#pragma once

#include <hamel/core/sizes.hpp>
#include <hamel/group/abelian.hpp>

namespace hamel {

/// Names of lengths.
struct Lengths {
  static constexpr const char* prefix = "r";
};

/// R^N under addition, coordinates r1, ..., rN. `Euclidean<>(n)` for a run-time n.
template <int N = dynamic>
using Euclidean = AbelianGroup<N, Lengths>;

}  // namespace hamel
