// The calculus of the exponential in se_2(3): that of se(3) on two translations with one rotation.
#pragma once

#include <hamel/core/types.hpp>
#include <hamel/group/combination.hpp>
#include <hamel/group/screw.hpp>

namespace hamel {

/// A vector is (v, u, w): w of so(3) acts on the translations v and u, which commute. Every function of ad is
/// [[F(w), 0, DF(w)v], [0, F(w), DF(w)u], [0, 0, F(w)]]: on (v, w) and on (u, w) it is that of se(3). The basis is
/// e1..e3 and e4..e6 translations, e7..e9 rotations. Same members and conventions as Cubic.
struct ExtendedScrewCalculus {
  static constexpr int dimension = 9;
  template <class S>
  using V = Vector<S, 9>;
  template <class S>
  using M = Matrix<S, 9>;

  /// Dimension of the algebra.
  constexpr int dim() const noexcept { return 9; }

  /// The bracket [a,b] = (w_a x v_b + v_a x w_b, w_a x u_b + u_a x w_b, w_a x w_b).
  template <class S>
  V<S> ad(const V<S>& a, const V<S>& b) const noexcept {
    return each(a, b, [](const auto& x, const auto& y) { return se3.ad(x, y); });
  }
  /// The covector b -> <p,[a,b]>.
  template <class S>
  V<S> ad_star(const V<S>& a, const V<S>& p) const noexcept {
    return each_star(a, p, [](const auto& x, const auto& y) { return se3.ad_star(x, y); });
  }
  /// The matrix of b -> [a,b].
  template <class S>
  M<S> ad_matrix(const V<S>& a) const noexcept {
    return upper(se3.ad_matrix(first(a)), se3.ad_matrix(second(a)));
  }
  /// The matrix of a -> ad*_a p.
  template <class S>
  M<S> lie_poisson(const V<S>& p) const noexcept {
    return of_covector<S>(se3.lie_poisson(first(p)), se3.lie_poisson(translation(p, 3)));
  }
  /// Ad of exp(xi) on b.
  template <class S>
  V<S> Ad_exp(const V<S>& xi, const V<S>& b) const noexcept {
    return each(xi, b, [](const auto& x, const auto& y) { return se3.Ad_exp(x, y); });
  }
  /// Ad* of exp(xi) on p.
  template <class S>
  V<S> Ad_exp_star(const V<S>& xi, const V<S>& p) const noexcept {
    return each_star(xi, p, [](const auto& x, const auto& y) { return se3.Ad_exp_star(x, y); });
  }
  /// Right-trivialised differential of exp at xi.
  template <class S>
  V<S> dexp(const V<S>& xi, const V<S>& eta) const noexcept {
    return each(xi, eta, [](const auto& x, const auto& y) { return se3.dexp(x, y); });
  }
  /// Transpose of dexp.
  template <class S>
  V<S> dexp_star(const V<S>& xi, const V<S>& p) const noexcept {
    return each_star(xi, p, [](const auto& x, const auto& y) { return se3.dexp_star(x, y); });
  }
  /// Inverse of dexp; infinite where |w| is a positive multiple of 2 pi.
  template <class S>
  V<S> dexp_inv(const V<S>& xi, const V<S>& eta) const noexcept {
    return each(xi, eta, [](const auto& x, const auto& y) { return se3.dexp_inv(x, y); });
  }
  /// Transpose of dexp_inv.
  template <class S>
  V<S> dexp_inv_star(const V<S>& xi, const V<S>& p) const noexcept {
    return each_star(xi, p, [](const auto& x, const auto& y) { return se3.dexp_inv_star(x, y); });
  }
  /// The matrix of d/dxi of dexp_inv_star(xi, p): linear in p, and p is (f, 0, m) + (0, g, 0).
  template <class S>
  M<S> dexp_inv_star_derivative(const V<S>& xi, const V<S>& p) const noexcept {
    return of_covector<S>(se3.dexp_inv_star_derivative(first(xi), first(p)),
                          se3.dexp_inv_star_derivative(second(xi), translation(p, 3)));
  }
  /// The matrix of dexp(xi, .).
  template <class S>
  M<S> left_jacobian(const V<S>& xi) const noexcept {
    return upper(se3.left_jacobian(first(xi)), se3.left_jacobian(second(xi)));
  }
  /// The matrix of dexp_inv(xi, .).
  template <class S>
  M<S> left_jacobian_inverse(const V<S>& xi) const noexcept {
    return upper(se3.left_jacobian_inverse(first(xi)), se3.left_jacobian_inverse(second(xi)));
  }

