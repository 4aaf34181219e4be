// Sparse linear equations modulo a prime, solved as they come: what is determined is known by what is still free.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/work_budget.hpp>

#include "residue.hpp"

namespace hamel {

/// Unknowns of homogeneous equations modulo the prime in use. Every equation determines one of the unknowns that are
/// free, which is replaced everywhere: where equations that share their unknowns come one after the other, what is
/// known stays short.
class DeterminedUnknowns {
 public:
  /// Nonzero coefficients by unknown, in increasing order.
  using Row = std::vector<std::pair<int, Residue>>;

  explicit DeterminedUnknowns(int unknowns)
      : known_(static_cast<std::size_t>(unknowns)),
        is_known_(known_.size(), false),
        used_(known_.size()),
        sum_(known_.size(), Residue(0)),
        is_touched_(known_.size(), false) {}

  /// The sum of the coefficients times the unknowns is 0.
  void add(const Row& equation) {
    for (const auto& [unknown, c] : equation) {
      if (is_known_[place(unknown)])
        add_known(unknown, c);
      else
        touch(unknown) += c;
    }
    Row left = collected();
    if (left.empty()) return;
    ++rank_;
    std::size_t chosen = 0;  // the one that occurs least
    for (std::size_t i = 1; i < left.size(); ++i)
      if (used_[place(left[i].first)].size() < used_[place(left[chosen].first)].size()) chosen = i;
    const auto [pivot, c] = left[chosen];
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(chosen));
    const Residue factor = Residue(-1) / c;
    for (auto& [unknown, value] : left) value *= factor;
    is_known_[place(pivot)] = true;
    known_[place(pivot)] = std::move(left);
    for (const auto& [unknown, value] : known_[place(pivot)])
      used_[place(unknown)].push_back(pivot);
    for (const int other : std::exchange(used_[place(pivot)], {})) replace(other, pivot);
  }

  /// How many equations were independent.
  int rank() const { return rank_; }
  std::vector<int> free() const {
    std::vector<int> all;
    for (std::size_t i = 0; i < known_.size(); ++i)
      if (!is_known_[i]) all.push_back(static_cast<int>(i));
    return all;
  }
  /// A basis of the solutions, as columns, that depends on the space alone: each has its last number in a place of its
  /// own, where it is 1 and others are 0.
  DynamicMatrix<Residue> kernel() const {
    const std::vector<int> last = free();
    const auto n = static_cast<Eigen::Index>(known_.size()),
               count = static_cast<Eigen::Index>(last.size());
    std::map<int, Eigen::Index> columns;
    for (const int unknown : last)
      columns.emplace(unknown, static_cast<Eigen::Index>(columns.size()));
    DynamicMatrix<Residue> basis = DynamicMatrix<Residue>::Constant(n, count, Residue(0));
    for (const auto& [unknown, column] : columns) basis(unknown, column) = Residue(1);
    for (Eigen::Index i = 0; i < n; ++i)
      for (const auto& [unknown, value] : known_[static_cast<std::size_t>(i)])
        basis(i, columns.at(unknown)) = value;
    in_echelon_form(basis);
    return basis;
  }

 private:
  static std::size_t place(int unknown) { return static_cast<std::size_t>(unknown); }

  Residue& touch(int unknown) {
    if (!is_touched_[place(unknown)]) {
      is_touched_[place(unknown)] = true;
      touched_.push_back(unknown);
    }
    return sum_[place(unknown)];
  }
  void add_known(int unknown, Residue factor) {
    const Row& row = known_[place(unknown)];
    WorkBudget::charge(static_cast<std::int64_t>(row.size()) / 4 + 1);
    for (const auto& [other, value] : row) touch(other) += factor * value;
  }
  /// The sum, which starts anew.
  Row collected() {
    Row row;
    std::ranges::sort(touched_);
    for (const int unknown : touched_) {
      const Residue value = std::exchange(sum_[place(unknown)], Residue(0));
      is_touched_[place(unknown)] = false;
      if (!value.is_zero()) row.emplace_back(unknown, value);
    }
    touched_.clear();
    return row;
  }
  /// What `unknown` is, without the pivot, which is known now.
  void replace(int unknown, int pivot) {
    Row& row = known_[place(unknown)];
    const auto entry = std::ranges::lower_bound(row, pivot, {}, &Row::value_type::first);
    if (entry == row.end() || entry->first != pivot) return;  // it cancelled before
    const Residue factor = entry->second;
    row.erase(entry);
    const Row& other = known_[place(pivot)];
    WorkBudget::charge(static_cast<std::int64_t>(row.size() + other.size()) / 4 + 1);
    Row merged;
    merged.reserve(row.size() + other.size());
    auto next = row.begin();
    for (const auto& [free, value] : other) {
      while (next != row.end() && next->first < free) merged.push_back(*next++);
      if (next == row.end() || next->first != free) {
        merged.emplace_back(free, factor * value);
        used_[place(free)].push_back(unknown);
      } else if (const Residue sum = next++->second + factor * value; !sum.is_zero()) {
        merged.emplace_back(free, sum);
      }
    }
    merged.insert(merged.end(), next, row.end());
    row = std::move(merged);
  }
  /// The same space: from the last place on, each column 1 where all others are 0, those of low places first.
  static void in_echelon_form(DynamicMatrix<Residue>& basis) {
    for (Eigen::Index i = basis.rows(), left = basis.cols(); i-- > 0 && left > 0;) {
      Eigen::Index column = left;
      while (column-- > 0)
        if (!basis(i, column).is_zero()) break;
      if (column < 0) continue;
      --left;
      basis.col(column).swap(basis.col(left));
      basis.col(left) *= Residue(1) / basis(i, left);
      for (Eigen::Index k = 0; k < basis.cols(); ++k)
        if (const Residue factor = basis(i, k); k != left && !factor.is_zero())
          basis.col(k) -= factor * basis.col(left);
    }
  }

  std::vector<Row> known_;  ///< by the unknowns that are free
  std::vector<bool> is_known_;
  std::vector<std::vector<int>> used_;  ///< which known ones name a free one, and some that did
  int rank_ = 0;
  std::vector<Residue> sum_;  ///< of an equation, with the places it touches
  std::vector<bool> is_touched_;
  std::vector<int> touched_;
};

}  // namespace hamel
