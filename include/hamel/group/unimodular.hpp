// Exponential and logarithm of 3 x 3 matrices of trace 0 and determinant 1, in closed form.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <hamel/core/arc.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/series.hpp>

namespace hamel {

namespace detail {

/// one + first A + second A^2: by Cayley and Hamilton, every function of a 3 x 3 matrix A.
template <class S>
struct MatrixPolynomial {
  S one, first, second;

  Matrix<S, 3> operator()(const Matrix<S, 3>& a) const noexcept {
    Matrix<S, 3> m = second * Matrix<S, 3>(a * a) + first * a;
    m.diagonal().array() += one;
    return m;
  }
};

/// The coefficients of A^3 = trace A^2 - minors A + det.
template <class S>
struct CharacteristicPolynomial {
  S trace, minors, det;

  explicit CharacteristicPolynomial(const Matrix<S, 3>& a) noexcept {
    const S m00 = a(1, 1) * a(2, 2) - a(1, 2) * a(2, 1),
            m01 = a(1, 0) * a(2, 2) - a(1, 2) * a(2, 0),
            m02 = a(1, 0) * a(2, 1) - a(1, 1) * a(2, 0),
            m11 = a(0, 0) * a(2, 2) - a(0, 2) * a(2, 0),
            m22 = a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0);
    trace = a(0, 0) + a(1, 1) + a(2, 2);
    minors = m00 + m11 + m22;
    det = a(0, 0) * m00 - a(0, 1) * m01 + a(0, 2) * m02;
  }
  /// A p
  MatrixPolynomial<S> times(const MatrixPolynomial<S>& p) const noexcept {
    return {S(det * p.second), S(p.one - minors * p.second), S(p.first + trace * p.second)};
  }
  /// x^3 - trace x^2 + minors x - det
  S operator()(const S& x) const noexcept { return ((x - trace) * x + minors) * x - det; }
  S slope(const S& x) const noexcept { return (S(3) * x - S(2) * trace) * x + minors; }
};

/// The real root that lies apart from the other two (which may be complex), by Newton's method from beyond it; the start
/// is that of W. Kahan, To solve a real cubic equation (1986).
template <class S>
S root_apart(const CharacteristicPolynomial<S>& p) noexcept {
  using std::abs, std::cbrt, std::max, std::sqrt;
  const S centre = p.trace / S(3), there = p(centre), slope = p.slope(centre);
  const S reach = S(1.325) * max(S(cbrt(S(abs(there)))), S(sqrt(S(max(S(-slope), S(0))))));
  S root = there < S(0) ? S(centre + reach) : S(centre - reach), last = reach;
  for (int k = 0; k < 100; ++k) {
    const S step = p(root) / p.slope(root);
    root -= step;
    if (!(abs(step) < last && abs(step) > std::numeric_limits<S>::epsilon() * abs(root))) break;
    last = abs(step);
  }
  return root;
}

/// A direction that x - eigenvalue takes to 0: across its rows, those two that tell it best.
template <class S>
Vector<S, 3> eigenvector(const Matrix<S, 3>& x, const S& eigenvalue) noexcept {
  Matrix<S, 3> m = x;
  m.diagonal().array() -= eigenvalue;
  Vector<S, 3> best(S(0), S(0), S(0));
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const Vector<S, 3> across(S(m(i, 1) * m(j, 2) - m(i, 2) * m(j, 1)),
                              S(m(i, 2) * m(j, 0) - m(i, 0) * m(j, 2)),
                              S(m(i, 0) * m(j, 1) - m(i, 1) * m(j, 0)));
    if (across.squaredNorm() > best.squaredNorm()) best = across;
  }
  return best;
}

/// The reflection that exchanges the first axis and the line of v.
template <class S>
Matrix<S, 3> reflection_to(const Vector<S, 3>& v) noexcept {
  using std::sqrt;
  Vector<S, 3> normal = v / S(sqrt(v.squaredNorm()));
  normal[0] += normal[0] < S(0) ? S(-1) : S(1);
  Matrix<S, 3> m = S(S(-2) / normal.squaredNorm()) * Matrix<S, 3>(normal * normal.transpose());
  m.diagonal().array() += S(1);
  return m;
}

}  // namespace detail

