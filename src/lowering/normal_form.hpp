// Normal forms of polynomials in the stored numbers of a point and in functions that formulas add to them.
#pragma once

#include <utility>
#include <vector>

#include <hamel/check/coordinate_polynomial.hpp>

namespace hamel {

/// y p = 1 for the variable y of a quotient, used as y lead -> rest with the largest monomial of p.
struct QuotientRelation {
  int variable;  ///< of y
  CoordinatePolynomial divisor;
  CoordinatePolynomial::Monomial lead;
  CoordinatePolynomial rest;  ///< (1 - y (p - c lead)) / c

  /// `added`: the index of the first function that was added to the stored numbers.
  QuotientRelation(int variable, CoordinatePolynomial divisor, int added);
};

/// Relations between functions: x^2 = a polynomial in others, cos^2 + sin^2 = 1, y p = 1.
struct NormalForm {
  std::vector<CoordinatePolynomial::SquareRelation> squares;
  std::vector<QuotientRelation> quotients;  ///< a divisor names no quotient behind its own

  /// Without quotients equal functions have equal forms; with them equal forms belong to equal functions.
  CoordinatePolynomial reduced(const CoordinatePolynomial& p) const;
  /// Whether the function is 0: quotients are cleared one after the other. False too for a polynomial that is not
  /// known.
  bool vanishes(const CoordinatePolynomial& p) const;
};

/// p times the least power of the divisor that clears it of the quotient.
CoordinatePolynomial cleared(const CoordinatePolynomial& p, int variable,
                             const CoordinatePolynomial& divisor, int power);
/// The largest power of a variable in p.
int power_of(const CoordinatePolynomial& p, int variable);
/// The coefficients of 1, y, y^2, ... for the variable y in p, to the largest power in it.
std::vector<CoordinatePolynomial> by_powers(const CoordinatePolynomial& p, int variable);

}  // namespace hamel
