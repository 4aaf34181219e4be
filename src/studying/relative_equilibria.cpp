// The functions that are needed, and the steady motions on them.
#include "relative_equilibria.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "split_zeros.hpp"
#include "steady_varying.hpp"

namespace hamel {

namespace {

/// Velocities or momenta, and what their rates lead to: functions that are left out are cyclic.
std::set<int> needed_variables(const PolynomialField& field, int velocities) {
  std::set<int> needed;
  std::vector<int> waiting;
  for (int k = 0; k < velocities; ++k) needed.insert(k), waiting.push_back(k);
  while (!waiting.empty()) {
    const auto& rate = field.rates[static_cast<std::size_t>(waiting.back())];
    waiting.pop_back();
    for (const auto& [monomial, factor] : rate.terms())
      for (const auto& [variable, power] : monomial)
        if (needed.insert(variable / 3).second) waiting.push_back(variable / 3);
  }
  return needed;
}

bool is_in(const CoordinatePolynomial& p, const std::set<int>& variables) {
  return std::ranges::all_of(p.terms(), [&](const auto& term) {
    return std::ranges::all_of(
        term.first, [&](const auto& factor) { return variables.contains(factor.first / 3); });
  });
}

}  // namespace

SteadyMotions relative_equilibria(const ReducedFlow& flow, int velocities) {
  const std::set<int> needed = needed_variables(flow.field, velocities);
  std::map<int, int> places;
  std::map<int, CoordinatePolynomial> variables;
  ReducedField reduced;
  for (const int k : needed) {
    places[k] = static_cast<int>(reduced.field.names.size());
    variables[k] = CoordinatePolynomial::variable(places[k]);
    reduced.field.names.push_back(flow.field.names[static_cast<std::size_t>(k)]);
  }
  for (const int k : needed)
    reduced.field.rates.push_back(
        replaced(flow.field.rates[static_cast<std::size_t>(k)], variables));
  reduced.functions = static_cast<int>(needed.size()) - velocities;
  reduced.det = CoordinatePolynomial(1);
  for (const auto& p : flow.group)
    if (is_in(p, needed)) reduced.relations.push_back(replaced(p, variables));
  std::vector<std::size_t> kept;  // of the functions
  for (std::size_t i = 0; i < flow.values.places.size(); ++i)
    if (needed.contains(flow.values.places[i])) {
      kept.push_back(i);
      reduced.values.places.push_back(places[flow.values.places[i]]);
    }
  for (const auto& rates : flow.values.along) {
    if (!std::ranges::all_of(kept, [&](std::size_t i) { return is_in(rates[i], needed); })) continue;
    reduced.values.along.emplace_back();
    for (const std::size_t i : kept)
      reduced.values.along.back().push_back(replaced(rates[i], variables));
  }
  for (const auto& values : flow.values.known) {
    reduced.values.known.emplace_back(static_cast<Eigen::Index>(kept.size()));
    for (std::size_t i = 0; i < kept.size(); ++i)
      reduced.values.known.back()(static_cast<Eigen::Index>(i)) =
          values(static_cast<Eigen::Index>(kept[i]));
  }
  for (const auto& [x, cosine, sine] : flow.angles)
    if (needed.contains(x) && needed.contains(cosine))
      reduced.angles.push_back({places[x], places[cosine], places[sine]});
  std::optional<DynamicVector<Rational>> start;
  if (flow.at_start) {
    start = DynamicVector<Rational>(static_cast<Eigen::Index>(needed.size()));
    for (const auto& [k, place] : places) (*start)(place) = (*flow.at_start)(k);
  }
  return steady_motions(reduced, start);
}

}  // namespace hamel
