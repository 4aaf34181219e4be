// Terms sorted by their velocities.
#include "velocity_terms.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace hamel {

namespace {

using Covectors = std::map<std::vector<int>, DynamicMatrix<CoordinatePolynomial>>;

/// Adds the terms of component i; false where it has others.
bool add(const CoordinatePolynomial& component, int i, int n, const FormulaVariables& variables,
         const AdjoinedFunctions& adjoined, Covectors& sum) {
  const auto parts = by_velocities(component, variables, adjoined);
  if (!parts) return false;
  for (const auto& [velocities, coefficient] : *parts) {
    if (coefficient.terms().empty()) continue;
    auto& covector = sum.try_emplace(velocities, DynamicMatrix<CoordinatePolynomial>::Constant(
                                                     n, 1, CoordinatePolynomial()))
                         .first->second;
    covector(i, 0) += coefficient;
  }
  return true;
}

/// B(x) w(t), summed over the inputs that have a signal; false where one of them is a table.
bool add_inputs(const std::vector<GroupInput>& inputs, FormulaReader& read, int n,
                const FormulaVariables& variables, Covectors& sum) {
  for (const GroupInput& input : inputs) {
    if (input.table) return false;
    if (!input.signal) continue;
    const CoordinatePolynomial signal = read(*input.signal, {variables.time()});
    for (std::size_t i = 0; i < input.force.size(); ++i)
      if (!add(read(input.force[i]) * signal, static_cast<int>(i), n, variables, read.adjoined(),
               sum))
        return false;
  }
  return true;
}

std::vector<ForceTerm> as_terms(Covectors sum) {
  std::vector<ForceTerm> terms;
  for (auto& [velocities, covector] : sum) terms.push_back({velocities, std::move(covector)});
  return terms;
}

bool signal_names_time(const std::vector<GroupInput>& inputs) {
  return std::ranges::any_of(
      inputs, [](const GroupInput& input) { return input.signal && !input.signal->is_constant(); });
}

}  // namespace

std::vector<int> FormulaVariables::without_time() const {
  std::vector<int> places;
  for (int i = 0; i < count(); ++i)
    if (!timed || i != time()) places.push_back(i);
  return places;
}

std::optional<ByVelocities> by_velocities(const CoordinatePolynomial& p,
                                          const FormulaVariables& variables,
                                          const AdjoinedFunctions& adjoined) {
  if (!p.is_known()) return std::nullopt;
  ByVelocities result;
  const int first = variables.first_velocity();
  for (const auto& [monomial, factor] : p.terms()) {
    std::vector<int> velocities;
    CoordinatePolynomial coefficient(factor);
    for (const auto& [variable, power] : monomial)
      for (int i = 0; i < power; ++i) {
        const int k = index_of(variable);
        const bool velocity = k >= first && k < variables.count();
        if (velocity && !is_plain(variable)) return std::nullopt;
        if (k >= adjoined.first()) {
          const auto inner =
              by_velocities(adjoined[k - adjoined.first()].argument, variables, adjoined);
          if (!inner || inner->size() != 1 || !inner->begin()->first.empty()) return std::nullopt;
        }
        if (velocity)
          velocities.push_back(k - first);
        else
          coefficient *= CoordinatePolynomial::number(variable);
      }
    result[velocities] += coefficient;
  }
  return result;
}

bool force_names_time(const GroupSystem& file) {
  const int time = static_cast<int>(file.coordinates.size()) + file.dim();
  const auto names_time = [time](const Expression& component) -> bool {
    return component.occurring(time + 1).back();
  };
  return signal_names_time(file.inputs) || std::ranges::any_of(file.force, names_time);
}

bool force_names_time(const ChartSystem& file) {
  return signal_names_time(file.inputs);
}

std::optional<std::vector<ForceTerm>> force_terms(const GroupSystem& file, FormulaReader& read,
                                                  const FormulaVariables& variables, int n) {
  Covectors sum;
  std::vector<int> places;  // coordinates, velocities, time
  for (int i = 0; i < variables.coordinates; ++i) places.push_back(i);
  for (int i = 0; i < variables.velocities; ++i) places.push_back(variables.first_velocity() + i);
  places.push_back(variables.time());
  for (std::size_t i = 0; i < file.force.size(); ++i)
    if (!add(read(file.force[i], places), static_cast<int>(i), n, variables, read.adjoined(), sum))
      return std::nullopt;
  if (!add_inputs(file.inputs, read, n, variables, sum)) return std::nullopt;
  return as_terms(std::move(sum));
}

std::optional<std::vector<ForceTerm>> force_terms(const ChartSystem& file, FormulaReader& read,
                                                  const FormulaVariables& variables, int n) {
  Covectors sum;
  if (!add_inputs(file.inputs, read, n, variables, sum)) return std::nullopt;
  return as_terms(std::move(sum));
}

}  // namespace hamel
