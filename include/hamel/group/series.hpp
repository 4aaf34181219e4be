// The calculus of the exponential in any Lie algebra, by series in ad.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>

#include <hamel/core/scalar.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/concept.hpp>

namespace hamel {

namespace detail {

/// Terms of sum radius^k/k! that reach 2^-digits.
constexpr int exponential_terms(int digits, double radius = 1) {
  int terms = 1;
  double term = 1;
  for (int bits = 0; bits < digits; ++terms) {
    for (term *= radius / terms; term < 0.5; ++bits) term *= 2;
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
/// sub-steps of |ad| <= 1, so no digits cancel; the inverse uses Bernoulli's series for |ad| <= 1, and
/// beyond doubles the argument of the hyperbolic cotangent in it. The time is bounded: past |ad| = 4096
/// (1-norm) everything is NaN.
template <class Algebra>
struct Series : Algebra {
  static_assert(LieAlgebra<Algebra>,
                "Series: the argument is not a Lie algebra: dimension, dim, ad, ad_star, ad_matrix "
                "and lie_poisson, see the "
                "concept LieAlgebra");
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
    const int steps = substeps(xi);
    if (steps == 1) return bernoulli([&](const V<S>& v) { return this->ad(xi, v); }, eta);
    return cotangent(steps, this->ad_matrix(xi)) * eta - this->ad(xi, eta) / S(2);
  }
  /// Transpose of dexp_inv.
  template <class S>
  V<S> dexp_inv_star(const V<S>& xi, const V<S>& p) const noexcept {
    const int steps = substeps(xi);
    if (steps == 1) return bernoulli([&](const V<S>& v) { return this->ad_star(xi, v); }, p);
    return cotangent(steps, this->ad_matrix(xi)).transpose() * p - this->ad_star(xi, p) / S(2);
  }
  /// The matrix of d/dxi of dexp_inv_star(xi, p).
  template <class S>
  M<S> dexp_inv_star_derivative(const V<S>& xi, const V<S>& p) const noexcept {
    const int steps = substeps(xi), n = this->dim();
    if (steps == 1) return bernoulli_derivative(xi, p);
    const M<S> a = this->ad_matrix(xi);
    M<S> d = this->lie_poisson(p) / S(-2);
    for (int j = 0; j < n; ++j) {
      M<S> slope = this->ad_matrix(V<S>(V<S>::Unit(n, j)));
      cotangent(steps, a, &slope);
      d.col(j) += slope.transpose() * p;
    }
    return d;
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
    const M<S> a = this->ad_matrix(xi);
    return cotangent(substeps(xi), a) - a / S(2);
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

  /// G(A) = (A/2) coth(A/2), by its series where |A| <= 1 and G(2A) = G(A) + (A/2)^2 G(A)^-1 beyond:
  /// with A/(e^A - 1) = G - A/2 nothing cancels but what has to. `steps` >= |A|; `slope` a change of A
  /// on entry, that of G on return.
  template <class S>
  M<S> cotangent(int steps, const M<S>& a, M<S>* slope = nullptr) const noexcept {
    const int n = this->dim();
    M<S> g = M<S>::Zero(n, n), d = g;
    if (steps < 0) return M<S>::Constant(n, n, S(std::numeric_limits<Plain<S>>::quiet_NaN()));
    const int doublings = int(std::bit_width(unsigned(steps - 1)));
    const S scale = S(1) / S(1 << doublings);
    const M<S> x = scale * a;
    M<S> square = x * x, d_square = g;
    if (slope != nullptr) {
      const M<S> d_x = scale * *slope;
      d_square = x * d_x + d_x * x;
    }
    const auto& b = detail::bernoulli_coefficients<Plain<S>>();
    for (int k = (int(b.size()) - 1) / 2; k >= 0; --k) {
      if (slope != nullptr) d = M<S>(d * square + g * d_square);
      g = M<S>(g * square);
      g.diagonal().array() += S(b[std::size_t(2 * k)]);
    }
    for (int k = 0; k < doublings; ++k) {
      square /= S(4);
      M<S> factors = g, inverse = M<S>::Identity(n, n);
      solve_in_place(factors, inverse);
      const M<S> half_tanh = square * inverse;
      if (slope != nullptr) {
        d_square /= S(4);
        d += M<S>(M<S>(d_square - half_tanh * d) * inverse);
        d_square *= S(16);
      }
      g += half_tanh;
      square *= S(16);
    }
    if (slope != nullptr) *slope = d;
    return g;
  }

  /// The derivative by xi of Bernoulli's series in ad*_xi on p, term by term.
  template <class S>
  M<S> bernoulli_derivative(const V<S>& xi, const V<S>& p) const noexcept {
    const int n = this->dim();
    const auto& b = detail::bernoulli_coefficients<Plain<S>>();
    V<S> power = p;
    M<S> d = M<S>::Zero(n, n), sum = M<S>::Zero(n, n);
    const M<S> ad_star_matrix = this->ad_matrix(xi).transpose();
    for (std::size_t k = 1; k < b.size(); ++k) {
      d = M<S>(ad_star_matrix * d) + this->lie_poisson(power);
      power = this->ad_star(xi, power);
      sum += S(b[k]) * d;
    }
    return sum;
  }
};

}  // namespace hamel
