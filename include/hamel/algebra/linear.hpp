// Linear algebra over a field: echelon form, rank, kernels and spans, exact where the field is
// exact.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include <hamel/algebra/field.hpp>
#include <hamel/core/matrix_arithmetic.hpp>
#include <hamel/core/pivots.hpp>

namespace hamel {

/// Matrices and vectors of run-time size on the heap: the checkers work on these.
template <class S>
using DynamicMatrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;
template <class S>
using DynamicVector = Eigen::Matrix<S, Eigen::Dynamic, 1>;

namespace detail {

/// Of floating-point numbers, with a size without bound.
template <class A>
concept OnHeap = MatrixExpression<A> && std::is_floating_point_v<typename A::Scalar> &&
                 A::MaxSizeAtCompileTime == Eigen::Dynamic;

}  // namespace detail

// Rounded matrices of the checkers are computed as exact ones are.
template <class A, class B>
requires(detail::SameField<A, B>&& detail::OnHeap<A>&& detail::OnHeap<B>) auto operator*(
    const A& a, const B& b) {
  return detail::product_of(a, b);
}
template <class A, class B>
requires(detail::SameField<A, B>&& detail::OnHeap<A>&& detail::OnHeap<B>) auto operator+(
    const A& a, const B& b) {
  return detail::sum<false>(a, b);
}
template <class A, class B>
requires(detail::SameField<A, B>&& detail::OnHeap<A>&& detail::OnHeap<B>) auto operator-(
    const A& a, const B& b) {
  return detail::sum<true>(a, b);
}
template <class T, class A>
requires(detail::OnHeap<A>&& detail::ScalarOf<T, A>) auto operator*(const T& s, const A& a) {
  return detail::multiple(s, a);
}

/// Below this fraction of the largest entry a floating-point pivot counts as zero. Exact fields
/// ignore it.
inline constexpr double rank_tolerance = 1e-10;

/// Whether a number is zero, asked only to save work: never a decision that a result depends on.
template <class S>
bool certainly_zero(const S& x) {
  if constexpr (requires { x.is_zero(); })
    return x.is_zero();
  else
    return x == S(0);
}

/// The largest absolute value of the entries (0 for an empty matrix), in double.
template <class S>
double max_abs(const DynamicMatrix<S>& matrix) {
  double largest = 0;
  for (Eigen::Index j = 0; j < matrix.cols(); ++j)
    for (Eigen::Index i = 0; i < matrix.rows(); ++i)
      largest = std::max(largest, std::abs(to_double(matrix(i, j))));
  return largest;
}

/// The matrix over another field, entry by entry.
template <class T, class S>
DynamicMatrix<T> cast(const DynamicMatrix<S>& matrix) {
  return matrix.unaryExpr([](const S& x) {
    if constexpr (std::is_floating_point_v<T>)
      return static_cast<T>(to_double(x));
    else
      return T(x);
  });
}

/// Reduced row echelon form: pivots are 1 and alone in their columns.
template <class S>
struct Echelon {
  DynamicMatrix<S> rows;    ///< only the nonzero rows
  std::vector<int> pivots;  ///< column of the pivot of each row

