// What the equations of motion of a file that are derived anew are made of.
#pragma once

#include <cstddef>
#include <random>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/structure_constants.hpp>
#include <hamel/check/coordinate_polynomial.hpp>

namespace hamel {

using PolynomialTable = DynamicMatrix<CoordinatePolynomial>;

/// (ad*_a p)_j = <p, [a, e_j]>.
inline PolynomialTable coadjoint(const StructureConstants<Rational>& algebra,
                                 const PolynomialTable& a, const PolynomialTable& p) {
  PolynomialTable sum = PolynomialTable::Constant(a.rows(), 1, CoordinatePolynomial());
  for (const auto& c : algebra.entries()) {  // i < j
    sum(c.j, 0) += CoordinatePolynomial(c.value) * a(c.i, 0) * p(c.k, 0);
    sum(c.i, 0) -= CoordinatePolynomial(c.value) * a(c.j, 0) * p(c.k, 0);
  }
  return sum;
}

inline std::vector<CoordinatePolynomial> unit_direction(std::size_t size, std::size_t k) {
  std::vector<CoordinatePolynomial> direction(size);
  direction[k] = CoordinatePolynomial(1);
  return direction;
}

/// A product of known polynomials of any size, which `*` refuses.
inline CoordinatePolynomial large_product(const CoordinatePolynomial& p,
                                          const CoordinatePolynomial& q) {
  CoordinatePolynomial sum;
  for (const auto& [monomial, factor] : q.terms())
    sum += p * CoordinatePolynomial::term(monomial, factor);
  return sum;
}

inline Rational random_number(std::mt19937& generator) {
  return Rational(static_cast<int>(generator() % 41) - 20) / Rational(7);
}

}  // namespace hamel
