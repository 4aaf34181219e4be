// Members of steady motions in JSON as numbers.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

/// All variables, rational or near an algebraic number.
inline std::vector<double> rounded(const nlohmann::json& member) {
  if (member.contains("near")) return member["near"].get<std::vector<double>>();
  std::vector<double> all;
  for (const auto& text : member["u"]) {
    const std::string number = text;
    const auto bar = number.find('/');
    all.push_back(std::stod(number) /
                  (bar == std::string::npos ? 1 : std::stod(number.substr(bar + 1))));
  }
  return all;
}