  int rank() const { return static_cast<int>(pivots.size()); }
};

/// Reduced row echelon form by elimination. In floating point the largest entry of a column is the
/// pivot and everything below `rank_tolerance` times the largest entry of the matrix is zero.
/// \param columns pivots are looked for in this many leading columns only (all when negative)
template <class S>
Echelon<S> row_echelon(DynamicMatrix<S> m, int columns = -1) {
  const int width = columns < 0 ? static_cast<int>(m.cols()) : columns;
  [[maybe_unused]] double limit = 0;
  if constexpr (!is_exact<S>) limit = rank_tolerance * max_abs<S>(m);
  Echelon<S> result;
  int row = 0;
  for (int column = 0; column < width && row < m.rows(); ++column) {
    int pivot = -1;
    for (int i = row; i < m.rows(); ++i) {
      if constexpr (is_exact<S>) {
        if (m(i, column) != S(0)) {
          pivot = i;
          break;
        }
      } else if (std::abs(m(i, column)) > (pivot < 0 ? limit : std::abs(m(pivot, column)))) {
        pivot = i;
      }
    }
    if (pivot < 0) continue;
    if (pivot != row) m.row(pivot).swap(m.row(row));
    const S inverse = S(1) / m(row, column);
    for (int j = column; j < m.cols(); ++j)
      if (!certainly_zero(m(row, j))) m(row, j) *= inverse;
    for (int i = 0; i < m.rows(); ++i) {
      if (i == row || certainly_zero(m(i, column))) continue;
      const S factor = m(i, column);
      for (int j = column; j < m.cols(); ++j)
        if (!certainly_zero(m(row, j))) m(i, j) -= factor * m(row, j);
      m(i, column) = S(0);
    }
    result.pivots.push_back(column);
    ++row;
  }
  result.rows = m.topRows(row);
  return result;
}

/// Rank of a matrix.
template <class S>
int rank(const DynamicMatrix<S>& matrix) {
  return row_echelon<S>(matrix).rank();
}

/// A basis of {x : matrix x = 0}, as columns (no columns when it is 0).
template <class S>
DynamicMatrix<S> kernel(const DynamicMatrix<S>& matrix) {
  const auto echelon = row_echelon<S>(matrix);
  const int n = static_cast<int>(matrix.cols());
  DynamicMatrix<S> basis = DynamicMatrix<S>::Constant(n, n - echelon.rank(), S(0));
  for (int column = 0, next = 0, k = 0; column < n; ++column) {
    if (next < echelon.rank() && echelon.pivots[std::size_t(next)] == column) {
      ++next;
      continue;
    }
    basis(column, k) = S(1);
    for (int i = 0; i < next; ++i)
      basis(echelon.pivots[std::size_t(i)], k) = -echelon.rows(i, column);
    ++k;
  }
  return basis;
}

/// A solution of matrix x = right (several right-hand sides as columns), free unknowns zero;
/// nothing when there is none.
template <class S>
std::optional<DynamicMatrix<S>> solve(const DynamicMatrix<S>& matrix,
                                      const DynamicMatrix<S>& right) {
  DynamicMatrix<S> joined(matrix.rows(), matrix.cols() + right.cols());
  joined << matrix, right;
  const auto echelon = row_echelon<S>(std::move(joined));
  if (echelon.rank() > 0 && echelon.pivots.back() >= matrix.cols()) return std::nullopt;
  DynamicMatrix<S> x = DynamicMatrix<S>::Constant(matrix.cols(), right.cols(), S(0));
  for (int i = 0; i < echelon.rank(); ++i)
    x.row(echelon.pivots[std::size_t(i)]) = echelon.rows.row(i).tail(right.cols());
  return x;
}

/// The inverse of a square matrix; nothing when it is singular.
template <class S>
std::optional<DynamicMatrix<S>> inverse(const DynamicMatrix<S>& matrix) {
  const auto n = matrix.rows();
  DynamicMatrix<S> identity = DynamicMatrix<S>::Constant(n, n, S(0));
  for (Eigen::Index i = 0; i < n; ++i) identity(i, i) = S(1);
  if (rank<S>(matrix) < n) return std::nullopt;
  return solve<S>(matrix, identity);
}

/// The canonical basis of the span of the columns: two spans are equal iff these matrices are.
template <class S>
DynamicMatrix<S> span(const DynamicMatrix<S>& columns) {
  return row_echelon<S>(columns.transpose()).rows.transpose();
}

/// The columns of both side by side.
template <class S>
DynamicMatrix<S> join(const DynamicMatrix<S>& left, const DynamicMatrix<S>& right) {
  DynamicMatrix<S> joined(std::max(left.rows(), right.rows()), left.cols() + right.cols());
  if (left.cols() > 0) joined.leftCols(left.cols()) = left;
  if (right.cols() > 0) joined.rightCols(right.cols()) = right;
  return joined;
}

/// Whether every column of `inner` lies in the span of the columns of `outer`.
template <class S>
bool contains(const DynamicMatrix<S>& outer, const DynamicMatrix<S>& inner) {
  return inner.cols() == 0 || rank<S>(join<S>(outer, inner)) == rank<S>(outer);
}

/// The intersection of two spans of columns.
template <class S>
DynamicMatrix<S> intersection(const DynamicMatrix<S>& left, const DynamicMatrix<S>& right) {
  if (left.cols() == 0 || right.cols() == 0) return DynamicMatrix<S>(left.rows(), 0);
  const DynamicMatrix<S> relations = kernel<S>(join<S>(left, right));
  return span<S>(left * relations.topRows(left.cols()));
}

/// Signature by congruence (Lagrange's reduction); S must be ordered.
template <class S>
Signature signature(DynamicMatrix<S> form) {
  const int n = static_cast<int>(form.rows());
  [[maybe_unused]] double limit = 0;
  if constexpr (!is_exact<S>) limit = rank_tolerance * max_abs<S>(form);
  const auto nonzero = [&](const S& x) {
    if constexpr (is_exact<S>)
      return x != S(0);
    else
      return std::abs(x) > limit;
  };
  Signature result;
  std::vector<char> done(static_cast<std::size_t>(n), 0);
  for (int step = 0; step < n; ++step) {
    int pivot = -1;
    for (int i = 0; i < n; ++i)
      if (!done[std::size_t(i)] && nonzero(form(i, i)) &&
          (pivot < 0 || (!is_exact<S> && std::abs(to_double(form(i, i))) >
                                             std::abs(to_double(form(pivot, pivot))))))
        pivot = i;
    for (int i = 0; i < n && pivot < 0; ++i)
      for (int j = i + 1; j < n && pivot < 0; ++j)
        if (!done[std::size_t(i)] && !done[std::size_t(j)] && nonzero(form(i, j))) {
          form.row(i) += form.row(j).eval();
          form.col(i) += form.col(j).eval();
          pivot = i;
        }
    if (pivot < 0) {
      result.zero = n - step;
      break;
    }
    done[std::size_t(pivot)] = 1;
    (sign(form(pivot, pivot)) > 0 ? result.positive : result.negative) += 1;
    for (int i = 0; i < n; ++i) {
      if (done[std::size_t(i)]) continue;
      const S factor = form(i, pivot) / form(pivot, pivot);
      for (int j = 0; j < n; ++j)
        if (!done[std::size_t(j)]) form(i, j) -= factor * form(pivot, j);
    }
  }
  return result;
}

}  // namespace hamel
