// Measures in the variables of another field.
#pragma once

#include <map>

#include "flows/densities.hpp"
#include "lowering/coordinate_ring.hpp"

namespace hamel {

/// With variables as `renamed` of a polynomial has them.
inline InvariantMeasures renamed(InvariantMeasures measures, const std::map<int, int>& places) {
  measures.divergence = renamed(measures.divergence, places);
  for (auto& density : measures.densities) {
    for (auto& factor : density.factors) factor.polynomial = renamed(factor.polynomial, places);
    density.exponent = renamed(density.exponent, places);
  }
  return measures;
}

}  // namespace hamel
