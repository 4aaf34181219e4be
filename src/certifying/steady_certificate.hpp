// Steady motions in a study's certificate.
#pragma once

#include <functional>
#include <string>

#include <nlohmann/json.hpp>

#include "flows/study.hpp"
#include "verifying/flow_again.hpp"

namespace hamel {

/// The families of steady motions of a study of which something is proved; what is not goes to `left_out`.
nlohmann::ordered_json steady_claims(const FlowStudy& study, const FlowAgain& flow,
                                     const std::function<void(const std::string&)>& left_out);

}  // namespace hamel
