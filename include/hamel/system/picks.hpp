// A D whose columns are basis vectors of the algebra, found so at run time: products with it pick entries.
#pragma once

#include <array>
#include <cstddef>

#include <hamel/core/entries.hpp>
#include <hamel/core/inline.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// Where D, n x r and of rank r, is of columns e_k: which. It is looked at once; products then ask questions of which
/// the answers never change and take the entries they need, in place of sums of which all terms but one are zero. Where
/// the e_k are in the order of the basis the j-th column is one of n - r + 1, and an entry is chosen among those few
/// numbers; otherwise it is read from memory, for which a stage waits.
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
      if (j > 0 && rows_[std::size_t(j)] < rows_[std::size_t(j - 1)]) ordered_ = false;
    }
    all_ = true;
  }

  /// Are the columns of D basis vectors? Nothing else may be asked where they are not.
  HAMEL_ALWAYS_INLINE bool all() const noexcept { return all_; }

  /// D^T M D
  template <class S>
  HAMEL_ALWAYS_INLINE Matrix<S, R> gram(const Matrix<S, N>& m) const noexcept {
    if (!ordered_) {
      const Matrix<S, N> copy = m;  // else what m is part of would have to be kept in memory
      const S* const from = memory(copy);
      return symmetric<S>([&](int i, int j) HAMEL_ALWAYS_INLINE {
        return from[rows_[std::size_t(i)] + N * rows_[std::size_t(j)]];
      });
    }
    return symmetric<S>([&](int i, int j) HAMEL_ALWAYS_INLINE {
      return chosen<S>(j, [&](int l) HAMEL_ALWAYS_INLINE {
        return chosen<S>(i, [&](int k) HAMEL_ALWAYS_INLINE { return m.coeff(k, l); });
      });
    });
  }
  /// D u
  template <class S>
  HAMEL_ALWAYS_INLINE Vector<S, N> expand(const Vector<S, R>& u) const noexcept {
    if (!ordered_) {
      std::array<S, R + 1> entries;
      unrolled<R>(R, [&](int j) HAMEL_ALWAYS_INLINE { entries[std::size_t(j)] = u.coeff(j); });
      entries[R] = S(0);
      return listed<S, N, 1>(N, 1, [&](int i) HAMEL_ALWAYS_INLINE {
        return entries[std::size_t(where_[std::size_t(i)])];
      });
    }
    return listed<S, N, 1>(N, 1, [&](int i) HAMEL_ALWAYS_INLINE {
      S entry(0);
      unrolled<R>(R, [&](int j) HAMEL_ALWAYS_INLINE {
        if (i < j || i > j + N - R) return;
        const S other = u.coeff(j);
        entry = where_[std::size_t(i)] == j ? other : entry;
      });
      return entry;
    });
  }
  /// D^T c
  template <class S>
  HAMEL_ALWAYS_INLINE Vector<S, R> restrict(const Vector<S, N>& c) const noexcept {
    if (!ordered_) {
      const Vector<S, N> copy = c;
      const S* const from = memory(copy);
      return listed<S, R, 1>(
          R, 1, [&](int j) HAMEL_ALWAYS_INLINE { return from[rows_[std::size_t(j)]]; });
    }
    return listed<S, R, 1>(R, 1, [&](int j) HAMEL_ALWAYS_INLINE {
      return chosen<S>(j, [&](int k) HAMEL_ALWAYS_INLINE { return c.coeff(k); });
    });
  }

 private:
  /// The matrix of entry(i, j) = entry(j, i), i >= j.
  template <class S, class F>
  HAMEL_ALWAYS_INLINE static Matrix<S, R> symmetric(const F& entry) noexcept {
    return entrywise<S, R, R>(
        R, R, [&](int i, int j) HAMEL_ALWAYS_INLINE { return i < j ? entry(j, i) : entry(i, j); });
  }
  /// entry(k) where e_k is the j-th of columns in order. All numbers are there before one is chosen: of a choice between
  /// places a compiler would make an address.
  template <class S, class F>
  HAMEL_ALWAYS_INLINE S chosen(int j, const F& entry) const noexcept {
    S found = entry(j);
    unrolled<N - R>(N - R, [&](int i) HAMEL_ALWAYS_INLINE {
      const int k = j + 1 + i;
      const S other = entry(k);
      found = rows_[std::size_t(j)] == k ? other : found;
    });
    return found;
  }

  std::array<int, R> rows_{};                // e_k of the columns
  std::array<int, N> where_{};               // the column that is e_k; R where none is
  bool all_ = false, ordered_ = N - R <= 2;  // more to choose from take longer than memory
};

/// In their place where they are not looked for.
struct NoPicks {
  template <class D>
  explicit NoPicks(const D&) {}
};

}  // namespace hamel
