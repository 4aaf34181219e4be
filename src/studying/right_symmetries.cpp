// The equations for xi and turning, monomial by monomial.
#include "right_symmetries.hpp"

#include <cstddef>
#include <map>
#include <utility>

#include "exact/sparse.hpp"

namespace hamel {

namespace {

using Formula = CoordinatePolynomial;
using Table = DynamicMatrix<CoordinatePolynomial>;

/// What one unknown adds to each of the four equations.
struct Column {
  Table metric, potential, d, offset;

  std::vector<Formula> entries() const {
    std::vector<Formula> all;
    for (const Table* part : {&metric, &potential, &d, &offset})
      for (const auto& p : part->reshaped()) all.push_back(p);
    return all;
  }
};

Table zero(Eigen::Index rows, Eigen::Index columns) {
  return Table::Constant(rows, columns, Formula());
}

std::vector<Column> columns_of(const PolynomialSystem& system) {
  const auto n = system.metric.rows(), r = system.distribution.cols();
  std::vector<Column> columns;
  for (Eigen::Index k = 0; k < n; ++k) {
    const auto slope = [&](const Table& m) -> Table {
      return m.unaryExpr([&](const Formula& p) {
        return p.derivative(system.along[static_cast<std::size_t>(k)]);
      });
    };
    const Table ad = system.algebra.ad(system.algebra.basis_vector(static_cast<int>(k)))
                         .unaryExpr([](const Rational& c) { return Formula(c); });
    columns.push_back(
        {slope(system.metric) - Table(ad.transpose() * system.metric) - Table(system.metric * ad),
         slope(Table::Constant(1, 1, system.potential)),
         slope(system.distribution) + Table(ad * system.distribution),
         slope(system.offset) + Table(ad * system.offset)});
  }
  for (Eigen::Index j = 0; j < r; ++j)
    for (Eigen::Index i = 0; i < r; ++i) {  // turning(i, j)
      columns.push_back({zero(n, n), zero(1, 1), zero(n, r), zero(n, 1)});
      columns.back().d.col(j) = system.distribution.col(i);
    }
  return columns;
}

}  // namespace

std::vector<RightSymmetry> right_symmetries(const PolynomialSystem& system) {
  if (!system.force.empty()) return {};
  const auto n = system.metric.rows(), r = system.distribution.cols();
  const auto columns = columns_of(system);
  std::map<std::pair<std::size_t, Formula::Monomial>, SparseSystem<Rational>::Row> rows;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const auto entries = columns[c].entries();
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (!entries[i].is_known()) return {};
      for (const auto& [monomial, factor] : entries[i].terms())
        rows[{i, monomial}][static_cast<int>(c)] = factor;
    }
  }
  SparseSystem<Rational> equations(static_cast<int>(columns.size()));
  for (auto& [place, row] : rows) equations.add(std::move(row), Rational(0));
  const DynamicMatrix<Rational> solutions = equations.kernel();
  std::vector<RightSymmetry> all;
  for (Eigen::Index s = 0; s < solutions.cols(); ++s)
    all.push_back({solutions.col(s).head(n), solutions.col(s).tail(r * r).reshaped(r, r)});
  return all;
}

}  // namespace hamel
