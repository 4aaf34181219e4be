// The ways a text of unknown origin goes into the program.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

/// Gives the text to a part of the program; `choice` picks among its options. Throws InputError on a text it refuses
/// and std::runtime_error on a numerical or system failure with a sentence. Everything else that may happen (an
/// exception of another kind, a signal, time or memory without bound) is a defect.
struct Target {
  const char* name;
  void (*run)(std::string_view text, unsigned choice);
};

/// What reading one text may cost, see hamel::reading::Budget: as much as any system of the corpus that is not about
/// these limits.
inline constexpr std::size_t small_nodes = 2000, small_exact_work = 100000;

/// The texts that those of a run are near, and the bytes of the longest that is changed: longer ones are executed as
/// they are, as many short ones are worth more than what they cost.
struct Corpus {
  std::vector<std::string> texts;
  std::size_t longest;
};
Corpus corpus();

/// The targets of this executable: the readers, the subcommands on short motions, or the readers of certificates.
const std::vector<Target>& targets();

}  // namespace fuzz
