// A family is a space (`space`) or given by some of its variables (`where`); motions of it, and intervals of its one
// free variable (`along`), have their roots.
#include "steady_certificate.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "claims_json.hpp"
#include "exact_rows.hpp"
#include "stability_again.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;
using Values = std::map<int, ClaimedQuotient>;

Json counts(const std::vector<int>& roots) {
  Json all = Json::array();
  for (const int count : roots) all.push_back(std::to_string(count));
  return all;
}

/// The motions of a family whose one free variable is the parameter.
std::optional<std::vector<Polynomial>> line(const Values& values, std::size_t variables) {
  if (values.size() + 1 != variables) return std::nullopt;
  std::vector<Polynomial> motion;
  for (int k = 0; k < static_cast<int>(variables); ++k) {
    if (values.contains(k) && !values.at(k).over.variables().empty()) return std::nullopt;
    if (!values.contains(k)) {
      motion.push_back(Polynomial::variable());
      continue;
    }
    std::vector<Rational> c;
    for (const auto& [monomial, factor] : values.at(k).value.terms()) {
      const auto power = static_cast<std::size_t>(monomial.empty() ? 0 : monomial[0].second);
      c.resize(std::max(c.size(), power + 1));
      c[power] += factor;
    }
    motion.emplace_back(std::move(c));
  }
  return motion;
}

// ---- as JSON

Json as_json(const std::optional<ClaimedEnd>& end) {
  if (!end) return Json();
  return {{"root_of", numbers(end->of.coefficients())},
          {"between", Json::array({end->low.str(), end->high.str()})}};
}

std::optional<ClaimedEnd> claimed(const std::optional<RealRoot>& end) {
  if (!end) return std::nullopt;
  if (end->is_rational())
    return ClaimedEnd{Polynomial::variable() - Polynomial(end->lower), end->lower, end->lower};
  return ClaimedEnd{end->polynomial, end->lower, end->upper};
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

std::optional<int> place_of(const FlowAgain& flow, const std::string& name) {
  const auto place = std::ranges::find(flow.names, name);
  return place == flow.names.end() ? std::nullopt
                                   : std::optional(static_cast<int>(place - flow.names.begin()));
}

std::optional<ClaimedFamily> claimed_family(const SteadyFamily& family, const FlowAgain& flow) {
  ClaimedFamily result;
  for (const auto& [name, quotient] : family.where) {
    const auto value = in_names_of(flow, quotient.value, flow.names),
               over = in_names_of(flow, quotient.over, flow.names);
    const auto place = place_of(flow, name);
    if (!value || !over || !place) return std::nullopt;
    result.values[*place] = {*value, *over};
  }
  for (const auto& sphere : family.spheres) {
    result.spheres.emplace_back();
    for (const auto& name : sphere) result.spheres.back().push_back(place_of(flow, name).value());
  }
  return result;
}

int dimension_of(const ClaimedFamily& family, const FlowAgain& flow) {
  return static_cast<int>(flow.names.size() - family.values.size() - family.spheres.size());
}

/// Terms; of a quotient that is no polynomial two such lists.
Json as_json(const VariableQuotient& quotient, const FlowAgain& flow) {
  Json value = as_json(*claimed(quotient.value, flow.names, flow), flow.names);
  if (quotient.is_polynomial()) return value;
  return {{"value", value},
          {"over", as_json(*claimed(quotient.over, flow.names, flow), flow.names)}};
}

}  // namespace

