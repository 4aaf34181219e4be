// A hint for a name that was mistyped.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hamel::reading {

/// `, close to 'metric'` for the name that differs in the fewest letters (added, left out, changed), when
/// those are at most a third of it; else nothing.
std::string nearest_hint(std::string_view name, const std::vector<std::string>& known);

}  // namespace hamel::reading
