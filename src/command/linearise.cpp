// hamel linearise.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <iostream>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/csv.hpp>
#include <hamel/io/linear_family.hpp>
#include <hamel/io/linear_flow.hpp>
#include <hamel/io/linear_map.hpp>
#include <hamel/io/model.hpp>
#include <hamel/io/plot.hpp>
#include <hamel/io/simulate.hpp>
#include <hamel/io/sweep.hpp>

#include "base/json_text.hpp"
#include "base/printable.hpp"
#include "commands.hpp"
#include "options.hpp"
#include "reading/tables.hpp"
#include "root_locus.hpp"

namespace hamel::command {

namespace {

using Json = nlohmann::ordered_json;

constexpr long most_values = 100000;

/// The family that --vary asks for.
LinearFamily family_of(Model& model, const std::string& written, Dynamics dynamics) {
  const SweepAxis axis = SweepAxis::parse(written);
  if (axis.count() > most_values)
    throw InputError("--vary", std::to_string(axis.count()) + " values",
                     "at most " + std::to_string(most_values));
  std::vector<Rational> values;
  for (long i = 0; i < axis.count(); ++i) values.push_back(axis.value(i));
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return linear_family(model, axis.name(), values, dynamics);
}

void print(std::FILE* out, const LinearFamily& family) {
  std::fprintf(out, "\n  %12s  stability\n", printable(family.name).c_str());
  for (const auto& row : family.rows)
    std::fprintf(out, "  %12.6g  %s\n", row.value,
                 row.refusal.empty() ? text(row.flow.stability)
                                     : ("refused: " + printable(row.refusal, 300)).c_str());
  for (const auto& crossing : family.crossings) {
    std::fprintf(out, "  crossing     %s = %.15g: %s %s to grow", printable(family.name).c_str(),
                 crossing.value, crossing.pair ? "a pair" : "a real mode",
                 crossing.grows ? "begins" : "ceases");
    if (crossing.pair) std::fprintf(out, ", oscillating with period %.6g", crossing.period);
    std::fprintf(out, "\n");
  }
  if (family.crossings.empty())
    std::fprintf(out, "  crossing     none between values at which motions are steady\n");
}

/// Rows of the value, whether the motion is steady, and the eigenvalues that no symmetry accounts for.
void write(const std::string& path, const LinearFamily& family) {
  std::size_t most = 0;
  const auto numbers_of = [](const LinearRow& row) {
    std::vector<double> numbers{row.value, row.flow.steady ? 1. : 0.};
    for (const auto& mode : row.flow.modes)
      if (!mode.symmetry) numbers.insert(numbers.end(), {mode.re, mode.im});
    return numbers;
  };
  for (const auto& row : family.rows) most = std::max(most, numbers_of(row).size());
  std::vector<std::string> header{family.name, "steady"};
  for (std::size_t i = 1; header.size() < most; ++i) {
    header.push_back("re" + std::to_string(i));
    header.push_back("im" + std::to_string(i));
  }
  CsvWriter csv(path, header);
  for (const auto& row : family.rows) {
    std::vector<double> numbers = numbers_of(row);
    numbers.resize(header.size(), std::numeric_limits<double>::quiet_NaN());
    csv.row(numbers);
  }
  csv.commit();
}

}  // namespace

int linearise(const LineariseOptions& options) {
  require_distinct(options.file, options.csv, options.plot);
  if (options.plot) require_plot_path(*options.plot);
  if ((options.csv || options.plot) && !options.vary)
    throw InputError("--csv, --plot", "one of them", "--vary, whose values they show");
  if (options.vary && (options.at || options.from))
    throw InputError("--vary", "--at or --from too",
                     "one of them: it is about the start of the file");
  std::optional<Model> model;  // whose number varies
  const auto read_model = [&]() -> GivenSystem {
    const reading::SystemText text = reading::read_system_text(options.file);
    model = Model::parse(text.whole);
    return {model->file(), AboutFile(model->file().name, text)};
  };
  const GivenSystem given =
      options.vary ? read_model() : read_system_from(options.file, options.from, options.dynamics);
  const SystemFile& file = given.file;
  const Dynamics dynamics = dynamics_option(options.dynamics, file);
  std::optional<double> at;
  if (options.at) at = number_option("--at", options.at, 0, -longest_time, longest_time);
  const LinearFlow flow = linear_flow(file, dynamics, at);
  if (options.steady && !flow.steady)
    throw InputError("--steady",
                     flow.in_time ? std::string("equations that depend on the time")
                                  : "a state that changes at the rate " + text(flow.unsteady) +
                                        " beyond what symmetries account for",
                     "a steady motion");
  std::optional<LinearFamily> family;
  if (options.vary) family = family_of(*model, *options.vary, dynamics);
  if (options.method && !options.step)
    throw InputError("--method", "'" + *options.method + "'", "--step, whose method it is");
  std::optional<LinearMap> map;
  if (options.step)
    map = linear_map(file, dynamics,
                     number_option("--step", options.step, 0, least_time, longest_time),
                     options.method.value_or("dop853"), at);
  std::optional<PeriodicOrbit> orbit;
  if (options.orbit)
    orbit = periodic_orbit(file, dynamics,
                           number_option("--orbit", options.orbit, 0, least_time, longest_time));
  const bool failed = (map && !map->status) || (orbit && !orbit->map.status);
  std::FILE* const out = stream_for_words(options.csv);
  if (options.json) {
    Json answer{{"name", file.name}, {"dynamics", text(dynamics)}};
    if (file.projected()) answer["projected"] = file.projected().most();
    answer.update(Json::parse(as_json(flow)));
    if (family) answer.update(Json::parse(as_json(*family)));
    if (map && map->status) answer["step"] = Json::parse(as_json(*map));
    if (orbit && orbit->map.status) answer["orbit"] = Json::parse(as_json(*orbit));
    std::fputs(opened("linearise", given.about, as_text(answer)).c_str(), out);
  } else {
    std::fprintf(out, "%s, %s motion, linearised at t = %.10g\n", printable(file.name).c_str(),
                 text(dynamics), flow.t);
    if (file.projected()) std::fprintf(out, "  start        %s\n", file.projection().c_str());
    std::fputs(words(flow).c_str(), out);
    if (family) print(out, *family);
    if (map && map->status) std::fputs(words(*map).c_str(), out);
    if (orbit && orbit->map.status) std::fputs(words(*orbit).c_str(), out);
    if (failed) std::fprintf(out, "  status       the run failed\n");
  }
  if (options.csv) write(*options.csv, *family);
  if (options.plot) draw(root_locus(file.name, *family), *options.plot);
  return failed ? numerical_failure : done;
}

}  // namespace hamel::command
