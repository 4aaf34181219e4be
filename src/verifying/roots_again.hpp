// Roots left of, on and right of the imaginary axis by Sturm's chains.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "exact/real_roots.hpp"

namespace hamel {

/// The Cauchy index of q / p on the whole line: Sturm's chain p, q, -remainder, ..., sign changes at the two ends.
/// Common factors of p and q change all signs at an end or none; the last of the chain, which is returned with the
/// index, is the greatest.
template <class K>
std::pair<int, PolynomialOver<K>> cauchy_index(PolynomialOver<K> p, PolynomialOver<K> q) {
  int before = 0, after = 0, last_before = 0, last_after = 0;
  for (;;) {
    const int high = p.leading().sign(), low = p.degree() % 2 == 0 ? high : -high;
    before += last_before * low < 0;
    after += last_after * high < 0;
    last_before = low;
    last_after = high;
    if (q.is_zero()) return {before - after, std::move(p)};
    PolynomialOver<K> rest = -p.divided_by(q).second;
    p = std::exchange(q, std::move(rest));
  }
}

/// {left, on, right} of a polynomial that is not 0. On the axis x = i y, p = i^n (A - i B) with A, B real of the
/// parities of n and n - 1: left less right is the index of B / A; common factors hold the roots that lie symmetric to
/// the axis.
template <class K>
std::vector<int> roots_again(const PolynomialOver<K>& p) {
  const int n = p.degree();
  std::vector<K> a(static_cast<std::size_t>(n) + 1), b = a;
  for (int k = 0; k <= n; ++k) {  // i^k / i^n = (-i)^(n-k)
    const K& c = p.coefficients()[static_cast<std::size_t>(k)];
    const int turns = (n - k) % 4;
    (turns % 2 == 0 ? a : b)[static_cast<std::size_t>(k)] = turns < 2 ? c : -c;
  }
  const auto [excess, common] = cauchy_index(PolynomialOver<K>(a), PolynomialOver<K>(b));
  int on = 0;  // real roots of the common factor with multiplicities
  for (PolynomialOver<K> rest = common; rest.degree() > 0;) {
    auto [roots, multiple] = cauchy_index(rest, rest.derivative());
    on += roots;
    rest = std::move(multiple);
  }
  return {(n - on + excess) / 2, on, (n - on - excess) / 2};
}

/// The one root of a polynomial between two numbers, both of which are that root where it is rational.
struct ClaimedRoot {
  Polynomial of;
  Rational low, high;
};

/// The root that is claimed, if it is one, simple in its polynomial, and not rational by its ends.
std::optional<RealRoot> root_of(const ClaimedRoot& claimed);

}  // namespace hamel
