// The torus T^N, by angles.
#pragma once

#include <hamel/core/sizes.hpp>
#include <hamel/group/abelian.hpp>

namespace hamel {

/// Names of angles.
struct Angles {
  static constexpr const char* prefix = "theta";
};

/// The torus, coordinates theta1, ..., thetaN, which are not wrapped. `Torus<>(n)` for a run-time
/// n.
template <int N = dynamic>
using Torus = AbelianGroup<N, Angles>;

}  // namespace hamel
