// Where the motion of a file starts, in rational numbers and the tangent of an angle.
#pragma once

#include <optional>

#include <hamel/io/system_file.hpp>

#include "chart_series.hpp"
#include "lowering/polynomial_file.hpp"

namespace hamel {

class RationalFunction;

/// Where a file starts. `true_numbers`: no number stands for a transcendental one.
struct FileStart {
  SeriesStart series;
  bool true_numbers;
};

/// The start of the file with a number for the tangent of half the common divisor of its angles. Nothing where
/// coordinates, angles or velocity are not rational, a matrix is off its group, and where the vectors of D are
/// dependent.
std::optional<FileStart> start_of(const SystemFile& file, const PolynomialFile& about,
                                  const Rational& tangent);

/// The same in Q(t), t = `tangent` being a variable: what is 0 then is 0 at the start. Nothing where the functions that
/// formulas adjoin have values outside Q(t), too.
std::optional<SeriesStartOver<RationalFunction>> start_of(const SystemFile& file,
                                                          const PolynomialFile& about,
                                                          const RationalFunction& tangent);

/// Where a chart starts, in functions of coordinates and velocities.
struct FileJet {
  ChartJet jet;
  bool true_numbers;
};

/// The start of a chart whose constraints are not linear in the velocities, likewise. Nothing where they are not 0 in
/// Q(t).
std::optional<FileJet> start_of(const SystemFile& file, const ChartPolynomials& chart,
                                const Rational& tangent);

}  // namespace hamel
