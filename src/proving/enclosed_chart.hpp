// "No" in coordinates from starts that are not rational: on constraints that have few rational points, or given so.
#pragma once

#include <optional>

#include <hamel/check/verdict.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// `q1` fails: from a start where the equations for lambda contradict each other, which leave no lambda but constant
/// ones free without their constants. Some of its velocities solve phi = 0, between bounds. Evidence `no_enclosure`:
/// `point` (a row [q, v] for each coordinate, rational, v of those that solve only near), `solved` (their numbers from
/// 1) and the `orders` of the series.
std::optional<Verdict> prove_chart_no_by_enclosure(const SystemFile& file);

/// `q2` fails for the start of the file, likewise: its formulas between bounds. Evidence `no_enclosure`: `orders`.
std::optional<Verdict> prove_chart_q2_no_by_enclosure(const SystemFile& file);

/// Proves such an answer to `q1` or `q2` again.
bool verify_chart_no_by_enclosure(const SystemFile& file, const Verdict& verdict);

}  // namespace hamel
