// What Hamel prints it accepts again: every end state of every system is a start.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/core/error.hpp>
#include <hamel/io/csv.hpp>
#include <hamel/io/methods.hpp>
#include <hamel/io/model.hpp>
#include <hamel/io/start.hpp>

#include "../paths.hpp"

using namespace hamel;

namespace {

/// All public systems, and those that move of the tests.
std::vector<std::string> all_systems() {
  std::vector<std::string> paths;
  for (const std::string& folder : {paths::systems(), paths::data() + "/moving/systems"})
    for (const auto& file : std::filesystem::directory_iterator(folder))
      if (file.path().extension() == ".json") paths.push_back(file.path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

bool has_start(const SystemFile& file) {
  return std::visit([](const auto& system) { return bool(system.start); }, file.system);
}

/// As a command writes and reads it: each number with 17 digits.
std::vector<double> row(const Table& table, std::size_t i) {
  std::vector<double> all;
  for (std::size_t k = 0; k < table.columns.size(); ++k)
    all.push_back(std::strtod(full_precision(table(i, k)).c_str(), nullptr));
  return all;
}

/// The largest difference of two rows in t, coordinates, velocities and momenta, relative to the largest number.
double difference(const std::vector<double>& left, const std::vector<double>& right) {
  double most = 0, size = 1;
  for (std::size_t k = 0; k < left.size(); ++k) {
    most = std::max(most, std::abs(left[k] - right[k]));
    size = std::max(size, std::abs(left[k]));
  }
  return most / size;
}

constexpr Dynamics all_dynamics[] = {Dynamics::free, Dynamics::nonholonomic, Dynamics::vakonomic};

}  // namespace

TEST_CASE(
    "every end state of every system is a start, and a restart ends where the whole run does") {
  int starts = 0, restarts = 0;
  double worst_off = 0, worst_end = 0;
  for (const std::string& path : all_systems()) {
    const SystemFile file = read_system_file(path);
    if (!has_start(file)) continue;
    Model model = Model::read(path);
    for (const Dynamics dynamics : all_dynamics)
      for (const char* const method : {"dop853", "rk4"}) {
        // in coordinates a method keeps the constraint to its own error
        if (std::holds_alternative<ChartSystem>(file.system) && method != std::string("dop853"))
          continue;
        CAPTURE(path);
        CAPTURE(std::string(text(dynamics)));
        CAPTURE(std::string(method));
        RunPlan plan;
        plan.dynamics = dynamics;
        plan.method = method;
        plan.t_end = 1;
        plan.step = 1. / 64;
        const Table whole = tabulate(file, plan);
        if (!whole.status) continue;
        for (const std::size_t i : {whole.rows() / 2, whole.rows() - 1}) {
          StartGiven start = start_of_row(file, whole.columns, row(whole, i));
          start.is_free = dynamics == Dynamics::free;
          REQUIRE_NOTHROW(model.set_start(start));
          ++starts;
          const Projected projected = model.file().projected();
          worst_off = std::max(worst_off, projected.most());
          if (i + 1 == whole.rows()) continue;
          CHECK(model.file().start_time() == whole(i, 0));
          const Table rest = tabulate(model.file(), plan);
          REQUIRE(rest.status);
          const double apart = difference(row(whole, whole.rows() - 1), row(rest, rest.rows() - 1));
          worst_end = std::max(worst_end, apart);
          CHECK(apart <= 1e-12);
          ++restarts;
        }
      }
  }
  MESSAGE(starts << " starts, " << restarts << " restarts; off by at most " << worst_off
                 << " of the terms, ends apart by at most " << worst_end);
  CHECK(starts > 300);
}
