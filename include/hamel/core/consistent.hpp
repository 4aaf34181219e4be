// Linear systems whose equations depend on each other, solved where they agree.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// How many of the first equations of a system, and of all, are independent.
struct EquationRanks {
  int first = 0;  ///< equations that are to be met before the others
  int of_first = 0, of_all = 0;
};

/// A X = B of known rank, A nearly symmetric, by elimination with pivots on rows and columns: X is 0 where no pivot is.
/// The first equations have their pivots before the others, so that they hold whatever the others say. Of pivots that
/// are large enough the first on the diagonal is taken: so the same equations are left out at places near each other,
/// where they may be independent, as off the manifold.
template <class S, int K>
class Consistent {
 public:
  Consistent(const Matrix<S, K>& a, const EquationRanks& ranks) noexcept
      : factors_(a), rank_(ranks.of_all) {
    using std::abs, std::sqrt;
    const int n = int(a.rows());
    for (int i = 0; i < n; ++i) {
      const S size = abs(a(i, i));
      scale_[std::size_t(i)] = plain(size) > 0 ? S(1) / sqrt(size) : S(1);
      row_[std::size_t(i)] = column_[std::size_t(i)] = i;
    }
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) factors_(i, j) *= scale_[std::size_t(i)] * scale_[std::size_t(j)];
    for (int k = 0; k < rank_; ++k) {
      const int end = k < ranks.of_first ? ranks.first : n;
      int top = k, side = k;
      for (int j = k; j < end; ++j)
        for (int i = k; i < end; ++i)
          if (abs(plain(factors_(i, j))) > abs(plain(factors_(top, side)))) top = i, side = j;
      const auto enough = near_enough * abs(plain(factors_(top, side)));
      for (int j = end - 1; j >= k; --j)
        if (abs(plain(factors_(j, j))) >= enough) top = side = j;
      const auto pivot = abs(plain(factors_(top, side)));
      least_ = std::min(least_, static_cast<double>(pivot));
      if (!(pivot > 0)) return;
      for (int j = 0; j < n; ++j) std::swap(factors_(k, j), factors_(top, j));
      for (int i = 0; i < n; ++i) std::swap(factors_(i, k), factors_(i, side));
      std::swap(row_[std::size_t(k)], row_[std::size_t(top)]);
      std::swap(column_[std::size_t(k)], column_[std::size_t(side)]);
      for (int i = k + 1; i < n; ++i) {
        factors_(i, k) /= factors_(k, k);
        for (int j = k + 1; j < n; ++j) factors_(i, j) -= factors_(i, k) * factors_(k, j);
      }
    }
  }

  /// The least pivot, in units where the diagonal of A is 1.
  double least_pivot() const noexcept { return least_; }
  bool is_regular() const noexcept { return least_ > 1e-12; }

  Vector<S, K> solve(const Vector<S, K>& b) const noexcept {
    Vector<S, K> y(b.size()), x(b.size());
    for (int i = 0; i < b.size(); ++i) x[i] = S(0);
    for (int i = 0; i < rank_; ++i) {
      const int from = row_[std::size_t(i)];
      y[i] = scale_[std::size_t(from)] * b[from];
      for (int j = 0; j < i; ++j) y[i] -= factors_(i, j) * y[j];
    }
    for (int i = rank_ - 1; i >= 0; --i) {
      for (int j = i + 1; j < rank_; ++j) y[i] -= factors_(i, j) * y[j];
      y[i] /= factors_(i, i);
    }
    for (int i = 0; i < rank_; ++i) {
      const int to = column_[std::size_t(i)];
      x[to] = scale_[std::size_t(to)] * y[i];
    }
    return x;
  }

 private:
  static constexpr std::size_t room_ = std::size_t(capacity(K));
  static constexpr double near_enough = 1e-3;  // of the largest

  Matrix<S, K> factors_;
  int rank_;
  double least_ = 1;
  std::array<S, room_> scale_;
  std::array<int, room_> row_, column_;
};

}  // namespace hamel
