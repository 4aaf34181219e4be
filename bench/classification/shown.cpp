#include "shown.hpp"

#include <algorithm>
#include <cstddef>
#include <regex>

#include <nlohmann/json.hpp>

#include <hamel/io/expression.hpp>

#include "exact_formula.hpp"

namespace classification {

using namespace hamel;

std::string brackets(const std::string& structure) {
  std::string text;
  const auto file = nlohmann::ordered_json::parse(structure);
  for (const auto& [pair, bracket] : file.items()) {
    text += (text.empty() ? "" : ", ") + std::string("[e") + pair[0] + ",e" + pair[2] + "] = ";
    bool first = true;
    for (const auto& [index, coefficient] : bracket.items()) {
      std::string c = coefficient.template get<std::string>();
      const bool sum = c.find_first_of("+-", 1) != std::string::npos;
      const bool negative = !sum && c[0] == '-';
      if (negative) c.erase(0, 1);
      text += first ? (negative ? "-" : "") : (negative ? " - " : " + ");
      if (sum)
        text += "(" + shown(c) + ")*";
      else if (c != "1")
        text += shown(c) + "*";
      text += "e" + index;
      first = false;
    }
  }
  return text.empty() ? "all 0" : "`" + text + "`";
}

std::string shown(const std::string& polynomial) {
  return std::regex_replace(polynomial, std::regex("([^(])([+-])"), "$1 $2 ");
}

std::string shown(const ParameterPieces& answer, const std::vector<std::string>& excluded) {
  std::string text;
  const auto is_excluded = [&](const std::string& p) {
    return std::find(excluded.begin(), excluded.end(), p) != excluded.end();
  };
  for (const auto& piece : answer.yes) {
    if (std::any_of(piece.zero.begin(), piece.zero.end(), is_excluded)) continue;
    std::string conditions;
    for (const auto& p : piece.zero)
      conditions += (conditions.empty() ? "`" : ", `") + shown(p) + " = 0`";
    for (const auto& p : piece.nonzero)
      if (!is_excluded(p)) conditions += (conditions.empty() ? "`" : ", `") + shown(p) + " != 0`";
    if (piece.generic) conditions += " (generic starts)";
    text += (text.empty() ? "" : "; or ") + (conditions.empty() ? "all" : conditions);
  }
  if (!answer.undecided.empty()) text += " (undecided elsewhere)";
  return text.empty() ? "none" : text;
}

bool hold(const std::vector<ParameterPiece>& pieces, const std::vector<std::string>& names,
          const std::vector<std::string>& values) {
  Expression::Scope scope;
  for (std::size_t k = 0; k < names.size(); ++k)
    scope.parameters.emplace(names[k], Expression::parse(values[k], {}, names[k]));
  const auto vanishes = [&](const std::string& polynomial) {
    return exact_value(polynomial, scope).is_zero();
  };
  return std::any_of(pieces.begin(), pieces.end(), [&](const ParameterPiece& piece) {
    return std::all_of(piece.zero.begin(), piece.zero.end(), vanishes) &&
           std::none_of(piece.nonzero.begin(), piece.nonzero.end(), vanishes);
  });
}

}  // namespace classification
