// Choosing panels and curves for a system.
#include "figures.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <hamel/diagnostics/comparison.hpp>

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

constexpr double floor_of_logarithms = 1e-17;  // errors that are exactly 0 are drawn here
constexpr double floor_of_distances = 1e-5;

using Value = std::function<double(const Sample&)>;

Curve curve(const Track& track, int colour, const Value& x, const Value& y) {
  Curve result;
  result.name = track.name;
  result.colour = colour;
  for (const auto& s : track.samples) {
    result.x.push_back(x(s));
    result.y.push_back(y(s));
  }
  return result;
}

double time_of(const Sample& s) {
  return s.t;
}

std::vector<std::string> coordinates_of(const SystemFile& file) {
  if (const auto* group = std::get_if<GroupSystem>(&file.system)) return group->coordinates;
  return std::get<ChartSystem>(file.system).coordinates;
}

std::optional<std::size_t> index_of(const std::vector<std::string>& names,
                                    const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? std::nullopt : std::optional<std::size_t>(found - names.begin());
}

/// A path in the panel's frame: the value of each axis for a sample.
struct Path {
  Panel panel;
  Value x, y, z;
};

Value coordinate(std::size_t i) {
  return [i](const Sample& s) { return s.x[i]; };
}

/// Two velocities that change, for motions without coordinates.
std::pair<std::size_t, std::size_t> moving_velocities(const std::vector<Track>& tracks) {
  std::vector<std::size_t> moving;
  const auto& first = tracks.front().samples.front().a;
  for (std::size_t i = 0; i < first.size(); ++i) {
    bool moves = false;
    for (const auto& track : tracks) {
      for (const auto& s : track.samples) moves = moves || std::abs(s.a[i] - first[i]) > 1e-9;
    }
    if (moves) moving.push_back(i);
  }
  for (std::size_t i = 0; moving.size() < 2 && i < first.size(); ++i) {
    if (std::find(moving.begin(), moving.end(), i) == moving.end()) moving.push_back(i);
  }
  if (moving.size() < 2) moving.push_back(moving.front());
  return {moving[0], moving[1]};
}

Path path_of(const SystemFile& file, const std::vector<Track>& tracks) {
  const auto names = coordinates_of(file);
  Path path;
  Panel& panel = path.panel;
  panel.frame = Panel::Frame::plane;
  if (const auto x = index_of(names, "x"), y = index_of(names, "y"); x && y) {
    panel.title = "Path in the plane (ring: start, disc: end)";
    panel.x_label = "x  (length)";
    panel.y_label = "y  (length)";
    path.x = coordinate(*x);
    path.y = coordinate(*y);
  } else if (const auto r = index_of(names, "R13"), s = index_of(names, "R23"),
             t = index_of(names, "R33");
             r && s && t) {
    panel.title = "Body axis 3 on the unit sphere (ring: start, disc: end)";
    panel.frame = Panel::Frame::sphere;
    panel.x_label = "1";
    panel.y_label = "2";
    path.x = coordinate(*r);
    path.y = coordinate(*s);
    path.z = coordinate(*t);
  } else if (const auto g = index_of(names, "g13"), h = index_of(names, "g23"),
             k = index_of(names, "g33");
             g && h && k) {
    panel.title = "Body axis 3 in the hyperbolic plane (Poincare disc)";
    panel.frame = Panel::Frame::disc;
    panel.x_label = "g13 / (1 + g33)";
    panel.y_label = "g23 / (1 + g33)";
    path.x = [g, k](const Sample& sample) { return sample.x[*g] / (1 + sample.x[*k]); };
    path.y = [h, k](const Sample& sample) { return sample.x[*h] / (1 + sample.x[*k]); };
  } else if (names.size() >= 2) {
    panel.title = "Path in " + names[0] + ", " + names[1] + " (ring: start, disc: end)";
    panel.frame = Panel::Frame::plain;
    panel.x_label = names[0];
    panel.y_label = names[1];
    path.x = coordinate(0);
    path.y = coordinate(1);
  } else if (names.size() == 1) {
    panel.title = names[0] + " over time";
    panel.frame = Panel::Frame::plain;
    panel.x_label = "t  (time)";
    panel.y_label = names[0];
    path.x = time_of;
    path.y = coordinate(0);
  } else {
    const auto [i, j] = moving_velocities(tracks);
    panel.title = "Velocities in the algebra (ring: start, disc: end)";
    panel.x_label = "a" + std::to_string(i + 1) + "  (1 / time)";
    panel.y_label = "a" + std::to_string(j + 1) + "  (1 / time)";
    path.x = [i = i](const Sample& sample) { return sample.a[i]; };
    path.y = [j = j](const Sample& sample) { return sample.a[j]; };
  }
  return path;
}

