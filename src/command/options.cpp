// Reading numbers and names of the command line.
#include "options.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <variant>
#include <vector>

#include <hamel/core/answer_budget.hpp>
#include <hamel/core/error.hpp>
#include <hamel/io/model.hpp>
#include <hamel/io/output_file.hpp>
#include <hamel/io/start.hpp>

#include "base/nearest_name.hpp"
#include "base/printable.hpp"
#include "commands.hpp"
#include "reading/tables.hpp"

namespace hamel::command {

namespace {

constexpr double longest_step = 1e9;  // in units of the final time
constexpr long most_steps = 1'000'000'000'000;

/// Reads the whole word as a number within the limits.
template <class Number>
Number within(const char* option, const std::string& written, Number low, Number high,
              const char* what) {
  Number value{};
  const char* const end = written.data() + written.size();
  const auto [stop, error] = std::from_chars(written.data(), end, value);
  if (error != std::errc() || stop != end || !(value >= low && value <= high)) {
    throw InputError(option, "'" + written + "'",
                     std::string(what) + " from " + text(low) + " to " + text(high));
  }
  return value;
}

}  // namespace

void require_name(const char* option, const std::optional<std::string>& name) {
  if (name && name->empty()) throw InputError(option, "an empty name", "a name");
}

double number_option(const char* option, const std::optional<std::string>& written,
                     double otherwise, double low, double high) {
  return written ? within(option, *written, low, high, "a number") : otherwise;
}

std::vector<double> times_option(const char* option, const std::optional<std::string>& written) {
  std::vector<double> times;
  if (!written) return times;
  for (std::size_t from = 0, comma = 0; comma != std::string::npos; from = comma + 1) {
    comma = written->find(',', from);
    times.push_back(within(option, written->substr(from, comma - from), -longest_time, longest_time,
                           "times separated by commas"));
  }
  return times;
}

long count_option(const char* option, const std::optional<std::string>& written, long otherwise,
                  long low, long high) {
  return written ? within(option, *written, low, high, "a whole number") : otherwise;
}

BudgetGiven budget_option(const std::optional<std::string>& written) {
  constexpr double least = 1e-3, most = 1e9;  // seconds: that is thirty years
  constexpr std::int64_t all_memory = 1'000'000'000'000'000;
  if (written == "none") return {most, all_memory};
  try {
    return {number_option("--budget", written, AnswerBudget::default_seconds, least, most),
            AnswerBudget::default_bytes};
  } catch (const InputError& error) {
    throw InputError(error.where(), error.found(),
                     "seconds of the processor, " + error.expected() + ", or none");
  }
}

RunPlan plan_of(const SimulateOptions& options) {
  RunPlan plan;
  require_name("--method", options.method);
  if (options.method) plan.method = *options.method;
  plan.step = number_option("--h", options.step, plan.step, least_time, longest_time);
  plan.t_end = number_option("--t-end", options.t_end, plan.t_end, least_time, longest_time);
  plan.evaluations = options.evaluations;
  plan.every = count_option("--every", options.every, plan.every, 1, most_steps);
  if (options.at && options.every) throw InputError("--at", "--every beside it", "either of them");
  plan.at = times_option("--at", options.at);
  if (plan.step / plan.t_end > longest_step) {
    throw InputError("--h", text(plan.step) + " with the final time " + text(plan.t_end),
                     "at most " + text(longest_step) + " times the final time");
  }
  return plan;
}

namespace {

GivenSystem given(SystemFile file, const reading::SystemText& text) {
  AboutFile about(file.name, text);
  for (const auto& table : about.tables)
    std::fprintf(stderr, "hamel: signals are read from %s, %zu rows\n",
                 printable(table.path).c_str(), table.rows);
  return {std::move(file), std::move(about)};
}

}  // namespace

GivenSystem read_system(const std::string& file) {
  const reading::SystemText text = reading::read_system_text(file);
  return given(parse_system_file(text.whole), text);
}

GivenSystem read_system_from(const std::string& file, const std::optional<std::string>& from,
                             const std::optional<std::string>& dynamics,
                             const std::optional<std::string>& stop_when) {
  if (!from && !stop_when) return read_system(file);
  require_name("--from", from);
  if (from == "-" && file == "-")
    throw InputError("--from", "'-', which is the system file", "a file of its own");
  const reading::SystemText text = reading::read_system_text(file);
  Model model = Model::parse(text.whole);
  if (from) {
    StartGiven start = read_start(model.file(), *from);
    start.is_free = dynamics == hamel::text(Dynamics::free);
    try {
      model.set_start(start);
    } catch (const InputError& error) {
      throw InputError("--from " + *from + ", " + error.where(), error.found(), error.expected());
    }
  }
  if (stop_when) model.stop_when(*stop_when);
  return given(model.file(), text);
}

nlohmann::ordered_json as_start(const SystemFile& file, const Sample& sample) {
  nlohmann::ordered_json state{{"t", sample.t}};
  const auto put = [&](const char* key, const std::vector<std::string>& names,
                       const std::vector<double>& values) {
    state[key] = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < names.size(); ++i) state[key][names[i]] = values[i];
  };
  if (const auto* chart = std::get_if<ChartSystem>(&file.system)) {
    put("q", chart->coordinates, sample.x);
    put("q_dot", chart->coordinates, sample.a);
    if (!sample.p.empty()) state["lambda"] = sample.p;
    return state;
  }
  put("x", std::get<GroupSystem>(file.system).coordinates, sample.x);
  state["a"] = sample.a;
  state["p"] = sample.p;
  return state;
}

