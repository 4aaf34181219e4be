// Steady motions in a study's certificate.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/io/proof_kinds.hpp>

#include "base/json.hpp"
#include "flow_again.hpp"
#include "flows/study.hpp"

namespace hamel {

/// The families of steady motions of a study of which something is proved; what is not goes to `left_out`.
nlohmann::ordered_json steady_claims(const FlowStudy& study, const FlowAgain& flow,
                                     const std::function<void(const std::string&)>& left_out);
/// A field that was proved to be that of variables of a flow: the families of a study mostly claim the same one.
struct ProvedPart {
  const FlowAgain* flow = nullptr;
  std::optional<FlowAgain> part = {};
};
/// Proves all that is claimed of a family, or throws InputError with the place of what is not proved. `known` is the
/// field of the family before. Returns the kinds of the proofs.
std::vector<ProofCount> verify_steady_family(const SystemFile& file, const JsonNode& node,
                                             const FlowAgain& flow, ProvedPart& known);

}  // namespace hamel
