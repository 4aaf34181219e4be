// Coordinate names of a product: distinct, and numbered through.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace hamel {

/// The names of all factors in one list without repetition. Angles theta1, theta2, ... and lengths
/// r1, r2, ... are numbered through the whole product, so SE2 x T1 x T2 has x, y, phi, theta1,
/// theta2, theta3. Any other name that occurs before has the number of its factor appended (counted
/// from 1): SE2 x SE2 has x, y, phi, x2, y2, phi2.
inline std::vector<std::string> merged_names(const std::vector<std::vector<std::string>>& factors) {
  std::vector<std::string> all;
  std::map<std::string, int> counters{{"theta", 0}, {"r", 0}};
  for (std::size_t f = 0; f < factors.size(); ++f)
    for (std::string name : factors[f]) {
      const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
      const auto digit = std::find_if(name.begin(), name.end(), is_digit);
      const auto counter = counters.find(std::string(name.begin(), digit));
      if (counter != counters.end() && digit != name.end()) {
        name = counter->first + std::to_string(++counter->second);
      }
      while (std::find(all.begin(), all.end(), name) != all.end()) name += std::to_string(f + 1);
      all.push_back(name);
    }
  return all;
}

}  // namespace hamel
