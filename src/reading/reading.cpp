// Numbers, formulas and parameters of a system file.
#include "reading.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/core/pivots.hpp>

#include "base/budget.hpp"
#include "exact/residue.hpp"
#include "templates.hpp"

namespace hamel::reading {

namespace {

/// The words of a formula.
std::set<std::string, std::less<>> words(std::string_view formula) {
  std::set<std::string, std::less<>> result;
  for (std::size_t i = 0; i < formula.size();) {
    std::size_t end = i;
    while (end < formula.size() &&
           (std::isalnum(static_cast<unsigned char>(formula[end])) || formula[end] == '_')) {
      ++end;
    }
    if (end > i) result.emplace(formula.substr(i, end - i));
    i = std::max(end, i + 1);
  }
  return result;
}

/// Every parameter left names another one left: following them ends in a cycle.
[[noreturn]] void refuse_cycle(const std::map<std::string, JsonNode, std::less<>>& left) {
  auto place = left.begin();
  for (std::size_t i = 0; i < left.size(); ++i) {
    for (const auto& word : words(place->second.formula())) {
      if (const auto next = left.find(word); next != left.end()) {
        place = next;
        break;
      }
    }
  }
  place->second.refuse(place->second.describe() + ", which refers back to itself",
                       "parameters without a cycle");
}

}  // namespace

bool is_plain_name(std::string_view name) {
  static const std::set<std::string_view> functions{"sin", "cos", "tan", "exp", "log", "sqrt"};
  const auto is_part = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
  return !name.empty() && name.size() <= max_name &&
         !std::isdigit(static_cast<unsigned char>(name[0])) &&
         std::all_of(name.begin(), name.end(), is_part) && !functions.contains(name);
}

std::vector<std::string> numbered(const std::string& letter, int n) {
  std::vector<std::string> names;
  for (int i = 1; i <= n; ++i) names.push_back(letter + std::to_string(i));
  return names;
}

namespace {

/// The key `define`: each formula is read where it is named, in what may be named there.
std::shared_ptr<const Expression::Definitions> read_definitions(const JsonNode& file) {
  if (!file.has("define")) return nullptr;
  auto definitions = std::make_shared<Expression::Definitions>();
  for (const auto& [name, node] : file.member("define", "an object").members()) {
    if (!is_plain_name(name)) node.refuse("the definition name '" + name + "'", plain_name);
    if (file.has("parameters") && file.member("parameters", "an object").has(name))
      node.refuse("'" + name + "', the name of a parameter", "a name of its own");
    definitions->emplace(name, Expression::Definition{node.formula(), node.path()});
  }
  return definitions;
}

}  // namespace

void require_definitions(const Expression::Scope& everything) {
  for (const auto& [name, definition] : *everything.definitions)
    Expression::parse(name, everything, definition.where);
}

Expression::Scope read_parameters(const JsonNode& file, const std::vector<std::string>& free) {
  Expression::Scope scope;
  const auto definitions = read_definitions(file);
  if (!file.has("parameters")) {
    scope.definitions = definitions;
    return scope;
  }
  std::map<std::string, JsonNode, std::less<>> waiting;
  for (const auto& [name, node] : file.member("parameters", "an object").members()) {
    if (!is_plain_name(name)) node.refuse("the parameter name '" + name + "'", plain_name);
    waiting.emplace(name, node);
  }
  // Each is read once those that it names have been read.
  std::map<std::string, std::vector<std::string>, std::less<>> users;
  std::map<std::string, std::size_t, std::less<>> missing;
  std::vector<std::string> ready;
  for (const auto& [name, node] : waiting) {
    for (const auto& word : words(node.formula())) {
      if (!waiting.contains(word)) continue;
      users[word].push_back(name);
      ++missing[name];
    }
    if (!missing.contains(name)) ready.push_back(name);
  }
  while (!ready.empty()) {
    const std::string name = std::move(ready.back());
    ready.pop_back();
    const JsonNode node = waiting.at(name);
    if (std::find(free.begin(), free.end(), name) != free.end()) {
      scope.variables.push_back(name);
    } else {
      Expression value = read_expression(node, scope);
      if (value.is_constant()) finite_value_at(value, {}, node);
      scope.parameters.emplace(name, std::move(value));
    }
    waiting.erase(name);
    for (const auto& user : users[name])
      if (--missing[user] == 0) ready.push_back(user);
  }
  if (!waiting.empty()) refuse_cycle(waiting);
  scope.definitions = definitions;  // parameters are numbers, and name none
  return scope;
}

Expression::Scope with_variables(const Expression::Scope& scope,
                                 const std::vector<std::string>& names) {
  Expression::Scope result = scope;
  for (const auto& name : names) {
    const bool is_defined = scope.definitions != nullptr && scope.definitions->contains(name);
    if (is_defined || scope.parameters.contains(name)) {
      throw InputError(
          (is_defined ? "$.define." : "$.parameters.") + name,
          "the name of a coordinate, velocity or the time",
          std::string("another name for the ") + (is_defined ? "definition" : "parameter"));
    }
    result.variables.push_back(name);
  }
  return result;
}

Expression read_expression(const JsonNode& node, const Expression::Scope& scope) {
  if (Templates* templates = Templates::current()) return templates->read(node, scope);
  return Expression::parse(node.formula(), scope, node.path());
}

std::vector<Expression> read_expressions(const JsonNode& node, std::size_t count,
                                         const Expression::Scope& scope, const std::string& what) {
  std::vector<Expression> result;
  for (const auto& item : node.array(count, what)) result.push_back(read_expression(item, scope));
  return result;
}

std::vector<Expression> read_matrix(const JsonNode& node, int n, const Expression::Scope& scope) {
  const std::string size = std::to_string(n);
  std::vector<Expression> result;
  for (const auto& row : node.array(n, size + " rows of " + size + " entries")) {
    for (auto& entry : read_expressions(row, n, scope, "a row of " + size + " entries")) {
      result.push_back(std::move(entry));
    }
  }
  return result;
}

Number read_number(const JsonNode& node, const Expression::Scope& scope) {
  return finite_value_at(read_expression(node, scope), {}, node);
}

std::vector<Number> read_numbers(const JsonNode& node, std::size_t count,
                                 const Expression::Scope& scope, const std::string& what) {
  std::vector<Number> result;
  for (const auto& item : node.array(count, what)) result.push_back(read_number(item, scope));
  return result;
}

std::vector<Number> read_named_numbers(const JsonNode& node, const std::vector<std::string>& names,
                                       std::vector<Number> defaults,
                                       const Expression::Scope& scope) {
  if (names.empty() && node.is_object() && node.size() > 0) {
    node.refuse("an object without keys, because there are no coordinates here");
  }
  node.only_keys(names);
  for (const auto& [key, value] : node.members()) {
    const auto place = std::find(names.begin(), names.end(), key) - names.begin();
    defaults[place] = read_number(value, scope);
  }
  return defaults;
}

Number value_at(const Expression& formula, const std::vector<Number>& variables) {
  std::vector<double> rounded;
  std::vector<Rational> exact;
  for (const auto& v : variables) {
    rounded.push_back(v.value);
    if (v.exact) exact.push_back(*v.exact);
  }
  Number result;
  result.exact.reset();
  if (formula.is_constant() || exact.size() == rounded.size()) {
    result.exact = formula.exact(exact);
  }
  result.value = result.exact ? to_double(*result.exact)
                              : formula.evaluate<double>(std::span<const double>(rounded));
  return result;
}

Number finite_value_at(const Expression& formula, const std::vector<Number>& variables,
                       const JsonNode& node) {
  Number result = value_at(formula, variables);
  if (!std::isfinite(result.value)) {
    node.refuse(node.describe() + " = " + text(result.value) +
                    (variables.empty() ? "" : " at the initial point"),
                "a finite number");
  }
  return result;
}

std::string text_of(const Number& number) {
  if (number.exact) {
    const std::string exact = number.exact->str();
    if (exact.size() <= 24) return exact;
  }
  return text(number.value);
}

void require_symmetric(const std::vector<Expression>& metric, int n,
                       const std::vector<std::vector<Number>>& points, const JsonNode& node) {
  if (n < 2) return;
  std::vector<Number> values(metric.size());
  for (const auto& point : points) {
    for (std::size_t k = 0; k < metric.size(); ++k)  // constants once: they may be long numbers
      if (&point == &points.front() || !metric[k].is_constant())
        values[k] = value_at(metric[k], point);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < i; ++j) {
        const Number& low = values[i * n + j];
        const Number& high = values[j * n + i];
        const bool exact = low.exact && high.exact;
        // entries that cancelled are known up to what the diagonal says of their units
        const double squares = std::abs(values[i * n + i].value * values[j * n + j].value);
        const double size = std::abs(low.value) + std::abs(high.value) + std::sqrt(squares);
        if (exact ? *low.exact == *high.exact
                  : !(std::abs(low.value - high.value) > tolerance * size)) {
          continue;
        }
        throw DegenerateMetric(node.item(i).item(j).path(),
                               text_of(low) + ", with " + text_of(high) + " at the mirror entry",
                               std::string("a symmetric matrix") +
                                   (exact ? " (exact test)" : " (tolerance 1e-12 relative)"));
      }
    }
  }
}

