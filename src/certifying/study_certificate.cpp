// Certificates of studies: what is found, where it is proved, as JSON.
#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/io/study_certificate.hpp>

#include "base/json_text.hpp"
#include "base/within_answer.hpp"
#include "flows/study.hpp"
#include "lowering/multipliers.hpp"
#include "lowering/polynomial_file.hpp"
#include "lowering/stored_system.hpp"
#include "steady_certificate.hpp"
#include "verifying/certificate.hpp"
#include "verifying/certificate_head.hpp"
#include "verifying/claims_json.hpp"
#include "verifying/study_claims.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;

/// Where momenta are M a + mu, as the study wrote mu.
std::vector<int> rows_of(const SystemFile& file, const FlowStudy& study) {
  if (!study.varies || study.flow != "vakonomic") return {};
  const auto about = polynomial_file(file);
  const auto stored = about ? stored_system(file, *about) : std::nullopt;
  return stored ? multiplier_rows(*stored) : std::vector<int>();
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

}  // namespace hamel
