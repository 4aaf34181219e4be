// Polynomials that are 0 nowhere, as their terms show.
#pragma once

#include <optional>
#include <vector>

#include <hamel/check/coordinate_polynomial.hpp>

namespace hamel {

/// Whether all terms are even powers with factors of one sign, and a constant is among them: then p is 0 at no real
/// point. False says nothing.
bool is_nowhere_zero(const CoordinatePolynomial& p);

/// p / f where the polynomial f divides p.
std::optional<CoordinatePolynomial> exact_quotient(const CoordinatePolynomial& p,
                                                   const CoordinatePolynomial& f);

/// f p where f is 0 nowhere has the zeros of p, and as a constraint its motions, free multipliers being f times as
/// large. The polynomial without such factors, in the variables x_first .. x_(last - 1), where they are found: of (z' -
/// y x')(1 + x'^2) it is z' - y x'.
CoordinatePolynomial without_nowhere_zero_factors(const CoordinatePolynomial& p, int first,
                                                  int last);

/// Polynomials whose product with powers divides p: variables that all terms hold, coefficients of powers of a variable
/// that divide p, and what is left. Of y^2 (1 + x^2) (1 + y^2) these are y, 1 + x^2 and 1 + y^2.
std::vector<CoordinatePolynomial> simple_factors(const CoordinatePolynomial& p);

}  // namespace hamel
