// hamel inverse, in a build without it.
#include <hamel/core/error.hpp>

#include "command/commands.hpp"

namespace hamel::command {

namespace {

[[noreturn]] void refuse_inverse(const char* what) {
  throw InputError(what, "a build without families or studies",
                   "one that was configured with -DHAMEL_BUILD_FAMILIES=ON -DHAMEL_BUILD_STUDY=ON");
}

}  // namespace

int inverse(const StudyOptions&) {
  refuse_inverse("inverse");
}

int verify_inverse(const GivenSystem&, const std::string&, bool) {
  refuse_inverse("verify");
}

}  // namespace hamel::command
