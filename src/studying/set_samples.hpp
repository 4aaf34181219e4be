// Some members of a set of steady motions that its equations describe.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <hamel/check/coordinate_polynomial.hpp>

#include "critical_points.hpp"
#include "isolated_zeros.hpp"
#include "reduced_field.hpp"
#include "zero_case.hpp"

namespace hamel {

/// Relations that have variables of their own, or those of functions adjoined; and those that share variables, as the
/// rows of a matrix do.
std::pair<std::vector<CoordinatePolynomial>, std::vector<CoordinatePolynomial>> by_variables(
    const FunctionValues& values);

/// Members of a set where the energy has no slope along orbits, at elements of the group, or where some variables are
/// given; `left` operations are left for these.
SampledZeros samples_of(const ReducedField& reduced, const ZeroCase& set,
                        const std::optional<OrbitFunctions>& orbits, std::int64_t& left);

}  // namespace hamel
