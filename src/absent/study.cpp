// hamel study, hamel verify and hamel check --certificate, in a build without them.
#include <hamel/core/error.hpp>

#include "command/commands.hpp"

namespace hamel::command {

namespace {

[[noreturn]] void refuse(const char* what) {
  throw InputError(what, "a build without studies",
                   "one that was configured with -DHAMEL_BUILD_STUDY=ON");
}

}  // namespace

int check_with_certificate(const CheckOptions&) {
  refuse("--certificate");
}

int study(const StudyOptions&) {
  refuse("study");
}

int verify(const VerifyOptions&) {
  refuse("verify");
}

}  // namespace hamel::command
