// What the operations of formulas do to numbers.
#pragma once

#include <cmath>

#include <hamel/io/expression.hpp>

#include "expression_value.hpp"

namespace hamel::running {

/// The operation of a formula on numbers, which may carry derivatives.
template <class S>
S apply(Expression::Operation operation, const S& a, const S& b) noexcept {
  using Operation = Expression::Operation;
  using std::acos, std::asin, std::atan, std::atan2, std::cos, std::cosh, std::exp, std::log,
      std::pow, std::sin, std::sinh, std::sqrt, std::tan, std::tanh;
  switch (operation) {
    case Operation::add:
      return a + b;
    case Operation::subtract:
      return a - b;
    case Operation::multiply:
      return a * b;
    case Operation::divide:
      return a / b;
    case Operation::negate:
      return -a;
    case Operation::power:
      return pow(a, b);
    case Operation::sin:
      return sin(a);
    case Operation::cos:
      return cos(a);
    case Operation::tan:
      return tan(a);
    case Operation::exp:
      return exp(a);
    case Operation::log:
      return log(a);
    case Operation::sqrt:
      return sqrt(a);
    case Operation::asin:
      return asin(a);
    case Operation::acos:
      return acos(a);
    case Operation::atan:
      return atan(a);
    case Operation::sinh:
      return sinh(a);
    case Operation::cosh:
      return cosh(a);
    case Operation::tanh:
      return tanh(a);
    case Operation::atan2:
      return atan2(a, b);
    case Operation::where:
      return detail::where_positive(a, b);
    case Operation::unless:
      return detail::unless_positive(a, b);
    case Operation::constant:
    case Operation::variable:
    case Operation::pi:
    case Operation::integer_power:
      break;  // no instructions
  }
  return a;
}

}  // namespace hamel::running