Panel path_panel(const SystemFile& file, const std::vector<Track>& tracks) {
  Path path = path_of(file, tracks);
  for (std::size_t k = 0; k < tracks.size(); ++k) {
    Curve c = curve(tracks[k], static_cast<int>(k), path.x, path.y);
    if (path.z) {
      for (const auto& s : tracks[k].samples) c.z.push_back(path.z(s));
    }
    c.marks_ends = true;
    c.dashed = k > 0 && k + 1 == tracks.size();
    path.panel.curves.push_back(std::move(c));
  }
  return path.panel;
}

Panel time_panel(const std::string& title, const std::string& label,
                 const std::vector<Track>& tracks, const std::function<Value(const Track&)>& value,
                 bool logarithmic) {
  Panel panel;
  panel.title = title;
  panel.x_label = "t  (time)";
  panel.y_label = label;
  panel.logarithmic = logarithmic;
  for (std::size_t k = 0; k < tracks.size(); ++k) {
    const Value y = value(tracks[k]);
    panel.curves.push_back(curve(tracks[k], static_cast<int>(k), time_of, [&](const Sample& s) {
      return logarithmic ? std::max(y(s), floor_of_logarithms) : y(s);
    }));
    panel.curves.back().dashed = k > 0 && k + 1 == tracks.size();
  }
  return panel;
}

Panel energy_panel(const std::vector<Track>& tracks) {
  return time_panel(
      "Energy error, relative to max(1, |E(0)|)", "relative", tracks,
      [](const Track& track) -> Value {
        const double start = track.samples.front().energy;
        return [start](const Sample& s) {
          return std::abs(s.energy - start) / std::max(1., std::abs(start));
        };
      },
      true);
}

Panel constraint_panel(const std::vector<Track>& tracks) {
  return time_panel(
      "Distance of the velocity from the constraint", "relative", tracks,
      [](const Track&) -> Value { return [](const Sample& s) { return s.off_constraint; }; }, true);
}

}  // namespace

Figure motion_figure(const SystemFile& file, const Track& track, const std::string& caption) {
  Figure figure;
  figure.caption = caption;
  Track unnamed = track;
  unnamed.name.clear();
  figure.main = path_panel(file, {unnamed});
  Panel velocities;
  velocities.title = "Velocities";
  velocities.x_label = "t  (time)";
  velocities.y_label = "per time";
  velocities.key = true;
  velocities.key_at = "bottom right horizontal font ',10'";
  const auto names = column_names(file, Dynamics::free);
  const std::size_t first = 1 + track.samples.front().x.size();
  for (std::size_t i = 0; i < std::min<std::size_t>(track.samples.front().a.size(), 6); ++i) {
    Track named{names[first + i], track.samples};
    velocities.curves.push_back(
        curve(named, static_cast<int>(i), time_of, [i](const Sample& s) { return s.a[i]; }));
  }
  figure.side = {std::move(velocities), energy_panel({unnamed}), constraint_panel({unnamed})};
  return figure;
}

Figure comparison_figure(const SystemFile& file, const std::vector<Track>& tracks,
                         const std::string& caption, double threshold) {
  Figure figure;
  figure.caption = caption;
  figure.main = path_panel(file, tracks);
  figure.main.key = true;
  Panel apart;
  apart.title = "Distance from the " + tracks.front().name + " motion";
  apart.x_label = "t  (time)";
  apart.y_label = "dotted: parted";
  apart.logarithmic = true;
  apart.level = threshold;
  for (std::size_t k = 1; k < tracks.size(); ++k) {
    Curve c;
    c.name = tracks[k].name;
    c.colour = static_cast<int>(k);
    c.dashed = k + 1 == tracks.size();
    const std::size_t count = std::min(tracks[0].samples.size(), tracks[k].samples.size());
    for (std::size_t i = 0; i < count; ++i) {
      c.x.push_back(tracks[k].samples[i].t);
      c.y.push_back(
          std::max(distance(tracks[0].samples[i], tracks[k].samples[i]), floor_of_distances));
    }
    apart.curves.push_back(std::move(c));
  }
  figure.side = {std::move(apart), energy_panel(tracks), constraint_panel(tracks)};
  return figure;
}

}  // namespace hamel::command
