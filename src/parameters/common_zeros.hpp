// Where polynomials vanish together on a part of the space of parameters: asked by the search and by the proofs.
#pragma once

#include <optional>

#include "parameter_family.hpp"

namespace hamel::varying {

/// The locus of parameters at which a polynomial in parameters and u is 0 for all u: factors common to its
/// coefficients.
Vector coefficients_in_parameters(const ParameterFamily& family, const ParameterPolynomial& p);

/// The irreducible polynomials, no units, outside of whose zeros not all of the given ones vanish; nothing where all
/// do.
std::optional<Vector> outside(const Part& part, const Vector& polynomials);

/// Fewer and smaller polynomials with the same common zeros.
Vector with_zeros_of(const ParameterFamily& family, Vector all);

}  // namespace hamel::varying
