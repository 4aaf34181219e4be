// The shortest minor among all, and what its factors divide.
#include "multipliers.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "exact/determinants.hpp"
#include "nowhere_zero.hpp"

namespace hamel {

std::vector<int> multiplier_rows(const StoredSystem& system) {
  const int n = system.dim(), r = system.rank();
  const auto tidy = [&](const StoredSystem::Table& m) { return system.reduced(m); };
  const auto weight = [](const CoordinatePolynomial& p) {
    std::size_t sum = 0;
    for (const auto& [monomial, factor] : p.terms()) sum += 1 + 4 * monomial.size();
    return sum;
  };
  std::vector<int> best;
  std::size_t least = 0;
  for (unsigned set = 0; set < 1u << n; ++set) {
    if (__builtin_popcount(set) != r) continue;
    std::vector<int> rows;
    for (int i = 0; i < n; ++i)
      if (set >> i & 1u) rows.push_back(i);
    StoredSystem::Table part(r, r);
    for (int i = 0; i < r; ++i) part.row(i) = system.d.row(rows[static_cast<std::size_t>(i)]);
    const auto minor = determinant_and_adjugate<CoordinatePolynomial>(part, tidy).first;
    if (minor.terms().empty() || !minor.is_known()) continue;
    if (!best.empty() && weight(minor) >= least) continue;
    least = weight(minor);
    best = std::move(rows);
    if (least == 1) break;
  }
  return best;
}

namespace {

using Table = DynamicMatrix<CoordinatePolynomial>;

/// Each entry divided.
std::optional<Table> quotients(const Table& column, const CoordinatePolynomial& factor) {
  Table result = column;
  for (auto& p : result.reshaped()) {
    const auto quotient = exact_quotient(p, factor);
    if (!quotient) return std::nullopt;
    p = *quotient;
  }
  return result;
}

}  // namespace

Multipliers::Multipliers(const Table& d, const std::vector<int>& rows,
                         const NormalForm& relations) {
  const auto n = d.rows(), r = d.cols();
  const auto tidy = [&](const Table& m) -> Table {
    return m.unaryExpr([&](const Polynomial& p) { return relations.reduced(p); });
  };
  Table part(r, r);
  for (Eigen::Index i = 0; i < r; ++i) part.row(i) = d.row(rows[static_cast<std::size_t>(i)]);
  const auto [determinant, adjugate] = determinant_and_adjugate<Polynomial>(part, tidy);
  minor = determinant;
  columns = Table::Constant(n, n - r, Polynomial());
  const auto divisors = simple_factors(minor);
  for (Eigen::Index row = 0, k = 0; row < n; ++row) {
    if (std::ranges::count(rows, row) > 0) continue;
    Table column = Table::Constant(n, 1, Polynomial());
    column(row, 0) = minor;
    const Table on = tidy(adjugate.transpose() * d.row(row).transpose());
    for (Eigen::Index i = 0; i < r; ++i) column(rows[static_cast<std::size_t>(i)], 0) = -on(i, 0);
    factors.emplace_back(1);
    for (const auto& divisor : divisors)
      while (auto divided = quotients(column, divisor)) {
        column = std::move(*divided);
        factors.back() = factors.back() * divisor;
      }
    columns.col(k++) = column;
  }
}

bool are_stored(const CoordinateRing& ring) {
  return !ring.adjoins() && std::ranges::all_of(ring.stored(), [](const CoordinatePolynomial& p) {
    return p.terms().size() == 1 && p.terms().begin()->second == Rational(1) &&
           p.terms().begin()->first.size() == 1 && p.terms().begin()->first[0].second == 1;
  });
}

Multipliers multipliers_in_functions(const PolynomialFile& about, const std::vector<int>& rows) {
  return {about.system.distribution, rows, {}};
}

Multipliers multipliers_of(const PolynomialFile& about, const std::vector<int>& rows) {
  const auto stored = [&](const Multipliers::Polynomial& p) {
    return in_stored_numbers(p, about.ring);
  };
  if (are_stored(about.ring))
    return {about.system.distribution.unaryExpr(stored), rows, about.ring.normal_form()};
  Multipliers result = multipliers_in_functions(about, rows);
  result.minor = stored(result.minor);
  result.columns = Table(result.columns.unaryExpr(stored));
  for (auto& factor : result.factors) factor = stored(factor);
  return result;
}

}  // namespace hamel
