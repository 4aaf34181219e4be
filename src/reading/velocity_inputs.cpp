// Inputs that are parts of the velocity.
#include "velocity_inputs.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational_text.hpp>
#include <hamel/core/pivots.hpp>

#include "cases/input_signals.hpp"
#include "reading.hpp"

namespace hamel::reading {

namespace {

/// v + w b
Expression moved_by(const Expression& v, const Expression& w, const Expression& b,
                    const std::string& path) {
  static const Expression sum = Expression::parse("v+w*b", {{"v", "w", "b"}, {}});
  const std::array parts{v, w, b};
  return sum.with_values(0, parts, path);
}

/// v0 + w b of every component, zero where there is no offset yet.
void add(std::vector<Expression>& offset, const Expression& w, const GroupInput& input) {
  const std::string path = "$.inputs." + input.name + ".velocity";
  offset.resize(input.velocity.size());
  for (std::size_t i = 0; i < offset.size(); ++i)
    offset[i] = moved_by(offset[i], w, input.velocity[i], path);
}

/// Do vectors of n formulas each, one after another, depend on each other there? Exact where the numbers are.
bool depend(const std::vector<Expression>& vectors, int n, const std::vector<Number>& point) {
  std::vector<std::vector<Number>> columns(vectors.size() / static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < vectors.size(); ++i)
    columns[i / static_cast<std::size_t>(n)].push_back(
        value_at(vectors[i], vectors[i].is_constant() ? std::vector<Number>() : point));
  const auto count = static_cast<int>(columns.size());
  if (count > n) return true;
  if (const auto exact = as_rationals(columns, n)) return rank<Rational>(*exact) < count;
  SummedMatrix rounded = summed(as_doubles(columns, n));
  return eliminate(rounded, count, few_roundings * resolution<double>()).rank < count;
}

}  // namespace

void add_velocities(const JsonNode& inputs, GroupSystem& system,
                    const std::vector<Expression>& span,
                    const std::vector<std::vector<Number>>& points) {
  const int n = system.dim();
  for (const GroupInput& input : system.inputs) {
    if (input.velocity.empty()) continue;
    const JsonNode node = inputs.member(input.name, "").member("velocity", "");
    if (!system.holonomic.empty())
      node.refuse("a velocity beside holonomic equations", "a force, or an equation in t");
    if (!system.constrained())
      node.refuse("a velocity without a constraint",
                  "a constraint beside it: every velocity is in g");
    std::vector<Expression> with_it = span;
    with_it.insert(with_it.end(), input.velocity.begin(), input.velocity.end());
    if (std::ranges::all_of(points, [&](const auto& x) { return depend(with_it, n, x); }))
      node.refuse("a vector in d", "one outside of d: motions have all velocities in d without it");
    if (input.table)
      system.offset.resize(static_cast<std::size_t>(n));
    else if (input.signal) {
      const Expression t = Expression::variable(static_cast<int>(system.coordinates.size()));
      const std::array times{t};
      add(system.offset, input.signal->with_values(0, times), input);
    }
  }
}

std::vector<Expression> offset_at_start(const GroupSystem& system) {
  std::vector<Expression> offset = system.offset;
  std::array<double, max_dimension> w;
  InputSignals(system.inputs, nullptr).at(0, w);
  for (std::size_t i = 0; i < system.inputs.size(); ++i) {
    const GroupInput& input = system.inputs[i];
    if (input.velocity.empty() || !input.table) continue;
    std::array<char, 32>
        digits;  // the shortest decimal that is read as w: what a table says of 0.3 is 3/10
    const auto end = std::to_chars(digits.begin(), digits.end(), w[i]).ptr;
    const auto shortest = try_parse_rational(std::string_view(digits.begin(), end));
    add(offset, Expression(shortest.value_or(Rational(w[i]))), input);
  }
  return offset;
}

}  // namespace hamel::reading
