// The subcommands as targets, within small budgets.
#include <cstdint>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

#include <hamel/algebra/work_budget.hpp>
#include <hamel/ensemble/ranks.hpp>
#include <hamel/io/simulate.hpp>
#include <hamel/io/system_file.hpp>

#include "base/budget.hpp"
#include "command/commands.hpp"
#include "targets.hpp"

namespace fuzz {

namespace {

/// A file in memory that holds the text; its name is a path like any other.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view text) : descriptor_(memfd_create("system.json", 0)) {
    std::size_t written = 0;
    while (written < text.size()) {
      const auto count = write(descriptor_, text.data() + written, text.size() - written);
      if (count <= 0) throw std::runtime_error("no memory file");
      written += static_cast<std::size_t>(count);
    }
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { close(descriptor_); }

  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

constexpr std::int64_t small_algebra = 200'000;  // exact operations
constexpr long small_motion = 2000;              // evaluations of the velocity
constexpr double small_comparison = 5e5;         // floating-point operations per motion

void check(std::string_view text, unsigned choice) {
  const hamel::WorkBudget small(small_algebra);
  const hamel::reading::Budget short_text(small_nodes, small_exact_work);
  const MemoryFile file(text);
  hamel::command::CheckOptions options;
  options.file = file.path();
  options.json = choice % 2 == 1;
  if (choice % 4 == 3) {
    const auto parameters = hamel::parse_system_file(text).parameters;
    if (!parameters.empty()) options.vary = parameters.begin()->first;
  }
  hamel::command::check(options);
}

void simulate(std::string_view text, unsigned choice) {
  static const char* const dynamics[] = {"free", "nonholonomic", "vakonomic"};
  const auto& methods = hamel::methods();
  const hamel::reading::Budget short_text(small_nodes, small_exact_work);
  const MemoryFile file(text);
  hamel::command::SimulateOptions options;
  options.file = file.path();
  if (choice % 4 < 3) options.dynamics = dynamics[choice % 4];
  options.method = methods[choice / 4 % methods.size()].name;
  options.step = "0.01";
  options.t_end = "0.03";
  options.evaluations = small_motion;
  hamel::command::simulate(options);
}

void sweep(std::string_view text, unsigned choice) {
  const hamel::reading::Budget short_text(small_nodes, small_exact_work);
  const MemoryFile file(text);
  hamel::command::SweepOptions options;
  options.run.file = file.path();
  options.run.method = "rk4";
  options.run.step = "0.01";
  options.run.t_end = "0.03";
  options.run.evaluations = small_motion;
  options.run.json = choice % 2 == 1;
  options.threads = "1";
  const auto parameters = hamel::parse_system_file(text).parameters;
  options.vary = {(parameters.empty() ? "u1" : parameters.begin()->first) + "=1/2:2:2"};
  hamel::Ranks alone;
  hamel::command::sweep(options, alone);
}

void compare(std::string_view text, unsigned choice) {
  const hamel::WorkBudget small(small_algebra);
  const hamel::reading::Budget short_text(small_nodes, small_exact_work);
  const MemoryFile file(text);
  hamel::command::CompareOptions options;
  options.file = file.path();
  options.json = choice % 2 == 1;
  options.t_end = "0.03";
  options.work = small_comparison;
  hamel::command::compare(options);
}

}  // namespace

const std::vector<Target>& targets() {
  static const std::vector<Target> all{
      {"check", check}, {"simulate", simulate}, {"sweep", sweep}, {"compare", compare}};
  return all;
}

}  // namespace fuzz
