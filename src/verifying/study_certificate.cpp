// Certificates of studies: claims as JSON and back. The proofs are read by study_claims.hpp, which knows nothing of the
// search.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/algebra/rational_text.hpp>
#include <hamel/algebra/work_budget.hpp>
#include <hamel/io/study_certificate.hpp>

#include "base/json.hpp"
#include "base/json_text.hpp"
#include "base/within_answer.hpp"
#include "certificate_head.hpp"
#include "claims_json.hpp"
#include "flows/study.hpp"
#include "lowering/multipliers.hpp"
#include "lowering/polynomial_file.hpp"
#include "lowering/stored_system.hpp"
#include "steady_certificate.hpp"
#include "study_claims.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;

const std::vector<std::string> claims_of_studies{"first_integrals", "invariant_densities",
                                                 "steady_motions"};

/// Whether the volume is preserved; that it is not is claimed where the variables are independent alone.
std::string volume_of(const FlowAgain& flow) {
  if (!flow.measured) return "";
  return flow.vanishes(flow.divergence) ? "preserved" : flow.plain ? "not preserved" : "";
}

std::optional<FlowAgain> derived(const SystemFile& file, const std::string& name,
                                 bool on_all_coordinates, const std::vector<int>& rows) {
  const auto coordinates = on_all_coordinates ? Coordinates::all : Coordinates::named;
  std::optional<FlowAgain> flow;
  proved([&] { return (flow = flow_again(file, name, coordinates, rows)).has_value(); });
  return flow;
}

/// Where momenta are M a + mu, as the study wrote mu.
std::vector<int> rows_of(const SystemFile& file, const FlowStudy& study) {
  if (!study.varies || study.flow != "vakonomic") return {};
  const auto about = polynomial_file(file);
  const auto stored = about ? stored_system(file, *about) : std::nullopt;
  return stored ? multiplier_rows(*stored) : std::vector<int>();
}

/// From 1 in the file, from 0 here.
std::vector<int> rows_from(const JsonNode& node) {
  constexpr int most = 1000;
  std::vector<int> rows;
  if (!node.has("multiplier_rows")) return rows;
  const JsonNode given = node.member("multiplier_rows", "a list of rows of D");
  for (const auto& row : given.array()) rows.push_back(count_from(row, most) - 1);
  return rows;
}

/// A density that is proved: a power, or `factors`, which are powers, and the `exponent` of an exponential; null for
/// others.
Json claim_of(const Density& density, const std::vector<std::string>& names,
              const FlowAgain& flow) {
  std::vector<ClaimedPower> powers;
  Json factors = Json::array();
  for (const auto& [polynomial, power] : density.factors) {
    auto p = claimed(detail::primitive(polynomial), names, flow);
    if (!p) return nullptr;
    factors.push_back({{"polynomial", as_json(*p, flow.names)}, {"power", power.str()}});
    powers.push_back({std::move(*p), power});
  }
  const auto exponent = claimed(density.exponent, names, flow);
  if (!exponent || !proved([&] { return is_density(flow, powers, *exponent); })) return nullptr;
  if (exponent->empty() && powers.size() == 1) return factors[0];
  return {{"factors", factors}, {"exponent", as_json(*exponent, flow.names)}};
}

ClaimedPower power_from(const JsonNode& node, const FlowAgain& flow) {
  node.only_keys({"polynomial", "power"});
  return {polynomial_from(node.member("polynomial", "a list of terms"), flow),
          number_from(node.member("power", "a number"))};
}

/// The families of steady motions; those on functions of other coordinates than the flow names say so.
Json families_of(const FlowStudy& study, const FlowAgain& flow, const SystemFile& file,
                 const std::vector<int>& rows,
                 const std::function<void(const std::string&)>& left_out) {
  const bool named = std::ranges::all_of(study.steady->names, [&](const std::string& name) {
    return std::ranges::count(flow.names, name) > 0;
  });
  const auto wider = named ? std::nullopt : derived(file, study.flow, true, rows);
  Json families = steady_claims(study, wider ? *wider : flow, left_out);
  if (wider)
    for (auto& family : families) family["coordinates"] = "all";
  return families;
}

