// Steady motions in a study's certificate.
#pragma once

#include <functional>
#include <string>

#include <nlohmann/json.hpp>

#include <hamel/io/json.hpp>
#include <hamel/io/study.hpp>

#include "flow_again.hpp"

namespace hamel {

/// The families of steady motions of a study of which something is proved; what is not goes to `left_out`.
nlohmann::ordered_json steady_claims(const FlowStudy& study, const FlowAgain& flow,
                                     const std::function<void(const std::string&)>& left_out);
/// Proves all that is claimed of a family, or throws InputError with the place of what is not proved.
void verify_steady_family(const JsonNode& node, const FlowAgain& flow);

}  // namespace hamel
