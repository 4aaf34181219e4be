// How many roots of a polynomial lie left of, on and right of the imaginary axis, exactly.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <hamel/algebra/linear.hpp>

#include "determinants.hpp"
#include "real_roots.hpp"

namespace hamel {

/// Numbers of roots with their multiplicities.
struct RootCounts {
  int left = 0, on = 0, right = 0;
};

/// det(x - A).
template <class K>
PolynomialOver<K> characteristic_polynomial(const DynamicMatrix<K>& a) {
  return PolynomialOver<K>(characteristic(a).first);
}

namespace detail {

/// p(x^2).
template <class K>
PolynomialOver<K> of_square(const PolynomialOver<K>& p) {
  std::vector<K> c;
  for (const auto& coefficient : p.coefficients()) {
    if (!c.empty()) c.emplace_back(0);
    c.push_back(coefficient);
  }
  return PolynomialOver<K>(std::move(c));
}

/// How many roots of p are real and negative, with multiplicities, by Sturm's theorem; p(0) is not 0.
template <class K>
int negative_roots(PolynomialOver<K> p) {
  int count = 0;
  for (; p.degree() > 0;
       p = gcd(p, p.derivative())) {  // each turn lowers every multiplicity by one
    const auto sequence = sturm_sequence(square_free(p));
    count += sign_changes_far(sequence, false) -
             sign_changes(sequence, [](const PolynomialOver<K>& q) { return sign(q(K(0))); });
  }
  return count;
}

/// The roots of a polynomial that has none in common with p(-x), by the signature of Hermite's form
/// (p(x) p(y) - p(-x) p(-y)) / (x + y).
template <class K>
RootCounts hermite_counts(const PolynomialOver<K>& p) {
  const int n = p.degree();
  const auto& c = p.coefficients();
  DynamicMatrix<K> form = DynamicMatrix<K>::Constant(n, n, K(0));
  for (int i = 0; i < n; ++i)  // form(i,j) + form(i-1,j+1) = coefficient of x^i y^(j+1)
    for (int j = 0; j < n; ++j) {
      K sum = (i + j + 1) % 2 == 0
                  ? K(0)
                  : K(2) * c[static_cast<std::size_t>(i)] * c[static_cast<std::size_t>(j + 1)];
      if (i > 0 && j + 1 < n) sum -= form(i - 1, j + 1);
      form(i, j) = sum;
    }
  const Signature s = signature<K>(form);
  return {s.positive, s.zero, s.negative};
}

}  // namespace detail

/// The roots of a polynomial that is not 0.
template <class K>
RootCounts count_roots(const PolynomialOver<K>& p) {
  std::size_t zeros = 0;
  while (p.coefficients()[zeros].is_zero()) ++zeros;
  std::vector<K> even, odd;  // p = x^zeros (even(x^2) + x odd(x^2))
  for (std::size_t i = zeros; i < p.coefficients().size(); ++i)
    ((i - zeros) % 2 == 0 ? even : odd).push_back(p.coefficients()[i]);
  const PolynomialOver<K> symmetric = gcd(PolynomialOver<K>(even), PolynomialOver<K>(odd));
  const PolynomialOver<K> rest =
      PolynomialOver<K>(
          std::vector<K>(p.coefficients().begin() + static_cast<std::ptrdiff_t>(zeros),
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
template <class K>
bool semisimple_on_axis(const DynamicMatrix<K>& a, const PolynomialOver<K>& characteristic) {
  std::vector<K> even, odd;
  std::size_t zeros = 0;
  const auto& c = characteristic.coefficients();
  while (c[zeros].is_zero()) ++zeros;
  for (std::size_t i = zeros; i < c.size(); ++i)
    ((i - zeros) % 2 == 0 ? even : odd).push_back(c[i]);
  const PolynomialOver<K> symmetric = gcd(PolynomialOver<K>(even), PolynomialOver<K>(odd));
  PolynomialOver<K> once = detail::of_square(square_free(symmetric));
  if (zeros > 0) once = once * PolynomialOver<K>::variable();
  const Eigen::Index n = a.rows();
  DynamicMatrix<K> value = DynamicMatrix<K>::Constant(n, n, K(0));
  for (auto factor = once.coefficients().rbegin(); factor != once.coefficients().rend(); ++factor) {
    value = (a * value).eval();
    for (Eigen::Index i = 0; i < n; ++i) value(i, i) += *factor;
  }
  return n - rank<K>(value) == static_cast<Eigen::Index>(zeros) + 2 * symmetric.degree();
}

}  // namespace hamel
