// What motions cost, counted on the formulas and tables of a file.
#include "price.hpp"

#include <algorithm>
#include <cstddef>
#include <variant>
#include <vector>

#include <hamel/io/expression.hpp>

#include "formulas/formula_tape.hpp"

namespace hamel {

namespace {

/// The share of a velocity in the sums and estimates of a step.
constexpr double a_step = 300;

double nodes(const Expression& formula) {
  return formula.is_constant() ? 0 : static_cast<double>(formula.nodes().size());
}
double nodes(const std::vector<Expression>& formulas) {
  double sum = 0;
  for (const auto& formula : formulas) sum += nodes(formula);
  return sum;
}

double nodes_of_velocities(const std::vector<GroupInput>& inputs) {
  double sum = 0;
  for (const auto& input : inputs) sum += nodes(input.velocity);
  return sum;
}

/// Formulas are asked for their slopes along n coordinates; brackets of structure constants are sums of n^3 terms,
/// several in a velocity; a metric that varies is solved with anew.
double price(const GroupSystem& file) {
  const double n = file.dim();
  const double formulas = nodes(file.metric) + nodes(file.potential) + nodes(file.force) +
                          nodes(file.offset) + nodes(file.moving_span) +
                          nodes_of_velocities(file.inputs) + nodes(file.holonomic) * (n + 1);
  const double brackets = file.coordinates.empty() ? 3 * n * n * n : n * n;
  const double solving = file.metric_is_constant() ? 0 : n * n * n;
  return a_step + n * n + brackets + solving + 2 * formulas * (n + 1);
}

/// Entries of a metric depend on few coordinates. Of Lagrangians, and of constraints in vakonomic motion, second
/// derivatives are taken, along n (n + 1) / 2 pairs and some more: they are compiled, so that what formulas share is
/// computed once.
double price(const ChartSystem& file) {
  const double n = file.dim(), extended = n + static_cast<double>(file.constraints.size());
  std::vector<Expression> compiled = file.constraints;
  if (file.lagrangian) compiled.push_back(*file.lagrangian);
  return a_step + extended * extended * extended + 5 * nodes(file.metric) +
         3 * nodes(file.potential) * (1 + n / 2) +
         (nodes(file.force) + nodes(file.holonomic)) * (n + 1) +
         3 * FormulaTape(compiled).operations() * (n * n / 2 + 3 * n);
}

}  // namespace

long velocities_for(const SystemFile& file, double work) {
  constexpr double most = 1e12;
  const double one = std::visit([](const auto& system) { return price(system); }, file.system);
  return static_cast<long>(std::clamp(work / one, 1., most));
}

}  // namespace hamel
