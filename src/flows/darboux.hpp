// Darboux polynomials of a polynomial field: P' = K P with a polynomial K, the cofactor of P.
#pragma once

#include <optional>
#include <vector>

#include "polynomial_field.hpp"

namespace hamel {

/// P' = cofactor P along the field.
struct DarbouxPolynomial {
  CoordinatePolynomial polynomial, cofactor;
};

namespace detail {

int degree_of(const PolynomialField& field);

/// The combination of the columns that equals `right`; columns that are not needed have the factor 0.
std::optional<std::vector<Rational>> combination_for(
    const std::vector<CoordinatePolynomial>& columns, const CoordinatePolynomial& right);

}  // namespace detail

/// Irreducible Darboux polynomials with rational coefficients of a degree, those that are found, each proved; no
/// integrals, and one for each cofactor, as quotients of others are integrals. Where such a P is 0, so is the
/// determinant of the monomials v and their derivatives along the motion (the extactic polynomial of their space): on
/// random lines its roots modulo a prime are points of P = 0, and P is what vanishes on the motion through one of them.
/// Where the determinant is 0 everywhere, because quotients of polynomials in the space are integrals, what vanishes on
/// the motion through a point is one of a family of these, all with one cofactor.
std::vector<DarbouxPolynomial> darboux_polynomials(const PolynomialField& field, int degree);

}  // namespace hamel
