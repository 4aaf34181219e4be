// Rank, signature and spans of small matrices, decided against the terms that were summed.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include <hamel/core/scalar.hpp>

// Whether a computed number is zero is a question about the terms it was added up from: it is, when it does not exceed
// a few roundings of them. Numbers and terms scale together when rows and columns do, so no choice of units decides.
// Everything is plain loops over long doubles, whatever the scalar of the data: only its resolution enters.
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
  SummedMatrix(int rows, int cols) : rows_(rows), cols_(cols), entries_(std::size_t(rows * cols)) {}

  int rows() const noexcept { return rows_; }
  int cols() const noexcept { return cols_; }
  Sum& operator()(int i, int j) { return entries_[std::size_t(i * cols_ + j)]; }
  const Sum& operator()(int i, int j) const { return entries_[std::size_t(i * cols_ + j)]; }

  bool all_finite() const {
    return std::all_of(entries_.begin(), entries_.end(),
                       [](const Sum& s) { return s.value - s.value == 0; });
  }

 private:
  int rows_, cols_;
  std::vector<Sum> entries_;
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
  std::vector<int> rows, columns;
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
  const std::size_t n = std::size_t(a.rows()), m = std::size_t(a.cols());
  Exponents total{std::vector<int>(n, 0), std::vector<int>(m, 0)};
  for (int sweep = 0; sweep < 40; ++sweep) {
    std::vector<int> row(n, none), col(m, none);
    for (int i = 0; i < a.rows(); ++i)
      for (int j = 0; j < a.cols(); ++j) {
        const int e = exponent(a(i, j));
        row[i] = std::max(row[i], e);
        col[j] = std::max(col[j], e);
      }
    for (int& e : row) e = half(e);
    for (int& e : col) e = half(e);
    const auto moves = [](const std::vector<int>& exponents) {
      return std::any_of(exponents.begin(), exponents.end(), [](int e) { return e != 0; });
    };
    if (!moves(row) && !moves(col)) break;
    for (int i = 0; i < a.rows(); ++i)
      for (int j = 0; j < a.cols(); ++j) {
        const int e = row[std::size_t(i)] + col[std::size_t(j)];
        if (e == 0) continue;
        a(i, j) = {std::ldexp(a(i, j).value, e), std::ldexp(a(i, j).terms, e)};
      }
    for (std::size_t i = 0; i < n; ++i) total.rows[i] += row[i];
    for (std::size_t j = 0; j < m; ++j) total.columns[j] += col[j];
  }
  return total;
}

/// What an elimination found.
struct Pivots {
  int rank = 0;
  std::vector<int> rows, columns;  ///< those of the pivots first, in their order
  Exponents scale;                 ///< of the powers of two by which the matrix was multiplied
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
  Pivots found;
  found.scale = equilibrate(a, limit);
  for (int i = 0; i < a.rows(); ++i) found.rows.push_back(i);
  for (int j = 0; j < columns; ++j) found.columns.push_back(j);
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
  const int n = a.rows();
  equilibrate(a, limit);
  Signature result;
  std::vector<int> left;
  for (int i = 0; i < n; ++i) left.push_back(i);
  while (!left.empty()) {
    long double on = 0, off = 0;
    int pivot = -1, first = -1, second = -1;
    for (const int i : left)
      for (const int j : left) {
        const long double size = a(i, j).vanishes(limit) ? 0 : std::abs(a(i, j).value);
        if (i == j && size > on) on = size, pivot = i;
        if (i < j && size > off) off = size, first = i, second = j;
      }
    if (on == 0 && off == 0) break;
    if (2 * on < off) {
      // e_i +- e_j in place of e_i: its square has the terms of a_ij twice, and none cancel
      const long double squares = a(first, first).value + a(second, second).value;
      const long double sign = (squares < 0) == (a(first, second).value < 0) ? 1 : -1;
      for (const bool transposed : {false, true})
        for (const int j : left) {
          Sum& entry = transposed ? a(j, first) : a(first, j);
          const Sum& other = transposed ? a(j, second) : a(second, j);
          entry = {entry.value + sign * other.value, entry.terms + other.terms};
        }
      pivot = first;
    }
    ++(a(pivot, pivot).value > 0 ? result.positive : result.negative);
    left.erase(std::find(left.begin(), left.end(), pivot));
    for (const int i : left)
      for (const int j : left) detail::subtract_pivot(a, i, j, pivot, pivot);
  }
  result.zero = int(left.size());
  return result;
}

}  // namespace hamel
