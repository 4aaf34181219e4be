// Roots left of, on and right of the imaginary axis by Sturm's chains.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <hamel/algebra/polynomial.hpp>

namespace hamel {

/// The Cauchy index of q / p on the whole line: Sturm's chain p, q, -remainder, ..., sign changes at the two ends.
inline int cauchy_index(Polynomial p, Polynomial q) {
  int before = 0, after = 0, last_before = 0, last_after = 0;
  while (!p.is_zero()) {
    const int high = p.leading().sign(), low = p.degree() % 2 == 0 ? high : -high;
    before += last_before * low < 0;
    after += last_after * high < 0;
    last_before = low;
    last_after = high;
    Polynomial rest = q.is_zero() ? Polynomial() : -p.divided_by(q).second;
    p = std::exchange(q, std::move(rest));
  }
  return before - after;
}

/// {left, on, right} of a polynomial that is not 0. On the axis x = i y, p = i^n (A - i B) with A, B real of the
/// parities of n and n - 1: left less right is the index of B / A, common factors cancelled; these hold the roots that
/// lie symmetric to the axis.
inline std::vector<int> roots_again(const Polynomial& p) {
  const int n = p.degree();
  std::vector<Rational> a(static_cast<std::size_t>(n) + 1), b = a;
  for (int k = 0; k <= n; ++k) {  // i^k / i^n = (-i)^(n-k)
    const Rational& c = p.coefficients()[static_cast<std::size_t>(k)];
    const int turns = (n - k) % 4;
    (turns % 2 == 0 ? a : b)[static_cast<std::size_t>(k)] = turns < 2 ? c : -c;
  }
  const Polynomial real(a), imaginary(b), common = gcd(real, imaginary);
  const int excess =
      cauchy_index(real.divided_by(common).first, imaginary.divided_by(common).first);
  int on = 0;  // real roots of the common factor with multiplicities
  for (Polynomial rest = common; rest.degree() > 0; rest = gcd(rest, rest.derivative()))
    on += cauchy_index(rest, rest.derivative());
  return {(n - on + excess) / 2, on, (n - on - excess) / 2};
}

}  // namespace hamel
