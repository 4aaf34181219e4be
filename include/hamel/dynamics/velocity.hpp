// The velocity that a momentum has under a constraint: the Legendre map of the three dynamics, inverted.
#pragma once

#include <hamel/core/small.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/state.hpp>

namespace hamel {

/// An offset v0 that is computed when asked for; where the type has one it may still be known to vanish.
template <bool affine, class F>
struct OffsetWhere {
  bool present;
  F value;
};

/// D^T M D; M for free motion, where D = 1.
template <Dynamics kind, class S, int N, int V>
Matrix<S, V> inertia_on(const Matrix<S, N, V>& d, const Matrix<S, N>& m) {
  if constexpr (kind == Dynamics::free)
    return m;
  else
    return d.transpose() * (m * d);
}

/// v0 + D (D^T M D)^{-1} (p_d - (M D)^T v0) for a momentum m: p_d = D^T m (vakonomic) or m (nonholonomic), with
/// m_d() = M D and expand(p_d) = D (D^T M D)^{-1} p_d.
template <Dynamics kind, int V, class S, int W, class D, class Lowered, class Expand, bool affine,
          class F>
auto velocity_of([[maybe_unused]] const D& d, const Vector<S, W>& m,
                 [[maybe_unused]] const Lowered& m_d, const Expand& expand,
                 [[maybe_unused]] const OffsetWhere<affine, F>& offset) {
  Vector<S, V> p_d;
  if constexpr (kind == Dynamics::vakonomic)
    p_d = d.transpose() * m;
  else
    p_d = m;
  if constexpr (affine) {
    if (offset.present) {
      const auto v0 = offset.value();
      return v0 + expand(p_d - m_d().transpose() * v0);
    }
  }
  return expand(p_d);
}

/// The same for any D and M.
template <Dynamics kind, class S, int N, int V, int W, class Offset>
Vector<S, N> velocity_of(const Matrix<S, N, V>& d, const Matrix<S, N>& inertia,
                         const Vector<S, W>& m, const Offset& offset) {
  if constexpr (kind == Dynamics::free) {
    return solve_symmetric(inertia, m);
  } else {
    const auto m_d = inertia * d;  // D^T M D = D^T (M D), as M is symmetric
    return velocity_of<kind, V>(
        d, m, [&] { return m_d; },
        [&](const Vector<S, V>& p_d) -> Vector<S, N> {
          return d * solve_symmetric(symmetric_transposed_times(d, m_d), p_d);
        },
        offset);
  }
}

}  // namespace hamel
