// Common zeros of polynomials where cases by factors and by linear equations find them.
#pragma once

#include <map>
#include <vector>

#include <hamel/check/coordinate_polynomial.hpp>

namespace hamel {

/// Variables that are polynomials in the others, which are free but for spheres that some of them lie on: every
/// equation is then 0.
struct ZeroFamily {
  std::map<int, CoordinatePolynomial> values;
  std::vector<std::vector<int>> spheres = {};  ///< of these variables the squares have the sum 1
};

struct SplitZeros {
  std::vector<ZeroFamily> families;
  bool complete = true;  ///< there are no other real zeros
};

/// Cases by monomial factors, equations linear in a variable with a constant coefficient, equations in one variable
/// with rational roots, and sums of even powers of one sign. No family lies in another. What resists makes the answer
/// incomplete; of its zeros those are looked for on which some of the variables vanish.
SplitZeros split_zeros(const std::vector<CoordinatePolynomial>& equations);

/// A polynomial with variables replaced.
CoordinatePolynomial replaced(const CoordinatePolynomial& p,
                              const std::map<int, CoordinatePolynomial>& values);

}  // namespace hamel
