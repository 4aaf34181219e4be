// hamel inverse, in a build without it.
#include <hamel/core/error.hpp>

#include "commands.hpp"

namespace hamel::command {

int inverse(const StudyOptions&) {
  throw InputError("inverse", "a build without families or studies",
                   "one that was configured with -DHAMEL_BUILD_FAMILIES=ON -DHAMEL_BUILD_STUDY=ON");
}

}  // namespace hamel::command
