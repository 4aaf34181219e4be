// The calculus of the exponential in the algebras with ad^3 = -z ad: so(3), so(2,1), se(2).
#pragma once

#include <hamel/core/entire.hpp>
#include <hamel/core/entries.hpp>
#include <hamel/core/known_zeros.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/combination.hpp>
#include <hamel/group/concept.hpp>
#include <hamel/group/linearised.hpp>

namespace hamel {

/// The algebra [e1,e2] = k e3, [e2,e3] = e1, [e3,e1] = e2 with the sign or zero k: infinitesimal
/// motions of the surface of curvature k. so(3) for k = 1, se(2) for k = 0, so(2,1) for k = -1.
template <int Curvature>
struct SurfaceAlgebra {
  static_assert(-1 <= Curvature && Curvature <= 1);
  static constexpr int dimension = 3;

  /// Dimension of the algebra.
  constexpr int dim() const noexcept { return 3; }

  /// The bracket [a,b].
  template <class S>
  Vector<S, 3> ad(const Vector<S, 3>& a, const Vector<S, 3>& b) const noexcept {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
            curved(S(a[0] * b[1] - a[1] * b[0]))};
  }

  /// The covector b -> <p,[a,b]>.
  template <class S>
  Vector<S, 3> ad_star(const Vector<S, 3>& a, const Vector<S, 3>& p) const noexcept {
    const S k = curved(p[2]);
    return {p[1] * a[2] - k * a[1], k * a[0] - p[0] * a[2], p[0] * a[1] - p[1] * a[0]};
  }

  /// The matrix of b -> [a,b].
  template <class S>
  Matrix<S, 3> ad_matrix(const Vector<S, 3>& a) const noexcept {
    return from_rows<S>(S(0), -a[2], a[1], a[2], S(0), -a[0], curved(S(-a[1])), curved(a[0]), S(0));
  }

  /// The matrix of a -> ad*_a p, antisymmetric: the Lie-Poisson tensor at p.
  template <class S>
  Matrix<S, 3> lie_poisson(const Vector<S, 3>& p) const noexcept {
    const S k = curved(p[2]);
    return from_rows<S>(S(0), -k, p[1], k, S(0), -p[0], -p[1], p[0], S(0));
  }

  /// The covector of a under the invariant form k(a1 b1 + a2 b2) + a3 b3.
  template <class S>
  Vector<S, 3> lowered(const Vector<S, 3>& a) const noexcept {
    return {curved(a[0]), curved(a[1]), a[2]};
  }

  /// The z of ad_a^3 = -z ad_a: the square of a in the invariant form. It also holds that
  /// ad_a^2 = -z + a (x) lowered(a).
  template <class S>
  S square(const Vector<S, 3>& a) const noexcept {
    return curved(S(a[0] * a[0] + a[1] * a[1])) + a[2] * a[2];
  }

  /// one + two ad_a + three a (x) lowered(a): the form of every function of ad_a as a matrix.
  template <class S>
  Matrix<S, 3> combined(const S& one, const S& two, const S& three,
                        const Vector<S, 3>& a) const noexcept {
    const S x = two * a[0], y = two * a[1], z = two * a[2];
    const S tz = three * a[2], xz = tz * a[0], yz = tz * a[1], zz = tz * a[2];
    if constexpr (Curvature == 0) {
      return from_rows<S>(one, -z, xz + y, z, one, yz - x, S(0), S(0), one + zz);
    } else {
      const S tx = three * a[0], ty = three * a[1];
      const S xx = curved(S(tx * a[0])), xy = curved(S(tx * a[1])), yy = curved(S(ty * a[1]));
      return from_rows<S>(one + xx, xy - z, xz + y,  //
                          xy + z, one + yy, yz - x,  //
                          curved(S(xz - y)), curved(S(yz + x)), one + zz);
    }
  }

 private:
  template <class S>
  static S curved(const S& s) noexcept {
    if constexpr (Curvature == 0) return S(0);
    if constexpr (Curvature < 0) return -s;
    return s;
  }

