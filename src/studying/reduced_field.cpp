// Closed sets of functions, and rates in them.
#include "reduced_field.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include "exact/determinants.hpp"
#include "function_fit.hpp"
#include "lowering/polynomial_text.hpp"
#include "reduced_parts.hpp"
#include "right_symmetries.hpp"
#include "split_zeros.hpp"

namespace hamel {

namespace {

using namespace reduced_parts;

/// det and det u' from G u' = force.
std::pair<Formula, StoredSystem::Table> solved(const StoredSystem::Table& gram,
                                               const StoredSystem::Table& force) {
  auto [det, adjugate] = determinant_and_adjugate<Formula>(gram);
  return {std::move(det), adjugate * force};
}

/// Symmetries; where time is the last dimension it stands.
std::vector<TurnedVariables> turned_velocities(const PolynomialFile& about) {
  std::vector<TurnedVariables> all;
  const auto n = static_cast<Eigen::Index>(about.ring.along().size());
  for (const auto& [xi, turning] : right_symmetries(about.system))
    all.push_back({about.timed ? DynamicVector<Rational>(xi.head(n - 1)) : xi,
                   turning.unaryExpr([](const Rational& c) { return Formula(c); })});
  return all;
}

std::vector<std::string> names_of_velocities(int count) {
  std::vector<std::string> names;
  for (int j = 1; j <= count; ++j) names.push_back("u" + std::to_string(j));
  return names;
}

/// In all functions of the ring, as if nothing related them.
ReducedField in_all_functions(const CoordinateRing& ring, const MovingFlow& flow) {
  const StoredSystem system = system_in_functions(flow.about());
  const int m = ring.size(), r = system.rank();
  StoredSystem::Table u(r, 1);
  for (int j = 0; j < r; ++j) u(j, 0) = Formula::variable(m + j);
  const auto same = [](const StoredSystem::Table& all) -> StoredSystem::Table { return all; };
  const MotionTerms<Formula> motion(
      system, u, [](const Formula& p) { return p; }, same);
  const StoredSystem::Table force = -(system.d.transpose() * motion.pull);
  const auto [det, of_u] = solved(motion.gram, force);
  Rates rates{det, {}, {of_u.data(), of_u.data() + r}, {force.data(), force.data() + r}, {}, {}};
  for (int k = 0; k < system.dim(); ++k) rates.group[k] = motion.a(k, 0);
  std::set<int> whole;
  for (int i = 0; i < m; ++i) {
    whole.insert(i);
    Formula rate;
    for (std::size_t k = 0; k < ring.along().size(); ++k)
      rate +=
          motion.a(static_cast<Eigen::Index>(k), 0) * ring.along()[k][static_cast<std::size_t>(i)];
    rates.of_f[i] = det * rate;
    rates.moved[i] = std::move(rate);
  }
  ReducedField field = among(ring, whole, rates, names_of_velocities(r));
  add_turnings(field, ring, whole, turned_velocities(flow.about()), motion.gram);
  return field;
}

}  // namespace

std::optional<ReducedField> reduced_field(const CoordinateRing& ring, const MovingFlow& flow,
                                          IntegralSearch& search, FunctionSets which) {
  const StoredSystem& system = flow.system();
  const int m = ring.size(), r = system.rank();
  const auto at = [&](int j) {
    return static_cast<std::size_t>(system.numbers) + static_cast<std::size_t>(j);
  };
  const Renaming renaming(system, r);
  if (ring.adjoins() && !FunctionValues::of(ring, 0).exist()) return std::nullopt;
  const auto sets = closed_sets(ring);
  const auto symmetries = turned_velocities(flow.about());
  const auto gram_in = [&](const auto& expressed) -> std::optional<StoredSystem::Table> {
    StoredSystem::Table gram(r, r);
    for (int i = 0; i < r; ++i)
      for (int j = 0; j < r; ++j) {
        const auto entry = expressed(flow.gram()(i, j));
        if (!entry) return std::nullopt;
        gram(i, j) = *entry;
      }
    return gram;
  };
  const auto in = [&](std::set<int> within) -> std::optional<ReducedField> {
    FunctionFit fit(flow, search, within);
    const auto expressed = [&](const Formula& p) {
      return renaming.holds() ? renaming(p) : fit(p);
    };
    // det times the rate of function i, along the left-invariant fields: these keep relations as identities.
    const auto rate_of = [&](int i, const Formula& det) -> std::optional<Formula> {
      Formula sum;
      for (std::size_t k = 0; k < ring.along().size(); ++k) {
        const Formula& along = ring.along()[k][static_cast<std::size_t>(i)];
        if (along.terms().empty()) continue;
        const auto a = expressed(flow.admissible()[k]);
        if (!a) return expressed(flow.along(system.functions(i, 0)));
        sum += *a * along;
      }
      return det * sum;
    };
    Rates rates;
    for (int j = 0; j < r; ++j) {
      const auto force = expressed(flow.undivided()[at(j)]);
      if (!force) return std::nullopt;
      rates.balance.push_back(*force);
    }
    const auto det = expressed(flow.det());
    bool divided = det.has_value();
    for (int j = 0; j < r && divided; ++j) {
      const auto rate = expressed(flow.rates()[at(j)]);
      divided = rate.has_value();
      if (rate) rates.of_z.push_back(*rate);
    }
    const auto gram = divided && symmetries.empty() ? std::nullopt : gram_in(expressed);
    if (divided) {
      rates.det = *det;
    } else {  // of high degree: from what is of a lower one
      if (!gram) return std::nullopt;
      const auto [of_gram, of_u] =
          solved(*gram, Eigen::Map<StoredSystem::Table>(rates.balance.data(), r, 1));
      rates.det = of_gram;
      rates.of_z.assign(of_u.data(), of_u.data() + r);
    }
    if (renaming.holds()) {  // what occurs, and what that leads to
      std::set<int> needed;
      add_functions(needed, {rates.det}, sets);
      add_functions(needed, rates.of_z, sets);
      for (bool grown = true; grown;) {
        grown = false;
        for (const int i : std::set<int>(needed)) {
          if (rates.of_f.contains(i)) continue;
          const auto rate = rate_of(i, rates.det);
          if (!rate) return std::nullopt;
          rates.of_f[i] = *rate;
          grown = true;
          add_functions(needed, {*rate}, sets);
        }
      }
      within = needed;
    } else {
      for (const int i : within) {
        const auto rate = rate_of(i, rates.det);
        if (!rate || !rate->is_known()) return std::nullopt;
        rates.of_f[i] = *rate;
      }
    }
    for (const int i : within) {
      const auto rate =
          expressed(flow.reduced(system.functions(i, 0).derivative(flow.undivided())));
      if (!rate) return std::nullopt;
      rates.moved[i] = *rate;
    }
    for (int k = 0; k < system.dim(); ++k)
      if (const auto a = expressed(flow.admissible()[static_cast<std::size_t>(k)]))
        rates.group[k] = *a;
    ReducedField field = among(ring, within, rates, names_of_velocities(r));
    if (gram) add_turnings(field, ring, within, symmetries, *gram);
    return field;
  };
  std::set<int> whole;
  for (int i = 0; i < m; ++i) whole.insert(i);
  if (renaming.holds()) return in(whole);
  if (which == FunctionSets::whole) {
    auto found = in(whole);
    return found ? std::move(found) : in_all_functions(ring, flow);
  }
  if (auto none = in({})) return none;
  for (const auto& set : std::set<std::set<int>>(sets.begin(), sets.end()))
    if (set != whole)
      if (auto found = in(set)) return found;
  return std::nullopt;
}

}  // namespace hamel
