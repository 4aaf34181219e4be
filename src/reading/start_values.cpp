// Starts read from the tables and answers of other runs.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <hamel/algebra/rational_text.hpp>
#include <hamel/core/error.hpp>
#include <hamel/io/csv.hpp>
#include <hamel/io/start.hpp>

#include "base/json.hpp"
#include "base/printable.hpp"
#include "csv_table.hpp"
#include "reading.hpp"

namespace hamel {

namespace {

using Formulas = StartGiven::Formulas;

constexpr const char* sources = "a table (CSV) or an answer (JSON) of a run";

/// The columns that a start of the file is read from.
struct Columns {
  std::vector<std::string> coordinates, velocities, multipliers, momenta;

  explicit Columns(const SystemFile& file) {
    if (const auto* group = std::get_if<GroupSystem>(&file.system)) {
      coordinates = group->coordinates;
      velocities = reading::numbered("a", group->dim());
      momenta = reading::numbered("p", group->dim());
      return;
    }
    const auto& chart = std::get<ChartSystem>(file.system);
    coordinates = chart.coordinates;
    for (const auto& name : coordinates) velocities.push_back(name + "_dot");
    multipliers = reading::numbered("lambda", static_cast<int>(chart.constraints.size()));
  }
};

/// The start in the cells `cell(column)`, which has none for a column that is not there.
template <class Cell>
StartGiven start_of(const SystemFile& file, const Cell& cell, const std::string& where) {
  const Columns columns(file);
  const auto all = [&](const std::vector<std::string>& names) {
    Formulas formulas;
    for (const auto& name : names) {
      const auto found = cell(name);
      if (!found) throw InputError(where, "no column " + name, "one, as the CSV of a run has");
      formulas.push_back(*found);
    }
    return formulas;
  };
  const auto are_there = [&](const std::vector<std::string>& names) {
    return !names.empty() && std::all_of(names.begin(), names.end(),
                                         [&](const auto& name) { return bool(cell(name)); });
  };
  StartGiven start;
  start.t = cell("t");
  const Formulas x = all(columns.coordinates);
  for (std::size_t i = 0; i < x.size(); ++i) start.x[columns.coordinates[i]] = x[i];
  start.a = all(columns.velocities);
  if (are_there(columns.momenta))
    start.p = all(columns.momenta);
  else if (are_there(columns.multipliers))
    start.mu = all(columns.multipliers);
  else
    start.mu = Formulas(
        columns.momenta.empty() ? columns.multipliers.size() : columns.momenta.size(), "0");
  return start;
}

StartGiven start_of_table(const SystemFile& file, const std::string& text, const std::string& where,
                          const std::string& row) {
  const reading::CsvTable table(text);
  if (table.size() == 0) throw InputError(where, "a table without rows", sources);

  std::size_t chosen = table.size() - 1;
  if (row.starts_with("t=")) {
    const auto asked = reading::decimal(row.substr(2));
    if (!asked) throw InputError(where, "'#" + row + "'", "a time, as #t=1.5");
    const std::size_t column = table.place("t");
    double nearest = HUGE_VAL, spacing = HUGE_VAL;
    for (std::size_t i = 0; i < table.size(); ++i) {
      const auto t = reading::decimal(table.cell(i, column));
      if (!t) throw InputError(where + ", row " + std::to_string(i), "no time t", "one");
      if (std::abs(*t - *asked) < std::abs(nearest - *asked)) nearest = *t, chosen = i;
      spacing = 1e-9 * std::max(1., std::abs(*asked));
    }
    if (!(std::abs(nearest - *asked) <= spacing))
      throw InputError(where, "no row of t = " + hamel::text(*asked),
                       "one; the nearest is of t = " + full_precision(nearest));
  } else if (!row.empty()) {
    long index = 0;
    const auto [stop, error] = std::from_chars(row.data(), row.data() + row.size(), index);
    const long count = static_cast<long>(table.size());
    if (error != std::errc() || stop != row.data() + row.size() || index < -count || index >= count)
      throw InputError(where, "'#" + row + "'",
                       "a row from 0 to " + std::to_string(count - 1) + ", or #t=TIME");
    chosen = static_cast<std::size_t>(index < 0 ? index + count : index);
  }

  const std::string row_name = where + ", row " + std::to_string(chosen);
  const auto cell = [&](const std::string& name) -> std::optional<std::string> {
    const std::size_t i = table.place(name);
    if (i == table.header().size()) return std::nullopt;
    const std::string found = table.cell(chosen, i);
    if (!reading::decimal(found) || !try_parse_rational(found))
      throw InputError(row_name + ", column " + name, "'" + printable(found) + "'",
                       "a finite number");
    return found;
  };
  return start_of(file, cell, where);
}

Formulas formulas_of(const JsonNode& node) {
  Formulas all;
  for (const auto& item : node.array()) all.push_back(item.formula());
  return all;
}

/// An object as `initial` has it.
StartGiven start_of_initial(const SystemFile& file, const JsonNode& node) {
  const auto* chart = std::get_if<ChartSystem>(&file.system);
  chart != nullptr ? node.only_keys({"t", "q", "q_dot", "lambda", "find"})
                   : node.only_keys({"t", "x", "a", "u", "mu", "p", "find"});
  StartGiven start;
  if (node.has("t")) start.t = node.member("t", "").formula();
  if (node.has("find")) start.find = formulas_of(node.member("find", ""));
  const char* const place = chart != nullptr ? "q" : "x";
  if (node.has(place))
    for (const auto& [name, value] : node.member(place, "").members())
      start.x[name] = value.formula();
  if (chart == nullptr) {
    if (node.has("a")) start.a = formulas_of(node.member("a", ""));
    if (node.has("u")) start.u = formulas_of(node.member("u", ""));
    if (node.has("mu")) start.mu = formulas_of(node.member("mu", ""));
    if (node.has("p")) start.p = formulas_of(node.member("p", ""));
    if (!start.p && !start.mu)
      start.mu = Formulas(static_cast<std::size_t>(std::get<GroupSystem>(file.system).dim()), "0");
    return start;
  }
  if (node.has("q_dot")) {
    const JsonNode velocity = node.member("q_dot", "");
    velocity.only_keys(chart->coordinates);
    start.a = Formulas(chart->coordinates.size(), "0");
    for (const auto& [name, value] : velocity.members())
      (*start.a)[static_cast<std::size_t>(
          std::find(chart->coordinates.begin(), chart->coordinates.end(), name) -
          chart->coordinates.begin())] = value.formula();
  }
  start.mu = node.has("lambda") ? formulas_of(node.member("lambda", ""))
                                : Formulas(chart->constraints.size(), "0");
  return start;
}

StartGiven start_of_answer(const SystemFile& file, const std::string& text,
                           const std::string& where, const std::string& part) {
  const JsonValue document = parse_json(text);
  const JsonNode node(document);
  try {
    if (!part.empty() && part != "start" && part != "end")
      throw InputError("'#" + part + "'", "neither start nor end", "#start or #end of an answer");
    if (node.has("schema") && node.has("initial") &&
        (node.has("group") || node.has("chart") || node.has("algebra")))
      return start_of_initial(file, node.member("initial", ""));
    for (const char* const key : {"initial", "final"})  // of steer, that of simulate
      if (node.has(key) && part == (std::string(key) == "final" ? "end" : "start"))
        return start_of_initial(file, node.member(key, ""));
    if (node.has("status")) {
      const bool steered = node.has("candidates");
      return start_of_initial(file, node.member(steered ? "initial" : "final", "a state"));
    }
    return start_of_initial(file, node);
  } catch (const InputError& error) {
    throw InputError(where + ": " + error.where(), error.found(), error.expected());
  }
}

}  // namespace

StartGiven start_of_row(const SystemFile& file, const std::vector<std::string>& columns,
                        std::span<const double> row) {
  const auto cell = [&](const std::string& name) -> std::optional<std::string> {
    const auto i =
        static_cast<std::size_t>(std::find(columns.begin(), columns.end(), name) - columns.begin());
    if (i == columns.size()) return std::nullopt;
    if (i >= row.size() || !std::isfinite(row[i]))
      throw InputError("row, column " + name, i < row.size() ? text(row[i]) : "nothing",
                       "a finite number");
    return full_precision(row[i]);
  };
  return start_of(file, cell, "row");
}

StartGiven read_start(const SystemFile& file, const std::string& source) {
  const std::size_t hash = source.rfind('#');
  const std::string path = source.substr(0, hash);
  const std::string part = hash == std::string::npos ? "" : source.substr(hash + 1);
  const std::string where = "--from " + printable(path);
  const std::string text = [&] {
    try {
      return reading::read_text(path, sources);
    } catch (const InputError& error) {
      throw InputError(where, error.found(), error.expected());
    }
  }();
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) throw InputError(where, "nothing", sources);
  return text[first] == '{' ? start_of_answer(file, text, where, part)
                            : start_of_table(file, text, where, part);
}

}  // namespace hamel
