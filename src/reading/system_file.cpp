// Reading a system file: the keys every file has, then the group or the chart.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hamel/io/json.hpp>
#include <hamel/io/system_file.hpp>

#include "reading.hpp"

namespace hamel {

DynamicMatrix<double> as_doubles(const std::vector<std::vector<Number>>& columns, int rows) {
  DynamicMatrix<double> result(rows, static_cast<int>(columns.size()));
  for (int j = 0; j < result.cols(); ++j) {
    for (int i = 0; i < rows; ++i) result(i, j) = columns[j][i].value;
  }
  return result;
}

std::optional<DynamicMatrix<Rational>> as_rationals(const std::vector<std::vector<Number>>& columns,
                                                    int rows) {
  DynamicMatrix<Rational> result(rows, static_cast<int>(columns.size()));
  for (int j = 0; j < result.cols(); ++j) {
    for (int i = 0; i < rows; ++i) {
      if (!columns[j][i].exact) return std::nullopt;
      result(i, j) = *columns[j][i].exact;
    }
  }
  return result;
}

bool GroupSystem::metric_is_constant() const {
  return std::all_of(metric.begin(), metric.end(), [](const auto& e) { return e.is_constant(); });
}

std::optional<DynamicMatrix<Rational>> GroupSystem::exact_metric() const {
  if (!metric_is_constant()) return std::nullopt;
  const int n = dim();
  DynamicMatrix<Rational> result(n, n);
  for (int i = 0; i < n * n; ++i) {
    const auto value = metric[i].exact();
    if (!value) return std::nullopt;
    result(i / n, i % n) = *value;
  }
  return result;
}

SystemFile parse_system_file(std::string_view json) {
  const JsonValue document = parse_json(json);
  const JsonNode file(document);
  if (!file.is_object()) file.refuse("an object");
  file.member("schema", "1").integer(1, 1);

  SystemFile result;
  result.name = file.member("name", "the name of the system").string("a string");
  if (result.name.empty()) file.member("name", "").refuse("a name that is not empty");
  const auto parameters = reading::read_parameters(file);
  if (file.has("chart")) {
    result.system = reading::read_chart_system(file, parameters);
  } else {
    result.system = reading::read_group_system(file, parameters);
  }
  result.parameters = parameters.parameters;
  return result;
}

SystemFile read_system_file(const std::string& path) {
  return parse_system_file(reading::read_text(path));
}

}  // namespace hamel
