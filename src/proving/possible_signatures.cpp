// Operators that all forms of a space have in common, by linear equations.
#include "possible_signatures.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <optional>
#include <set>

#include <hamel/algebra/real_roots.hpp>

#include "checking/exact_algebra.hpp"
#include "exact/root_counts.hpp"
#include "metrics_again.hpp"

namespace hamel {

namespace {

using Exact = DynamicMatrix<Rational>;
using Forms = std::vector<Exact>;
using Signatures = std::set<std::pair<int, int>, std::greater<>>;

constexpr long most_points = 20'000;  ///< at which a determinant is looked at

Signatures possible(const Forms& given);

bool is_zero(const Exact& m) {
  return std::ranges::all_of(m.reshaped(), [](const Rational& x) { return x.is_zero(); });
}

Exact zero(Eigen::Index n) {
  return Exact::Constant(n, n, Rational(0));
}

Exact on(const Exact& form, const Exact& subspace) {
  return subspace.transpose() * form * subspace;
}

Forms on(const Forms& forms, const Exact& subspace) {
  Forms result;
  for (const auto& form : forms) result.push_back(on(form, subspace));
  return result;
}

Exact combination(const Forms& forms, const std::function<Rational(std::size_t)>& factor) {
  Exact sum = zero(forms[0].rows());
  for (std::size_t k = 0; k < forms.size(); ++k) sum += factor(k) * forms[k];
  return sum;
}

/// Values of a polynomial at a matrix.
Exact at(const Polynomial& p, const Exact& x) {
  Exact value = zero(x.rows());
  const auto& c = p.coefficients();
  for (auto k = c.rbegin(); k != c.rend(); ++k) {
    value = (value * x).eval();
    for (Eigen::Index i = 0; i < x.rows(); ++i) value(i, i) += *k;
  }
  return value;
}

Exact columns_of(const Exact& m) {
  return row_echelon<Rational>(Exact(m.transpose())).rows.transpose();
}

/// Forms that are independent, and that as rows.
struct Space {
  Forms forms;
  Exact rows;
  Eigen::Index n = 0;

