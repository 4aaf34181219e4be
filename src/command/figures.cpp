// The pictures of motions: paths, and beside them the panels over time.
#include "figures.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <hamel/check/verdict.hpp>
#include <hamel/diagnostics/comparison.hpp>

#include "momentum.hpp"
#include "paths.hpp"
#include "time_panels.hpp"

namespace hamel::command {

namespace {

constexpr double equal = 1e-6;              // motions that are one, relative
constexpr double same_picture = 2e-3;       // of the extent
constexpr double least_distance = 1e-5;     // on logarithmic axes
constexpr double vehicle_size = 0.042;      // of the extent

bool differ(const std::vector<double>& p, const std::vector<double>& q, double part) {
  double square = 0, size = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    square += (p[i] - q[i]) * (p[i] - q[i]);
    size += p[i] * p[i];
  }
  return !(square <= part * part * std::max(1., size));
}

bool coincide(const Track& left, const Track& right) {
  if (left.samples.size() != right.samples.size()) return false;
  for (std::size_t i = 0; i < left.samples.size(); ++i) {
    const Sample &p = left.samples[i], &q = right.samples[i];
    if (differ(p.x, q.x, equal) || differ(p.a, q.a, equal)) return false;
  }
  return true;
}

/// Motions that coincide become one, with the names of all.
std::vector<Track> distinct(const std::vector<Track>& tracks) {
  std::vector<Track> result;
  for (const auto& track : tracks) {
    const auto same = std::find_if(result.begin(), result.end(),
                                   [&](const Track& one) { return coincide(one, track); });
    if (same == result.end())
      result.push_back(track);
    else
      same->name += " = " + track.name;
  }
  return result;
}

/// Says in the names of curves which of them cannot be told apart in the panel.
void name_hidden(std::vector<Curve>& curves, double extent) {
  const auto distance = [&](const Curve& a, std::size_t i, const Curve& b, std::size_t j) {
    const double z = a.z.empty() ? 0 : a.z[i] - b.z[j];
    return std::hypot(a.x[i] - b.x[j], a.y[i] - b.y[j], z);
  };
  for (std::size_t k = 0; k < curves.size(); ++k) {
    Curve& c = curves[k];
    double moved = 0;
    for (std::size_t i = 0; i < c.x.size(); ++i) moved = std::max(moved, distance(c, i, c, 0));
    if (moved <= same_picture * extent) {
      c.name += " (at rest here)";
      continue;
    }
    for (std::size_t j = 0; j < k; ++j) {
      if (curves[j].x.size() != c.x.size()) continue;
      double apart = 0;
      for (std::size_t i = 0; i < c.x.size(); ++i)
        apart = std::max(apart, distance(c, i, curves[j], i));
      if (apart > same_picture * extent) continue;
      c.name += " (same path here)";
      break;
    }
  }
}

/// The tracks become what the panel shows of them.
Panel path_panel(const SystemFile& file, std::vector<Track>& tracks, const Again& again) {
  Path path = path_of(file, tracks);
  const double t_all = tracks.front().end();
  tracks = as_finely_as_they_bend(std::move(tracks), path.axes, again);
  keep_together(tracks, path);
  double t_end = 0;
  for (const auto& track : tracks) t_end = std::max(t_end, track.end());
  if (t_end < 0.99 * t_all) {
    char shown[40];
    std::snprintf(shown, sizeof shown, ", 0 <= t <= %.3g", t_end);
    path.panel.title.insert(path.panel.title.find(" ("), shown);
  }
  auto& curves = path.panel.curves;
  double extent = path.extent(tracks);
  if (path.panel.shown) {
    const auto& box = *path.panel.shown;
    extent = std::max(box[1] - box[0], box[3] - box[2]);
  }
  for (const auto& track : tracks) {
    curves.push_back(curve(track, path.axes[0], path.axes[1]));
    curves.back().marks_ends = true;
    if (path.axes.size() < 3) continue;
    for (const auto& s : track.samples) curves.back().z.push_back(path.axes[2](s));
  }
  if (tracks.size() > 1) name_hidden(curves, extent);
  if (!path.heading) return path.panel;
  for (std::size_t k = 0; k < tracks.size(); ++k) {
    Curve c = vehicles(path, tracks[k], t_end, vehicle_size * extent, k == 0);
    c.colour = curves[k].colour;
    path.panel.curves.push_back(std::move(c));
  }
  return path.panel;
}

/// The momenta of the motions in the dual of the algebra; false where they say nothing.
bool add_momentum(Figure& figure, const SystemFile& file, const std::vector<Track>& tracks) {
  auto panel = momentum_panel(file, tracks);
  if (!panel) return false;
  for (const auto& track : tracks) {
    const auto p = [](std::size_t i) -> Value { return [i](const Sample& s) { return s.p[i]; }; };
    Curve c = curve(track, p(0), p(1));
    for (const auto& s : track.samples) c.z.push_back(s.p[2]);
    if (tracks.size() == 1) c.line = Curve::Line::solid;
    c.marks_ends = true;
    panel->curves.push_back(std::move(c));
  }
  figure.side.push_back(std::move(*panel));
  return true;
}

bool is_constrained(const SystemFile& file) {
  if (const auto* group = std::get_if<GroupSystem>(&file.system)) return group->constrained();
  return !std::get<ChartSystem>(file.system).constraints.empty();
}

}  // namespace

