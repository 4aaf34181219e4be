// What a system that was read says of itself.
#include <algorithm>
#include <vector>

#include <hamel/io/system_file.hpp>

namespace hamel {

namespace {

bool is_driven(const GroupInput& input) {
  return !input.force.empty() && (input.signal || input.table);
}

}  // namespace

bool GroupSystem::forced() const {
  return !force.empty() || std::any_of(inputs.begin(), inputs.end(), is_driven);
}

bool GroupSystem::moved_by_inputs() const {
  return std::any_of(inputs.begin(), inputs.end(),
                     [](const GroupInput& input) { return !input.velocity.empty(); });
}

bool ChartSystem::forced() const {
  return !force.empty() || std::any_of(inputs.begin(), inputs.end(), is_driven);
}

bool GroupSystem::metric_is_constant() const {
  return std::all_of(metric.begin(), metric.end(), [](const auto& e) { return e.is_constant(); });
}

DynamicMatrix<double> as_doubles(const std::vector<std::vector<Number>>& columns, int rows) {
  DynamicMatrix<double> result(rows, static_cast<int>(columns.size()));
  for (int j = 0; j < result.cols(); ++j) {
    for (int i = 0; i < rows; ++i) result(i, j) = columns[j][i].value;
  }
  return result;
}

}  // namespace hamel
