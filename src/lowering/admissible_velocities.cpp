// Velocities by Cramer's rule.
#include "admissible_velocities.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "nowhere_zero.hpp"
#include "polynomial_determinant.hpp"

namespace hamel {

namespace {

using PolynomialTable = DynamicMatrix<CoordinatePolynomial>;

bool has_no_terms(const CoordinatePolynomial& p) {
  return p.terms().empty();
}

PolynomialTable zeros(Eigen::Index rows, Eigen::Index columns) {
  return PolynomialTable::Constant(rows, columns, CoordinatePolynomial());
}

std::size_t weight(const CoordinatePolynomial& p) {
  std::size_t sum = 0;
  for (const auto& [monomial, factor] : p.terms()) sum += 1 + 4 * monomial.size();
  return sum;
}

PolynomialTable columns_of(const PolynomialTable& a, const std::vector<int>& chosen) {
  PolynomialTable part(a.rows(), static_cast<Eigen::Index>(chosen.size()));
  for (Eigen::Index j = 0; j < part.cols(); ++j)
    part.col(j) = a.col(chosen[static_cast<std::size_t>(j)]);
  return part;
}

/// Column k without what divides all of it, of some factors: vectors that span have no need of it.
void divide_column(PolynomialTable& columns, Eigen::Index k,
                   const std::vector<CoordinatePolynomial>& factors) {
  for (const CoordinatePolynomial& factor : factors)
    for (bool divides = true; divides;) {
      PolynomialTable divided = columns.col(k);
      for (CoordinatePolynomial& entry : divided.reshaped()) {
        if (has_no_terms(entry)) continue;
        auto quotient = exact_quotient(entry, factor);
        divides = divides && quotient;
        if (quotient) entry = *std::move(quotient);
      }
      if (divides) columns.col(k) = divided;
    }
}

}  // namespace

std::optional<Admissible> admissible_velocities(const PolynomialTable& a,
                                                const PolynomialTable& b) {
  const int m = static_cast<int>(a.rows()), n = static_cast<int>(a.cols());
  if (m > 4 || (m > 0 && m >= n)) return std::nullopt;
  if (m == 0) {
    PolynomialTable whole = zeros(n, n);
    for (int i = 0; i < n; ++i) whole(i, i) = CoordinatePolynomial(1);
    return Admissible{std::move(whole), zeros(n, 1), CoordinatePolynomial(1), true};
  }
  std::vector<int> best;
  CoordinatePolynomial best_minor;
  for (unsigned set = 0; set < 1u << n; ++set) {
    if (__builtin_popcount(set) != m) continue;
    std::vector<int> chosen;
    for (int j = 0; j < n; ++j)
      if (set >> j & 1u) chosen.push_back(j);
    const CoordinatePolynomial minor = determinant(columns_of(a, chosen));
    if (has_no_terms(minor) || !minor.is_known()) continue;
    if (best.empty() || weight(minor) < weight(best_minor)) best = chosen, best_minor = minor;
  }
  if (best.empty()) return std::nullopt;
  const bool everywhere =
      best_minor.terms().size() == 1 && best_minor.terms().begin()->first.empty();
  /// Minus the minor with column j of those that are chosen replaced.
  const auto replaced = [&](std::size_t j, const PolynomialTable& by) {
    PolynomialTable part = columns_of(a, best);
    part.col(static_cast<Eigen::Index>(j)) = by;
    return -determinant(part);
  };
  const auto factors = simple_factors(best_minor);
  PolynomialTable basis = zeros(n, n - m), tops = zeros(n, 1);
  for (int column = 0, k = 0; column < n; ++column) {
    if (std::ranges::count(best, column)) continue;
    basis(column, k) = best_minor;
    for (std::size_t j = 0; j < best.size(); ++j) basis(best[j], k) = replaced(j, a.col(column));
    if (std::ranges::count_if(basis.col(k), has_no_terms) == n - 1)  // the minor is a common factor
      basis(column, k) = CoordinatePolynomial(1);
    divide_column(basis, k, factors);
    ++k;
  }
  for (std::size_t j = 0; j < best.size(); ++j) tops(best[j], 0) = replaced(j, b.col(0));
  return Admissible{std::move(basis), std::move(tops), std::move(best_minor), everywhere};
}

}  // namespace hamel
