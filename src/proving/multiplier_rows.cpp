// The shortest minor among all.
#include "multiplier_rows.hpp"

#include <cstddef>
#include <utility>

#include "adjugate.hpp"

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

}  // namespace hamel
