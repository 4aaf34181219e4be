// A file as polynomials in functions of its coordinates.
#pragma once

#include <optional>
#include <string>

#include <hamel/io/system_file.hpp>

#include "coordinate_ring.hpp"
#include "motion_series.hpp"

namespace hamel {

/// A file as polynomials, and where its motions may start.
struct PolynomialFile {
  CoordinateRing ring;
  PolynomialSystem system;
  bool everywhere =
      true;  ///< the vectors of D are independent at every point, not only at generic ones
  bool timed =
      false;  ///< time is one more dimension, the last, with t' = 1: where v0 varies or a force names it
};

/// Which functions of the coordinates are asked for: those that the formulas name, or all coordinates.
enum class Coordinates { named, all };

/// Groups and charts with constraints linear or affine in the velocity, or none, of at most 12 dimensions, where
/// metric, potential and constraint are polynomials in coordinates, cosines and sines and in the functions that they
/// adjoin, and the force is one in the velocity, too; nothing for others. The offset of a group, forces and signals may
/// name t.
std::optional<PolynomialFile> polynomial_file(const SystemFile& file,
                                              Coordinates coordinates = Coordinates::named);

/// The velocity v0 + D u as formulas, `(cos(theta) u1, ...)`.
std::string velocities_in_words(const PolynomialFile& about);

}  // namespace hamel
