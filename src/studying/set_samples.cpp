// Orbits first, then the group, then any values.
#include "set_samples.hpp"

#include <algorithm>

#include <hamel/algebra/work_budget.hpp>

#include "group_members.hpp"

namespace hamel {

std::pair<std::vector<CoordinatePolynomial>, std::vector<CoordinatePolynomial>> by_variables(
    const FunctionValues& values) {
  const auto is_adjoined = [&](const CoordinatePolynomial& p) {
    return std::ranges::any_of(values.positive, [&](int k) { return p.variables().contains(k); });
  };
  std::pair<std::vector<CoordinatePolynomial>, std::vector<CoordinatePolynomial>> parts;
  for (const CoordinatePolynomial& p : values.relations) {
    const auto variables = p.variables();
    const bool shared =
        !is_adjoined(p) &&
        std::ranges::any_of(values.relations, [&](const CoordinatePolynomial& q) {
          return &q != &p && !is_adjoined(q) &&
                 std::ranges::any_of(q.variables(), [&](int k) { return variables.contains(k); });
        });
    (shared ? parts.second : parts.first).push_back(p);
  }
  return parts;
}

SampledZeros samples_of(const ReducedField& reduced, const ZeroCase& set,
                        const std::optional<OrbitFunctions>& orbits, std::int64_t& left) {
  const int n = reduced.field.dimension();
  SampledZeros samples;
  if (orbits && set.values.empty()) samples.families = critical_points(*orbits, n, n);
  if (reduced.values.angles.empty() && !by_variables(reduced.values).second.empty())
    samples = group_members(reduced, set);
  if (samples.families.empty() && reduced.values.angles.empty()) {
    constexpr std::int64_t sample_operations = 40'000'000;
    const WorkBudget spent(left);
    samples = sampled_zeros(set, n, sample_operations);
    left -= spent.used();
  }
  return samples;
}

}  // namespace hamel
