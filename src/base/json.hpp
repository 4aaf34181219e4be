// JSON as it is written: numbers keep their digits, duplicate keys are refused, every value knows
// its path.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <hamel/core/error.hpp>

#include "printable.hpp"

namespace hamel {

/// A JSON document. Numbers are kept as the text of the file, so that they can be read exactly.
struct JsonValue {
  enum class Kind { null, boolean, number, string, array, object };

  Kind kind = Kind::null;
  std::string text;               ///< of a string, number or boolean
  std::vector<JsonValue> items;   ///< of an array; of an object, the values of its keys
  std::vector<std::string> keys;  ///< of an object, in the order of the file

  /// The value as a person would recognise it, shortened: `"abc"`, `3.5`, `an object`.
  std::string describe() const;
};

/// Reads JSON (no comments, no trailing commas). Throws InputError naming line and column on a
/// syntax error, and the path of a duplicate key.
JsonValue parse_json(std::string_view text);

/// A value inside a document together with its path, such as `$.initial.a[2]`. Every accessor
/// throws InputError with that path when the value is not what it asks for.
class JsonNode {
 public:
  explicit JsonNode(const JsonValue& root) : value_(&root), path_("$") {}

  const std::string& path() const noexcept { return path_; }
  JsonValue::Kind kind() const noexcept { return value_->kind; }
  bool is_object() const noexcept { return kind() == JsonValue::Kind::object; }
  bool is_array() const noexcept { return kind() == JsonValue::Kind::array; }
  std::size_t size() const noexcept { return value_->items.size(); }
  std::string describe() const { return value_->describe(); }

  bool has(std::string_view key) const;
  /// The member of that key; `expected` says what it should have been when it is missing.
  JsonNode member(std::string_view key, const std::string& expected) const;
  /// All members of an object with their keys.
  std::vector<std::pair<std::string, JsonNode>> members() const;
  /// Element i of an array.
  JsonNode item(std::size_t i) const;
  /// The elements of an array; with `count`, exactly so many.
  std::vector<JsonNode> array() const;
  std::vector<JsonNode> array(std::size_t count, const std::string& expected) const;

  /// Refuses keys that are not in the list.
  void only_keys(const std::vector<std::string>& allowed) const;
  /// The text of a string.
  const std::string& string(const std::string& expected) const;
  /// The text of a string or of a bare number, to be read as a formula.
  const std::string& formula() const;
  bool boolean() const;
  /// A whole number between the limits.
  int integer(int low, int high) const;

  /// Throws InputError; what was found is shown as `printable` shows it.
  [[noreturn]] void refuse(const std::string& expected) const { refuse(describe(), expected); }
  [[noreturn]] void refuse(const std::string& found, const std::string& expected) const {
    throw InputError(path_, printable(found), expected);
  }

 private:
  JsonNode(const JsonValue& value, std::string path) : value_(&value), path_(std::move(path)) {}
  std::string path_of(const std::string& key) const;

  const JsonValue* value_;
  std::string path_;
};

}  // namespace hamel
