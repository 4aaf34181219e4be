// Polynomial first integrals of a polynomial field: an exact kernel for each degree, products of those found left out.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "exact/residue.hpp"
#include "exact/sparse_kernel.hpp"
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

using Monomial = CoordinatePolynomial::Monomial;

int degree_of(const Monomial& monomial);
int degree_of(const CoordinatePolynomial& p);

/// The monomials of one degree in N variables.
std::vector<CoordinatePolynomial> monomials_of(int variables, int degree);

/// The combinations of polynomials, the columns, that all operators map to 0.
class CommonKernel {
 public:
  template <class Operators>
  CommonKernel(std::vector<CoordinatePolynomial> columns, const Operators& images_of)
      : columns_(std::move(columns)),
        kernel_(equations(images_of), static_cast<int>(columns_.size())) {}
  /// At least the dimension, and nearly always equal to it.
  int bound() const { return kernel_.bound(); }
  std::vector<CoordinatePolynomial> basis() const { return combined(kernel_.basis()); }
  /// Those that complete known ones, where the columns are monomials.
  std::vector<CoordinatePolynomial> basis_beside(
      const std::vector<CoordinatePolynomial>& known) const;

 private:
  /// One for each monomial of each image.
  template <class Operators>
  SparseRows equations(const Operators& images_of) const {
    std::map<std::pair<std::size_t, Monomial>, SparseRows::value_type> rows;
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      const std::vector<CoordinatePolynomial> images = images_of(columns_[j]);
      for (std::size_t i = 0; i < images.size(); ++i)
        for (const auto& [monomial, factor] : images[i].terms())
          rows[{i, monomial}][static_cast<int>(j)] = factor;
    }
    SparseRows all;
    for (auto& [place, row] : rows) all.push_back(std::move(row));
    return all;
  }
  std::vector<CoordinatePolynomial> combined(const DynamicMatrix<Rational>& basis) const;

  std::vector<CoordinatePolynomial> columns_;
  SparseKernel kernel_;
};

/// A basis of these combinations.
template <class Operators>
std::vector<CoordinatePolynomial> common_kernel(const std::vector<CoordinatePolynomial>& columns,
                                                const Operators& images_of) {
  return CommonKernel(columns, images_of).basis();
}

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
