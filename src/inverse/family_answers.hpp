// Q1 of the families that inverse questions ask about.
#pragma once

#include <optional>
#include <string>

#include <hamel/io/parameter_pieces.hpp>

#include "verifying_inverse/family_files.hpp"

namespace hamel {

/// Seconds for decompositions of all families of a file.
inline constexpr double longest_waiting = 12;
/// For those of the planes with some pivots.
inline constexpr double longest_waiting_for_planes = 4;

/// `varying::q1_by_equations` of a family, where it takes no more than the work that is allowed.
std::optional<SeveralParameters> by_equations(const FamilyText& family);

/// By parts of the space of parameters, and by equations where these leave something undecided.
SeveralParameters by_parts(const FamilyText& family);

/// Entries of a normal form that parts of their space are looked at for.
inline constexpr int largest_normal_form = 12;

/// By equations where d has more than two dimensions, else by parts, in the entries h_ij.
struct OfAllMetrics {
  MetricsFamily family;  ///< all metrics, or those in a normal form
  SeveralParameters found;
};
/// Throws InputError where the parts are of more entries than are looked at, or nothing is found of them.
OfAllMetrics of_all_metrics(const AlgebraicSystem<Rational>& system);

}  // namespace hamel
