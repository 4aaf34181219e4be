// Cases, one after the other.
#include "split_zeros.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include "exact/real_roots.hpp"
#include "isolated_zeros.hpp"
#include "lowering/function_values.hpp"
#include "lowering/normal_form.hpp"
#include "lowering/nowhere_zero.hpp"

namespace hamel {

namespace {

/// A variable that divides every term.
std::optional<int> factor_of(const CoordinatePolynomial& p) {
  for (const int k : p.variables())
    if (std::ranges::all_of(p.terms(),
                            [&](const auto& term) { return power_in(term.first, k) > 0; }))
      return k;
  return std::nullopt;
}

/// k = value, where p is linear in k with a constant coefficient.
std::optional<std::pair<int, CoordinatePolynomial>> solved(const CoordinatePolynomial& p) {
  for (const int k : p.variables()) {
    const auto powers = by_powers(p, variable_of(k));
    if (powers.size() == 2 && powers[1].variables().empty())
      return std::pair(k, CoordinatePolynomial(-1) * powers[0] / powers[1]);
  }
  return std::nullopt;
}

/// All terms even powers of one variable each, of one sign: 0 only where all these variables are.
std::optional<std::set<int>> sum_of_squares(const CoordinatePolynomial& p) {
  const int sign = p.terms().begin()->second.sign();
  std::set<int> all;
  for (const auto& [monomial, factor] : p.terms()) {
    if (factor.sign() != sign || monomial.size() > 1) return std::nullopt;
    if (monomial.empty()) {
      all.insert(-1);  // no zeros
      continue;
    }
    if (monomial[0].second % 2 != 0) return std::nullopt;
    all.insert(index_of(monomial[0].first));
  }
  return all;
}

/// Cases of an equation in one variable: its rational roots, and what is left where it has others that are real.
bool split_at_roots(const ZeroCase& now, std::size_t place, std::vector<ZeroCase>& waiting) {
  const CoordinatePolynomial& p = now.equations[place];
  const int k = *p.variables().begin();
  const Polynomial whole = in_one_variable(p);
  Polynomial rest = square_free(whole);
  const auto roots = real_roots(whole);
  for (const RealRoot& root : roots)
    if (root.is_rational()) {
      waiting.push_back(now.with(k, CoordinatePolynomial(root.lower)));
      rest = rest.divided_by(root.polynomial).first;
    }
  if (std::ranges::all_of(roots, &RealRoot::is_rational)) return true;
  if (rest.degree() == whole.degree()) return false;
  ZeroCase other = now;
  other.equations[place] = in_variable(rest, k);
  waiting.push_back(std::move(other));
  return true;
}

/// Cases of one equation, where there are polynomials alone.
bool split_into(ZeroCase& now, std::vector<ZeroCase>& waiting) {
  std::ranges::stable_sort(now.equations, {}, [](const auto& p) { return p.terms().size(); });
  for (std::size_t i = 0; i < now.equations.size(); ++i) {
    const CoordinatePolynomial p = now.equations[i];
    const auto variables = p.variables();
    if (const auto divisor = factor_of(p)) {
      if (!now.is_nonzero(*divisor)) waiting.push_back(now.with(*divisor, CoordinatePolynomial()));
      now.equations[i] = *exact_quotient(p, CoordinatePolynomial::variable(*divisor));
      waiting.push_back(std::move(now));
      return true;
    }
    if (const auto value = solved(p)) {
      waiting.push_back(now.with(value->first, value->second));
      return true;
    }
    if (const auto zeros = sum_of_squares(p)) {
      if (zeros->contains(-1)) return true;
      for (const int k : *zeros) now = now.with(k, CoordinatePolynomial());
      waiting.push_back(std::move(now));
      return true;
    }
    if (variables.size() == 1 && split_at_roots(now, i, waiting)) return true;
  }
  return false;
}

/// Each factor of an equation is 0.
bool split_by_factors(const ZeroCase& now, std::vector<ZeroCase>& waiting) {
  for (std::size_t i = 0; i < now.equations.size(); ++i) {
    const auto factors = simple_factors(now.equations[i]);
    if (factors.size() < 2) continue;
    for (const auto& factor : factors) {
      ZeroCase one = now;
      one.equations[i] = factor;
      waiting.push_back(std::move(one));
    }
    return true;
  }
  return false;
}

/// Of c k + r, c and r are 0, or k is -r / c. A variable k that few other equations name leaves those as they are.
bool split_by_quotients(const ZeroCase& now, std::vector<ZeroCase>& waiting) {
  constexpr std::size_t most_terms = 100, most_in_factor = 8;
  const auto named = [&](const LinearIn& x) {
    return std::ranges::count_if(now.equations,
                                 [&](const auto& p) { return p.variables().contains(x.variable); });
  };
  for (std::size_t i = 0; i < now.equations.size(); ++i) {
    const auto linear = linear_ones(now.equations[i]);
    if (linear.empty() || now.equations[i].terms().size() > most_terms) continue;
    const LinearIn& x = *std::ranges::min_element(linear, {}, named);
    if (x.factor.terms().size() > most_in_factor) continue;
    ZeroCase none = now;
    none.equations[i] = x.factor;
    none.equations.push_back(x.rest);
    waiting.push_back(std::move(none));
    waiting.push_back(now.solved_for(x));
    return true;
  }
  return false;
}

/// Where the equations have finitely many zeros, but for a scaling.
bool split_at_zeros(const ZeroCase& now, int number, std::vector<ZeroCase>& waiting,
                    SplitZeros& result) {
  auto zeros = isolated_zeros(now, number);
  if (!zeros) return false;
  std::ranges::move(zeros->cases, std::back_inserter(waiting));
  std::ranges::move(zeros->families, std::back_inserter(result.families));
  return true;
}

/// Some of the variables are 0.
void add_trials(const ZeroCase& now, std::vector<ZeroCase>& trials) {
  std::set<int> left;
  for (const auto& p : now.equations) left.merge(p.variables());
  for (const int k : left) {
    if (k < now.guessed || now.is_nonzero(k)) continue;
    ZeroCase trial = now.with(k, CoordinatePolynomial());
    trial.guessed = k + 1;
    trials.push_back(std::move(trial));
  }
}

/// Where what is not 0 is something else than 0 at a point of the spheres, the equations hold on all of these.
void add_family(const ZeroCase& now, std::vector<std::vector<int>> spheres, SplitZeros& result) {
  std::map<int, CoordinatePolynomial> point;
  for (const auto& sphere : spheres)
    for (const auto& [k, x] : point_on(sphere)) point[k] = CoordinatePolynomial(x);
  const bool dense = std::ranges::none_of(now.nonzero, [&](const auto& p) {
    const auto here = replaced(p, point);
    return !here.is_known() || here.terms().empty();
  });
  if (dense)
    result.families.push_back({now.values, std::move(spheres)});
  else
    result.sets.push_back(now);
}

}  // namespace

namespace {

ZeroCase with_relations(ZeroCase now) {
  std::ranges::move(now.relations, std::back_inserter(now.equations));
  now.relations.clear();
  return now;
}

/// Whether cases of equations lead to one that has more to it than a contradiction.
bool has_cases(const ZeroCase& whole) {
  std::vector<ZeroCase> waiting{whole};
  while (!waiting.empty()) {
    ZeroCase now = std::move(waiting.back());
    waiting.pop_back();
    if (!now.is_known()) return true;
    if (now.tidy() && !split_into(now, waiting)) return true;
  }
  return false;
}

/// All cases, as far as the work budget lasts: false where there are others.
bool split_all(const ZeroCase& whole, int number, SplitZeros& result) try {
  constexpr int most_cases = 2000, most_quotients = 200;
  constexpr std::int64_t split_operations = 120'000'000;
  const WorkBudget budget(split_operations);
  // What resists waits for cases with quotients, and then for trials.
  std::vector<ZeroCase> waiting{whole}, resisting, trials;
  int quotients = 0;
  bool complete = true;
  for (int count = 0; !waiting.empty() || !resisting.empty() || !trials.empty(); ++count) {
    if (count > most_cases) return false;
    if (waiting.empty() && !resisting.empty()) {
      const ZeroCase now = std::move(resisting.back());
      resisting.pop_back();
      const bool related = now.relations.empty();  // else these are beside the equations
      if (++quotients <= most_quotients &&
          (split_by_factors(now, waiting) ||
           (related && split_at_zeros(now, number, waiting, result)) ||
           split_by_quotients(now, waiting)))
        continue;
      if (!related) {
        waiting.push_back(with_relations(now));
        continue;
      }
      add_trials(now, trials);
      if (now.guessed == 0) result.sets.push_back(now);  // others lie in one that resisted before
      continue;
    }
    auto& next = waiting.empty() ? trials : waiting;
    ZeroCase now = std::move(next.back());
    next.pop_back();
    if (!now.is_known()) {
      complete = false;
      continue;
    }
    if (!now.tidy() || split_into(now, waiting)) continue;
    now.drop_multiples();
    if (!now.relations.empty() && spheres_of(now.equations)) {
      ZeroCase related = with_relations(std::move(now));
      if (spheres_of(related.equations))
        waiting.push_back(std::move(related));
      else if (has_cases(related))
        result.sets.push_back(std::move(related));
      continue;
    }
    if (auto spheres = spheres_of(now.equations))
      add_family(now, std::move(*spheres), result);
    else
      resisting.push_back(std::move(now));
  }
  return complete;
} catch (const BudgetExceeded&) {
  return false;
}

}  // namespace

SplitZeros split_zeros(const std::vector<CoordinatePolynomial>& equations,
                       const std::vector<CoordinatePolynomial>& relations,
                       const CoordinatePolynomial& nonzero, int number) {
  SplitZeros result;
  ZeroCase whole;
  whole.equations = equations;
  whole.relations = relations;
  whole.nonzero.push_back(nonzero);
  const bool complete = split_all(whole, number, result);
  whole = with_relations(std::move(whole));
  std::vector<ZeroFamily> largest;
  for (std::size_t i = 0; i < result.families.size(); ++i) {
    const auto& family = result.families[i];
    bool inside = false;
    for (std::size_t j = 0; j < result.families.size() && !inside; ++j)
      inside = j != i && lies_in(family, result.families[j]) &&
               (j < i || !lies_in(result.families[j], family));
    if (!inside) largest.push_back(family);
  }
  result.families = std::move(largest);
  std::vector<ZeroCase> sets;
  for (std::size_t i = 0; i < result.sets.size(); ++i) {
    const auto contains = [&](std::size_t j) {
      return j != i && lies_in(result.sets[i], result.sets[j]) &&
             (j < i || !lies_in(result.sets[j], result.sets[i]));
    };
    bool inside = false;
    for (std::size_t j = 0; j < result.sets.size() && !inside; ++j) inside = contains(j);
    if (!inside) sets.push_back(result.sets[i]);
  }
  std::erase_if(whole.equations, [](const auto& p) { return p.terms().empty(); });
  const auto is_whole = [&](const ZeroCase& set) {
    return set.values.empty() && lies_in(whole, set);
  };
  result.whole = !complete || std::ranges::any_of(sets, is_whole);
  if (result.whole) {
    std::erase_if(sets, is_whole);
    sets.insert(sets.begin(), std::move(whole));
  }
  result.sets = std::move(sets);
  return result;
}

}  // namespace hamel
