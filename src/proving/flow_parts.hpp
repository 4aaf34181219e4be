// What the equations of motion of a file that are derived anew are made of.
#pragma once

#include <cstddef>
#include <random>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/structure_constants.hpp>
#include <hamel/check/coordinate_polynomial.hpp>

namespace hamel::flow_parts {

using Polynomial = CoordinatePolynomial;
using Table = DynamicMatrix<Polynomial>;

/// (ad*_a p)_j = <p, [a, e_j]>.
inline Table coadjoint(const StructureConstants<Rational>& algebra, const Table& a,
                       const Table& p) {
  Table sum = Table::Constant(a.rows(), 1, Polynomial());
  for (const auto& c : algebra.entries()) {  // i < j
    sum(c.j, 0) += Polynomial(c.value) * a(c.i, 0) * p(c.k, 0);
    sum(c.i, 0) -= Polynomial(c.value) * a(c.j, 0) * p(c.k, 0);
  }
  return sum;
}

inline std::vector<Polynomial> unit(std::size_t size, std::size_t k) {
  std::vector<Polynomial> direction(size);
  direction[k] = Polynomial(1);
  return direction;
}

/// A product of known polynomials of any size, which `*` refuses.
inline Polynomial large_product(const Polynomial& p, const Polynomial& q) {
  Polynomial sum;
  for (const auto& [monomial, factor] : q.terms()) sum += p * Polynomial::term(monomial, factor);
  return sum;
}

inline Rational random_number(std::mt19937& generator) {
  return Rational(static_cast<int>(generator() % 41) - 20) / Rational(7);
}

}  // namespace hamel::flow_parts
