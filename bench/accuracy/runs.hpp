// The groups that are audited, and where.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>
#include <vector>

#include <Eigen/Core>

#include "audit.hpp"

/// Adds the rows of some groups; `count` magnitudes of xi, in several directions each.
template <class S>
void audit_rotations(Audit<S>& audit, int count);
template <class S>
void audit_planar_motions(Audit<S>& audit, int count);
template <class S>
void audit_spatial_motions(Audit<S>& audit, int count);
template <class S>
void audit_linear_maps(Audit<S>& audit, int count);
template <class S>
void audit_other_groups(Audit<S>& audit, int count);
template <class S>
void audit_run_time_groups(Audit<S>& audit, int count);
/// The groups of the registry that have no run of their own among these.
template <class S>
void audit_named_groups(Audit<S>& audit, int count);

/// Close to pi, as close as inputs in S tell.
template <class S>
inline constexpr double nearly_pi = std::numbers::pi - (std::is_same_v<S, float> ? 1e-6 : 1e-9);

/// Magnitudes from 1e-12 to `largest`, evenly in the logarithm up to 0.1 and evenly beyond, then towards largest.
inline std::vector<double> magnitudes(double largest, int count) {
  std::vector<double> all;
  for (int i = 0; i < count / 2; ++i) all.push_back(std::pow(10.0, -12 + 11.0 * i / (count / 2)));
  for (int i = 0; i < count / 2; ++i) all.push_back(0.1 + (largest - 0.1) * i / (count / 2));
  for (double gap = 0.1; gap > 1e-10; gap /= 10) all.push_back(largest - gap);
  all.push_back(largest);
  return all;
}

/// Directions of rotation vectors.
inline std::vector<Eigen::Vector3d> directions() {
  using V = Eigen::Vector3d;
  return {V(1, 0, 0), V(0, 0, 1), V(1, 2, 3).normalized(), V(-3, 0.1, 0.7).normalized(),
          V(0.2, -0.9, 1e-3).normalized()};
}

/// Directions of Lorentz vectors: rotations, boosts, both kinds mixed, exactly and nearly parabolic.
inline std::vector<Eigen::Vector3d> lorentz_directions() {
  return {{0, 0, 1},     {0.6, 0.8, 0},    {0.3, -0.2, 1},  {1, 0.5, -0.4},
          {0.6, 0.8, 1}, {1, 0, 1 + 1e-9}, {1, 0, 1 - 1e-4}};
}

/// The vector with such a direction and |z| = size^2, or with |a| = size where z is less than |a|^2.
inline Eigen::Vector3d lorentz_vector(double size, const Eigen::Vector3d& direction) {
  const double z = direction[2] * direction[2] - direction.head(2).squaredNorm();
  return size * direction / std::sqrt(std::max(1.0, std::abs(z)));
}
