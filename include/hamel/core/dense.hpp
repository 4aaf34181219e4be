// The matrices of the library, small ones of which are assigned entry by entry.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

#include <Eigen/Core>

#include <hamel/core/inline.hpp>
#include <hamel/core/sizes.hpp>

namespace hamel {

/// A matrix with room for so many rows and columns, stored column by column; a row is stored as one.
template <class S, int rows, int cols, int most_rows, int most_cols>
using Dense =
    Eigen::Matrix<S, rows, cols, (rows == 1 && cols != 1) ? Eigen::RowMajor : Eigen::ColMajor,
                  most_rows, most_cols>;

namespace detail {
/// N x M, either of which may be `dynamic`, with the library's room; a vector has more of it than a matrix.
template <class S, int N, int M = N>
using Sized = Dense<S, N, M, capacity(N, room<S, M == 1 ? 256 : 32>), capacity(M, room<S, 32>)>;
}  // namespace detail

/// Copies numbers whose count is known at run time only: few they are, and a call of memcpy would cost more. Returns
/// where the copies end.
template <class S>
HAMEL_ALWAYS_INLINE inline S* copy_few(const S* from, const S* end, S* to) noexcept {
  if (end - from > 32) {
    std::memcpy(to, from, std::size_t(end - from) * sizeof(S));
    return to + (end - from);
  }
  const std::ptrdiff_t count = end - from;
  to += count;
  for (std::ptrdiff_t k = -count; k != 0; ++k) {
    to[k] = end[k];
    asm volatile("");  // else the compiler makes that call of the loop
  }
  return to;
}

}  // namespace hamel

// Eigen fills `Matrix::Zero()` in a loop and copies in packets. Either keeps a matrix in memory, where its zeros are
// hidden from the compiler and numbers just stored one by one are loaded in pairs, for which the processor waits. The
// functions here are more special than Eigen's of the same name, which its assignments call.
namespace Eigen::internal {

/// Matrices of fixed size with so few entries that an assignment is written out.
template <int rows, int cols>
inline constexpr bool assigned_by_entries = (rows != Dynamic) && (cols != Dynamic) &&
                                            (rows * cols <= 16);

/// Larger ones that are filled with one value, entry by entry too: what a metric then leaves zero is known to be zero.
template <class S, int rows, int cols>
inline constexpr bool filled_by_entries = (rows != Dynamic) && (cols != Dynamic) &&
                                          (rows * cols <= 64) && std::is_trivially_copyable_v<S> &&
                                          (std::size_t(rows * cols) * sizeof(S) <= 2048);

/// entry(k) = value(k) for k < count
template <int count, class S, class F>
HAMEL_ALWAYS_INLINE inline void assign_entries(S* entries, const F& value) {
  [&]<int... k>(std::integer_sequence<int, k...>) HAMEL_ALWAYS_INLINE {
    ((entries[k] = value(k)), ...);
  }
  (std::make_integer_sequence<int, count>{});
}

template <class S, int rows, int cols, int options, int most_rows, int most_cols>
requires(assigned_by_entries<rows, cols> || filled_by_entries<S, rows, cols>)
    HAMEL_ALWAYS_INLINE inline void call_dense_assignment_loop(
        Matrix<S, rows, cols, options, most_rows, most_cols>& to,
        const CwiseNullaryOp<scalar_constant_op<S>,
                             Matrix<S, rows, cols, options, most_rows, most_cols>>& from,
        const assign_op<S, S>&) {
  const S value = from.functor()();
  assign_entries<rows * cols>(to.data(),
                              [&](int) HAMEL_ALWAYS_INLINE -> const S& { return value; });
}

/// In place of a function that is called for each vector of run-time size that is handed on.
template <>
HAMEL_ALWAYS_INLINE inline void smart_copy<double>(const double* from, const double* end,
                                                   double* to) {
  hamel::copy_few(from, end, to);
}

/// Matrices with room for a size that is known at run time.
template <int rows, int cols, int options, int most_rows, int most_cols>
requires((rows == Dynamic || cols == Dynamic) && most_rows != Dynamic && most_cols != Dynamic)
    HAMEL_ALWAYS_INLINE inline void call_dense_assignment_loop(
        Matrix<double, rows, cols, options, most_rows, most_cols>& to,
        const Matrix<double, rows, cols, options, most_rows, most_cols>& from,
        const assign_op<double, double>&) {
  to.resize(from.rows(), from.cols());
  hamel::copy_few(from.data(), from.data() + from.size(), to.data());
}

// With wider registers copies in packets have gained by g++ as often as they have lost.
#if !defined(__AVX__) || defined(__clang__)
template <class S, int rows, int cols, int options, int most_rows, int most_cols>
requires assigned_by_entries<rows, cols> HAMEL_ALWAYS_INLINE inline void call_dense_assignment_loop(
    Matrix<S, rows, cols, options, most_rows, most_cols>& to,
    const Matrix<S, rows, cols, options, most_rows, most_cols>& from, const assign_op<S, S>&) {
  const S* const given = from.data();
  assign_entries<rows * cols>(to.data(),
                              [&](int k) HAMEL_ALWAYS_INLINE -> const S& { return given[k]; });
}
#endif

}  // namespace Eigen::internal
