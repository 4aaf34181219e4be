// The inputs of a system: covectors with names, their signals and bounds.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <hamel/core/types.hpp>

#include "cases/input_signals.hpp"
#include "reading.hpp"
#include "start_time.hpp"
#include "tables.hpp"

namespace hamel::reading {

namespace {

std::array<Number, 2> read_bounds(const JsonNode& node, const Expression::Scope& constants) {
  const auto bounds = read_numbers(node, 2, constants, "an array of the least and the greatest");
  if (!(bounds[0].value < bounds[1].value))
    node.refuse(text_of(bounds[0]) + " and " + text_of(bounds[1]), "the least, then the greatest");
  return {bounds[0], bounds[1]};
}

/// A formula in t, or a table.
void read_signal(const JsonNode& node, const Expression::Scope& time, const StartTime& start,
                 bool has_start, GroupInput& input) {
  if (node.is_object()) {
    input.table = read_signal_table(node, start, has_start);
    return;
  }
  std::vector<Expression> signal{read_expression(node, time)};
  start.count_from(signal, 0, node.path());
  input.signal = std::move(signal.front());
  finite_value_at(*input.signal, {Number{}}, node);
}

}  // namespace

std::vector<GroupInput> read_inputs(const JsonNode& node, int n,
                                    const std::vector<std::string>& names,
                                    const Expression::Scope& constants,
                                    const std::vector<Number>* point, const StartTime& start) {
  const auto coordinates = with_variables(constants, names);
  const auto time = with_variables(constants, {"t"});
  std::vector<GroupInput> inputs;
  for (const auto& [name, one] : node.members()) {
    if (!is_plain_name(name)) one.refuse("the input name '" + name + "'", plain_name);
    if (inputs.size() == static_cast<std::size_t>(max_dimension))
      node.refuse(std::to_string(node.size()) + " inputs",
                  "at most " + std::to_string(max_dimension));
    one.only_keys({"force", "velocity", "signal", "bounds"});
    GroupInput input;
    input.name = name;
    const bool moves = one.has("velocity");
    if (moves && one.has("force"))
      one.member("velocity", "").refuse("a velocity beside a force", "either of them");
    const JsonNode column =
        one.member(moves ? "velocity" : "force",
                   "a force or a velocity of " + std::to_string(n) + " components");
    (moves ? input.velocity : input.force) =
        read_expressions(column, static_cast<std::size_t>(n), coordinates,
                         "an array of " + std::to_string(n) + " components");
    for (int i = 0; i < n && point != nullptr; ++i)
      finite_value_at((moves ? input.velocity : input.force)[i], *point, column.item(i));
    if (one.has("signal"))
      read_signal(one.member("signal", ""), time, start, point != nullptr, input);
    if (one.has("bounds")) input.bounds = read_bounds(one.member("bounds", ""), constants);
    inputs.push_back(std::move(input));
  }
  return inputs;
}

}  // namespace hamel::reading

namespace hamel {

bool follow_tables(const std::vector<GroupInput>& inputs) {
  return std::ranges::any_of(inputs, [](const GroupInput& input) { return bool(input.table); });
}

}  // namespace hamel