namespace {

/// A matrix that is regular modulo a prime is regular: a proof in microseconds, however long its numbers are.
bool is_regular_modulo_prime(const DynamicMatrix<Rational>& matrix) {
  DynamicMatrix<Residue> residues(matrix.rows(), matrix.cols());
  try {
    for (Eigen::Index i = 0; i < matrix.size(); ++i)
      residues.reshaped()[i] = Residue(matrix.reshaped()[i]);
  } catch (const std::overflow_error&) {  // the prime divides a denominator
    return false;
  }
  return rank<Residue>(residues) == matrix.rows();
}

}  // namespace

void require_nondegenerate(const std::vector<Number>& matrix, int n, const std::string& path,
                           const std::string& what) {
  const bool exact = std::all_of(matrix.begin(), matrix.end(),
                                 [](const Number& x) { return x.exact.has_value(); });
  if (exact) {
    DynamicMatrix<Rational> m(n, n);
    for (int i = 0; i < n * n; ++i) m(i / n, i % n) = *matrix[i].exact;
    if (is_regular_modulo_prime(m)) return;
    const int found = rank<Rational>(m);
    if (found < n) {
      throw DegenerateMetric(path, what + " of rank " + std::to_string(found),
                             "rank " + std::to_string(n) + " (exact test)");
    }
    return;
  }
  SummedMatrix m(n, n);
  for (int i = 0; i < n * n; ++i) m(i / n, i % n).add(matrix[i].value);
  require_nondegenerate(std::move(m), path, what);
}

void require_nondegenerate(SummedMatrix matrix, const std::string& path, const std::string& what) {
  const int n = matrix.rows();
  const long double limit = few_roundings * resolution<double>();
  const int found = n - signature(std::move(matrix), limit).zero;
  if (found < n) {
    throw DegenerateMetric(
        path, what + " of rank " + std::to_string(found),
        "rank " + std::to_string(n) + " (pivots above " + text(limit) + " of their terms)");
  }
}

}  // namespace hamel::reading
