// How far the last row of a CSV file is from a reference answer.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

/// The largest error of the columns that the reference has, relative to max(1, |reference|).
struct ReferenceError {
  double worst = 0;
  int compared = 0;

  ReferenceError(const std::vector<std::vector<std::string>>& rows,
                 const nlohmann::json& reference) {
    for (std::size_t i = 0; i < rows[0].size(); ++i) last_[rows[0][i]] = std::stod(rows.back()[i]);
    for (const char* key : {"x", "q"}) {
      if (!reference.contains(key)) continue;
      for (const auto& [name, value] : reference[key].items()) compare(name, value);
    }
    if (reference.contains("q_dot")) {
      for (const auto& [name, value] : reference["q_dot"].items()) compare(name + "_dot", value);
    }
    for (const char* key : {"a", "p", "lambda"}) {
      if (!reference.contains(key)) continue;
      for (std::size_t i = 0; i < reference[key].size(); ++i)
        compare(key + std::to_string(i + 1), reference[key][i]);
    }
    compare("t", reference["t"]);
    compare("energy", reference["energy"]);
  }

 private:
  void compare(const std::string& column, const nlohmann::json& expected) {
    const double value = std::stod(expected.get<std::string>());
    const double error = std::abs(last_.at(column) - value) / std::max(1., std::abs(value));
    worst = std::isfinite(error) ? std::max(worst, error) : HUGE_VAL;
    ++compared;
  }

  std::map<std::string, double> last_;
};
