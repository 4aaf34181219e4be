// hamel linearise, in a build without it.
#include <hamel/core/error.hpp>

#include "command/commands.hpp"

namespace hamel::command {

int linearise(const LineariseOptions&) {
  throw InputError("linearise", "a build without it",
                   "one that was configured with -DHAMEL_BUILD_STEERING=ON -DHAMEL_BUILD_STUDY=ON");
}

}  // namespace hamel::command
