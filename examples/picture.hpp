// How an example draws what it has shown: runs become curves, curves panels, panels a figure.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include <hamel/io/plot.hpp>

/// The curve t -> (x(t, state), y(t, state)) of a run.
template <class Run, class X, class Y>
hamel::Curve curve(std::string name, int colour, const Run& run, const X& x, const Y& y) {
  hamel::Curve result;
  result.name = std::move(name);
  result.colour = colour;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    result.x.push_back(x(run.times[i], run.states[i]));
    result.y.push_back(y(run.times[i], run.states[i]));
  }
  return result;
}

/// The curve t -> y(t, state).
template <class Run, class Y>
hamel::Curve over_time(std::string name, int colour, const Run& run, const Y& y) {
  return curve(
      std::move(name), colour, run, [](double t, const auto&) { return t; }, y);
}

/// The distance |where(a) - where(b)| between two runs kept at the same times.
template <class A, class B, class Where>
hamel::Curve distance(std::string name, int colour, const A& a, const B& b, const Where& where) {
  hamel::Curve result;
  result.name = std::move(name);
  result.colour = colour;
  result.x = a.times;
  for (std::size_t i = 0; i < a.states.size(); ++i) {
    result.y.push_back((where(a.states[i]) - where(b.states[i])).norm());
  }
  return result;
}

/// The path t -> point(state) in the plane or in space, with a ring at its start and a disc at its
/// end.
template <class Run, class Point>
hamel::Curve path(std::string name, int colour, const Run& run, const Point& point) {
  hamel::Curve result;
  result.name = std::move(name);
  result.colour = colour;
  result.marks_ends = true;
  for (const auto& state : run.states) {
    const auto p = point(state);
    result.x.push_back(p[0]);
    result.y.push_back(p[1]);
    if (p.size() > 2) result.z.push_back(p[2]);
  }
  return result;
}

/// A panel with a frame, by default with independent axes.
inline hamel::Panel panel(std::string title, std::string x_label, std::string y_label,
                          std::vector<hamel::Curve> curves,
                          hamel::Panel::Frame frame = hamel::Panel::Frame::plain) {
  hamel::Panel result;
  result.title = std::move(title);
  result.x_label = std::move(x_label);
  result.y_label = std::move(y_label);
  result.curves = std::move(curves);
  result.frame = frame;
  return result;
}

/// A panel with a logarithmic y axis.
inline hamel::Panel log_panel(std::string title, std::string x_label, std::string y_label,
                              std::vector<hamel::Curve> curves) {
  auto result = panel(std::move(title), std::move(x_label), std::move(y_label), std::move(curves));
  result.logarithmic = true;
  return result;
}

/// The panel with a key at the given place, in gnuplot's words.
inline hamel::Panel key_at(std::string corner, hamel::Panel panel) {
  panel.key = true;
  panel.key_at = std::move(corner);
  return panel;
}

/// Draws to the file named on the command line, else to <example>.svg in the current directory. The
/// main panel names its curves; side panels use the same colours, or have a key of their own.
/// Without gnuplot there is no picture, and the example says so.
inline void picture(const std::string& example, hamel::Figure figure, int argc, char** argv) {
  figure.main.key = figure.main.curves.size() > 1;
  const std::string file = argc > 1 ? argv[1] : example + ".svg";
  try {
    hamel::draw(figure, file);
    std::printf("\nPicture: %s\n", file.c_str());
  } catch (const hamel::PlotError& error) {
    std::printf("\nNo picture: %s\n", error.what());
  }
}
