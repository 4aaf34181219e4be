// Setting the parameters of a system file that has been read.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <hamel/core/error.hpp>
#include <hamel/io/csv.hpp>
#include <hamel/io/model.hpp>

#include "base/json.hpp"
#include "base/nearest_name.hpp"
#include "base/sha256.hpp"
#include "group_start.hpp"
#include "reading.hpp"
#include "tables.hpp"
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

JsonValue formula(const std::string& text) {
  return {JsonValue::Kind::string, text, {}, {}};
}
JsonValue array_of(const std::vector<std::string>& formulas) {
  JsonValue list{JsonValue::Kind::array, "", {}, {}};
  for (const auto& one : formulas) list.items.push_back(formula(one));
  return list;
}
bool has_member(const JsonValue& object, const std::string& key) {
  return std::find(object.keys.begin(), object.keys.end(), key) != object.keys.end();
}
/// Takes the member `old` out and puts `key` in, with that value.
void replace(JsonValue& object, const std::string& old, const std::string& key, JsonValue value) {
  if (const auto place = std::find(object.keys.begin(), object.keys.end(), old);
      place != object.keys.end()) {
    object.items.erase(object.items.begin() + (place - object.keys.begin()));
    object.keys.erase(place);
  }
  member_of(object, key, zero()) = std::move(value);
}

/// All of the velocity is given by coefficients of the vectors that span d: none of it is to be found.
void find_nothing(JsonValue& initial) {
  if (has_member(initial, "find")) member_of(initial, "find", zero()) = array_of({});
}

/// Numbers as formulas: exact ones as fractions, unless they are too long.
std::vector<std::string> formulas(const std::vector<Number>& numbers) {
  constexpr std::size_t longest = 1000;
  std::vector<std::string> all;
  for (const Number& x : numbers) {
    std::string exact = x.exact ? x.exact->str() : std::string();
    all.push_back(exact.empty() || exact.size() > longest ? full_precision(x.value)
                                                          : std::move(exact));
  }
  return all;
}

