// Rows [w | c], their derivatives, and minors that vanish.
#include "closed_lambda.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <hamel/algebra/work_budget.hpp>

#include "adjugate.hpp"
#include "polynomial_determinant.hpp"
#include "stored_system.hpp"

namespace hamel {

namespace {

using Polynomial = CoordinatePolynomial;
using PolynomialTable = DynamicMatrix<Polynomial>;

/// <w, lambda> + c = 0 as [w | c], times any function that is not 0.
class LambdaRows {
 public:
  LambdaRows(const ChartPolynomials& chart, const CramerMotion& motion,
             const ChartDivision& division, const std::vector<int>& solved)
      : chart_(chart), motion_(motion), division_(division) {
    const auto m = static_cast<Eigen::Index>(solved.size());
    PolynomialTable a(m, m), b(m, m);  // A_S, det B_S
    for (Eigen::Index j = 0; j < m; ++j) {
      a.col(j) = motion.normals.col(solved[static_cast<std::size_t>(j)]);
      b.col(j) = motion.turned.col(solved[static_cast<std::size_t>(j)]);
    }
    const auto tidy = [&](const PolynomialTable& t) -> PolynomialTable {
      return t.unaryExpr([&](const Polynomial& p) { return chart.ring.normal_form().reduced(p); });
    };
    auto [minor, adjugate] = determinant_and_adjugate<Polynomial>(a, tidy);
    minor_ = std::move(minor);
    transport_ = tidy(b * adjugate);
  }

  const Polynomial& minor() const { return minor_; }

  PolynomialTable of_velocity(int j) const {
    PolynomialTable row(1, transport_.rows() + 1);
    row.leftCols(transport_.rows()) =
        (minor_ * motion_.turned.col(j) - transport_ * motion_.normals.col(j)).transpose();
    return divided(row);
  }

  /// minor det d/dt.
  PolynomialTable derivative(const PolynomialTable& row) const {
    const Eigen::Index m = row.cols() - 1;
    const PolynomialTable turned = row.leftCols(m) * transport_.transpose();
    PolynomialTable rate(1, m + 1);
    for (Eigen::Index i = 0; i <= m; ++i) rate(0, i) = minor_ * det_rate(row(0, i));
    for (Eigen::Index a = 0; a < m; ++a) {
      rate(0, a) -= turned(0, a);
      rate(0, m) += minor_ * row(0, a) * motion_.reactions[static_cast<std::size_t>(a)];
    }
    return divided(rate);
  }

 private:
  /// The rest by the phi, with 1 for the first factor.
  PolynomialTable divided(const PolynomialTable& row) const {
    ChartDivision::Polynomials all(row.data(), row.data() + row.size());
    division_.divide(all);
    Rational scale(1);
    for (const Polynomial& p : all)
      if (!p.terms().empty()) scale = p.terms().begin()->second;
    PolynomialTable result(1, row.cols());
    for (Eigen::Index i = 0; i < row.cols(); ++i)
      result(0, i) = all[static_cast<std::size_t>(i)] / Polynomial(scale);
    return result;
  }

  /// det dp/dt of a polynomial in the stored numbers.
  Polynomial det_rate(const Polynomial& p) const {
    const int n = chart_.n;
    std::vector<Polynomial> rates(chart_.ring.stored_rates()[0].size());
    for (int k = 0; k < n; ++k)
      for (std::size_t i = 0; i < rates.size(); ++i) {
        const auto& by = chart_.ring.stored_rates();
        rates[i] +=
            motion_.determinant * Polynomial::variable(n + k) * by[static_cast<std::size_t>(k)][i];
        rates[i] +=
            motion_.rates[static_cast<std::size_t>(k)] * by[static_cast<std::size_t>(n + k)][i];
      }
    return p.derivative(rates);
  }

  const ChartPolynomials& chart_;
  const CramerMotion& motion_;
  const ChartDivision& division_;
  Polynomial minor_;
  PolynomialTable transport_;  ///< det B_S adj A_S
};

PolynomialTable columns_of_rows(const PolynomialTable& rows,
                                const std::vector<Eigen::Index>& chosen) {
  PolynomialTable part(rows.rows(), static_cast<Eigen::Index>(chosen.size()));
  for (std::size_t j = 0; j < chosen.size(); ++j)
    part.col(static_cast<Eigen::Index>(j)) = rows.col(chosen[j]);
  return part;
}

/// Independent rows, with columns of a minor that does not vanish.
class PivotRows {
 public:
  explicit PivotRows(const ChartDivision& division) : division_(division) {}

  enum class Row { combination, independent, contradiction };

  /// What a row is beside those that are there, which it joins where it is independent of them.
  Row add(const PolynomialTable& row) {
    PolynomialTable all(rows_.rows() + 1, row.cols());
    for (Eigen::Index i = 0; i < rows_.rows(); ++i) all.row(i) = rows_.row(i);
    all.row(rows_.rows()) = row;
    for (Eigen::Index column = 0; column < row.cols(); ++column) {
      if (std::ranges::count(columns_, column)) continue;
      std::vector<Eigen::Index> chosen = columns_;
      chosen.push_back(column);
      Polynomial minor = determinant(columns_of_rows(all, chosen));
      if (!minor.is_known()) throw BudgetExceeded("a minor of very many terms");
      if (division_.vanishes(minor)) continue;
      if (column + 1 == row.cols()) return Row::contradiction;
      rows_ = std::move(all);
      columns_ = std::move(chosen);
      minor_ = std::move(minor);
      return Row::independent;
    }
    return Row::combination;
  }

  const Polynomial& minor() const { return minor_; }

 private:
  const ChartDivision& division_;
  PolynomialTable rows_{0, 0};
  std::vector<Eigen::Index> columns_;
  Polynomial minor_{1};
};

}  // namespace

std::optional<ClosedLambda> close_lambda(const ChartPolynomials& chart, const CramerMotion& motion,
                                         const ChartDivision& division,
                                         const std::vector<int>& solved) {
  const LambdaRows rows(chart, motion, division, solved);
  if (!rows.minor().is_known() || division.vanishes(rows.minor())) return std::nullopt;
  ClosedLambda closed{solved, {}, {}};
  PivotRows pivots(division);
  for (int j = 0; j < chart.n; ++j) {
    if (std::ranges::count(solved, j)) continue;
    PolynomialTable row = rows.of_velocity(j);
    for (int order = 0;; ++order) {
      const auto found = pivots.add(row);
      if (found == PivotRows::Row::contradiction) return std::nullopt;
      if (found == PivotRows::Row::combination) break;
      closed.pivots.push_back({j, order});
      row = rows.derivative(row);
    }
  }
  closed.minors = {rows.minor(), pivots.minor()};
  return closed;
}

}  // namespace hamel
