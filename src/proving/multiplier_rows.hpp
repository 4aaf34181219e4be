// Which components of a multiplier follow from the others.
#pragma once

#include <vector>

#include "stored_system.hpp"

namespace hamel {

/// As many rows of D, from 0, as it has columns, with a minor that is not 0, as short as there is; nothing where no minor
/// is a known polynomial. D^T mu = 0 is solved for these components of mu.
std::vector<int> multiplier_rows(const StoredSystem& system);

}  // namespace hamel
