// Reading signals from tables.
#include "tables.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include <hamel/algebra/rational_text.hpp>
#include <hamel/core/nearest_name.hpp>
#include <hamel/io/printable.hpp>

#include "reading.hpp"
#include "sha256.hpp"

namespace hamel::reading {

namespace {

constexpr const char* between_words = "\"held\" or \"linear\"";

/// A finite number in decimals.
std::optional<double> decimal(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || stop != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

// ---- CSV files

std::string_view trimmed(std::string_view cell) {
  const auto strip = [&](char c) {
    while (cell.starts_with(c)) cell.remove_prefix(1);
    while (cell.ends_with(c)) cell.remove_suffix(1);
  };
  for (const char c : {'\r', ' ', '\t', ' '}) strip(c);
  if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"')
    cell = cell.substr(1, cell.size() - 2);
  return cell;
}

std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  for (;;) {
    const std::size_t comma = line.find(',');
    cells.emplace_back(trimmed(line.substr(0, comma)));
    if (comma == std::string_view::npos) return cells;
    line.remove_prefix(comma + 1);
  }
}

/// A CSV file, line by line.
class CsvTable {
 public:
  CsvTable(const std::string& path, const std::string& shown) : shown_(shown) {
    const std::string text = read_text(path, "a table, a CSV file with a header");
    sha256_ = sha256(text);
    std::string_view rest = text;
    if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
    for (std::size_t number = 1; !rest.empty(); ++number) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const std::string_view line = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (trimmed(line).empty()) continue;
      if (header_.empty()) {
        header_ = cells_of(line);
        continue;
      }
      if (rows_.size() == max_table_rows)
        throw InputError(printable(shown_), "more than " + std::to_string(max_table_rows) + " rows",
                         "at most so many in all tables of a system file");
      rows_.push_back({number, cells_of(line)});
    }
    if (header_.empty())
      throw InputError(printable(shown_), "an empty file", "a CSV file with a header");
  }

  std::size_t size() const noexcept { return rows_.size(); }
  TableRead about() const { return {shown_, sha256_, size()}; }

  /// The numbers of a column, as they are written.
  std::vector<std::string> column(const std::string& name, bool grows, const JsonNode& node) const {
    const auto place = std::find(header_.begin(), header_.end(), name);
    if (place == header_.end())
      node.refuse("'" + name + "'" + nearest_hint(name, header_),
                  "a column of " + shown_ + ": " + comma_list(header_));
    const auto k = static_cast<std::size_t>(place - header_.begin());
    std::vector<std::string> numbers;
    double before = -HUGE_VAL;
    for (const Row& row : rows_) {
      const std::string found = k < row.cells.size() ? row.cells[k] : "";
      const auto value = decimal(found);
      if (!value) refuse(row, name, "'" + found + "'", "a finite number");
      if (grows && !(*value > before))
        refuse(row, name, found + " after " + text(before), "times that grow");
      before = *value;
      numbers.push_back(found);
    }
    return numbers;
  }

 private:
  struct Row {
    std::size_t line;
    std::vector<std::string> cells;
  };

  [[noreturn]] void refuse(const Row& row, const std::string& column, const std::string& found,
                           const std::string& expected) const {
    throw InputError(
        printable(shown_) + ", line " + std::to_string(row.line) + ", column " + printable(column),
        printable(found), expected);
  }

  std::string shown_, sha256_;
  std::vector<std::string> header_;
  std::vector<Row> rows_;
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
    const CsvTable& table = table_at(path);
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
  const CsvTable& table_at(const std::string& path) {
    const auto known = tables_.find(path);
    if (known != tables_.end()) return known->second;
    return tables_.try_emplace(path, (folder_ / path).string(), path).first->second;
  }

  std::filesystem::path folder_;
  std::map<std::string, CsvTable> tables_;
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
