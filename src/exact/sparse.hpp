// Sparse elimination over exact fields: linear systems with few numbers in each equation.
#pragma once

#include <cstdint>
#include <iterator>
#include <map>
#include <utility>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/work_budget.hpp>

namespace hamel {

/// Equations sum_j coefficient_j x_j = right, added one at a time; what follows from those before is dropped at once.
/// The answers are those of dense elimination: free unknowns are 0 in the solution.
template <class S>
class SparseSystem {
 public:
  /// Nonzero coefficients by unknown.
  using Row = std::map<int, S>;

  explicit SparseSystem(int unknowns) : unknowns_(unknowns) {}

  void add(Row coefficients, const S& right) {
    if (!certainly_zero(right)) coefficients[unknowns_] = right;
    std::erase_if(coefficients, [](const auto& entry) { return certainly_zero(entry.second); });
    while (!coefficients.empty()) {
      const int lead = coefficients.begin()->first;
      const auto pivot = pivots_.find(lead);
      if (pivot == pivots_.end()) {
        const S inverse = S(1) / coefficients.begin()->second;
        for (auto& [column, value] : coefficients) value *= inverse;
        pivots_.emplace(lead, std::move(coefficients));
        reduced_ = false;
        return;
      }
      subtract(coefficients, pivot->second, S(coefficients.begin()->second));
    }
  }

  /// Whether some x satisfies all equations.
  bool solvable() const { return !pivots_.contains(unknowns_); }

  /// Independent equations by their first unknown, whose coefficient is 1.
  const std::map<int, Row>& rows() const { return pivots_; }
  /// How many there are.
  int rank() const { return static_cast<int>(pivots_.size()); }

  /// A solution, free unknowns 0. Only when solvable.
  DynamicVector<S> solution() {
    reduce();
    DynamicVector<S> x = DynamicVector<S>::Constant(unknowns_, S(0));
    for (const auto& [lead, row] : pivots_)
      if (row.rbegin()->first == unknowns_) x(lead) = row.rbegin()->second;
    return x;
  }

  /// A basis of the solutions for right = 0, as columns, one for each free unknown. Only when solvable.
  DynamicMatrix<S> kernel() {
    reduce();
    std::map<int, int> place;  // of the free unknowns
    for (int j = 0; j < unknowns_; ++j)
      if (!pivots_.contains(j)) place.emplace(j, static_cast<int>(place.size()));
    DynamicMatrix<S> basis =
        DynamicMatrix<S>::Constant(unknowns_, static_cast<Eigen::Index>(place.size()), S(0));
    for (const auto& [unknown, column] : place) basis(unknown, column) = S(1);
    for (const auto& [lead, row] : pivots_)
      for (const auto& [column, value] : row)
        if (column != lead && column < unknowns_) basis(lead, place.at(column)) = -value;
    return basis;
  }

 private:
  /// row -= factor * pivot.
  static void subtract(Row& row, const Row& pivot, const S& factor) {
    WorkBudget::charge(static_cast<std::int64_t>(pivot.size()) / 4 + 1);
    auto place = row.begin();
    for (const auto& [column, value] : pivot) {
      place = row.lower_bound(column);
      if (place == row.end() || place->first != column) {
        row.emplace_hint(place, column, -(factor * value));
      } else {
        place->second -= factor * value;
        if (certainly_zero(place->second)) row.erase(place);
      }
    }
  }
  /// Every pivot alone in its column.
  void reduce() {
    if (reduced_) return;
    for (auto row = pivots_.rbegin(); row != pivots_.rend(); ++row)
      for (auto entry = std::next(row->second.begin()); entry != row->second.end();) {
        const int column = entry->first;
        const auto pivot = pivots_.find(column);
        if (pivot != pivots_.end()) subtract(row->second, pivot->second, S(entry->second));
        entry = row->second.upper_bound(column);
      }
    reduced_ = true;
  }

  int unknowns_;
  std::map<int, Row> pivots_;  // by leading column, which holds 1
  bool reduced_ = true;
};

}  // namespace hamel
