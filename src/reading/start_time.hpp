// The time a motion starts at: formulas in t count from it, so that every motion is computed from 0 on.
#pragma once

#include <string>
#include <vector>

#include <hamel/io/expression.hpp>

#include "base/json.hpp"
#include "reading.hpp"

namespace hamel::reading {

/// Numbers of a place, or of a state, and t = 0, from which formulas count.
inline std::vector<Number> with_time_zero(std::vector<Number> numbers) {
  numbers.emplace_back();
  return numbers;
}

/// `initial.t`; 0 without one.
class StartTime {
 public:
  StartTime() = default;
  StartTime(const JsonNode& initial, const Expression::Scope& constants) {
    if (!initial.has("t")) return;
    const JsonNode node = initial.member("t", "");
    formula_ = read_expression(node, constants);
    value_ = finite_value_at(formula_, {}, node);
  }

  const Number& value() const noexcept { return value_; }

  /// Replaces t, which is variable `t` of the formulas, by t and the time of the start.
  void count_from(std::vector<Expression>& formulas, int t, const std::string& path) const {
    if (value_.value == 0) return;
    for (Expression& formula : formulas) {
      if (formula.is_constant()) continue;
      Expression::Scope scope{std::vector<std::string>(static_cast<std::size_t>(t)), {}};
      scope.variables.emplace_back("t");
      scope.parameters.emplace("start", formula_);
      const std::vector<Expression> later{Expression::parse("t+start", scope, path)};
      formula = formula.with_values(t, later, path);
    }
  }

 private:
  Expression formula_;
  Number value_;
};

}  // namespace hamel::reading
