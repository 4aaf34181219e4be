// Q1 answered "no" where metric, potential or constraint varies, by one motion from a generic start.
#pragma once

#include <optional>

#include <hamel/check/verdict.hpp>
#include <hamel/io/system_file.hpp>

#include "lowering/polynomial_file.hpp"

namespace hamel {

/// The largest rank that the equations for a multiplier can have: multipliers that annihilate the leaves, which motions
/// stay on, enter none of them.
Eigen::Index largest_rank(const SystemFile& file, const PolynomialFile& about);

/// `q1` fails: the Taylor series of a motion contradict every multiplier, at a start where the equations for a
/// multiplier have the largest rank they can have (else, where the same is seen at several random starts, not exact).
/// Covers groups and charts that a PolynomialFile covers; nothing for others, where no contradiction is found, and
/// beyond the budget. Evidence `no_series`: `point` (for each stored number x, cos x, sin x), `start` (the velocity),
/// `u` and `combination`, see `verify_no` of motion_series.hpp.
std::optional<Verdict> prove_no_by_series(const SystemFile& file);

/// `q2` fails, likewise, for the motion from the start of the file, whose coordinates, angles and velocity are
/// rational. Evidence `no_series`: `tangent`, the number put for the tangent of half the common divisor of the angles,
/// and `orders` of the series after which the rank with the constants exceeds that without, the largest there can be
/// where angles are not 0; as tan(q/2) is transcendental, it does at the start itself.
std::optional<Verdict> prove_q2_no_by_series(const SystemFile& file);

/// Proves such an answer to `q1` or `q2` again.
bool verify_no_by_series(const SystemFile& file, const Verdict& verdict);

}  // namespace hamel
