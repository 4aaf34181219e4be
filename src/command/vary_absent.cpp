// hamel check --vary, in a build without it.
#include <hamel/core/error.hpp>

#include "commands.hpp"

namespace hamel::command {

int check_family(const std::string&, const std::string& parameter, bool) {
  throw InputError("--vary", "'" + parameter + "' in a build without families",
                   "one that was configured with -DHAMEL_BUILD_FAMILIES=ON");
}

}  // namespace hamel::command
