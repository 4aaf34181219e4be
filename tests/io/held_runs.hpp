// Runs of system files under holonomic equations, and how well these hold.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/io/simulate.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

using Json = nlohmann::json;

inline Json with(Json system, const std::string& pointer, const Json& value) {
  system[Json::json_pointer(pointer)] = value;
  return system;
}

inline SystemFile read(const Json& system) {
  return parse_system_file(system.dump());
}

inline RunPlan plan_of(const std::string& method, double step, double t_end, long every = 1) {
  RunPlan plan;
  plan.method = method;
  plan.step = step;
  plan.t_end = t_end;
  plan.every = every;
  return plan;
}

/// The last output of a run.
inline Sample end_of(const SystemFile& file, const RunPlan& plan) {
  Sample last;
  const RunStatus status = simulate(file, plan, [&](const Sample& sample) { last = sample; });
  REQUIRE(status);
  return last;
}

/// The largest |g| and change of energy of a run.
inline std::array<double, 2> worst_of(const SystemFile& file, const RunPlan& plan) {
  double g = 0, energy = 0, first = 0;
  const RunStatus status = simulate(file, plan, [&](const Sample& sample) {
    if (sample.t == 0) first = sample.energy;
    g = std::max(g, sample.off_manifold);
    energy = std::max(energy, std::abs(sample.energy - first));
  });
  REQUIRE(status);
  return {g, energy};
}

}  // namespace hamel
