// The calculus of the exponential in se(3): that of so(3) and its derivative along the
// translations.
#pragma once

#include <hamel/core/entire.hpp>
#include <hamel/core/inline.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/combination.hpp>
#include <hamel/group/cubic.hpp>

namespace hamel {

/// se(3) is so(3) over the dual numbers: (v, w) stands for w + eps v, eps^2 = 0. So every matrix
/// function F of ad in so(3) gives [[F(w), DF(w)v], [0, F(w)]] here, DF(w)v the derivative of F at
/// w along v. The basis is e1..e3 translations, e4..e6 rotations. Same members and conventions as
/// Cubic.
struct ScrewCalculus {
  static constexpr int dimension = 6;
  template <class S>
  using V = Vector<S, 6>;
  template <class S>
  using M = Matrix<S, 6>;

  /// Dimension of the algebra.
  constexpr int dim() const noexcept { return 6; }

  /// The bracket [a,b] = (w_a x v_b + v_a x w_b, w_a x w_b).
  template <class S>
  V<S> ad(const V<S>& a, const V<S>& b) const noexcept {
    return screw(sum(so3.ad(angular(a), linear(b)), so3.ad(linear(a), angular(b))),
                 so3.ad(angular(a), angular(b)));
  }
  /// The covector b -> <p,[a,b]>.
  template <class S>
  V<S> ad_star(const V<S>& a, const V<S>& p) const noexcept {
    return screw(so3.ad_star(angular(a), linear(p)),
                 sum(so3.ad_star(linear(a), linear(p)), so3.ad_star(angular(a), angular(p))));
  }
  /// The matrix of b -> [a,b].
  template <class S>
  M<S> ad_matrix(const V<S>& a) const noexcept {
    return upper(so3.ad_matrix(angular(a)), so3.ad_matrix(linear(a)));
  }
  /// The matrix of a -> ad*_a p.
  template <class S>
  M<S> lie_poisson(const V<S>& p) const noexcept {
    M<S> m = M<S>::Zero();
    m.template topRightCorner<3, 3>() = so3.lie_poisson(linear(p));
    m.template bottomLeftCorner<3, 3>() = m.template topRightCorner<3, 3>();
    m.template bottomRightCorner<3, 3>() = so3.lie_poisson(angular(p));
    return m;
  }
  /// Ad of exp(xi) on b.
  template <class S>
  V<S> Ad_exp(const V<S>& xi, const V<S>& b) const noexcept {
    return applied(Coefficients<S>::adjoint(angular(xi), linear(xi)), xi, b);
  }
  /// Ad* of exp(xi) on p.
  template <class S>
  V<S> Ad_exp_star(const V<S>& xi, const V<S>& p) const noexcept {
    return applied_star(Coefficients<S>::adjoint(angular(xi), linear(xi)), xi, p);
  }
  /// Right-trivialised differential of exp at xi.
  template <class S>
  V<S> dexp(const V<S>& xi, const V<S>& eta) const noexcept {
    return applied(Coefficients<S>::differential(angular(xi), linear(xi)), xi, eta);
  }
  /// Transpose of dexp.
  template <class S>
  V<S> dexp_star(const V<S>& xi, const V<S>& p) const noexcept {
    return applied_star(Coefficients<S>::differential(angular(xi), linear(xi)), xi, p);
  }
  /// Inverse of dexp; infinite where |w| is a positive multiple of 2 pi.
  template <class S>
  V<S> dexp_inv(const V<S>& xi, const V<S>& eta) const noexcept {
    return applied(Coefficients<S>::inverse(angular(xi), linear(xi)), xi, eta);
  }
  /// Transpose of dexp_inv.
  template <class S>
  V<S> dexp_inv_star(const V<S>& xi, const V<S>& p) const noexcept {
    return applied_star(Coefficients<S>::inverse(angular(xi), linear(xi)), xi, p);
  }
  /// The matrix of d/dxi of dexp_inv_star(xi, p): the first two derivatives of so(3)'s
  /// G(w, p) = kappa p - ad*_w p/2 + beta <p,w> w.
  template <class S>
  M<S> dexp_inv_star_derivative(const V<S>& xi, const V<S>& p) const noexcept {
    const Vector<S, 3> w = angular(xi), v = linear(xi), f = linear(p);
    const auto [beta, kappa] = half_cotangent<2>(S(w.squaredNorm()));
    const S s = S(2) * w.dot(v), fw = f.dot(w), fv = f.dot(v);
    // d/dw of DG(w, f) v, column by column
    const Vector<S, 3> vw = beta[1] * (fv * w + fw * v) + beta[2] * s * fw * w + kappa[2] * s * f;
    Matrix<S, 3> second = S(2) * vw * w.transpose();
    second += Vector<S, 3>(S(2) * kappa[1] * f + S(2) * beta[1] * fw * w) * v.transpose();
    second += Vector<S, 3>(beta[1] * s * w + beta[0] * v) * f.transpose();
    second.diagonal().array() += beta[1] * s * fw + beta[0] * fv;
    M<S> m = M<S>::Zero();
    m.template topRightCorner<3, 3>() = so3.dexp_inv_star_derivative(w, f);
    m.template bottomLeftCorner<3, 3>() = m.template topRightCorner<3, 3>();
    m.template bottomRightCorner<3, 3>() = second + so3.dexp_inv_star_derivative(w, angular(p));
    return m;
  }
  /// The matrix of dexp(xi, .).
  template <class S>
  M<S> left_jacobian(const V<S>& xi) const noexcept {
    return matrix(Coefficients<S>::differential(angular(xi), linear(xi)), xi);
  }
  /// The matrix of dexp_inv(xi, .).
  template <class S>
  M<S> left_jacobian_inverse(const V<S>& xi) const noexcept {
    return matrix(Coefficients<S>::inverse(angular(xi), linear(xi)), xi);
  }

