// Executions in a process of their own, watched: a crash, a hang or too much memory ends that process only.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mutation.hpp"
#include "targets.hpp"

namespace fuzz {

struct Plan {
  Target target{};
  std::uint64_t seed = 1, first = 0, runs = 1000;
  double seconds = 0;  ///< stop after so long; 0: never
  double limit = 5;    ///< an execution that computes for longer hangs
  std::string findings =
      "";  ///< a folder for the texts of crashes and hangs; empty: they are not kept
};

struct Summary {
  std::uint64_t executions = 0, accepted = 0, refused = 0, failed = 0, crashes = 0, hangs = 0;
  int expectations = 0;  ///< different things that refusals said were expected
  double slowest = 0;    ///< seconds of computation of one execution
  std::uint64_t slowest_number = 0;
  double seconds = 0;              ///< wall clock
  std::vector<std::string> found;  ///< one sentence per crash or hang
};

/// Executes texts `first` to `first + runs` of the plan's seed. After a crash or a hang the next one goes on in a new
/// process.
Summary watched_run(const Plan& plan, const Mutation& mutation);

}  // namespace fuzz
