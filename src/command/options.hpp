// What the words on the command line mean.
#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/io/simulate.hpp>
#include <hamel/io/system_file.hpp>

#include "answer.hpp"

namespace hamel::command {

struct SimulateOptions;

/// Limits of the times that options give.
inline constexpr double least_time = 1e-300, longest_time = 1e300;

/// A file or option name that was given must not be empty. Throws InputError.
void require_name(const char* option, const std::optional<std::string>& name);

/// The number written, or the default where the option is absent. Throws InputError unless it is a
/// decimal number from `low` to `high`.
double number_option(const char* option, const std::optional<std::string>& written,
                     double otherwise, double low, double high);
/// The same for whole numbers.
long count_option(const char* option, const std::optional<std::string>& written, long otherwise,
                  long low, long high);

/// Times separated by commas; none where the option is absent. Throws InputError.
std::vector<double> times_option(const char* option, const std::optional<std::string>& written);

/// What an answer may take.
struct BudgetGiven {
  double seconds;
  std::int64_t bytes;
};
/// Seconds, or `none` for no limit; the default where nothing is written. Throws InputError.
BudgetGiven budget_option(const std::optional<std::string>& written);

/// What the options ask for, the dynamics aside. Every plan has a step.
RunPlan plan_of(const SimulateOptions& options);

/// A system, and what an answer says of its file.
struct GivenSystem {
  SystemFile file;
  AboutFile about;
};

/// The system of a file. Throws InputError.
GivenSystem read_system(const std::string& file);
/// The same, its start replaced by the state that `from` names, see read_start; under free motion that need not keep the
/// constraint. A run ends where the formula `stop_when` crosses zero.
GivenSystem read_system_from(const std::string& file, const std::optional<std::string>& from,
                             const std::optional<std::string>& dynamics = std::nullopt,
                             const std::optional<std::string>& stop_when = std::nullopt);

/// A state as `initial` has it, to be read again: time, coordinates, velocity, and momentum or lambda.
nlohmann::ordered_json as_start(const SystemFile& file, const Sample& sample);

/// The dynamics of that name; without one nonholonomic for a system with a constraint, else free.
Dynamics dynamics_option(const std::optional<std::string>& name, const SystemFile& file);

/// Refuses outputs that would overwrite the input, each other or the messages. Throws InputError.
void require_distinct(const std::string& input, const std::optional<std::string>& csv,
                      const std::optional<std::string>& plot,
                      const std::optional<std::string>& animation = std::nullopt,
                      const std::optional<std::string>& reactions = std::nullopt);

/// Where the words for a person go: standard output, or standard error when standard output is the
/// CSV, as with `--csv /dev/stdout`.
std::FILE* stream_for_words(const std::optional<std::string>& csv);

}  // namespace hamel::command
