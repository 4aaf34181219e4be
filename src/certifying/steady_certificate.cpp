// A family is a space (`space`) or given by some of its variables (`where`); motions of it, and intervals of its one
// free variable (`along`), have their roots.
#include "steady_certificate.hpp"

#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "exact/algebraic_number.hpp"
#include "lowering/angle_number.hpp"
#include "lowering/exact_rows.hpp"
#include "verifying/claims_json.hpp"
#include "verifying/stability_again.hpp"
#include "verifying/steady_parts.hpp"
#include "verifying/turned_again.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;

Json counts(const std::vector<int>& roots) {
  Json all = Json::array();
  for (const int count : roots) all.push_back(std::to_string(count));
  return all;
}

// ---- as JSON

Json as_json(const std::optional<ClaimedRoot>& end) {
  if (!end) return Json();
  return {{"root_of", numbers(end->of.coefficients())},
          {"between", Json::array({end->low.str(), end->high.str()})}};
}

std::optional<ClaimedRoot> claimed(const std::optional<RealRoot>& end) {
  if (!end) return std::nullopt;
  if (end->is_rational())
    return ClaimedRoot{Polynomial::variable() - Polynomial(end->lower), end->lower, end->lower};
  return ClaimedRoot{end->polynomial, end->lower, end->upper};
}

/// At rational roots of the critical polynomial that are in a piece nothing changes.
ClaimedPiece claimed(const StabilityPiece& piece, const Polynomial& critical) {
  ClaimedPiece result{claimed(piece.from),
                      claimed(piece.to),
                      {},
                      {piece.roots.left, piece.roots.on, piece.roots.right},
                      text(piece.stability)};
  for (const auto& root : real_roots(critical))
    if (root.is_rational() && (!result.from || result.from->high < root.lower) &&
        (!result.to || root.lower < result.to->low))
      result.through.push_back(root.lower);
  return result;
}

/// A polynomial in the names of the flow; nothing where it has others.
std::optional<CoordinatePolynomial> in_names_of(const FlowAgain& flow,
                                                const CoordinatePolynomial& p,
                                                const std::vector<std::string>& names) {
  const auto value = claimed(p, names, flow);
  return value ? std::optional(in_variables(flow, *value)) : std::nullopt;
}

/// `flow` has the number of the family behind its variables.
std::optional<ClaimedFamily> claimed_family(const SteadyFamily& family, const FlowAgain& flow) {
  ClaimedFamily result;
  result.number = family.number;
  for (const auto& [name, quotient] : family.where) {
    const auto value = in_names_of(flow, quotient.value, flow.names),
               over = in_names_of(flow, quotient.over, flow.names);
    const auto place = place_of(flow, name);
    if (!value || !over || !place) return std::nullopt;
    result.values[*place] = {*value, *over};
  }
  for (const auto& equation : family.equations) {
    const auto zero = in_names_of(flow, equation, flow.names);
    if (!zero) return std::nullopt;
    result.zeros.push_back(*zero);
  }
  for (const auto& sphere : family.spheres) {
    result.spheres.emplace_back();
    for (const auto& name : sphere) result.spheres.back().push_back(place_of(flow, name).value());
  }
  return result;
}

/// Each as terms.
Json zeros_of(const SteadyFamily& family, const FlowAgain& flow) {
  Json zeros = Json::array();
  for (const auto& p : family.equations)
    zeros.push_back(as_json(*claimed(p, flow.names, flow), flow.names));
  return zeros;
}

/// Terms; of a quotient that is no polynomial two such lists.
Json as_json(const VariableQuotient& quotient, const FlowAgain& flow) {
  Json value = as_json(*claimed(quotient.value, flow.names, flow), flow.names);
  if (quotient.is_polynomial()) return value;
  return {{"value", value},
          {"over", as_json(*claimed(quotient.over, flow.names, flow), flow.names)}};
}

