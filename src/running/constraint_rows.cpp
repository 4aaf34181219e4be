// The rows by which files give their constraints.
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include <hamel/io/simulate.hpp>

#include "chart_in_motion.hpp"
#include "manifold_motion.hpp"

namespace hamel {

std::vector<std::string> row_names(const SystemFile& file) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name, std::size_t count) {
    for (std::size_t i = 1; i <= count; ++i) names.push_back(name + std::to_string(i));
  };
  if (const auto* group = std::get_if<GroupSystem>(&file.system)) {
    add("holonomic", group->holonomic.size());
    add("annihilator", group->annihilator.size() / static_cast<std::size_t>(group->dim()));
  } else {
    const auto& chart = std::get<ChartSystem>(file.system);
    add("holonomic", chart.holonomic.size());
    add("constraint", chart.constraints.size());
  }
  return names;
}

std::vector<std::string> dependent_rows(const SystemFile& file) {
  std::vector<std::string> dependent;
  if (!file.is_holonomic()) return dependent;
  const auto names = row_names(file);
  const auto* group = std::get_if<GroupSystem>(&file.system);
  const auto rows = group != nullptr
                        ? running::ManifoldMotion(*group).dependent()
                        : running::ChartInMotion(std::get<ChartSystem>(file.system)).dependent;
  for (const int i : rows) dependent.push_back(names[static_cast<std::size_t>(i)]);
  return dependent;
}

}  // namespace hamel
