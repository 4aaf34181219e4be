// hamel sweep, in a build without it.
#include <hamel/core/error.hpp>

#include "command/commands.hpp"

namespace hamel::command {

int sweep(const SweepOptions&, Ranks&) {
  throw InputError("sweep", "a build without studies",
                   "one that was configured with -DHAMEL_BUILD_STUDY=ON");
}

}  // namespace hamel::command
