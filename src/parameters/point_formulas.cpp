// Formulas = sums over monomials in the parameters of these times functions of the coordinates.
#include "point_formulas.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <utility>

#include "exact/coordinate_quotient.hpp"
#include "formulas/expression_value.hpp"
#include "lowering/coordinate_ring.hpp"
#include "lowering/stored_system.hpp"

namespace hamel::varying {

namespace {

using Formula = CoordinatePolynomial;
using Monomial = Formula::Monomial;
using Fraction = CoordinateQuotient<400>;
using Parts = std::map<Monomial, Formula>;  // by monomials in parameters and velocities

constexpr int number_of_points = 3;
/// In velocities: powers become sums in velocities and parameters.
constexpr int largest_degree_of_force = 4;
constexpr const char* polynomial = "a polynomial";
constexpr const char* quotient = "a quotient of polynomials";
constexpr const char* divided = "a polynomial, or one divided by others in the parameters alone,";
constexpr const char* driven =
    "a polynomial of degree at most 4 in velocities, or one divided by others in the parameters "
    "alone,";

/// The numbers x_k, cos x_k and sin x_k, as 3k, 3k+1 and 3k+2, that polynomials lead to; places in the order found.
class Numbers {
 public:
  explicit Numbers(const CoordinateRing& ring) : ring_(ring) {}

  void add(const Formula& p) {
    for (const auto& [monomial, factor] : p.terms())
      for (const auto& [variable, power] : monomial)
        if (places_.try_emplace(variable, static_cast<int>(order_.size())).second)
          order_.push_back(variable);
  }
  /// With all that their rates lead to.
  void close() {
    for (std::size_t i = 0; i < order_.size(); ++i)
      for (std::size_t k = 0; k < ring_.stored_rates().size(); ++k) add(rate(order_[i], k));
  }
  Formula rate(int variable, std::size_t k) const {
    const Formula x = Formula::variable(index_of(variable)),
                  along = ring_.stored_rates()[k][static_cast<std::size_t>(index_of(variable))];
    const Formula turned = is_plain(variable)    ? along
                           : is_cosine(variable) ? Formula(-1) * sin(x) * along
                                                 : cos(x) * along;
    return ring_.normal_form().reduced(turned);
  }
  /// cos^2 + sin^2 = 1 and the squares that are polynomials in others, where all that occurs is among the numbers.
  std::vector<Formula> relations() const {
    std::vector<Formula> result;
    for (const auto& [variable, place] : places_)
      if (const auto sine = places_.find(partner(variable));
          is_cosine(variable) && sine != places_.end())
        result.push_back(square(place) + square(sine->second) - Formula(1));
    for (const auto& relation : ring_.normal_form().squares) {
      Formula p = Formula(-1) * Formula::term({{relation.variable, 2}}, 1);
      bool all = places_.contains(relation.variable);
      for (const auto& [monomial, factor] : relation.square) {
        p += Formula::term(monomial, factor);
        for (const auto& power : monomial) all = all && places_.contains(power.first);
      }
      if (all) result.push_back(named(p));
    }
    return result;
  }
  const std::vector<int>& order() const { return order_; }
  Formula named(const Formula& p) const { return renamed(p, places_); }

 private:
  static Formula square(int place) { return Formula::term({{variable_of(place), 2}}, 1); }

  const CoordinateRing& ring_;
  std::vector<int> order_;
  std::map<int, int> places_;
};

/// What a formula may be written in beside parameters and coordinates.
enum class Beside { nothing, time, velocities_and_time };

/// The formulas of a file in coordinates, behind which t, the parameters and the velocities are variables.
class FormulaReading {
 public:
  explicit FormulaReading(const reading::FamilyFile& file)
      : file_(file),
        coordinates_(static_cast<int>(file.group().coordinates.size())),
        parameters_(static_cast<int>(file.scope().variables.size())) {}

  int coordinates() const { return coordinates_; }
  /// Behind t.
  int parameters() const { return coordinates_ + 1; }
  int velocities() const { return parameters() + parameters_; }

