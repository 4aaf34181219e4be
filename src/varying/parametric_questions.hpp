// The search for answers on a part of the space of parameters: polynomial equations, linear ones where a section is
// sought.
#pragma once

#include <string>
#include <vector>

#include "verifying_families/larger_parts.hpp"

namespace hamel::varying {

/// What is said is proved, but for what is generic and for some of what `no_ideal` says.
Finding ask(const std::string& id, const Part& part);

/// `ask(id, part)`, or where that is simpler or all there is the refutation of the larger part that leaves out least.
Finding ask(const std::string& id, const Part& part, const std::vector<Larger>& larger);

}  // namespace hamel::varying
