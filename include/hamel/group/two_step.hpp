// The calculus of the exponential in the algebras with ad^2 = 0: abelian and Heisenberg algebras.
#pragma once

#include <hamel/core/types.hpp>
#include <hamel/group/concept.hpp>
#include <hamel/group/linearised.hpp>

namespace hamel {

/// The differential of the exponential where ad_a^2 = 0: every series stops after its linear term.
/// Same members and conventions as Cubic.
template <class Algebra>
struct TwoStep : Algebra {
  static_assert(LieAlgebra<Algebra>,
                "TwoStep: the argument is not a Lie algebra: dimension, dim, ad, ad_star, "
                "ad_matrix and lie_poisson, see the "
                "concept LieAlgebra");
  using Algebra::Algebra;
  static constexpr int dimension = Algebra::dimension;
  template <class S>
  using V = Vector<S, dimension>;
  template <class S>
  using M = Matrix<S, dimension>;

  /// Ad of exp(xi) on b: b + [xi,b].
  template <class S>
  V<S> Ad_exp(const V<S>& xi, const V<S>& b) const noexcept {
    return b + this->ad(xi, b);
  }
  /// Ad* of exp(xi) on p.
  template <class S>
  V<S> Ad_exp_star(const V<S>& xi, const V<S>& p) const noexcept {
    return p + this->ad_star(xi, p);
  }
  /// Right-trivialised differential of exp at xi: eta + [xi,eta]/2.
  template <class S>
  V<S> dexp(const V<S>& xi, const V<S>& eta) const noexcept {
    return eta + S(1) / S(2) * V<S>(this->ad(xi, eta));
  }
  /// Transpose of dexp.
  template <class S>
  V<S> dexp_star(const V<S>& xi, const V<S>& p) const noexcept {
    return p + S(1) / S(2) * V<S>(this->ad_star(xi, p));
  }
  /// Inverse of dexp.
  template <class S>
  V<S> dexp_inv(const V<S>& xi, const V<S>& eta) const noexcept {
    return eta - S(1) / S(2) * V<S>(this->ad(xi, eta));
  }
  /// Transpose of dexp_inv.
  template <class S>
  V<S> dexp_inv_star(const V<S>& xi, const V<S>& p) const noexcept {
    return p - S(1) / S(2) * V<S>(this->ad_star(xi, p));
  }
  /// The matrix of d/dxi of dexp_inv_star(xi, p).
  template <class S>
  M<S> dexp_inv_star_derivative(const V<S>&, const V<S>& p) const noexcept {
    return S(-1) / S(2) * M<S>(this->lie_poisson(p));
  }
  /// The covector y on dexp_inv(xi, eta) by eta and by xi.
  template <class S>
  CarriedBack<S, dimension> dexp_inv_carried_back(const V<S>& xi, const V<S>& eta,
                                                  const V<S>& y) const noexcept {
    const S half = S(1) / S(2);
    return {y - half * this->ad_star(xi, y), half * this->ad_star(eta, y)};
  }
  /// The matrix of dexp(xi, .).
  template <class S>
  M<S> left_jacobian(const V<S>& xi) const noexcept {
    return one_plus(S(1) / S(2) * xi);
  }
  /// The matrix of dexp(-xi, .).
  template <class S>
  M<S> right_jacobian(const V<S>& xi) const noexcept {
    return one_plus(S(-1) / S(2) * xi);
  }
  /// The matrix of dexp_inv(xi, .).
  template <class S>
  M<S> left_jacobian_inverse(const V<S>& xi) const noexcept {
    return one_plus(S(-1) / S(2) * xi);
  }
  /// The matrix of dexp_inv(-xi, .).
  template <class S>
  M<S> right_jacobian_inverse(const V<S>& xi) const noexcept {
    return one_plus(S(1) / S(2) * xi);
  }

 private:
  template <class S>
  M<S> one_plus(const V<S>& a) const noexcept {
    M<S> m = this->ad_matrix(a);
    for (int i = 0; i < m.rows(); ++i) m(i, i) += S(1);
    return m;
  }
};

}  // namespace hamel
