// Figures: curves in panels, drawn by gnuplot into an SVG or PNG file.
#pragma once

#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace hamel {

/// Points joined by a line, which has a gap where one of them is not a number. `z` is used by panels in space only.
/// Colours are taken from a palette that colour-blind readers can tell apart (Okabe & Ito 2008), by index; lines differ
/// in black and white.
struct Curve {
  enum class Line { solid, dashed, dotted };
  std::string name;
  std::vector<double> x, y, z;
  int colour = 0;
  Line line = Line::solid;
  bool thin = false;
  bool marks_ends = false;  ///< a ring at the first point, a disc at the last
  bool faint = false;       ///< grey and thin: what other curves run on
};

/// A coordinate system with curves.
struct Panel {
  enum class Frame {
    plain,   ///< independent axes
    plane,   ///< equal scales, for paths
    sphere,  ///< curves on the unit sphere in space, thin behind it
    disc,    ///< equal scales with the unit circle drawn, for the hyperbolic plane
    space,   ///< curves in space, with their projections on the floor
    dual     ///< curves in space with equal scales
  };
  std::string title, x_label, y_label;
  Frame frame = Frame::plain;
  bool logarithmic = false;     ///< y axis; values that are not positive are left out
  std::optional<double> level;  ///< a horizontal line
  bool key = false;             ///< names the curves
  std::string key_at = "";      ///< where inside, in gnuplot's words; empty: above the panel
  std::string z_label = "3";    ///< the third axis of a panel in space
  /// What a panel of frame `plane` must show at least, x from, x to, y from, y to; empty: all curves.
  std::optional<std::array<double, 4>> shown;
  std::vector<Curve> curves;
};

/// A large panel on the left, small ones stacked on the right with notes below, a caption above and the verdict under
/// it.
struct Figure {
  std::string caption;
  Panel main;
  std::vector<Panel> side;
  std::string verdict = "";
  std::vector<std::string> notes = {};
};

/// Drawing failed: gnuplot is missing or reported an error.
struct PlotError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws InputError unless the path ends in .svg or .png.
void require_plot_path(const std::string& path);

/// The gnuplot program that writes a figure to standard output, in the format of the path's ending.
/// Names in the figure are data: no character of theirs is an instruction.
std::string gnuplot_script(const Figure& figure, const std::string& path);

/// Draws the figure. The file appears whole or not at all. Throws InputError for a path with another
/// ending or that cannot be written, PlotError when drawing fails, OutputError when writing does.
void draw(const Figure& figure, const std::string& path);

}  // namespace hamel