  /// `what` is expected of the parameters.
  [[noreturn]] void refuse(const JsonNode& node, const char* what) const {
    node.refuse(what + (" in " + comma_list(file_.scope().variables)) +
                ", in coordinates and their cosines and sines, to vary a parameter");
  }
  /// Throws where t occurs, or a parameter or a velocity in a cosine or sine.
  Fraction fraction(const JsonNode& node, const char* what, Beside beside = Beside::nothing) const {
    auto scope = reading::with_variables(file_.scope(), file_.group().coordinates);
    std::vector<Fraction> at;
    const auto add = [&](int first, int count) {
      for (int i = 0; i < count; ++i) at.emplace_back(Formula::variable(first + i), 1);
    };
    add(parameters(), parameters_);
    add(0, coordinates_);
    if (beside == Beside::velocities_and_time) {
      const int n = file_.group().dim();
      scope = reading::with_variables(scope, reading::numbered("a", n));
      add(velocities(), n);
    }
    if (beside != Beside::nothing) {
      scope = reading::with_variables(scope, {"t"});
      add(coordinates_, 1);
    }
    const auto value =
        reading::read_expression(node, scope).evaluate(std::span<const Fraction>(at));
    if (!value.is_known()) refuse(node, what);
    for (const Formula* p : {&value.numerator(), &value.denominator()})
      for (const auto& [monomial, factor] : p->terms())
        for (const auto& [which, power] : monomial) {
          if (index_of(which) == coordinates_)
            node.refuse("a formula that names t", "none that names t, to vary a parameter");
          if (!is_coordinate(which) && !is_plain(which)) refuse(node, what);
        }
    return value;
  }
  bool in_parameters(const Formula& p) const {
    return std::ranges::all_of(p.terms(), [&](const auto& term) {
      return std::ranges::all_of(term.first, [&](const auto& x) {
        return !is_coordinate(x.first) && index_of(x.first) < velocities();
      });
    });
  }
  /// By monomials in parameters and velocities.
  Parts parts(const Formula& p) const {
    Parts result;
    for (const auto& [monomial, factor] : p.terms()) {
      Monomial of_others, of_coordinates;
      for (const auto& power : monomial)
        (is_coordinate(power.first) ? of_coordinates : of_others).push_back(power);
      result[of_others] += Formula::term(of_coordinates, factor);
    }
    return result;
  }

  /// Force and inputs that have a signal, component by component.
  std::vector<Fraction> force() const {
    std::vector<Fraction> all(static_cast<std::size_t>(file_.group().dim()), Fraction(0));
    const auto covered = [&](const Fraction& value, const JsonNode& node) {
      if (!in_parameters(value.denominator()) ||
          degree_in_velocities(value.numerator()) > largest_degree_of_force)
        refuse(node, driven);
      return value;
    };
    const JsonNode& node = file_.node();
    if (node.has("force"))
      for (std::size_t i = 0; i < all.size(); ++i) {
        const JsonNode entry = node.member("force", "").item(i);
        all[i] = covered(fraction(entry, driven, Beside::velocities_and_time), entry);
      }
    if (!node.has("inputs")) return all;
    for (const auto& [name, input] : node.member("inputs", "").members()) {
      if (!input.has("signal")) continue;
      const JsonNode of_time = input.member("signal", "");
      const Fraction signal = covered(fraction(of_time, driven, Beside::time), of_time);
      for (std::size_t i = 0; i < all.size(); ++i) {
        const JsonNode entry = input.member("force", "").item(i);
        all[i] = all[i] + covered(fraction(entry, driven), entry) * signal;
        if (!all[i].is_known()) refuse(entry, driven);
      }
    }
    return all;
  }

 private:
  int degree_in_velocities(const Formula& p) const {
    int largest = 0;
    for (const auto& [monomial, factor] : p.terms()) {
      int degree = 0;
      for (const auto& [variable, power] : monomial)
        if (index_of(variable) >= velocities()) degree += power;
      largest = std::max(largest, degree);
    }
    return largest;
  }
  bool is_coordinate(int variable) const { return index_of(variable) <= coordinates_; }

