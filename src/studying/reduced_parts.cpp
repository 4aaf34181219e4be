// Fields and symmetries in the functions that are needed.
#include "reduced_parts.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "split_zeros.hpp"

namespace hamel::reduced_parts {

namespace {

/// The basis fields that change some of these functions, where these are independent.
std::optional<std::vector<int>> acting_fields(const CoordinateRing& ring,
                                              const std::set<int>& functions) {
  const auto identity = ring.exact_at_identity();
  if (!identity) return std::nullopt;
  std::vector<int> acting;
  for (std::size_t k = 0; k < ring.along().size(); ++k)
    if (std::ranges::any_of(functions, [&](int i) {
          return !ring.along()[k][static_cast<std::size_t>(i)].terms().empty();
        }))
      acting.push_back(static_cast<int>(k));
  DynamicMatrix<Rational> fields(static_cast<Eigen::Index>(functions.size()),
                                 static_cast<Eigen::Index>(acting.size()));
  for (Eigen::Index j = 0; j < fields.cols(); ++j) {
    const auto& along = ring.along()[static_cast<std::size_t>(acting[static_cast<std::size_t>(j)])];
    Eigen::Index row = 0;
    for (const int i : functions)
      fields(row++, j) = value_at(along[static_cast<std::size_t>(i)], *identity);
  }
  return rank<Rational>(fields) == fields.cols() ? std::optional(acting) : std::nullopt;
}

}  // namespace

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
  const auto acting = acting_fields(ring, needed);
  const auto is_inside = [&](int k) {
    const auto a = rates.group.find(k);
    return a != rates.group.end() &&
           std::ranges::all_of(a->second.variables(), [&](int i) { return places.contains(i); });
  };
  if (acting && std::ranges::all_of(*acting, is_inside)) {
    result.acting = *acting;
    for (const int k : *acting) result.balance.push_back(replaced(rates.group.at(k), places));
  } else {
    for (const int i : needed) result.balance.push_back(replaced(rates.moved.at(i), places));
  }
  result.det = replaced(rates.det, places);
  result.values = FunctionValues::of(ring, 0).among(variables);
  return result;
}

void add_turnings(ReducedField& field, const CoordinateRing& ring, const std::set<int>& functions,
                  const std::vector<TurnedVariables>& symmetries, const StoredSystem::Table& onto) {
  std::map<int, Formula> places;
  for (const int i : functions)
    places.emplace(i, Formula::variable(static_cast<int>(places.size())));
  const auto inside = [&](const Formula& p) {
    return std::ranges::all_of(p.variables(), [&](int i) { return functions.contains(i); });
  };
  const auto in_places = [&](const StoredSystem::Table& m) -> StoredSystem::Table {
    return m.unaryExpr([&](const Formula& p) { return replaced(p, places); });
  };
  for (const auto& [xi, by] : symmetries) {
    Turning turning{xi, {}};
    for (const int i : functions) {
      const Formula rate = rate_along(ring, xi, i);
      if (inside(rate)) turning.rates.push_back(replaced(rate, places));
    }
    if (turning.rates.size() < functions.size() || !std::ranges::all_of(by.reshaped(), inside))
      continue;
    StoredSystem::Table z(by.cols(), 1);
    for (Eigen::Index k = 0; k < z.rows(); ++k)
      z(k, 0) = Formula::variable(field.functions + static_cast<int>(k));
    const StoredSystem::Table of_z = in_places(by) * z, pushed = in_places(onto) * of_z;
    turning.balance.assign(pushed.data(), pushed.data() + pushed.size());
    if (field.acting.empty())
      turning.balance.insert(turning.balance.end(), turning.rates.begin(), turning.rates.end());
    for (const int k : field.acting)
      turning.balance.push_back(k < xi.size() ? Formula(xi(k)) : Formula());
    turning.rates.insert(turning.rates.end(), of_z.data(), of_z.data() + of_z.size());
    field.turnings.push_back(std::move(turning));
  }
}

void add_functions(std::set<int>& needed, const std::vector<Formula>& polynomials,
                   const std::vector<std::set<int>>& closed) {
  for (const auto& p : polynomials)
    for (const int i : p.variables())
      if (i < static_cast<int>(closed.size()))
        needed.insert(closed[static_cast<std::size_t>(i)].begin(),
                      closed[static_cast<std::size_t>(i)].end());
}

}  // namespace hamel::reduced_parts
