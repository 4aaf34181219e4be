// Real roots of a polynomial, isolated exactly by Sturm's theorem.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "polynomial.hpp"

namespace hamel {

/// One real root: rational (lower = upper), or the only root of a square-free polynomial in an open interval
/// with rational ends that are not roots.
struct RealRoot {
  Polynomial polynomial;
  Rational lower, upper;

  bool is_rational() const { return lower == upper; }
  /// Halves the interval.
  void refine() {
    if (!is_rational()) refine(polynomial(lower).sign());
  }
  /// The same with the sign of the polynomial at the lower end, which stays what it is.
  void refine(int at_lower) {
    Rational middle = (lower + upper) / Rational(2);
    const int at_middle = polynomial(middle).sign();
    if (at_middle == 0)
      lower = upper = middle;
    else
      (at_middle == at_lower ? lower : upper) = std::move(middle);
  }
  /// To double precision.
  double approximate() const {
    RealRoot copy(*this);
    const auto wide = [&] {
      const double a = to_double(copy.lower), b = to_double(copy.upper);
      return b - a > 1e-16 * (a < 0 ? -a : a);
    };
    const int at_lower = polynomial(lower).sign();
    for (int i = 0; i < 2000 && !copy.is_rational() && wide(); ++i) copy.refine(at_lower);
    return to_double((copy.lower + copy.upper) / Rational(2));
  }
};

/// The root as text: exact when rational, else with its polynomial.
inline std::string text(const RealRoot& root) {
  if (root.is_rational()) return root.lower.str();
  return std::to_string(root.approximate()) + " (root of " + root.polynomial.str() + ")";
}

namespace detail {

/// Sturm's sequence of a square-free polynomial.
template <class K>
std::vector<PolynomialOver<K>> sturm_sequence(const PolynomialOver<K>& p) {
  std::vector<PolynomialOver<K>> sequence{p, p.derivative()};
  while (sequence.back().degree() > 0) {
    PolynomialOver<K> next = -sequence[sequence.size() - 2].divided_by(sequence.back()).second;
    next = next * PolynomialOver<K>(K(sign(next.leading())) / next.leading());
    sequence.push_back(std::move(next));
  }
  return sequence;
}

/// Changes of sign along the sequence, where `sign_of` gives those of its polynomials.
template <class K, class F>
int sign_changes(const std::vector<PolynomialOver<K>>& sequence, const F& sign_of) {
  int changes = 0, last = 0;
  for (const auto& p : sequence) {
    const int now = sign_of(p);
    changes += now * last < 0;
    if (now != 0) last = now;
  }
  return changes;
}
/// Those at x.
inline int sign_changes(const std::vector<Polynomial>& sequence, const Rational& x) {
  return sign_changes(sequence, [&](const Polynomial& p) { return p(x).sign(); });
}
/// Those far on the left, or on the right.
template <class K>
int sign_changes_far(const std::vector<PolynomialOver<K>>& sequence, bool right) {
  return sign_changes(sequence, [&](const PolynomialOver<K>& p) {
    return right || p.degree() % 2 == 0 ? sign(p.leading()) : -sign(p.leading());
  });
}

/// Cauchy's bound of the roots of a monic polynomial, and more.
inline Rational root_bound(const Polynomial& p) {
  Rational bound = 1;
  for (const auto& c : p.coefficients()) bound = std::max(bound, abs(c));
  return bound + Rational(2);
}

/// Turns the isolated root into a rational number when it is one: its denominator divides the leading
/// coefficient of the polynomial with integer coefficients.
inline void recognise_rational(RealRoot& root) {
  Integer scale = 1;
  for (const auto& c : root.polynomial.coefficients()) scale = lcm(scale, c.denominator());
  const Rational leading = abs(root.polynomial.leading() * Rational(scale));
  const int at_lower = root.polynomial(root.lower).sign();
  while (!root.is_rational() && (root.upper - root.lower) * leading >= Rational(1))
    root.refine(at_lower);
  if (root.is_rational()) return;
  const Rational scaled = root.upper * leading;
  Integer floor = scaled.numerator() / scaled.denominator();
  if (scaled.sign() < 0 && !scaled.is_integer()) floor -= 1;
  const Rational candidate = Rational(floor) / leading;
  if (candidate > root.lower && root.polynomial(candidate).is_zero())
    root.lower = root.upper = candidate;
}

}  // namespace detail

/// Whether there is a real root. A constant polynomial has none (0 included).
inline bool has_real_roots(const Polynomial& polynomial) {
  if (polynomial.degree() % 2 == 1) return true;
  if (polynomial.degree() < 1) return false;
  const auto sequence = detail::sturm_sequence(square_free(polynomial));
  return detail::sign_changes_far(sequence, false) != detail::sign_changes_far(sequence, true);
}

/// How many roots a square-free polynomial has in (low, high]; no number: without end.
inline int roots_between(const Polynomial& p, const std::optional<Rational>& low,
                         const std::optional<Rational>& high) {
  if (p.degree() < 1) return 0;
  const auto sequence = detail::sturm_sequence(p);
  const auto changes = [&](const std::optional<Rational>& x, bool right) {
    return x ? detail::sign_changes(sequence, *x) : detail::sign_changes_far(sequence, right);
  };
  return changes(low, false) - changes(high, true);
}

/// All real roots in increasing order. A rational root carries the linear polynomial that has it.
/// A constant polynomial has none (0 included).
inline std::vector<RealRoot> real_roots(const Polynomial& polynomial) {
  const Polynomial p = square_free(polynomial);
  std::vector<RealRoot> roots;
  if (p.degree() < 1) return roots;
  const auto sequence = detail::sturm_sequence(p);
  const Rational bound = detail::root_bound(p);
  struct Piece {
    Rational lower, upper;
    int below, above;
  };
  std::vector<Piece> pieces{{-bound, bound, detail::sign_changes(sequence, -bound),
                             detail::sign_changes(sequence, bound)}};
  while (!pieces.empty()) {
    const Piece piece = std::move(pieces.back());
    pieces.pop_back();
    if (piece.below == piece.above) continue;
    if (piece.below - piece.above == 1) {
      roots.push_back({p, piece.lower, piece.upper});
      detail::recognise_rational(roots.back());
      if (roots.back().is_rational())
        roots.back().polynomial = Polynomial(std::vector<Rational>{-roots.back().lower, 1});
      continue;
    }
    Rational middle = (piece.lower + piece.upper) / Rational(2);
    for (Rational step = (piece.upper - piece.lower) / Rational(8); p(middle).is_zero();
         step /= Rational(2))
      middle += step;
    const int changes = detail::sign_changes(sequence, middle);
    pieces.push_back({middle, piece.upper, changes, piece.above});
    pieces.push_back({piece.lower, middle, piece.below, changes});
  }
  return roots;
}

}  // namespace hamel