/// The claims of one flow that are proved; the others are named.
Json claims_of(const FlowStudy& study, const FlowAgain& flow, const SystemFile& file,
               const std::vector<int>& rows, Json& without) {
  const auto& names = study.field.names;
  const auto left_out = [&](const std::string& what) {
    without.push_back(study.flow + ": " + what);
  };
  Json integrals = Json::array(), densities = Json::array();
  std::vector<ClaimedPolynomial> kept;
  for (const auto& integral : study.integrals.generators) {
    const auto p = claimed(detail::primitive(integral.polynomial), names, flow);
    if (p && proved([&] { return is_kept(flow, *p, integral.degree); })) {
      integrals.push_back(
          {{"degree", std::to_string(integral.degree)}, {"polynomial", as_json(*p, flow.names)}});
      kept.push_back(*p);
    } else {
      left_out("an integral of degree " + std::to_string(integral.degree));
    }
  }
  int independent = 0;
  proved([&] { return (independent = independent_ones(flow, kept)) > 0; });
  Json result{{"flow", study.flow}};
  if (study.on_all_coordinates) result["coordinates"] = "all";
  for (const int row : rows) result["multiplier_rows"].push_back(std::to_string(row + 1));
  result["integrals"] = integrals;
  result["independent"] = std::to_string(independent);
  if (const std::string volume = volume_of(flow); study.measures.decided && !volume.empty())
    result["volume"] = volume;
  for (const auto& density : study.measures.densities) {
    Json claim = claim_of(density, names, flow);
    if (claim.is_null())
      left_out("a density");
    else
      densities.push_back(std::move(claim));
  }
  result["densities"] = densities;
  result["steady"] = study.steady ? families_of(study, flow, file, rows, left_out) : Json::array();
  return result;
}

/// Whether claims are about functions of all coordinates, not only of those that the file names.
bool names_all(const JsonNode& node) {
  if (!node.has("coordinates")) return false;
  if (const JsonNode which = node.member("coordinates", "all"); which.string("all") != "all")
    which.refuse("all, or no such member");
  return true;
}

/// Proves the claims of one flow and says them.
VerifiedClaim verified(const JsonNode& node, const SystemFile& file) {
  node.only_keys({"flow", "coordinates", "multiplier_rows", "integrals", "independent", "volume",
                  "densities", "steady"});
  const JsonNode name = node.member("flow", "the name of a flow");
  const std::string said = name.string("the name of a flow");
  const bool on_all_coordinates = names_all(node);
  const std::vector<int> rows = rows_from(node);
  const auto flow = derived(file, said, on_all_coordinates, rows);
  if (!flow)
    name.refuse("nonholonomic, free or vakonomic, a flow that " + file.name +
                " has, which rows of D, as many as it has columns, determine where they are given");
  std::vector<ClaimedPolynomial> kept;
  VerifiedClaim claim;
  const auto add = [&](Proof proof) { add_proofs(claim.proofs, {{proof}}); };
  for (const auto& entry : node.member("integrals", "a list").array()) {
    entry.only_keys({"degree", "polynomial"});
    const int degree = count_from(entry.member("degree", "a number"), largest_exponent);
    kept.push_back(polynomial_from(entry.member("polynomial", "a list of terms"), *flow));
    if (!proved([&] { return is_kept(*flow, kept.back(), degree); }))
      refuse_claim(entry, "an integral");
    add(Proof::integral);
  }
  const JsonNode independent = node.member("independent", "a number");
  const int count = count_from(independent, 1000);
  if (!proved([&] { return independent_ones(*flow, kept) == count; }))
    refuse_claim(independent, "a number of independent integrals");
  add(Proof::independence);
  claim.words = said + " flow: " + std::to_string(kept.size()) + " integrals, " +
                std::to_string(count) + " independent";
  if (node.has("volume")) {
    const JsonNode volume = node.member("volume", "preserved or not preserved");
    const std::string& answer = volume.string("preserved or not preserved");
    if (answer.empty() || answer != volume_of(*flow)) refuse_claim(volume, "a volume");
    claim.words += ", the volume " + answer;
    add(Proof::volume);
  }
  const auto densities = node.member("densities", "a list").array();
  for (const auto& entry : densities) {
    std::vector<ClaimedPower> powers;
    ClaimedPolynomial exponent;
    if (entry.has("factors")) {
      entry.only_keys({"factors", "exponent"});
      for (const auto& factor : entry.member("factors", "a list of powers").array())
        powers.push_back(power_from(factor, *flow));
      exponent = polynomial_from(entry.member("exponent", "a list of terms"), *flow);
    } else {
      powers.push_back(power_from(entry, *flow));
    }
    if (!proved([&] { return is_density(*flow, powers, exponent); }))
      refuse_claim(entry, "a density");
    add(Proof::density);
  }
  const auto families = node.member("steady", "a list").array();
  std::optional<FlowAgain> wider;
  ProvedPart known;
  for (const auto& family : families) {
    const bool all = names_all(family) && !on_all_coordinates;
    if (all && !wider) wider = derived(file, said, true, rows);
    if (all && !wider) family.refuse("coordinates that the flow is about");
    add_proofs(claim.proofs, verify_steady_family(file, family, all ? *wider : *flow, known));
  }
  claim.words += ", " + std::to_string(densities.size()) + " densities, " +
                 std::to_string(families.size()) + " families of steady motions";
  return claim;
}

