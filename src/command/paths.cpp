// Choosing what the main panel of a picture shows.
#include "paths.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace hamel::command {

namespace {

using Names = std::vector<std::string>;

Names coordinates_of(const SystemFile& file) {
  if (const auto* group = std::get_if<GroupSystem>(&file.system)) return group->coordinates;
  return std::get<ChartSystem>(file.system).coordinates;
}

/// The places of all names, or nothing.
template <std::size_t n>
std::optional<std::array<std::size_t, n>> places(const Names& names,
                                                 const std::array<const char*, n>& wanted) {
  std::array<std::size_t, n> result{};
  for (std::size_t i = 0; i < n; ++i) {
    const auto found = std::find(names.begin(), names.end(), wanted[i]);
    if (found == names.end()) return std::nullopt;
    result[i] = static_cast<std::size_t>(found - names.begin());
  }
  return result;
}

Value coordinate(std::size_t i) {
  return [i](const Sample& s) { return s.x[i]; };
}

/// The coordinate of a chart that is the direction of (x', y') along the first track, if one is: x' sin c = y' cos c.
std::optional<Value> heading_along(const Track& track, std::size_t x, std::size_t y) {
  for (std::size_t c = 0; c < track.samples.front().x.size(); ++c) {
    if (c == x || c == y) continue;
    const bool is_tangent =
        std::all_of(track.samples.begin(), track.samples.end(), [&](const Sample& s) {
          const double across = s.a[x] * std::sin(s.x[c]) - s.a[y] * std::cos(s.x[c]);
          return std::abs(across) <= 1e-8 * std::hypot(s.a[x], s.a[y]);
        });
    if (is_tangent) return coordinate(c);
  }
  return std::nullopt;
}

/// The angles of a vehicle on SE2 that turn as it rolls: rows of a constant constraint that are not zero.
int wheels_of(const GroupSystem& group) {
  int wheels = 0;
  for (std::size_t i = 3; i < static_cast<std::size_t>(group.dim()); ++i) {
    const bool turns = std::any_of(group.span.begin(), group.span.end(),
                                   [i](const auto& v) { return v[i].value != 0; });
    wheels += turns && !group.moves();
  }
  return wheels;
}

/// The two velocities that change most, for motions without coordinates.
std::array<std::size_t, 2> moving_velocities(const std::vector<Track>& tracks) {
  const auto& first = tracks.front().samples.front().a;
  std::vector<std::pair<double, std::size_t>> moved;
  for (std::size_t i = 0; i < first.size(); ++i) {
    double most = 0;
    for (const auto& track : tracks) {
      for (const auto& s : track.samples) most = std::max(most, std::abs(s.a[i] - first[i]));
    }
    moved.emplace_back(-most, i);
  }
  std::sort(moved.begin(), moved.end());
  const std::size_t one = moved.front().second, two = moved[moved.size() > 1 ? 1 : 0].second;
  return {std::min(one, two), std::max(one, two)};
}

Path plane(std::size_t x, std::size_t y) {
  Path path;
  path.panel.frame = Panel::Frame::plane;
  path.panel.title = "Path in the plane (ring: start, disc: end)";
  path.panel.x_label = "x  (length)";
  path.panel.y_label = "y  (length)";
  path.axes = {coordinate(x), coordinate(y)};
  return path;
}

using Outline = std::vector<std::array<double, 2>>;

/// A wheel seen from above.
Outline wheel(double forward, double left, double angle, double length) {
  const double c = std::cos(angle), s = std::sin(angle);
  Outline corners;
  for (const auto& [along, across] :
       {std::pair{0.5, -0.125}, {0.5, 0.125}, {-0.5, 0.125}, {-0.5, -0.125}, {0.5, -0.125}})
    corners.push_back(
        {forward + length * (c * along - s * across), left + length * (s * along + c * across)});
  return corners;
}

/// The body points forward.
std::vector<Outline> arrow_on_wheels(int wheels) {
  std::vector<Outline> outlines{{{1, 0}, {-0.7, 0.5}, {-0.7, -0.5}, {1, 0}}};
  if (wheels == 1) outlines.push_back(wheel(0, 0, 0, 0.8));
  if (wheels >= 2) {
    outlines.push_back(wheel(0, 0.75, 0, 0.8));
    outlines.push_back(wheel(0, -0.75, 0, 0.8));
    outlines.push_back({{0, 0.75}, {0, -0.75}});
  }
  return outlines;
}

/// The vehicle that a file describes, where a motion is.
std::vector<Outline> as_described(const std::vector<VehiclePart>& parts, const Sample& sample) {
  std::vector<Outline> outlines;
  for (const auto& part : parts) {
    std::vector<double> numbers;
    for (const auto& formula : part.numbers)
      numbers.push_back(formula.evaluate<double>(std::span<const double>(sample.x)));
    if (part.kind == VehiclePart::Kind::wheel) {
      outlines.push_back(wheel(numbers[0], numbers[1], numbers[2], numbers[3]));
      continue;
    }
    Outline line;
    for (std::size_t i = 0; i + 1 < numbers.size(); i += 2)
      line.push_back({numbers[i], numbers[i + 1]});
    outlines.push_back(std::move(line));
  }
  return outlines;
}

/// Whether nothing of the outlines lies beyond what the panel shows.
bool shows(const Panel& panel, const std::vector<Outline>& outlines) {
  if (!panel.shown) return true;
  const auto& [left, right, low, high] = *panel.shown;
  for (const auto& outline : outlines)
    for (const auto& [x, y] : outline)
      if (x < left || x > right || y < low || y > high) return false;
  return true;
}

/// The longer side of the box around outlines.
double length_of(const std::vector<Outline>& outlines) {
  std::array<double, 2> low{}, high{};
  for (const auto& outline : outlines)
    for (const auto& corner : outline)
      for (std::size_t i = 0; i < 2; ++i) {
        low[i] = std::min(low[i], corner[i]);
        high[i] = std::max(high[i], corner[i]);
      }
  return std::max(high[0] - low[0], high[1] - low[1]);
}

}  // namespace

