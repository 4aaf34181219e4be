// The system of a file as plain numbers for the algebraic checkers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include <hamel/algebra/structure_constants.hpp>
#include <hamel/check/algebraic_system.hpp>
#include <hamel/core/pivots.hpp>
#include <hamel/group/brackets.hpp>
#include <hamel/io/any_system.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// Exact when brackets and d are rational and the metric is rational or varies; a metric that varies is
/// replaced by the unit matrix, which serves the questions that do not depend on it.
inline std::optional<AlgebraicSystem<Rational>> exact_system(const GroupSystem& file) {
  const int n = file.dim();
  if (!file.exact_algebra) return std::nullopt;
  AlgebraicSystem<Rational> system{*file.exact_algebra, {}, {}};
  if (file.constrained()) {
    const auto d = as_rationals(file.span, n);
    if (!d) return std::nullopt;
    system.distribution = *d;
  }
  if (file.metric_is_constant()) {
    const auto metric = file.exact_metric();
    if (!metric) return std::nullopt;
    system.metric = *metric;
  } else {
    system.metric = DynamicMatrix<Rational>::Constant(n, n, Rational(0));
    for (int i = 0; i < n; ++i) system.metric(i, i) = Rational(1);
  }
  return system;
}

/// The same in floating point, with the metric at the start.
inline AlgebraicSystem<double> rounded_system(const GroupSystem& file) {
  const int n = file.dim();
  AlgebraicSystem<double> system{constants_of<double>(file.group), metric_at_start(file), {}};
  if (file.constrained()) system.distribution = as_doubles(file.span, n);
  return system;
}

/// Measures the basis vectors in units (powers of two) in which the entries of the metric are near 1, and the vectors of
/// d by their largest component: tolerances are made for such numbers. False when they are near enough as they are.
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
