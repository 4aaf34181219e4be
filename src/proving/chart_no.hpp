// Q1 and Q2 answered "no" in coordinates where constraints are not linear in the velocities, or the Lagrangian is not
// natural.
#pragma once

#include <optional>

#include <hamel/check/verdict.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// `q1` fails: the Taylor series of a motion contradict every lambda, at a start where they leave no lambda free even
/// without their constants (else, where the same is seen at several random starts, not exact). Both hold at generic
/// starts on the connected piece of phi = 0 around that one then. Evidence `no_series`: `point` (for each q, then each
/// v: x, cos x, sin x) and `combination`, see `verify_chart_no` of chart_series.hpp.
std::optional<Verdict> prove_chart_no(const SystemFile& file);

/// `q2` fails, likewise, for the motion from the start of the file. Evidence `no_series`: `tangent` and `orders`, as for
/// constraints that are linear.
std::optional<Verdict> prove_chart_q2_no(const SystemFile& file);

/// Proves such an answer to `q1` or `q2` again.
bool verify_chart_no(const SystemFile& file, const Verdict& verdict);

}  // namespace hamel
