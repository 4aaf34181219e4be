// Closed sets of functions, and rates in them.
#include "reduced_field.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include "split_zeros.hpp"

namespace hamel {

namespace {

using Formula = CoordinatePolynomial;

/// For each function the smallest set around it that the left-invariant fields do not lead out of.
std::vector<std::set<int>> closed_sets(const CoordinateRing& ring) {
  std::vector<std::set<int>> sets;
  for (int start = 0; start < ring.size(); ++start) {
    std::set<int> reached{start};
    for (std::vector<int> waiting{start}; !waiting.empty();) {
      const int i = waiting.back();
      waiting.pop_back();
      for (const auto& rates : ring.along())
        for (const auto& [monomial, factor] : rates[static_cast<std::size_t>(i)].terms())
          for (const auto& [variable, power] : monomial)
            if (reached.insert(variable / 3).second) waiting.push_back(variable / 3);
    }
    sets.push_back(std::move(reached));
  }
  return sets;
}

/// Rates in functions and velocities where every function is a coordinate, a cosine or a sine: these are read off.
class Renaming {
 public:
  explicit Renaming(const StoredSystem& system) {
    for (Eigen::Index i = 0; i < system.functions.rows(); ++i) {
      const auto& terms = system.functions(i, 0).terms();
      if (terms.size() != 1 || terms.begin()->first.size() != 1 ||
          terms.begin()->first[0].second != 1 || terms.begin()->second != Rational(1))
        return;
      places_[terms.begin()->first[0].first] = static_cast<int>(i);
    }
    for (int j = 0; j < system.rank(); ++j)
      places_[3 * (system.numbers + j)] = static_cast<int>(system.functions.rows()) + j;
    holds_ = true;
  }
  bool holds() const { return holds_; }
  std::optional<Formula> operator()(const Formula& p) const {
    for (const auto& [monomial, factor] : p.terms())
      for (const auto& [variable, power] : monomial)
        if (!places_.contains(variable)) return std::nullopt;
    return renamed(p, places_);
  }

