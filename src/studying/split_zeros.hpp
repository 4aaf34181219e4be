// Common zeros of polynomials where cases by factors and by linear equations find them.
#pragma once

#include <vector>

#include "zero_case.hpp"
#include "zero_family.hpp"

namespace hamel {

struct SplitZeros {
  std::vector<ZeroFamily> families;
  std::vector<ZeroCase>
      sets;  ///< what resists: zeros of its equations, all variables beside its values being free
  bool whole = false;  ///< the first set is that of all equations and holds the others
};

/// Cases by monomial factors, equations linear in a variable with a constant coefficient, equations in one variable
/// with rational roots, and sums of even powers of one sign. Of what resists by factors, and by equations linear in a
/// variable: its coefficient is 0, or the variable is a quotient. Where finitely many zeros are left, or lines of them,
/// they are found at algebraic numbers, for which the variable `number` stands. No family lies in another. What still
/// resists stays a set given by equations; of its zeros those are looked for on which some of the variables vanish.
/// Where there are too many cases the set of all equations is one of these. Relations, equations that hold on a group,
/// make no cases where they are more than spheres and other equations are left: where these are done the set is that of
/// the relations.
/// Zeros where `nonzero` is 0 too are of no interest.
SplitZeros split_zeros(const std::vector<CoordinatePolynomial>& equations,
                       const std::vector<CoordinatePolynomial>& relations,
                       const CoordinatePolynomial& nonzero, int number);

}  // namespace hamel
