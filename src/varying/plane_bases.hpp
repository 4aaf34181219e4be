// Whether the vectors of all planes of a family are bases.
#pragma once

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>

#include "reading/family_reader.hpp"

namespace hamel::varying {

/// Of d = <u1, u2>: u1, u2, [u1, u2] and their images under e are a basis of g at all real parameters: the determinant
/// of these vectors is seen to have no real zeros. False in a build without FLINT.
bool are_bases_with(const reading::FamilyFile& file, const DynamicMatrix<Rational>& e);

}  // namespace hamel::varying
