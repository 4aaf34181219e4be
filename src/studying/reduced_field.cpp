// Closed sets of functions, and rates in them.
#include "reduced_field.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include "proving/adjugate.hpp"
#include "proving/polynomial_text.hpp"
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
  Renaming(const StoredSystem& system, int variables) {
    for (Eigen::Index i = 0; i < system.functions.rows(); ++i) {
      const auto& terms = system.functions(i, 0).terms();
      if (terms.size() != 1 || terms.begin()->first.size() != 1 ||
          terms.begin()->first[0].second != 1 || terms.begin()->second != Rational(1))
        return;
      places_[terms.begin()->first[0].first] = static_cast<int>(i);
    }
    for (int j = 0; j < variables; ++j)
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

/// Rates in all functions f of the ring and the variables z behind them.
struct Rates {
  Formula det;
  std::map<int, Formula> of_f;
  std::vector<Formula> of_z, balance;
};

/// The same in the functions that are needed alone.
ReducedField among(const CoordinateRing& ring, const std::set<int>& needed, const Rates& rates,
                   const std::vector<std::string>& names_of_z) {
  ReducedField result;
  std::map<int, Formula> places;
  std::map<int, int> variables;
  for (const int i : needed) {
    const auto place = static_cast<int>(variables.size());
    variables[i] = place;
    places[i] = Formula::variable(place);
    result.field.names.push_back(ring.names()[static_cast<std::size_t>(i)]);
  }
  const int kept = result.functions = static_cast<int>(needed.size());
  for (std::size_t j = 0; j < names_of_z.size(); ++j)
    places[ring.size() + static_cast<int>(j)] = Formula::variable(kept + static_cast<int>(j));
  result.field.names.insert(result.field.names.end(), names_of_z.begin(), names_of_z.end());
  for (const int i : needed) result.field.rates.push_back(replaced(rates.of_f.at(i), places));
  for (const auto& p : rates.of_z) result.field.rates.push_back(replaced(p, places));
  for (const auto& p : rates.balance) result.balance.push_back(replaced(p, places));
  result.det = replaced(rates.det, places);
  result.values = FunctionValues::of(ring, 0).among(variables);
  return result;
}

/// The functions that occur in polynomials, with what the left-invariant fields lead to from them.
void add_functions(std::set<int>& needed, const std::vector<Formula>& polynomials,
                   const std::vector<std::set<int>>& closed) {
  for (const auto& p : polynomials)
    for (const int i : p.variables())
      if (i < static_cast<int>(closed.size()))
        needed.insert(closed[static_cast<std::size_t>(i)].begin(),
                      closed[static_cast<std::size_t>(i)].end());
}

}  // namespace

std::optional<ReducedField> reduced_field(const CoordinateRing& ring, const MovingFlow& flow,
                                          IntegralSearch& search, FunctionSets which) {
  const StoredSystem& system = flow.system();
  const int m = ring.size(), r = system.rank();
  if (ring.adjoins()) return std::nullopt;
  const Renaming renaming(system, r);
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
  std::vector<std::string> names_of_z;
  for (int j = 1; j <= r; ++j) names_of_z.push_back("u" + std::to_string(j));
  const auto in = [&](std::set<int> within) -> std::optional<ReducedField> {
    Rates rates;
    const auto det = expressed(flow.det(), within);
    if (!det) return std::nullopt;
    rates.det = *det;
    for (int j = 0; j < r; ++j) {
      const auto rate =
          expressed(flow.rates()[static_cast<std::size_t>(system.numbers + j)], within);
      if (!rate) return std::nullopt;
      const auto force =
          expressed(flow.undivided()[static_cast<std::size_t>(system.numbers + j)], within);
      if (!force) return std::nullopt;
      rates.of_z.push_back(*rate);
      rates.balance.push_back(*force);
    }
    if (renaming.holds()) {  // what occurs, and what that leads to
      std::set<int> needed;
      add_functions(needed, {*det}, sets);
      add_functions(needed, rates.of_z, sets);
      for (bool grown = true; grown;) {
        grown = false;
        for (const int i : std::set<int>(needed)) {
          if (rates.of_f.contains(i)) continue;
          const auto rate = rate_of(i, *det, needed);
          if (!rate) return std::nullopt;
          rates.of_f[i] = *rate;
          grown = true;
          add_functions(needed, {*rate}, sets);
        }
      }
      within = needed;
    } else {
      for (const int i : within) {
        const auto rate = rate_of(i, *det, within);
        if (!rate || !rate->is_known()) return std::nullopt;
        rates.of_f[i] = *rate;
      }
    }
    for (const int i : within) {
      const auto rate =
          expressed(flow.reduced(system.functions(i, 0).derivative(flow.undivided())), within);
      if (!rate) return std::nullopt;
      rates.balance.push_back(*rate);
    }
    return among(ring, within, rates, names_of_z);
  };
  if (renaming.holds() || which == FunctionSets::whole) return in(whole);
  if (auto none = in({})) return none;
  for (const auto& set : std::set<std::set<int>>(sets.begin(), sets.end()))
    if (set != whole)
      if (auto found = in(set)) return found;
  return std::nullopt;
}

