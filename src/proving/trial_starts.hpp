// From how many starts motions are followed as series.
#pragma once

#include <cstdint>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>

#include "lowering/coordinate_ring.hpp"

namespace hamel {

/// The budget of a proof by series.
inline constexpr std::int64_t series_operations = 20'000'000;
/// So many starts are looked at, of so many points that are drawn: functions that are adjoined, and constraints that are
/// solved, have rational values at few of them.
inline constexpr int trial_starts = 6, trial_points = 2000;

/// The numbers of a point as they stand in evidence: x, cos x, sin x in a row.
inline DynamicMatrix<Rational> as_matrix(const StoredPoint& point) {
  DynamicMatrix<Rational> m(static_cast<Eigen::Index>(point.size()), 3);
  for (std::size_t i = 0; i < point.size(); ++i)
    for (int kind = 0; kind < 3; ++kind)
      m(static_cast<Eigen::Index>(i), kind) = point[i][static_cast<std::size_t>(kind)];
  return m;
}

}  // namespace hamel
