// Vectors and components by which planes are turned, so that few parameters are left.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <hamel/algebra/rational.hpp>
#include <hamel/check/algebraic_system.hpp>

#include "proving/planes_again.hpp"

namespace hamel {

/// Those for planes of dimension r whose largest family has few parameters; nothing where the metric is not definite,
/// or where more than `largest_inverse` are left for sure. Without isometric derivations they are a choice of pivots,
/// first vectors that act on more.
std::optional<PlaneChoices> choices_of_planes(const AlgebraicSystem<Rational>& system, int r);

/// The families by these choices, of planes of the dimension of d; none where there are no choices.
std::vector<GraphsOfPlanes> families_up_to_symmetries(const AlgebraicSystem<Rational>& system);

/// `automorphisms that are isometric, a group of dimension 3`, `the identity`.
std::string normal_form_of_planes(const AlgebraicSystem<Rational>& system);

}  // namespace hamel
