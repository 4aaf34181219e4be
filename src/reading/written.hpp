// Numbers by name as formulas, beside their values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "reading.hpp"

namespace hamel::reading {

/// The formulas of an object of constants by name, those that are absent being `defaults`, which are exact.
inline std::vector<Expression> written_by_name(const JsonNode& node,
                                               const std::vector<std::string>& names,
                                               const std::vector<Number>& defaults,
                                               const Expression::Scope& constants) {
  std::vector<Expression> formulas;
  for (const Number& number : defaults) formulas.emplace_back(*number.exact);
  for (const auto& [name, value] : node.members()) {
    const auto place = std::ranges::find(names, name) - names.begin();
    formulas[static_cast<std::size_t>(place)] = read_expression(value, constants);
  }
  return formulas;
}

}  // namespace hamel::reading
