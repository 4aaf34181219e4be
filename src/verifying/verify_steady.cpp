// Proves what a certificate claims of a family of steady motions.
#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "claims_json.hpp"
#include "exact/algebraic_number.hpp"
#include "group_component.hpp"
#include "lowering/angle_number.hpp"
#include "lowering/exact_rows.hpp"
#include "stability_again.hpp"
#include "steady_parts.hpp"
#include "turned_again.hpp"

namespace hamel {

namespace {

ClaimedRoot claimed_root(const JsonNode& node) {
  constexpr std::size_t most_coefficients = 1000;
  const auto between =
      node.member("between", "[low, high]").array(2, "two numbers around the root");
  const JsonNode given = node.member("root_of", "coefficients");
  if (given.array().size() > most_coefficients)
    given.refuse("at most " + std::to_string(most_coefficients) + " coefficients");
  return ClaimedRoot{Polynomial(numbers_from(given)), number_from(between[0]),
                     number_from(between[1])};
}

std::optional<ClaimedRoot> end_from(const JsonNode& node) {
  if (node.kind() == JsonValue::Kind::null) return std::nullopt;
  node.only_keys({"root_of", "between"});
  return claimed_root(node);
}

/// A real number given so.
std::shared_ptr<const RealRoot> number_of(const JsonNode& node) {
  std::optional<RealRoot> real;
  const ClaimedRoot claimed = claimed_root(node);
  if (!proved([&] { return (real = root_of(claimed)).has_value(); }))
    node.refuse("one root of a polynomial between two numbers");
  return std::make_shared<const RealRoot>(*real);
}

std::vector<int> roots_from(const JsonNode& node) {
  std::vector<int> roots;
  for (const auto& count : node.member("roots", "[left, on, right]").array(3, "[left, on, right]"))
    roots.push_back(count_from(count, 1000));
  return roots;
}

FamilyValues values_from(const JsonNode& node, const FlowAgain& flow) {
  FamilyValues values;
  for (const auto& [name, given] : node.members()) {
    const auto place = place_of(flow, name);
    if (!place || *place >= static_cast<int>(flow.rates.size()))
      node.refuse("variables of the family");
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
                                   const std::vector<std::string>& names, ProvedPart& known) {
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
  const bool same = known.part && known.flow == &flow && known.part->names == names &&
                    known.part->rates == rates && known.part->det == over;
  if (same) return known.part;
  known = {&flow, {}};
  proved([&] { return (known.part = part_of(flow, names, rates, over)).has_value(); });
  return known.part;
}

/// The flow less what the symmetries that are given turn its variables by, and `rates` c of these behind them.
FlowAgain turned_from(const JsonNode& node, const FlowAgain& flow, const FlowAgain& part) {
  const JsonNode given = node.member("turning", "symmetries");
  std::vector<ClaimedTurning> turnings;
  for (const auto& entry : given.array()) {
    entry.only_keys({"xi", "rates"});
    const auto xi = numbers_from(entry.member("xi", "a vector"));
    turnings.push_back(
        {Eigen::Map<const DynamicVector<Rational>>(xi.data(), static_cast<Eigen::Index>(xi.size())),
         {}});
    for (const auto& rate : entry.member("rates", "a list of polynomials").array())
      turnings.back().rates.push_back(in_variables(part, polynomial_from(rate, part)));
  }
  std::vector<std::string> names;
  for (const auto& name : node.member("rates", "names of rates").array())
    names.push_back(name.string("the name of a rate"));
  std::optional<FlowAgain> turned;
  proved([&] { return (turned = turned_again(flow, part, turnings, names)).has_value(); });
  if (!turned) given.refuse("symmetries of the flow, and a name for the rate of each");
  return *std::move(turned);
}

/// A number of a motion: as it is, or coefficients in powers of the number of the family.
Rational read_number(const JsonNode& node, const std::shared_ptr<const RealRoot>&, Rational) {
  return number_from(node);
}
AlgebraicNumber read_number(const JsonNode& node, const std::shared_ptr<const RealRoot>& root,
                            AlgebraicNumber) {
  return AlgebraicNumber(Polynomial(numbers_from(node)), root);
}
/// Coefficients of numerator and denominator in powers of s, in lowest terms.
AngleNumber read_number(const JsonNode& node, const std::shared_ptr<const Transcendental>& s,
                        AngleNumber) {
  const auto parts = node.array(2, "coefficients of a numerator and of a denominator");
  const std::vector<Rational> value = numbers_from(parts[0]), over = numbers_from(parts[1]);
  if (Polynomial(over).is_zero()) parts[1].refuse("a polynomial that is not 0");
  RationalFunction f{Polynomial(value), Polynomial(over)};
  if (f.numerator().coefficients() != value || f.denominator().coefficients() != over)
    node.refuse("a quotient in lowest terms whose denominator leads with 1");
  return f.is_constant() ? AngleNumber(std::move(f), nullptr) : AngleNumber(std::move(f), s);
}

/// The tangent of an angle, or pi; nothing where numbers are others.
std::shared_ptr<const Transcendental> transcendental_of(const JsonNode& node) {
  if (node.has("powers_of")) {
    const JsonNode which = node.member("powers_of", "pi");
    if (which.string("pi") != "pi" || node.has("tangent_of")) which.refuse("pi, and no tangent");
    return std::make_shared<const Transcendental>(Rational(0));
  }
  if (!node.has("tangent_of")) return nullptr;
  const JsonNode given = node.member("tangent_of", "an angle");
  const Rational angle = number_from(given);
  if (angle.is_zero()) given.refuse("a number that is not 0");
  try {
    return std::make_shared<const Transcendental>(angle);
  } catch (const std::domain_error&) {
    given.refuse("an angle whose tangent is known well enough");
  }
}

/// A family as it is claimed, or none.
struct GivenFamily {
  std::optional<DynamicMatrix<Rational>> space;
  std::optional<ClaimedFamily> where;
  int dimension = 0;

  /// Of a family at a point of it.
  template <class K>
  std::optional<int> dimension_at(const DynamicVector<K>& at, const FlowAgain& flow) const {
    if constexpr (std::is_same_v<K, AngleNumber>)
      return where ? dimension_at_angles(*where, flow) : 0;
    else
      return where && !where->zeros.empty() ? hamel::dimension_at(*where, at)
                                            : std::optional(dimension);
  }

  template <class K, class Number>
  bool holds(DynamicVector<K> at, const std::shared_ptr<const Number>& root) const {
    if constexpr (std::is_same_v<K, Rational>)
      if (space) return solve<Rational>(*space, DynamicMatrix<Rational>(at)).has_value();
    if (!where || !where->zeros.empty()) return true;  // which the dimension shows
    if constexpr (std::is_same_v<K, AlgebraicNumber>) {
      at.conservativeResize(at.size() + 1);
      at(at.size() - 1) = K(Polynomial::variable(), root);
    }
    for (const auto& [k, quotient] : where->values) {
      const K over = value_at(quotient.over, at);
      if (over.is_zero() || !(at(k) * over == value_at(quotient.value, at))) return false;
    }
    return std::ranges::all_of(where->spheres, [&](const auto& sphere) {
      K sum(0);
      for (const int k : sphere) sum += at(k) * at(k);
      return sum == K(1);
    });
  }
};

template <class K, class Number>
Proof verify_motion(const SystemFile& file, const JsonNode& entry, const FlowAgain& part,
                    const GivenFamily& family, const std::shared_ptr<const Number>& root) {
  entry.only_keys({"at", "characteristic", "roots", "stable", "number", "tangent_of", "powers_of"});
  const std::size_t n = part.names.size();
  const auto at =
      entry.member("at", "a point").array(n, "as many numbers as the flow has variables");
  ClaimedMotion<K> motion{DynamicVector<K>(static_cast<Eigen::Index>(n)),
                          {},
                          roots_from(entry),
                          entry.member("stable", "a text").string("a text")};
  for (std::size_t i = 0; i < n; ++i)
    motion.at(static_cast<Eigen::Index>(i)) = read_number(at[i], root, K());
  for (const auto& c : entry.member("characteristic", "coefficients").array())
    motion.characteristic.push_back(read_number(c, root, K()));
  if (!proved([&] {
        const auto dimension = family.dimension_at(motion.at, part);
        return dimension && family.holds(motion.at, root) && is_so(part, motion, *dimension);
      }))
    refuse_claim(entry, "a steady motion");
  if (part.values.places.empty()) return Proof::steady_motion;
  const auto signs = has_signs_of_group(file, part.names, motion.at);
  if (signs && !*signs) refuse_claim(entry, "a motion on the group");
  return signs ? Proof::steady_motion : Proof::steady_motion_by_path;
}

}  // namespace

std::vector<ProofCount> verify_steady_family(const SystemFile& file, const JsonNode& node,
                                             const FlowAgain& flow, ProvedPart& known) {
  node.only_keys({"variables", "coordinates", "field", "turning", "rates", "space", "where",
                  "spheres", "zeros", "number", "motions", "along"});
  std::vector<std::string> names;
  const JsonNode variables = node.member("variables", "names of variables");
  for (const auto& name : variables.array()) names.push_back(name.string("the name of a variable"));
  auto part = flow.plain && !node.has("field")
                  ? part_of(flow, names)
                  : part_from(node.member("field", "rates over a polynomial"), flow, names, known);
  if (!part) variables.refuse("variables of the flow, each once, whose rates name no others");
  if (node.has("turning")) {
    part = turned_from(node, flow, *part);
    names = part->names;
  }
  const std::size_t n = names.size();
  std::vector<ProofCount> proofs;
  const auto add = [&](Proof proof) { add_proofs(proofs, {{proof}}); };
  GivenFamily family;
  if (node.has("space")) {
    const JsonNode given = node.member("space", "a list of vectors");
    const auto rows = given.array();
    family.space.emplace(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(rows.size()));
    for (std::size_t j = 0; j < rows.size(); ++j)
      family.space->col(static_cast<Eigen::Index>(j)) =
          vector_from(rows[j], n, "as many numbers as the flow has variables");
    if (!proved([&] { return rests_on(*part, *family.space); }))
      refuse_claim(given, "a space of steady motions");
    add(Proof::steady_family);
    family.dimension = static_cast<int>(rows.size());
  }
  std::shared_ptr<const RealRoot> root;
  if (node.has("where")) {
    const JsonNode given = node.member("where", "variables as polynomials in the others");
    if (family.space) given.refuse("one of space and where");
    FlowAgain named = *part;
    if (node.has("number")) {
      const JsonNode number = node.member("number", "a root and its name");
      number.only_keys({"root_of", "between", "name"});
      root = number_of(number);
      const JsonNode name = number.member("name", "a name");
      if (place_of(*part, name.string("a name"))) name.refuse("a name that no variable has");
      named = with_number(*part, name.string("a name"));
    }
    family.where = ClaimedFamily{values_from(given, named)};
    if (root) family.where->number = *root;
    if (node.has("zeros")) {
      if (root || node.has("spheres")) node.refuse("zeros without spheres and a number");
      for (const auto& terms : node.member("zeros", "a list of polynomials").array())
        family.where->zeros.push_back(in_variables(*part, polynomial_from(terms, *part)));
    }
    if (node.has("spheres"))
      family.where->spheres = spheres_from(node.member("spheres", "lists of variables"), *part);
    if (!proved([&] { return rests_where(*part, *family.where); }))
      refuse_claim(given, "a family of steady motions");
    add(Proof::steady_family);
    family.dimension = dimension_of(*family.where, *part);
  } else if (node.has("spheres") || node.has("number") || node.has("zeros")) {
    node.refuse("spheres, zeros and a number beside `where` alone");
  }
  for (const auto& entry : node.member("motions", "a list").array()) {
    if (const auto transcendental = transcendental_of(entry)) {
      if (root || entry.has("number") || (family.where && !family.where->zeros.empty()))
        entry.refuse("tangents of angles and pi beside rational numbers alone");
      add(verify_motion<AngleNumber>(file, entry, *part, family, transcendental));
    } else if (entry.has("number")) {
      const JsonNode number = entry.member("number", "a root");
      number.only_keys({"root_of", "between"});
      if (root) number.refuse("the number of the family");
      add(verify_motion<AlgebraicNumber>(file, entry, *part, family, number_of(number)));
    } else if (root) {
      add(verify_motion<AlgebraicNumber>(file, entry, *part, family, root));
    } else {
      add(verify_motion<Rational>(file, entry, *part, family, root));
    }
  }
  if (!node.has("along")) return proofs;
  const JsonNode given = node.member("along", "a list of intervals");
  const auto along = family.where && family.where->zeros.empty() && family.dimension == 1 && !root
                         ? line(family.where->values, n)
                         : std::nullopt;
  if (!along) given.refuse("intervals of the one variable that `where` leaves free");
  for (const auto& entry : given.array()) {
    entry.only_keys({"from", "to", "through", "roots", "stable"});
    const ClaimedPiece piece{end_from(entry.member("from", "an end or null")),
                             end_from(entry.member("to", "an end or null")),
                             numbers_from(entry.member("through", "a list of numbers")),
                             roots_from(entry), entry.member("stable", "a text").string("a text")};
    if (!proved([&] { return is_so_along(*part, *along, piece); }))
      refuse_claim(entry, "an interval");
    add(Proof::stability_along);
  }
  return proofs;
}

}  // namespace hamel
