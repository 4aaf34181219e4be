// Certificates of studies: claims as JSON and back. The proofs are read by study_claims.hpp, which knows nothing of the search.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/algebra/rational_text.hpp>
#include <hamel/algebra/work_budget.hpp>
#include <hamel/io/json.hpp>
#include <hamel/io/study_certificate.hpp>

#include "exact_rows.hpp"
#include "study_claims.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t proof_operations = 400'000'000;  ///< for each claim
constexpr std::size_t longest_number = 50'000;          ///< digits
constexpr int largest_exponent = 64;

/// Whether a claim is proved; not where a proof would take too long.
template <class Claim>
bool proved(const Claim& claim) {
  try {
    const WorkBudget budget(proof_operations);
    return claim();
  } catch (const BudgetExceeded&) {
  } catch (const std::overflow_error&) {
  } catch (const std::bad_optional_access&) {
  }
  return false;
}

/// Whether the volume is preserved; that it is not is claimed where the variables are independent alone.
std::string volume_of(const FlowAgain& flow) {
  if (!flow.measured) return "";
  return flow.vanishes(flow.divergence) ? "preserved" : flow.plain ? "not preserved" : "";
}

std::optional<FlowAgain> derived(const SystemFile& file, const std::string& name) {
  std::optional<FlowAgain> flow;
  proved([&] { return (flow = flow_again(file, name)).has_value(); });
  return flow;
}

// ---- claims as JSON

/// Terms [c, name, power, name, power, ...].
Json as_json(const ClaimedPolynomial& p, const std::vector<std::string>& names) {
  Json terms = Json::array();
  for (const auto& [factor, exponents] : p) {
    Json term = Json::array({factor.str()});
    for (std::size_t k = 0; k < exponents.size(); ++k)
      if (exponents[k] > 0) {
        term.push_back(names[k]);
        term.push_back(std::to_string(exponents[k]));
      }
    terms.push_back(std::move(term));
  }
  return terms;
}

template <class List>
Json numbers(const List& list) {
  Json all = Json::array();
  for (const auto& number : list) all.push_back(number.str());
  return all;
}

/// What a study found, in the names of the flow that was derived anew; nothing where names differ.
std::optional<ClaimedPolynomial> claimed(const CoordinatePolynomial& p,
                                         const std::vector<std::string>& names,
                                         const FlowAgain& flow) {
  ClaimedPolynomial result;
  const CoordinatePolynomial whole = detail::primitive(p);
  for (const auto& [monomial, factor] : whole.terms()) {
    ClaimedTerm term{factor, std::vector<int>(flow.names.size(), 0)};
    for (const auto& [variable, power] : monomial) {
      const auto place =
          std::ranges::find(flow.names, names[static_cast<std::size_t>(variable / 3)]);
      if (place == flow.names.end()) return std::nullopt;
      term.exponents[static_cast<std::size_t>(place - flow.names.begin())] = power;
    }
    result.push_back(std::move(term));
  }
  return result;
}

/// A steady motion with the linear part on all n variables: on the group it has fewer directions, and each polynomial that
/// is constant there adds a root 0.
ClaimedMotion claimed(const LinearStability& member, std::size_t n) {
  ClaimedMotion motion{member.at,
                       member.characteristic.coefficients(),
                       {member.roots.left, member.roots.on, member.roots.right},
                       text(member.stability)};
  if (motion.characteristic.size() > n) return motion;
  const std::size_t more = n + 1 - motion.characteristic.size();
  motion.characteristic.insert(motion.characteristic.begin(), more, Rational(0));
  motion.roots[1] += static_cast<int>(more);
  if (member.roots.right == 0) motion.stability = text(Stability::spectral);
  return motion;
}

