// Figures: curves in panels, drawn by gnuplot into an SVG or PNG file.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace hamel {

/// Points joined by a line. `z` is used by panels in space only. Colours are taken from a palette
/// that colour-blind readers can tell apart (Okabe & Ito 2008), by index.
struct Curve {
  std::string name;
  std::vector<double> x, y, z;
  int colour = 0;
  bool dashed = false;
  bool marks_ends = false;  ///< a ring at the first point, a disc at the last
};

/// A coordinate system with curves.
struct Panel {
  enum class Frame {
    plain,   ///< independent axes
    plane,   ///< equal scales, for paths
    sphere,  ///< curves on the unit sphere in space
    disc     ///< equal scales with the unit circle drawn, for the hyperbolic plane
  };
  std::string title, x_label, y_label;
  Frame frame = Frame::plain;
  bool logarithmic = false;          ///< y axis; values that are not positive are left out
  std::optional<double> level;       ///< a horizontal line
  bool key = false;                  ///< names the curves
  std::string key_at = "top right";  ///< where, in gnuplot's words
  std::string z_label = "3";         ///< the third axis of a panel in space
  std::vector<Curve> curves;
};

/// A large panel on the left, small ones stacked on the right, a caption above.
struct Figure {
  std::string caption;
  Panel main;
  std::vector<Panel> side;
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
