// A field less what symmetries turn its variables by.
#pragma once

#include <vector>

#include "reduced_field.hpp"

namespace hamel {

/// Fields in the variables and rates c behind them: of symmetries that do turn the variables, independent ones, all;
/// all but the first; and so on. Where one is steady motions are turned all the time.
std::vector<ReducedField> turned_fields(const ReducedField& reduced);

}  // namespace hamel