Dynamics dynamics_option(const std::optional<std::string>& name, const SystemFile& file) {
  for (const auto d : {Dynamics::free, Dynamics::nonholonomic, Dynamics::vakonomic}) {
    if (name == text(d)) return d;
  }
  if (name)
    throw InputError("--dynamics",
                     "'" + *name + "'" + nearest_hint(*name, {"free", "nonholonomic", "vakonomic"}),
                     "free, nonholonomic or vakonomic");
  const auto* group = std::get_if<GroupSystem>(&file.system);
  const bool constrained = group != nullptr
                               ? group->constrained()
                               : !std::get<ChartSystem>(file.system).constraints.empty();
  return constrained || file.is_holonomic() ? Dynamics::nonholonomic : Dynamics::free;
}

void require_distinct(const std::string& input, const std::optional<std::string>& csv,
                      const std::optional<std::string>& plot,
                      const std::optional<std::string>& animation,
                      const std::optional<std::string>& reactions) {
  const std::string source = input == "-" ? "/dev/stdin" : input;
  const std::array outputs{std::pair{"--csv", &csv}, std::pair{"--plot", &plot},
                           std::pair{"--animate", &animation},
                           std::pair{"--reactions", &reactions}};
  for (const auto& [option, name] : outputs) require_name(option, *name);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const char* const option = outputs[i].first;
    const auto& name = *outputs[i].second;
    if (!name) continue;
    const auto refuse_same = [&](const std::string& other, const std::string& what) {
      if (is_same_file(*name, other))
        throw InputError(option, "'" + *name + "', which is " + what, "a file of its own");
    };
    refuse_same(source, "the system file");
    refuse_same("/dev/stderr", "where messages go");
    if (i > 0) refuse_same("/dev/stdout", "standard output");
    for (std::size_t j = 0; j < i; ++j)
      if (*outputs[j].second)
        refuse_same(**outputs[j].second, std::string("the same file as ") + outputs[j].first);
  }
}

std::FILE* stream_for_words(const std::optional<std::string>& csv) {
  struct stat file, out;
  const bool is_out = csv && stat(csv->c_str(), &file) == 0 && fstat(STDOUT_FILENO, &out) == 0 &&
                      file.st_dev == out.st_dev && file.st_ino == out.st_ino;
  return is_out ? stderr : stdout;
}

}  // namespace hamel::command
