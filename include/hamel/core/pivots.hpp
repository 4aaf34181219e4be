// Rank, signature and spans of small matrices, decided against the terms that were summed.
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include <hamel/core/fixed_list.hpp>
#include <hamel/core/scalar.hpp>

// Whether a computed number is zero is a question about the terms it was added up from: it is, when it does not exceed
// a few roundings of them. Numbers and terms scale together when rows and columns do, so no choice of units decides.
// Everything is plain loops over long doubles, whatever the scalar of the data: only its resolution enters. What runs
// at the door only is cold, and called from functions that are not inlined: a caller that goes on to something hot is
// not taken for cold itself.
namespace hamel {

/// Roundings of the terms up to which data that were computed in a few operations count as zero.
inline constexpr int few_roundings = 16;

/// A plain or differentiated number of any type without derivatives, for a decision.
template <class S>
long double wide(const S& number) {
  const auto x = plain(number);
  if constexpr (std::is_floating_point_v<decltype(x)>) {
    return x;
  } else {
    return static_cast<double>(x);
  }
}

/// The resolution of data of type S as `wide` keeps them.
template <class S>
long double resolution() {
  if constexpr (std::is_floating_point_v<Plain<S>>) {
    return epsilon<S>();
  } else {
    return epsilon<double>();
  }
}

/// A number and the sum of the absolute values of its terms.
struct Sum {
  long double value = 0, terms = 0;

  Sum& add(long double term) {
    value += term;
    terms += std::abs(term);
    return *this;
  }
  /// Is it zero, up to `limit` times its terms? NaN is not.
  bool vanishes(long double limit) const { return std::abs(value) <= limit * terms; }
};

/// A matrix of such numbers.
class SummedMatrix {
 public:
  SummedMatrix(int rows, int cols) : rows_(rows), cols_(cols), entries_(rows * cols) {}

  int rows() const noexcept { return rows_; }
  int cols() const noexcept { return cols_; }
  Sum& operator()(int i, int j) { return entries_[i * cols_ + j]; }
  const Sum& operator()(int i, int j) const { return entries_[i * cols_ + j]; }

  bool all_finite() const {
    for (const Sum& s : entries_)
      if (!(s.value - s.value == 0)) return false;
    return true;
  }

 private:
  int rows_, cols_;
  FixedList<Sum> entries_;
};

/// The entries of m, each its own only term.
template <class M>
SummedMatrix summed(const M& m) {
  SummedMatrix a(int(m.rows()), int(m.cols()));
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.cols(); ++j) a(i, j).add(wide(m.coeff(i, j)));
  return a;
}

/// d^T m d with its terms.
[[gnu::cold]] inline SummedMatrix congruent(const SummedMatrix& m, const SummedMatrix& d) {
  SummedMatrix a(d.cols(), d.cols());
  const bool finite = m.all_finite() && d.all_finite();  // else 0 times an entry is not 0
  for (int i = 0; i < a.rows(); ++i)
    for (int k = 0; k < d.rows(); ++k) {
      const long double left = d(k, i).value;
      if (finite && left == 0) continue;
      for (int j = 0; j < a.cols(); ++j)
        for (int l = 0; l < d.rows(); ++l) a(i, j).add(left * m(k, l).value * d(l, j).value);
    }
  return a;
}

/// Exponents of the powers of two that rows and columns were multiplied by.
struct Exponents {
  FixedList<int> rows, columns;
};

/// Multiplies rows and columns by powers of two until the largest entries of each are near 1. A symmetric matrix stays
/// symmetric.
[[gnu::cold]] inline Exponents equilibrate(SummedMatrix& a, long double limit) {
  constexpr int none = -(1 << 28);
  const auto exponent = [&](const Sum& s) {
    int e = none;
    if (std::isfinite(s.value) && !s.vanishes(limit)) std::frexp(s.value, &e);
    return e;
  };
  const auto half = [](int e) { return e == none ? 0 : -e / 2; };
  const int n = a.rows(), m = a.cols();
  Exponents total{FixedList<int>(n), FixedList<int>(m)};
  FixedList<int> row(n), col(m);
  for (int sweep = 0; sweep < 40; ++sweep) {
    for (int& e : row) e = none;
    for (int& e : col) e = none;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j) {
        const int e = exponent(a(i, j));
        if (e > row[i]) row[i] = e;
        if (e > col[j]) col[j] = e;
      }
    bool moves = false;
    for (int i = 0; i < n; ++i) moves |= (row[i] = half(row[i])) != 0;
    for (int j = 0; j < m; ++j) moves |= (col[j] = half(col[j])) != 0;
    if (!moves) break;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j) {
        const int e = row[i] + col[j];
        if (e == 0) continue;
        a(i, j) = {std::ldexp(a(i, j).value, e), std::ldexp(a(i, j).terms, e)};
      }
    for (int i = 0; i < n; ++i) total.rows[i] += row[i];
    for (int j = 0; j < m; ++j) total.columns[j] += col[j];
  }
  return total;
}

