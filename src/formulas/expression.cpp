// Exact evaluation of formulas, and what can be seen in one without evaluating it.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <hamel/algebra/rational_text.hpp>
#include <hamel/io/expression.hpp>

#include "base/budget.hpp"
#include "expression_value.hpp"

namespace hamel {

namespace {

constexpr unsigned max_bits = 1u << 16;  // of an exact number

unsigned bits(const Rational& value) {
  const auto length = [](Integer i) { return i == 0 ? 1u : msb(abs(i)) + 1u; };
  return std::max(length(value.numerator()), length(value.denominator()));
}

/// A rational, a rational multiple of pi, or "not known exactly"; the arithmetic of Expression::exact.
struct Exact {
  std::optional<Rational> value = std::nullopt;
  std::optional<Rational> half_turns = std::nullopt;  ///< of a multiple of pi

  Exact() = default;
  explicit Exact(int number) : value(number) {}
  explicit Exact(Rational number) : value(std::move(number)) {}
  static Exact of_pi(Rational factor) {
    Exact result;
    if (factor == 0)
      result.value = 0;
    else
      result.half_turns = std::move(factor);
    return result;
  }
  static Exact of_pi(const Exact& factor) { return factor.value ? of_pi(*factor.value) : Exact(); }
};

Exact not_exact(const Exact&) {
  return {};
}
Exact pi_of(const Exact*) {
  return Exact::of_pi(Rational(1));
}

/// f of two known numbers, given up when the result is too long to be worth it.
template <class F>
Exact both(const Exact& a, const Exact& b, F f) {
  if (!a.value || !b.value) return {};
  reading::Budget::spend_exact(bits(*a.value) + bits(*b.value));
  Exact result(f(*a.value, *b.value));
  return bits(*result.value) > max_bits ? Exact() : result;
}
/// The factor of pi in a number.
Exact factor_of_pi(const Exact& a) {
  return a.half_turns ? Exact(*a.half_turns) : a.value && *a.value == 0 ? a : Exact();
}
Exact operator+(const Exact& a, const Exact& b) {
  if (a.half_turns || b.half_turns) return Exact::of_pi(factor_of_pi(a) + factor_of_pi(b));
  return both(a, b, [](const Rational& x, const Rational& y) { return x + y; });
}
Exact operator-(const Exact& a, const Exact& b) {
  if (a.half_turns || b.half_turns) return Exact::of_pi(factor_of_pi(a) - factor_of_pi(b));
  return both(a, b, [](const Rational& x, const Rational& y) { return x - y; });
}
Exact operator*(const Exact& a, const Exact& b) {
  if (a.half_turns) return b.half_turns ? Exact() : Exact::of_pi(Exact(*a.half_turns) * b);
  if (b.half_turns) return Exact::of_pi(Exact(*b.half_turns) * a);
  return both(a, b, [](const Rational& x, const Rational& y) { return x * y; });
}
Exact operator/(const Exact& a, const Exact& b) {
  if (b.value && *b.value == 0) return {};
  if (a.half_turns && b.half_turns) return Exact(*a.half_turns) / Exact(*b.half_turns);
  if (a.half_turns) return Exact::of_pi(Exact(*a.half_turns) / b);
  return both(a, b, [](const Rational& x, const Rational& y) { return x / y; });
}
Exact operator-(const Exact& a) {
  if (a.half_turns) return Exact::of_pi(Rational(-*a.half_turns));
  return a.value ? Exact(Rational(-*a.value)) : Exact();
}

/// `result` where the argument is the given number, unknown elsewhere.
Exact only_at(const Exact& a, int argument, int result) {
  return a.value && *a.value == argument ? Exact(result) : Exact();
}
Exact cos(const Exact& a) {
  if (!a.half_turns) return only_at(a, 0, 1);
  // The only rational values are those at multiples of pi/3 and pi/2 (Niven 1956).
  const Rational sixths = *a.half_turns * 6;
  if (!sixths.is_integer()) return {};
  const auto rest = static_cast<int>(((sixths.numerator() % 12) + 12) % 12);
  switch (rest) {
    case 0:
      return Exact(1);
    case 2:
    case 10:
      return Exact(Rational(1, 2));
    case 3:
    case 9:
      return Exact(0);
    case 4:
    case 8:
      return Exact(Rational(-1, 2));
    case 6:
      return Exact(-1);
    default:
      return {};
  }
}
Exact sin(const Exact& a) {
  if (!a.half_turns) return only_at(a, 0, 0);
  return cos(Exact::of_pi(Rational(1, 2) - *a.half_turns));
}
Exact tan(const Exact& a) {
  if (!a.half_turns) return only_at(a, 0, 0);
  const Rational quarters = *a.half_turns * 4;
  if (!quarters.is_integer()) return {};
  const auto rest = static_cast<int>(((quarters.numerator() % 4) + 4) % 4);
  return rest == 2 ? Exact() : Exact(rest == 3 ? -1 : rest);
}
Exact exp(const Exact& a) {
  return only_at(a, 0, 1);
}
Exact log(const Exact& a) {
  return only_at(a, 1, 0);
}
Exact sqrt(const Exact& a) {
  if (!a.value || *a.value < 0) return {};
  reading::Budget::spend_exact(bits(*a.value));
  const Integer n = a.value->numerator(), d = a.value->denominator();
  const Integer root_n = sqrt(n), root_d = sqrt(d);
  return root_n * root_n == n && root_d * root_d == d ? Exact(Rational(root_n, root_d)) : Exact();
}

Exact asin(const Exact& a) {
  if (a.value && abs(*a.value) == 1) return Exact::of_pi(Rational(*a.value / 2));
  return only_at(a, 0, 0);
}
Exact acos(const Exact& a) {
  return Exact::of_pi(Rational(1, 2)) - asin(a);
}
Exact atan(const Exact& a) {
  if (a.value && abs(*a.value) == 1) return Exact::of_pi(Rational(*a.value / 4));
  return only_at(a, 0, 0);
}
Exact sinh(const Exact& a) {
  return only_at(a, 0, 0);
}
Exact cosh(const Exact& a) {
  return only_at(a, 0, 1);
}
Exact tanh(const Exact& a) {
  return only_at(a, 0, 0);
}
/// -1, 0 or 1.
std::optional<int> sign_of(const Exact& a) {
  const auto& known = a.value ? a.value : a.half_turns;
  return known ? std::optional((*known > 0) - (*known < 0)) : std::nullopt;
}
Exact where_positive(const Exact& c, const Exact& a) {
  const auto sign = sign_of(c);
  return !sign ? Exact() : *sign > 0 ? a : Exact(0);
}
Exact unless_positive(const Exact& c, const Exact& a) {
  const auto sign = sign_of(c);
  return !sign ? Exact() : *sign > 0 ? Exact(0) : a;
}

Exact integer_power(const Exact& base, int exponent) {
  if (!base.value || (*base.value == 0 && exponent < 0)) return {};
  if (static_cast<unsigned long>(std::abs(exponent)) * bits(*base.value) > max_bits) return {};
  reading::Budget::spend_exact(static_cast<unsigned long>(std::abs(exponent)) * bits(*base.value));
  if (exponent < 0) return Exact(1) / integer_power(base, -exponent);
  Rational result = 1, square = *base.value;
  for (int k = exponent; k > 0; k /= 2) {
    if (k % 2 == 1) result *= square;
    if (k > 1) square *= square;
  }
  return Exact(std::move(result));
}

/// Powers with an integer or half-integer exponent, bounded in size.
Exact real_power(const Exact& base, const Exact& exponent) {
  if (!base.value || !exponent.value) return {};
  if (exponent.value->denominator() == 2) {
    return real_power(sqrt(base), Exact(Rational(*exponent.value * 2)));
  }
  if (exponent.value->denominator() != 1) return {};
  if (abs(exponent.value->numerator()) > max_bits) return {};
  return integer_power(base, static_cast<int>(exponent.value->numerator()));
}

}  // namespace

Expression Expression::variable(int index) {
  Expression result;
  result.nodes_ = {{Operation::variable, index}};
  result.constants_.clear();
  return result;
}

std::optional<Rational> Expression::exact(std::span<const Rational> variables) const {
  return fold<Exact>([](const Constant& c) { return Exact(c.exact); },
                     [variables](int i) { return Exact(variables[i]); })
      .value;
}

bool Expression::is_constant() const {
  return std::none_of(nodes_.begin(), nodes_.end(),
                      [](const Node& n) { return n.operation == Operation::variable; });
}

bool Expression::is_zero() const {
  return nodes_.size() == 1 && nodes_[0].operation == Operation::constant &&
         constants_[0].exact == 0;
}

std::vector<bool> Expression::occurring(int count) const {
  std::vector<bool> occurs(count, false);
  for (const Node& node : nodes_) {
    if (node.operation == Operation::variable) occurs.at(node.index) = true;
  }
  return occurs;
}

template double Expression::evaluate<double>(std::span<const double>) const;

}  // namespace hamel
