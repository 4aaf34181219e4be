// Images of polynomials as rows.
#include "common_kernel.hpp"

#include <algorithm>

#include "monomials.hpp"

namespace hamel::detail {

int degree_of(const Monomial& monomial) {
  int sum = 0;
  for (const auto& [variable, power] : monomial) sum += power;
  return sum;
}

int degree_of(const CoordinatePolynomial& p) {
  int largest = 0;
  for (const auto& [monomial, factor] : p.terms()) largest = std::max(largest, degree_of(monomial));
  return largest;
}

std::vector<CoordinatePolynomial> monomials_of(int variables, int degree) {
  std::vector<CoordinatePolynomial> all;
  for (const auto& exponents : monomials(variables, degree)) {
    CoordinatePolynomial product(1);
    for (int k = 0; k < variables; ++k)
      for (int i = 0; i < exponents[static_cast<std::size_t>(k)]; ++i)
        product *= CoordinatePolynomial::variable(k);
    all.push_back(std::move(product));
  }
  return all;
}

std::vector<CoordinatePolynomial> CommonKernel::basis_beside(
    const std::vector<CoordinatePolynomial>& known) const {
  std::map<Monomial, int> places;
  for (const auto& column : columns_)
    places.emplace(column.terms().begin()->first, static_cast<int>(places.size()));
  SparseRows rows(known.size());
  for (std::size_t i = 0; i < known.size(); ++i)
    for (const auto& [monomial, factor] : known[i].terms())
      rows[i].emplace(places.at(monomial), factor);
  return combined(kernel_.basis(rows));
}

std::vector<CoordinatePolynomial> CommonKernel::combined(
    const DynamicMatrix<Rational>& basis) const {
  std::vector<CoordinatePolynomial> found;
  for (Eigen::Index k = 0; k < basis.cols(); ++k) {
    CoordinatePolynomial sum;
    for (std::size_t j = 0; j < columns_.size(); ++j)
      if (const Rational& c = basis(static_cast<Eigen::Index>(j), k); !c.is_zero())
        sum += CoordinatePolynomial(c) * columns_[j];
    found.push_back(std::move(sum));
  }
  return found;
}

}  // namespace hamel::detail
