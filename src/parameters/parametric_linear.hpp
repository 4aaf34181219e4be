// Linear equations whose coefficients are polynomials in the parameters, solved over the field of their quotients.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "parameter_polynomial.hpp"

namespace hamel::varying {

/// What is 0: a prime ideal, by a Groebner basis in the order of the ring; without one 0 alone. Beside it relations
/// between the numbers of a point, of which each has a leading monomial without common variable with those of others,
/// and leading coefficient 1 or -1.
class Modulus {
 public:
  Modulus() = default;
  Modulus(Vector basis, Vector relations);
  /// Another ideal beside the same relations.
  Modulus with(Vector basis) const { return {std::move(basis), relations_}; }
  /// The normal form by the relations.
  ParameterPolynomial related(const ParameterPolynomial& p) const;
  bool is_zero(const ParameterPolynomial& p) const;
  /// A row times a polynomial that is not 0 here, of less degree where that can be had, and without common divisor.
  /// What it was multiplied with and divided by, where that is 0 somewhere, joins `factors` if there are such.
  Vector reduced(Vector row, Vector* factors = nullptr) const;
  const Vector& basis() const { return basis_; }

 private:
  Vector of_less_degree(Vector row, Vector* factors) const;

  Vector basis_, relations_;
  int variable_ = -1;  ///< in which one polynomial alone divides
};

/// The common divisor of all entries; 0 of none.
ParameterPolynomial content(const Vector& row, const Ring& ring);
/// The least common multiple.
ParameterPolynomial lcm(const ParameterPolynomial& p, const ParameterPolynomial& q);
ParameterPolynomial dot(const Vector& a, const Vector& b);

/// Vectors of the same length as the columns of a matrix.
Matrix as_columns(const Matrix& vectors);

/// Solutions x = top / bottom + span of the kernel (columns of polynomials); or, where there is none, the independent
/// rows that were met and one that contradicts them.
struct LinearAnswer {
  bool solvable = false;
  Vector top;
  ParameterPolynomial bottom;
  Matrix kernel;                 ///< each a vector of polynomials
  std::vector<int> free;         ///< the unknown that each of the kernel is not 0 in, and no other
  ParameterPolynomial divisors;  ///< the kernel, if asked for, is all of it where this is not 0
  std::vector<int> independent;  ///< rows
  int contradicting = -1;
};

/// A x = b over the field of quotients, rows of `equations` being [A | b].
LinearAnswer solve(const Matrix& equations, int unknowns, const Modulus& modulus, const Ring& ring,
                   bool with_kernel = false);

/// Combinations over the rational numbers of the polynomials, fewer and smaller, with the same span.
Vector reduced_span(const Vector& polynomials);

}  // namespace hamel::varying
