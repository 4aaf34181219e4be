// The functions that formulas know, by name.
#pragma once

#include <cstddef>
#include <string_view>

#include <hamel/io/expression.hpp>

namespace hamel::reading {

/// A function of so many arguments: an operation, or a formula in x and y. `if` is a where c > 0, and b elsewhere.
struct FormulaFunction {
  std::string_view name;
  std::size_t arguments;
  Expression::Operation operation;
  std::string_view formula = {};
};

inline constexpr FormulaFunction formula_functions[] = {
    {"sin", 1, Expression::Operation::sin},
    {"cos", 1, Expression::Operation::cos},
    {"tan", 1, Expression::Operation::tan},
    {"asin", 1, Expression::Operation::asin},
    {"acos", 1, Expression::Operation::acos},
    {"atan", 1, Expression::Operation::atan},
    {"atan2", 2, Expression::Operation::atan2},
    {"sinh", 1, Expression::Operation::sinh},
    {"cosh", 1, Expression::Operation::cosh},
    {"tanh", 1, Expression::Operation::tanh},
    {"exp", 1, Expression::Operation::exp},
    {"log", 1, Expression::Operation::log},
    {"sqrt", 1, Expression::Operation::sqrt},
    {"if", 3, Expression::Operation::where},
    {"abs", 1, {}, "if(x, x, -x)"},
    {"sign", 1, {}, "if(x, 1, 0) - if(-x, 1, 0)"},
    {"min", 2, {}, "if(y - x, x, y)"},
    {"max", 2, {}, "if(x - y, x, y)"}};

}  // namespace hamel::reading
