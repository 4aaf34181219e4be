// The order that each method of fixed steps really has on a system of a file.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/core/answer_budget.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/status.hpp>
#include <hamel/io/comparison.hpp>
#include <hamel/io/convergence.hpp>

#include "base/json_text.hpp"
#include "base/nearest_name.hpp"
#include "base/printable.hpp"
#include "cases/price.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;

constexpr int halvings = 6;        // of the step, the first included
constexpr double plateau = 1e-11;  // errors below are too near to those of the reference

/// The state at the end of a run, coordinates and velocities; nothing where it fails.
std::optional<std::vector<double>> end_of(const SystemFile& file, const RunPlan& plan,
                                          RunStatus* status = nullptr) {
  std::vector<double> end;
  const RunStatus run = simulate(file, plan, [&](const Sample& sample) {
    end = sample.x;
    end.insert(end.end(), sample.a.begin(), sample.a.end());
  });
  if (status != nullptr) *status = run;
  if (!run) return std::nullopt;
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
  MethodOrder result{method.name, method.order, {}, ""};
  plan.method = method.name;
  try {
    for (int k = 0; k < halvings && !AnswerBudget::has_ended(); ++k, steps *= 2) {
      plan.step = plan.t_end / double(steps);
      plan.every = steps;
      const auto end = end_of(file, plan);
      if (end) result.points.push_back({plan.step, error_of(*end, exact)});
    }
    if (result.points.empty())
      result.reason =
          AnswerBudget::has_ended() ? text(Outcome::budget_ended) : "no run reached the end";
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
      throw InputError("method", "'" + name + "'" + nearest_hint(name, known),
                       "one of fixed steps: " + comma_list(known));
  }
  return asked;
}

}  // namespace

double MethodOrder::measured() const {
  return measured_order(points, plateau);
}

Convergence convergence_of(const SystemFile& file, const ConvergencePlan& plan) {
  const auto asked = asked_of(plan.methods);
  if (plan.steps < 1)
    throw InputError("steps", std::to_string(plan.steps), "a whole number of at least 1");
  RunPlan run;
  run.dynamics = plan.dynamics;
  run.t_end = run.step = plan.t_end;
  run.at_step = plan.at_step;
  run.events_of_file = false;
  run.evaluations = velocities_for(file, comparison_work);
  Convergence found{file.name, plan.dynamics, plan.t_end, {}, {}};
  const auto exact = end_of(file, run, &found.reference);
  if (!exact) return found;
  for (const auto* method : asked)
    found.methods.push_back(order_of(file, run, *method, plan.steps, *exact));
  return found;
}

std::string words(const Convergence& found) {
  std::string all;
  const auto print = [&all](const char* format, auto... values) {
    std::vector<char> line(static_cast<std::size_t>(std::snprintf(nullptr, 0, format, values...)) +
                           1);
    std::snprintf(line.data(), line.size(), format, values...);
    all += line.data();
  };
  print(
      "%s, %s motion: errors at t = %.10g against %s\n\n  %-22s%6s%10s   errors, the step halved "
      "each time\n",
      printable(found.name).c_str(), text(found.dynamics), found.t_end,
      methods().front().name.c_str(), "method", "order", "measured");
  for (const auto& one : found.methods) {
    print("  %-22s%6d", one.method.c_str(), one.order);
    if (!one.reason.empty()) {
      print("         -   %s\n", one.reason.c_str());
      continue;
    }
    const double measured = one.measured();
    std::isfinite(measured) ? print("%10.2f  ", measured) : print("%10s  ", "-");
    for (const auto& point : one.points) print(" %.1e", point.error);
    all += "\n";
  }
  print("\n  The order is measured between the two finest steps whose errors are above %.0e.\n",
        plateau);
  return all;
}

std::string as_json(const Convergence& found) {
  Json list = Json::array();
  for (const auto& one : found.methods) {
    Json points = Json::array();
    for (const auto& point : one.points)
      points.push_back({{"step", point.step}, {"error", point.error}});
    const double measured = one.measured();
    list.push_back({{"method", one.method},
                    {"order", one.order},
                    {"measured", std::isfinite(measured) ? Json(measured) : Json(nullptr)},
                    {"points", points},
                    {"reason", one.reason}});
  }
  return as_text(Json{{"name", found.name},
                      {"dynamics", text(found.dynamics)},
                      {"t_end", found.t_end},
                      {"reference", methods().front().name},
                      {"methods", list}});
}

}  // namespace hamel