Json as_json(const Rational& x) {
  return x.str();
}
/// Coefficients in powers of the number of the family.
Json as_json(const AlgebraicNumber& x) {
  return numbers(x.polynomial().coefficients());
}
/// Those of numerator and denominator in powers of s.
Json as_json(const AngleNumber& x) {
  return Json::array({numbers(x.function().numerator().coefficients()),
                      numbers(x.function().denominator().coefficients())});
}
template <class List>
Json each_as_json(const List& list) {
  Json all = Json::array();
  for (const auto& x : list) all.push_back(as_json(x));
  return all;
}

/// Members in the tangent of an angle, or in pi.
std::vector<LinearStabilityOver<AngleNumber>> members_at_angle(const SteadyFamily& family) {
  std::vector<LinearStabilityOver<AngleNumber>> all;
  if (family.members_at_angle.empty()) return all;
  const auto s = std::make_shared<const Transcendental>(family.angle);
  const auto number = [&](const RationalFunction& f) {
    return AngleNumber(f, f.is_constant() ? nullptr : s);
  };
  for (const auto& member : family.members_at_angle) {
    std::vector<AngleNumber> characteristic;
    for (const auto& c : member.characteristic.coefficients()) characteristic.push_back(number(c));
    all.push_back({member.at.unaryExpr(number), PolynomialOver<AngleNumber>(characteristic),
                   member.roots, member.semisimple, member.stability});
  }
  return all;
}

/// The motions that are proved to be steady, with their roots, and with the number that they have alone.
template <class K>
void add_motions(Json& motions, const std::vector<LinearStabilityOver<K>>& members,
                 const FlowAgain& part, int dimension,
                 const std::function<void(const std::string&)>& left_out,
                 const std::optional<RealRoot>& own = {}) {
  for (const auto& member : members) {
    const ClaimedMotion<K> motion{member.at,
                                  member.characteristic.coefficients(),
                                  {member.roots.left, member.roots.on, member.roots.right},
                                  text(member.stability)};
    if (!proved([&] { return is_so(part, motion, dimension); })) {
      left_out("a steady motion");
      continue;
    }
    motions.push_back({{"at", each_as_json(motion.at.reshaped())},
                       {"characteristic", each_as_json(motion.characteristic)},
                       {"roots", counts(motion.roots)},
                       {"stable", motion.stability}});
    if (own) motions.back()["number"] = as_json(claimed(own));
    if constexpr (std::is_same_v<K, AngleNumber>) {
      const auto s = transcendental_in(motion.at);
      motions.back()[s->is_pi() ? "powers_of" : "tangent_of"] = s->is_pi() ? "pi" : s->angle.str();
    }
  }
}

