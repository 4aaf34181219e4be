// The matrices of the library, small ones of which are assigned entry by entry.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

#include <Eigen/Core>

#include <hamel/core/inline.hpp>

namespace hamel {

/// A matrix with room for so many rows and columns, stored column by column; a row is stored as one.
template <class S, int rows, int cols, int most_rows, int most_cols>
using Dense =
    Eigen::Matrix<S, rows, cols, (rows == 1 && cols != 1) ? Eigen::RowMajor : Eigen::ColMajor,
                  most_rows, most_cols>;

/// Copies numbers whose count is known at run time only: few they are, and a call of memcpy would cost more. Returns
/// where the copies end.
HAMEL_ALWAYS_INLINE inline double* copy_few(const double* from, const double* end,
                                            double* to) noexcept {
  if (end - from > 32) {
    std::memcpy(to, from, std::size_t(end - from) * sizeof(double));
    return to + (end - from);
  }
  for (; from != end; ++from, ++to) {
    *to = *from;
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
                                          (rows * cols * sizeof(S) <= 2048);

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

template <>
struct smart_copy_helper<double, true> {
  static void run(const double* from, const double* end, double* to) {
    hamel::copy_few(from, end, to);
  }
};

// With wider registers copies in packets have gained as often as they have lost.
#ifndef __AVX__
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
