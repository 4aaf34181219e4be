// A study in words and as JSON.
#include <algorithm>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/io/study.hpp>

#include "base/json_text.hpp"
#include "base/printable.hpp"
#include "claims/claim_json.hpp"
#include "flows/study.hpp"
#include "lowering/polynomial_text.hpp"
#include "steady_text.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;

/// What was found is proved; whether it is all, where the answer says what is not covered, nobody knows.
template <class Found>
ClaimStatus status_of(const Found& found) {
  return found.not_covered.empty() ? ClaimStatus::proved : ClaimStatus::not_covered;
}

Json as_json(const FirstIntegrals& integrals, const std::vector<std::string>& names) {
  Json list = Json::array();
  for (const auto& integral : integrals.generators)
    list.push_back({{"degree", integral.degree},
                    {"polynomial", polynomial_text(integral.polynomial, names)},
                    {"name", integral.name},
                    {"independent", integral.independent}});
  Json result{{"generators", list},
              {"independent", integrals.independent},
              {"dimensions", integrals.dimensions},
              {"not_covered", integrals.not_covered}};
  add_claim(result, "first_integrals", status_of(integrals));
  return result;
}

Json as_json(const InvariantMeasures& measures, const std::vector<std::string>& names,
             bool varies) {
  Json densities = Json::array();
  for (const auto& density : measures.densities) {
    Json factors = Json::array();
    for (const auto& [p, power] : density.factors)
      factors.push_back({{"polynomial", polynomial_text(p, names)}, {"power", power.str()}});
    if (factors.size() == 1 && density.exponent.terms().empty())
      densities.push_back(factors[0]);
    else
      densities.push_back(
          {{"factors", factors}, {"exponent", polynomial_text(density.exponent, names)}});
  }
  Json result{
      {"divergence",
       varies || !measures.decided ? Json() : Json(polynomial_text(measures.divergence, names))},
      {"smooth", measures.smooth ? Json(*measures.smooth) : Json()},
      {"densities", densities},
      {"not_covered", measures.not_covered}};
  add_claim(result, "invariant_densities",
            measures.volume() || measures.decided ? status_of(measures) : ClaimStatus::not_covered);
  return result;
}

void add_integrals(std::string& out, const FlowStudy& flow) {
  out += "  first integrals, polynomial of degree up to " + std::to_string(flow.integrals.degree) +
         ": " + std::to_string(flow.integrals.independent) + " independent\n";
  for (const auto& integral : flow.integrals.generators)
    out += "    degree " + std::to_string(integral.degree) + "  " +
           polynomial_text(integral.polynomial, flow.field.names) +
           (integral.name.empty() ? "" : "  (" + integral.name + ")") +
           (integral.independent ? "" : "  (not seen to be independent)") + "\n";
  if (!flow.integrals.not_covered.empty())
    out += "    not covered: " + flow.integrals.not_covered + "\n";
}

void add_measure(std::string& out, const FlowStudy& flow) {
  const auto& measures = flow.measures;
  if (measures.volume()) {
    out += "  measure: the volume is preserved\n";
    return;
  }
  if (!measures.decided) {
    out += "  measure not covered: " + measures.not_covered + "\n";
    return;
  }
  if (flow.varies && measures.densities.empty() && measures.not_covered.empty())
    out +=
        "  measure: none found with powers of polynomials of degree up to 2 in the functions, of "
        "factors of det(D^T M D) and of combinations of velocities\n";
  else if (flow.varies)
    out += "  measure: densities times the right-invariant measure of the group and du\n";
  else
    out += "  measure: divergence " + polynomial_text(measures.divergence, flow.field.names) +
           (measures.smooth == false ? ", no smooth positive density is preserved\n" : "\n");
  for (const auto& density : measures.densities) {
    out += "    preserved where it is finite and not 0:";
    for (const auto& [p, power] : density.factors)
      out += " |" + polynomial_text(p, flow.field.names) + "|" +
             (power == Rational(1) ? "" : "^(" + power.str() + ")");
    if (!density.exponent.terms().empty())
      out += " exp(" + polynomial_text(density.exponent, flow.field.names) + ")";
    out += "\n";
  }
  if (!measures.not_covered.empty()) out += "    not covered: " + measures.not_covered + "\n";
}

bool covers_all(const SteadyMotions& steady) {
  return steady.not_covered.empty() && std::ranges::all_of(steady.turning, [](const auto& turning) {
           return covers_all(turning.motions);
         });
}

}  // namespace

bool covers_all(const Study& study) {
  return study.not_covered.empty() && std::ranges::all_of(study.flows, [](const FlowStudy& flow) {
           return flow.integrals.not_covered.empty() && flow.measures.not_covered.empty() &&
                  (!flow.steady || covers_all(*flow.steady));
         });
}

std::string words(const Study& study) {
  std::string out = printable(study.name) + ", by exact arithmetic\n";
  if (!study.projection.empty()) out += "  start: " + study.projection + "\n";
  for (const auto& flow : study.flows) {
    out += "\n" + flow.flow + " flow, " + flow.variables + "\n";
    for (int k = 0; k < flow.field.dimension(); ++k)
      out += "    " + flow.field.names[static_cast<std::size_t>(k)] + "' = " +
             polynomial_text(flow.field.rates[static_cast<std::size_t>(k)], flow.field.names) +
             "\n";
    add_integrals(out, flow);
    if (flow.casimirs)
      out +=
          "    functionally independent Casimirs of any kind: " + std::to_string(*flow.casimirs) +
          "; the momentum in space, Ad*_{x^-1} p, is constant (Noether)\n";
    add_measure(out, flow);
    if (flow.steady) add_steady(out, *flow.steady, flow.field.names);
    out += "  " + flow.integrability + "\n";
  }
  for (const auto& [flow, reason] : study.not_covered)
    out += "\n" + flow + " flow\n  not covered: " + reason + "\n";
  return out;
}

std::string as_json(const Study& study) {
  Json flows = Json::array();
  for (const auto& flow : study.flows) {
    Json rates = Json::array();
    for (const auto& rate : flow.field.rates)
      rates.push_back(polynomial_text(rate, flow.field.names));
    Json entry{{"flow", flow.flow},
               {"variables", flow.field.names},
               {"field", rates},
               {"integrals", as_json(flow.integrals, flow.field.names)},
               {"measure", as_json(flow.measures, flow.field.names, flow.varies)},
               {"integrability", flow.integrability}};
    if (flow.casimirs) entry["casimirs"] = *flow.casimirs;
    if (flow.steady) {
      entry["steady"] = steady_as_json(*flow.steady);
      add_claim(entry["steady"], "steady_motions",
                covers_all(*flow.steady) ? ClaimStatus::proved : ClaimStatus::not_covered);
    }
    flows.push_back(entry);
  }
  Json open = Json::array();
  for (const auto& [flow, reason] : study.not_covered) {
    open.push_back({{"flow", flow}, {"reason", reason}});
    add_claim(open.back(), "flow", ClaimStatus::not_covered);
  }
  Json answer{{"name", study.name}, {"flows", flows}, {"not_covered", open}};
  if (study.projected > 0) answer["projected"] = study.projected;
  return as_text(answer);
}

}  // namespace hamel