bool is_among(std::string_view name, const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

struct Model::Source {
  explicit Source(JsonValue text) : original(std::move(text)), document(original) {}

  /// What a member of the start is called in the document, and how far the values set go.
  struct State {
    reading::Templates::Values values;
    std::optional<StartGiven> start;
    std::map<std::string, Rational, std::less<>> numbers;
  };

  JsonValue original;
  JsonValue document;
  reading::Templates templates;
  std::optional<StartGiven> start;                       ///< in place of that of the file
  std::map<std::string, Rational, std::less<>> numbers;  ///< of the start, set one by one

  SystemFile read() {
    const reading::Templates::Use use(templates);
    return reading::read_document(document);
  }
  State state() const { return {templates.values(), start, numbers}; }
  void restore(State state) {
    templates.restore(std::move(state.values));
    start = std::move(state.start);
    numbers = std::move(state.numbers);
  }

  /// The document with the start and the numbers that were set in it.
  SystemFile build(const SystemFile& file) {
    templates.forget_values("$.initial");
    if (!start && numbers.empty()) {
      document = original;
      return read();
    }
    document = original;
    JsonValue& initial = member_of(document, "initial", no_members());
    if (start) put_start(file, initial);
    std::visit([&](const auto& system) { put_numbers(system, initial); }, file.system);
    return read();
  }

 private:
  /// The numbers set whose names are the letters and a whole number from 1 to n, by index.
  std::map<int, Rational> set_of(std::string_view letters, std::size_t n) const {
    std::map<int, Rational> found;
    for (const auto& [name, value] : numbers)
      if (const auto i = numbered(name, letters, n)) found.emplace(*i, value);
    return found;
  }
  /// Puts them in the list of the start of that key.
  void put_entries(JsonValue& initial, const char* key, std::size_t n,
                   const std::map<int, Rational>& entries) {
    if (entries.empty()) return;
    member_of(initial, key, zeros(n));
    for (const auto& [i, value] : entries)
      templates.set_at(std::string("$.initial.") + key + "[" + std::to_string(i) + "]", value);
  }
  /// Puts the named numbers of the start in the object of that key.
  void put_named(JsonValue& initial, const char* key, const std::vector<std::string>& names,
                 const std::string& ending) {
    for (const auto& name : names)
      if (const auto set = numbers.find(name + ending); set != numbers.end()) {
        member_of(member_of(initial, key, no_members()), name, zero());
        templates.set_at(std::string("$.initial.") + key + "." + name, set->second);
      }
  }
  void put_time(JsonValue& initial) {
    if (const auto t = numbers.find("t"); t != numbers.end()) {
      member_of(initial, "t", zero());
      templates.set_at("$.initial.t", t->second);
    }
  }

  void put_numbers(const GroupSystem& system, JsonValue& initial) {
    const std::size_t n = system.dim(), r = system.span.size();
    const auto a = set_of("a", n), u = set_of("u", r), mu = set_of("mu", n);
    // what stays is as it was at the place of the file
    const auto before = [&] {
      const auto file = read();
      return *std::get<GroupSystem>(file.system).start;
    };
    const auto put = [&](const char* old, const char* key, JsonValue list) {
      templates.forget(std::string("$.initial.") + key);  // the list is another each time
      replace(initial, old, key, std::move(list));
    };
    if (!a.empty() && has_member(initial, "u")) put("u", "a", array_of(formulas(before().a)));
    put_entries(initial, "a", n, a);
    if (!u.empty() && !has_member(initial, "u")) {
      JsonValue list = zeros(r);
      if (u.size() < r) {
        const auto file = read();
        list =
            array_of(formulas(reading::coefficients_at_start(std::get<GroupSystem>(file.system))));
      }
      templates.forget_values("$.initial.a");
      put("a", "u", std::move(list));
      find_nothing(initial);
    }
    put_entries(initial, "u", r, u);
    if (!mu.empty() && has_member(initial, "p"))
      put("p", "mu", mu.size() < n ? array_of(formulas(before().mu)) : zeros(n));
    put_entries(initial, "mu", n, mu);
    put_named(initial, "x", system.coordinates, "");
    put_time(initial);
  }
  void put_numbers(const ChartSystem& system, JsonValue& initial) {
    const std::size_t m = system.constraints.size();
    put_named(initial, "q", system.coordinates, "");
    put_named(initial, "q_dot", system.coordinates, "_dot");
    put_entries(initial, "lambda", m, set_of("lambda", m));
    put_time(initial);
  }

  /// The start that was given in place of what the document says.
  void put_start(const SystemFile& file, JsonValue& initial) {
    if (start->t) member_of(initial, "t", zero()) = formula(*start->t);
    const auto* chart = std::get_if<ChartSystem>(&file.system);
    if (!start->x.empty()) {
      JsonValue& x = member_of(initial, chart != nullptr ? "q" : "x", no_members());
      for (const auto& [name, value] : start->x) member_of(x, name, zero()) = formula(value);
    }
    const auto put = [&](const auto& list, const char* key, const char* other) {
      if (list) replace(initial, other, key, array_of(*list));
    };
    if (start->u) find_nothing(initial);
    put(start->find, "find", "find");
    if (chart == nullptr) {
      if (start->a && start->u) throw InputError("start", "a and u", "either of them");
      if (start->mu && start->p) throw InputError("start", "mu and p", "either of them");
      put(start->a, "a", "u");
      put(start->u, "u", "a");
      put(start->mu, "mu", "p");
      put(start->p, "p", "mu");
      return;
    }
    if (start->u || start->p)
      throw InputError("start", start->u ? "u" : "p", "a and mu, q_dot and lambda in coordinates");
    if (start->a) {
      if (start->a->size() != chart->coordinates.size())
        throw DimensionError("start, a", std::to_string(start->a->size()) + " velocities",
                             std::to_string(chart->coordinates.size()));
      JsonValue velocities = no_members();
      for (std::size_t i = 0; i < start->a->size(); ++i)
        member_of(velocities, chart->coordinates[i], zero()) = formula((*start->a)[i]);
      replace(initial, "q_dot", "q_dot", std::move(velocities));
    }
    put(start->mu, "lambda", "lambda");
  }
};

Model::Model(std::unique_ptr<Source> source) : source_(std::move(source)), file_(source_->read()) {}
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

Model Model::read(const std::string& path) {
  return parse(reading::read_system_text(path).whole);
}
Model Model::parse(std::string_view json) {
  const std::string text = reading::with_tables(std::string(json)).whole;
  Model model(std::make_unique<Source>(parse_json(text)));
  model.file_.sha256 = reading::sha256(text);
  return model;
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
  auto before = source_->state();
  try {
    const auto known = settable();
    for (const auto& [name, value] : values) {
      if (file_.parameters.contains(name))
        source_->templates.set(name, value);
      else if (is_among(name, known))
        source_->numbers.insert_or_assign(name, value);
      else
        throw InputError(
            "parameter", "'" + name + "'" + nearest_hint(name, known),
            known.empty() ? "a file with parameters or a start" : "one of " + comma_list(known));
    }
    file_ = source_->build(file_);
  } catch (...) {
    source_->restore(std::move(before));
    throw;
  }
}

void Model::set_start(const StartGiven& start) {
  auto before = source_->state();
  try {
    const auto coordinates = std::visit([](const auto& s) { return s.coordinates; }, file_.system);
    for (const auto& one : start.x)
      if (!is_among(one.first, coordinates))
        throw InputError(
            "start, x", "'" + one.first + "'" + nearest_hint(one.first, coordinates),
            coordinates.empty() ? "no coordinates" : "one of " + comma_list(coordinates));
    source_->start = start;
    source_->numbers.clear();
    source_->templates.forget("$.initial");
    source_->templates.set_free(start.is_free);
    file_ = source_->build(file_);
  } catch (...) {
    source_->restore(std::move(before));
    source_->templates.forget("$.initial");
    throw;
  }
}

void Model::stop_when(const std::string& written) {
  JsonValue event = no_members();
  member_of(event, "when", zero()) = formula(written);
  member_of(event, "stop", {JsonValue::Kind::boolean, "true", {}, {}});
  const JsonValue before = source_->original;
  replace(member_of(source_->original, "events", no_members()), reading::stop_when,
          reading::stop_when, std::move(event));
  source_->templates.forget("$.events");
  try {
    file_ = source_->build(file_);
  } catch (const InputError& error) {
    source_->original = before;
    source_->document = before;
    source_->templates.forget("$.events");
    const std::string place = std::string("$.events['") + reading::stop_when + "'].when";
    if (!error.where().starts_with(place)) throw;
    throw InputError(reading::stop_when + error.where().substr(place.size()), error.found(),
                     error.expected());
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
    add("t");
    return names;
  }
  const auto& chart = std::get<ChartSystem>(file_.system);
  if (!chart.start) return names;
  for (const auto& name : chart.coordinates) add(name);
  for (const auto& name : chart.coordinates) add(name + "_dot");
  add_numbered("lambda", chart.constraints.size());
  add("t");
  return names;
}

void Model::set(const std::string& name, double value) {
  if (!std::isfinite(value)) throw InputError("parameter " + name, text(value), "a finite number");
  set(name, Rational(value));
}

}  // namespace hamel
