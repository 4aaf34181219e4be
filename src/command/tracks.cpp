// Sampling motions for a picture.
#include "tracks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace hamel::command {

void Recorder::add(const Sample& sample) {
  last_ = sample;
  if (seen_++ % stride_ != 0) return;
  kept_.push_back(sample);
  if (kept_.size() < 2 * enough) return;
  for (std::size_t i = 0; 2 * i < kept_.size(); ++i) kept_[i] = kept_[2 * i];
  kept_.resize(kept_.size() / 2);
  stride_ *= 2;
}

std::vector<Sample> Recorder::samples() const {
  std::vector<Sample> result = kept_;
  if (!result.empty() && last_.t > result.back().t) result.push_back(last_);
  return result;
}

namespace {

using Point = std::array<double, 3>;

Point operator-(const Point& p, const Point& q) {
  return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
}
double dot(const Point& p, const Point& q) {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

/// A polygon measured by the extent of the picture: its length, and how far a curve through its corners may leave it.
struct Shape {
  double length = 0, off = 0;
};

Shape shape_of(const std::vector<Point>& points, double extent) {
  Shape shape;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const Point step = points[i] - points[i - 1];
    shape.length += std::sqrt(dot(step, step)) / extent;
    if (i + 1 == points.size()) break;
    // the height of the corner over its chord, a quarter of which is the sagitta of one side
    const Point chord = points[i + 1] - points[i - 1];
    const double square = dot(chord, chord), along = dot(step, chord);
    const double height =
        std::sqrt(std::max(0., dot(step, step) - (square > 0 ? along * along / square : 0)));
    shape.off = std::max(shape.off, height / (4 * extent));
  }
  return shape;
}

/// The worst of all tracks.
Shape shape_of(const std::vector<Track>& tracks, const std::vector<Value>& axes) {
  std::vector<std::vector<Point>> lines;
  Point low{HUGE_VAL, HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  for (const auto& track : tracks) {
    lines.emplace_back();
    for (const auto& s : track.samples) {
      Point p{};
      for (std::size_t i = 0; i < axes.size(); ++i) p[i] = axes[i](s);
      for (std::size_t i = 0; i < axes.size(); ++i) {
        low[i] = std::min(low[i], p[i]);
        high[i] = std::max(high[i], p[i]);
      }
      lines.back().push_back(p);
    }
  }
  double extent = 0;
  for (std::size_t i = 0; i < axes.size(); ++i) extent = std::max(extent, high[i] - low[i]);
  Shape worst;
  if (!(extent > 0) || !std::isfinite(extent)) return worst;
  for (const auto& line : lines) {
    const Shape shape = shape_of(line, extent);
    worst = {std::max(worst.length, shape.length), std::max(worst.off, shape.off)};
  }
  return worst;
}

/// A time of two digits, not later.
double rounded_down(double t) {
  const double unit = std::pow(10, std::floor(std::log10(t)) - 1);
  return std::floor(t / unit) * unit;
}

}  // namespace

std::vector<Track> as_finely_as_they_bend(std::vector<Track> tracks, const std::vector<Value>& axes,
                                          const Again& again) {
  constexpr double visible = 1e-3;    // of the extent: less than a pixel
  constexpr double most_length = 40;  // in extents: beyond, a picture is filled
  constexpr long most_outputs = 6000;
  constexpr int rounds = 4;
  for (int round = 0; round < rounds; ++round) {
    double t_end = 0;
    std::size_t samples = 2;
    for (const auto& track : tracks) {
      t_end = std::max(t_end, track.end());
      samples = std::max(samples, track.samples.size());
    }
    const Shape shape = shape_of(tracks, axes);
    if (!(shape.off > visible) || !(t_end > 0)) break;
    long outputs = static_cast<long>(samples) - 1;
    if (shape.length > 1.2 * most_length) {
      t_end = rounded_down(t_end * most_length / shape.length);
      outputs = most_outputs / 2;
    } else if (outputs >= most_outputs) {
      break;
    } else {
      const double parts = std::ceil(1.2 * std::sqrt(shape.off / visible));
      outputs = static_cast<long>(std::min(double(most_outputs), parts * double(outputs)));
    }
    for (auto& track : tracks) {
      auto finer = again(track.dynamics, t_end, outputs);
      if (finer.size() < 2) return tracks;
      track.samples = std::move(finer);
    }
  }
  return tracks;
}

}  // namespace hamel::command
