// What linear operators map to 0, among combinations of polynomials.
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include <hamel/check/coordinate_polynomial.hpp>

#include "sparse_kernel.hpp"

namespace hamel::detail {

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

}  // namespace hamel::detail
