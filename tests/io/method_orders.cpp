// Every method with a name reaches its declared order against the references, by the run that a file gets.
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/diagnostics/order.hpp>
#include <hamel/io/simulate.hpp>
#include <hamel/io/system_file.hpp>

#include "../paths.hpp"
#include "reference_error.hpp"
#include "run_command.hpp"

using namespace hamel;
using Json = nlohmann::json;

namespace {

/// A public system with the reference of one dynamics.
struct Case {
  std::string system;
  Dynamics dynamics;
  SystemFile file;
  Json reference;
  double t() const { return std::stod(reference["t"].get<std::string>()); }
};

/// Every dynamics of a system that has a reference.
std::vector<Case> cases(const std::string& system) {
  std::vector<Case> list;
  const Json all = Json::parse(read_file(paths::data() + "/" + system + ".json"));
  for (const Dynamics dynamics : {Dynamics::free, Dynamics::nonholonomic, Dynamics::vakonomic}) {
    if (all["results"].contains(text(dynamics)))
      list.push_back({system, dynamics, read_system_file(system_path(system)),
                      all["results"][text(dynamics)]});
  }
  REQUIRE(list.size() > 1);
  return list;
}

/// The error of a run in that many intervals; none where it fails.
std::vector<ConvergencePoint> run(const Case& c, const std::string& method, long intervals) {
  std::vector<std::vector<std::string>> rows{column_names(c.file, c.dynamics), {}};
  const double h = c.t() / double(intervals);
  const auto status = simulate(
      c.file,
      {.dynamics = c.dynamics, .method = method, .step = h, .t_end = c.t(), .every = intervals},
      [&](const Sample& sample) {
        rows[1].clear();
        for (const double x : columns(sample)) rows[1].push_back(Json(x).dump());
      });
  if (!status) return {};
  return {{h, ReferenceError(rows, c.reference).worst}};
}

/// Errors below this are too near to rounding to show an order.
constexpr double plateau = 1e-12;

void check_order(const Case& c, const MethodInfo& method) {
  CAPTURE(c.system);
  CAPTURE(std::string(text(c.dynamics)));
  CAPTURE(method.name);
  if (method.adaptive) {
    const auto one = run(c, method.name, 10);
    REQUIRE(one.size() == 1);
    CHECK(one[0].error < 1e-11);
    return;
  }
  std::vector<ConvergencePoint> points;
  for (long doubled = 1; doubled <= 128; doubled *= 2) {
    for (const long intervals : {4 * doubled, 5 * doubled, 6 * doubled}) {
      const auto point = run(c, method.name, intervals);
      points.insert(points.end(), point.begin(), point.end());
    }
    if (!points.empty() && points.back().error < plateau) break;
  }
  REQUIRE(points.size() > 1);
  CHECK(points.back().error < 1e-3);  // the right motion at all; the order says how well
  CHECK(std::abs(measured_order(points, plateau) - method.order) < 0.1);
}

}  // namespace

TEST_CASE("on groups, with a potential and with a metric that varies too") {
  for (const char* system : {"suslov", "unicycle_potential", "heisenberg_generalized"}) {
    for (const Case& c : cases(system)) {
      for (const MethodInfo& method : methods()) check_order(c, method);
    }
  }
}

TEST_CASE("in coordinates") {
  for (const Case& c : cases("chart_sleigh")) {
    for (const MethodInfo& method : methods())
      if (method.on_charts) check_order(c, method);
  }
}