Json steady_claims(const FlowStudy& study, const FlowAgain& flow,
                   const std::function<void(const std::string&)>& left_out) {
  Json families = Json::array();
  const auto& names = study.steady->names.empty() ? flow.names : study.steady->names;
  const auto part = flow.plain || !study.steady->field
                        ? part_of(flow, names)
                        : part_of(flow, names, study.steady->field->rates, study.steady->over);
  for (const auto& family : study.steady->families) {
    if (!part) {
      for (std::size_t i = 0; i < family.members.size(); ++i) left_out("a steady motion");
      if (family.pieces.size() > 1) left_out("the stability along a family");
      continue;
    }
    Json entry{{"variables", names}};
    if (!flow.plain) {
      Json rates = Json::array();
      for (const auto& rate : part->rates)
        rates.push_back(as_json(*claimed(rate, names, *part), names));
      entry["field"] = {{"rates", rates},
                        {"over", as_json(*claimed(part->det, names, *part), names)}};
    }
    int dimension = 0;
    const auto where = family.basis.rows() > 0 ? std::nullopt : claimed_family(family, *part);
    if (family.basis.rows() > 0 && proved([&] { return rests_on(*part, family.basis); })) {
      entry["space"] = rows_of(family.basis.transpose());
      dimension = static_cast<int>(family.basis.cols());
    } else if (where && proved([&] { return rests_where(*part, *where); })) {
      Json values = Json::object();
      for (const auto& [name, quotient] : family.where) values[name] = as_json(quotient, *part);
      entry["where"] = values;
      if (!family.spheres.empty()) entry["spheres"] = family.spheres;
      dimension = dimension_of(*where, *part);
    }
    Json motions = Json::array();
    for (const auto& member : family.members) {
      const ClaimedMotion motion{member.at,
                                 member.characteristic.coefficients(),
                                 {member.roots.left, member.roots.on, member.roots.right},
                                 text(member.stability)};
      if (!proved([&] { return is_so(*part, motion, dimension); })) {
        left_out("a steady motion");
        continue;
      }
      motions.push_back({{"at", numbers(motion.at)},
                         {"characteristic", numbers(motion.characteristic)},
                         {"roots", counts(motion.roots)},
                         {"stable", motion.stability}});
    }
    entry["motions"] = motions;
    const auto along = where && dimension == 1 ? line(where->values, names.size()) : std::nullopt;
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
    if (dimension > 0 || !motions.empty()) families.push_back(std::move(entry));
  }
  return families;
}

namespace {

// ---- and back

std::optional<ClaimedEnd> end_from(const JsonNode& node) {
  if (node.kind() == JsonValue::Kind::null) return std::nullopt;
  node.only_keys({"root_of", "between"});
  const auto between =
      node.member("between", "[low, high]").array(2, "two numbers around the root");
  return ClaimedEnd{Polynomial(numbers_from(node.member("root_of", "coefficients"))),
                    number_from(between[0]), number_from(between[1])};
}

std::vector<int> roots_from(const JsonNode& node) {
  std::vector<int> roots;
  for (const auto& count : node.member("roots", "[left, on, right]").array(3, "[left, on, right]"))
    roots.push_back(count_from(count, 1000));
  return roots;
}

Values values_from(const JsonNode& node, const FlowAgain& flow) {
  Values values;
  for (const auto& [name, given] : node.members()) {
    const auto place = place_of(flow, name);
    if (!place) node.refuse("variables of the family");
    const auto polynomial = [&](const JsonNode& terms) {
      return in_variables(flow, polynomial_from(terms, flow));
    };
    if (given.kind() == JsonValue::Kind::object) {
      given.only_keys({"value", "over"});
      values[*place] = {polynomial(given.member("value", "a list of terms")),
                        polynomial(given.member("over", "a list of terms"))};
    } else {
      values[*place] = {polynomial(given)};
    }
  }
  return values;
}

std::vector<std::vector<int>> spheres_from(const JsonNode& node, const FlowAgain& flow) {
  std::vector<std::vector<int>> spheres;
  for (const auto& list : node.array()) {
    spheres.emplace_back();
    for (const auto& name : list.array()) {
      const auto place = place_of(flow, name.string("the name of a variable"));
      if (!place) name.refuse("a variable of the family");
      spheres.back().push_back(*place);
    }
  }
  return spheres;
}

/// Variables of the flow with the field that is claimed of them, which is that of the flow.
std::optional<FlowAgain> part_from(const JsonNode& field, const FlowAgain& flow,
                                   const std::vector<std::string>& names) {
  field.only_keys({"rates", "over"});
  FlowAgain alone;
  alone.names = names;
  for (std::size_t k = 0; k < names.size(); ++k)
    alone.functions.push_back(CoordinatePolynomial::variable(static_cast<int>(k)));
  std::vector<CoordinatePolynomial> rates;
  for (const auto& rate : field.member("rates", "a list of polynomials").array())
    rates.push_back(in_variables(alone, polynomial_from(rate, alone)));
  const auto over =
      in_variables(alone, polynomial_from(field.member("over", "a list of terms"), alone));
  std::optional<FlowAgain> part;
  proved([&] { return (part = part_of(flow, names, rates, over)).has_value(); });
  return part;
}

}  // namespace

