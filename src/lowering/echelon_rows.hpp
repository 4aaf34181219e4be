// Elimination of large matrices modulo a prime, row by row.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include <hamel/algebra/linear.hpp>

#include "exact/residue.hpp"

namespace hamel {

/// Rows in echelon form modulo the prime in use, one added after the other.
class EchelonRows {
 public:
  explicit EchelonRows(std::size_t width) : width_(width), field_(Residue::prime()) {}

  /// Whether the row, of this width, is no combination of those before it.
  bool add(const std::vector<Residue>& values) {
    Row row;
    for (const Residue x : values) row.push_back(x.value());
    for (auto next = rows_.begin(); next != rows_.end();) {
      const Row* others[together];
      Word factors[together];
      std::size_t count = 0, begin = width_;
      for (; next != rows_.end() && count < together; ++next) {
        const auto& [lead, other] = *next;
        Wide sum = 0;  // what the rows taken before leave in the column
        for (std::size_t i = 0; i < count; ++i)
          sum += static_cast<Wide>(factors[i]) * (*others[i])[lead];
        const Word left = add(row[lead], field_.reduce(sum));
        if (left == 0) continue;
        begin = std::min(begin, lead);
        others[count] = &other;
        factors[count++] = entered(field_.prime - left);
      }
      for (std::size_t j = begin; j < width_ && count > 0; ++j) {
        Wide sum = 0;
        for (std::size_t i = 0; i < count; ++i)
          sum += static_cast<Wide>(factors[i]) * (*others[i])[j];
        row[j] = add(row[j], field_.reduce(sum));
      }
    }
    const auto first = std::ranges::find_if(row, [](Word x) { return x != 0; });
    if (first == row.end()) return false;
    const Word inverse = entered((Residue(1) / Residue(*first)).value());
    for (auto& x : row) x = field_.reduce(static_cast<Wide>(inverse) * x);
    rows_.emplace(first - row.begin(), std::move(row));
    return true;
  }

  std::size_t width() const { return width_; }
  std::size_t rank() const { return rows_.size(); }
  /// Columns that are no combinations of those before them, in increasing order.
  std::vector<std::size_t> pivots() const {
    std::vector<std::size_t> all;
    for (const auto& [lead, row] : rows_) all.push_back(lead);
    return all;
  }
  /// A basis of the vectors that all rows map to 0, as columns: 1 in one of the other columns each.
  DynamicMatrix<Residue> kernel() const {
    DynamicMatrix<Residue> basis = DynamicMatrix<Residue>::Constant(
        static_cast<Eigen::Index>(width_), static_cast<Eigen::Index>(width_ - rank()), Residue(0));
    Eigen::Index column = 0;
    for (std::size_t free = 0; free < width_; ++free) {
      if (rows_.contains(free)) continue;
      auto x = basis.col(column++);
      x(static_cast<Eigen::Index>(free)) = Residue(1);
      for (auto row = rows_.rbegin(); row != rows_.rend(); ++row) {
        Residue sum(0);
        for (std::size_t j = row->first + 1; j <= free; ++j)
          if (const Residue known = x(static_cast<Eigen::Index>(j)); !known.is_zero())
            sum += Residue(row->second[j]) * known;
        x(static_cast<Eigen::Index>(row->first)) = -sum;
      }
    }
    return basis;
  }

 private:
  using Word = Residue::Word;
  using Wide = detail::PrimeField::Wide;
  using Row = std::vector<Word>;
  static constexpr std::size_t together =
      7;  ///< products of numbers below 2^61 that one reduction takes

  /// x 2^64 mod p: reduce(entered(x) y) = x y.
  Word entered(Word x) const { return field_.reduce(static_cast<Wide>(x) * field_.square); }
  Word add(Word x, Word y) const { return x + y >= field_.prime ? x + y - field_.prime : x + y; }

  std::size_t width_;
  detail::PrimeField field_;
  std::map<std::size_t, Row> rows_;  ///< by the place of their first entry, which is 1
};

}  // namespace hamel
