// Determinants of the equations of motion.
#include "cramer_motion.hpp"

#include <cstddef>

#include "lowering/normal_form.hpp"
#include "lowering/polynomial_determinant.hpp"
#include "lowering/stored_system.hpp"

namespace hamel {

namespace {

using Formula = CoordinatePolynomial;
using Polynomials = std::vector<CoordinatePolynomial>;
using Table = DynamicMatrix<CoordinatePolynomial>;

Polynomials minors_of(const Table& rows) {
  Polynomials all;
  const auto m = rows.rows();
  for (unsigned set = 0; set < 1u << rows.cols(); ++set) {
    if (__builtin_popcount(set) != m) continue;
    Table chosen(m, m);
    for (Eigen::Index j = 0, k = 0; j < rows.cols(); ++j)
      if (set >> j & 1u) chosen.col(k++) = rows.col(j);
    all.push_back(determinant(chosen));
  }
  return all;
}

/// p_q v
Formula along_velocity(const ChartPolynomials& chart, const Formula& p) {
  Formula sum;
  for (int k = 0; k < chart.n; ++k)
    sum += in_stored_numbers(chart.by_q(p, k), chart.ring) * Formula::variable(chart.n + k);
  return sum;
}

}  // namespace

CramerMotion::CramerMotion(const ChartPolynomials& chart) {
  const int n = chart.n, m = static_cast<int>(chart.constraints.size());
  const CoordinateRing& ring = chart.ring;
  const auto stored = [&](const Formula& p) { return in_stored_numbers(p, ring); };
  Table bordered = Table::Constant(n + m, n + m, Formula()), right(n + m, 1);
  for (int i = 0; i < n; ++i) {
    const Formula momentum = chart.by_v(chart.lagrangian, i);
    right(i, 0) = stored(chart.pull[static_cast<std::size_t>(i)]) - along_velocity(chart, momentum);
    for (int j = 0; j < n; ++j) bordered(i, j) = stored(chart.by_v(momentum, j));
  }
  for (int a = 0; a < m; ++a) {
    const auto& phi = chart.constraints[static_cast<std::size_t>(a)];
    right(n + a, 0) = -along_velocity(chart, phi);
    for (int i = 0; i < n; ++i)
      bordered(i, n + a) = bordered(n + a, i) = stored(chart.by_v(phi, i));
  }
  const auto reduced = [&](const Formula& p) { return ring.normal_form().reduced(p); };
  determinant = reduced(hamel::determinant(bordered));
  for (int i = 0; i < n + m; ++i) {
    Table replaced = bordered;
    replaced.col(i) = right.col(0);
    (i < n ? rates : reactions).push_back(reduced(hamel::determinant(replaced)));
  }
  normals = bordered.bottomLeftCorner(m, n);
  turned = Table(m, n);
  for (int a = 0; a < m; ++a)
    for (int j = 0; j < n; ++j) {
      const auto& phi = chart.constraints[static_cast<std::size_t>(a)];
      turned(a, j) =
          reduced(det_rate(chart, chart.by_v(phi, j)) - determinant * stored(chart.by_q(phi, j)));
    }
}

Formula CramerMotion::det_rate(const ChartPolynomials& chart, const Formula& p) const {
  Formula sum = determinant * along_velocity(chart, p);
  for (int k = 0; k < chart.n; ++k)
    sum += in_stored_numbers(chart.by_v(p, k), chart.ring) * rates[static_cast<std::size_t>(k)];
  return sum;
}

std::vector<Formula> CramerMotion::det_force() const {
  Polynomials all(static_cast<std::size_t>(normals.cols()));
  for (Eigen::Index a = 0; a < normals.rows(); ++a)
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i] += normals(a, static_cast<Eigen::Index>(i)) * reactions[static_cast<std::size_t>(a)];
  return all;
}

std::vector<Formula> CramerMotion::minors() const {
  Polynomials all;
  for (Eigen::Index a = 0; a < turned.rows(); ++a) {
    Table rows(normals.rows() + 1, normals.cols());
    rows << normals, turned.row(a);
    const Polynomials some = minors_of(rows);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace hamel
