// The few matrix shapes the library is written in.
#pragma once

#include <Eigen/Core>

#include <hamel/core/matrix_arithmetic.hpp>

namespace hamel {

/// A size known only at run time.
inline constexpr int dynamic = Eigen::Dynamic;

/// Upper bounds of run-time sizes. Matrices of run-time size live on the stack, so that a step
/// never allocates; a system beyond the bounds is refused when it is built.
inline constexpr int max_dimension = 32;  ///< of a Lie algebra
inline constexpr int max_storage = 64;    ///< numbers stored for a group element

/// The stack capacity of a size: itself when fixed, the given bound when dynamic.
constexpr int capacity(int size, int bound = max_dimension) {
  return size == dynamic ? bound : size;
}

/// Column vector with N rows (N may be `dynamic`).
template <class S, int N>
using Vector = Dense<S, N, 1, capacity(N), 1>;

/// N x M matrix, column major (either size may be `dynamic`).
template <class S, int N, int M = N>
using Matrix = Dense<S, N, M, capacity(N), capacity(M)>;

}  // namespace hamel
