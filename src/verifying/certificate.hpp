// What certificates of answers and of studies are about, and what verifies an answer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/check/verdict.hpp>
#include <hamel/io/proof_kinds.hpp>
#include <hamel/io/system_file.hpp>

#include "claims_json.hpp"
#include "flow_again.hpp"

namespace hamel {

/// The numbers that the proofs are about: [e_i, e_j] = sum of c e_k as [i, j, k, c], the metric where it is constant,
/// vectors that span d as rows. In coordinates, their names.
nlohmann::ordered_json numbers_of(const SystemFile& system_file);

/// What verifies an answer, for a file the question can be asked of; nothing where it is not proved.
std::optional<Proof> verified_by(const SystemFile& system_file, const Verdict& verdict);

inline const std::vector<std::string> claims_of_studies{"first_integrals", "invariant_densities",
                                                        "steady_motions"};

/// Whether the volume is preserved; that it is not is claimed where the variables are independent alone.
inline std::string volume_of(const FlowAgain& flow) {
  if (!flow.measured) return "";
  return flow.vanishes(flow.divergence) ? "preserved" : flow.plain ? "not preserved" : "";
}

/// The flow of that name, derived from the file; nothing where the file has none, or it would take too long.
inline std::optional<FlowAgain> derived(const SystemFile& file, const std::string& name,
                                        bool on_all_coordinates, const std::vector<int>& rows) {
  const auto coordinates = on_all_coordinates ? Coordinates::all : Coordinates::named;
  std::optional<FlowAgain> flow;
  proved([&] { return (flow = flow_again(file, name, coordinates, rows)).has_value(); });
  return flow;
}

}  // namespace hamel
