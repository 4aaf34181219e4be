// Small linear systems in a step: closed form up to three unknowns, LU beyond.
#pragma once

#include <Eigen/LU>

#include <hamel/core/types.hpp>

namespace hamel {

/// The solution of A x = b. A singular A gives numbers that are not finite, never an exception.
template <class S, int N>
inline Vector<S, N> solve(const Matrix<S, N>& a, const Vector<S, N>& b) noexcept {
  if constexpr (N == 1) {
    return Vector<S, 1>(b[0] / a(0, 0));
  } else if constexpr (N == 2) {
    const S inverse = S(1) / (a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0));
    return {inverse * (a(1, 1) * b[0] - a(0, 1) * b[1]),
            inverse * (a(0, 0) * b[1] - a(1, 0) * b[0])};
  } else if constexpr (N == 3) {
    const auto cross = [](const S& u0, const S& u1, const S& u2, const S& v0, const S& v1,
                          const S& v2) {
      return Vector<S, 3>{u1 * v2 - u2 * v1, u2 * v0 - u0 * v2, u0 * v1 - u1 * v0};
    };
    const Vector<S, 3> c0 = cross(a(0, 1), a(1, 1), a(2, 1), a(0, 2), a(1, 2), a(2, 2));
    const Vector<S, 3> c1 = cross(a(0, 2), a(1, 2), a(2, 2), a(0, 0), a(1, 0), a(2, 0));
    const Vector<S, 3> c2 = cross(a(0, 0), a(1, 0), a(2, 0), a(0, 1), a(1, 1), a(2, 1));
    const S inverse = S(1) / (a(0, 0) * c0[0] + a(1, 0) * c0[1] + a(2, 0) * c0[2]);
    return {inverse * (b[0] * c0[0] + b[1] * c0[1] + b[2] * c0[2]),
            inverse * (b[0] * c1[0] + b[1] * c1[1] + b[2] * c1[2]),
            inverse * (b[0] * c2[0] + b[1] * c2[1] + b[2] * c2[2])};
  } else {
    return Eigen::PartialPivLU<Matrix<S, N>>(a).solve(b);
  }
}

}  // namespace hamel
