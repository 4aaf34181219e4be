// Where along a family of steady motions the linear stability changes.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "flows/steady_motions.hpp"

namespace hamel {

/// The line of a parameter w cut at the numbers where roots meet the imaginary axis, meet each other on it or turn to
/// 0; the verdict holds on each open piece. `at` gives the linear part, whose entries are polynomials in w of degree up
/// to `degree`; the answer is empty where it gives none. Pieces of which `exists` refuses a number are left out.
std::vector<StabilityPiece> stability_pieces(
    const std::function<std::optional<LinearStability>(const Rational&)>& at, int degree,
    const std::function<bool(const Rational&)>& exists);

}  // namespace hamel
