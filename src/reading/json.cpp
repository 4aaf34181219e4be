// Reading JSON with exact numbers and precise complaints.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/io/json.hpp>

namespace hamel {

namespace {

constexpr std::size_t max_depth = 64;

std::string child_path(const std::string& path, const std::string& key) {
  const bool plain = !key.empty() && std::all_of(key.begin(), key.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '_';
  });
  return plain ? path + "." + key : path + "['" + key + "']";
}

std::string item_path(const std::string& path, std::size_t i) {
  return path + "[" + std::to_string(i) + "]";
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
    JsonValue& object = *open_.back();
    if (std::find(object.keys.begin(), object.keys.end(), name) != object.keys.end()) {
      throw InputError(child_path(path(), name), "a second value for this key", "every key once");
    }
    object.keys.push_back(name);
    return true;
  }

  bool parse_error(std::size_t position, const std::string& last_token,
                   const nlohmann::detail::exception& error) override {
    const std::string_view before = text_.substr(0, position == 0 ? 0 : position - 1);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const auto column = before.size() - (before.rfind('\n') + 1) + 1;  // npos + 1 == 0
    const std::string where = "line " + std::to_string(line) + ", column " + std::to_string(column);
    if (error.id == 406)
      throw InputError(where, "the number " + last_token, "a number in the range of double");
    const std::string what = error.what();
    const std::size_t detail = what.find(" - ");
    throw InputError(
        where, position > text_.size() ? "the end of the file" : "a JSON syntax error",
        "JSON" + (detail == std::string::npos ? "" : " (" + what.substr(detail + 3) + ")"));
  }

 private:
  JsonValue& place() {
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
    if (open_.size() >= max_depth) {
      throw InputError(path(), "nesting deeper than " + std::to_string(max_depth),
                       "a flatter document");
    }
    JsonValue& value = place();
    value.kind = kind;
    open_.push_back(&value);
    return true;
  }

  bool close() {
    open_.pop_back();
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
  std::vector<JsonValue*> open_;  // stays valid: only the innermost open value grows
};

}  // namespace

std::string JsonValue::describe() const {
  const auto shortened = [](const std::string& s) {
    return s.size() <= 60 ? s : s.substr(0, 57) + "...";
  };
  switch (kind) {
    case Kind::null:
      return "null";
    case Kind::boolean:
    case Kind::number:
      return shortened(text);
    case Kind::string:
      return '"' + shortened(text) + '"';
    case Kind::array:
      return "an array of " + std::to_string(items.size());
    case Kind::object:
      return "an object";
  }
  return "nothing";
}

JsonValue parse_json(std::string_view text) {
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
    std::string list;
    for (const auto& name : allowed) list += (list.empty() ? "" : ", ") + name;
    throw InputError(node.path(), "unknown key '" + key + "'", "one of " + list);
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
