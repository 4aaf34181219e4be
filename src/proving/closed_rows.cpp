// Minors, one row after the other.
#include "closed_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <hamel/algebra/work_budget.hpp>

#include "lowering/polynomial_determinant.hpp"

namespace hamel {

namespace {

EquationRow chosen_columns(const EquationRow& rows, const std::vector<Eigen::Index>& chosen) {
  EquationRow part(rows.rows(), static_cast<Eigen::Index>(chosen.size()));
  for (std::size_t j = 0; j < chosen.size(); ++j)
    part.col(static_cast<Eigen::Index>(j)) = rows.col(chosen[j]);
  return part;
}

/// Independent rows, with columns of a minor that does not vanish.
class PivotRows {
 public:
  explicit PivotRows(const std::function<bool(const CoordinatePolynomial&)>& vanishes)
      : vanishes_(vanishes) {}

  enum class Row { combination, independent, contradiction };

  /// What a row is beside those that are there, which it joins where it is independent of them.
  Row add(const EquationRow& row) {
    EquationRow all(rows_.rows() + 1, row.cols());
    for (Eigen::Index i = 0; i < rows_.rows(); ++i) all.row(i) = rows_.row(i);
    all.row(rows_.rows()) = row;
    for (Eigen::Index column = 0; column < row.cols(); ++column) {
      if (std::ranges::count(columns_, column)) continue;
      std::vector<Eigen::Index> chosen = columns_;
      chosen.push_back(column);
      CoordinatePolynomial minor = determinant(chosen_columns(all, chosen));
      if (!minor.is_known()) throw BudgetExceeded("a minor of very many terms");
      if (vanishes_(minor)) continue;
      if (column + 1 == row.cols()) return Row::contradiction;
      rows_ = std::move(all);
      columns_ = std::move(chosen);
      minor_ = std::move(minor);
      return Row::independent;
    }
    return Row::combination;
  }

  const CoordinatePolynomial& minor() const { return minor_; }

 private:
  const std::function<bool(const CoordinatePolynomial&)>& vanishes_;
  EquationRow rows_{0, 0};
  std::vector<Eigen::Index> columns_;
  CoordinatePolynomial minor_{1};
};

}  // namespace

DynamicMatrix<Rational> ClosedRows::names() const {
  DynamicMatrix<Rational> rows(static_cast<Eigen::Index>(pivots.size()), 2);
  for (std::size_t i = 0; i < pivots.size(); ++i) {
    rows(static_cast<Eigen::Index>(i), 0) = pivots[i].name + 1;
    rows(static_cast<Eigen::Index>(i), 1) = pivots[i].order;
  }
  return rows;
}

std::optional<ClosedRows> close_rows(
    const std::vector<std::pair<int, EquationRow>>& equations,
    const std::function<EquationRow(const EquationRow&)>& derivative,
    const std::function<bool(const CoordinatePolynomial&)>& vanishes) {
  ClosedRows closed;
  PivotRows pivots(vanishes);
  for (const auto& [name, equation] : equations) {
    EquationRow row = equation;
    for (int order = 0;; ++order) {
      const auto found = pivots.add(row);
      if (found == PivotRows::Row::contradiction) return std::nullopt;
      if (found == PivotRows::Row::combination) break;
      closed.pivots.push_back({name, order});
      row = derivative(row);
    }
  }
  closed.minor = pivots.minor();
  return closed;
}

EquationRow scaled(EquationRow row) {
  for (const CoordinatePolynomial& p : row.reshaped()) {
    if (p.terms().empty()) continue;
    const CoordinatePolynomial factor(p.terms().begin()->second);
    return row.unaryExpr([&](const CoordinatePolynomial& q) { return q / factor; });
  }
  return row;
}

bool are_names(const DynamicMatrix<Rational>& said, const ClosedRows& closed) {
  const DynamicMatrix<Rational> names = closed.names();
  if (names.rows() == 0) return said.size() == 0;
  return said.rows() == names.rows() && said.cols() == names.cols() && said == names;
}

}  // namespace hamel
