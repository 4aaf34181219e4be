// Small linear systems in a step: closed form up to three unknowns, LU beyond.
#pragma once

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <hamel/core/types.hpp>

namespace hamel {

/// The solution of A x = b. A singular A gives numbers that are not finite, never an exception.
template <class S, int N>
Vector<S, N> solve(const Matrix<S, N>& a, const Vector<S, N>& b) noexcept {
  if constexpr (N == 1) {
    return b / a(0, 0);
  } else if constexpr (N == 2) {
    const S inverse = S(1) / (a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0));
    Vector<S, 2> x;
    x << inverse * (a(1, 1) * b[0] - a(0, 1) * b[1]), inverse * (a(0, 0) * b[1] - a(1, 0) * b[0]);
    return x;
  } else if constexpr (N == 3) {
    const Vector<S, 3> c12 = a.col(1).cross(a.col(2));
    const Vector<S, 3> b12 = b.cross(a.col(2));
    const S inverse = S(1) / a.col(0).dot(c12);
    Vector<S, 3> x;
    x << inverse * b.dot(c12), inverse * a.col(0).dot(b12),
        inverse * a.col(0).dot(a.col(1).cross(b));
    return x;
  } else {
    return Eigen::PartialPivLU<Matrix<S, N>>(a).solve(b);
  }
}

}  // namespace hamel
