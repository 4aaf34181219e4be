// Comparing the three motions of a system file, and printing what a comparison found.
#pragma once

#include <functional>
#include <string>

#include <hamel/diagnostics/comparison.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// Floating-point operations for each motion of a comparison, about: a second.
inline constexpr double comparison_work = 1e9;

/// `compare` of `diagnostics/compare.hpp` for the start of a file, on a group or in coordinates, exact where its data
/// are. `seen(dynamics, t)` is told how far each motion has come. A motion may cost `work` floating-point operations,
/// see `velocities_for`, those behind a fit three times as many; all share one AnswerBudget. Throws InputError when the file has no start.
Comparison compare(const SystemFile& file, double t_end,
                   const std::function<void(Dynamics, double)>& seen = {},
                   double work = comparison_work);

/// The comparison in words, as `hamel compare` prints it.
std::string words(const Comparison& comparison);
/// The same as a JSON object, as `hamel compare --json` prints it.
std::string as_json(const Comparison& comparison);

}  // namespace hamel
