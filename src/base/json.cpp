// Reading JSON with exact numbers and precise complaints.
#include "json.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "budget.hpp"
#include "nearest_name.hpp"
#include "printable.hpp"

namespace hamel {

namespace {

using reading::max_keys, reading::max_nesting, reading::max_values;

std::string child_path(const std::string& path, const std::string& key) {
  const bool plain = !key.empty() && std::all_of(key.begin(), key.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '_';
  });
  if (plain) return path + "." + key;
  std::string escaped;
  for (const char c : printable(key)) escaped += c == '\'' ? std::string("\\'") : std::string(1, c);
  return path + "['" + escaped + "']";
}

std::string item_path(const std::string& path, std::size_t i) {
  return path + "[" + std::to_string(i) + "]";
}

/// Line and column of a byte, from 1.
std::string place_of(std::string_view text, std::size_t position) {
  const std::string_view before = text.substr(0, position);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const auto column = before.size() - (before.rfind('\n') + 1) + 1;  // npos + 1 == 0
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

/// Builds a JsonValue from the events of the reader.
class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit Builder(std::string_view text) : text_(text) {}

  JsonValue result() { return std::move(root_); }

  bool null() override { return put(JsonValue::Kind::null, "null"); }
  bool boolean(bool value) override {
    return put(JsonValue::Kind::boolean, value ? "true" : "false");
  }
  bool number_integer(number_integer_t value) override {
    return put(JsonValue::Kind::number, std::to_string(value));
  }
  bool number_unsigned(number_unsigned_t value) override {
    return put(JsonValue::Kind::number, std::to_string(value));
  }
  bool number_float(number_float_t, const string_t& source) override {
    return put(JsonValue::Kind::number, source);
  }
  bool string(string_t& value) override { return put(JsonValue::Kind::string, value); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(JsonValue::Kind::object); }
  bool start_array(std::size_t) override { return open(JsonValue::Kind::array); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    if (!seen_.back().insert(name).second)
      throw InputError(child_path(path(), name), "a second value for this key", "every key once");
    if (seen_.back().size() > max_keys) {
      throw InputError(path(), "more than " + std::to_string(max_keys) + " keys",
                       "at most so many in one object");
    }
    open_.back()->keys.push_back(name);
    return true;
  }

  bool parse_error(std::size_t position, const std::string& last_token,
                   const nlohmann::detail::exception& error) override {
    const std::string where = place_of(text_, position == 0 ? 0 : position - 1);
    if (error.id == 406)
      throw InputError(where, "the number " + printable(last_token),
                       "a number in the range of double");
    const std::string what = error.what();
    const std::size_t detail = what.find(" - ");
    throw InputError(where,
                     position > text_.size() ? "the end of the file"
                     : detail == std::string::npos
                         ? "a JSON syntax error"
                         : "a JSON syntax error: " + printable(what.substr(detail + 3)),
                     "JSON");
  }

 private:
  JsonValue& place() {
    if (++values_ > max_values) {
      throw InputError(path(), "more than " + std::to_string(max_values) + " values in the file",
                       "a shorter file");
    }
    if (open_.empty()) return root_;
    return open_.back()->items.emplace_back();
  }

  bool put(JsonValue::Kind kind, std::string text) {
    JsonValue& value = place();
    value.kind = kind;
    value.text = std::move(text);
    return true;
  }

  bool open(JsonValue::Kind kind) {
    if (open_.size() >= max_nesting) {
      throw InputError(path(), "nesting deeper than " + std::to_string(max_nesting),
                       "a flatter document");
    }
    JsonValue& value = place();
    value.kind = kind;
    open_.push_back(&value);
    seen_.emplace_back();
    return true;
  }

  bool close() {
    open_.pop_back();
    seen_.pop_back();
    return true;
  }

  std::string path() const {
    std::string result = "$";
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
      const JsonValue& value = *open_[i];
      result = value.kind == JsonValue::Kind::object ? child_path(result, value.keys.back())
                                                     : item_path(result, value.items.size() - 1);
    }
    return result;
  }

