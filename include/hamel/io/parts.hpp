// A long work in parts whose outputs are kept in a folder, one file for each rank with an index, so that a work that
// was ended early goes on where it was.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include <hamel/ensemble/ranks.hpp>

namespace hamel {

/// Where the outputs are and what they are of.
struct PartsPlan {
  std::string folder;  ///< made where there is none
  /// Everything that the outputs depend on: a folder of another work is refused.
  std::string work;
  long parts = 0;
};

/// What a call has done on all ranks together.
struct PartsDone {
  long found = 0, computed = 0;  ///< parts
};

/// Has every part computed by some rank, as ranks become free: `compute(part)` gives its output, which is appended to
/// the file rank-K of the rank and then noted in rank-K.index: part, place, length, checksum. Parts that the indexes of
/// the folder hold are not computed again, whatever the number of ranks was. A process may be killed at any time: what
/// it has not noted is lost, no more. To be called by all ranks; returns when all parts are there. Throws InputError on
/// a folder that cannot be used, holds another work or is in use, OutputError when the disk refuses.
PartsDone run_in_parts(const PartsPlan& plan, Ranks& ranks,
                       const std::function<std::string(long part)>& compute);

/// Shows the outputs of all parts in their order. Throws InputError where one is missing or is not what was noted.
void read_parts(const PartsPlan& plan, const std::function<void(std::string_view)>& show);

}  // namespace hamel
