// The subcommands of the program: each takes its options and returns the exit status.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace hamel::command {

inline constexpr int done = 0;  ///< everything was computed
inline constexpr int numerical_failure =
    1;                               ///< a run or a plot stopped early; what there was is kept
inline constexpr int bad_input = 2;  ///< the file or the options have no meaning

struct CheckOptions {
  std::string file;
  std::optional<std::string> vary;  ///< the parameter to leave free
  bool json = false;
};
struct SimulateOptions {
  std::string file, dynamics, csv, plot;
  std::string method;  ///< empty: the default
  double step = 1e-2, t_end = 10;
  long every = 1;
};
struct CompareOptions {
  std::string file, csv, plot;
  bool json = false;
  double t_end = 10;
};

int check(const CheckOptions& options);
/// `check` with `vary`: for which values of the parameter each answer holds.
int check_family(const std::string& file, const std::string& parameter, bool json);
int simulate(const SimulateOptions& options);
int compare(const CompareOptions& options);
int list(const std::string& topic);
int show(const std::string& name);

/// A system file that is part of the program.
struct BuiltinSystem {
  const char* name;
  const char* json;
};
const std::vector<BuiltinSystem>& builtin_systems();

}  // namespace hamel::command