/// What an elimination found.
struct Pivots {
  int rank = 0;
  FixedList<int> rows, columns;  ///< those of the pivots first, in their order
  Exponents scale;               ///< of the powers of two by which the matrix was multiplied
};

namespace detail {

/// a_ij -= a_ik a_kj / a_kk, a term as uncertain as the worst of the three.
[[gnu::cold]] inline void subtract_pivot(SummedMatrix& a, int i, int j, int row, int col) {
  const Sum &left = a(i, col), &up = a(row, j), &pivot = a(row, col);
  if (left.value == 0 || up.value == 0) return;
  const long double product = left.value / pivot.value * up.value;
  const auto uncertain = [](const Sum& s) { return s.terms / std::abs(s.value); };
  const long double worst = std::max({uncertain(left), uncertain(up), uncertain(pivot)});
  a(i, j) = {a(i, j).value - product, a(i, j).terms + std::abs(product) * worst};
}

}  // namespace detail

/// Gauss-Jordan elimination with complete pivoting in the first `columns` columns, after scaling; entries within
/// `limit` of their terms are no pivots. Pivots are left alone in their columns, the other rows hold what is left.
[[gnu::cold]] inline Pivots eliminate(SummedMatrix& a, int columns, long double limit) {
  Pivots found{0, FixedList<int>(a.rows()), FixedList<int>(columns), equilibrate(a, limit)};
  for (int i = 0; i < a.rows(); ++i) found.rows[i] = i;
  for (int j = 0; j < columns; ++j) found.columns[j] = j;
  for (int k = 0; k < std::min(a.rows(), columns); ++k) {
    int row = -1, col = -1;
    long double most = 0;
    for (int i = k; i < a.rows(); ++i)
      for (int j = k; j < columns; ++j) {
        const Sum& entry = a(found.rows[i], found.columns[j]);
        if (std::abs(entry.value) > most && !entry.vanishes(limit)) {
          most = std::abs(entry.value);
          row = i, col = j;
        }
      }
    if (row < 0) break;
    std::swap(found.rows[k], found.rows[row]);
    std::swap(found.columns[k], found.columns[col]);
    const int p = found.rows[k], q = found.columns[k];
    for (int i = 0; i < a.rows(); ++i) {
      if (i == p) continue;
      for (int j = 0; j < a.cols(); ++j)
        if (j != q) detail::subtract_pivot(a, i, j, p, q);
      a(i, q) = {};
    }
    ++found.rank;
  }
  return found;
}

/// Numbers of positive, negative and zero squares of a symmetric form.
struct Signature {
  int positive = 0, negative = 0, zero = 0;
};

/// The signature of a symmetric form by symmetric elimination, after scaling; what stays within `limit` of its terms
/// is zero.
[[gnu::cold]] inline Signature signature(SummedMatrix a, long double limit) {
  equilibrate(a, limit);
  Signature result;
  int count = a.rows();
  FixedList<int> left(count);
  for (int k = 0; k < count; ++k) left[k] = k;
  for (; count > 0; --count) {
    long double on = 0, off = 0;
    int pivot = -1, first = -1, second = -1;
    for (int k = 0; k < count; ++k)
      for (int l = 0; l < count; ++l) {
        const int i = left[k], j = left[l];
        const long double size = a(i, j).vanishes(limit) ? 0 : std::abs(a(i, j).value);
        if (i == j && size > on) on = size, pivot = k;
        if (i < j && size > off) off = size, first = k, second = l;
      }
    if (on == 0 && off == 0) break;
    if (2 * on < off) {
      // e_i +- e_j in place of e_i: its square has the terms of a_ij twice, and none cancel
      const int i = left[first], j = left[second];
      const long double squares = a(i, i).value + a(j, j).value;
      const long double sign = (squares < 0) == (a(i, j).value < 0) ? 1 : -1;
      for (const bool transposed : {false, true})
        for (int k = 0; k < count; ++k) {
          Sum& entry = transposed ? a(left[k], i) : a(i, left[k]);
          const Sum& other = transposed ? a(left[k], j) : a(j, left[k]);
          entry = {entry.value + sign * other.value, entry.terms + other.terms};
        }
      pivot = first;
    }
    const int p = left[pivot];
    ++(a(p, p).value > 0 ? result.positive : result.negative);
    for (int k = pivot; k + 1 < count; ++k) left[k] = left[k + 1];
    for (int k = 0; k + 1 < count; ++k)
      for (int l = 0; l + 1 < count; ++l) detail::subtract_pivot(a, left[k], left[l], p, p);
  }
  result.zero = count;
  return result;
}

}  // namespace hamel