/// e^A of an A with trace 0. Its coefficients as a polynomial of degree 2 in A are entire functions of the two invariants
/// of A, smooth where eigenvalues meet. They come from the series of A/2^s, squared s times. NaN where there is none.
template <class S>
Matrix<S, 3> traceless_exp(const Matrix<S, 3>& a) noexcept {
  using std::abs;
  using Polynomial = detail::MatrixPolynomial<S>;
  detail::CharacteristicPolynomial<S> relation(a);
  relation.trace = S(0);
  S scale(1);
  int squarings = 0;
  for (; !(abs(plain(relation.minors)) <= Plain<S>(4) && abs(plain(relation.det)) <= Plain<S>(8));
       ++squarings) {
    if (squarings == 32)
      return Matrix<S, 3>::Constant(S(std::numeric_limits<Plain<S>>::quiet_NaN()));
    relation.minors /= S(4);
    relation.det /= S(8);
    scale /= S(2);
  }
  // e^A - 1, whose square 2 E + E^2 keeps the small digits; eigenvalues are below 2.7
  Polynomial e{S(0), S(0), S(0)};
  for (int k = detail::exponential_terms(digits<S> + 1, 2.7); k > 0; --k) {
    const S over = S(1) / S(k);
    const Polynomial next = relation.times({S(e.one + S(1)), e.first, e.second});
    e = {S(over * next.one), S(over * next.first), S(over * next.second)};
  }
  for (int k = 0; k < squarings; ++k) {
    const S cross = S(2) * e.first * e.second, high = e.second * e.second, one = e.one + S(1);
    e = Polynomial{S(e.one * (one + S(1)) + cross * relation.det),
                   S(S(2) * one * e.first - cross * relation.minors + high * relation.det),
                   S(S(2) * one * e.second + e.first * e.first - high * relation.minors)};
  }
  Matrix<S, 3> m = Polynomial{e.one, S(scale * e.first), S(scale * scale * e.second)}(a);
  m.diagonal().array() += S(1);
  return m;
}

/// The principal logarithm of an X with determinant 1; NaN where there is none. Near the unit matrix by the series of
/// log(1 + E). Beyond, r is the eigenvalue that lies apart, and a reflection brings X to [[r, v], [0, B]] with det B = 1/r.
/// With the mean m of the eigenvalues of B, (B - m)^2 = -z,
///   log B = - log(r)/2 + phi (B - m),   phi = (log(m + sqrt(-z)) - log(m - sqrt(-z))) / (2 sqrt(-z)),
/// and v becomes v (log r - log B) (r - B)^-1. No derivatives: r is not smooth where all three eigenvalues meet.
template <class S>
Matrix<S, 3> unimodular_log(const Matrix<S, 3>& x) noexcept {
  using std::abs, std::atan2, std::log, std::sqrt;
  Matrix<S, 3> e = x;
  e.diagonal().array() -= S(1);
  const detail::CharacteristicPolynomial<S> near(e);
  constexpr double bound = 0.136;  // the eigenvalues of E are below 1.84 times that
  if (abs(near.trace) <= S(bound) && abs(near.minors) <= S(bound * bound) &&
      abs(near.det) <= S(bound * bound * bound)) {
    detail::MatrixPolynomial<S> sum{S(0), S(0), S(0)};
    for (int k = digits<S> / 2 + 1; k > 0; --k) {
      sum = near.times(sum);
      sum = {S(S(1) / S(k) - sum.one), S(-sum.first), S(-sum.second)};
    }
    return near.times(sum)(e);
  }

  detail::CharacteristicPolynomial<S> relation(x);
  relation.det = S(1);  // as it is known; computed, it would lose the digits of small eigenvalues
  const S r = detail::root_apart(relation), log_r = log(r);
  Matrix<S, 3> mirror = detail::reflection_to(detail::eigenvector(x, r));
  Matrix<S, 3> t = Matrix<S, 3>(mirror * x) * mirror;
  // one step of Newton's method for the eigenvector takes what is left below r
  const S b = t(0, 0) - t(1, 1), c = t(0, 0) - t(2, 2),
          over_minor = S(1) / S(b * c - t(1, 2) * t(2, 1));
  mirror = detail::reflection_to(
      Vector<S, 3>(mirror * Vector<S, 3>(S(1), S(over_minor * (c * t(1, 0) + t(1, 2) * t(2, 0))),
                                         S(over_minor * (t(2, 1) * t(1, 0) + b * t(2, 0))))));
  t = Matrix<S, 3>(mirror * x) * mirror;

  const S m = (r > S(1) ? S(t(1, 1) + t(2, 2)) : S(relation.trace - r)) / S(2);
  const S half = (t(1, 1) - t(2, 2)) / S(2);
  const S z = -(half * half + t(1, 2) * t(2, 1)), sine = sqrt(S(abs(z)));
  S phi(std::numeric_limits<S>::quiet_NaN());
  if (z > S(0))
    phi = atan2(sine, m) / sine;
  else if (sine < S(0.25) * m)
    phi = angle_over_sine(S(sqrt(S(S(1) - z * r)))) * sqrt(r);
  else if (m > S(0))
    phi = (log(S(m + sine)) + log_r / S(2)) / sine;

  const S logs_apart = S(1.5) * log_r, apart = r - m, over = S(1) / S(apart * apart + z);
  const S same = (logs_apart * apart + phi * z) * over, turn = (logs_apart - phi * apart) * over;
  Matrix<S, 3> l;
  l << log_r, S(same * t(0, 1) + turn * (t(0, 1) * half + t(0, 2) * t(2, 1))),
      S(same * t(0, 2) + turn * (t(0, 1) * t(1, 2) - t(0, 2) * half)),  //
      S(0), S(phi * half - log_r / S(2)), S(phi * t(1, 2)),             //
      S(0), S(phi * t(2, 1)), S(-phi * half - log_r / S(2));
  return Matrix<S, 3>(mirror * l) * mirror;
}

}  // namespace hamel
