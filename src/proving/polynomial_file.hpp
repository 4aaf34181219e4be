// A file as polynomials in functions of its coordinates.
#pragma once

#include <optional>
#include <string>

#include <hamel/check/motion_series.hpp>
#include <hamel/io/system_file.hpp>

#include "coordinate_ring.hpp"

namespace hamel {

/// A file as polynomials, and where its motions may start.
struct PolynomialFile {
  CoordinateRing ring;
  PolynomialSystem system;
  bool everywhere =
      true;  ///< the vectors of D are independent at every point, not only at generic ones
};

/// Groups and charts with constraints linear in the velocity, affine ones on groups, or none, without force, of at most 12 dimensions,
/// where metric, potential and constraint are polynomials in coordinates, cosines and sines; nothing for others.
std::optional<PolynomialFile> polynomial_file(const SystemFile& file);

/// The velocity v0 + D u as formulas, `(cos(theta) u1, ...)`.
std::string velocities_in_words(const PolynomialFile& about);

}  // namespace hamel
