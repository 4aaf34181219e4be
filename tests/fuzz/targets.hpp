// The ways a text of unknown origin goes into the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

/// What became of a text. Everything else a target may do (an exception of another kind, a signal, time or memory
/// without bound) is a defect.
enum class Fate {
  accepted,
  refused,  ///< InputError
  failed    ///< std::runtime_error: a numerical or system failure with a sentence
};

/// read: the readers; check, simulate, compare: the subcommands, on short motions.
std::vector<std::string> targets();

/// Gives the text to a target. `choice` picks among the options of the subcommand.
Fate run(const std::string& target, std::string_view text, unsigned choice);

}  // namespace fuzz
