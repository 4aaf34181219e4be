// Unit quaternions of either signature: the double covers of SO(3) and of SO(2,1).
#pragma once

#include <cmath>
#include <type_traits>
#include <utility>

#include <hamel/core/arc.hpp>
#include <hamel/core/complex.hpp>
#include <hamel/core/entire.hpp>
#include <hamel/core/inline.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/two.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/cubic.hpp>

/// Quaternions q = (w, u) over the algebra SurfaceAlgebra<K>, K = 1 (Hamilton's) or -1 (split),
/// with the product (w,u)(w',v) = (w w' - <u,v>, w v + w' u + [u,v]) and norm w^2 + <u,u> in the
/// algebra's form.
namespace hamel::quaternion {

template <class S>
using Quaternion = Vector<S, 4>;

// The functions below go number by number, or two doubles at a time: small vectors as temporaries cost a factor two or
// three in stalls, and so do calls, which return them through memory. Sums of four are sums of two sums, which are there
// sooner than one after the other.

/// s for K = 1, -s for K = -1.
template <int K, class S>
S signed_by(const S& s) noexcept {
  static_assert(K == 1 || K == -1);
  if constexpr (K < 0) return -s;
  return s;
}

/// w^2 + <u,u>
template <int K, class S>
HAMEL_ALWAYS_INLINE inline S squared_norm(const Quaternion<S>& q) noexcept {
  return (q[0] * q[0] + q[3] * q[3]) + signed_by<K>(S(q[1] * q[1] + q[2] * q[2]));
}

/// The product of p = (w,x | y,z) and q in doubles, two at a time.
HAMEL_ALWAYS_INLINE inline std::pair<Doubles, Doubles> product_by_two(Doubles wx, Doubles yz,
                                                                      Doubles ab,
                                                                      Doubles cd) noexcept {
  const Doubles w = repeated(wx[0]), x = repeated(wx[1]), y = repeated(yz[0]), z = repeated(yz[1]);
  const Doubles ba = swapped(ab), dc = swapped(cd);
  return {(w * ab - z * dc) + negated<0>(x * ba + y * cd),
          (w * cd + z * ba) + negated<0>(x * dc - y * ab)};
}

/// The product, without any normalization.
template <int K, class S>
HAMEL_ALWAYS_INLINE inline Quaternion<S> product(const Quaternion<S>& p,
                                                 const Quaternion<S>& q) noexcept {
  if constexpr (K == 1 && two_at_a_time<S>) {
    const auto [first, second] = product_by_two(Doubles{p[0], p[1]}, Doubles{p[2], p[3]},
                                                Doubles{q[0], q[1]}, Doubles{q[2], q[3]});
    return {first[0], first[1], second[0], second[1]};
  } else {
    const S w = p[0], x = p[1], y = p[2], z = p[3];
    const S kx = signed_by<K>(x), ky = signed_by<K>(y);
    return {(w * q[0] - kx * q[1]) - (ky * q[2] + z * q[3]),
            (w * q[1] + x * q[0]) + (y * q[3] - z * q[2]),
            (w * q[2] + y * q[0]) + (z * q[1] - x * q[3]),
            (w * q[3] + z * q[0]) + (kx * q[2] - ky * q[1])};
  }
}

/// One first-order step towards the nearest quaternion of unit norm: keeps products of any number of factors
/// unit to rounding, and is smooth. For K = 1 it is q (3 - |q|^2)/2. For K = -1 a multiple of q would magnify the
/// rounding of the norm in large q; the nearest point lies along the gradient of the norm. Polynomials do not round and
/// stay as they are.
template <int K, class S>
HAMEL_ALWAYS_INLINE inline Quaternion<S> renormalized(const Quaternion<S>& q) noexcept {
  if constexpr (PolynomialRing<S>) {
    return q;
  } else if constexpr (K == 1) {
    const S factor = (S(3) - squared_norm<K>(q)) / S(2);
    return {factor * q[0], factor * q[1], factor * q[2], factor * q[3]};
  } else {
    const S step = (squared_norm<K>(q) - S(1)) / (S(2) * squared_norm<1>(q));
    const S grow = S(1) + step, shrink = S(1) - step;
    return {shrink * q[0], grow * q[1], grow * q[2], shrink * q[3]};
  }
}

/// The product of two unit quaternions, renormalized to first order. In the processor's numbers for K = 1 the factor is
/// 2 - (|p|^2 + |q|^2)/2, which need not wait for the product; doubles go two at a time.
template <int K, class S>
HAMEL_ALWAYS_INLINE inline Quaternion<S> unit_product(const Quaternion<S>& p,
                                                      const Quaternion<S>& q) noexcept {
  if constexpr (K == 1 && two_at_a_time<S>) {
    const Doubles wx{p[0], p[1]}, yz{p[2], p[3]}, ab{q[0], q[1]}, cd{q[2], q[3]};
    const Doubles halves = 0.5 * ((wx * wx + yz * yz) + (ab * ab + cd * cd));
    const Doubles scale = repeated((2 - halves[0]) - halves[1]);
    const auto [first, second] = product_by_two(wx, yz, ab, cd);
    const Doubles left = scale * first, right = scale * second;
    return {left[0], left[1], right[0], right[1]};
  } else if constexpr (K == 1 && std::is_floating_point_v<S>) {
    const auto pq = product<1>(p, q);
    const S scale = S(2) - S(0.5) * (squared_norm<1>(p) + squared_norm<1>(q));
    return {scale * pq[0], scale * pq[1], scale * pq[2], scale * pq[3]};
  } else {
    return renormalized<K>(product<K>(p, q));
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
HAMEL_ALWAYS_INLINE inline Quaternion<S> conjugate(const Quaternion<S>& q) noexcept {
  if constexpr (two_at_a_time<S>) {
    const Doubles wx = negated<1>(Doubles{q[0], q[1]}), yz = -Doubles{q[2], q[3]};
    return {wx[0], wx[1], yz[0], yz[1]};
  } else {
    return {q[0], S(-q[1]), S(-q[2]), S(-q[3])};
  }
}

/// d/ds q exp(s e_k) at s = 0 as column k: the products q (0, e_k/2).
template <int K, class S>
Matrix<S, 4, 3> left_tangent(const Quaternion<S>& q) noexcept {
  const S half = S(1) / S(2);
  const S w = half * q[0], x = half * q[1], y = half * q[2], z = half * q[3];
  const S kx = signed_by<K>(x), ky = signed_by<K>(y);
  const S columns[12] = {S(-kx), w, z, S(-ky), S(-ky), S(-z), w, kx, S(-z), y, S(-x), w};
  return listed<S, 4, 3>(4, 3, [&](int i) { return columns[i]; });
}

/// c -> d/dq <c, left_tangent(q) b>, linear in q as that is.
template <int K, class S>
Quaternion<S> bent(const Vector<S, 3>& b, const Quaternion<S>& c) noexcept {
  const S half = S(1) / S(2);
  const S x = half * b[0], y = half * b[1], z = half * b[2];
  const S kx = signed_by<K>(x), ky = signed_by<K>(y);
  return {S(x * c[1] + y * c[2] + z * c[3]), S(ky * c[3] - kx * c[0] - z * c[2]),
          S(z * c[1] - ky * c[0] - kx * c[3]), S(x * c[2] - z * c[0] - y * c[1])};
}

/// exp(a) = (c_0(z/4), a c_1(z/4)/2), z = square(a).
template <int K, class S>
Quaternion<S> exp(const Vector<S, 3>& a) noexcept {
  const auto c = stumpff<1>(S(SurfaceAlgebra<K>{}.square(a) / S(4)));
  const S half = c[1] / S(2);
  return {c[0], half * a[0], half * a[1], half * a[2]};
}

/// A logarithm with the cosine of half its angle h and h / sin h.
template <class S>
struct LogAndHalfAngle {
  Vector<S, 3> log;
  S cosine, ratio;
};

/// The principal logarithm: of q and -q the one with w >= 0 is used, so the angle is at most pi.
template <class S>
HAMEL_ALWAYS_INLINE inline LogAndHalfAngle<S> log_and_half_angle(const Quaternion<S>& q) noexcept {
  const bool flip = q[0] < S(0);
  const S w = flip ? S(-q[0]) : S(q[0]);
  const S ratio = angle_over_sine(w);
  const S factor = flip ? S(S(-2) * ratio) : S(S(2) * ratio);
  return {{factor * q[1], factor * q[2], factor * q[3]}, w, ratio};
}
template <class S>
Vector<S, 3> log(const Quaternion<S>& q) noexcept {
  return log_and_half_angle(q).log;
}

/// A logarithm together with kappa and beta (half_cotangent) at its square.
template <class S>
struct LogAndHalfCotangent {
  Vector<S, 3> log;
  S kappa, beta;
};

/// The principal logarithm of a rotation and the coefficients of dexp_inv there. The half angle h has
/// cosine w, so kappa = h cot h = w (h / sin h) needs no further transcendental function; beta = (1 - kappa)/z
/// loses 1/z, which its factor z makes good, except to derivatives.
template <class S>
LogAndHalfCotangent<S> log_and_half_cotangent(const Quaternion<S>& q) noexcept {
  const auto [a, w, ratio] = log_and_half_angle(q);
  const S z = a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
  if constexpr (!Differentiated<S>) {
    if (z > S(0x1p-6)) {
      const S kappa = w * ratio;
      return {a, kappa, S((S(1) - kappa) / z)};
    }
  }
  const auto f = half_cotangent<0>(z);
  return {a, f.kappa[0], f.beta[0]};
}

/// s = log |q|^2 and phi_1(s), the mean of the exponential.
template <class S>
WithMean<S> logarithm_of_square(const Quaternion<S>& q) noexcept {
  return logarithm_of_sum(S(q[0]), S(q[1] * q[1] + q[2] * q[2] + q[3] * q[3]));
}

/// f q
template <class S>
HAMEL_ALWAYS_INLINE inline Quaternion<S> multiple(const S& f, const Quaternion<S>& q) noexcept {
  return {f * q[0], f * q[1], f * q[2], f * q[3]};
}

/// Three numbers, or pairs of them.
template <class T>
struct Three {
  T x, y, z;
};

/// `whole` + w t + [u,t] with t = [u, 2 b], in any numbers that have sums and products: for a unit quaternion and `whole`
/// = b the adjoint action b -> q b q^-1. What depends on b alone, which often is there first, is doubled.
template <int K, class T>
HAMEL_ALWAYS_INLINE inline Three<T> rotated(const T& w, const T& x, const T& y, const T& z,
                                            const Three<T>& b, const Three<T>& whole) noexcept {
  const Three<T> twice{T(b.x + b.x), T(b.y + b.y), T(b.z + b.z)};
  const T t0 = y * twice.z - z * twice.y, t1 = z * twice.x - x * twice.z,
          t2 = signed_by<K>(T(x * twice.y - y * twice.x));
  const T kx = signed_by<K>(x), ky = signed_by<K>(y);
  return {T((whole.x + w * t0) + (y * t2 - z * t1)), T((whole.y + w * t1) + (z * t0 - x * t2)),
          T((whole.z + w * t2) + (kx * t1 - ky * t0))};
}
template <int K, class S>
HAMEL_ALWAYS_INLINE inline Vector<S, 3> rotate(const Quaternion<S>& q,
                                               const Vector<S, 3>& b) noexcept {
  const Three<S> whole{b[0], b[1], b[2]};
  const auto r = rotated<K, S>(q[0], q[1], q[2], q[3], whole, whole);
  return {r.x, r.y, r.z};
}
/// q b q* = |q|^2 R b of any quaternion, with the rotation R of q/|q|.
template <class S>
HAMEL_ALWAYS_INLINE inline Vector<S, 3> rotate_and_scale(const Quaternion<S>& q,
                                                         const Vector<S, 3>& b) noexcept {
  const S n = squared_norm<1>(q);
  const auto r = rotated<1, S>(q[0], q[1], q[2], q[3], {b[0], b[1], b[2]},
                               {S(n * b[0]), S(n * b[1]), S(n * b[2])});
  return {r.x, r.y, r.z};
}

/// Two vectors.
template <class S>
struct Both {
  Vector<S, 3> first, second;
};

/// Both rotated by one unit quaternion, side by side where they are doubles.
template <class S>
HAMEL_ALWAYS_INLINE inline Both<S> rotate_both(const Quaternion<S>& q, const Vector<S, 3>& a,
                                               const Vector<S, 3>& b) noexcept {
  if constexpr (two_at_a_time<S>) {
    const Three<Doubles> whole{Doubles{a[0], b[0]}, Doubles{a[1], b[1]}, Doubles{a[2], b[2]}};
    const auto r = rotated<1, Doubles>(repeated(q[0]), repeated(q[1]), repeated(q[2]),
                                       repeated(q[3]), whole, whole);
    return {{r.x[0], r.y[0], r.z[0]}, {r.x[1], r.y[1], r.z[1]}};
  } else {
    return {rotate<1>(q, a), rotate<1>(q, b)};
  }
}

/// The transpose of rotate: <p, q b q^-1> as a covector on b.
template <int K, class S>
HAMEL_ALWAYS_INLINE inline Vector<S, 3> rotate_star(const Quaternion<S>& q,
                                                    const Vector<S, 3>& p) noexcept {
  const S w = q[0], x = q[1], y = q[2], z = q[3];
  const S twice[3] = {S(2) * p[0], S(2) * p[1], signed_by<K>(S(S(2) * p[2]))};
  const S t0 = twice[1] * z - twice[2] * y, t1 = twice[2] * x - twice[0] * z,
          t2 = twice[0] * y - twice[1] * x;
  const S l = signed_by<K>(t2);
  return {p[0] + w * t0 + (t1 * z - l * y), p[1] + w * t1 + (l * x - t0 * z),
          p[2] + w * t2 + (t0 * y - t1 * x)};
}

/// The matrix of rotate, (1 - 2<u,u>) + 2 w ad_u + 2 u (x) lowered(u).
template <int K, class S>
Matrix<S, 3> matrix(const Quaternion<S>& q) noexcept {
  const Vector<S, 3> u{q[1], q[2], q[3]};
  const S diagonal = S(1) - SurfaceAlgebra<K>{}.square(u) * S(2);
  return SurfaceAlgebra<K>{}.combined(diagonal, S(S(2) * q[0]), S(2), u);
}

/// The unit quaternion of a matrix, from its largest pivot; of a matrix that is none on the group, but near it, a
/// quaternion as near as that up to a factor; garbage, possibly NaN, of others: compare matrix(result) with r.
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

/// The quaternion of the rotation nearest to r in the Frobenius norm: its polar factor, by Newton's iteration
/// (R + R^-T)/2, which squares the distance (Higham 1986); any r with a positive determinant and a distance well below 1
/// is there after a few. Of what is further the result is some rotation, or not finite: compare matrix(result) with r.
template <class S>
Quaternion<S> nearest_rotation(Matrix<S, 3> r) noexcept {
  for (int step = 0; step < 6; ++step) {
    Matrix<S, 3> cofactors;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const int k = (i + 1) % 3, l = (i + 2) % 3, m = (j + 1) % 3, n = (j + 2) % 3;
        cofactors(i, j) = r(k, m) * r(l, n) - r(k, n) * r(l, m);
      }
    const S twice =
        S(2) * (r(0, 0) * cofactors(0, 0) + r(0, 1) * cofactors(0, 1) + r(0, 2) * cofactors(0, 2));
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) r(i, j) = r(i, j) / S(2) + cofactors(i, j) / twice;
  }
  return from_matrix<1>(r);
}

}  // namespace hamel::quaternion
