// Reading CSV.
#include "csv_table.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace hamel::reading {

namespace {

std::string_view trimmed(std::string_view cell) {
  constexpr std::string_view blank = " \t\r";
  const std::size_t from = cell.find_first_not_of(blank);
  if (from == std::string_view::npos) return {};
  cell = cell.substr(from, cell.find_last_not_of(blank) + 1 - from);
  if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"')
    cell = cell.substr(1, cell.size() - 2);
  return cell;
}

/// The cell at the beginning of what is left of a line, which is taken off it; nothing at its end.
std::optional<std::string_view> next_cell(std::optional<std::string_view>& rest) {
  if (!rest) return std::nullopt;
  const std::size_t comma = rest->find(',');
  const std::string_view cell = trimmed(rest->substr(0, comma));
  if (comma == std::string_view::npos)
    rest.reset();
  else
    rest->remove_prefix(comma + 1);
  return cell;
}

}  // namespace

std::optional<double> decimal(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || stop != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

CsvTable::CsvTable(std::string text) : text_(std::move(text)) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  std::size_t from = text_.starts_with(mark) ? mark.size() : 0;
  for (std::size_t number = 1; from < text_.size(); ++number) {
    const std::size_t end = std::min(text_.find('\n', from), text_.size());
    const std::string_view line = std::string_view(text_).substr(from, end - from);
    if (!trimmed(line).empty()) {
      std::optional<std::string_view> rest = line;
      if (header_.empty())
        while (const auto name = next_cell(rest)) header_.emplace_back(*name);
      else
        rows_.push_back({number, from, line.size()});
    }
    from = end + 1;
  }
}

std::size_t CsvTable::place(const std::string& name) const {
  return static_cast<std::size_t>(std::find(header_.begin(), header_.end(), name) -
                                  header_.begin());
}

std::string CsvTable::cell(std::size_t row, std::size_t column) const {
  const auto& [line, from, length] = rows_[row];
  std::optional<std::string_view> rest = std::string_view(text_).substr(from, length);
  auto cell = next_cell(rest);
  while (cell && column-- > 0) cell = next_cell(rest);
  return std::string(cell.value_or(""));
}

}  // namespace hamel::reading
