// X = F / det and A commute where det A(F) - F A(det) = det F(A), by components.
#include "turned_again.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include "flow_parts.hpp"

namespace hamel {

namespace {

using Formula = CoordinatePolynomial;

/// The rates of the functions of a flow, by their places among its names.
std::map<int, Formula> of_functions(const FlowAgain& flow, const DynamicVector<Rational>& xi) {
  std::map<int, Formula> all;
  const FunctionValues& values = flow.values;
  for (std::size_t i = 0; i < values.places.size(); ++i) {
    Formula& sum = all[values.places[i]];
    for (Eigen::Index k = 0; k < xi.size(); ++k)
      sum += Formula(xi(k)) * values.along[static_cast<std::size_t>(k)][i];
  }
  return all;
}

/// A as rates of the numbers of the flow; nothing where the claim is of another field.
std::optional<std::vector<Formula>> in_numbers(const FlowAgain& flow, const FlowAgain& part,
                                               const ClaimedTurning& turning) {
  if (turning.rates.size() != part.names.size() ||
      static_cast<std::size_t>(turning.xi.size()) > flow.values.along.size())
    return std::nullopt;
  std::map<int, int> variables;  // of the part, by their places among the names of the flow
  std::vector<int> places;
  for (const auto& name : part.names) {
    places.push_back(static_cast<int>(std::ranges::find(flow.names, name) - flow.names.begin()));
    variables[variable_of(places.back())] = static_cast<int>(places.size()) - 1;
  }
  const auto functions = of_functions(flow, turning.xi);
  std::set<int> known;  // numbers whose rates are, with those of the functions
  for (const auto& [place, rate] : functions)
    known.merge(flow.functions[static_cast<std::size_t>(place)].variables());
  std::vector<Formula> rates(flow.rates.size());
  for (const auto& [place, rate] : functions)
    if (flow.plain) rates[static_cast<std::size_t>(place)] = rate;
  if (!flow.plain)
    for (Eigen::Index k = 0; k < turning.xi.size(); ++k)
      for (std::size_t i = 0; i < rates.size(); ++i)
        rates[i] += Formula(turning.xi(k)) * flow.directions[static_cast<std::size_t>(k)][i];
  for (std::size_t k = 0; k < places.size(); ++k) {
    const auto function = functions.find(places[k]);
    if (function != functions.end()) {
      const Formula& rate = function->second;
      if (std::ranges::any_of(rate.variables(),
                              [&](int i) { return !variables.contains(variable_of(i)); }) ||
          renamed(rate, variables) != turning.rates[k])
        return std::nullopt;
      continue;
    }
    Formula sum;  // of a velocity or momentum, in these
    for (const auto& [monomial, factor] : turning.rates[k].terms()) {
      if (monomial.size() != 1 || monomial[0].second != 1 || !is_plain(monomial[0].first))
        return std::nullopt;
      const int place = places[static_cast<std::size_t>(index_of(monomial[0].first))];
      if (functions.contains(place)) return std::nullopt;
      sum += Formula(factor) * flow.functions[static_cast<std::size_t>(place)];
    }
    const auto& z = flow.functions[static_cast<std::size_t>(places[k])].terms();
    if (z.size() != 1 || z.begin()->first.size() != 1) return std::nullopt;
    known.insert(index_of(z.begin()->first[0].first));
    rates[static_cast<std::size_t>(index_of(z.begin()->first[0].first))] = std::move(sum);
  }
  const bool all_known = std::ranges::all_of(flow.functions, [&](const Formula& f) {
    return std::ranges::all_of(f.variables(), [&](int i) { return known.contains(i); });
  });
  return all_known ? std::optional(std::move(rates)) : std::nullopt;
}

/// Velocities change by a' = -[xi, a].
bool turns_velocities(const FlowAgain& flow, const DynamicVector<Rational>& xi,
                      const std::vector<Formula>& a) {
  const auto n = static_cast<Eigen::Index>(flow.velocity.size());
  if (!flow.algebra || xi.size() > n) return false;
  DynamicVector<Rational> whole = DynamicVector<Rational>::Constant(n, Rational(0));
  whole.head(xi.size()) = xi;
  const DynamicMatrix<Rational> ad = flow.algebra->ad(whole);
  for (Eigen::Index k = 0; k < n; ++k) {
    Formula sum = flow.velocity[static_cast<std::size_t>(k)].derivative(a);
    for (Eigen::Index j = 0; j < n; ++j)
      sum += Formula(ad(k, j)) * flow.velocity[static_cast<std::size_t>(j)];
    if (!flow.vanishes(flow.relations.reduced(sum))) return false;
  }
  return true;
}

bool commute(const FlowAgain& flow, const std::vector<Formula>& a) {
  const auto along_a = [&](const Formula& p) { return flow.relations.reduced(p.derivative(a)); };
  const Formula of_det = along_a(flow.det);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Formula &rate = flow.rates[i], changed = along_a(rate), led = flow.along(a[i]);
    if (!of_det.is_known() || !rate.is_known() || !changed.is_known() || !led.is_known() ||
        !flow.vanishes(large_product(changed - led, flow.det) - large_product(rate, of_det)))
      return false;
  }
  return true;
}

}  // namespace

std::optional<FlowAgain> turned_again(const FlowAgain& flow, const FlowAgain& part,
                                      const std::vector<ClaimedTurning>& turnings,
                                      const std::vector<std::string>& names) {
  if (!part.plain || turnings.empty() || names.size() != turnings.size()) return std::nullopt;
  const std::size_t n = part.names.size(), all = n + names.size();
  FlowAgain turned = part;
  for (std::size_t t = 0; t < names.size(); ++t) {
    if (std::ranges::count(turned.names, names[t]) > 0) return std::nullopt;
    const auto a = in_numbers(flow, part, turnings[t]);
    if (!a || !turns_velocities(flow, turnings[t].xi, *a) || !commute(flow, *a))
      return std::nullopt;
    const Formula c = Formula::variable(static_cast<int>(n + t));
    for (std::size_t i = 0; i < n; ++i) turned.rates[i] -= part.det * c * turnings[t].rates[i];
    turned.names.push_back(names[t]);
    turned.functions.push_back(c);
    turned.rates.emplace_back();
    turned.turnings.push_back(turnings[t].rates);
    turned.turnings.back().resize(all);
  }
  turned.directions.clear();
  for (std::size_t k = 0; k < all; ++k) {
    turned.directions.emplace_back(all);
    turned.directions.back()[k] = Formula(1);
  }
  return turned;
}

}  // namespace hamel
