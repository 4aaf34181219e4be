// What the operations of formulas do to numbers.
#pragma once

#include <cmath>

#include <hamel/io/expression.hpp>

namespace hamel::running {

/// The operation of a formula on numbers.
inline double apply(Expression::Operation operation, double a, double b) noexcept {
  using Operation = Expression::Operation;
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
      return std::pow(a, b);
    case Operation::sin:
      return std::sin(a);
    case Operation::cos:
      return std::cos(a);
    case Operation::tan:
      return std::tan(a);
    case Operation::exp:
      return std::exp(a);
    case Operation::log:
      return std::log(a);
    case Operation::sqrt:
      return std::sqrt(a);
    case Operation::asin:
      return std::asin(a);
    case Operation::acos:
      return std::acos(a);
    case Operation::atan:
      return std::atan(a);
    case Operation::sinh:
      return std::sinh(a);
    case Operation::cosh:
      return std::cosh(a);
    case Operation::tanh:
      return std::tanh(a);
    case Operation::atan2:
      return std::atan2(a, b);
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
