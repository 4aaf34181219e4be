// Real roots of a polynomial, isolated exactly by Sturm's theorem.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <hamel/algebra/polynomial.hpp>

namespace hamel {

/// One real root: rational (lower = upper), or the only root of a square-free polynomial in an open interval
/// with rational ends that are not roots.
struct RealRoot {
  Polynomial polynomial;
  Rational lower, upper;

  bool is_rational() const { return lower == upper; }
  /// Halves the interval.
  void refine() {
    if (is_rational()) return;
    const Rational middle = (lower + upper) / Rational(2);
    const int at_middle = polynomial(middle).sign();
    if (at_middle == 0)
      lower = upper = middle;
    else
      (at_middle == polynomial(lower).sign() ? lower : upper) = middle;
  }
  /// To double precision.
  double approximate() const {
    RealRoot copy(*this);
    const auto wide = [&] {
      const double a = to_double(copy.lower), b = to_double(copy.upper);
      return b - a > 1e-16 * (a < 0 ? -a : a);
    };
    for (int i = 0; i < 2000 && !copy.is_rational() && wide(); ++i) copy.refine();
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
inline std::vector<Polynomial> sturm_sequence(const Polynomial& p) {
  std::vector<Polynomial> sequence{p, p.derivative()};
  while (sequence.back().degree() > 0) {
    Polynomial next = -sequence[sequence.size() - 2].divided_by(sequence.back()).second;
    next = next * Polynomial(Rational(1) / abs(next.leading()));
    sequence.push_back(std::move(next));
  }
  return sequence;
}

/// Changes of sign of the sequence at x.
inline int sign_changes(const std::vector<Polynomial>& sequence, const Rational& x) {
  int changes = 0, last = 0;
  for (const auto& p : sequence) {
    const int sign = p(x).sign();
    if (sign != 0 && last != 0 && sign != last) ++changes;
    if (sign != 0) last = sign;
  }
  return changes;
}

/// Turns the isolated root into a rational number when it is one: its denominator divides the leading
/// coefficient of the polynomial with integer coefficients.
inline void recognise_rational(RealRoot& root) {
  Integer scale = 1;
  for (const auto& c : root.polynomial.coefficients()) scale = lcm(scale, c.denominator());
  const Rational leading = abs(root.polynomial.leading() * Rational(scale));
  while (!root.is_rational() && (root.upper - root.lower) * leading >= Rational(1)) root.refine();
  if (root.is_rational()) return;
  const Rational scaled = root.upper * leading;
  Integer floor = scaled.numerator() / scaled.denominator();
  if (scaled.sign() < 0 && !scaled.is_integer()) floor -= 1;
  const Rational candidate = Rational(floor) / leading;
  if (candidate > root.lower && root.polynomial(candidate).is_zero())
    root.lower = root.upper = candidate;
}

}  // namespace detail

/// All real roots in increasing order. A rational root carries the linear polynomial that has it.
/// A constant polynomial has none (0 included).
inline std::vector<RealRoot> real_roots(const Polynomial& polynomial) {
  const Polynomial p = square_free(polynomial);
  std::vector<RealRoot> roots;
  if (p.degree() < 1) return roots;
  const auto sequence = detail::sturm_sequence(p);
  Rational bound = 1;
  for (const auto& c : p.coefficients()) bound = std::max(bound, abs(c));
  bound += Rational(2);  // Cauchy's bound for a monic polynomial
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
