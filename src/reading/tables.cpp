// Reading signals from tables.
#include "tables.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include <hamel/algebra/rational_text.hpp>

#include "base/nearest_name.hpp"
#include "base/printable.hpp"
#include "base/sha256.hpp"
#include "csv_table.hpp"
#include "reading.hpp"

namespace hamel::reading {

namespace {

constexpr const char* between_words = "\"held\" or \"linear\"";

/// A CSV file that a system file names.
class NamedTable {
 public:
  NamedTable(std::string bytes, const std::string& shown)
      : shown_(shown), sha256_(sha256(bytes)), table_(std::move(bytes)) {
    if (table_.header().empty())
      throw InputError(printable(shown_), "an empty file", "a CSV file with a header");
    if (table_.size() > max_table_rows)
      throw InputError(printable(shown_), "more than " + std::to_string(max_table_rows) + " rows",
                       "at most so many in all tables of a system file");
  }

  TableRead about() const { return {shown_, sha256_, table_.size()}; }

  /// The numbers of a column, as they are written.
  std::vector<std::string> column(const std::string& name, bool grows, const JsonNode& node) const {
    const std::size_t place = table_.place(name);
    if (place == table_.header().size())
      node.refuse("'" + name + "'" + nearest_hint(name, table_.header()),
                  "a column of " + shown_ + ": " + comma_list(table_.header()));
    std::vector<std::string> numbers;
    double before = -HUGE_VAL;
    for (std::size_t row = 0; row < table_.size(); ++row) {
      const std::string found = table_.cell(row, place);
      const auto refuse = [&](const std::string& what, const char* expected) {
        throw InputError(printable(shown_) + ", line " + std::to_string(table_.line(row)) +
                             ", column " + printable(name),
                         printable(what), expected);
      };
      const auto value = decimal(found);
      if (!value) refuse("'" + found + "'", "a finite number");
      if (grows && !(*value > before)) refuse(found + " after " + text(before), "times that grow");
      before = *value;
      numbers.push_back(found);
    }
    return numbers;
  }