  template <class S>
  static Matrix<S, 3> from_rows(const S& m11, const S& m12, const S& m13, const S& m21,
                                const S& m22, const S& m23, const S& m31, const S& m32,
                                const S& m33) {
    const S rows[3][3] = {{m11, m12, m13}, {m21, m22, m23}, {m31, m32, m33}};
    return entrywise<S, 3, 3>(3, 3, [&](int i, int j) { return rows[i][j]; });
  }
};

/// The differential of the exponential on an algebra with square(a) and lowered(a) as in
/// SurfaceAlgebra. With c_k the Stumpff functions at z = square(xi) and ad^2 = -z + xi (x)
/// lowered(xi):
///   e^{ad xi} b          = c_0 b + c_1 [xi,b] + c_2 xi <lowered(xi),b>
///   (e^{ad} - 1)/ad  eta = c_1 eta + c_2 [xi,eta] + c_3 xi <lowered(xi),eta>
///   ad/(e^{ad} - 1)  eta = kappa eta - [xi,eta]/2 + beta xi <lowered(xi),eta>
/// The differential is right-trivialised: (dexp_xi eta) exp(xi) = d/ds exp(xi + s eta); the
/// left-trivialised one is at -xi.
template <class Algebra>
struct Cubic : Algebra {
  static_assert(LieAlgebra<Algebra>,
                "Cubic: the argument is not a Lie algebra: dimension, dim, ad, ad_star, ad_matrix "
                "and lie_poisson, see the "
                "concept LieAlgebra");
  static constexpr int dimension = Algebra::dimension;
  template <class S>
  using V = Vector<S, dimension>;
  template <class S>
  using M = Matrix<S, dimension>;