/// Families of a flow in these variables, each an object that begins so; what is not proved is left out.
void add_families(Json& families, const std::vector<SteadyFamily>& all,
                  const std::vector<std::string>& names, const std::optional<FlowAgain>& part,
                  const Json& beginning, const std::function<void(const std::string&)>& left_out) {
  for (auto place = all.begin(); place != all.end(); ++place) {
    const SteadyFamily& family = *place;
    if (!part) {
      for (std::size_t i = 0; i < family.members.size() + family.members_at_number.size() +
                                      family.members_at_angle.size();
           ++i)
        left_out("a steady motion");
      if (family.pieces.size() > 1) left_out("the stability along a family");
      continue;
    }
    Json entry = beginning;
    int dimension = 0;
    const FlowAgain named = family.number ? with_number(*part, family.name_of_number) : *part;
    const auto where = family.basis.rows() > 0 ? std::nullopt : claimed_family(family, named);
    if (family.basis.rows() > 0 && proved([&] { return rests_on(*part, family.basis); })) {
      entry["space"] = rows_of(family.basis.transpose());
      dimension = static_cast<int>(family.basis.cols());
    } else if (where && proved([&] { return rests_where(*part, *where); })) {
      Json values = Json::object();
      for (const auto& [name, quotient] : family.where) values[name] = as_json(quotient, named);
      entry["where"] = values;
      if (family.number) {
        entry["number"] = as_json(claimed(family.number));
        entry["number"]["name"] = family.name_of_number;
      }
      if (!family.spheres.empty()) entry["spheres"] = family.spheres;
      if (family.is_set()) entry["zeros"] = zeros_of(family, *part);
      dimension = family.is_set() ? 0 : dimension_of(*where, *part);
    } else if (family.is_set()) {
      left_out("a family of steady motions");
    }
    Json motions = Json::array();
    add_motions(motions, family.members, *part, dimension, left_out);
    if (entry.contains("number"))
      add_motions(motions, family.members_at_number, *part, dimension, left_out);
    if (!family.members_at_angle.empty())
      add_motions(motions, members_at_angle(family), *part,
                  entry.contains("where") ? dimension_at_angles(*where, *part) : 0, left_out);
    for (; std::next(place) != all.end() && std::next(place)->within; ++place) {
      const SteadyFamily& example = *std::next(place);
      const int still = entry.contains("zeros") ? example.still() : 0;
      add_motions(motions, example.members, *part, still, left_out);
      add_motions(motions, example.members_at_number, *part, still, left_out, example.number);
    }
    entry["motions"] = motions;
    const auto along = where && dimension == 1 && !family.number ? line(where->values, names.size())
                                                                 : std::nullopt;
    std::optional<Polynomial> critical;
    if (along && family.pieces.size() > 1)
      proved([&] { return (critical = critical_along(*part, *along)).has_value(); });
    Json pieces = Json::array();
    for (const auto& found : family.pieces) {
      if (family.pieces.size() < 2) break;
      const auto piece = critical ? std::optional(claimed(found, *critical)) : std::nullopt;
      if (!piece || !proved([&] { return is_so_along(*part, *along, *piece); })) {
        left_out("the stability along a family");
        continue;
      }
      pieces.push_back({{"from", as_json(piece->from)},
                        {"to", as_json(piece->to)},
                        {"through", numbers(piece->through)},
                        {"roots", counts(piece->roots)},
                        {"stable", piece->stability}});
    }
    if (!pieces.empty()) entry["along"] = pieces;
    if (dimension > 0 || entry.contains("zeros") || !motions.empty())
      families.push_back(std::move(entry));
  }
}

std::vector<Json> polynomials(const std::vector<CoordinatePolynomial>& all,
                              const std::vector<std::string>& names, const FlowAgain& part) {
  std::vector<Json> list;
  for (const auto& p : all) list.push_back(as_json(*claimed(p, names, part), names));
  return list;
}

}  // namespace

Json steady_claims(const FlowStudy& study, const FlowAgain& flow,
                   const std::function<void(const std::string&)>& left_out) {
  Json families = Json::array();
  const auto& names = study.steady->names.empty() ? flow.names : study.steady->names;
  const auto part = flow.plain || !study.steady->field
                        ? part_of(flow, names)
                        : part_of(flow, names, study.steady->field->rates, study.steady->over);
  Json beginning{{"variables", names}};
  if (part && !flow.plain)
    beginning["field"] = {{"rates", polynomials(part->rates, names, *part)},
                          {"over", as_json(*claimed(part->det, names, *part), names)}};
  add_families(families, study.steady->families, names, part, beginning, left_out);
  for (const auto& [xi, motions, rates] : study.steady->turning) {
    std::optional<FlowAgain> turned;
    Json turnings = Json::array();
    std::vector<ClaimedTurning> claims;
    for (Eigen::Index t = 0; t < xi.cols() && part; ++t) {
      claims.push_back({xi.col(t), rates[static_cast<std::size_t>(t)]});
      turnings.push_back({{"xi", each_as_json(claims.back().xi)},
                          {"rates", polynomials(claims.back().rates, names, *part)}});
    }
    const std::vector<std::string> of_rates(motions.names.end() - xi.cols(), motions.names.end());
    if (part)
      proved([&] { return (turned = turned_again(flow, *part, claims, of_rates)).has_value(); });
    Json turned_beginning = beginning;
    turned_beginning["turning"] = turnings;
    turned_beginning["rates"] = of_rates;
    add_families(families, motions.families, motions.names, turned, turned_beginning, left_out);
  }
  return families;
}

}  // namespace hamel
