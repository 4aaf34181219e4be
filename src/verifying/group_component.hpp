// Which component of what relations leave the elements of a group lie on, by signs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// Of values at which the relations of the group hold, whether an element has them: by the sign of det of each matrix
/// among these names and, of Lorentz transformations of the plane, of g33. All other names are of velocities and
/// momenta, or of coordinates that take any values, their cosines and sines. Nothing where signs do not tell: with
/// functions adjoined, or taken of entries, with rows of which some entries have no name, and on groups that brackets
/// or matrices define. K is Rational, AlgebraicNumber or AngleNumber.
template <class K>
std::optional<bool> has_signs_of_group(const SystemFile& file,
                                       const std::vector<std::string>& names,
                                       const DynamicVector<K>& values);

}  // namespace hamel
