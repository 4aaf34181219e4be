// Polynomial first integrals of a polynomial field: an exact kernel for each degree, products of those found left out.
#pragma once

#include <string>
#include <vector>

#include "exact/common_kernel.hpp"
#include "exact/residue.hpp"
#include "polynomial_field.hpp"

namespace hamel {

/// A polynomial that is constant along every motion.
struct FirstIntegral {
  int degree = 0;
  CoordinatePolynomial polynomial;
  std::string name;          ///< `energy`, `casimir`, `gauge momentum`, ...; empty for the others
  bool independent = false;  ///< of those before it, as a function: proved by a rank at a point
};

/// The integrals of degree up to `degree` that are not polynomials in those before them.
struct FirstIntegrals {
  std::vector<FirstIntegral> generators;
  std::vector<int>
      dimensions;  ///< of the space of all integrals of weight 1, 2, ...; of degree up to 1, 2, ...
                   ///< where the field is not graded
  int degree = 0;  ///< up to which total degree
  int independent = 0;  ///< how many of the generators are functionally independent
  std::string
      not_covered;  ///< why the search ended before the degree asked for; empty when it did not
};

/// Monomials of one degree that an ansatz may have.
inline constexpr Eigen::Index largest_ansatz = 3000;
/// Monomials of all degrees that first integrals may have.
inline constexpr Eigen::Index most_in_integrals = 8000;

namespace detail {

/// The polynomial with whole coefficients without a common factor, the first of them positive.
CoordinatePolynomial primitive(const CoordinatePolynomial& p);

/// The value at a point modulo the prime.
Residue value_at(const CoordinatePolynomial& p, const std::vector<Residue>& point);

}  // namespace detail

/// The integrals of a field of total degree up to `degree`: those of `known` (each an integral) first, then what the
/// kernel of P -> dP F holds besides products of these. A graded field has its integrals weight by weight, others, and
/// those of which an integral is known that mixes weights, degree by degree. Under a WorkBudget the search may end
/// early, and says so.
FirstIntegrals find_integrals(const PolynomialField& field, const std::vector<FirstIntegral>& known,
                              int degree);

}  // namespace hamel
