// Members of a family of steady motions, and what the linear part says of them.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "flows/steady_motions.hpp"
#include "lowering/angle_number.hpp"
#include "reduced_field.hpp"
#include "zero_family.hpp"

namespace hamel {

/// The linear part of rates / det at a zero of the rates, on the directions along the relations. K is Rational,
/// AlgebraicNumber or AngleNumber.
template <class K>
std::optional<LinearStabilityOver<K>> stability_at(const ReducedField& reduced,
                                                   const DynamicVector<K>& z, int family);

/// A homogeneous quadratic field in velocities alone.
bool is_quadratic(const ReducedField& reduced);

/// Where a field that is the same in both directions of the velocities has the opposite linear part: its roots change
/// sides. Nothing where more has to be asked.
template <class K>
std::optional<LinearStabilityOver<K>> mirrored(const LinearStabilityOver<K>& member, int family) {
  if (member.roots.left == 0 && member.roots.right > 0) return std::nullopt;
  LinearStabilityOver<K> result = member;
  result.at = -member.at;
  std::vector<K> coefficients = member.characteristic.coefficients();
  for (std::size_t i = coefficients.size() - 1; i-- > 0;)
    if ((coefficients.size() - 1 - i) % 2 == 1) coefficients[i] = -coefficients[i];
  result.characteristic = PolynomialOver<K>(std::move(coefficients));
  std::swap(result.roots.left, result.roots.right);
  result.stability = stability_of(result.roots, family);
  result.semisimple = result.roots.right == 0 && member.semisimple;
  return result;
}

/// Those that are on the group, with their stability.
template <class K>
std::vector<LinearStabilityOver<K>> stabilities(const ReducedField& reduced,
                                                const std::vector<DynamicVector<K>>& points,
                                                int dimension) {
  const bool turns_back = is_quadratic(reduced);
  std::vector<LinearStabilityOver<K>> all;
  for (const auto& z : points) {
    if (!reduced.values.include(z)) continue;
    std::optional<LinearStabilityOver<K>> member;
    if (turns_back && !all.empty() && all.back().at == -z) member = mirrored(all.back(), dimension);
    if (!member) member = stability_at(reduced, z, dimension);
    if (member) all.push_back(*std::move(member));
  }
  return all;
}

/// Members where free variables are 1, 2, 3 ..., each alone, and the negatives; on a sphere at a rational point. Of a
/// family at a number these have K = AlgebraicNumber.
template <class K>
std::vector<DynamicVector<K>> members_of(const ZeroFamily& family, const std::vector<int>& free,
                                         int n);

/// Members where angles that are named beside their cosines are rational and not all 0: as the family says, or small
/// numbers where they are free; where they follow from a free variable, linearly, that is what they make of it. Where
/// the family says what cosines and sines are, at quarters of turns likewise.
std::vector<DynamicVector<AngleNumber>> members_at_angles(const ZeroFamily& family,
                                                          const FunctionValues& values,
                                                          const std::vector<int>& free, int n);

}  // namespace hamel
