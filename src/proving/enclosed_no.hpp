// "No" for one motion whose start is not rational: its series between bounds.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <hamel/check/verdict.hpp>
#include <hamel/io/system_file.hpp>

#include "lowering/enclosure.hpp"
#include "lowering/motion_series.hpp"
#include "lowering/polynomial_file.hpp"

namespace hamel {

/// The budget of such a proof.
inline constexpr std::int64_t enclosure_operations = 20'000'000;

/// Which coordinates of the start are entries of a matrix that is not known to be one of the group: motions start from
/// the nearest that is.
std::vector<bool> moved_onto_group(const GroupSystem& file);

/// Coordinates and, behind them, velocity of the start of a file between bounds. Nothing where they are not known as
/// formulas.
std::optional<std::vector<Enclosure>> enclosed_coordinates(const SystemFile& file);

/// The start of a file between bounds. Nothing where its numbers are not known as formulas, the velocity not in v0 + D
/// and where the vectors of D are not known to be independent. Throws std::domain_error where a function is not known
/// to be defined.
std::optional<SeriesStartOver<Enclosure>> enclosed_start(const SystemFile& file,
                                                         const PolynomialFile& about);

/// `q2` fails for the motion from the start of the file: the equations for a multiplier contradict each other, whatever
/// the numbers of the start are within bounds of them, as their rank with the constants exceeds what it can be without.
/// Evidence `no_enclosure`: the `orders` of the series.
std::optional<Verdict> prove_q2_no_by_enclosure(const SystemFile& file);

/// Proves such an answer again.
bool verify_no_by_enclosure(const SystemFile& file, const Verdict& verdict);

}  // namespace hamel
