// Choices of some numbers out of several.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace hamel {

/// All choices of `count` of the numbers below n, each in increasing order.
inline std::vector<std::vector<int>> choices(int n, int count) {
  std::vector<std::vector<int>> all;
  std::vector<bool> chosen(static_cast<std::size_t>(n), false);
  std::fill(chosen.begin(), chosen.begin() + count, true);
  do {
    all.emplace_back();
    for (int k = 0; k < n; ++k)
      if (chosen[static_cast<std::size_t>(k)]) all.back().push_back(k);
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
  return all;
}

}  // namespace hamel
