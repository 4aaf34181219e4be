// A file as polynomials in functions of its coordinates.
#pragma once

#include <optional>
#include <vector>

#include <hamel/check/motion_series.hpp>
#include <hamel/check/moving_distribution.hpp>
#include <hamel/io/system_file.hpp>

#include "coordinate_ring.hpp"

namespace hamel {

/// A file as polynomials, and where its motions may start.
struct PolynomialFile {
  CoordinateRing ring;
  PolynomialSystem system;
  std::vector<MovingDistribution::Section> sections = {};  ///< of D in the coordinates of a chart
};

/// Groups and charts with constraints linear in the velocity, without force and offset, of at most 12 dimensions, where metric,
/// potential and constraint are polynomials in coordinates, cosines and sines; nothing for others.
std::optional<PolynomialFile> polynomial_file(const SystemFile& file);

}  // namespace hamel