 private:
  std::map<int, int> places_;
  bool holds_ = false;
};

}  // namespace

std::optional<ReducedField> reduced_field(const CoordinateRing& ring, const MovingFlow& flow,
                                          IntegralSearch& search, FunctionSets which) {
  const StoredSystem& system = flow.system();
  const int m = ring.size(), r = system.rank();
  if (ring.adjoins()) return std::nullopt;
  const Renaming renaming(system);
  // p in functions of `within` and velocities, where it is one.
  const auto expressed = [&](const Formula& p,
                             const std::set<int>& within) -> std::optional<Formula> {
    if (p.terms().empty()) return p;
    if (renaming.holds()) return renaming(p);
    std::set<int> degrees;
    for (const auto& [monomial, factor] : p.terms()) {
      int sum = 0;
      for (const auto& [variable, power] : monomial)
        if (variable >= 3 * system.numbers) sum += power;
      degrees.insert(sum);
    }
    for (const int most : {2, 4, 5, 6}) {  // of the degree in the functions
      std::vector<IntegralSearch::Unknown> unknowns;
      for (int total = 0; total <= most; ++total)
        for (const auto& of_functions : monomials(static_cast<int>(within.size()), total))
          for (const int degree : degrees)
            for (const auto& of_u : monomials(r, degree)) {
              std::vector<int> exponents(static_cast<std::size_t>(m), 0);
              std::size_t k = 0;
              for (const int i : within) exponents[static_cast<std::size_t>(i)] = of_functions[k++];
              unknowns.push_back({std::move(exponents), of_u});
            }
      if (unknowns.size() > IntegralSearch::largest_space) return std::nullopt;
      unknowns = search.independent(unknowns);
      Formula found = search.fitted(
          unknowns, [&](const FlowSample& at) { return MovingFlow::value(p, at); },
          [&](const Formula& q) { return flow.vanishes(flow.stored(q) - p); });
      if (!found.terms().empty()) return found;
    }
    return std::nullopt;
  };
  // det times the rate of function i, along the left-invariant fields: these keep relations as identities.
  const auto rate_of = [&](int i, const Formula& det,
                           const std::set<int>& within) -> std::optional<Formula> {
    Formula sum;
    for (std::size_t k = 0; k < ring.along().size(); ++k) {
      const Formula& along = ring.along()[k][static_cast<std::size_t>(i)];
      if (along.terms().empty()) continue;
      const auto a = expressed(flow.admissible()[k], within);
      if (!a) return expressed(flow.along(system.functions(i, 0)), within);
      sum += *a * along;
    }
    return det * sum;
  };
  const auto sets = closed_sets(ring);
  std::set<int> whole;
  for (int i = 0; i < m; ++i) whole.insert(i);
  const auto in = [&](std::set<int> within) -> std::optional<ReducedField> {
    ReducedField result;
    std::vector<Formula> of_u, balance;
    const auto det = expressed(flow.det(), within);
    if (!det) return std::nullopt;
    for (int j = 0; j < r; ++j) {
      const auto rate =
          expressed(flow.rates()[static_cast<std::size_t>(system.numbers + j)], within);
      if (!rate) return std::nullopt;
      const auto force =
          expressed(flow.undivided()[static_cast<std::size_t>(system.numbers + j)], within);
      if (!force) return std::nullopt;
      of_u.push_back(*rate);
      balance.push_back(*force);
    }
    std::map<int, Formula> of_f;
    if (renaming.holds()) {  // what occurs, and what that leads to
      std::set<int> needed;
      const auto add = [&](const Formula& p) {
        for (const auto& [monomial, factor] : p.terms())
          for (const auto& [variable, power] : monomial)
            if (const int i = variable / 3; i < m) {
              const auto& set = sets[static_cast<std::size_t>(i)];
              needed.insert(set.begin(), set.end());
            }
      };
      add(*det);
      for (const auto& p : of_u) add(p);
      for (bool grown = true; grown;) {
        grown = false;
        for (const int i : std::set<int>(needed)) {
          if (of_f.contains(i)) continue;
          const auto rate = rate_of(i, *det, needed);
          if (!rate) return std::nullopt;
          of_f[i] = *rate;
          grown = true;
          add(*rate);
        }
      }
      within = needed;
    } else {
      for (const int i : within) {
        const auto rate = rate_of(i, *det, within);
        if (!rate || !rate->is_known()) return std::nullopt;
        of_f[i] = *rate;
      }
    }
    std::map<int, Formula> places;
    for (const int i : within) {
      places[i] = Formula::variable(static_cast<int>(result.field.names.size()));
      result.field.names.push_back(ring.names()[static_cast<std::size_t>(i)]);
    }
    const int kept = result.functions = static_cast<int>(within.size());
    for (int j = 0; j < r; ++j) {
      places[m + j] = Formula::variable(kept + j);
      result.field.names.push_back("u" + std::to_string(j + 1));
    }
    for (const int i : within) {
      const auto rate =
          expressed(flow.reduced(system.functions(i, 0).derivative(flow.undivided())), within);
      if (!rate) return std::nullopt;
      balance.push_back(*rate);
      result.field.rates.push_back(replaced(of_f.at(i), places));
    }
    for (const auto& p : balance) result.balance.push_back(replaced(p, places));
    for (const auto& p : of_u) result.field.rates.push_back(replaced(p, places));
    result.det = replaced(*det, places);
    std::map<int, int> variables;
    for (const int i : within) variables.emplace(i, static_cast<int>(variables.size()));
    result.values = FunctionValues::of(ring, 0).among(variables);
    return result;
  };
  if (renaming.holds() || which == FunctionSets::whole) return in(whole);
  if (auto none = in({})) return none;
  for (const auto& set : std::set<std::set<int>>(sets.begin(), sets.end()))
    if (set != whole)
      if (auto found = in(set)) return found;
  return std::nullopt;
}

}  // namespace hamel