void verify_steady_family(const JsonNode& node, const FlowAgain& flow) {
  node.only_keys(
      {"variables", "coordinates", "field", "space", "where", "spheres", "motions", "along"});
  std::vector<std::string> names;
  const JsonNode variables = node.member("variables", "names of variables");
  for (const auto& name : variables.array()) names.push_back(name.string("the name of a variable"));
  const auto part = flow.plain && !node.has("field")
                        ? part_of(flow, names)
                        : part_from(node.member("field", "rates over a polynomial"), flow, names);
  if (!part) variables.refuse("variables of the flow, each once, whose rates name no others");
  const std::size_t n = names.size();
  std::optional<DynamicMatrix<Rational>> space;
  std::optional<ClaimedFamily> family;
  int dimension = 0;
  if (node.has("space")) {
    const JsonNode given = node.member("space", "a list of vectors");
    const auto rows = given.array();
    space.emplace(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(rows.size()));
    for (std::size_t j = 0; j < rows.size(); ++j)
      space->col(static_cast<Eigen::Index>(j)) = vector_from(rows[j], n);
    if (!proved([&] { return rests_on(*part, *space); }))
      refuse_claim(given, "a space of steady motions");
    dimension = static_cast<int>(rows.size());
  }
  if (node.has("where")) {
    const JsonNode given = node.member("where", "variables as polynomials in the others");
    if (space) given.refuse("one of space and where");
    family = ClaimedFamily{values_from(given, *part)};
    if (node.has("spheres"))
      family->spheres = spheres_from(node.member("spheres", "lists of variables"), *part);
    if (!proved([&] { return rests_where(*part, *family); }))
      refuse_claim(given, "a family of steady motions");
    dimension = dimension_of(*family, *part);
  } else if (node.has("spheres")) {
    node.refuse("spheres beside `where` alone");
  }
  for (const auto& entry : node.member("motions", "a list").array()) {
    entry.only_keys({"at", "characteristic", "roots", "stable"});
    const ClaimedMotion motion{vector_from(entry.member("at", "a point"), n),
                               numbers_from(entry.member("characteristic", "coefficients")),
                               roots_from(entry),
                               entry.member("stable", "a text").string("a text")};
    bool inside = !space || solve<Rational>(*space, DynamicMatrix<Rational>(motion.at)).has_value();
    const auto here = [&](const CoordinatePolynomial& p) {
      return p.at_identity({motion.at.data(), motion.at.data() + n});
    };
    if (family)
      for (const auto& [k, quotient] : family->values)
        inside = inside && !here(quotient.over).is_zero() &&
                 motion.at(k) * here(quotient.over) == here(quotient.value);
    if (family)
      for (const auto& sphere : family->spheres) {
        Rational sum;
        for (const int k : sphere) sum += motion.at(k) * motion.at(k);
        inside = inside && sum == Rational(1);
      }
    if (!inside || !proved([&] { return is_so(*part, motion, dimension); }))
      refuse_claim(entry, "a steady motion");
  }
  if (!node.has("along")) return;
  const JsonNode given = node.member("along", "a list of intervals");
  const auto along = family && dimension == 1 ? line(family->values, n) : std::nullopt;
  if (!along) given.refuse("intervals of the one variable that `where` leaves free");
  for (const auto& entry : given.array()) {
    entry.only_keys({"from", "to", "through", "roots", "stable"});
    const ClaimedPiece piece{end_from(entry.member("from", "an end or null")),
                             end_from(entry.member("to", "an end or null")),
                             numbers_from(entry.member("through", "a list of numbers")),
                             roots_from(entry), entry.member("stable", "a text").string("a text")};
    if (!proved([&] { return is_so_along(*part, *along, piece); }))
      refuse_claim(entry, "an interval");
  }
}

}  // namespace hamel
