// Parities of the variables as unknowns modulo 2: the terms of a polynomial have the same.
#include "parities.hpp"

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <set>
#include <utility>

namespace hamel {

namespace {

using Formula = CoordinatePolynomial;

constexpr std::size_t most_variables = 1024;
using ParitySum = std::bitset<most_variables>;  ///< of the parities of these variables

ParitySum parity_of(std::size_t variable) {
  return ParitySum().set(variable);
}

ParitySum parity_of(const Formula::Monomial& monomial) {
  ParitySum sum;
  for (const auto& [variable, power] : monomial)
    if (power % 2 != 0) sum.flip(static_cast<std::size_t>(variable));
  return sum;
}

/// Sums that are 0, in echelon form.
class Equations {
 public:
  void add(ParitySum sum) {
    for (const auto& [lead, row] : rows_)
      if (sum[lead]) sum ^= row;
    if (sum.none()) return;
    const std::size_t lead = sum._Find_first();
    for (auto& [other, row] : rows_)
      if (row[lead]) row ^= sum;
    rows_.emplace_back(lead, sum);
  }
  /// All terms have this parity.
  void add(const Formula& p, const ParitySum& parity) {
    for (const auto& [monomial, factor] : p.terms()) add(parity_of(monomial) ^ parity);
  }
  /// A basis of the values that variables from `first` to `end` have in solutions.
  std::vector<std::vector<int>> solutions(std::size_t first, std::size_t end,
                                          std::size_t variables) const {
    std::vector<std::vector<int>> basis;
    std::set<std::size_t> determined;
    for (const auto& [lead, row] : rows_) determined.insert(lead);
    std::vector<std::pair<std::size_t, ParitySum>> seen;
    for (std::size_t free = 0; free < variables; ++free) {
      if (determined.contains(free)) continue;
      ParitySum values = parity_of(free);
      for (const auto& [lead, row] : rows_)
        if (row[free]) values.set(lead);
      ParitySum part;
      for (std::size_t i = first; i < end; ++i) part[i] = values[i];
      for (const auto& [lead, row] : seen)
        if (part[lead]) part ^= row;
      if (part.none()) continue;
      seen.emplace_back(part._Find_first(), part);
      basis.emplace_back();
      for (std::size_t i = first; i < end; ++i) basis.back().push_back(part[i] ? 1 : 0);
    }
    return basis;
  }

 private:
  std::vector<std::pair<std::size_t, ParitySum>> rows_;
};

/// Stored numbers that the functions, z and their rates lead to.
std::set<int> needed_numbers(const FlowPolynomials& flow) {
  std::set<int> needed;
  std::vector<int> waiting;
  const auto add = [&](const Formula& p) {
    for (const int k : p.variables())
      if (k < flow.system.numbers && needed.insert(k).second) waiting.push_back(k);
  };
  for (const auto& f : flow.system.functions.reshaped()) add(f);
  for (const auto* all : {&flow.z, &flow.z_rates})
    for (const auto& p : *all) add(p);
  add(flow.det);
  while (!waiting.empty()) {
    const int k = waiting.back();
    waiting.pop_back();
    add(flow.number_rates[static_cast<std::size_t>(k)]);
    for (const auto& [variable, square] : flow.system.relations.squares)
      if (index_of(variable) == k)
        for (const auto& [monomial, factor] : square) add(Formula::term(monomial, factor));
    for (const auto& quotient : flow.system.relations.quotients)
      if (index_of(quotient.variable) == k) add(quotient.divisor);
  }
  return needed;
}

}  // namespace

std::vector<std::vector<int>> parities_of(const FlowPolynomials& flow) {
  const StoredSystem& system = flow.system;
  int last = system.numbers - 1;
  for (const auto* all : {&flow.z, &flow.z_rates})
    for (const auto& p : *all)
      for (const int k : p.variables()) last = std::max(last, k);
  const auto numbers = static_cast<std::size_t>(variable_of(last + 1)),
             functions = static_cast<std::size_t>(system.functions.rows());
  const std::size_t first_z = numbers + functions, end = first_z + flow.z.size(),
                    variables = end + 2;
  if (variables > most_variables) return {};
  const ParitySum turn = parity_of(end), det = parity_of(end + 1);  // of time and of det
  Equations equations;
  equations.add(flow.det, det);
  for (std::size_t i = 0; i < functions; ++i)
    equations.add(system.functions(static_cast<Eigen::Index>(i), 0), parity_of(numbers + i));
  for (std::size_t j = 0; j < flow.z.size(); ++j) {
    equations.add(flow.z[j], parity_of(first_z + j));
    equations.add(flow.z_rates[j], parity_of(first_z + j) ^ turn ^ det);
  }
  const std::set<int> needed = needed_numbers(flow);
  for (const int k : needed) {
    const auto x = static_cast<std::size_t>(variable_of(k)),
               c = static_cast<std::size_t>(cosine_of(k)), s = static_cast<std::size_t>(sine_of(k));
    equations.add(flow.number_rates[static_cast<std::size_t>(k)], parity_of(x) ^ turn ^ det);
    equations.add(parity_of(x) ^ parity_of(c) ^ parity_of(s));  // (cos x)' = - sin x x'
  }
  for (const auto& [variable, square] : system.relations.squares)
    if (needed.contains(index_of(variable)))
      for (const auto& [monomial, factor] : square) equations.add(parity_of(monomial));
  for (const auto& quotient : system.relations.quotients)
    if (needed.contains(index_of(quotient.variable)))
      equations.add(quotient.divisor, parity_of(static_cast<std::size_t>(quotient.variable)));
  return equations.solutions(numbers, end, variables);
}

}  // namespace hamel
