// Critical polynomials by interpolation, and a verdict between their roots.
#include "stability_limits.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <utility>

#include "exact/determinants.hpp"
#include "exact/interpolation.hpp"

namespace hamel {

namespace {

using Sampled = std::function<std::optional<LinearStability>(const Rational&)>;

/// The product of p over the roots of a monic polynomial: det p(C) with its companion matrix C.
Rational product_over_roots(const Polynomial& monic, const Polynomial& p) {
  const Eigen::Index n = monic.degree();
  DynamicMatrix<Rational> companion = DynamicMatrix<Rational>::Constant(n, n, Rational(0));
  for (Eigen::Index i = 0; i < n; ++i) {
    if (i > 0) companion(i, i - 1) = 1;
    companion(i, n - 1) = -monic.coefficients()[static_cast<std::size_t>(i)];
  }
  DynamicMatrix<Rational> value = DynamicMatrix<Rational>::Constant(n, n, Rational(0));
  for (auto factor = p.coefficients().rbegin(); factor != p.coefficients().rend(); ++factor) {
    value = (companion * value).eval();
    for (Eigen::Index i = 0; i < n; ++i) value(i, i) += *factor;
  }
  return determinant_by_elimination(std::move(value));
}

/// det(x - A) = x^zeros (E(x^2) + x O(x^2)), G = gcd(E, O): roots +-i y on the axis are roots -y^2 of G.
struct Critical {
  std::array<int, 3> shape;  ///< zeros, deg G, -(distinct roots of G): generically the least
  /// A root turns to 0; one that is no root of G(x^2) meets the axis; two of G meet. Polynomials in w, as E or O is
  /// monic and monic factors of a monic polynomial over Q[w] have coefficients there (Gauss).
  std::array<Rational, 3> values;
};

Critical critical_values(const Polynomial& characteristic) {
  std::vector<Rational> even, odd;
  std::size_t zeros = 0;
  const auto& c = characteristic.coefficients();
  while (c[zeros].is_zero()) ++zeros;
  for (std::size_t i = zeros; i < c.size(); ++i)
    ((i - zeros) % 2 == 0 ? even : odd).push_back(c[i]);
  const Polynomial e(even), o(odd), common = gcd(e, o), once = square_free(common);
  const Polynomial e_left = e.divided_by(common).first, o_left = o.divided_by(common).first;
  const bool even_is_monic = (c.size() - zeros) % 2 == 1;
  const Rational meets = o.is_zero() ? Rational(1)
                                     : product_over_roots(even_is_monic ? e_left : o_left,
                                                          even_is_monic ? o_left : e_left);
  return {{static_cast<int>(zeros), common.degree(), -once.degree()},
          {c[zeros], meets, product_over_roots(once, once.derivative())}};
}

/// 0, 1, -1, 2, -2 ...
Rational sample_number(int i) {
  return Rational(i % 2 == 0 ? -(i / 2) : i / 2 + 1);
}

/// The critical polynomials, interpolated at parameters where the shape is the generic one.
std::vector<Polynomial> critical_polynomials(const Sampled& at, std::size_t count) {
  std::map<std::array<int, 3>, std::vector<std::pair<Rational, std::array<Rational, 3>>>> seen;
  for (int i = 0; i < static_cast<int>(4 * count) + 20; ++i) {
    const Rational w = sample_number(i);
    const auto member = at(w);
    if (!member) return {};
    const Critical critical = critical_values(member->characteristic);
    auto& alike = seen[critical.shape];
    alike.emplace_back(w, critical.values);
    if (alike.size() >= count && seen.begin()->second.size() == alike.size()) break;
  }
  const auto& generic = seen.begin()->second;
  if (generic.size() < count) return {};
  std::vector<Polynomial> all;
  for (std::size_t k = 0; k < 3; ++k) {
    std::vector<std::pair<Rational, Rational>> points;
    for (const auto& [w, values] : generic) points.emplace_back(w, values[k]);
    all.push_back(square_free(through(points)));
  }
  return all;
}

/// Without rational roots, the one of least degree that has the root.
void simplify(RealRoot& root, const std::vector<Polynomial>& candidates) {
  if (root.is_rational()) return;
  for (const auto& p : candidates)
    if (p.degree() < root.polynomial.degree() && p(root.lower).sign() * p(root.upper).sign() < 0)
      root.polynomial = p;
}

Rational floor(const Rational& x) {
  Integer whole = x.numerator() / x.denominator();
  if (x.sign() < 0 && !x.is_integer()) whole -= 1;
  return Rational(whole);
}

std::vector<Rational> numbers_beside(Rational first, const Rational& step, int count) {
  std::vector<Rational> all;
  for (int i = 0; i < count; ++i, first += step) all.push_back(first);
  return all;
}

/// Numbers inside an open interval with few digits: a dyadic one near its middle, or beside its one end, and more in
/// small steps.
std::vector<Rational> numbers_in(const StabilityPiece& piece, int count) {
  if (!piece.from && !piece.to) return numbers_beside(Rational(0), Rational(1), count);
  if (!piece.from) return numbers_beside(floor(piece.to->lower) - Rational(1), Rational(-1), count);
  if (!piece.to) return numbers_beside(floor(piece.from->upper) + Rational(2), Rational(1), count);
  const Rational low = piece.from->upper, high = piece.to->lower;
  Rational step(1);
  while (step * Rational(count + 2) > high - low) step /= Rational(2);
  return numbers_beside((floor(low / step) + Rational(1)) * step, step, count);
}

/// Whether the roots on the axis are semisimple on all of the piece: of P(A(w)), where P has each root on the axis
/// once, the entries have a degree in w of at most n times that of A.
bool is_semisimple(const Sampled& at, const StabilityPiece& piece, int count) {
  return std::ranges::all_of(numbers_in(piece, count), [&](const Rational& w) {
    const auto member = at(w);
    return member && member->semisimple;
  });
}

}  // namespace

std::vector<StabilityPiece> stability_pieces(const Sampled& at, int degree,
                                             const std::function<bool(const Rational&)>& exists) {
  const auto first = at(Rational(1));
  if (!first) return {};
  const int n = first->characteristic.degree();
  const auto criticals =
      critical_polynomials(at, static_cast<std::size_t>(degree * n * n / 2 + n + 1));
  if (criticals.empty()) return {};
  Polynomial all(Rational(1));
  for (const auto& p : criticals) all = all * p;
  std::vector<RealRoot> roots = real_roots(all);
  std::vector<Polynomial> candidates = criticals;
  for (auto& p : candidates)
    for (const auto& root : roots)
      if (root.is_rational() && p(root.lower).is_zero()) p = p.divided_by(root.polynomial).first;
  for (std::size_t i = 1; i < roots.size(); ++i)  // room for numbers between
    while (roots[i - 1].upper == roots[i].lower) roots[i - 1].refine(), roots[i].refine();
  for (auto& root : roots) simplify(root, candidates);

  std::vector<StabilityPiece> pieces;
  for (std::size_t i = 0; i <= roots.size(); ++i) {
    StabilityPiece piece;
    if (i > 0) piece.from = roots[i - 1];
    if (i < roots.size()) piece.to = roots[i];
    const Rational inside = numbers_in(piece, 1).front();
    if (!exists(inside)) continue;
    const auto member = at(inside);
    if (!member) return {};
    piece.roots = member->roots;
    piece.stability = member->stability;
    piece.semisimple = member->roots.right == 0 && is_semisimple(at, piece, degree * n + 1);
    // A rational number at which nothing happens parts no pieces.
    if (piece.from && piece.from->is_rational() && !pieces.empty() && pieces.back().to &&
        pieces.back().to->lower == piece.from->lower && pieces.back().same_as(piece))
      if (const auto between = at(piece.from->lower);
          between && exists(piece.from->lower) && between->stability == piece.stability &&
          between->semisimple == piece.semisimple && between->roots.on == piece.roots.on) {
        pieces.back().to = piece.to;
        continue;
      }
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

}  // namespace hamel
