// Setting the parameters of a system file that has been read.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <hamel/core/error.hpp>
#include <hamel/core/nearest_name.hpp>
#include <hamel/io/json.hpp>
#include <hamel/io/model.hpp>

#include "reading.hpp"
#include "templates.hpp"

namespace hamel {

namespace {

/// The member of that key, made where it is not there.
JsonValue& member_of(JsonValue& object, const std::string& key, const JsonValue& otherwise) {
  const auto place = std::find(object.keys.begin(), object.keys.end(), key);
  if (place != object.keys.end()) return object.items[place - object.keys.begin()];
  object.keys.push_back(key);
  return object.items.emplace_back(otherwise);
}

JsonValue zero() {
  return {JsonValue::Kind::string, "0", {}, {}};
}
JsonValue zeros(std::size_t n) {
  return {JsonValue::Kind::array, "", std::vector<JsonValue>(n, zero()), {}};
}
JsonValue no_members() {
  return {JsonValue::Kind::object, "", {}, {}};
}

/// The index from 0 that a name such as mu2 says, where it is the letters and a whole number from 1 to n.
std::optional<int> numbered(std::string_view name, std::string_view letters, std::size_t n) {
  if (!name.starts_with(letters) || name.size() == letters.size() || name[letters.size()] == '0')
    return std::nullopt;
  std::size_t i = 0;
  const char* const end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(name.data() + letters.size(), end, i);
  if (error != std::errc() || stop != end || i < 1 || i > n) return std::nullopt;
  return static_cast<int>(i - 1);
}

bool is_among(std::string_view name, const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

struct Model::Source {
  JsonValue document;
  reading::Templates templates;

  SystemFile read() {
    const reading::Templates::Use use(templates);
    return reading::read_document(document);
  }

  /// The list of numbers of the start with entry i set.
  void set_entry(JsonValue& initial, const char* key, std::size_t n, int i, const Rational& value) {
    member_of(initial, key, zeros(n));
    templates.set_at(std::string("$.initial.") + key + "[" + std::to_string(i) + "]", value);
  }
  /// The named number of the start.
  void set_named(JsonValue& initial, const char* key, const std::string& name,
                 const Rational& value) {
    member_of(member_of(initial, key, no_members()), name, zero());
    templates.set_at(std::string("$.initial.") + key + "." + name, value);
  }

  /// Sets the number of the start that has the name; false where there is none.
  bool set_start(const SystemFile& file, const std::string& name, const Rational& value) {
    if (const auto* group = std::get_if<GroupSystem>(&file.system)) {
      if (!group->start) return false;
      JsonValue& initial = member_of(document, "initial", no_members());
      const std::size_t n = group->dim();
      if (is_among(name, group->coordinates)) {
        set_named(initial, "x", name, value);
      } else if (const auto i = numbered(name, "a", n)) {
        set_entry(initial, "a", n, *i, value);
      } else if (const auto j = numbered(name, "u", group->span.size())) {
        templates.set_coefficient(*j, value);
      } else if (const auto k = numbered(name, "mu", group->constrained() ? n : 0)) {
        set_entry(initial, "mu", n, *k, value);
      } else {
        return false;
      }
      return true;
    }
    const auto& chart = std::get<ChartSystem>(file.system);
    if (!chart.start) return false;
    JsonValue& initial = member_of(document, "initial", no_members());
    const std::string coordinate =
        name.ends_with("_dot") ? name.substr(0, name.size() - 4) : std::string();
    const std::size_t m = chart.constraints.size();
    if (is_among(name, chart.coordinates)) {
      set_named(initial, "q", name, value);
    } else if (is_among(coordinate, chart.coordinates)) {
      set_named(initial, "q_dot", coordinate, value);
    } else if (const auto k = numbered(name, "lambda", m)) {
      set_entry(initial, "lambda", m, *k, value);
    } else {
      return false;
    }
    return true;
  }
};

Model::Model(std::unique_ptr<Source> source) : source_(std::move(source)), file_(source_->read()) {}
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

Model Model::read(const std::string& path) {
  return parse(reading::read_text(path));
}
Model Model::parse(std::string_view json) {
  return Model(std::make_unique<Source>(Source{parse_json(json), {}}));
}

std::vector<std::string> Model::parameters() const {
  std::vector<std::string> names;
  for (const auto& one : file_.parameters) names.push_back(one.first);
  return names;
}

void Model::require(std::string_view name) const {
  if (file_.parameters.contains(name)) return;
  std::string known;
  for (const auto& one : parameters()) known += (known.empty() ? "" : ", ") + one;
  throw InputError("parameter", "'" + std::string(name) + "'" + nearest_hint(name, parameters()),
                   known.empty() ? "a file with parameters" : "one of " + known);
}

Number Model::parameter(std::string_view name) const {
  require(name);
  return reading::value_at(file_.parameters.find(name)->second, {});
}

void Model::set(const std::string& name, const Rational& value) {
  require(name);
  set({{name, value}});
}

void Model::set(const std::vector<std::pair<std::string, Rational>>& values) {
  auto before = source_->templates.values();
  JsonValue document = source_->document;
  try {
    for (const auto& [name, value] : values) {
      if (file_.parameters.contains(name)) {
        source_->templates.set(name, value);
      } else if (!source_->set_start(file_, name, value)) {
        const auto known = settable();
        throw InputError(
            "parameter", "'" + name + "'" + nearest_hint(name, known),
            known.empty() ? "a file with parameters or a start" : "one of " + comma_list(known));
      }
    }
    file_ = source_->read();
  } catch (...) {
    source_->templates.restore(std::move(before));
    source_->document = std::move(document);
    throw;
  }
}

std::vector<std::string> Model::settable() const {
  std::vector<std::string> names = parameters();
  const auto add = [&](const std::string& name) {
    if (!is_among(name, names)) names.push_back(name);
  };
  const auto add_numbered = [&](const std::string& letters, std::size_t n) {
    for (std::size_t i = 1; i <= n; ++i) add(letters + std::to_string(i));
  };
  if (const auto* group = std::get_if<GroupSystem>(&file_.system)) {
    if (!group->start) return names;
    for (const auto& name : group->coordinates) add(name);
    add_numbered("a", group->dim());
    add_numbered("u", group->span.size());
    if (group->constrained()) add_numbered("mu", group->dim());
    return names;
  }
  const auto& chart = std::get<ChartSystem>(file_.system);
  if (!chart.start) return names;
  for (const auto& name : chart.coordinates) add(name);
  for (const auto& name : chart.coordinates) add(name + "_dot");
  add_numbered("lambda", chart.constraints.size());
  return names;
}

void Model::set(const std::string& name, double value) {
  if (!std::isfinite(value)) throw InputError("parameter " + name, text(value), "a finite number");
  set(name, Rational(value));
}

}  // namespace hamel