  const reading::FamilyFile& file_;
  int coordinates_, parameters_;
};

/// Fractions times their distinct denominators, which are told.
std::vector<Formula> cleared(const std::vector<Fraction>& entries, std::vector<Formula>& below) {
  std::vector<Formula> distinct, result;
  for (const auto& entry : entries)
    if (!std::ranges::count(distinct, entry.denominator())) distinct.push_back(entry.denominator());
  for (const auto& entry : entries) {
    result.push_back(entry.numerator());
    for (const auto& other : distinct)
      if (other != entry.denominator()) result.back() *= other;
  }
  below.insert(below.end(), distinct.begin(), distinct.end());
  return result;
}

/// The same, and the product of the denominators.
std::vector<Formula> times_factor(const std::vector<Fraction>& entries, std::vector<Formula>& below,
                                  Formula& factor) {
  std::vector<Formula> distinct, result = cleared(entries, distinct);
  factor = Formula(1);
  for (const auto& p : distinct) factor *= p;
  below.insert(below.end(), distinct.begin(), distinct.end());
  return result;
}

}  // namespace

PointFormulas point_formulas(const reading::FamilyFile& file) {
  const GroupSystem& group = file.group();
  const FormulaReading reader(file);
  const auto n = static_cast<std::size_t>(group.dim());
  PointFormulas result;

  std::vector<Parts> formulas;  // of U, then of D, then of v0, then of F
  const auto add = [&](const std::vector<Formula>& all) {
    for (const auto& p : all) formulas.push_back(reader.parts(p));
  };
  const bool falls = file.has_potential(), moves = file.moves(), affine = file.is_affine(),
             forced = file.is_forced();
  if (falls) {
    const JsonNode node = file.node().member("potential", "");
    const Fraction value = reader.fraction(node, polynomial);
    const auto constant = Fraction(value.denominator(), 1).constant();
    if (!constant) reader.refuse(node, polynomial);
    add({value.numerator() / Formula(*constant)});
  }
  std::vector<Formula> below;
  const std::size_t rank = moves ? group.span.size() : 0;
  for (std::size_t j = 0; j < rank; ++j) {
    const JsonNode vector = file.node().member("constraint", "").member("span", "").item(j);
    std::vector<Fraction> entries;
    for (std::size_t i = 0; i < n; ++i)
      entries.push_back(reader.fraction(vector.item(i), quotient));
    add(cleared(entries, below));
  }
  if (affine) {
    const JsonNode vector = file.node().member("constraint", "").member("offset", "");
    std::vector<Fraction> entries;
    for (std::size_t i = 0; i < n; ++i) {
      entries.push_back(reader.fraction(vector.item(i), divided, Beside::time));
      if (!reader.in_parameters(entries.back().denominator()))
        reader.refuse(vector.item(i), divided);
    }
    add(times_factor(entries, below, result.offset_factor));
  }
  if (forced) add(times_factor(reader.force(), below, result.force_factor));

  std::vector<Formula> functions;
  for (const auto& parts : formulas)
    for (const auto& [monomial, part] : parts) functions.push_back(part);
  const CoordinateRing ring(group, functions, AdjoinedFunctions(reader.coordinates()), false, "$");
  const bool changes = ring.size() > 0;
  if (ring.adjoins() || (changes && !ring.relations().complete()))
    file.node().refuse("formulas on a group whose coordinates are not covered",
                       "polynomials in coordinates, cosines and sines, to vary a parameter");

  Numbers numbers(ring);
  std::vector<Parts> stored;  // slopes of U along each vector, then D, then v0, then F
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    const bool potential = falls && i == 0;
    for (std::size_t k = 0; k < (potential ? n : 1); ++k) {
      stored.emplace_back();
      for (const auto& [monomial, part] : formulas[i]) {
        const Formula p = ring.in_functions(part);
        const Formula kept = in_stored_numbers(potential ? p.derivative(ring.along()[k]) : p, ring);
        numbers.add(kept);
        stored.back()[monomial] = kept;
      }
    }
  }
  if (changes) numbers.close();
  const int size = static_cast<int>(numbers.order().size());
  for (const int variable : numbers.order())
    result.names.push_back(std::string(is_plain(variable)    ? "f"
                                       : is_cosine(variable) ? "c"
                                                             : "s") +
                           std::to_string(index_of(variable) + 1));
  std::map<int, int> behind;
  for (int i = 0; i < reader.velocities() - reader.parameters() + group.dim(); ++i)
    behind[variable_of(reader.parameters() + i)] = size + i;
  std::vector<Formula> sums;
  for (const auto& parts : stored) {
    sums.emplace_back();
    for (const auto& [monomial, part] : parts)
      sums.back() += renamed(Formula::term(monomial, 1), behind) * numbers.named(part);
    if (!sums.back().is_known())
      file.node().refuse("formulas of too many terms", "shorter ones, to vary a parameter");
  }
  auto next = sums.begin();
  const auto take = [&](std::size_t count) {
    std::vector<Formula> some(next, next + static_cast<std::ptrdiff_t>(count));
    next += static_cast<std::ptrdiff_t>(count);
    return some;
  };
  if (falls) result.slope = take(n);
  for (std::size_t j = 0; j < rank; ++j) result.span.push_back(take(n));
  if (affine) result.offset = take(n);
  if (forced) result.force = take(n);
  for (const auto& p : below)
    if (reader.in_parameters(p)) result.denominators.push_back(renamed(p, behind));
  result.offset_factor = renamed(result.offset_factor, behind);
  result.force_factor = renamed(result.force_factor, behind);
  if (!changes) return result;

  for (std::size_t k = 0; k < n; ++k) {
    result.rates.emplace_back();
    for (const int variable : numbers.order())
      result.rates.back().push_back(numbers.named(numbers.rate(variable, k)));
  }
  result.relations = numbers.relations();
  for (const int variable : numbers.order())
    if (std::ranges::count(ring.relations().constants, index_of(variable)))
      result.independent = false;
  std::mt19937 generator(7);
  for (int i = 0; i < number_of_points; ++i) {
    const StoredPoint point = ring.formal_point(generator);
    result.points.emplace_back();
    for (const int variable : numbers.order())
      result.points.back().push_back(point[static_cast<std::size_t>(index_of(variable))]
                                          [static_cast<std::size_t>(kind_of(variable))]);
  }
  return result;
}

}  // namespace hamel::varying
