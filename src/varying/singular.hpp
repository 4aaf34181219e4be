// Decompositions by the program Singular.
#pragma once

#include <memory>

#include "parameters/decomposition.hpp"

namespace hamel::varying {

/// Those that Singular says within its share of what is left for the answer, and within `SingularTime`.
std::shared_ptr<Decompositions> asked_of_singular();

}  // namespace hamel::varying
