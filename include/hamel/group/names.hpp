// Coordinate names of a product: distinct, and numbered through.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>
#include <vector>

namespace hamel {

/// The names of all factors in one list without repetition. Angles theta1, theta2, ... and lengths
/// r1, r2, ... are numbered through the whole product, so SE2 x T1 x T2 has x, y, phi, theta1,
/// theta2, theta3. Any other name that occurs before has the number of its factor appended (counted
/// from 1): SE2 x SE2 has x, y, phi, x2, y2, phi2.
inline std::vector<std::string> merged_names(const std::vector<std::vector<std::string>>& factors) {
  std::vector<std::string> all;
  int angles = 0, lengths = 0;
  for (std::size_t f = 0; f < factors.size(); ++f)
    for (std::string name : factors[f]) {
      const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
      const auto digit = std::find_if(name.begin(), name.end(), is_digit);
      const std::string letters(name.begin(), digit);
      if (digit != name.end() && letters == "theta") name = letters + std::to_string(++angles);
      if (digit != name.end() && letters == "r") name = letters + std::to_string(++lengths);
      while (std::find(all.begin(), all.end(), name) != all.end()) name += std::to_string(f + 1);
      all.push_back(name);
    }
  return all;
}

}  // namespace hamel
