// Unit quaternions of either signature: the double covers of SO(3) and of SO(2,1).
#pragma once

#include <cmath>

#include <Eigen/Core>

#include <hamel/core/arc.hpp>
#include <hamel/core/entire.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/cubic.hpp>

/// Quaternions q = (w, u) over the algebra SurfaceAlgebra<K>, K = 1 (Hamilton's) or -1 (split),
/// with the product (w,u)(w',v) = (w w' - <u,v>, w v + w' u + [u,v]) and norm w^2 + <u,u> in the
/// algebra's form.
namespace hamel::quaternion {

template <class S>
using Quaternion = Vector<S, 4>;

/// w^2 + <u,u>
template <int K, class S>
S squared_norm(const Quaternion<S>& q) noexcept {
  return q[0] * q[0] + SurfaceAlgebra<K>{}.square(Vector<S, 3>{q[1], q[2], q[3]});
}

/// The product, without any normalisation.
template <int K, class S>
Quaternion<S> product(const Quaternion<S>& p, const Quaternion<S>& q) noexcept {
  const Vector<S, 3> u{p[1], p[2], p[3]}, v{q[1], q[2], q[3]};
  const Vector<S, 3> uv = SurfaceAlgebra<K>{}.ad(u, v);
  const S w = p[0] * q[0] - SurfaceAlgebra<K>{}.lowered(u).dot(v);
  return {w, p[0] * v[0] + q[0] * u[0] + uv[0], p[0] * v[1] + q[0] * u[1] + uv[1],
          p[0] * v[2] + q[0] * u[2] + uv[2]};
}

/// One first-order step towards the nearest quaternion of unit norm: keeps products of any number of factors
/// unit to rounding, and is smooth. For K = 1 it is q (3 - |q|^2)/2. For K = -1 a multiple of q would magnify the
/// rounding of the norm in large q; the nearest point lies along the gradient of the norm.
template <int K, class S>
Quaternion<S> renormalized(const Quaternion<S>& q) noexcept {
  if constexpr (K == 1) {
    const S factor = (S(3) - squared_norm<K>(q)) / S(2);
    return q * factor;
  } else {
    const S step = (squared_norm<K>(q) - S(1)) / (S(2) * q.squaredNorm());
    const S grow = S(1) + step, shrink = S(1) - step;
    return {shrink * q[0], grow * q[1], grow * q[2], shrink * q[3]};
  }
}

/// The nearest quaternion of unit norm: q/|q| for K = 1, by Newton steps for K = -1.
template <int K, class S>
Quaternion<S> normalized(const Quaternion<S>& q) noexcept {
  using std::sqrt;
  if constexpr (K == 1) {
    const S norm = sqrt(q.squaredNorm());
    return q / norm;
  } else {
    Quaternion<S> nearest = q;
    for (int step = 0; step < 6; ++step) nearest = renormalized<K>(nearest);
    return nearest;
  }
}

/// The conjugate: the inverse of a unit quaternion.
template <class S>
Quaternion<S> conjugate(const Quaternion<S>& q) noexcept {
  return {q[0], S(-q[1]), S(-q[2]), S(-q[3])};
}

/// exp(a) = (c_0(z/4), a c_1(z/4)/2), z = square(a).
template <int K, class S>
Quaternion<S> exp(const Vector<S, 3>& a) noexcept {
  const auto c = stumpff<1>(S(SurfaceAlgebra<K>{}.square(a) / S(4)));
  const S half = c[1] / S(2);
  return {c[0], half * a[0], half * a[1], half * a[2]};
}

/// The principal logarithm: of q and -q the one with w >= 0 is used, so the angle is at most pi.
template <class S>
Vector<S, 3> log(const Quaternion<S>& q) noexcept {
  const bool flip = q[0] < S(0);
  const S w = flip ? S(-q[0]) : S(q[0]);
  const S factor = (flip ? S(-2) : S(2)) * angle_over_sine(w);
  return {factor * q[1], factor * q[2], factor * q[3]};
}

/// The adjoint action b -> q b q^-1 of a unit quaternion.
template <int K, class S>
Vector<S, 3> rotate(const Quaternion<S>& q, const Vector<S, 3>& b) noexcept {
  const Vector<S, 3> u{q[1], q[2], q[3]};
  const Vector<S, 3> t = S(2) * SurfaceAlgebra<K>{}.ad(u, b);
  return b + q[0] * t + SurfaceAlgebra<K>{}.ad(u, t);
}

/// The transpose of rotate: <p, q b q^-1> as a covector on b.
template <int K, class S>
Vector<S, 3> rotate_star(const Quaternion<S>& q, const Vector<S, 3>& p) noexcept {
  const Vector<S, 3> u{q[1], q[2], q[3]};
  const Vector<S, 3> t = S(2) * SurfaceAlgebra<K>{}.ad_star(u, p);
  return p + q[0] * t + SurfaceAlgebra<K>{}.ad_star(u, t);
}

/// The matrix of rotate, (1 - 2<u,u>) + 2 w ad_u + 2 u (x) lowered(u).
template <int K, class S>
Matrix<S, 3> matrix(const Quaternion<S>& q) noexcept {
  const SurfaceAlgebra<K> algebra;
  const Vector<S, 3> u{q[1], q[2], q[3]};
  const Vector<S, 3> twice = S(2) * u;
  Matrix<S, 3> m =
      algebra.ad_matrix(Vector<S, 3>(q[0] * twice)) + twice * algebra.lowered(u).transpose();
  const S diagonal = S(1) - algebra.square(u) * S(2);
  m.diagonal().array() += diagonal;
  return m;
}

/// The unit quaternion whose matrix is nearest in the sense of the largest pivot; garbage, possibly
/// NaN, for a matrix that is no rotation: compare matrix(result) with r.
template <int K, class S>
Quaternion<S> from_matrix(const Matrix<S, 3>& r) noexcept {
  using std::sqrt;
  const S k(K);
  // 4 q_i q_j for all pairs
  const S wu[3] = {k * r(2, 1) - r(1, 2), r(0, 2) - k * r(2, 0), r(1, 0) - r(0, 1)};
  const S uu[3] = {r(1, 2) + k * r(2, 1), r(0, 2) + k * r(2, 0), k * (r(0, 1) + r(1, 0))};
  const S squares[4] = {
      S(1) + r(0, 0) + r(1, 1) + r(2, 2), k * (S(1) + r(0, 0) - r(1, 1) - r(2, 2)),
      k * (S(1) - r(0, 0) + r(1, 1) - r(2, 2)), S(1) - r(0, 0) - r(1, 1) + r(2, 2)};
  int pivot = 0;
  for (int i = 1; i < 4; ++i)
    if (squares[i] > squares[pivot]) pivot = i;
  Quaternion<S> q;
  switch (pivot) {
    case 0:
      q << squares[0], wu[0], wu[1], wu[2];
      break;
    case 1:
      q << wu[0], squares[1], uu[2], uu[1];
      break;
    case 2:
      q << wu[1], uu[2], squares[2], uu[0];
      break;
    default:
      q << wu[2], uu[1], uu[0], squares[3];
      break;
  }
  const S root = sqrt(squares[pivot]);
  q /= S(2) * root;
  return normalized<K>(q);
}

}  // namespace hamel::quaternion
