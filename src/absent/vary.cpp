// hamel check --vary, in a build without it.
#include <hamel/core/error.hpp>

#include "command/commands.hpp"

namespace hamel::command {

namespace {

[[noreturn]] void refuse(const char* where, const std::string& what) {
  throw InputError(where, "'" + what + "' in a build without families",
                   "one that was configured with -DHAMEL_BUILD_FAMILIES=ON");
}

}  // namespace

int check_family(const std::string&, const std::string& parameter, bool) {
  refuse("--vary", parameter);
}

std::string family_certificate(const std::string&, const std::string& parameters) {
  refuse("--vary", parameters);
}

int verify_family(const std::string& file, const std::string&, bool) {
  refuse("verify", file);
}

}  // namespace hamel::command
