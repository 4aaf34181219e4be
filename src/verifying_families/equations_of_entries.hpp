// Q1 by equations in the entries of a metric or of a plane, which are made from the family anew.
#pragma once

#include <optional>

#include <hamel/io/parameter_pieces.hpp>

#include "reading/family_reader.hpp"

namespace hamel::varying {

/// Q1 of a family by one or two sets of equations: where only the multiplier 0 is possible, D and [a, D] spanning
/// Lie(d), those of free motions, if d and brackets are numbers; and if d has one dimension less than g, those and the
/// equations that say that d is integrable. Nothing for other families.
std::optional<SeveralParameters> q1_by_equations(const reading::FamilyFile& file);

}  // namespace hamel::varying
