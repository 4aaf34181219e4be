// Linear equations for derivations, for unfelt changes, and for critical points on orbits.
#include "metric_symmetries.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "exact/linear_algebra.hpp"

namespace hamel {

namespace {

using Exact = DynamicMatrix<Rational>;

Exact zeros(Eigen::Index rows, Eigen::Index columns) {
  return Exact::Constant(rows, columns, Rational(0));
}

/// Structure constants in the adapted basis: column j of entry i is [b_i, b_j].
std::vector<Exact> brackets_in(const StructureConstants<Rational>& algebra,
                               const AdaptedBasis& basis) {
  const auto adapted = algebra.in_basis(basis.vectors);
  std::vector<Exact> all;
  for (int i = 0; i < adapted.dimension(); ++i) {
    DynamicVector<Rational> b = DynamicVector<Rational>::Constant(adapted.dimension(), Rational(0));
    b(i) = Rational(1);
    all.push_back(adapted.ad(b));
  }
  return all;
}

/// Positive definite, in the adapted basis.
Exact invariant_form(const StructureConstants<Rational>& algebra, const AdaptedBasis& basis) {
  const Eigen::Index n = basis.vectors.rows();
  const Exact killing = basis.vectors.transpose() * killing_form(algebra) * basis.vectors;
  if (signature<Rational>(killing).negative == n) return -killing;
  Exact unit = zeros(n, n);
  for (Eigen::Index i = 0; i < n; ++i) unit(i, i) = Rational(1);
  return unit;
}

MetricNormalForm solved(MetricNormalForm form) {
  const auto count = static_cast<Eigen::Index>(form.entries.size());
  Exact conditions =
      zeros(form.by_rotations.rows() + static_cast<Eigen::Index>(form.taken_away.size()), count);
  conditions.topRows(form.by_rotations.rows()) = form.by_rotations;
  for (std::size_t k = 0; k < form.taken_away.size(); ++k)
    conditions(form.by_rotations.rows() + static_cast<Eigen::Index>(k), form.taken_away[k]) =
        Rational(1);
  const auto echelon = row_echelon<Rational>(conditions);
  for (int k = 0; k < static_cast<int>(count); ++k)
    if (std::ranges::count(echelon.pivots, k) == 0) form.free.push_back(k);
  form.all = zeros(count, static_cast<Eigen::Index>(form.free.size()));
  for (Eigen::Index t = 0; t < form.all.cols(); ++t) {
    const int column = form.free[static_cast<std::size_t>(t)];
    form.all(column, t) = Rational(1);
    for (std::size_t row = 0; row < echelon.pivots.size(); ++row)
      form.all(echelon.pivots[row], t) = -echelon.rows(static_cast<Eigen::Index>(row), column);
  }
  return form;
}

}  // namespace

std::string MetricNormalForm::name(int entry) const {
  const auto [i, j] = entries[static_cast<std::size_t>(entry)];
  return (j < called_k_from ? "h" : "k") + std::to_string(i + 1) + std::to_string(j + 1);
}

std::vector<std::pair<int, int>> metric_entries(const AdaptedBasis& basis) {
  std::vector<std::pair<int, int>> all;
  for (int i = 0; i < basis.rank; ++i)
    for (int j = i; j < basis.rank; ++j) all.emplace_back(i, j);
  for (int i = 0; i < basis.rank; ++i)
    for (int j = basis.rank; j < basis.rank + basis.added; ++j) all.emplace_back(i, j);
  return all;
}

std::vector<DynamicMatrix<Rational>> rotations_of(const StructureConstants<Rational>& algebra,
                                                  const AdaptedBasis& basis) {
  const auto ad = brackets_in(algebra, basis);
  const Exact q = invariant_form(algebra, basis);
  const Eigen::Index n = q.rows();
  std::vector<DynamicVector<Rational>> equations;
  const auto equation = [&]() -> DynamicVector<Rational>& {
    return equations.emplace_back(DynamicVector<Rational>::Constant(n * n, Rational(0)));
  };
  const auto place = [&](Eigen::Index row, Eigen::Index column) { return row * n + column; };
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < i; ++j)
      for (Eigen::Index k = 0; k < n; ++k) {  // X[b_i, b_j] = [X b_i, b_j] + [b_i, X b_j]
        auto& e = equation();
        for (Eigen::Index l = 0; l < n; ++l) {
          e(place(k, l)) += ad[static_cast<std::size_t>(i)](l, j);
          e(place(l, i)) -= ad[static_cast<std::size_t>(l)](k, j);
          e(place(l, j)) -= ad[static_cast<std::size_t>(i)](k, l);
        }
      }
  for (Eigen::Index i = basis.rank; i < n; ++i)
    for (Eigen::Index j = 0; j < basis.rank; ++j) equation()(place(i, j)) = Rational(1);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j <= i; ++j) {
      auto& e = equation();
      for (Eigen::Index k = 0; k < n; ++k) {
        e(place(k, i)) += q(k, j);
        e(place(k, j)) += q(i, k);
      }
    }
  Exact rows(static_cast<Eigen::Index>(equations.size()), n * n);
  for (std::size_t k = 0; k < equations.size(); ++k)
    rows.row(static_cast<Eigen::Index>(k)) = equations[k].transpose();
  const Exact solutions = kernel<Rational>(rows);
  std::vector<Exact> all;
  for (Eigen::Index s = 0; s < solutions.cols(); ++s) {
    Exact x(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j < n; ++j) x(i, j) = solutions(place(i, j), s);
    all.push_back(std::move(x));
  }
  return all;
}

