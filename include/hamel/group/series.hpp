// The calculus of the exponential in any Lie algebra, by series in ad.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include <Eigen/LU>

#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

namespace detail {

/// Terms of sum 1/k! that reach 2^-digits.
constexpr int exponential_terms(int digits) {
  int terms = 1;
  double term = 1;
  for (int bits = 0; bits < digits; ++terms) {
    for (term /= terms; term < 0.5; ++bits) term *= 2;
  }
  return terms;
}

/// b_0, b_1, ... of x/(e^x - 1) = sum b_k x^k, as many as 2^-digits needs for |x| <= 1.
template <class P>
const auto& bernoulli_coefficients() {
  constexpr int count = std::numeric_limits<P>::digits * 10 / 26 + 2;  // |b_k| is about (2 pi)^-k
  static const std::array<P, count> table = [] {
    std::array<P, count> b;
    for (int n = 0; n < count; ++n) {
      P sum = n == 0 ? P(1) : P(0), factor(1);
      for (int k = n - 1; k >= 0; --k) sum -= b[k] * (factor /= P(n - k + 1));
      b[n] = n > 1 && n % 2 == 1 ? P(0) : sum;
    }
    return b;
  }();
  return table;
}

}  // namespace detail

/// The differential of the exponential in any algebra that has dim, ad, ad_star, ad_matrix and
/// lie_poisson. Same members and conventions as Cubic. Entire functions of ad are summed over
/// sub-steps of |ad| <= 1, so no digits cancel; the inverse uses Bernoulli's series for |ad| <= 1
/// and a linear solve beyond. The time is bounded: past |ad| = 4096 (1-norm) everything is NaN.
template <class Algebra>
struct Series : Algebra {
  using Algebra::Algebra;
  static constexpr int dimension = Algebra::dimension;
  template <class S>
  using V = Vector<S, dimension>;
  template <class S>
  using M = Matrix<S, dimension>;

  /// Ad of exp(xi) on b: e^{ad xi} b.
  template <class S>
  V<S> Ad_exp(const V<S>& xi, const V<S>& b) const noexcept {
    return exponential(
        substeps(xi), [&](const V<S>& v) { return this->ad(xi, v); }, b);
  }
  /// Ad* of exp(xi) on p.
  template <class S>
  V<S> Ad_exp_star(const V<S>& xi, const V<S>& p) const noexcept {
    return exponential(
        substeps(xi), [&](const V<S>& v) { return this->ad_star(xi, v); }, p);
  }
  /// Right-trivialised differential of exp at xi: (e^{ad xi} - 1)/ad xi eta.
  template <class S>
  V<S> dexp(const V<S>& xi, const V<S>& eta) const noexcept {
    return integral(
        substeps(xi), [&](const V<S>& v) { return this->ad(xi, v); }, eta);
  }
  /// Transpose of dexp.
  template <class S>
  V<S> dexp_star(const V<S>& xi, const V<S>& p) const noexcept {
    return integral(
        substeps(xi), [&](const V<S>& v) { return this->ad_star(xi, v); }, p);
  }
  /// Inverse of dexp.
  template <class S>
  V<S> dexp_inv(const V<S>& xi, const V<S>& eta) const noexcept {
    if (substeps(xi) == 1) return bernoulli([&](const V<S>& v) { return this->ad(xi, v); }, eta);
    return left_jacobian(xi).partialPivLu().solve(eta);
  }
  /// Transpose of dexp_inv.
  template <class S>
  V<S> dexp_inv_star(const V<S>& xi, const V<S>& p) const noexcept {
    if (substeps(xi) == 1) return bernoulli([&](const V<S>& v) { return this->ad_star(xi, v); }, p);
    M<S> transposed = left_jacobian(xi);
    transposed.transposeInPlace();
    return transposed.partialPivLu().solve(p);
  }
  /// The matrix of d/dxi of dexp_inv_star(xi, p): the series differentiated term by term for |ad|
  /// <= 1; beyond, minus dexp_inv_star applied to the derivative of dexp_star, whose series
  /// converges everywhere.
  template <class S>
  M<S> dexp_inv_star_derivative(const V<S>& xi, const V<S>& p) const noexcept {
    const int steps = substeps(xi);
    if (steps == 1) {
      const auto& b = detail::bernoulli_coefficients<Plain<S>>();
      return term_derivatives(xi, p, int(b.size()), [&](int k) { return b[std::size_t(k)]; });
    }
    const int terms = detail::exponential_terms(digits<S>) + 4 * std::max(steps, 0);
    Plain<S> coefficient(1);
    const M<S> d = term_derivatives(xi, dexp_inv_star(xi, p), terms,
                                    [&](int k) { return coefficient /= Plain<S>(k + 1); });
    M<S> transposed = left_jacobian(xi);
    transposed.transposeInPlace();
    return -transposed.partialPivLu().solve(d);
  }
  /// The matrix of dexp(xi, .).
  template <class S>
  M<S> left_jacobian(const V<S>& xi) const noexcept {
    const int steps = substeps(xi);
    M<S> m(this->dim(), this->dim());
    for (int j = 0; j < this->dim(); ++j)
      m.col(j) = integral(
          steps, [&](const V<S>& v) { return this->ad(xi, v); }, V<S>(V<S>::Unit(this->dim(), j)));
    return m;
  }
  /// The matrix of dexp(-xi, .).
  template <class S>
  M<S> right_jacobian(const V<S>& xi) const noexcept {
    return left_jacobian(V<S>(-xi));
  }
  /// The matrix of dexp_inv(xi, .).
  template <class S>
  M<S> left_jacobian_inverse(const V<S>& xi) const noexcept {
    M<S> m(this->dim(), this->dim());
    for (int j = 0; j < this->dim(); ++j) m.col(j) = dexp_inv(xi, V<S>(V<S>::Unit(this->dim(), j)));
    return m;
  }
  /// The matrix of dexp_inv(-xi, .).
  template <class S>
  M<S> right_jacobian_inverse(const V<S>& xi) const noexcept {
    return left_jacobian_inverse(V<S>(-xi));
  }

