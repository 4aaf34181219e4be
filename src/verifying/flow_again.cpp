// p' = ad*_a p - dU, where metric and constraint are constant, in velocities u or momenta p.
#include "flow_again.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <random>
#include <span>
#include <utility>
#include <variant>

#include "claims/verify.hpp"
#include "flow_parts.hpp"
#include "formulas/expression_value.hpp"
#include "lowering/stored_system.hpp"
#include "varying_again.hpp"

namespace hamel {

namespace {

PolynomialTable table(const DynamicMatrix<Rational>& m) {
  return m.unaryExpr([](const Rational& c) { return CoordinatePolynomial(c); });
}

CoordinatePolynomial moved_up(const CoordinatePolynomial& p, int first) {
  std::map<int, int> places;
  for (const auto& [monomial, factor] : p.terms())
    for (const auto& [variable, power] : monomial) places[variable] = index_of(variable) + first;
  return renamed(p, places);
}

/// Metric and constraint are constant: velocities u or momenta p, and what they say of the motion of the group and, by
/// covectors, of theirs.
struct ConstantMotion {
  std::vector<std::string> names;
  PolynomialTable z, a, turning;     // a = A z, ad*_a p
  DynamicMatrix<Rational> velocity;  // A
  DynamicMatrix<Rational> onto_z;    // of covectors

