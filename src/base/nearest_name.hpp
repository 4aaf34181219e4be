// A hint for a name that was mistyped.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hamel {

/// Letters to add, leave out or change between two names (Levenshtein 1966), row by row; capital or not is no change.
inline std::size_t letters_between(std::string_view left, std::string_view right) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; };
  std::vector<std::size_t> row(right.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t(0));
  for (std::size_t i = 0; i < left.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < right.size(); ++j) {
      const std::size_t changed = diagonal + (lower(left[i]) == lower(right[j]) ? 0 : 1);
      diagonal = std::exchange(row[j + 1], std::min({changed, row[j] + 1, row[j + 1] + 1}));
    }
  }
  return row.back();
}

/// `, close to 'metric'` for the name that differs in the fewest letters, when those are at most a third of it; else
/// nothing. Names of more than 40 letters, and among more than 500, get no hint.
inline std::string nearest_hint(std::string_view name, const std::vector<std::string>& known) {
  constexpr std::size_t longest = 40, most_names = 500;
  if (name.size() > longest || known.size() > most_names) return {};
  const std::string* nearest = nullptr;
  std::size_t least = name.size() / 3 + 1;
  for (const auto& candidate : known) {
    if (candidate.size() > longest) continue;
    const std::size_t away = letters_between(name, candidate);
    if (away >= least) continue;
    least = away;
    nearest = &candidate;
  }
  return nearest == nullptr ? std::string() : ", close to '" + *nearest + "'";
}

/// The names in a row, for what was expected.
inline std::string comma_list(const std::vector<std::string>& names) {
  std::string list;
  for (const auto& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

}  // namespace hamel
