// Vectors and matrices, with their arithmetic.
#pragma once

#include <hamel/core/dense.hpp>
#include <hamel/core/matrix_arithmetic.hpp>
#include <hamel/core/small.hpp>

namespace hamel {

/// Column vector with N rows (N may be `dynamic`).
template <class S, int N>
using Vector = detail::Sized<S, N, 1>;

/// N x M matrix, column major (either size may be `dynamic`).
template <class S, int N, int M = N>
using Matrix = detail::Sized<S, N, M>;

}  // namespace hamel