  /// z from the variable `first` on.
  ConstantMotion(const GroupSystem& file, const std::string& flow, int first) {
    const auto& algebra = file.exact->algebra;
    const DynamicMatrix<Rational>& metric = file.exact->metric;
    const bool velocities = flow == "nonholonomic";
    const DynamicMatrix<Rational> d =
        flow == "free" ? DynamicMatrix<Rational>(whole(algebra)) : file.exact->d();
    const DynamicMatrix<Rational> gram = d.transpose() * metric * d;
    const DynamicMatrix<Rational> onto_u = inverse<Rational>(gram).value() * d.transpose();
    velocity = velocities ? d : DynamicMatrix<Rational>(d * onto_u);
    onto_z = velocities ? onto_u : DynamicMatrix<Rational>(whole(algebra));
    z = PolynomialTable(velocity.cols(), 1);
    for (Eigen::Index k = 0; k < z.rows(); ++k) {
      z(k, 0) = CoordinatePolynomial::variable(first + static_cast<int>(k));
      names.push_back((velocities ? "u" : "p") + std::to_string(k + 1));
    }
    a = table(velocity) * z;
    turning = coadjoint(algebra, a, velocities ? PolynomialTable(table(metric) * a) : z);
  }
};

/// The potential and all coordinates as polynomials in these.
std::vector<CoordinatePolynomial> potential_and_coordinates(const GroupSystem& file) {
  std::vector<CoordinatePolynomial> all;
  for (std::size_t i = 0; i < file.coordinates.size(); ++i)
    all.push_back(CoordinatePolynomial::variable(static_cast<int>(i)));
  all.insert(all.begin(), file.potential.evaluate(std::span<const CoordinatePolynomial>(all)));
  return all;
}

/// z and behind them the functions of the potential.
FlowAgain constant_flow(const GroupSystem& file, const std::string& flow) {
  const ConstantMotion motion(file, flow, 0);
  const int n = file.exact->algebra.dimension(), count = static_cast<int>(motion.z.rows());
  FlowAgain result;
  result.moves_by(file.exact->algebra, motion.a);
  result.names = motion.names;
  PolynomialTable force = motion.turning;
  std::vector<CoordinatePolynomial> function_rates;
  if (!file.potential.is_constant()) {
    const CoordinateRing ring(file, {&file.potential}, "$.potential");
    const CoordinatePolynomial potential =
        ring.in_functions(potential_and_coordinates(file).front());
    function_rates.resize(static_cast<std::size_t>(ring.size()));
    result.values = FunctionValues::of(ring, count);
    for (Eigen::Index j = 0; j < motion.velocity.cols(); ++j)
      result.values.add_field(motion.velocity.col(j));
    for (int k = 0; k < n; ++k) {
      const auto& along = ring.along()[static_cast<std::size_t>(k)];
      force(k, 0) -= moved_up(potential.derivative(along), count);
      for (std::size_t i = 0; i < function_rates.size(); ++i)
        function_rates[i] += motion.a(k, 0) * moved_up(along[i], count);
    }
    result.names.insert(result.names.end(), ring.names().begin(), ring.names().end());
  }
  const PolynomialTable rates = table(motion.onto_z) * force;
  result.rates.assign(rates.data(), rates.data() + rates.size());
  result.rates.insert(result.rates.end(), function_rates.begin(), function_rates.end());
  const std::size_t size = result.rates.size();
  std::mt19937 generator(11);
  for (int i = 0; i < 3; ++i) {
    result.points.emplace_back();
    for (std::size_t k = 0; k < size; ++k)
      result.points.back().push_back({random_number(generator), Rational(1), Rational(0)});
  }
  for (std::size_t k = 0; k < size; ++k) {
    result.functions.push_back(CoordinatePolynomial::variable(static_cast<int>(k)));
    result.directions.push_back(unit_direction(size, k));
    result.divergence += result.rates[k].derivative(result.directions.back());
  }
  result.measured = result.plain = true;
  return result;
}

/// The functions of all coordinates in the numbers that are stored of a point, and z behind them.
std::optional<FlowAgain> constant_flow_on_group(const GroupSystem& file, const std::string& flow) {
  const auto formulas = potential_and_coordinates(file);
  const CoordinateRing ring(file, formulas,
                            AdjoinedFunctions(static_cast<int>(formulas.size()) - 1), false,
                            "$.potential");
  if (!ring.relations().complete()) return std::nullopt;
  const int n = file.exact->algebra.dimension(),
            numbers = static_cast<int>(ring.stored_rates()[0].size());
  const ConstantMotion motion(file, flow, numbers);
  FlowAgain result;
  result.moves_by(file.exact->algebra, motion.a);
  result.relations = ring.normal_form();
  const auto size = static_cast<std::size_t>(numbers + motion.z.rows());
  const CoordinatePolynomial potential =
      in_stored_numbers(ring.in_functions(formulas.front()), ring);
  PolynomialTable force = motion.turning;
  result.rates.resize(static_cast<std::size_t>(numbers));
  for (int k = 0; k < n; ++k) {
    auto along = ring.stored_rates()[static_cast<std::size_t>(k)];
    for (std::size_t i = 0; i < result.rates.size(); ++i)
      result.rates[i] += motion.a(k, 0) * along[i];
    along.resize(size);
    force(k, 0) -= potential.derivative(along);
    result.directions.push_back(std::move(along));
  }
  const PolynomialTable rates = table(motion.onto_z) * force;
  result.rates.insert(result.rates.end(), rates.data(), rates.data() + rates.size());
  for (auto& rate : result.rates) rate = result.relations.reduced(rate);
  result.names = ring.names();
  for (int i = 0; i < ring.size(); ++i)
    result.functions.push_back(in_stored_numbers(CoordinatePolynomial::variable(i), ring));
  for (Eigen::Index j = 0; j < motion.z.rows(); ++j) {
    const auto place = static_cast<std::size_t>(numbers + j);
    result.names.push_back(motion.names[static_cast<std::size_t>(j)]);
    result.functions.push_back(motion.z(j, 0));
    result.directions.push_back(unit_direction(size, place));
    result.divergence += result.rates[place].derivative(result.directions.back());
  }
  result.measured = true;  // left-invariant fields keep the right-invariant measure
  result.values = FunctionValues::of(ring, 0);
  std::mt19937 generator(11);
  for (int i = 0; i < 3; ++i) {
    FlowAgain::Point point = ring.formal_point(generator);
    point.resize(static_cast<std::size_t>(numbers));
    for (Eigen::Index j = 0; j < motion.z.rows(); ++j)
      point.push_back({random_number(generator), Rational(1), Rational(0)});
    result.points.push_back(std::move(point));
  }
  return result;
}

}  // namespace

std::optional<FlowAgain> flow_again(const SystemFile& file, const std::string& flow,
                                    Coordinates coordinates, const std::vector<int>& rows) {
  const auto* group = std::get_if<GroupSystem>(&file.system);
  const bool forced = std::visit([](const auto& system) { return system.forced(); }, file.system);
  const bool exact = !forced && group != nullptr && group->exact && group->metric_is_constant();
  const bool constant = exact && (flow == "free" || (group->offset.empty() && !group->moves()));
  if (flow != "nonholonomic" && flow != "free" && flow != "vakonomic") return std::nullopt;
  if (!rows.empty() && (constant || flow != "vakonomic")) return std::nullopt;
  if (constant && (flow == "free" || group->constrained())) {
    if (coordinates == Coordinates::named) return constant_flow(*group, flow);
    if (group->potential.is_constant()) return std::nullopt;
    return constant_flow_on_group(*group, flow);
  }
  if (constant) return std::nullopt;
  return flow == "vakonomic" ? momenta_again(file, coordinates, rows)
                             : velocities_again(file, flow == "free", coordinates);
}

namespace {

/// Each name's place in the flow and, in `kept`, in the list; nothing where one is unknown or there twice.
std::optional<std::vector<int>> places_of(const FlowAgain& flow,
                                          const std::vector<std::string>& names,
                                          std::map<int, int>& kept) {
  std::vector<int> places;
  for (const auto& name : names) {
    const auto place = std::ranges::find(flow.names, name);
    places.push_back(static_cast<int>(place - flow.names.begin()));
    if (place == flow.names.end() ||
        !kept.emplace(places.back(), static_cast<int>(kept.size())).second)
      return std::nullopt;
  }
  return places;
}

/// Variables alone, without rates.
FlowAgain plain_flow(const FlowAgain& of, const std::vector<std::string>& names,
                     const std::map<int, int>& kept) {
  FlowAgain part;
  part.plain = true;
  part.names = names;
  part.values = of.values.among(kept);
  for (std::size_t k = 0; k < names.size(); ++k) {
    part.functions.push_back(CoordinatePolynomial::variable(static_cast<int>(k)));
    part.directions.push_back(unit_direction(names.size(), k));
  }
  return part;
}

}  // namespace

std::optional<FlowAgain> part_of(const FlowAgain& flow, const std::vector<std::string>& names) {
  std::map<int, int> kept, variables;
  const auto places = places_of(flow, names, kept);
  if (!flow.plain || !places) return std::nullopt;
  for (const auto& [place, variable] : kept) variables[variable_of(place)] = variable;
  FlowAgain part = plain_flow(flow, names, kept);
  for (const int place : *places) {
    const CoordinatePolynomial& rate = flow.rates[static_cast<std::size_t>(place)];
    for (const auto& [monomial, factor] : rate.terms())
      for (const auto& [variable, power] : monomial)
        if (!variables.contains(variable)) return std::nullopt;
    part.rates.push_back(renamed(rate, variables));
  }
  return part;
}

// det f' = sum of slopes of f times rates: that of the claim, in the numbers of the flow, is the same quotient.
std::optional<FlowAgain> part_of(const FlowAgain& flow, const std::vector<std::string>& names,
                                 const std::vector<CoordinatePolynomial>& rates,
                                 const CoordinatePolynomial& det) {
  std::map<int, int> kept;
  const auto places = places_of(flow, names, kept);
  if (flow.plain || !flow.valued || !places || rates.size() != names.size()) return std::nullopt;
  const auto function = [&](int i) {
    const int place = (*places)[static_cast<std::size_t>(index_of(i))];
    return flow.functions[static_cast<std::size_t>(place)];
  };
  const auto in_numbers = [&](const CoordinatePolynomial& p) {
    return flow.relations.reduced(value_of<CoordinatePolynomial>(
        p.terms(), function,
        [&](auto& term, const auto& f) { term = flow.relations.reduced(term * f); }));
  };
  const CoordinatePolynomial claimed_det = in_numbers(det);
  if (flow.vanishes(claimed_det)) return std::nullopt;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const CoordinatePolynomial& f = flow.functions[static_cast<std::size_t>((*places)[k])];
    const CoordinatePolynomial rate = in_numbers(rates[k]), along = flow.along(f);
    if (!rate.is_known() || !along.is_known() ||
        !flow.vanishes(large_product(rate, flow.det) - large_product(along, claimed_det)))
      return std::nullopt;
  }
  FlowAgain part = plain_flow(flow, names, kept);
  part.rates = rates;
  part.det = det;
  return part;
}

}  // namespace hamel