  /// Ad of exp(xi) on b.
  template <class S>
  V<S> Ad_exp(const V<S>& xi, const V<S>& b) const noexcept {
    const auto c = stumpff<2>(this->square(xi));
    const S along = c[2] * inner(this->lowered(xi), b);
    return combination(c[0], b, c[1], this->ad(xi, b), along, xi);
  }
  /// Ad* of exp(xi) on p.
  template <class S>
  V<S> Ad_exp_star(const V<S>& xi, const V<S>& p) const noexcept {
    const auto c = stumpff<2>(this->square(xi));
    const S along = c[2] * inner(p, xi);
    return combination(c[0], p, c[1], this->ad_star(xi, p), along, this->lowered(xi));
  }
  /// Right-trivialised differential of exp at xi.
  template <class S>
  V<S> dexp(const V<S>& xi, const V<S>& eta) const noexcept {
    const auto c = stumpff<3>(this->square(xi));
    const S along = c[3] * inner(this->lowered(xi), eta);
    return combination(c[1], eta, c[2], this->ad(xi, eta), along, xi);
  }
  /// Transpose of dexp.
  template <class S>
  V<S> dexp_star(const V<S>& xi, const V<S>& p) const noexcept {
    const auto c = stumpff<3>(this->square(xi));
    const S along = c[3] * inner(p, xi);
    return combination(c[1], p, c[2], this->ad_star(xi, p), along, this->lowered(xi));
  }
  /// Inverse of dexp; infinite where sqrt(z) is a positive multiple of 2 pi.
  template <class S>
  V<S> dexp_inv(const V<S>& xi, const V<S>& eta) const noexcept {
    const auto f = half_cotangent<0>(this->square(xi));
    const S along = f.beta[0] * inner(this->lowered(xi), eta), minus_half = S(-1) / S(2);
    return combination(f.kappa[0], eta, minus_half, this->ad(xi, eta), along, xi);
  }
  /// Transpose of dexp_inv.
  template <class S>
  V<S> dexp_inv_star(const V<S>& xi, const V<S>& p) const noexcept {
    const auto f = half_cotangent<0>(this->square(xi));
    const S along = f.beta[0] * inner(p, xi), minus_half = S(-1) / S(2);
    return combination(f.kappa[0], p, minus_half, this->ad_star(xi, p), along, this->lowered(xi));
  }
  /// The matrix of d/dxi of dexp_inv_star(xi, p).
  template <class S>
  M<S> dexp_inv_star_derivative(const V<S>& xi, const V<S>& p) const noexcept {
    return derivative(half_cotangent<1>(this->square(xi)), xi, p);
  }
  /// dexp_inv_star(xi, p) with both partial derivatives.
  template <class S>
  Linearised<S, dimension> dexp_inv_star_linearised(const V<S>& xi, const V<S>& p) const noexcept {
    const auto f = half_cotangent<1>(this->square(xi));
    const M<S> inverse = this->combined(f.kappa[0], S(S(-1) / S(2)), f.beta[0], xi);
    return {transposed(inverse), derivative(f, xi, p)};
  }
  /// The covector y on dexp_inv(xi, eta) by eta and by xi.
  template <class S>
  CarriedBack<S, dimension> dexp_inv_carried_back(const V<S>& xi, const V<S>& eta,
                                                  const V<S>& y) const noexcept {
    const auto f = half_cotangent<1>(this->square(xi));
    const V<S> q = this->lowered(xi);
    const S half = S(1) / S(2), along_y = inner(y, xi), along_eta = inner(q, eta);
    const S by_square = S(2) * (f.kappa[1] * inner(y, eta) + f.beta[1] * along_y * along_eta);
    return {combination(f.kappa[0], y, S(-half), this->ad_star(xi, y), S(f.beta[0] * along_y), q),
            sum(combination(by_square, q, half, this->ad_star(eta, y), S(f.beta[0] * along_eta), y),
                V<S>(f.beta[0] * along_y * this->lowered(eta)))};
  }
  /// The matrix of dexp(xi, .).
  template <class S>
  M<S> left_jacobian(const V<S>& xi) const noexcept {
    const auto c = stumpff<3>(this->square(xi));
    return this->combined(c[1], c[2], c[3], xi);
  }
  /// The matrix of the left-trivialised differential, dexp(-xi, .).
  template <class S>
  M<S> right_jacobian(const V<S>& xi) const noexcept {
    const auto c = stumpff<3>(this->square(xi));
    return this->combined(c[1], S(-c[2]), c[3], xi);
  }
  /// The matrix of dexp_inv(xi, .).
  template <class S>
  M<S> left_jacobian_inverse(const V<S>& xi) const noexcept {
    const auto f = half_cotangent<0>(this->square(xi));
    return this->combined(f.kappa[0], S(S(-1) / S(2)), f.beta[0], xi);
  }
  /// The matrix of dexp_inv(-xi, .).
  template <class S>
  M<S> right_jacobian_inverse(const V<S>& xi) const noexcept {
    const auto f = half_cotangent<0>(this->square(xi));
    return this->combined(f.kappa[0], S(S(1) / S(2)), f.beta[0], xi);
  }

 private:
  /// d/dxi of dexp_inv_star(xi, p), from the coefficients at square(xi).
  template <class Coefficients, class S>
  M<S> derivative(const Coefficients& f, const V<S>& xi, const V<S>& p) const noexcept {
    const V<S> q = this->lowered(xi), metric = this->lowered(V<S>(S(1), S(1), S(1)));
    const S along = inner(p, xi), on_p = S(2) * f.kappa[1], on_q = S(2) * f.beta[1] * along,
            minus_half = S(-1) / S(2), diagonal = f.beta[0] * along;
    const M<S> turn = this->lie_poisson(p);
    return entrywise<S, 3, 3>(3, 3, [&](int i, int j) {
      const S row = on_p * p[i] + product_without_zeros(on_q, q[i]);
      const S entry = minus_half * turn(i, j) +
                      (product_without_zeros(product_without_zeros(f.beta[0], q[i]), p[j]) +
                       product_without_zeros(row, q[j]));
      return i == j ? S(entry + product_without_zeros(diagonal, metric[i])) : entry;
    });
  }
};

}  // namespace hamel
