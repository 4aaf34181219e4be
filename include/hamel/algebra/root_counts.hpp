// How many roots of a polynomial lie left of, on and right of the imaginary axis, exactly.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/real_roots.hpp>

namespace hamel {

/// Numbers of roots with their multiplicities.
struct RootCounts {
  int left = 0, on = 0, right = 0;
};

/// det(x - A), by the method of Faddeev & LeVerrier.
inline Polynomial characteristic_polynomial(const DynamicMatrix<Rational>& a) {
  const Eigen::Index n = a.rows();
  std::vector<Rational> c(static_cast<std::size_t>(n) + 1);
  c.back() = 1;
  DynamicMatrix<Rational> m = DynamicMatrix<Rational>::Constant(n, n, Rational(0));
  for (Eigen::Index k = 1; k <= n; ++k) {
    m = (a * m).eval();
    for (Eigen::Index i = 0; i < n; ++i) m(i, i) += c[static_cast<std::size_t>(n - k + 1)];
    const DynamicMatrix<Rational> product = a * m;
    Rational trace;
    for (Eigen::Index i = 0; i < n; ++i) trace += product(i, i);
    c[static_cast<std::size_t>(n - k)] = -trace / Rational(k);
  }
  return Polynomial(std::move(c));
}

namespace detail {

/// p(x^2).
inline Polynomial of_square(const Polynomial& p) {
  std::vector<Rational> c;
  for (const auto& coefficient : p.coefficients()) {
    if (!c.empty()) c.emplace_back(0);
    c.push_back(coefficient);
  }
  return Polynomial(std::move(c));
}

/// How many roots of p are real and negative, with multiplicities; p(0) is not 0.
inline int negative_roots(Polynomial p) {
  int count = 0;
  for (; p.degree() > 0; p = gcd(p, p.derivative()))  // each turn lowers every multiplicity by one
    for (const auto& root : real_roots(p)) {
      RealRoot narrow(root);
      while (!narrow.is_rational() && narrow.lower.sign() < 0 && narrow.upper.sign() > 0)
        narrow.refine();
      count += narrow.is_rational() ? narrow.lower.sign() < 0 : narrow.upper.sign() <= 0;
    }
  return count;
}

/// The roots of a polynomial that has none in common with p(-x), by the signature of Hermite's form
/// (p(x) p(y) - p(-x) p(-y)) / (x + y).
inline RootCounts hermite_counts(const Polynomial& p) {
  const int n = p.degree();
  const auto& c = p.coefficients();
  DynamicMatrix<Rational> form = DynamicMatrix<Rational>::Constant(n, n, Rational(0));
  for (int i = 0; i < n; ++i)  // form(i,j) + form(i-1,j+1) = coefficient of x^i y^(j+1)
    for (int j = 0; j < n; ++j) {
      Rational sum = (i + j + 1) % 2 == 0 ? Rational(0)
                                          : Rational(2) * c[static_cast<std::size_t>(i)] *
                                                c[static_cast<std::size_t>(j + 1)];
      if (i > 0 && j + 1 < n) sum -= form(i - 1, j + 1);
      form(i, j) = sum;
    }
  const Signature s = signature<Rational>(form);
  return {s.positive, s.zero, s.negative};
}

}  // namespace detail

/// The roots of a polynomial that is not 0.
inline RootCounts count_roots(const Polynomial& p) {
  std::size_t zeros = 0;
  while (p.coefficients()[zeros].is_zero()) ++zeros;
  std::vector<Rational> even, odd;  // p = x^zeros (even(x^2) + x odd(x^2))
  for (std::size_t i = zeros; i < p.coefficients().size(); ++i)
    ((i - zeros) % 2 == 0 ? even : odd).push_back(p.coefficients()[i]);
  const Polynomial symmetric = gcd(Polynomial(even), Polynomial(odd));
  const Polynomial rest = Polynomial(std::vector<Rational>(p.coefficients().begin() +
                                                               static_cast<std::ptrdiff_t>(zeros),
                                                           p.coefficients().end()))
                              .divided_by(detail::of_square(symmetric))
                              .first;
  RootCounts counts = detail::hermite_counts(rest);
  const int on_axis = detail::negative_roots(symmetric), apart = symmetric.degree() - on_axis;
  counts.left += apart;
  counts.right += apart;
  counts.on += static_cast<int>(zeros) + 2 * on_axis;
  return counts;
}

/// Whether the roots of det(x - A) on the imaginary axis belong to as many eigenvectors, where none lie right of it.
inline bool semisimple_on_axis(const DynamicMatrix<Rational>& a, const Polynomial& characteristic) {
  std::vector<Rational> even, odd;
  std::size_t zeros = 0;
  const auto& c = characteristic.coefficients();
  while (c[zeros].is_zero()) ++zeros;
  for (std::size_t i = zeros; i < c.size(); ++i)
    ((i - zeros) % 2 == 0 ? even : odd).push_back(c[i]);
  const Polynomial symmetric = gcd(Polynomial(even), Polynomial(odd));
  Polynomial once = detail::of_square(square_free(symmetric));
  if (zeros > 0) once = once * Polynomial::variable();
  const Eigen::Index n = a.rows();
  DynamicMatrix<Rational> value = DynamicMatrix<Rational>::Constant(n, n, Rational(0));
  for (auto factor = once.coefficients().rbegin(); factor != once.coefficients().rend(); ++factor) {
    value = (a * value).eval();
    for (Eigen::Index i = 0; i < n; ++i) value(i, i) += *factor;
  }
  return n - rank<Rational>(value) == static_cast<Eigen::Index>(zeros) + 2 * symmetric.degree();
}

}  // namespace hamel