DynamicMatrix<Rational> unfelt_changes(const StructureConstants<Rational>& algebra,
                                       const AdaptedBasis& basis) {
  const auto ad = brackets_in(algebra, basis);
  const auto entries = metric_entries(basis);
  const int r = basis.rank;
  std::vector<DynamicVector<Rational>> equations;
  for (std::size_t k = 0; k < entries.size(); ++k)
    if (entries[k].second < r) {  // g on d
      auto& e = equations.emplace_back(DynamicVector<Rational>::Constant(
          static_cast<Eigen::Index>(entries.size()), Rational(0)));
      e(static_cast<Eigen::Index>(k)) = Rational(1);
    }
  for (int i = 0; i < r; ++i)
    for (int l = i; l < r; ++l)
      for (int j = 0; j < r; ++j) {  // g(b_i, [b_l, b_j]) + g(b_l, [b_i, b_j])
        auto& e = equations.emplace_back(DynamicVector<Rational>::Constant(
            static_cast<Eigen::Index>(entries.size()), Rational(0)));
        for (std::size_t k = 0; k < entries.size(); ++k) {
          const auto [row, column] = entries[k];
          if (column < r) continue;
          if (row == i)
            e(static_cast<Eigen::Index>(k)) += ad[static_cast<std::size_t>(l)](column, j);
          if (row == l)
            e(static_cast<Eigen::Index>(k)) += ad[static_cast<std::size_t>(i)](column, j);
        }
      }
  Exact rows(static_cast<Eigen::Index>(equations.size()),
             static_cast<Eigen::Index>(entries.size()));
  for (std::size_t k = 0; k < equations.size(); ++k)
    rows.row(static_cast<Eigen::Index>(k)) = equations[k].transpose();
  return kernel<Rational>(rows);
}

AdaptedBasis paired_basis(const StructureConstants<Rational>& algebra, AdaptedBasis basis) {
  const Exact changes = unfelt_changes(algebra, basis);
  const auto entries = metric_entries(basis);
  const int r = basis.rank;
  if (basis.added != r || changes.cols() == 0) return basis;
  Exact change = zeros(r, r);
  for (std::size_t k = 0; k < entries.size(); ++k)
    if (entries[k].second >= r)
      change(entries[k].first, entries[k].second - r) = changes(static_cast<Eigen::Index>(k), 0);
  if (const auto inverse = hamel::inverse<Rational>(change)) {
    const Exact paired = basis.vectors.middleCols(r, r) * *inverse;
    basis.vectors.middleCols(r, r) = paired;
  }
  return basis;
}

MetricNormalForm normal_form_of_metrics(const StructureConstants<Rational>& algebra,
                                        const AdaptedBasis& basis) {
  MetricNormalForm form;
  form.entries = metric_entries(basis);
  form.called_k_from = basis.rank;
  const Exact q = invariant_form(algebra, basis);
  const auto count = static_cast<Eigen::Index>(form.entries.size());
  const auto rotations = rotations_of(algebra, basis);
  Exact critical = zeros(static_cast<Eigen::Index>(rotations.size()), count);
  for (std::size_t s = 0; s < rotations.size(); ++s)
    for (Eigen::Index k = 0; k < count; ++k) {
      const auto [i, j] = form.entries[static_cast<std::size_t>(k)];
      if (j >= basis.rank) continue;
      const auto weight = [&](int index) { return Rational(index + 1) / q(index, index); };
      critical(static_cast<Eigen::Index>(s), k) += weight(i) * rotations[s](j, i);
      if (i != j) critical(static_cast<Eigen::Index>(s), k) += weight(j) * rotations[s](i, j);
    }
  form.by_rotations = row_echelon<Rational>(critical).rows;
  const Exact unfelt = unfelt_changes(algebra, basis);
  const Exact last_first = unfelt.transpose().rowwise().reverse();
  for (const int pivot : row_echelon<Rational>(last_first).pivots)
    form.taken_away.push_back(static_cast<int>(count) - 1 - pivot);
  return solved(std::move(form));
}

MetricNormalForm without_symmetries(const AdaptedBasis& basis) {
  MetricNormalForm form;
  form.entries = metric_entries(basis);
  form.called_k_from = static_cast<int>(basis.vectors.cols());
  form.by_rotations = zeros(0, static_cast<Eigen::Index>(form.entries.size()));
  return solved(std::move(form));
}

std::string in_words(const MetricNormalForm& form) {
  std::string rotated, away;
  for (Eigen::Index row = 0; row < form.by_rotations.rows(); ++row) {
    std::string sum;
    for (Eigen::Index k = 0; k < form.by_rotations.cols(); ++k) {
      const Rational& factor = form.by_rotations(row, k);
      if (factor.is_zero()) continue;
      const std::string size = factor.sign() < 0 ? Rational(-factor).str() : factor.str();
      sum += factor.sign() < 0 ? " - " : sum.empty() ? "" : " + ";
      sum += (size == "1" ? "" : size + "*") + form.name(static_cast<int>(k));
    }
    rotated += (rotated.empty() ? "" : ", ") + sum + " = 0";
  }
  for (const int k : form.taken_away) away += (away.empty() ? "" : ", ") + form.name(k) + " = 0";
  if (!rotated.empty()) rotated += " by automorphisms of g and d";
  if (!away.empty()) away += " by changes that no motion feels";
  return rotated + (rotated.empty() || away.empty() ? "" : "; ") + away;
}

}  // namespace hamel
