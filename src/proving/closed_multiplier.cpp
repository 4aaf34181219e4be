// Rows of a multiplier modulo the columns of D, and their derivatives.
#include "closed_multiplier.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "exact/determinants.hpp"

namespace hamel {

namespace {

using PolynomialTable = DynamicMatrix<CoordinatePolynomial>;

class MultiplierRows {
 public:
  explicit MultiplierRows(const StoredSystem& system)
      : system_(system),
        motion_(
            system, velocities(system), [](const CoordinatePolynomial& p) { return p; },
            [&](const PolynomialTable& m) { return tidy(m); }) {
    auto [det, adjugate] = determinant_and_adjugate<CoordinatePolynomial>(
        motion_.gram, [&](const PolynomialTable& m) { return tidy(m); });
    det_ = std::move(det);
    const PolynomialTable u_rate = tidy(adjugate * tidy(-system.d.transpose() * motion_.pull));
    reaction_ = tidy(det_ * motion_.pull + system.metric * tidy(system.d * u_rate));
    for (std::size_t i = 0; i < static_cast<std::size_t>(system.numbers); ++i) {
      CoordinatePolynomial rate;
      for (int k = 0; k < system.dim(); ++k)
        rate += motion_.a(k, 0) * system.rates[static_cast<std::size_t>(k)][i];
      rates_.push_back(system.relations.reduced(det_ * rate));
    }
    for (const CoordinatePolynomial& rate : u_rate.reshaped()) rates_.push_back(rate);
    take_components();
  }

  /// D^T M D is regular, and D has its rank, at generic points.
  bool are_regular() const {
    return det_.is_known() && !taken_.empty() && !system_.relations.vanishes(det_);
  }
  /// Of D in the components that are taken.
  const CoordinatePolynomial& minor() const { return minor_; }
  const CoordinatePolynomial& det() const { return det_; }

  EquationRow of_vector(int j) const {
    EquationRow row = EquationRow::Constant(1, system_.dim() + 1, CoordinatePolynomial());
    row.leftCols(system_.dim()) = system_.d.col(j).transpose();
    return derivative(row);
  }

  /// det d/dt, with 0 for the components that are taken.
  EquationRow derivative(const EquationRow& row) const {
    const Eigen::Index n = row.cols() - 1;
    const PolynomialTable w = row.leftCols(n);
    EquationRow rate =
        row.unaryExpr([&](const CoordinatePolynomial& p) { return p.derivative(rates_); });
    rate.leftCols(n) += det_ * tidy(w * motion_.transport);
    rate(0, n) -= (w * reaction_)(0, 0);
    rate = tidy(rate);
    PolynomialTable over_taken(1, static_cast<Eigen::Index>(taken_.size()));
    for (std::size_t i = 0; i < taken_.size(); ++i)
      over_taken(0, static_cast<Eigen::Index>(i)) = rate(0, taken_[i]);
    const PolynomialTable of_d = tidy(over_taken * onto_d_);  // minor w = ... + of_d^T of the D_j
    rate = tidy(minor_ * rate);
    rate.leftCols(n) -= tidy(of_d * system_.d.transpose());
    return scaled(tidy(rate));
  }

 private:
  static PolynomialTable velocities(const StoredSystem& system) {
    PolynomialTable u(system.rank(), 1);
    for (int j = 0; j < system.rank(); ++j)
      u(j, 0) = CoordinatePolynomial::variable(system.numbers + j);
    return u;
  }

  PolynomialTable tidy(const PolynomialTable& m) const { return system_.reduced(m); }

  /// Components in which D has a minor of as few terms as there is.
  void take_components() {
    const int n = system_.dim(), r = system_.rank();
    std::size_t fewest = 0;
    for (unsigned set = 0; set < 1u << n; ++set) {
      if (__builtin_popcount(set) != r) continue;
      std::vector<Eigen::Index> chosen;
      PolynomialTable part(r, r);
      for (int i = 0; i < n; ++i)
        if (set >> i & 1u) {
          part.row(static_cast<Eigen::Index>(chosen.size())) = system_.d.row(i);
          chosen.push_back(i);
        }
      auto [minor, adjugate] = determinant_and_adjugate<CoordinatePolynomial>(
          part, [&](const PolynomialTable& m) { return tidy(m); });
      std::size_t terms = 0;
      for (const auto& [monomial, factor] : minor.terms()) terms += 1 + monomial.size();
      if (!minor.is_known() || system_.relations.vanishes(minor) ||
          (!taken_.empty() && terms >= fewest))
        continue;
      fewest = terms;
      taken_ = std::move(chosen);
      minor_ = std::move(minor);
      onto_d_ = adjugate.transpose();
      if (terms == 1) return;  // it is constant
    }
  }

  const StoredSystem& system_;
  MotionTerms<CoordinatePolynomial> motion_;
  CoordinatePolynomial det_;                 ///< of D^T M D
  PolynomialTable reaction_;                 ///< det nu
  std::vector<CoordinatePolynomial> rates_;  ///< det times those of the stored numbers and of u
  std::vector<Eigen::Index> taken_;
  CoordinatePolynomial minor_;
  PolynomialTable onto_d_;
};

}  // namespace

std::optional<ClosedMultiplier> close_multiplier(const StoredSystem& system) {
  const MultiplierRows rows(system);
  if (!rows.are_regular()) return std::nullopt;
  std::vector<std::pair<int, EquationRow>> equations;
  for (int j = 0; j < system.rank(); ++j) equations.emplace_back(j, rows.of_vector(j));
  auto closed = close_rows(
      equations, [&](const EquationRow& row) { return rows.derivative(row); },
      [&](const CoordinatePolynomial& p) { return system.relations.vanishes(p); });
  if (!closed) return std::nullopt;
  return ClosedMultiplier{*std::move(closed), rows.minor(), rows.det()};
}

}  // namespace hamel
