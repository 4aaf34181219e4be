// With det(x - A) = x^k (E(x^2) + x O(x^2)) roots +-i t on the axis are common roots y = -t^2 of E and O. Where the
// lowest subresultant of E and O that is not 0 keeps its leading coefficient their gcd G has one degree; where that of
// G and G' does, G has as many distinct roots: real ones stay real, and negative where the factor of x^k is not 0 at x
// = 0.
#include "stability_again.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "exact/determinants.hpp"
#include "roots_again.hpp"
#include "study_claims.hpp"

namespace hamel {

namespace {

using InW =
    std::vector<Polynomial>;  // of x or y, lowest coefficient first, with coefficients in Q[w]
using Square = std::vector<InW>;

Polynomial substituted(const CoordinatePolynomial& p, const InW& motion) {
  return in_one_variable(
      p, [&](int k) -> const Polynomial& { return motion[static_cast<std::size_t>(k)]; });
}

/// By Bareiss: all divisions are exact.
Polynomial determinant(Square m) {
  const std::size_t n = m.size();
  Polynomial before(Rational(1));
  bool turned = false;
  for (std::size_t k = 0; k + 1 < n; ++k) {
    std::size_t pivot = k;
    while (pivot < n && m[pivot][k].is_zero()) ++pivot;
    if (pivot == n) return Polynomial();
    if (pivot != k) {
      std::swap(m[pivot], m[k]);
      turned = !turned;
    }
    for (std::size_t i = k + 1; i < n; ++i)
      for (std::size_t j = k + 1; j < n; ++j)
        m[i][j] = (m[i][j] * m[k][k] - m[i][k] * m[k][j]).divided_by(before).first;
    before = m[k][k];
  }
  return turned ? -m[n - 1][n - 1] : m[n - 1][n - 1];
}

Polynomial coefficient(const InW& p, std::ptrdiff_t power) {
  return power < 0 || power >= static_cast<std::ptrdiff_t>(p.size())
             ? Polynomial()
             : p[static_cast<std::size_t>(power)];
}

/// The k-th subresultant of p and q, deg p > deg q >= k: its coefficients are minors of Sylvester's matrix.
InW subresultant(const InW& p, const InW& q, std::size_t k) {
  const auto of_p = static_cast<std::ptrdiff_t>(q.size() - 1 - k),
             of_q = static_cast<std::ptrdiff_t>(p.size() - 1 - k), size = of_p + of_q;
  InW result;
  for (std::size_t power = 0; power <= k; ++power) {
    Square rows;
    for (std::ptrdiff_t i = 0; i < size; ++i) {
      const bool first = i < of_p;
      const std::ptrdiff_t shift = first ? of_p - 1 - i : size - 1 - i;
      rows.emplace_back();
      for (std::ptrdiff_t j = 0; j < size; ++j) {
        const std::ptrdiff_t column = j + 1 < size ? size + static_cast<std::ptrdiff_t>(k) - 1 - j
                                                   : static_cast<std::ptrdiff_t>(power);
        rows.back().push_back(coefficient(first ? p : q, column - shift));
      }
    }
    result.push_back(determinant(std::move(rows)));
  }
  return result;
}

/// The lowest subresultant that is not 0: the gcd times its leading coefficient.
InW common_factor(const InW& p, InW q) {
  while (!q.empty() && q.back().is_zero()) q.pop_back();
  if (q.empty()) return p;
  for (std::size_t k = 0; k + 1 < q.size(); ++k)
    if (InW s = subresultant(p, q, k); !s.back().is_zero()) return s;
  return q;
}

InW derivative(const InW& p) {
  InW result;
  for (std::size_t i = 1; i < p.size(); ++i)
    result.push_back(p[i] * Polynomial(Rational(static_cast<int>(i))));
  return result;
}

Polynomial critical_of(const InW& c) {
  std::size_t zeros = 0;
  while (c[zeros].is_zero()) ++zeros;
  InW even, odd;
  for (std::size_t i = zeros; i < c.size(); ++i)
    ((i - zeros) % 2 == 0 ? even : odd).push_back(c[i]);
  const bool even_is_monic = even.size() > odd.size();
  InW& monic = even_is_monic ? even : odd;
  InW& other = even_is_monic ? odd : even;
  if (monic.size() == other.size()) {  // of one degree: the other less its multiple
    const Polynomial factor = other.back();
    for (std::size_t i = 0; i < monic.size(); ++i) other[i] = other[i] - factor * monic[i];
    other.pop_back();
  }
  const InW common = common_factor(monic, other);
  const Polynomial distinct = common.size() < 2 ? Polynomial(Rational(1))
                                                : common_factor(common, derivative(common)).back();
  return square_free(c[zeros] * common.back() * distinct);
}

/// The end is the one root of the critical polynomial near it.
bool is_end(const ClaimedRoot& end, const Polynomial& critical) {
  const Polynomial common = gcd(end.of, critical);
  if (end.low > end.high || end.of.degree() < 1 || common.degree() < 1) return false;
  const auto inside = [&](const Polynomial& p) {
    return roots_between(p, end.low, end.high) + (p(end.low).is_zero() ? 1 : 0);
  };
  return inside(square_free(end.of)) == 1 && inside(common) == 1 && inside(critical) == 1;
}

/// det(x - A(w)); nothing where the motions are not steady.
std::optional<InW> characteristic_along(const FlowAgain& flow, const InW& motion) {
  const std::size_t n = flow.rates.size();
  if (!flow.plain || motion.size() != n) return std::nullopt;
  const Polynomial det = substituted(flow.det, motion);
  if (det.degree() != 0) return std::nullopt;  // 0, or not the same along the family
  const Polynomial over(Rational(Rational(1) / det.leading()));
  const auto order = static_cast<Eigen::Index>(n);
  DynamicMatrix<Polynomial> slope(order, order);
  for (std::size_t i = 0; i < n; ++i) {
    if (!substituted(flow.rates[i], motion).is_zero()) return std::nullopt;
    for (std::size_t k = 0; k < n; ++k)
      slope(Eigen::Index(i), Eigen::Index(k)) =
          over * substituted(flow.rates[i].derivative(flow.directions[k]), motion);
  }
  return characteristic(slope).first;
}

}  // namespace

std::optional<Polynomial> critical_along(const FlowAgain& flow,
                                         const std::vector<Polynomial>& motion) {
  const auto c = characteristic_along(flow, motion);
  return c ? std::optional(critical_of(*c)) : std::nullopt;
}

bool is_so_along(const FlowAgain& flow, const std::vector<Polynomial>& motion,
                 const ClaimedPiece& piece) {
  const auto c = characteristic_along(flow, motion);
  if (!c) return false;
  const Polynomial critical = critical_of(*c);
  if ((piece.from && !is_end(*piece.from, critical)) || (piece.to && !is_end(*piece.to, critical)))
    return false;
  const auto is_so_at = [&](const Rational& w) {
    ClaimedMotion<Rational> at{DynamicVector<Rational>(static_cast<Eigen::Index>(motion.size())),
                               {},
                               piece.roots,
                               piece.stability};
    for (std::size_t k = 0; k < motion.size(); ++k)
      at.at(static_cast<Eigen::Index>(k)) = motion[k](w);
    int degree = 0;  // on the group: less the roots 0 of its relations
    for (const int count : piece.roots) degree += count;
    for (int k = std::max(0, static_cast<int>(c->size()) - 1 - degree);
         k < static_cast<int>(c->size()); ++k)
      at.characteristic.push_back((*c)[static_cast<std::size_t>(k)](w));
    return is_so(flow, at, 1);
  };
  std::optional<Rational> low, high;  // of what lies between for certain
  if (piece.from) low = piece.from->high;
  if (piece.to) high = piece.to->low;
  if (low && high && *low >= *high) return false;
  const int inside =
      roots_between(critical, low, high) - (high && critical(*high).is_zero() ? 1 : 0);
  if (inside != static_cast<int>(piece.through.size())) return false;
  std::optional<Rational> before = low;
  for (std::size_t i = 0; i <= piece.through.size(); ++i) {
    const std::optional<Rational> after =
        i < piece.through.size() ? std::optional(piece.through[i]) : high;
    if (before && after && *before >= *after) return false;
    if (i < piece.through.size() && (!critical(*after).is_zero() || !is_so_at(*after)))
      return false;
    const Rational sample = before && after ? (*before + *after) / Rational(2)
                            : before        ? *before + Rational(1)
                            : after         ? *after - Rational(1)
                                            : Rational(0);
    if (!is_so_at(sample)) return false;
    before = after;
  }
  return true;
}

}  // namespace hamel
