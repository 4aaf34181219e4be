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

SteadyMotions relative_equilibria(const ReducedFlow& flow, int velocities) {
  std::set<int> needed;  // functions that no rate leads to are cyclic
  for (int k = 0; k < velocities; ++k) needed.insert(k);
  needed = flow.field.closed(std::move(needed));
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
  reduced.values = flow.values.among(places);
  for (const auto& [xi, rates, balance] : flow.turnings) {
    Turning turning{xi, {}};
    for (const int k : needed) {
      const auto& rate = rates[static_cast<std::size_t>(k)];
      if (std::ranges::any_of(rate.variables(), [&](int i) { return !needed.contains(i); })) break;
      turning.rates.push_back(replaced(rate, variables));
    }
    if (turning.rates.size() == needed.size()) reduced.turnings.push_back(std::move(turning));
  }
  std::optional<DynamicVector<Rational>> start;
  if (flow.at_start) {
    start = DynamicVector<Rational>(static_cast<Eigen::Index>(needed.size()));
    for (const auto& [k, place] : places) (*start)(place) = (*flow.at_start)(k);
  }
  return steady_motions(reduced, start);
}

}  // namespace hamel