 private:
  static constexpr int most_substeps = 4096;

  /// The number of equal parts of xi whose ad has 1-norm at most 1; -1 when there are too many or
  /// NaN.
  template <class S>
  int substeps(const V<S>& xi) const noexcept {
    using std::abs;
    const M<S> m = this->ad_matrix(xi);
    Plain<S> norm(0);
    for (int j = 0; j < this->dim(); ++j) {
      Plain<S> sum(0);
      for (int i = 0; i < this->dim(); ++i) sum += abs(plain(S(m(i, j))));
      if (!(sum <= norm)) norm = sum;
    }
    if (norm <= Plain<S>(1)) return 1;
    if (!(norm <= Plain<S>(most_substeps))) return -1;
    return int(norm) + 1;
  }

  template <class S>
  static V<S> nan(const V<S>& v) noexcept {
    return V<S>::Constant(v.size(), S(std::numeric_limits<Plain<S>>::quiet_NaN()));
  }

  /// sum over k of first!/(first + k)! (A/steps)^k v, |A/steps| <= 1
  template <int First, class S, class A>
  static V<S> taylor(int steps, const A& apply, const V<S>& v) noexcept {
    constexpr int terms = detail::exponential_terms(digits<S>);
    V<S> sum = v;
    for (int k = terms; k > 0; --k) sum = v + apply(sum) * (S(1) / S(steps * (k + First)));
    return sum;
  }

  /// e^A v
  template <class S, class A>
  static V<S> exponential(int steps, const A& apply, const V<S>& v) noexcept {
    if (steps < 0) return nan(v);
    V<S> result = v;
    for (int i = 0; i < steps; ++i) result = taylor<0>(steps, apply, result);
    return result;
  }

  /// (e^A - 1)/A v, the mean of e^{sA} v over s in [0,1]
  template <class S, class A>
  static V<S> integral(int steps, const A& apply, const V<S>& v) noexcept {
    if (steps < 0) return nan(v);
    const V<S> first = taylor<1>(steps, apply, v);
    V<S> sum = first;
    for (int i = 1; i < steps; ++i) sum = first + taylor<0>(steps, apply, sum);
    return sum / S(steps);
  }

  /// A/(e^A - 1) v, |A| <= 1
  template <class S, class A>
  static V<S> bernoulli(const A& apply, const V<S>& v) noexcept {
    const auto& b = detail::bernoulli_coefficients<Plain<S>>();
    V<S> sum = S(b.back()) * v;
    for (int k = int(b.size()) - 2; k >= 0; --k) sum = S(b[std::size_t(k)]) * v + apply(sum);
    return sum;
  }

  /// The derivative by xi of sum over k < terms of coefficient(k) (ad*_xi)^k p; coefficient(0) is
  /// not asked.
  template <class S, class C>
  M<S> term_derivatives(const V<S>& xi, const V<S>& p, int terms, C&& coefficient) const noexcept {
    const int n = this->dim();
    V<S> power = p;
    M<S> d = M<S>::Zero(n, n), sum = M<S>::Zero(n, n);
    M<S> ad_star_matrix = this->ad_matrix(xi);
    ad_star_matrix.transposeInPlace();
    for (int k = 1; k < terms; ++k) {
      d = M<S>(ad_star_matrix * d) + this->lie_poisson(power);
      power = this->ad_star(xi, power);
      sum += S(coefficient(k)) * d;
    }
    return sum;
  }
};

}  // namespace hamel
