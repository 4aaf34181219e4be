// hamel converge.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/core/nearest_name.hpp>
#include <hamel/diagnostics/order.hpp>
#include <hamel/io/comparison.hpp>
#include <hamel/io/price.hpp>
#include <hamel/io/printable.hpp>
#include <hamel/io/simulate.hpp>
#include <hamel/io/system_file.hpp>

#include "commands.hpp"
#include "options.hpp"

namespace hamel::command {

namespace {

using Json = nlohmann::ordered_json;

constexpr double least_time = 1e-300, longest_time = 1e300;
constexpr long most_steps = 1'000'000;
constexpr int halvings = 6;        // of the step, the first included
constexpr double plateau = 1e-11;  // errors below are too near to those of the reference

/// What is found of a method; without points, why not.
struct MethodOrder {
  const MethodInfo* method = nullptr;
  std::vector<ConvergencePoint> points;
  std::string reason;
  double measured() const { return measured_order(points, plateau); }
};

/// The state at the end of a run, coordinates and velocities; nothing where it fails.
std::optional<std::vector<double>> end_of(const SystemFile& file, const RunPlan& plan) {
  std::vector<double> end;
  const auto status = simulate(file, plan, [&](const Sample& sample) {
    end = sample.x;
    end.insert(end.end(), sample.a.begin(), sample.a.end());
  });
  if (!status) return std::nullopt;
  return end;
}

/// The largest difference, relative to the largest number where that is more than 1.
double error_of(const std::vector<double>& end, const std::vector<double>& exact) {
  double size = 1, off = 0;
  for (std::size_t i = 0; i < end.size(); ++i) {
    size = std::max(size, std::abs(exact[i]));
    off = std::max(off, std::abs(end[i] - exact[i]));
  }
  return off / size;
}

MethodOrder order_of(const SystemFile& file, RunPlan plan, const MethodInfo& method, long steps,
                     const std::vector<double>& exact) {
  MethodOrder result{&method, {}, ""};
  plan.method = method.name;
  try {
    for (int k = 0; k < halvings; ++k, steps *= 2) {
      plan.step = plan.t_end / double(steps);
      plan.every = steps;
      const auto end = end_of(file, plan);
      if (end) result.points.push_back({plan.step, error_of(*end, exact)});
    }
    if (result.points.empty()) result.reason = "no run reached the end";
  } catch (const InputError&) {
    result.reason = "does not serve this system";
  }
  return result;
}

/// The methods of those names; without names all of fixed steps.
std::vector<const MethodInfo*> asked_of(const std::vector<std::string>& names) {
  std::vector<const MethodInfo*> asked;
  std::vector<std::string> known;
  for (const auto& method : methods()) {
    if (method.adaptive) continue;
    known.push_back(method.name);
    if (names.empty() || std::find(names.begin(), names.end(), method.name) != names.end())
      asked.push_back(&method);
  }
  for (const auto& name : names) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw InputError("--method", "'" + name + "'" + nearest_hint(name, known),
                       "one of fixed steps: " + comma_list(known));
  }
  return asked;
}

void print(const SystemFile& file, const RunPlan& plan, const std::vector<MethodOrder>& orders) {
  std::printf(
      "%s, %s motion: errors at t = %.10g against %s\n\n  %-22s%6s%10s   errors, the step halved "
      "each time\n",
      printable(file.name).c_str(), text(plan.dynamics), plan.t_end, methods().front().name.c_str(),
      "method", "order", "measured");
  for (const auto& one : orders) {
    std::printf("  %-22s%6d", one.method->name.c_str(), one.method->order);
    if (!one.reason.empty()) {
      std::printf("         -   %s\n", printable(one.reason).c_str());
      continue;
    }
    const double measured = one.measured();
    std::isfinite(measured) ? std::printf("%10.2f  ", measured) : std::printf("%10s  ", "-");
    for (const auto& point : one.points) std::printf(" %.1e", point.error);
    std::printf("\n");
  }
  std::printf(
      "\n  The order is measured between the two finest steps whose errors are above %.0e.\n",
      plateau);
}

Json as_json(const SystemFile& file, const RunPlan& plan, const std::vector<MethodOrder>& orders) {
  Json list = Json::array();
  for (const auto& one : orders) {
    Json points = Json::array();
    for (const auto& point : one.points)
      points.push_back({{"step", point.step}, {"error", point.error}});
    const double measured = one.measured();
    list.push_back({{"method", one.method->name},
                    {"order", one.method->order},
                    {"measured", std::isfinite(measured) ? Json(measured) : Json(nullptr)},
                    {"points", points},
                    {"reason", one.reason}});
  }
  return {{"name", file.name},
          {"dynamics", text(plan.dynamics)},
          {"t_end", plan.t_end},
          {"reference", methods().front().name},
          {"methods", list}};
}

}  // namespace

int converge(const ConvergeOptions& options) {
  RunPlan plan;
  plan.t_end = number_option("--t-end", options.t_end, 1, least_time, longest_time);
  const long steps = count_option("--steps", options.steps, 20, 1, most_steps);
  const auto asked = asked_of(options.methods);
  const SystemFile file = read_system_file(options.file);
  plan.dynamics = dynamics_option(options.dynamics, file);
  plan.evaluations = velocities_for(file, comparison_work);
  plan.step = plan.t_end;
  const auto exact = end_of(file, plan);
  if (!exact) {
    std::cerr << "hamel: " << printable(options.file)
              << ": the motion that the others are measured against did not reach its end\n";
    return numerical_failure;
  }
  std::vector<MethodOrder> orders;
  for (const auto* method : asked) orders.push_back(order_of(file, plan, *method, steps, *exact));
  if (options.json)
    std::cout << as_json(file, plan, orders).dump(1, ' ', true) << "\n";
  else
    print(file, plan, orders);
  return done;
}

}  // namespace hamel::command
