// Linear combinations of vectors of three numbers, entry by entry.
#pragma once

#include <hamel/core/inline.hpp>
#include <hamel/core/types.hpp>

// Vectors that were just computed are still in registers; Eigen's packed arithmetic, and even a loop, has the
// compiler store and reload them, which costs several times the sum itself.
namespace hamel {

/// a x + b y
template <class S>
HAMEL_ALWAYS_INLINE inline Vector<S, 3> combination(const S& a, const Vector<S, 3>& x, const S& b,
                                                    const Vector<S, 3>& y) noexcept {
  return {a * x[0] + b * y[0], a * x[1] + b * y[1], a * x[2] + b * y[2]};
}

/// a x + b y + c z
template <class S>
HAMEL_ALWAYS_INLINE inline Vector<S, 3> combination(const S& a, const Vector<S, 3>& x, const S& b,
                                                    const Vector<S, 3>& y, const S& c,
                                                    const Vector<S, 3>& z) noexcept {
  return {a * x[0] + b * y[0] + c * z[0], a * x[1] + b * y[1] + c * z[1],
          a * x[2] + b * y[2] + c * z[2]};
}

/// x + y
template <class S>
HAMEL_ALWAYS_INLINE inline Vector<S, 3> sum(const Vector<S, 3>& x, const Vector<S, 3>& y) noexcept {
  return {x[0] + y[0], x[1] + y[1], x[2] + y[2]};
}

/// <x, y>
template <class S>
HAMEL_ALWAYS_INLINE inline S inner(const Vector<S, 3>& x, const Vector<S, 3>& y) noexcept {
  return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

/// The matrix of a linear map of vectors with N numbers.
template <class S, int N, class F>
HAMEL_ALWAYS_INLINE inline Matrix<S, N> matrix_of(const F& map) noexcept {
  Matrix<S, N> m;
  for (int k = 0; k < N; ++k) m.col(k) = map(Vector<S, N>(Vector<S, N>::Unit(k)));
  return m;
}

}  // namespace hamel