Again run_again(const SystemFile& file, const RunPlan& plan) {
  const auto& list = methods();
  const bool dense = std::any_of(list.begin(), list.end(), [&](const auto& method) {
    return method.name == plan.method && method.adaptive;
  });
  return [&file, plan, dense](Dynamics dynamics, double t_end, long outputs) {
    std::vector<Sample> samples;
    if (!dense) return samples;
    RunPlan finer = plan;
    finer.dynamics = dynamics;
    finer.t_end = t_end;
    finer.step = t_end / static_cast<double>(outputs);
    finer.every = 1;
    finer.at.clear();
    finer.at_event = {};
    hamel::simulate(file, finer, [&](const Sample& sample) { samples.push_back(sample); });
    return samples;
  };
}

Figure motion_figure(const SystemFile& file, const Track& track, const Again& again) {
  Figure figure;
  Track unnamed = track;
  unnamed.name.clear();
  std::vector<Track> shown{unnamed};
  figure.main = path_panel(file, shown, again);
  for (auto& c : figure.main.curves) c.line = Curve::Line::solid;
  add_momentum(figure, file, shown);
  add_velocities(figure, file, shown.front());
  add_reaction(figure, file, shown.front());
  add_errors(figure, {unnamed}, is_constrained(file));
  return figure;
}

Figure comparison_figure(const SystemFile& file, const std::vector<Track>& tracks,
                         const Again& again) {
  Figure figure;
  const std::vector<Track> different = distinct(tracks);
  std::vector<Track> shown = different;
  figure.main = path_panel(file, shown, again);
  figure.main.key = true;
  Panel apart =
      time_panel("Distance from the " + tracks.front().name + " motion", "dotted line: parted");
  apart.logarithmic = true;
  apart.level = parting_distance;
  for (std::size_t k = 1; k < different.size(); ++k) {
    Curve c = curve(different[k], time_of, [](const Sample&) { return least_distance; });
    const std::size_t count = std::min(different[0].samples.size(), different[k].samples.size());
    c.x.resize(count);
    c.y.resize(count);
    for (std::size_t i = 0; i < count; ++i)
      c.y[i] = std::max(distance(different[0].samples[i], different[k].samples[i]), least_distance);
    apart.curves.push_back(std::move(c));
  }
  if (!apart.curves.empty()) figure.side.push_back(std::move(apart));
  if (!add_momentum(figure, file, shown)) add_telling_velocity(figure, file, shown);
  add_reactions(figure, file, different);
  add_errors(figure, different, is_constrained(file));
  return figure;
}

std::string verdict_line(const SystemFile& file, const Comparison& comparison) {
  if (!is_constrained(file)) return "No constraint: the three motions are one.";
  const MotionVerdict& q2 = comparison.q2;
  std::string line = "Is the nonholonomic motion vakonomic (Q2)? ";
  line += yes_or_no(q2.answer);
  if (q2.answer == Answer::undecided) return line + ": " + q2.reason;
  line += q2.exact ? ", proved" : ", numerically";
  if (q2.answer != Answer::holds || q2.multiplier.empty() || q2.multiplier.size() > 6) return line;
  line += ", with the multiplier (";
  for (std::size_t i = 0; i < q2.multiplier.size(); ++i) {
    char value[32];
    std::snprintf(value, sizeof value, "%s%.4g", i > 0 ? ", " : "",
                  std::abs(q2.multiplier[i]) < 1e-13 ? 0. : q2.multiplier[i]);
    line += value;
  }
  return line + ") at the start";
}

}  // namespace hamel::command
