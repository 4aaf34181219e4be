// U = sum over monomials in the parameters of these times functions of the coordinates, each with its derivatives.
#include "potential_slope.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <utility>

#include "proving/coordinate_ring.hpp"
#include "proving/stored_system.hpp"

namespace hamel::varying {

namespace {

using Formula = CoordinatePolynomial;
using Monomial = Formula::Monomial;

constexpr int number_of_points = 3;

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
    const Formula x = Formula::variable(variable / 3),
                  along = ring_.stored_rates()[k][static_cast<std::size_t>(variable / 3)];
    const Formula turned = variable % 3 == 0   ? along
                           : variable % 3 == 1 ? Formula(-1) * sin(x) * along
                                               : cos(x) * along;
    return ring_.normal_form().reduced(turned);
  }
  const std::vector<int>& order() const { return order_; }
  Formula named(const Formula& p) const { return renamed(p, places_); }

 private:
  const CoordinateRing& ring_;
  std::vector<int> order_;
  std::map<int, int> places_;
};

}  // namespace

std::optional<PotentialSlope> potential_slope(const reading::FamilyFile& file) {
  const GroupSystem& group = file.group();
  if (!file.has_potential()) return std::nullopt;
  const JsonNode node = file.node().member("potential", "");
  const auto& parameters = file.scope().variables;
  const auto scope = reading::with_variables(file.scope(), group.coordinates);
  const int coordinates = static_cast<int>(group.coordinates.size()),
            count = static_cast<int>(parameters.size());
  std::vector<Formula> at;  // coordinates are the variables before the parameters
  for (int i = 0; i < count; ++i) at.push_back(Formula::variable(coordinates + i));
  for (int i = 0; i < coordinates; ++i) at.push_back(Formula::variable(i));
  const Formula potential =
      reading::read_expression(node, scope).evaluate(std::span<const Formula>(at));
  const auto refuse = [&] {
    node.refuse("a polynomial in " + comma_list(parameters) +
                ", in coordinates and their cosines and sines, to vary a parameter");
  };
  if (!potential.is_known()) refuse();
  std::map<Monomial, Formula> parts;  // by monomials in the parameters
  for (const auto& [monomial, factor] : potential.terms()) {
    Monomial of_parameters, of_coordinates;
    for (const auto& power : monomial) {
      const bool is_parameter = power.first / 3 >= coordinates;
      if (is_parameter && power.first % 3 != 0) refuse();
      (is_parameter ? of_parameters : of_coordinates).push_back(power);
    }
    parts[of_parameters] += Formula::term(of_coordinates, factor);
  }
  std::vector<Formula> formulas;
  for (const auto& [monomial, part] : parts) formulas.push_back(part);
  const CoordinateRing ring(group, formulas, AdjoinedFunctions(coordinates), false, "$.potential");
  if (ring.adjoins() || !ring.relations().complete()) refuse();
  std::map<Monomial, std::vector<Formula>> slopes;
  Numbers numbers(ring);
  for (const auto& [monomial, part] : parts)
    for (const auto& along : ring.along()) {
      slopes[monomial].push_back(
          in_stored_numbers(ring.in_functions(part).derivative(along), ring));
      numbers.add(slopes[monomial].back());
    }
  numbers.close();
  const int size = static_cast<int>(numbers.order().size());
  std::map<int, int> behind;
  for (int i = 0; i < count; ++i) behind[3 * (coordinates + i)] = size + i;
  PotentialSlope result;
  for (const int variable : numbers.order())
    result.names.push_back(std::string(variable % 3 == 0   ? "f"
                                       : variable % 3 == 1 ? "c"
                                                           : "s") +
                           std::to_string(variable / 3 + 1));
  result.slope.resize(ring.along().size());
  for (const auto& [monomial, slope] : slopes) {
    const Formula factor = renamed(Formula::term(monomial, 1), behind);
    for (std::size_t k = 0; k < slope.size(); ++k)
      result.slope[k] += factor * numbers.named(slope[k]);
  }
  for (std::size_t k = 0; k < ring.along().size(); ++k) {
    result.rates.emplace_back();
    for (const int variable : numbers.order())
      result.rates.back().push_back(numbers.named(numbers.rate(variable, k)));
  }
  std::mt19937 generator(7);
  for (int i = 0; i < number_of_points; ++i) {
    const StoredPoint point = ring.formal_point(generator);
    result.points.emplace_back();
    for (const int variable : numbers.order())
      result.points.back().push_back(
          point[static_cast<std::size_t>(variable / 3)][static_cast<std::size_t>(variable % 3)]);
  }
  const auto known = [](const Formula& p) { return p.is_known(); };
  if (!std::ranges::all_of(result.slope, known)) refuse();
  return result;
}

}  // namespace hamel::varying
