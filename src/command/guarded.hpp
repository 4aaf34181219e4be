// Errors of a subcommand as a line on standard error and an exit status.
#pragma once

#include <array>
#include <cstddef>
#include <exception>
#include <iostream>
#include <new>
#include <optional>
#include <string>
#include <string_view>

#include <hamel/core/answer_budget.hpp>
#include <hamel/core/error.hpp>

#include "base/printable.hpp"
#include "commands.hpp"
#include "options.hpp"
#include "standard_streams.hpp"

namespace hamel::command {

inline constexpr std::size_t longest_expected = 4000;  // it may hold numbers to be pasted
inline constexpr std::size_t longest_report = 1000;    // of an error that is not about input

/// Where in the file or on the command line the thing is that the library has refused, by its name there.
inline std::string place_of(const std::string& name) {
  struct Place {
    std::string_view begins, path;
  };
  static constexpr std::array places{Place{"$", ""},
                                     Place{"--", ""},
                                     Place{"line ", ""},
                                     Place{"output ", ""},
                                     Place{"metric", "$.metric, "},
                                     Place{"distribution", "$.constraint.span, "},
                                     Place{"initial", "$.initial, "},
                                     Place{"constraints", "$.constraints, "},
                                     Place{"method", "--method, "},
                                     Place{"step", "--h, "},
                                     Place{"number of steps", "--h, "},
                                     Place{"end time", "--t-end, "},
                                     Place{"every", "--every, "},
                                     Place{"at", "--at, "},
                                     Place{"stop-when", "--"}};
  for (const auto& place : places)
    if (name.starts_with(place.begins)) return std::string(place.path) + printable(name);
  return "$, " + printable(name);
}

/// The place, what was found and what was expected, each fit for a terminal.
inline std::string message(const std::string& file, const InputError& error) {
  const std::string place = file.empty() || error.where() == printable(file)
                                ? printable(error.where())
                                : place_of(error.where());
  const std::string prefix =
      file.empty() || error.where() == printable(file) ? "" : printable(file) + ": ";
  return prefix + place + ": found " + printable(error.found()) + ", expected " +
         printable(error.expected(), longest_expected);
}

/// Runs a subcommand; errors become a line on stderr and an exit status.
template <class Command>
int guarded(const std::string& file, const Command& run) {
  const std::string prefix = "hamel: " + (file.empty() ? "" : printable(file) + ": ");
  try {
    return run();
  } catch (const InputError& error) {
    std::cerr << "hamel: " << message(file, error) << "\n";
    return bad_input;
  } catch (const std::bad_alloc&) {
    std::cerr << prefix << "out of memory\n";
  } catch (const std::exception& error) {
    std::cerr << prefix << printable(error.what(), longest_report) << "\n";
  }
  return numerical_failure;
}

/// The same for answers, each with one budget, that of all its searches and runs: where it ended, a word of that.
template <class Command>
int answered(const std::string& file, const std::optional<std::string>& budget,
             const Command& run) {
  std::optional<AnswerBudget> answer;
  const int given = guarded("", [&] {
    const auto [seconds, bytes] = budget_option(budget);
    answer.emplace(seconds, bytes);
    return done;
  });
  if (given != done) return given;
  const int status = guarded(file, run);
  if (const std::string why = AnswerBudget::why_ended(); !why.empty() && status != bad_input)
    std::cerr << "hamel: " << (file.empty() ? "" : printable(file) + ": ") << why
              << (status != numerical_failure
                      ? "; what is undecided or not covered may be so for that"
                      : "")
              << "; --budget SECONDS or --budget none allows more\n";
  return status;
}

/// The status of a command whose words must have reached standard output.
inline int finished(int status) {
  if (finish_standard_output() == Written::all) return status;
  std::cerr
      << "hamel: standard output: found an error while writing, expected room for every word\n";
  return status == done || status == not_all_covered ? numerical_failure : status;
}

}  // namespace hamel::command
