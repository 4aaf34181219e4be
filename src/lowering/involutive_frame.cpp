// Brackets of sections until there are no more.
#include "involutive_frame.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>

#include <hamel/algebra/work_budget.hpp>

#include "exact/linear_algebra.hpp"
#include "exact/moving_distribution.hpp"
#include "stored_system.hpp"

namespace hamel {

namespace {

using PolynomialTable = DynamicMatrix<CoordinatePolynomial>;
using Section = MovingDistribution::Section;

constexpr std::int64_t bracket_operations = 5'000'000;  ///< beside time

/// The first fields of the basis.
PolynomialTable whole_space(Eigen::Index dim, Eigen::Index count) {
  PolynomialTable whole = PolynomialTable::Constant(dim, count, CoordinatePolynomial());
  for (Eigen::Index i = 0; i < count; ++i) whole(i, i) = CoordinatePolynomial(1);
  return whole;
}

/// A point with the numbers of the ring, in no special place; nothing where none is found at which all
/// roots are rational.
std::optional<ResiduePoint> some_point(const CoordinateRing& ring, std::size_t size) {
  if (ring.adjoins()) {
    std::mt19937 generator(20260707);
    try {
      return residue_point(ring.formal_point(generator));
    } catch (const BudgetExceeded&) {
      return std::nullopt;
    }
  }
  std::optional<ResiduePoint> point;
  for (unsigned seed = 1; seed < 64 && !point; ++seed)
    point = generic_point(ring.normal_form().squares, ring.relations().constants, size, seed);
  return point;
}

}  // namespace

PolynomialTable involutive_frame(const Fields& fields, const CoordinateRing& ring) {
  const Eigen::Index n = fields.d.rows(), r = fields.d.cols();
  PolynomialTable whole = whole_space(n, fields.drift ? n - 1 : n);
  std::vector<Section> sections;
  for (const auto& column : fields.d.colwise()) sections.emplace_back(column.begin(), column.end());
  if (fields.drift) sections.emplace_back(fields.drift->data(), fields.drift->data() + n);
  const auto& squares = ring.normal_form().squares;
  const MovingDistribution d(fields.algebra, fields.rates, squares, sections);
  const auto point = some_point(ring, fields.rates[0].size());
  if (!point) return whole;
  const MovingGrowth grown = growth_at(d, *point, 0);
  if (!grown.complete || grown.dimensions.back() == n) return whole;
  std::vector<Section> closure;
  DynamicMatrix<Residue> values(n, 0);
  for (std::size_t order = 0; order < grown.dimensions.size(); ++order)
    for (const auto& section : *d.order(order)) {
      DynamicMatrix<Residue> more(n, values.cols() + 1);
      more.leftCols(values.cols()) = values;
      for (Eigen::Index k = 0; k < n; ++k)
        more(k, values.cols()) = (*point)(section[static_cast<std::size_t>(k)]);
      if (rank<Residue>(more) < more.cols()) continue;
      values = std::move(more);
      closure.push_back(section);
    }
  const MovingDistribution around(fields.algebra, fields.rates, squares, closure);
  if (is_integrable(around, *point) != true) return whole;
  if (fields.drift) closure.erase(closure.begin() + r);
  PolynomialTable frame(n, static_cast<Eigen::Index>(closure.size()));
  for (Eigen::Index j = 0; j < frame.cols(); ++j)
    for (Eigen::Index i = 0; i < n; ++i)
      frame(i, j) = closure[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)];
  return frame;
}

PolynomialTable frame_beside_time(const Fields& fields, const PolynomialTable& drift,
                                  const CoordinatePolynomial& speed, const CoordinateRing& ring) {
  const Eigen::Index n = fields.d.rows();
  Fields timed{StructureConstants<Rational>(static_cast<int>(n) + 1), fields.rates,
               PolynomialTable::Constant(n + 1, fields.d.cols(), CoordinatePolynomial()),
               PolynomialTable(n + 1, 1)};
  for (const auto& c : fields.algebra.entries()) timed.algebra.set(c.i, c.j, c.k, c.value);
  timed.rates.emplace_back(fields.rates[0].size());
  timed.d.topRows(n) = fields.d;
  timed.drift->topRows(n) = drift;
  (*timed.drift)(n, 0) = speed;
  try {
    const WorkBudget budget(bracket_operations);
    return involutive_frame(timed, ring).topRows(n);
  } catch (const BudgetExceeded&) {
    return whole_space(n, n);
  }
}

}  // namespace hamel