double Path::extent(const std::vector<Track>& tracks) const {
  if (panel.frame == Panel::Frame::sphere || panel.frame == Panel::Frame::disc) return 1;
  double largest = 0;
  for (const auto& axis : axes) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const auto& track : tracks) {
      for (const auto& s : track.samples) {
        low = std::min(low, axis(s));
        high = std::max(high, axis(s));
      }
    }
    largest = std::max(largest, high - low);
  }
  return largest;
}

Path path_of(const SystemFile& file, const std::vector<Track>& tracks) {
  const auto names = coordinates_of(file);
  const auto* group = std::get_if<GroupSystem>(&file.system);
  Path path;
  Panel& panel = path.panel;
  if (const auto xyz = places<3>(names, {"x", "y", "z"})) {
    panel.frame = Panel::Frame::space;
    panel.title = "Path in space, grey: from above (ring: start, disc: end)";
    panel.x_label = "x";
    panel.y_label = "y";
    panel.z_label = "z";
    path.axes = {coordinate((*xyz)[0]), coordinate((*xyz)[1]), coordinate((*xyz)[2])};
  } else if (const auto pose = places<3>(names, {"x", "y", "phi"}); pose && group != nullptr) {
    path = plane((*pose)[0], (*pose)[1]);
    path.heading = coordinate((*pose)[2]);
    path.wheels = wheels_of(*group);
    path.vehicle = group->vehicle;
  } else if (const auto xy = places<2>(names, {"x", "y"})) {
    path = plane((*xy)[0], (*xy)[1]);
    const auto* chart = std::get_if<ChartSystem>(&file.system);
    if (chart != nullptr && chart->heading >= 0) {
      path.heading = coordinate(static_cast<std::size_t>(chart->heading));
      path.vehicle = chart->vehicle;
    } else if (chart != nullptr) {
      path.heading = heading_along(tracks.front(), (*xy)[0], (*xy)[1]);
    }
  } else if (const auto axis = places<3>(names, {"R13", "R23", "R33"})) {
    panel.title = "Body axis 3 on the unit sphere (ring: start, disc: end)";
    panel.frame = Panel::Frame::sphere;
    panel.x_label = "1";
    panel.y_label = "2";
    path.axes = {coordinate((*axis)[0]), coordinate((*axis)[1]), coordinate((*axis)[2])};
  } else if (const auto lorentz = places<3>(names, {"g13", "g23", "g33"})) {
    panel.title = "Body axis 3 in the hyperbolic plane (Poincare disc)";
    panel.frame = Panel::Frame::disc;
    panel.x_label = "g13 / (1 + g33)";
    panel.y_label = "g23 / (1 + g33)";
    for (const std::size_t i : {(*lorentz)[0], (*lorentz)[1]})
      path.axes.push_back(
          [i, k = (*lorentz)[2]](const Sample& s) { return s.x[i] / (1 + s.x[k]); });
  } else if (names.size() >= 2) {
    panel.title = "Path in " + names[0] + ", " + names[1] + " (ring: start, disc: end)";
    panel.x_label = names[0];
    panel.y_label = names[1];
    path.axes = {coordinate(0), coordinate(1)};
  } else if (names.size() == 1) {
    panel.title = names[0] + " over time";
    panel.x_label = "t  (time)";
    panel.y_label = names[0];
    path.axes = {[](const Sample& s) { return s.t; }, coordinate(0)};
  } else {
    const auto [i, j] = moving_velocities(tracks);
    panel.frame = Panel::Frame::plane;
    panel.title = "Velocities in the algebra (ring: start, disc: end)";
    panel.x_label = "a" + std::to_string(i + 1) + "  (1 / time)";
    panel.y_label = "a" + std::to_string(j + 1) + "  (1 / time)";
    path.axes = {[i = i](const Sample& s) { return s.a[i]; },
                 [j = j](const Sample& s) { return s.a[j]; }};
  }
  return path;
}

