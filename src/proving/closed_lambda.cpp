// Rows [w | c], their derivatives, and minors that vanish.
#include "closed_lambda.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "exact/determinants.hpp"
#include "lowering/stored_system.hpp"

namespace hamel {

namespace {

using PolynomialTable = DynamicMatrix<CoordinatePolynomial>;

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
      return t.unaryExpr(
          [&](const CoordinatePolynomial& p) { return chart.ring.normal_form().reduced(p); });
    };
    auto [minor, adjugate] = determinant_and_adjugate<CoordinatePolynomial>(a, tidy);
    minor_ = std::move(minor);
    transport_ = tidy(b * adjugate);
  }

  const CoordinatePolynomial& minor() const { return minor_; }

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
  /// The rest by the phi.
  PolynomialTable divided(const PolynomialTable& row) const {
    ChartDivision::Polynomials all(row.data(), row.data() + row.size());
    division_.divide(all);
    PolynomialTable result(1, row.cols());
    std::ranges::copy(all, result.data());
    return scaled(std::move(result));
  }

  /// det dp/dt of a polynomial in the stored numbers.
  CoordinatePolynomial det_rate(const CoordinatePolynomial& p) const {
    const auto& by = chart_.ring.stored_rates();
    const auto n = static_cast<std::size_t>(chart_.n);
    std::vector<CoordinatePolynomial> rates(by[0].size());
    for (std::size_t k = 0; k < n; ++k) {
      const CoordinatePolynomial speed =
          motion_.determinant * CoordinatePolynomial::variable(chart_.n + static_cast<int>(k));
      for (std::size_t i = 0; i < rates.size(); ++i)
        rates[i] += speed * by[k][i] + motion_.rates[k] * by[n + k][i];
    }
    return p.derivative(rates);
  }

  const ChartPolynomials& chart_;
  const CramerMotion& motion_;
  const ChartDivision& division_;
  CoordinatePolynomial minor_;
  PolynomialTable transport_;  ///< det B_S adj A_S
};

}  // namespace

std::optional<ClosedLambda> close_lambda(const ChartPolynomials& chart, const CramerMotion& motion,
                                         const ChartDivision& division,
                                         const std::vector<int>& solved) {
  const LambdaRows rows(chart, motion, division, solved);
  if (!rows.minor().is_known() || division.vanishes(rows.minor())) return std::nullopt;
  std::vector<std::pair<int, EquationRow>> equations;
  for (int j = 0; j < chart.n; ++j)
    if (!std::ranges::count(solved, j)) equations.emplace_back(j, rows.of_velocity(j));
  auto closed = close_rows(
      equations, [&](const EquationRow& row) { return rows.derivative(row); },
      [&](const CoordinatePolynomial& p) { return division.vanishes(p); });
  if (!closed) return std::nullopt;
  return ClosedLambda{*std::move(closed), rows.minor()};
}

}  // namespace hamel
