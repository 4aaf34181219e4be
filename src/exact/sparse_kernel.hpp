// Kernels of sparse rational matrices by numbers modulo primes: long fractions appear in the answer alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "determined_unknowns.hpp"
#include "from_residues.hpp"
#include "sparse.hpp"

namespace hamel {

using SparseRows = std::vector<SparseSystem<Rational>::Row>;

/// The kernel of equations sum_j a_j x_j = 0. A rank modulo a prime is never larger than the rank: what residues modulo
/// a few primes say to be in the kernel is proved by the equations, and then it is all of it.
class SparseKernel {
 public:
  SparseKernel(SparseRows rows, int unknowns) : rows_(std::move(rows)), unknowns_(unknowns) {
    std::ranges::stable_sort(rows_, {},
                             &SparseRows::value_type::size);  // short ones determine much
  }

  /// A number that the dimension does not exceed, and nearly always is: that modulo a prime.
  int bound() const {
    try {
      return unknowns_ - modulo_prime().rank();
    } catch (const std::overflow_error&) {
      return unknowns_;
    }
  }
  /// A basis as columns, each with its last number, 1, in a place where others are 0. Of elements that are known it is
  /// enough to have those columns that complete them to a basis.
  DynamicMatrix<Rational> basis(const SparseRows& known = {}) const {
    constexpr Eigen::Index most_entries = 20'000, most_before = 2'000'000;
    std::optional<std::vector<Eigen::Index>> chosen;
    const auto modulo = [&]() -> std::optional<DynamicMatrix<Residue>> {
      const DeterminedUnknowns& solved = modulo_prime();
      if (Eigen::Index(unknowns_) * (unknowns_ - solved.rank()) > most_before) return std::nullopt;
      const DynamicMatrix<Residue> all = solved.kernel();
      if (!chosen) chosen = beside(known, all);
      if (chosen->empty() || chosen->back() >= all.cols()) return std::nullopt;
      DynamicMatrix<Residue> some(all.rows(), static_cast<Eigen::Index>(chosen->size()));
      for (Eigen::Index k = 0; k < some.cols(); ++k)
        some.col(k) = all.col((*chosen)[static_cast<std::size_t>(k)]);
      return some.size() <= most_entries ? std::optional(std::move(some)) : std::nullopt;
    };
    if (auto found = detail::from_residues(modulo, [&](const auto& x) { return holds(x); }))
      return std::move(*found);
    if (chosen && chosen->empty()) return DynamicMatrix<Rational>(unknowns_, 0);
    SparseSystem<Rational> system(unknowns_);
    for (const auto& row : rows_) system.add(row, Rational(0));
    return system.kernel();
  }

 private:
  /// The equations solved modulo the prime in use; throws std::overflow_error where it divides a denominator.
  const DeterminedUnknowns& modulo_prime() const {
    if (solved_ && prime_ == Residue::prime()) return *solved_;
    DeterminedUnknowns solved(unknowns_);
    for (const auto& row : rows_) {
      DeterminedUnknowns::Row there;
      for (const auto& [column, value] : row) there.emplace_back(column, Residue(value));
      solved.add(there);
    }
    prime_ = Residue::prime();
    return solved_.emplace(std::move(solved));
  }
  /// The columns of a basis that complete known elements, of which the places of last numbers tell the coordinates.
  static std::vector<Eigen::Index> beside(const SparseRows& known,
                                          const DynamicMatrix<Residue>& basis) {
    DynamicMatrix<Residue> coordinates = DynamicMatrix<Residue>::Constant(
        static_cast<Eigen::Index>(known.size()), basis.cols(), Residue(0));
    for (Eigen::Index k = 0; k < basis.cols(); ++k) {
      Eigen::Index last = basis.rows() - 1;
      while (basis(last, k).is_zero()) --last;
      for (std::size_t i = 0; i < known.size(); ++i)
        if (const auto entry = known[i].find(static_cast<int>(last)); entry != known[i].end())
          coordinates(static_cast<Eigen::Index>(i), k) = Residue(entry->second);
    }
    const auto pivots = row_echelon<Residue>(std::move(coordinates)).pivots;
    std::vector<Eigen::Index> others;
    for (Eigen::Index k = 0; k < basis.cols(); ++k)
      if (std::ranges::count(pivots, k) == 0) others.push_back(k);
    return others;
  }
  /// All equations hold for all columns.
  bool holds(const DynamicMatrix<Rational>& columns) const {
    for (Eigen::Index k = 0; k < columns.cols(); ++k)
      for (const auto& row : rows_) {
        Rational sum;
        for (const auto& [column, value] : row)
          if (!columns(column, k).is_zero()) sum += value * columns(column, k);
        if (!sum.is_zero()) return false;
      }
    return true;
  }

  SparseRows rows_;
  int unknowns_;
  mutable std::optional<DeterminedUnknowns> solved_;  ///< modulo the prime asked for last
  mutable Residue::Word prime_ = 0;
};

}  // namespace hamel
