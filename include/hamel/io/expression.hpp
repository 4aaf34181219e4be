// Formulas read from text: exact numbers, named variables, evaluation over any scalar.
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <map>
#include <memory>
#include <numbers>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <hamel/algebra/rational.hpp>
#include <hamel/core/error.hpp>

namespace hamel {

/// A formula that cannot be read, with the position of the offending character (from 1).
class ExpressionError : public InputError {
 public:
  ExpressionError(const std::string& where, std::size_t position, std::string found,
                  std::string expected)
      : InputError(where + ", character " + std::to_string(position), std::move(found),
                   std::move(expected)),
        position_(position) {}

  std::size_t position() const noexcept { return position_; }

 private:
  std::size_t position_;
};

namespace detail {

/// The exact constant in the scalar S: rounded once, or exact where S can hold it.
template <class S>
S constant_as(const Rational& exact, double rounded) {
  if constexpr (std::is_same_v<S, Rational>) {
    return exact;
  } else if constexpr (!std::is_same_v<S, double> && std::is_constructible_v<S, Integer>) {
    return S(exact.numerator()) / S(exact.denominator());
  } else {
    return S(rounded);
  }
}

/// base^exponent by repeated squaring.
template <class S>
S integer_power(const S& base, int exponent) {
  if (exponent < 0) return S(S(1) / integer_power(base, -exponent));
  if (exponent == 0) return S(1);
  const S half = integer_power(base, exponent / 2);
  const S square = half * half;
  return exponent % 2 == 0 ? square : S(square * base);
}

/// base^exponent for any exponent; the base must be positive unless S is a machine number.
template <class S>
S real_power(const S& base, const S& exponent) {
  using std::exp;
  using std::log;
  if constexpr (std::is_floating_point_v<S>) {
    return std::pow(base, exponent);
  } else {
    const S logarithm = log(base);
    const S product = exponent * logarithm;
    return exp(product);
  }
}

/// f(x...) where S has such a function; exact numbers have not, and say so by `not_exact`.
template <class S, class F, class... X>
S value_or_unknown(const F& f, const S& x, const X&... others) {
  if constexpr (std::invocable<const F&, const S&, const X&...>)
    return S(f(x, others...));
  else
    return not_exact(x);
}

/// pi, of which the pointer tells the scalar.
template <class S>
S pi_of(const S*) {
  if constexpr (requires(const S& number) { not_exact(number); })
    return not_exact(S(0));
  else
    return S(std::numbers::pi);
}

/// a where c > 0, else 0; a number that is none where c is none.
template <class S>
S where_positive(const S& c, const S& a) {
  if constexpr (requires { c > S(0); })
    return c > S(0) ? a : c <= S(0) ? S(0) : c;
  else
    return not_exact(c);
}
/// 0 where c > 0, else a.
template <class S>
S unless_positive(const S& c, const S& a) {
  if constexpr (requires { c > S(0); })
    return c > S(0) ? S(0) : c <= S(0) ? a : c;
  else
    return not_exact(c);
}

}  // namespace detail

/// A formula: `+ - * / ^`, parentheses, `sin cos tan asin acos atan atan2 sinh cosh tanh exp log sqrt abs sign min max
/// if`, `pi`, exact numbers, variables.
///
/// `if(c, a, b)` is a where c > 0, else b; `abs`, `sign`, `min` and `max` are made of it. Where exact numbers have no
/// such function, an exact value is unknown.
///
/// `^` is right-associative and binds tighter than unary minus: -x^2 = -(x^2), 2^3^2 = 2^9. Stored
/// as nodes in evaluation order (operands before operators), constant parts folded exactly where
/// exact arithmetic can. Evaluation walks the nodes with a small fixed stack and does not allocate
/// for machine scalars.
class Expression {
 public:
  enum class Operation : unsigned char {
    constant,
    variable,
    add,
    subtract,
    multiply,
    divide,
    negate,
    power,
    integer_power,
    sin,
    cos,
    tan,
    exp,
    log,
    sqrt,
    asin,
    acos,
    atan,
    sinh,
    cosh,
    tanh,
    atan2,
    pi,
    where,  ///< the second where the first is positive, else 0
    unless  ///< 0 where the first is positive, else the second
  };
  /// How many numbers it takes.
  static constexpr int operands(Operation operation) noexcept {
    switch (operation) {
      case Operation::constant:
      case Operation::variable:
      case Operation::pi:
        return 0;
      case Operation::add:
      case Operation::subtract:
      case Operation::multiply:
      case Operation::divide:
      case Operation::power:
      case Operation::atan2:
      case Operation::where:
      case Operation::unless:
        return 2;
      default:
        return 1;
    }
  }
  /// `index` is that of a constant or variable, or the exponent of an integer power.
  struct Node {
    Operation operation;
    int index = 0;
  };
  /// An exact number and the double nearest to it.
  struct Constant {
    Rational exact;
    double rounded;
  };
  /// Named formulas as text, with the place that errors in them name.
  struct Definition {
    std::string text, where;
  };
  using Definitions = std::map<std::string, Definition, std::less<>>;
  /// What a formula may name: variables (by index), parameters (replaced by their formulas) and definitions, which are
  /// read where they are named.
  struct Scope {
    std::vector<std::string> variables;
    std::map<std::string, Expression, std::less<>> parameters;
    std::shared_ptr<const Definitions> definitions = nullptr;
  };

  /// Deepest evaluation stack of a formula; a deeper one is refused when read.
  static constexpr int max_stack = 24;
  static constexpr std::size_t max_length = 20000;  ///< characters of a formula
  static constexpr std::size_t max_nodes = 20000;   ///< nodes after parameters are replaced

