// Certificates of studies, verified. The proofs are read by study_claims.hpp.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include <hamel/algebra/rational_text.hpp>
#include <hamel/io/study_certificate.hpp>

#include "base/json.hpp"
#include "base/within_answer.hpp"
#include "certificate.hpp"
#include "certificate_head.hpp"
#include "claims_json.hpp"
#include "steady_parts.hpp"
#include "study_claims.hpp"

namespace hamel {

namespace {

/// From 1 in the file, from 0 here.
std::vector<int> rows_from(const JsonNode& node) {
  constexpr int most = 1000;
  std::vector<int> rows;
  if (!node.has("multiplier_rows")) return rows;
  const JsonNode given = node.member("multiplier_rows", "a list of rows of D");
  for (const auto& row : given.array()) rows.push_back(count_from(row, most) - 1);
  return rows;
}

ClaimedPower power_from(const JsonNode& node, const FlowAgain& flow) {
  node.only_keys({"polynomial", "power"});
  return {polynomial_from(node.member("polynomial", "a list of terms"), flow),
          number_from(node.member("power", "a number"))};
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