 private:
  std::string shown_, sha256_;
  CsvTable table_;
};

JsonValue as_array(const std::vector<std::string>& numbers) {
  JsonValue list{JsonValue::Kind::array, "", {}, {}};
  for (const auto& one : numbers) list.items.push_back({JsonValue::Kind::string, one, {}, {}});
  return list;
}

/// The tables of one system file, each of them read once.
class Tables {
 public:
  explicit Tables(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// `{"table": .., "time": .., "column": .., "between": ..}` with its numbers in place of their names.
  JsonValue numbers_of(const JsonNode& node) {
    node.only_keys({"table", "time", "column", "between"});
    const auto name_in = [&](const char* key, const char* what) {
      return node.member(key, what).string(what);
    };
    const std::string path = name_in("table", "the path of a CSV file");
    const NamedTable& table = table_at(path);
    const std::string time = name_in("time", "the name of the column of times"),
                      column = name_in("column", "the name of the column of the signal"),
                      between = name_in("between", between_words);
    return {JsonValue::Kind::object,
            "",
            {as_array(table.column(time, true, node.member("time", ""))),
             as_array(table.column(column, false, node.member("column", ""))),
             {JsonValue::Kind::string, between, {}, {}}},
            {"t", "w", "between"}};
  }

  std::vector<TableRead> read() const {
    std::vector<TableRead> all;
    for (const auto& one : tables_) all.push_back(one.second.about());
    return all;
  }

 private:
  const NamedTable& table_at(const std::string& path) {
    const auto known = tables_.find(path);
    if (known != tables_.end()) return known->second;
    return tables_
        .try_emplace(
            path, read_text((folder_ / path).string(), "a table, a CSV file with a header"), path)
        .first->second;
  }

  std::filesystem::path folder_;
  std::map<std::string, NamedTable> tables_;
};

/// The document as JSON.
void write(const JsonValue& value, std::string& text) {
  const auto quoted = [](const std::string& words) {
    return nlohmann::json(words).dump(-1, ' ', true);
  };
  switch (value.kind) {
    case JsonValue::Kind::array:
    case JsonValue::Kind::object: {
      const bool is_array = value.kind == JsonValue::Kind::array;
      text += is_array ? '[' : '{';
      for (std::size_t i = 0; i < value.items.size(); ++i) {
        if (i > 0) text += ',';
        if (!is_array) text += quoted(value.keys[i]) + ":";
        write(value.items[i], text);
      }
      text += is_array ? ']' : '}';
      return;
    }
    case JsonValue::Kind::string:
      text += quoted(value.text);
      return;
    default:
      text += value.text;
  }
}

/// The member of that key; null where there is none.
JsonValue* member_of(JsonValue& object, std::string_view key) {
  if (object.kind != JsonValue::Kind::object) return nullptr;
  const auto place = std::find(object.keys.begin(), object.keys.end(), key);
  return place == object.keys.end() ? nullptr : &object.items[place - object.keys.begin()];
}

SystemText with_tables_beside(std::string own, const std::filesystem::path& folder) {
  SystemText result{own, std::move(own), {}};
  if (result.own.find("\"table\"") == std::string::npos) return result;
  JsonValue document = parse_json(result.own);
  JsonValue* const inputs = member_of(document, "inputs");
  if (inputs == nullptr || inputs->kind != JsonValue::Kind::object) return result;
  Tables tables(folder);
  std::size_t rows = 0;
  for (std::size_t i = 0; i < inputs->items.size(); ++i) {
    JsonValue* const signal = member_of(inputs->items[i], "signal");
    if (signal == nullptr || member_of(*signal, "table") == nullptr) continue;
    const JsonNode node =
        JsonNode(document).member("inputs", "").member(inputs->keys[i], "").member("signal", "");
    JsonValue numbers = tables.numbers_of(node);
    rows += numbers.items[0].items.size();
    if (rows > max_table_rows)
      node.refuse("more than " + std::to_string(max_table_rows) + " rows in all tables",
                  "at most so many in a system file");
    *signal = std::move(numbers);
  }
  result.tables = tables.read();
  result.whole.clear();
  write(document, result.whole);
  return result;
}

// ---- tables in a system file

/// The numbers of an array, and their texts.
std::vector<double> decimals(const JsonNode& node, std::vector<const std::string*>& texts) {
  std::vector<double> values;
  for (const JsonNode& item : node.array()) {
    texts.push_back(&item.formula());
    const auto value = decimal(*texts.back());
    if (!value) item.refuse("a finite number in decimals");
    values.push_back(*value);
  }
  return values;
}

/// t less the time of the start, both exactly where they are exact.
double since(const Number& start, const std::string& written, double t) {
  if (start.value == 0) return t;
  const auto exact = start.exact ? try_parse_rational(written) : std::nullopt;
  return exact ? to_double(Rational(*exact - *start.exact)) : t - start.value;
}

}  // namespace

SystemText read_system_text(const std::string& path) {
  const auto folder = path == "-" ? "" : std::filesystem::path(path).parent_path();
  return with_tables_beside(read_text(path), folder.empty() ? "." : folder);
}

SystemText with_tables(std::string text) {
  return with_tables_beside(std::move(text), ".");
}

std::shared_ptr<const SignalTable> read_signal_table(const JsonNode& node, const StartTime& start,
                                                     bool has_start) {
  node.only_keys({"t", "w", "between"});
  const JsonNode times = node.member("t", "times that grow"),
                 numbers = node.member("w", "the signal at these times"),
                 kind = node.member("between", between_words);
  SignalTable table;
  const std::string& between = kind.string(between_words);
  if (between != "held" && between != "linear") kind.refuse(between_words);
  table.linear = between == "linear";
  std::vector<const std::string*> texts, unused;
  table.t = decimals(times, texts);
  table.w = decimals(numbers, unused);
  if (table.t.size() < 2) times.refuse(std::to_string(table.t.size()) + " times", "at least 2");
  if (table.w.size() != table.t.size())
    numbers.refuse(std::to_string(table.w.size()) + " numbers",
                   std::to_string(table.t.size()) + ", one for each time");
  const double first = table.t.front(), last = table.t.back();
  for (std::size_t i = 0; i < table.t.size(); ++i) {
    table.t[i] = since(start.value(), *texts[i], table.t[i]);
    if (i > 0 && !(table.t[i] > table.t[i - 1]))
      times.item(i).refuse(*texts[i] + " after " + *texts[i - 1], "times that grow");
  }
  if (has_start && !(table.t.front() <= 0 && table.t.back() > 0))
    node.refuse("a table from " + text(first) + " to " + text(last) + " and a start at " +
                    text(start.value().value),
                "a start inside, see initial.t");
  return std::make_shared<const SignalTable>(std::move(table));
}

}  // namespace hamel::reading
