// What a build without FLINT says of several parameters.
#pragma once

#include <string>
#include <vector>

#include <hamel/core/error.hpp>

#include "base/nearest_name.hpp"

namespace hamel {

[[noreturn]] inline void refuse_without_flint(const std::vector<std::string>& parameters) {
  throw InputError("--vary",
                   "the parameters " + comma_list(parameters) + " in a build without FLINT",
                   "one parameter, or a build that found FLINT (Debian: libflint-dev)");
}

}  // namespace hamel