  /// The three numbers from the i-th on.
  template <class S>
  static Vector<S, 3> three(const V<S>& a, int i) noexcept {
    return {a[i], a[i + 1], a[i + 2]};
  }
  /// The vector or covector with the given parts.
  template <class S>
  static V<S> joined(const Vector<S, 3>& v, const Vector<S, 3>& u, const Vector<S, 3>& w) noexcept {
    V<S> a;
    for (int i = 0; i < 3; ++i) {
      a[i] = v[i];
      a[i + 3] = u[i];
      a[i + 6] = w[i];
    }
    return a;
  }

 private:
  static constexpr ScrewCalculus se3{};

  /// (v, w)
  template <class S>
  static Vector<S, 6> first(const V<S>& a) noexcept {
    return ScrewCalculus::screw(three(a, 0), three(a, 6));
  }
  /// (u, w)
  template <class S>
  static Vector<S, 6> second(const V<S>& a) noexcept {
    return ScrewCalculus::screw(three(a, 3), three(a, 6));
  }
  /// The three numbers from the i-th on, with no rotation.
  template <class S>
  static Vector<S, 6> translation(const V<S>& a, int i) noexcept {
    return ScrewCalculus::screw(three(a, i), Vector<S, 3>(S(0), S(0), S(0)));
  }
  /// f, a function of se(3) that is linear in its second argument, on both pairs.
  template <class S, class F>
  static V<S> each(const V<S>& a, const V<S>& b, const F& f) noexcept {
    const Vector<S, 6> one = f(first(a), first(b)), two = f(second(a), second(b));
    return joined(ScrewCalculus::linear(one), ScrewCalculus::linear(two),
                  ScrewCalculus::angular(one));
  }
  /// Its transpose: the rotational parts of both pairs add up.
  template <class S, class F>
  static V<S> each_star(const V<S>& a, const V<S>& p, const F& f) noexcept {
    const Vector<S, 6> one = f(first(a), first(p)), two = f(second(a), translation(p, 3));
    return joined(ScrewCalculus::linear(one), ScrewCalculus::linear(two),
                  sum(ScrewCalculus::angular(one), ScrewCalculus::angular(two)));
  }
  /// The matrix of a function of ad from those of both pairs.
  template <class S>
  static M<S> upper(const Matrix<S, 6>& one, const Matrix<S, 6>& two) noexcept {
    M<S> m = M<S>::Zero();
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i) {
        m(i, j) = m(i + 3, j + 3) = m(i + 6, j + 6) = one(i, j);
        m(i, j + 6) = one(i, j + 3);
        m(i + 3, j + 6) = two(i, j + 3);
      }
    return m;
  }
  /// The derivative of a covector by (v, u, w) from those of both pairs by (v, w) and by (u, w).
  template <class S>
  static M<S> of_covector(const Matrix<S, 6>& one, const Matrix<S, 6>& two) noexcept {
    M<S> m = M<S>::Zero();
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i) {
        m(i, j + 6) = one(i, j + 3);
        m(i + 3, j + 6) = two(i, j + 3);
        m(i + 6, j) = one(i + 3, j);
        m(i + 6, j + 3) = two(i + 3, j);
        m(i + 6, j + 6) = one(i + 3, j + 3) + two(i + 3, j + 3);
      }
    return m;
  }
};

}  // namespace hamel