void keep_together(const std::vector<Track>& tracks, Path& path) {
  constexpr double far = 3, margin = 0.25;
  std::vector<Track> bound;
  for (const auto& track : tracks)
    if (track.dynamics != Dynamics::free) bound.push_back(track);
  if (path.panel.frame != Panel::Frame::plane || bound.empty() || bound.size() == tracks.size())
    return;
  const double size = path.extent(bound);
  if (!(size > 0) || path.extent(tracks) <= far * size) return;
  const double room =
      std::max(margin * size, length_of(as_described(path.vehicle, bound.front().samples.front())));
  std::array<double, 4> box{};
  for (std::size_t i = 0; i < 2; ++i) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const auto& track : bound) {
      for (const auto& s : track.samples) {
        low = std::min(low, path.axes[i](s));
        high = std::max(high, path.axes[i](s));
      }
    }
    box[2 * i] = low - room;
    box[2 * i + 1] = high + room;
  }
  path.panel.shown = box;
  path.panel.title = "Path in the plane (free motion leaves the picture)";
}

Curve vehicles(const Path& path, const Track& track, double t_end, double size, bool at_start) {
  constexpr int intervals = 8;
  std::vector<Outline> outlines = arrow_on_wheels(path.wheels);
  double apart = 1.5 * size;
  if (!path.vehicle.empty()) {
    outlines = as_described(path.vehicle, track.samples.front());
    size = 1;
    apart = length_of(outlines);
  }
  Curve curve;
  curve.thin = true;
  std::array<double, 2> last{};
  std::size_t i = 0;
  for (int k = 0; k <= intervals; ++k) {
    const double t = t_end * k / intervals;
    while (i < track.samples.size() && track.samples[i].t < t * (1 - 1e-9)) ++i;
    if (i == track.samples.size()) break;
    const Sample& s = track.samples[i];
    const double x = path.axes[0](s), y = path.axes[1](s);
    if (k > 0 && std::hypot(x - last[0], y - last[1]) < apart) continue;
    last = {x, y};
    if (k == 0 && !at_start) continue;
    if (!path.vehicle.empty()) outlines = as_described(path.vehicle, s);
    const double c = std::cos((*path.heading)(s)), d = std::sin((*path.heading)(s));
    auto placed = outlines;
    for (auto& outline : placed)
      for (auto& [along, across] : outline)
        std::tie(along, across) =
            std::pair{x + size * (c * along - d * across), y + size * (d * along + c * across)};
    if (!shows(path.panel, placed)) continue;
    for (const auto& outline : placed) {
      for (const auto& [right, up] : outline) {
        curve.x.push_back(right);
        curve.y.push_back(up);
      }
      curve.x.push_back(std::numeric_limits<double>::quiet_NaN());
      curve.y.push_back(std::numeric_limits<double>::quiet_NaN());
    }
  }
  return curve;
}

}  // namespace hamel::command