std::optional<ReducedField> reduced_field(const CoordinateRing& ring, const MomentumFlow& flow) {
  const StoredSystem& system = flow.system();
  const int n = system.dim();
  const Renaming renaming(system, n);
  if (ring.adjoins() || !renaming.holds()) return std::nullopt;
  const auto tidy = [&](const StoredSystem::Table& m) { return system.reduced(m); };
  const auto at = [&](int j) { return static_cast<std::size_t>(system.numbers + j); };
  std::vector<Formula> moving(at(n)), unit(at(n));
  for (int i = 0; i < system.numbers; ++i)
    for (int k = 0; k < n; ++k)
      moving[static_cast<std::size_t>(i)] +=
          flow.admissible()(k, 0) *
          system.rates[static_cast<std::size_t>(k)][static_cast<std::size_t>(i)];
  // p(x, z)' = rates, so with P = dp/dz: P z' = rates - (dp/dx) x'.
  StoredSystem::Table by_z(n, n), drive(n, 1);
  for (int i = 0; i < n; ++i) {
    drive(i, 0) = flow.momentum_rates()(i, 0) - flow.momenta()(i, 0).derivative(moving);
    for (int j = 0; j < n; ++j) {
      unit[at(j)] = Formula(1);
      by_z(i, j) = flow.momenta()(i, 0).derivative(unit);
      unit[at(j)] = Formula();
    }
  }
  drive = tidy(drive);
  const auto [determinant, adjugate] = determinant_and_adjugate<Formula>(tidy(by_z), tidy);
  const StoredSystem::Table of_z = tidy(adjugate * drive);
  Rates rates;
  const auto add = [&](std::vector<Formula>& all, const Formula& p) {
    const auto named = renaming(p);
    if (named) all.push_back(*named);
    return named.has_value();
  };
  std::vector<Formula> dets;
  if (!add(dets, determinant)) return std::nullopt;
  rates.det = dets.front();
  for (int j = 0; j < n; ++j)
    if (!add(rates.of_z, of_z(j, 0)) || !add(rates.balance, drive(j, 0))) return std::nullopt;
  const auto sets = closed_sets(ring);
  std::set<int> needed;
  add_functions(needed, dets, sets);
  add_functions(needed, rates.of_z, sets);
  for (std::size_t known = 0; known != needed.size();) {
    known = needed.size();
    for (const int i : std::set<int>(needed)) {
      if (rates.of_f.contains(i)) continue;
      // Not in normal form: as it is it keeps the relations as identities.
      if (!add(rates.balance, system.functions(i, 0).derivative(moving))) return std::nullopt;
      rates.of_f[i] = rates.det * rates.balance.back();
      add_functions(needed, {rates.balance.back()}, sets);
    }
  }
  std::vector<std::string> names;
  for (int j = 1; j <= n; ++j)
    names.push_back(j <= system.rank() ? "u" + std::to_string(j)
                                       : "l" + std::to_string(j - system.rank()));
  return among(ring, needed, rates, names);
}

std::string multiplier_in_words(const CoordinateRing& ring, const MomentumFlow& flow) {
  const StoredSystem& system = flow.system();
  const Renaming renaming(system, system.dim());
  std::vector<std::string> names = ring.names();
  StoredSystem::Table l(system.dim() - system.rank(), 1);
  for (Eigen::Index j = 0; j < l.rows(); ++j) {
    names.push_back("l" + std::to_string(j + 1));
    l(j, 0) = Formula::variable(ring.size() + static_cast<int>(j));
  }
  std::string text;
  for (Eigen::Index i = 0; i < system.dim(); ++i) {
    Formula sum;
    for (Eigen::Index j = 0; j < l.rows(); ++j)
      sum += renaming(flow.annihilators()(i, j)).value() * l(j, 0);
    text += (i > 0 ? ", " : "(") + polynomial_text(sum, names);
  }
  return text + ")";
}

}  // namespace hamel
