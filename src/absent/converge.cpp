// hamel converge, in a build without it.
#include <hamel/core/error.hpp>

#include "command/commands.hpp"

namespace hamel::command {

int converge(const ConvergeOptions&) {
  throw InputError("converge", "a build without studies",
                   "one that was configured with -DHAMEL_BUILD_STUDY=ON");
}

}  // namespace hamel::command
