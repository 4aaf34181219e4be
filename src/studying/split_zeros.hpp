// Common zeros of polynomials where cases by factors and by linear equations find them.
#pragma once

#include <map>
#include <vector>

#include <hamel/check/coordinate_polynomial.hpp>
#include <hamel/check/steady_motions.hpp>

namespace hamel {

/// Variables that are quotients of polynomials in the others, which are free but for spheres that some of them lie on:
/// every equation is then 0.
struct ZeroFamily {
  std::map<int, VariableQuotient> values;
  std::vector<std::vector<int>> spheres = {};  ///< of these variables the squares have the sum 1

  /// The polynomial is 0 on all of it.
  bool is_zero(const CoordinatePolynomial& p) const;
};

struct SplitZeros {
  std::vector<ZeroFamily> families;
  bool complete = true;  ///< there are no other real zeros
};

/// Cases by monomial factors, equations linear in a variable with a constant coefficient, equations in one variable
/// with rational roots, and sums of even powers of one sign. Of what resists by factors, and by equations linear in a
/// variable: its coefficient is 0, or the variable is a quotient. No family lies in another. What resists still makes
/// the answer incomplete; of its zeros those are looked for on which some of the variables vanish.
/// Zeros where `nonzero` is 0 too are of no interest.
SplitZeros split_zeros(const std::vector<CoordinatePolynomial>& equations,
                       const CoordinatePolynomial& nonzero);

/// A point of a sphere with rational coordinates, none of them 0 where there are less than five:
/// k (4 / (k+4))^2 + ((4-k) / (k+4))^2 = 1.
std::map<int, Rational> point_on(const std::vector<int>& sphere);

/// Every member of the one is a member of the other, a generic one in the same form.
bool lies_in(const ZeroFamily& inner, const ZeroFamily& outer);

/// A polynomial with variables replaced.
CoordinatePolynomial replaced(const CoordinatePolynomial& p,
                              const std::map<int, CoordinatePolynomial>& values);

}  // namespace hamel
