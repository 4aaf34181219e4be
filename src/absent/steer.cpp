// hamel steer, in a build without it.
#include <hamel/core/error.hpp>

#include "command/commands.hpp"

namespace hamel::command {

int steer(const SteerOptionsGiven&) {
  throw InputError("steer", "a build without steering",
                   "one that was configured with -DHAMEL_BUILD_STEERING=ON");
}

}  // namespace hamel::command
