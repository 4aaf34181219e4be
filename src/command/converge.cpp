// hamel converge.
#include <iostream>

#include <hamel/core/error.hpp>
#include <hamel/io/convergence.hpp>
#include <hamel/io/system_file.hpp>

#include "base/printable.hpp"
#include "commands.hpp"
#include "options.hpp"

namespace hamel::command {

namespace {

constexpr long finest_steps = 1'000'000;

}  // namespace

int converge(const ConvergeOptions& options) {
  ConvergencePlan plan;
  plan.t_end = number_option("--t-end", options.t_end, plan.t_end, least_time, longest_time);
  plan.steps = count_option("--steps", options.steps, plan.steps, 1, finest_steps);
  plan.methods = options.methods;
  const GivenSystem given = read_system_from(options.file, options.from, options.dynamics);
  const SystemFile& file = given.file;
  plan.dynamics = dynamics_option(options.dynamics, file);
  const Convergence found = convergence_of(file, plan);
  if (!found.reference) {
    std::cerr << "hamel: " << printable(options.file)
              << ": the motion that the others are measured against did not reach its end: "
              << text(found.reference.outcome) << "\n";
    return numerical_failure;
  }
  std::cout << (options.json ? opened("converge", given.about, as_json(found)) : words(found));
  return done;
}

}  // namespace hamel::command