/// What is said to be without a certificate: a flow that is not here, or something of one that is, as claims_of names
/// it.
void require_left_out(const JsonNode& list, const std::vector<std::string>& flows) {
  for (const auto& entry : list.array()) {
    const std::string& said = entry.string("what the study found that is not proved here");
    const bool known = std::ranges::any_of(
        std::array<std::string, 3>{"nonholonomic", "free", "vakonomic"},
        [&](const std::string& name) {
          if (std::ranges::count(flows, name) == 0) return said == name + " flow";
          const std::string integral = name + ": an integral of degree ";
          if (said == name + ": a density" || said == name + ": a steady motion" ||
              said == name + ": a family of steady motions" ||
              said == name + ": the stability along a family")
            return true;
          if (!said.starts_with(integral)) return false;
          const std::string degree = said.substr(integral.size());
          return !degree.empty() && degree.size() < 3 && degree.front() != '0' &&
                 degree.find_first_not_of("0123456789") == std::string::npos;
        });
    if (!known)
      entry.refuse(
          "a flow that the certificate does not have, such as \"vakonomic flow\", or, of one that "
          "it has, an integral of a degree, a density, a steady motion or the stability along a "
          "family");
  }
}

}  // namespace

std::string study_certificate_of(const SystemFile& file, const Study& study) {
  const AnswerBudget answer;
  Json flows = Json::array(), without = Json::array();
  for (const auto& of : study.flows) {
    const std::vector<int> rows = rows_of(file, of);
    if (const auto flow = derived(file, of.flow, of.on_all_coordinates, rows))
      flows.push_back(claims_of(of, *flow, file, rows, without));
    else
      without.push_back(of.flow + " flow");
  }
  Json certificate = certificate_head(certificate_subject("study", file), claims_of_studies);
  certificate.update(Json{{"flows", flows}, {"without_certificate", without}});
  return as_text(certificate) + "\n";
}

namespace {

std::vector<VerifiedClaim> verified_flows(const SystemFile& file, std::string_view json) {
  const JsonValue document = parse_json(json);
  const JsonNode root(document);
  require_head(root, certificate_subject("study", file), claims_of_studies,
               {"flows", "without_certificate"});
  std::vector<VerifiedClaim> all;
  std::vector<std::string> flows;
  for (const auto& node : root.member("flows", "a list").array()) {
    all.push_back(verified(node, file));
    const JsonNode flow = node.member("flow", "the name of a flow");
    const std::string& said = flow.string("the name of a flow");
    if (std::ranges::count(flows, said) > 0) flow.refuse("each flow once");
    flows.push_back(said);
  }
  require_left_out(root.member("without_certificate", "a list"), flows);
  return all;
}

}  // namespace

std::vector<VerifiedClaim> verify_study_certificate(const SystemFile& file, std::string_view json) {
  file.refuse_uncovered("verify");
  return reading::within_answer([&] { return verified_flows(file, json); });
}

}  // namespace hamel