/// The claims of one flow that are proved; the others are named.
Json claims_of(const FlowStudy& study, const FlowAgain& flow, Json& without) {
  const auto& names = study.field.names;
  const auto left_out = [&](const std::string& what) {
    without.push_back(study.flow + ": " + what);
  };
  Json integrals = Json::array(), densities = Json::array(), families = Json::array();
  std::vector<ClaimedPolynomial> kept;
  for (const auto& integral : study.integrals.generators) {
    const auto p = claimed(integral.polynomial, names, flow);
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
  Json result{
      {"flow", study.flow}, {"integrals", integrals}, {"independent", std::to_string(independent)}};
  if (const std::string volume = volume_of(flow); study.measures.decided && !volume.empty())
    result["volume"] = volume;
  for (const auto& [polynomial, power] : study.measures.densities) {
    const auto p = claimed(polynomial, names, flow);
    const Rational exponent = power;
    if (p && proved([&] { return is_density(flow, *p, exponent); }))
      densities.push_back({{"polynomial", as_json(*p, flow.names)}, {"power", exponent.str()}});
    else
      left_out("a density");
  }
  result["densities"] = densities;
  if (study.steady) {
    for (const auto& family : study.steady->families) {
      const bool subspace = proved([&] { return rests_on(flow, family.basis); });
      Json motions = Json::array();
      for (const auto& member : family.members) {
        const ClaimedMotion motion = claimed(member, flow.names.size());
        if (!proved([&] {
              return is_so(flow, motion, subspace ? static_cast<int>(family.basis.cols()) : 0);
            })) {
          left_out("a steady motion");
          continue;
        }
        Json roots = Json::array();
        for (const int count : motion.roots) roots.push_back(std::to_string(count));
        motions.push_back({{"at", numbers(motion.at)},
                           {"characteristic", numbers(motion.characteristic)},
                           {"roots", roots},
                           {"stable", motion.stability}});
      }
      if (subspace || !motions.empty())
        families.push_back({{"space", subspace ? rows_of(family.basis.transpose()) : Json::array()},
                            {"motions", motions}});
    }
  }
  result["steady"] = families;
  return result;
}

// ---- JSON as claims

Rational number_from(const JsonNode& node) {
  const std::string& written = node.string("a rational number as text");
  auto number = written.size() > longest_number ? std::nullopt : try_parse_rational(written);
  if (!number) node.refuse("a rational number such as -3/10");
  return *number;
}

int count_from(const JsonNode& node, int most) {
  const Rational number = number_from(node);
  if (number.denominator() != 1 || number.sign() < 0 || number > Rational(most))
    node.refuse("a whole number up to " + std::to_string(most));
  return static_cast<int>(number.numerator());
}

ClaimedPolynomial polynomial_from(const JsonNode& node, const FlowAgain& flow) {
  ClaimedPolynomial p;
  for (const auto& term : node.array()) {
    const auto parts = term.array();
    if (parts.size() % 2 == 0) term.refuse("[c, name, power, name, power, ...]");
    p.push_back({number_from(parts[0]), std::vector<int>(flow.names.size(), 0)});
    for (std::size_t i = 1; i < parts.size(); i += 2) {
      const auto place = std::ranges::find(flow.names, parts[i].string("the name of a variable"));
      if (place == flow.names.end()) parts[i].refuse("the name of a variable of the flow");
      int& exponent = p.back().exponents[static_cast<std::size_t>(place - flow.names.begin())];
      if (exponent != 0) parts[i].refuse("a name once in a term");
      exponent = count_from(parts[i + 1], largest_exponent);
    }
  }
  return p;
}

DynamicVector<Rational> vector_from(const JsonNode& node, std::size_t size) {
  const auto entries = node.array(size, "as many numbers as the flow has variables");
  DynamicVector<Rational> v(static_cast<Eigen::Index>(size));
  for (std::size_t i = 0; i < size; ++i) v(static_cast<Eigen::Index>(i)) = number_from(entries[i]);
  return v;
}

[[noreturn]] void refuse(const JsonNode& node, const std::string& what) {
  node.refuse(what + " that is not proved",
              "one that follows from the equations of motion of the file");
}

void verify_family(const JsonNode& node, const FlowAgain& flow) {
  node.only_keys({"space", "motions"});
  const JsonNode space = node.member("space", "a list of vectors");
  const auto rows = space.array();
  const std::size_t n = flow.rates.size();
  DynamicMatrix<Rational> basis(static_cast<Eigen::Index>(n),
                                static_cast<Eigen::Index>(rows.size()));
  for (std::size_t j = 0; j < rows.size(); ++j)
    basis.col(static_cast<Eigen::Index>(j)) = vector_from(rows[j], n);
  const int dimension = static_cast<int>(rows.size());
  if (dimension > 0 && !proved([&] { return rests_on(flow, basis); }))
    refuse(space, "a space of steady motions");
  for (const auto& entry : node.member("motions", "a list").array()) {
    entry.only_keys({"at", "characteristic", "roots", "stable"});
    ClaimedMotion motion;
    motion.at = vector_from(entry.member("at", "a point"), n);
    for (const auto& c : entry.member("characteristic", "coefficients").array())
      motion.characteristic.push_back(number_from(c));
    for (const auto& count :
         entry.member("roots", "[left, on, right]").array(3, "[left, on, right]"))
      motion.roots.push_back(count_from(count, 1000));
    motion.stability = entry.member("stable", "a text").string("a text");
    const bool inside =
        dimension == 0 || solve<Rational>(basis, DynamicMatrix<Rational>(motion.at)).has_value();
    if (!inside || !proved([&] { return is_so(flow, motion, dimension); }))
      refuse(entry, "a steady motion");
  }
}

/// Proves the claims of one flow and says them.
std::string verified(const JsonNode& node, const SystemFile& file) {
  node.only_keys({"flow", "integrals", "independent", "volume", "densities", "steady"});
  const JsonNode name = node.member("flow", "the name of a flow");
  const std::string said = name.string("the name of a flow");
  const auto flow = derived(file, said);
  if (!flow) name.refuse("nonholonomic, free or vakonomic, a flow that " + file.name + " has");
  std::vector<ClaimedPolynomial> kept;
  for (const auto& entry : node.member("integrals", "a list").array()) {
    entry.only_keys({"degree", "polynomial"});
    const int degree = count_from(entry.member("degree", "a number"), largest_exponent);
    kept.push_back(polynomial_from(entry.member("polynomial", "a list of terms"), *flow));
    if (!proved([&] { return is_kept(*flow, kept.back(), degree); })) refuse(entry, "an integral");
  }
  const JsonNode independent = node.member("independent", "a number");
  const int count = count_from(independent, 1000);
  if (!proved([&] { return independent_ones(*flow, kept) == count; }))
    refuse(independent, "a number of independent integrals");
  std::string words = said + " flow: " + std::to_string(kept.size()) + " integrals, " +
                      std::to_string(count) + " independent";
  if (node.has("volume")) {
    const JsonNode volume = node.member("volume", "preserved or not preserved");
    const std::string& answer = volume.string("preserved or not preserved");
    if (answer.empty() || answer != volume_of(*flow)) refuse(volume, "a volume");
    words += ", the volume " + answer;
  }
  const auto densities = node.member("densities", "a list").array();
  for (const auto& entry : densities) {
    entry.only_keys({"polynomial", "power"});
    const auto p = polynomial_from(entry.member("polynomial", "a list of terms"), *flow);
    const Rational power = number_from(entry.member("power", "a number"));
    if (!proved([&] { return is_density(*flow, p, power); })) refuse(entry, "a density");
  }
  const auto families = node.member("steady", "a list").array();
  for (const auto& family : families) verify_family(family, *flow);
  return words + ", " + std::to_string(densities.size()) + " densities, " +
         std::to_string(families.size()) + " families of steady motions";
}

/// What is said to be without a certificate: a flow that is not here, or something of one that is, as claims_of names it.
void require_left_out(const JsonNode& list, const std::vector<std::string>& flows) {
  for (const auto& entry : list.array()) {
    const std::string& said = entry.string("what the study found that is not proved here");
    const bool known = std::ranges::any_of(
        std::array<std::string, 3>{"nonholonomic", "free", "vakonomic"},
        [&](const std::string& name) {
          if (std::ranges::count(flows, name) == 0) return said == name + " flow";
          const std::string integral = name + ": an integral of degree ";
          if (said == name + ": a density" || said == name + ": a steady motion") return true;
          if (!said.starts_with(integral)) return false;
          const std::string degree = said.substr(integral.size());
          return !degree.empty() && degree.size() < 3 && degree.front() != '0' &&
                 degree.find_first_not_of("0123456789") == std::string::npos;
        });
    if (!known)
      entry.refuse(
          "a flow that the certificate does not have, such as \"vakonomic flow\", or, of one that "
          "it has, an integral of a degree, a density or a steady motion");
  }
}

}  // namespace

std::string study_certificate_of(const SystemFile& file, const Study& study) {
  Json flows = Json::array(), without = Json::array();
  for (const auto& of : study.flows) {
    if (const auto flow = derived(file, of.flow))
      flows.push_back(claims_of(of, *flow, without));
    else
      without.push_back(of.flow + " flow");
  }
  return Json{{"schema", 1},
              {"certificate_for", study.name},
              {"flows", flows},
              {"without_certificate", without}}
             .dump(1, ' ', true) +
         "\n";
}

std::vector<std::string> verify_study_certificate(const SystemFile& file, std::string_view json) {
  const JsonValue document = parse_json(json);
  const JsonNode root(document);
  root.only_keys({"schema", "certificate_for", "flows", "without_certificate"});
  root.member("schema", "1").integer(1, 1);
  const JsonNode name = root.member("certificate_for", "the name of a system");
  if (name.string("the name of a system") != file.name)
    name.refuse(file.name + ": the certificate is of another system");
  std::vector<std::string> all, flows;
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

}  // namespace hamel