  std::string_view text_;
  JsonValue root_;
  std::size_t values_ = 0;
  std::vector<std::unordered_set<std::string>> seen_;  // keys of the open values
  std::vector<JsonValue*> open_;  // stays valid: only the innermost open value grows
};

}  // namespace

std::string JsonValue::describe() const {
  switch (kind) {
    case Kind::null:
      return "null";
    case Kind::boolean:
    case Kind::number:
      return printable(text);
    case Kind::string:
      return '"' + printable(text) + '"';
    case Kind::array:
      return "an array of " + std::to_string(items.size());
    case Kind::object:
      return "an object";
  }
  return "nothing";
}

JsonValue parse_json(std::string_view text) {
  // The parser would take the first NUL for the end of the text.
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
    throw InputError(place_of(text, zero), "the byte 0", "JSON");
  Builder builder(text);
  nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
  return builder.result();
}

bool JsonNode::has(std::string_view key) const {
  return std::find(value_->keys.begin(), value_->keys.end(), key) != value_->keys.end();
}

std::string JsonNode::path_of(const std::string& key) const {
  return child_path(path_, key);
}

JsonNode JsonNode::member(std::string_view key, const std::string& expected) const {
  if (!is_object()) refuse("an object with the key '" + std::string(key) + "'");
  const auto found = std::find(value_->keys.begin(), value_->keys.end(), key);
  if (found == value_->keys.end()) throw InputError(path_of(std::string(key)), "nothing", expected);
  return JsonNode(value_->items[found - value_->keys.begin()], path_of(std::string(key)));
}

std::vector<std::pair<std::string, JsonNode>> JsonNode::members() const {
  if (!is_object()) refuse("an object");
  std::vector<std::pair<std::string, JsonNode>> result;
  for (std::size_t i = 0; i < size(); ++i) {
    const std::string& key = value_->keys[i];
    result.emplace_back(key, JsonNode(value_->items[i], path_of(key)));
  }
  return result;
}

JsonNode JsonNode::item(std::size_t i) const {
  return JsonNode(value_->items.at(i), item_path(path_, i));
}

std::vector<JsonNode> JsonNode::array() const {
  if (!is_array()) refuse("an array");
  std::vector<JsonNode> result;
  for (std::size_t i = 0; i < size(); ++i) result.push_back(item(i));
  return result;
}

std::vector<JsonNode> JsonNode::array(std::size_t count, const std::string& expected) const {
  if (!is_array() || size() != count) refuse(expected);
  return array();
}

void JsonNode::only_keys(const std::vector<std::string>& allowed) const {
  for (const auto& [key, node] : members()) {
    if (std::find(allowed.begin(), allowed.end(), key) != allowed.end()) continue;
    throw InputError(node.path(),
                     "unknown key '" + printable(key) + "'" + nearest_hint(key, allowed),
                     "one of " + comma_list(allowed));
  }
}

const std::string& JsonNode::string(const std::string& expected) const {
  if (kind() != JsonValue::Kind::string) refuse(expected);
  return value_->text;
}

const std::string& JsonNode::formula() const {
  if (kind() != JsonValue::Kind::string && kind() != JsonValue::Kind::number) {
    refuse("a number or a formula in quotes");
  }
  return value_->text;
}

bool JsonNode::boolean() const {
  if (kind() != JsonValue::Kind::boolean) refuse("true or false");
  return value_->text == "true";
}

int JsonNode::integer(int low, int high) const {
  int value = 0;
  const std::string& text = value_->text;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if ((kind() != JsonValue::Kind::number && kind() != JsonValue::Kind::string) ||
      error != std::errc() || end != text.data() + text.size() || value < low || value > high) {
    refuse(low == high
               ? std::to_string(low)
               : "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  }
  return value;
}

}  // namespace hamel
