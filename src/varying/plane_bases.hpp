// What holds of the vectors that span the planes of a family, whatever its parameters.
#pragma once

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>

#include "reading/family_reader.hpp"

namespace hamel::varying {

/// Of d = <u1, u2>: u1, u2, [u1, u2] and their images under e are a basis of g at all real parameters: the determinant
/// of these vectors is seen to have no real zeros. False in a build without FLINT.
bool are_bases_with(const reading::FamilyFile& file, const DynamicMatrix<Rational>& e);

/// The vectors that the j-th of those that span d is a combination of, monomials in the parameters the factors, as
/// columns; none where it is told by quotients, or in a build without FLINT.
DynamicMatrix<Rational> coefficients_of(const reading::FamilyFile& file, int j);

}  // namespace hamel::varying
