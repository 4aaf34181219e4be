// Vectors and matrices as people give them: any Eigen expression, of fixed or run-time size, refused unless its size
// fits.
#pragma once

#include <type_traits>

#include <Eigen/Core>

#include <hamel/core/error.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

namespace detail {

[[noreturn, gnu::cold]] inline void refuse_shape(const char* where, long rows, long cols, int n,
                                                 int m) {
  if (m == 1 && rows * cols != n && (rows == 1 || cols == 1))
    refuse<DimensionError>(where, {rows * cols, " components"}, {n, " components"});
  refuse<DimensionError>(where, {rows, " x ", cols}, {n, " x ", m});
}

/// Two sizes of which neither rules out the other when compiling.
constexpr bool may_agree(int found, int expected) {
  return found == dynamic || expected == dynamic || found == expected;
}

/// The entries of `given` in numbers of type S.
template <class S, int N, int M, class Derived>
Matrix<S, N, M> fitted(const Eigen::MatrixBase<Derived>& given, int n, int m, const char* where) {
  if (given.rows() != n || given.cols() != m) refuse_shape(where, given.rows(), given.cols(), n, m);
  using Kept = Matrix<S, N, M>;
  if ((N == dynamic && Kept::MaxRowsAtCompileTime != dynamic && n > Kept::MaxRowsAtCompileTime) ||
      (M == dynamic && Kept::MaxColsAtCompileTime != dynamic && m > Kept::MaxColsAtCompileTime))
    refuse<DimensionError>(where, {n, " x ", m}, {"at most ", max_dimension, " rows and columns"});
  const auto& values = given.derived().eval();
  Matrix<S, N, M> matrix(n, m);
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < n; ++i) matrix(i, j) = S(values.coeff(i, j));
  return matrix;
}

}  // namespace detail

/// The scalar in which a matrix that people give is kept: whole numbers, which do not divide, as doubles.
template <class S>
using KeptScalar = std::conditional_t<std::is_integral_v<S>, double, S>;

namespace detail {

/// What tells its shape when compiling.
template <class V>
concept TellsShape = requires {
  V::RowsAtCompileTime;
};

/// Does no size known when compiling forbid that a V becomes a vector, of rows or columns, or a matrix?
template <class V, class Expected>
inline constexpr bool sizes_agree =
    Expected::IsVectorAtCompileTime
        ? may_agree(V::SizeAtCompileTime, Expected::SizeAtCompileTime)
        : may_agree(V::RowsAtCompileTime, Expected::RowsAtCompileTime) &&
              may_agree(V::ColsAtCompileTime, Expected::ColsAtCompileTime);

}  // namespace detail

/// A value that becomes `Expected`, a vector or matrix, and that no size known when compiling forbids to.
template <class V, class Expected>
concept ShapedAs = std::is_convertible_v<V, Expected> &&
    (!detail::TellsShape<std::remove_cvref_t<V>> ||
     detail::sizes_agree<std::remove_cvref_t<V>, Expected>);

/// The n x m matrix (sizes N and M, possibly `dynamic`) that a person gave as `given`, in numbers of type S. Throws
/// DimensionError, with `where` for the quantity, when it has another shape; a fixed size that differs does not
/// compile.
template <class S, int N, int M, class Derived>
Matrix<S, N, M> matrix_argument(const Eigen::MatrixBase<Derived>& given, int n, int m,
                                const char* where) {
  static_assert(detail::may_agree(Derived::RowsAtCompileTime, N) &&
                    detail::may_agree(Derived::ColsAtCompileTime, M),
                "a matrix has the wrong size for the dimension of the group");
  static_assert(std::is_constructible_v<S, typename Derived::Scalar>,
                "a matrix has a scalar that does not convert to that of the system");
  return detail::fitted<S, N, M>(given, n, m, where);
}

/// The same for a diagonal matrix.
template <class S, int N, int M, class Derived>
Matrix<S, N, M> matrix_argument(const Eigen::DiagonalBase<Derived>& given, int n, int m,
                                const char* where) {
  return matrix_argument<S, N, M>(given.toDenseMatrix(), n, m, where);
}

/// The vector of n components (N, possibly `dynamic`) that a person gave as `given`, a row or a column, in numbers of
/// type S. Errors as above.
template <class S, int N, class Derived>
Vector<S, N> vector_argument(const Eigen::MatrixBase<Derived>& given, int n, const char* where) {
  static_assert(detail::may_agree(Derived::SizeAtCompileTime, N),
                "a vector has the wrong number of components for the dimension of the group");
  static_assert(std::is_constructible_v<S, typename Derived::Scalar>,
                "a vector has a scalar that does not convert to that of the element or the system: "
                "cast that, to "
                "duals say");
  if constexpr (Derived::RowsAtCompileTime == 1 && N != 1)
    return detail::fitted<S, N, 1>(given.transpose(), n, 1, where);
  else
    return detail::fitted<S, N, 1>(given, n, 1, where);
}

}  // namespace hamel
