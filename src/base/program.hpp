// Another program, run on a text.
#pragma once

#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace hamel::reading {

/// A program that is looked for on PATH, and the Debian package that has it.
struct Program {
  std::string name, package;
  std::vector<std::string> arguments;
  std::size_t most_memory = 0;  ///< bytes of its address space; 0: no limit of ours
  double most_seconds = 0;      ///< of the processor; 0: no limit of ours
};

/// It is not there, failed, took too long or wrote too much.
class ProgramError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// It was ended because it took more than `most_seconds`.
class ProgramTooLong : public ProgramError {
  using ProgramError::ProgramError;
};

/// What it writes to its standard output for the text on its standard input. It is started without a shell, with an
/// environment that holds nothing of the user's but where programs and fonts are found, and ended, with what it has
/// started, after `limit` on a clock on the wall, or `most_seconds` of the processor, which the `AnswerBudget` counts.
/// Throws ProgramError when it is not there, fails, takes longer or writes more than 256 MB.
std::string run(const Program& program, const std::string& input, std::chrono::milliseconds limit);

}  // namespace hamel::reading