  explicit Space(const Forms& given) : n(given.empty() ? 0 : given[0].rows()) {
    if (given.empty()) return;
    rows = row_echelon<Rational>(rows_of_forms(given, static_cast<int>(n))).rows;
    const auto one = DynamicVector<Rational>::Constant(1, Rational(1));
    for (Eigen::Index k = 0; k < rows.rows(); ++k)
      forms.push_back(form_of(rows.row(k), static_cast<int>(n), one));
  }
};

/// Proved by a vector in all kernels, or by the determinant, of degree n in each factor, at {0, ..., n}^k.
bool all_are_degenerate(const Space& space) {
  const auto count = space.forms.size();
  Exact stacked(static_cast<Eigen::Index>(count) * space.n, space.n);
  for (std::size_t k = 0; k < count; ++k)
    stacked.middleRows(static_cast<Eigen::Index>(k) * space.n, space.n) = space.forms[k];
  if (rank<Rational>(stacked) < space.n) return true;
  for (int s = 1; s <= 4; ++s) {
    const Exact member = combination(space.forms, [&](std::size_t k) {
      return Rational(static_cast<int>((k + 1) * (k + static_cast<std::size_t>(s)) % 7) - 2);
    });
    if (rank<Rational>(member) == space.n) return false;
  }
  long points = 1;
  for (std::size_t k = 0; k < count && points <= most_points; ++k) points *= space.n + 1;
  if (points > most_points) return false;
  for (long point = 0; point < points; ++point) {
    long left = point;
    const Exact member = combination(space.forms, [&](std::size_t) {
      const Rational digit(static_cast<int>(left % (space.n + 1)));
      left /= space.n + 1;
      return digit;
    });
    if (rank<Rational>(member) == space.n) return false;
  }
  return true;
}

/// X with G X = sign (G X)^T for all G, and where told G X in the space.
std::vector<Exact> operators(const Space& space, int sign, bool stable) {
  const Eigen::Index n = space.n;
  Exact beyond(space.rows.cols(), 0);
  if (stable) beyond = kernel<Rational>(space.rows);
  const auto count = static_cast<Eigen::Index>(space.forms.size());
  Exact equations = Exact::Constant(count * (n * (n + 1) / 2 + beyond.cols()), n * n, Rational(0));
  Eigen::Index row = 0;
  for (const auto& form : space.forms) {
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j <= i; ++j, ++row)
        for (Eigen::Index k = 0; k < n; ++k) {  // (G X)_ij = sign (G X)_ji
          equations(row, k * n + j) += form(i, k);
          equations(row, k * n + i) -= Rational(sign) * form(j, k);
        }
    for (Eigen::Index b = 0; b < beyond.cols(); ++b, ++row)
      for (Eigen::Index i = 0, place = 0; i < n; ++i)
        for (Eigen::Index j = 0; j <= i; ++j, ++place)
          for (Eigen::Index k = 0; k < n; ++k)
            equations(row, k * n + j) += beyond(place, b) * form(i, k);
  }
  const Exact solutions = kernel<Rational>(equations);
  std::vector<Exact> all;
  for (Eigen::Index s = 0; s < solutions.cols(); ++s) {
    Exact x(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j < n; ++j) x(i, j) = solutions(i * n + j, s);
    all.push_back(std::move(x));
  }
  return all;
}

/// These, sums of two and one of all.
std::vector<Exact> with_sums(const std::vector<Exact>& operators) {
  std::vector<Exact> all = operators;
  for (std::size_t i = 0; i < operators.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      all.push_back(operators[i] + operators[j]);
      all.push_back(operators[i] - operators[j]);
    }
  if (operators.size() > 2)
    all.push_back(
        combination(operators, [](std::size_t k) { return Rational(static_cast<int>(k + 1)); }));
  return all;
}

/// Roots in a set, with their multiplicities.
int roots_where(Polynomial p, const std::function<bool(const RealRoot&)>& is_counted) {
  int count = 0;
  while (p.degree() > 0) {
    const Polynomial once = square_free(p);
    for (const auto& root : real_roots(once)) count += is_counted(root) ? 1 : 0;
    p = p.divided_by(once).first;
  }
  return count;
}

int real_roots_of(const Exact& x) {
  return roots_where(characteristic_polynomial(x), [](const RealRoot&) { return true; });
}

bool is_negative(RealRoot root) {
  while (!root.is_rational() && root.lower.sign() < 0 && root.upper.sign() > 0) root.refine();
  return root.lower.sign() < 0;
}

/// Two parts, one of a rational eigenvalue, where there are others.
std::optional<std::pair<Exact, Exact>> parts_of(const Exact& x) {
  for (const auto& root : real_roots(characteristic_polynomial(x))) {
    if (!root.is_rational()) continue;
    Exact power = x;
    for (Eigen::Index i = 0; i < x.rows(); ++i) power(i, i) -= root.lower;
    for (Eigen::Index k = 1; k < x.rows(); k *= 2) power = (power * power).eval();
    const Exact own = kernel<Rational>(power);
    if (own.cols() < x.rows()) return std::pair(own, columns_of(power));
  }
  return std::nullopt;
}

/// A power X^k that is not 0, of square 0, of an X that is nilpotent and not 0.
std::optional<Exact> square_root_of_zero(const Exact& x) {
  if (is_zero(x)) return std::nullopt;
  Exact power = x;
  for (Eigen::Index k = 0; k < x.rows(); ++k) {
    const Exact next = power * x;
    if (is_zero(next)) return power;
    power = next;
  }
  return std::nullopt;
}

std::optional<Exact> nilpotent_among(const std::vector<Exact>& even,
                                     const std::vector<Exact>& odd) {
  const auto nilpotent_part = [](const Exact& x) {
    return square_root_of_zero(at(square_free(characteristic_polynomial(x)), x));
  };
  for (const auto& x : even)
    if (auto found = nilpotent_part(x)) return found;
  for (const auto& x : odd) {
    if (auto found = square_root_of_zero(x)) return found;
    if (auto found = nilpotent_part(x * x)) return found;
  }
  return std::nullopt;
}

/// X^2 = this times 1.
std::optional<Rational> square_of(const Exact& x) {
  Exact square = x * x;
  const Rational number = square(0, 0);
  for (Eigen::Index i = 0; i < x.rows(); ++i) square(i, i) -= number;
  return is_zero(square) ? std::optional(number) : std::nullopt;
}

/// Two of these that anticommute with negative squares.
bool are_quaternionic(const std::vector<Exact>& odd) {
  for (const auto& x : odd)
    for (const auto& other : odd) {
      const auto square = square_of(x);
      if (!square || square->sign() >= 0) continue;
      const Exact both = x * other + other * x;  // a number, where they are orthogonal
      const Exact y = other - both(0, 0) / (Rational(2) * *square) * x;
      const auto second = square_of(y);
      if (second && second->sign() < 0 && is_zero(x * y + y * x)) return true;
    }
  return false;
}

/// Signatures that even and odd operators leave.
Signatures bounded(Eigen::Index n, const std::vector<Exact>& even, const std::vector<Exact>& odd) {
  int least = 0, divisor = 1;
  const auto neutral_on = [&](Eigen::Index dimension) {
    least = std::max(least, static_cast<int>(dimension) / 2);
  };
  for (const auto& x : even) neutral_on(n - real_roots_of(x));
  for (const auto& x : odd) {
    const Exact square = x * x;
    const Polynomial p = characteristic_polynomial(square);
    const int negative = roots_where(p, is_negative);
    const int none = roots_where(
        p, [](const RealRoot& root) { return root.is_rational() && root.lower.is_zero(); });
    neutral_on(n - negative - none);
    if (negative == n && is_zero(at(square_free(p), square))) divisor = std::max(divisor, 2);
  }
  if (are_quaternionic(odd)) divisor = 4;
  Signatures result;
  for (int plus = least; plus <= n - least; ++plus)
    if (plus % divisor == 0 && (n - plus) % divisor == 0)
      result.emplace(plus, static_cast<int>(n) - plus);
  return result;
}

Signatures sums(const Signatures& a, const Signatures& b) {
  Signatures result;
  for (const auto& x : a)
    for (const auto& y : b) result.emplace(x.first + y.first, x.second + y.second);
  return result;
}

Signatures both(const Signatures& a, const Signatures& b) {
  Signatures result;
  std::ranges::set_intersection(a, b, std::inserter(result, result.end()), std::greater<>());
  return result;
}

Signatures possible(const Forms& given) {
  const Space space(given);
  const Eigen::Index n = space.n;
  if (n == 0) return {{0, 0}};
  Signatures result;
  if (space.forms.empty()) return result;
  if (space.forms.size() == 1) {
    const Signature s = signature<Rational>(space.forms[0]);
    if (s.positive + s.negative == n) result = {{s.positive, s.negative}, {s.negative, s.positive}};
    return result;
  }
  if (space.forms.size() == 2) {
    for (const auto& member : members_of_plane(space.rows, static_cast<int>(n)))
      result.insert(member.signature);
    return result;
  }
  if (static_cast<Eigen::Index>(space.forms.size()) == n * (n + 1) / 2) return bounded(n, {}, {});
  if (all_are_degenerate(space)) return result;
  const auto even = with_sums(operators(space, 1, false)),
             odd = with_sums(operators(space, -1, false));
  result = bounded(n, even, odd);
  for (const auto& x : with_sums(operators(space, 1, true)))
    if (const auto parts = parts_of(x))
      return both(result, sums(possible(on(space.forms, parts->first)),
                               possible(on(space.forms, parts->second))));
  if (const auto x = nilpotent_among(even, odd)) {
    const Exact image = columns_of(*x), inside = kernel<Rational>(*x);
    const auto echelon = row_echelon<Rational>(join<Rational>(image, inside));
    Exact rest(n, 0);
    for (const int pivot : echelon.pivots)
      if (pivot >= image.cols())
        rest = join<Rational>(rest, Exact(inside.col(pivot - image.cols())));
    const int k = static_cast<int>(image.cols());
    Forms forms = on(space.forms, rest);
    return both(result, sums({{k, k}}, rest.cols() == 0 ? Signatures{{0, 0}} : possible(forms)));
  }
  return result;
}

}  // namespace

std::vector<std::pair<int, int>> possible_signatures(const DynamicMatrix<Rational>& rows, int r) {
  Forms forms;
  for (Eigen::Index k = 0; k < rows.rows(); ++k) {
    Exact form(r, r);
    for (Eigen::Index i = 0, place = 0; i < r; ++i)
      for (Eigen::Index j = 0; j <= i; ++j, ++place) form(i, j) = form(j, i) = rows(k, place);
    forms.push_back(std::move(form));
  }
  if (forms.empty()) return {};
  const Signatures found = possible(forms);
  return {found.begin(), found.end()};
}

}  // namespace hamel
