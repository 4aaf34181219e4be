// Steady motions in words and as JSON.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "flows/steady_motions.hpp"

namespace hamel {

nlohmann::ordered_json steady_as_json(const SteadyMotions& steady);

/// Lines behind others of a flow whose variables have these names.
void add_steady(std::string& out, const SteadyMotions& steady,
                const std::vector<std::string>& names);

}  // namespace hamel
