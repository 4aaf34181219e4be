// A D whose columns are basis vectors of the algebra, found so at run time: products with it pick entries.
#pragma once

#include <array>
#include <cstddef>

#include <hamel/core/inline.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// Where D, n x r and of rank r, is of columns e_k: which. It is looked at once; products then ask one question of
/// which the answer never changes and read the entries they need, in place of sums of which all terms but one are zero.
template <int N, int R>
class Picks {
 public:
  /// Of D; of one with other columns, none.
  template <class S>
  explicit Picks(const Matrix<S, N, R>& d) {
    where_.fill(R);
    for (int j = 0; j < R; ++j) {
      int entries = 0;
      for (int i = 0; i < N; ++i) {
        if (d(i, j) == S(0)) continue;
        ++entries;
        rows_[std::size_t(j)] = i;
        where_[std::size_t(i)] = j;
        if (d(i, j) != S(1)) return;
      }
      if (entries != 1) return;
    }
    all_ = true;
  }

  /// Are the columns of D basis vectors? Nothing else may be asked where they are not.
  HAMEL_ALWAYS_INLINE bool all() const noexcept { return all_; }

  /// D^T M D
  template <class S>
  HAMEL_ALWAYS_INLINE Matrix<S, R> gram(const Matrix<S, N>& m) const noexcept {
    const Matrix<S, N> entries =
        m;  // a copy: else what m is part of would have to be kept in memory
    const S* const from = memory(entries);
    return entrywise<S, R, R>(R, R, [&](int i, int j) HAMEL_ALWAYS_INLINE {
      return from[rows_[std::size_t(i < j ? j : i)] + N * rows_[std::size_t(i < j ? i : j)]];
    });
  }
  /// D u
  template <class S>
  HAMEL_ALWAYS_INLINE Vector<S, N> expand(const Vector<S, R>& u) const noexcept {
    std::array<S, R + 1> entries;
    unrolled<R>(R, [&](int j) HAMEL_ALWAYS_INLINE { entries[std::size_t(j)] = u.coeff(j); });
    entries[R] = S(0);
    return listed<S, N, 1>(N, 1, [&](int i) HAMEL_ALWAYS_INLINE {
      return entries[std::size_t(where_[std::size_t(i)])];
    });
  }
  /// D^T c
  template <class S>
  HAMEL_ALWAYS_INLINE Vector<S, R> restrict(const Vector<S, N>& c) const noexcept {
    const Vector<S, N> entries = c;
    const S* const from = memory(entries);
    return listed<S, R, 1>(R, 1,
                           [&](int j) HAMEL_ALWAYS_INLINE { return from[rows_[std::size_t(j)]]; });
  }

 private:
  std::array<int, R> rows_{};   // e_k of the columns
  std::array<int, N> where_{};  // the column that is e_k; R where none is
  bool all_ = false;
};

/// In their place where they are not looked for.
struct NoPicks {
  template <class D>
  explicit NoPicks(const D&) {}
};

}  // namespace hamel
