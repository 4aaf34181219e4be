// Values of formulas over any scalar.
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <numbers>
#include <span>
#include <type_traits>
#include <utility>

#include <hamel/algebra/rational.hpp>
#include <hamel/io/expression.hpp>

namespace hamel {

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
