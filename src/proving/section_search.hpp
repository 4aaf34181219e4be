// Sections by undetermined coefficients.
#pragma once

#include <optional>

#include "lowering/stored_system.hpp"
#include "verifying/multiplier_section.hpp"

namespace hamel {

/// A section with coefficients of degree up to `degree` in the functions, by linear algebra modulo primes; proved.
/// Throws BudgetExceeded where there are too many of them.
std::optional<MultiplierSection> find_section(const StoredSystem& system,
                                              const CoordinateRing& ring, int degree);

/// Coefficients of a section are polynomials of up to this degree in coordinates, cosines and sines.
inline constexpr int section_degree = 3;

}  // namespace hamel
