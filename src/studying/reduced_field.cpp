// Closed sets of functions, and rates in them.
#include "reduced_field.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include "function_fit.hpp"
#include "proving/adjugate.hpp"
#include "proving/polynomial_text.hpp"
#include "right_symmetries.hpp"
#include "split_zeros.hpp"

namespace hamel {

namespace {

using Formula = CoordinatePolynomial;

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

/// Symmetries in the variables of a field with these functions, the entries of G in them and velocities behind them;
/// not those that lead out of the functions. Where time is the last dimension it stands.
void add_turnings(ReducedField& field, const CoordinateRing& ring, const std::set<int>& functions,
                  const std::vector<RightSymmetry>& symmetries, const StoredSystem::Table& gram,
                  bool timed) {
  std::map<int, Formula> places;
  for (const int i : functions)
    places.emplace(i, Formula::variable(static_cast<int>(places.size())));
  const auto inside = [&](const Formula& p) {
    return std::ranges::all_of(p.variables(), [&](int i) { return functions.contains(i); });
  };
  const auto n = static_cast<Eigen::Index>(ring.along().size());
  for (const auto& [all, by] : symmetries) {
    const DynamicVector<Rational> xi = timed ? all.head(n - 1) : all;
    Turning turning{xi, {}};
    std::vector<Formula> of_functions;
    for (const int i : functions) {
      const Formula rate = rate_along(ring, xi, i);
      if (inside(rate)) of_functions.push_back(replaced(rate, places));
    }
    if (of_functions.size() < functions.size()) continue;
    StoredSystem::Table of_u(by.rows(), 1);
    for (Eigen::Index j = 0; j < by.rows(); ++j)
      for (Eigen::Index k = 0; k < by.cols(); ++k)
        of_u(j, 0) += Formula(by(j, k)) * Formula::variable(field.functions + static_cast<int>(k));
    const StoredSystem::Table pushed =
        gram.unaryExpr([&](const Formula& p) { return replaced(p, places); }) * of_u;
    turning.rates = of_functions;
    turning.rates.insert(turning.rates.end(), of_u.data(), of_u.data() + of_u.size());
    turning.balance.assign(pushed.data(), pushed.data() + pushed.size());
    turning.balance.insert(turning.balance.end(), of_functions.begin(), of_functions.end());
    field.turnings.push_back(std::move(turning));
  }
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

/// det and det u' from G u' = force.
std::pair<Formula, StoredSystem::Table> solved(const StoredSystem::Table& gram,
                                               const StoredSystem::Table& force) {
  const auto same = [](const StoredSystem::Table& m) -> StoredSystem::Table { return m; };
  auto [det, adjugate] = determinant_and_adjugate<Formula>(gram, same);
  return {std::move(det), adjugate * force};
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
  Rates rates{det, {}, {of_u.data(), of_u.data() + r}, {force.data(), force.data() + r}};
  std::set<int> whole;
  for (int i = 0; i < m; ++i) {
    whole.insert(i);
    Formula rate;
    for (std::size_t k = 0; k < ring.along().size(); ++k)
      rate +=
          motion.a(static_cast<Eigen::Index>(k), 0) * ring.along()[k][static_cast<std::size_t>(i)];
    rates.of_f[i] = det * rate;
    rates.balance.push_back(std::move(rate));
  }
  ReducedField field = among(ring, whole, rates, names_of_velocities(r));
  add_turnings(field, ring, whole, right_symmetries(flow.about().system), motion.gram,
               flow.about().timed);
  return field;
}

}  // namespace

std::optional<ReducedField> reduced_field(const CoordinateRing& ring, const MovingFlow& flow,
                                          IntegralSearch& search, FunctionSets which) {
  const StoredSystem& system = flow.system();
  const int m = ring.size(), r = system.rank();
  const auto at = [&](int j) { return static_cast<std::size_t>(system.numbers) + static_cast<std::size_t>(j); };
  const Renaming renaming(system, r);
  if (ring.adjoins() && !FunctionValues::of(ring, 0).exist()) return std::nullopt;
  const auto sets = closed_sets(ring);
  const auto symmetries = right_symmetries(flow.about().system);
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
      rates.balance.push_back(*rate);
    }
    ReducedField field = among(ring, within, rates, names_of_velocities(r));
    if (gram) add_turnings(field, ring, within, symmetries, *gram, flow.about().timed);
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

std::optional<ReducedField> reduced_field(const CoordinateRing& ring, const MomentumFlow& flow) {
  const StoredSystem& system = flow.system();
  const int n = system.dim();
  const Renaming renaming(system, n);
  if (ring.adjoins() || !renaming.holds()) return std::nullopt;
  const auto tidy = [&](const StoredSystem::Table& m) { return system.reduced(m); };
  const auto at = [&](int j) { return static_cast<std::size_t>(system.numbers) + static_cast<std::size_t>(j); };
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