  /// The translational part of a vector or covector.
  template <class S>
  HAMEL_ALWAYS_INLINE static Vector<S, 3> linear(const V<S>& a) noexcept {
    return {a[0], a[1], a[2]};
  }
  /// The rotational part of a vector or covector.
  template <class S>
  HAMEL_ALWAYS_INLINE static Vector<S, 3> angular(const V<S>& a) noexcept {
    return {a[3], a[4], a[5]};
  }
  /// The vector or covector with the given parts.
  template <class S>
  HAMEL_ALWAYS_INLINE static V<S> screw(const Vector<S, 3>& v, const Vector<S, 3>& w) noexcept {
    V<S> a;
    a[0] = v[0];
    a[1] = v[1];
    a[2] = v[2];
    a[3] = w[0];
    a[4] = w[1];
    a[5] = w[2];
    return a;
  }

 private:
  static constexpr Cubic<SurfaceAlgebra<1>> so3{};

  /// F(w) = f0 + f1 ad_w + f2 w (x) w and the derivatives of f0, f1, f2 along v.
  template <class S>
  struct Coefficients {
    S f0, f1, f2, d0, d1, d2;

    static Coefficients adjoint(const Vector<S, 3>& w, const Vector<S, 3>& v) noexcept {
      const auto c = stumpff<4>(S(w.squaredNorm()));
      const S s = w.dot(v);
      return {c[0], c[1], c[2], -(s * c[1]), s * (c[3] - c[2]), s * (S(2) * c[4] - c[3])};
    }
    static Coefficients differential(const Vector<S, 3>& w, const Vector<S, 3>& v) noexcept {
      const auto c = stumpff<5>(S(w.squaredNorm()));
      const S s = w.dot(v);
      return {
          c[1], c[2], c[3], s * (c[3] - c[2]), s * (S(2) * c[4] - c[3]), s * (S(3) * c[5] - c[4])};
    }
    static Coefficients inverse(const Vector<S, 3>& w, const Vector<S, 3>& v) noexcept {
      const auto f = half_cotangent<1>(S(w.squaredNorm()));
      const S s = S(2) * w.dot(v);
      return {f.kappa[0], S(S(-1) / S(2)), f.beta[0], S(s * f.kappa[1]), S(0), S(s * f.beta[1])};
    }
  };

  /// [[F, DF v], [0, F]] b
  template <class S>
  static V<S> applied(const Coefficients<S>& c, const V<S>& a, const V<S>& b) noexcept {
    const Vector<S, 3> v = linear(a), w = angular(a), x = linear(b), y = angular(b);
    const S wy = inner(w, y);
    const S along_w = c.f2 * (inner(w, x) + inner(v, y)) + c.d2 * wy, along_v = c.f2 * wy;
    const Vector<S, 3> top = sum(
        combination(c.f0, x, c.d0, y, along_w, w),
        sum(combination(along_v, v, c.f1, so3.ad(v, y)), so3.ad(w, combination(c.f1, x, c.d1, y))));
    const Vector<S, 3> bottom = combination(c.f0, y, c.f1, so3.ad(w, y), along_v, w);
    return screw(top, bottom);
  }
  /// The transpose of applied.
  template <class S>
  static V<S> applied_star(const Coefficients<S>& c, const V<S>& a, const V<S>& p) noexcept {
    const V<S> swapped = applied(Coefficients<S>{c.f0, S(-c.f1), c.f2, c.d0, S(-c.d1), c.d2}, a,
                                 screw(angular(p), linear(p)));
    return screw(angular(swapped), linear(swapped));
  }
  /// The matrix of applied.
  template <class S>
  static M<S> matrix(const Coefficients<S>& c, const V<S>& a) noexcept {
    const Vector<S, 3> v = linear(a), w = angular(a);
    const Matrix<S, 3> f = so3.combined(c.f0, c.f1, c.f2, w);
    Matrix<S, 3> d = so3.combined(c.d0, c.d1, c.d2, w);
    const Vector<S, 3> turn{c.f1 * v[0], c.f1 * v[1], c.f1 * v[2]};
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i) d(i, j) += c.f2 * (v[i] * w[j] + w[i] * v[j]);
    d(0, 1) -= turn[2];
    d(0, 2) += turn[1];
    d(1, 0) += turn[2];
    d(1, 2) -= turn[0];
    d(2, 0) -= turn[1];
    d(2, 1) += turn[0];
    return upper(f, d);
  }
  /// [[f, d], [0, f]]
  template <class S>
  static M<S> upper(const Matrix<S, 3>& f, const Matrix<S, 3>& d) noexcept {
    M<S> m;
    m.template topLeftCorner<3, 3>() = f;
    m.template topRightCorner<3, 3>() = d;
    m.template bottomLeftCorner<3, 3>().setZero();
    m.template bottomRightCorner<3, 3>() = f;
    return m;
  }
};

}  // namespace hamel
