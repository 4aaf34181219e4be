// Potentials under which a multiplier of the kinetic motions stays one.
#pragma once

#include <hamel/io/inverse.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// Polynomials U of low degree in the coordinates of a group, their cosines and sines, for which the constant section
/// mu = Lambda u of the motions without potential is one with it: for all x, on the leaf of d,
///     dU - (M D + Lambda) (D^T M D)^{-1} D^T dU = 0.
KeepingPotentials keeping_potentials(const SystemFile& file);

}  // namespace hamel