  /// The constant 0.
  Expression() : Expression(Rational(0)) {}
  /// A constant. Throws InputError when it has no double.
  explicit Expression(const Rational& value);
  /// The variable of that index.
  static Expression variable(int index);

  /// Reads a formula. Throws ExpressionError; `where` is the place named in it.
  static Expression parse(std::string_view text, const Scope& scope,
                          const std::string& where = "expression");

  /// The formula with variable first + i replaced by values[i], constant parts folded as when it is read. Throws
  /// ExpressionError where that divides by zero or has no double.
  Expression with_values(int first, std::span<const Expression> values,
                         const std::string& where = "expression") const;

  /// The value, given one value per variable of the scope it was read in.
  template <class S>
  S evaluate(std::span<const S> variables) const;

  /// The exact value at rational values of the variables, if it is rational and exact arithmetic
  /// finds it: sums, products, quotients, integer powers, square roots of squares, sin(0) and the
  /// like.
  std::optional<Rational> exact(std::span<const Rational> variables = {}) const;

  /// True when no variable occurs.
  bool is_constant() const;
  /// True when it is the constant 0.
  bool is_zero() const;
  /// occurs[i] tells whether variable i occurs, i < count.
  std::vector<bool> occurring(int count) const;
  /// Degree as a polynomial in all variables (an upper bound: cancellations are not sought);
  /// nothing when it is not visibly a polynomial. A formula is affine when this is at most 1.
  std::optional<int> degree() const;

  const std::vector<Node>& nodes() const noexcept { return nodes_; }
  const std::vector<Constant>& constants() const noexcept { return constants_; }

 private:
  friend class ExpressionParser;
  /// Walks the nodes with the given meaning of constants and variables.
  template <class S, class OfConstant, class OfVariable>
  S fold(OfConstant of_constant, OfVariable of_variable) const;

  std::vector<Node> nodes_;
  std::vector<Constant> constants_;
};

template <class S, class OfConstant, class OfVariable>
S Expression::fold(OfConstant of_constant, OfVariable of_variable) const {
  using detail::integer_power;
  using detail::pi_of;
  using detail::real_power;
  using detail::unless_positive;
  using detail::value_or_unknown;
  using detail::where_positive;
  using std::acos;
  using std::asin;
  using std::atan;
  using std::atan2;
  using std::cos;
  using std::cosh;
  using std::exp;
  using std::log;
  using std::sin;
  using std::sinh;
  using std::sqrt;
  using std::tan;
  using std::tanh;
  std::array<S, max_stack> stack;
  int top = -1;
  for (const Node& node : nodes_) {
    const auto unary = [&](S value) { stack[top] = std::move(value); };
    const auto binary = [&](S value) { stack[--top] = std::move(value); };
    switch (node.operation) {
      case Operation::constant:
        stack[++top] = of_constant(constants_[node.index]);
        break;
      case Operation::variable:
        stack[++top] = of_variable(node.index);
        break;
      case Operation::add:
        binary(stack[top - 1] + stack[top]);
        break;
      case Operation::subtract:
        binary(stack[top - 1] - stack[top]);
        break;
      case Operation::multiply:
        binary(stack[top - 1] * stack[top]);
        break;
      case Operation::divide:
        binary(stack[top - 1] / stack[top]);
        break;
      case Operation::power:
        binary(real_power(stack[top - 1], stack[top]));
        break;
      case Operation::negate:
        unary(-stack[top]);
        break;
      case Operation::integer_power:
        unary(integer_power(stack[top], node.index));
        break;
      case Operation::sin:
        unary(sin(stack[top]));
        break;
      case Operation::cos:
        unary(cos(stack[top]));
        break;
      case Operation::tan:
        unary(tan(stack[top]));
        break;
      case Operation::exp:
        unary(exp(stack[top]));
        break;
      case Operation::log:
        unary(log(stack[top]));
        break;
      case Operation::sqrt:
        unary(sqrt(stack[top]));
        break;
      case Operation::asin:
        unary(value_or_unknown([](const auto& x) -> decltype(asin(x)) { return asin(x); },
                               stack[top]));
        break;
      case Operation::acos:
        unary(value_or_unknown([](const auto& x) -> decltype(acos(x)) { return acos(x); },
                               stack[top]));
        break;
      case Operation::atan:
        unary(value_or_unknown([](const auto& x) -> decltype(atan(x)) { return atan(x); },
                               stack[top]));
        break;
      case Operation::sinh:
        unary(value_or_unknown([](const auto& x) -> decltype(sinh(x)) { return sinh(x); },
                               stack[top]));
        break;
      case Operation::cosh:
        unary(value_or_unknown([](const auto& x) -> decltype(cosh(x)) { return cosh(x); },
                               stack[top]));
        break;
      case Operation::tanh:
        unary(value_or_unknown([](const auto& x) -> decltype(tanh(x)) { return tanh(x); },
                               stack[top]));
        break;
      case Operation::atan2:
        binary(value_or_unknown(
            [](const auto& y, const auto& x) -> decltype(atan2(y, x)) { return atan2(y, x); },
            stack[top - 1], stack[top]));
        break;
      case Operation::pi:
        stack[++top] = pi_of(static_cast<const S*>(nullptr));
        break;
      case Operation::where:
        binary(where_positive(stack[top - 1], stack[top]));
        break;
      case Operation::unless:
        binary(unless_positive(stack[top - 1], stack[top]));
        break;
    }
  }
  return stack[0];
}

template <class S>
S Expression::evaluate(std::span<const S> variables) const {
  return fold<S>([](const Constant& c) { return detail::constant_as<S>(c.exact, c.rounded); },
                 [variables](int i) { return variables[i]; });
}

}  // namespace hamel
