// Formulas with open parameters.
#include "templates.hpp"

#include <utility>

#include "base/budget.hpp"

namespace hamel::reading {

Templates*& Templates::current() {
  static thread_local Templates* templates = nullptr;
  return templates;
}

Expression Templates::read(const JsonNode& node, const Expression::Scope& scope) {
  if (const auto value = values_.formulas.find(node.path()); value != values_.formulas.end())
    return Expression(value->second);
  auto place = formulas_.find(node.path());
  if (place == formulas_.end()) {
    Expression::Scope open{scope.variables, {}, scope.definitions};
    Template formula{{}, static_cast<int>(scope.variables.size()), {}};
    for (const auto& parameter : scope.parameters) {
      open.variables.push_back(parameter.first);
      formula.parameters.push_back(parameter.first);
    }
    const Budget::Aside uncharged;
    formula.formula = Expression::parse(node.formula(), open, node.path());
    place = formulas_.emplace(node.path(), std::move(formula)).first;
  }
  const Template& found = place->second;
  std::vector<Expression> values;
  for (const auto& parameter : found.parameters) values.push_back(scope.parameters.at(parameter));
  return found.formula.with_values(found.variables, values, node.path());
}

}  // namespace hamel::reading
