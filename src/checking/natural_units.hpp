// Units in which the numbers of a system are near 1.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include <hamel/algebra/structure_constants.hpp>
#include <hamel/check/algebraic_system.hpp>
#include <hamel/core/pivots.hpp>

namespace hamel {

/// Measures the basis vectors in units (powers of two) in which the entries of the metric are near 1, and the vectors
/// of d by their largest component: tolerances are made for such numbers. False when they are near enough as they are.
inline bool to_natural_units(AlgebraicSystem<double>& system) {
  const int n = system.dimension();
  SummedMatrix metric = summed(system.metric);
  const auto unit = equilibrate(metric, few_roundings * resolution<double>()).rows;
  const auto is_near = [](int exponent) { return std::abs(exponent) <= 5; };
  if (std::all_of(unit.begin(), unit.end(), is_near)) return false;
  StructureConstants<double> algebra(n);
  for (const auto& c : system.algebra.entries())
    algebra.set(c.i, c.j, c.k, std::ldexp(c.value, unit[c.i] + unit[c.j] - unit[c.k]));
  system.algebra = std::move(algebra);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j)
      system.metric(i, j) = std::ldexp(system.metric(i, j), unit[i] + unit[j]);
    for (int j = 0; j < system.distribution.cols(); ++j)
      system.distribution(i, j) = std::ldexp(system.distribution(i, j), -unit[i]);
  }
  for (int j = 0; j < system.distribution.cols(); ++j)
    system.distribution.col(j) /= system.distribution.col(j).cwiseAbs().maxCoeff();
  return true;
}

}  // namespace hamel
