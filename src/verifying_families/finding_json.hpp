// What was found on a part as JSON, with what proves it, and back.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "parameters/decomposition.hpp"
#include "pieces.hpp"

namespace hamel::varying {

nlohmann::ordered_json as_json(const std::string& id, const Part& part, const Finding& finding);
nlohmann::ordered_json as_json(const std::vector<Decomposition>& decompositions);

/// What such JSON says of a part of a family, proved or not. Throws InputError where it is not of that form.
Finding finding_of(const std::string& id, const JsonNode& node, const ParameterFamily& family);
std::vector<Decomposition> decompositions_from(const JsonNode& list, const Ring& ring);

}  // namespace hamel::varying
