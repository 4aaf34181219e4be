// z' = sum c A(z) for the turnings A: rates - det sum c A = 0.
#include "turned_fields.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "exact/sparse.hpp"

namespace hamel {

namespace {

using Formula = CoordinatePolynomial;

/// Those whose rates are no combinations of the rates before.
std::vector<Turning> independent(const std::vector<Turning>& turnings) {
  std::map<std::pair<std::size_t, Formula::Monomial>, int> places;
  for (const auto& turning : turnings)
    for (std::size_t i = 0; i < turning.rates.size(); ++i)
      for (const auto& [monomial, factor] : turning.rates[i].terms())
        places.emplace(std::pair(i, monomial), static_cast<int>(places.size()));
  SparseSystem<Rational> rows(static_cast<int>(places.size()));
  std::vector<Turning> all;
  for (const auto& turning : turnings) {
    SparseSystem<Rational>::Row row;
    for (std::size_t i = 0; i < turning.rates.size(); ++i)
      for (const auto& [monomial, factor] : turning.rates[i].terms())
        row[places.at({i, monomial})] = factor;
    const int before = rows.rank();
    rows.add(std::move(row), Rational(0));
    if (rows.rank() > before) all.push_back(turning);
  }
  return all;
}

std::string name_of_rate(const std::vector<std::string>& names, std::size_t t, bool alone) {
  std::string name = alone ? "c" : "c" + std::to_string(t + 1);
  while (std::ranges::find(names, name) != names.end()) name += "_";
  return name;
}

}  // namespace

std::vector<ReducedField> turned_fields(const ReducedField& reduced) {
  const std::vector<Turning> turnings = independent(reduced.turnings);
  const int n = reduced.field.dimension();
  std::vector<ReducedField> all;
  for (std::size_t first = 0; first < turnings.size(); ++first) {
    ReducedField turned = reduced;
    turned.turnings.assign(turnings.begin() + static_cast<std::ptrdiff_t>(first), turnings.end());
    turned.turns = static_cast<int>(turned.turnings.size());
    for (int t = 0; t < turned.turns; ++t) {
      Turning& turning = turned.turnings[static_cast<std::size_t>(t)];
      const Formula c = Formula::variable(n + t);
      for (std::size_t i = 0; i < turning.rates.size(); ++i)
        turned.field.rates[i] -= reduced.det * c * turning.rates[i];
      for (std::size_t i = 0; i < turning.balance.size(); ++i)
        turned.balance[i] -= c * turning.balance[i];
      turning.rates.resize(static_cast<std::size_t>(n) + static_cast<std::size_t>(turned.turns));
      turned.field.names.push_back(name_of_rate(
          turned.field.names, first + static_cast<std::size_t>(t), turnings.size() == 1));
    }
    turned.field.rates.resize(static_cast<std::size_t>(n) + static_cast<std::size_t>(turned.turns));
    turned.field.weights.clear();
    all.push_back(std::move(turned));
  }
  return all;
}

}  // namespace hamel
