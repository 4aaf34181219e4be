// Closed sets of functions, and rates in them.
#include "reduced_field.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include <hamel/io/study.hpp>

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
  /// The function that a stored number is, or its cosine or sine.
  std::optional<int> place(int variable) const {
    const auto found = places_.find(variable);
    return found == places_.end() ? std::nullopt : std::optional(found->second);
  }
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
                                          IntegralSearch& search) {
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
    std::vector<IntegralSearch::Unknown> unknowns;
    for (int total = 0; total <= study_degree; ++total)
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
    return found.terms().empty() ? std::nullopt : std::optional(std::move(found));
  };
  const auto sets = closed_sets(ring);
  std::set<int> whole;
  for (int i = 0; i < m; ++i) whole.insert(i);
  const auto in = [&](std::set<int> within) -> std::optional<ReducedField> {
    ReducedField result;
    std::vector<Formula> of_u;
    const auto det = expressed(flow.det(), within);
    if (!det) return std::nullopt;
    for (int j = 0; j < r; ++j) {
      const auto rate =
          expressed(flow.rates()[static_cast<std::size_t>(system.numbers + j)], within);
      if (!rate) return std::nullopt;
      of_u.push_back(*rate);
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
          const auto rate = expressed(flow.along(system.functions(i, 0)), needed);
          if (!rate) return std::nullopt;
          of_f[i] = *rate;
          grown = true;
          add(*rate);
        }
      }
      within = needed;
    } else {
      for (const int i : within) {
        const auto rate = expressed(flow.along(system.functions(i, 0)), within);
        if (!rate) return std::nullopt;
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
    for (const int i : within) result.field.rates.push_back(replaced(of_f.at(i), places));
    for (const auto& p : of_u) result.field.rates.push_back(replaced(p, places));
    result.det = replaced(*det, places);
    if (renaming.holds())
      for (int i = 0; i < system.numbers; ++i) {
        const auto x = renaming.place(3 * i), c = renaming.place(3 * i + 1),
                   s = renaming.place(3 * i + 2);
        if (!x || !c || !s || !within.contains(*x) || !within.contains(*c)) continue;
        const auto index = [&](int k) { return places.at(k).terms().begin()->first[0].first / 3; };
        result.angles.push_back({index(*x), index(*c), index(*s)});
      }
    // Quadratic polynomials in the functions that no left-invariant field changes, less their values.
    std::vector<Formula> columns;
    for (int degree = 1; degree <= 2; ++degree)
      for (const auto& monomial : detail::monomials_of(m, degree))
        if (std::ranges::all_of(monomial.terms().begin()->first, [&](const auto& factor) {
              return within.contains(factor.first / 3);
            }))
          columns.push_back(monomial);
    const DynamicVector<Rational> identity = ring.at_identity();
    for (const auto& p : detail::common_kernel(columns, [&](const Formula& q) {
           std::vector<Formula> images;
           for (const auto& rates : ring.along()) images.push_back(q.derivative(rates));
           return images;
         }))
      result.relations.push_back(replaced(
          p - Formula(p.at_identity({identity.data(), identity.data() + identity.size()})), places));
    result.values.known.emplace_back(kept);
    for (const auto& rates : ring.along()) {
      result.values.along.emplace_back();
      for (const int i : within)
        result.values.along.back().push_back(replaced(rates[static_cast<std::size_t>(i)], places));
    }
    for (const int i : within) {
      const auto place = static_cast<int>(result.values.places.size());
      result.values.places.push_back(place);
      result.values.known.front()(place) = identity(i);
    }
    return result;
  };
  if (renaming.holds()) return in(whole);
  if (auto none = in({})) return none;
  for (int i = 0; i < m; ++i)
    if (auto found = in(sets[static_cast<std::size_t>(i)])) return found;
  return in(whole);
}

}  // namespace hamel
