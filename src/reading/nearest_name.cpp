// The distance of two names (Levenshtein 1966), row by row.
#include "nearest_name.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hamel::reading {

namespace {

constexpr std::size_t longest = 40;      // letters of a name worth a hint
constexpr std::size_t most_names = 500;  // to choose from

std::size_t distance(std::string_view left, std::string_view right) {
  std::vector<std::size_t> row(right.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t(0));
  for (std::size_t i = 0; i < left.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < right.size(); ++j) {
      const std::size_t changed = diagonal + (left[i] == right[j] ? 0 : 1);
      diagonal = std::exchange(row[j + 1], std::min({changed, row[j] + 1, row[j + 1] + 1}));
    }
  }
  return row.back();
}

}  // namespace

std::string nearest_hint(std::string_view name, const std::vector<std::string>& known) {
  if (name.size() > longest || known.size() > most_names) return {};
  const std::string* nearest = nullptr;
  std::size_t least = name.size() / 3 + 1;
  for (const auto& candidate : known) {
    if (candidate.size() > longest) continue;
    const std::size_t away = distance(name, candidate);
    if (away >= least) continue;
    least = away;
    nearest = &candidate;
  }
  return nearest == nullptr ? std::string() : ", close to '" + *nearest + "'";
}

}  // namespace hamel::reading
