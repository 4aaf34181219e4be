// Where the formulas of a system repeat.
#include "whole_turns.hpp"

#include <algorithm>
#include <concepts>
#include <optional>

#include <hamel/algebra/rational.hpp>
#include <hamel/group/any_group.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/io/expression.hpp>

#include "groups/coordinate_values.hpp"

namespace hamel::running {

namespace {

/// What is known of a part of a formula: slope q + a function that repeats after the period; its exact value where it
/// is constant.
struct Part {
  std::optional<Rational> slope = Rational(0);
  std::optional<Rational> constant = std::nullopt;

  bool repeats() const { return slope && *slope == Rational(0); }
};

Part sum(const Part& a, const Part& b, int sign) {
  if (!a.slope || !b.slope) return {std::nullopt};
  return {*a.slope + Rational(sign) * *b.slope};
}

Part scaled(const Part& a, const std::optional<Rational>& factor, const Part& by) {
  if (a.repeats() && by.repeats()) return {};
  if (!a.slope || !factor) return {std::nullopt};
  return {*a.slope * *factor};
}

/// Does the formula repeat when its variable grows by so many turns?
bool repeats(const Expression& formula, int coordinate, int turns) {
  using enum Expression::Operation;
  std::vector<Part> stack;
  const auto pop = [&] {
    Part part = stack.back();
    stack.pop_back();
    return part;
  };
  for (const auto& node : formula.nodes()) {
    if (node.operation == constant) {
      stack.push_back({Rational(0), formula.constants()[node.index].exact});
      continue;
    }
    if (node.operation == variable) {
      stack.push_back({Rational(node.index == coordinate ? 1 : 0)});
      continue;
    }
    if (node.operation == pi) {
      stack.push_back({});
      continue;
    }
    Part b = pop();
    switch (node.operation) {
      case add:
        stack.push_back(sum(pop(), b, 1));
        break;
      case subtract:
        stack.push_back(sum(pop(), b, -1));
        break;
      case negate:
        stack.push_back(sum({}, b, -1));
        break;
      case multiply: {
        const Part a = pop();
        stack.push_back(b.constant ? scaled(a, b.constant, b) : scaled(b, a.constant, a));
        break;
      }
      case divide: {
        std::optional<Rational> inverse;
        if (b.constant && *b.constant != Rational(0)) inverse = Rational(1) / *b.constant;
        stack.push_back(scaled(pop(), inverse, b));
        break;
      }
      case sin:
      case cos:
      case tan:
        if (!b.slope || !(*b.slope * Rational(turns)).is_integer()) return false;
        stack.push_back({});
        break;
      default:
        if (Expression::operands(node.operation) == 2 && !pop().repeats()) return false;
        if (!b.repeats()) return false;
        stack.push_back({});
    }
  }
  return stack.back().repeats();
}

std::vector<const Expression*> formulas_of(const ChartSystem& file) {
  std::vector<const Expression*> all{&file.potential};
  if (file.lagrangian) all.push_back(&*file.lagrangian);
  for (const auto* list : {&file.metric, &file.constraints, &file.force, &file.holonomic})
    for (const auto& formula : *list) all.push_back(&formula);
  for (const auto& input : file.inputs)
    for (const auto& formula : input.force) all.push_back(&formula);
  return all;
}

std::vector<const Expression*> formulas_of(const GroupSystem& file) {
  std::vector<const Expression*> all{&file.potential};
  for (const auto* list : {&file.metric, &file.force, &file.moving_span, &file.offset,
                           &file.annihilator, &file.drift, &file.holonomic})
    for (const auto& formula : *list) all.push_back(&formula);
  for (const auto& input : file.inputs)
    for (const auto* list : {&input.force, &input.velocity})
      for (const auto& formula : *list) all.push_back(&formula);
  return all;
}

/// Of one among so many variables.
int period(const std::vector<const Expression*>& formulas, int variables, int coordinate) {
  const auto occurs = [&](const Expression* f) -> bool {
    return f->occurring(variables)[coordinate];
  };
  if (std::none_of(formulas.begin(), formulas.end(), occurs)) return 0;
  constexpr int most = 12;
  for (int turns = 1; turns <= most; ++turns) {
    const auto all = [&](const Expression* f) { return repeats(*f, coordinate, turns); };
    if (std::all_of(formulas.begin(), formulas.end(), all)) return turns;
  }
  return 0;
}

}  // namespace

std::vector<int> periods(const ChartSystem& file) {
  std::vector<int> all;
  const auto formulas = formulas_of(file);
  for (int i = 0; i < file.dim(); ++i) all.push_back(period(formulas, 2 * file.dim() + 1, i));
  return all;
}

std::vector<int> periods(const GroupSystem& file) {
  const auto formulas = formulas_of(file);
  const int coordinates = static_cast<int>(file.coordinates.size());
  const int variables = coordinates + file.dim() + 1;
  std::vector<int> all;
  int first = 0;
  file.group.product().factors().for_each([&]<class G>(const G& factor) {
    for (int i = 0; i < factor.size(); ++i)
      all.push_back(std::same_as<G, Torus<>> ? period(formulas, variables, first + i) : 0);
    first += coordinate_count(factor);
  });
  return all;
}

}  // namespace hamel::running
