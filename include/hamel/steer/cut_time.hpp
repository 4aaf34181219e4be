// Cut times that are known: until when a motion is the cheapest of all between its ends.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <numbers>
#include <optional>

#include <hamel/core/types.hpp>
#include <hamel/group/heisenberg.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se2_cover.hpp>

namespace hamel {

/// The cut time of a kinetic motion on the Heisenberg group with initial momentum p, one turn of its velocity;
/// infinite where it does not turn. `d` spans the constraint, `inner` = D^T M D is positive definite.
inline double cut_time(const Heisenberg<1>& group, const Matrix<double, 3, 2>& d,
                       const Matrix<double, 2>& inner, const Vector<double, 3>& p) {
  using V = Vector<double, 3>;
  const double bracket = p.dot(group.ad(V(d.col(0)), V(d.col(1))));
  const double turn =
      std::abs(bracket) / std::sqrt(inner(0, 0) * inner(1, 1) - inner(0, 1) * inner(1, 0));
  return turn > 0 && (d.transpose() * p).norm() > 0 ? 2 * std::numbers::pi / turn : HUGE_VAL;
}

/// The cut time of motions of SE(2), headings taken modulo full turns, with d = <e1,e3> and kinetic energy
/// (m a1^2 + J a3^2)/2 (Sachkov 2011, Cut locus and optimal synthesis in the sub-Riemannian problem on the group of
/// motions of a plane, thm. 3.1). With the energy E of the pendulum that the momentum is, gamma'' = -sin gamma at
/// unit speed: 2 K(k), k^2 = (E+1)/2 where it swings; 2 k F(phi,k), k^2 = 2/(E+1) where it turns, phi in
/// (pi/2, pi) the root of cos(phi) (E(phi,k) - F(phi,k)) = sin(phi) sqrt(1 - k^2 sin^2 phi); infinite in between.
inline double cut_time(const SE2&, double m, double inertia, const Vector<double, 3>& p) {
  const double square =
      (p[0] * p[0] / m + p[2] * p[2] / inertia) / inertia;  // of the speed, metric over J
  if (!(square > 0)) return HUGE_VAL;
  const double speed = std::sqrt(square);
  const double c = -2 * p[1] * std::sqrt(inertia / m) / (inertia * speed);
  const double forward = p[0] * p[0] / (m * inertia) / square;  // sin^2(gamma/2)
  const double energy = c * c / 2 - 1 + 2 * forward;
  if (energy == 1) return HUGE_VAL;
  if (energy < 1) return 2 * std::comp_ellint_1(std::sqrt(std::max(0., (energy + 1) / 2))) / speed;
  const double k = std::sqrt(2 / (energy + 1));
  double low = std::numbers::pi / 2,
         high = std::numbers::pi;  // the function is negative, then positive
  while (high - low > 4e-16 * high) {
    const double phi = (low + high) / 2, s = std::sin(phi);
    if (phi <= low || phi >= high) break;
    const double f = std::cos(phi) * (std::ellint_2(k, phi) - std::ellint_1(k, phi)) -
                     s * std::sqrt(1 - k * k * s * s);
    (f < 0 ? low : high) = phi;
  }
  return 2 * k * std::ellint_1(k, low) / speed;
}

/// The cut time of a motion of the problem with initial momentum p, where it is known: kinetic motion on the
/// Heisenberg group, and on SE(2) with d = <e1,e3> and a metric diagonal there.
template <class P>
std::optional<double> cut_time(const P& problem, const Vector<double, 3>& p) {
  if (!problem.is_invariant() || problem.rank() != 2) return {};
  const auto e = problem.group().template identity<double>();
  const Matrix<double, 3, 2> d = problem.basis(e);
  const Matrix<double, 3> metric = problem.metric(e);
  const Matrix<double, 2> inner = d.transpose() * metric * d;
  if (!(inner(0, 0) > 0) || !(inner(0, 0) * inner(1, 1) > inner(0, 1) * inner(1, 0))) return {};
  if constexpr (std::same_as<typename P::Group, Heisenberg<1>>) {
    if (problem.group().ad(Vector<double, 3>(d.col(0)), Vector<double, 3>(d.col(1))).norm() == 0)
      return {};
    return cut_time(problem.group(), d, inner, p);
  } else if constexpr (std::same_as<typename P::Group, SE2> ||
                       std::same_as<typename P::Group, SE2Cover>) {
    if (d.row(1).norm() > 0 || metric(0, 2) != 0) return {};
    return cut_time(SE2{}, metric(0, 0), metric(2, 2), p);
  } else {
    return {};
  }
}

}  // namespace hamel
