// What motions do over time: velocities, forces of the constraint, energy and constraint.
#include "time_panels.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "reactions.hpp"

namespace hamel::command {

namespace {

constexpr double rounding = 1e-12;          // relative: what is less is said, not drawn
constexpr double constant = 1e-10;          // relative: what varies less does not change
constexpr std::size_t most_components = 4;  // in a panel

/// A quantity that should stay zero: a panel with the motions where it is more than rounding, a note for the others.
void add_error(Figure& figure, const std::vector<Track>& tracks, Panel panel,
               const std::string& noun, const std::function<Value(const Track&)>& error) {
  std::string names;
  bool some_kept = false;
  double most_kept = 0;
  for (const auto& track : tracks) {
    const Value y = error(track);
    double most = 0;
    for (const auto& s : track.samples) most = std::max(most, std::abs(y(s)));
    if (most <= rounding) {
      names += (some_kept ? ", " : "") + track.name;
      some_kept = true;
      most_kept = std::max(most_kept, most);
    } else {
      panel.curves.push_back(curve(track, time_of, y));
    }
  }
  const bool some_drawn = !panel.curves.empty();
  if (some_drawn) figure.side.push_back(panel);
  if (!some_kept) return;
  char size[60];
  std::snprintf(size, sizeof size, most_kept > 0 ? ": %.0e, rounding" : ": exactly 0", most_kept);
  figure.notes.push_back(noun + size + (some_drawn ? " (" + names + ")" : ""));
}

std::string velocity_name(const SystemFile& file, const Track& track, std::size_t i) {
  return column_names(file, track.dynamics)[1 + track.samples.front().x.size() + i];
}

Value velocity(std::size_t i) {
  return [i](const Sample& s) { return s.a[i]; };
}

/// How much a velocity varies over all tracks, beyond rounding.
double variation(const std::vector<Track>& tracks, std::size_t i) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const auto& track : tracks) {
    for (const auto& s : track.samples) {
      low = std::min(low, s.a[i]);
      high = std::max(high, s.a[i]);
    }
  }
  const double size = std::max({1., std::abs(low), std::abs(high)});
  return high - low > constant * size ? high - low : 0;
}

/// The components that change most, in one panel; false where none does.
bool add_changing(Figure& figure, Panel panel, const std::vector<Curve>& components) {
  std::vector<std::pair<double, std::size_t>> moving;
  for (std::size_t i = 0; i < components.size(); ++i) {
    const auto [low, high] = std::minmax_element(components[i].y.begin(), components[i].y.end());
    const double size = std::max({1., std::abs(*low), std::abs(*high)});
    if (*high - *low > constant * size) moving.emplace_back(*low - *high, i);
  }
  if (moving.empty()) return false;
  std::sort(moving.begin(), moving.end());
  if (moving.size() > most_components) moving.resize(most_components);
  std::sort(moving.begin(), moving.end(),
            [](const auto& p, const auto& q) { return p.second < q.second; });
  panel.key = true;
  for (const auto& [changes, i] : moving) {
    Curve c = components[i];
    c.colour = static_cast<int>(panel.curves.size());
    c.line = static_cast<Curve::Line>(panel.curves.size() % 3);
    c.thin = panel.curves.size() > 2;
    panel.curves.push_back(std::move(c));
  }
  figure.side.push_back(std::move(panel));
  return true;
}

/// nu1, .. on groups; in coordinates the one that the force acts on.
std::string force_name(const SystemFile& file, std::size_t i) {
  const auto* chart = std::get_if<ChartSystem>(&file.system);
  return chart != nullptr ? "on " + chart->coordinates[i] : "nu" + std::to_string(i + 1);
}

/// A curve for each component; none where there are no forces.
std::vector<Curve> force_curves(const SystemFile& file, const Track& track) {
  const auto forces = reactions_along(file, track);
  std::vector<Curve> components;
  for (std::size_t i = 0; !forces.empty() && i < forces.front().size(); ++i) {
    Curve c = curve(track, time_of, time_of);
    for (std::size_t k = 0; k < forces.size(); ++k) c.y[k] = forces[k][i];
    components.push_back(std::move(c));
  }
  return components;
}

double largest(const std::vector<Curve>& curves) {
  double most = 0;
  for (const auto& c : curves)
    for (const double y : c.y) most = std::max(most, std::abs(y));
  return most;
}

/// Forces that do not change, in words.
std::string at_the_start(const std::vector<Curve>& components) {
  if (largest(components) <= rounding) return "0";
  std::string line = "constant (";
  for (std::size_t i = 0; i < components.size(); ++i) {
    char value[32];
    const double y = components[i].y.front();
    std::snprintf(value, sizeof value, "%s%.4g%s", i > 0 ? ", " : "",
                  std::abs(y) > rounding ? y : 0., i + 1 < components.size() ? "" : ")");
    line += value;
  }
  return line;
}

}  // namespace

double time_of(const Sample& s) {
  return s.t;
}

Curve curve(const Track& track, const Value& x, const Value& y) {
  Curve result;
  result.name = track.name;
  result.colour = track.dynamics == Dynamics::nonholonomic ? 0
                  : track.dynamics == Dynamics::vakonomic  ? 1
                                                           : 2;
  result.line = static_cast<Curve::Line>(result.colour);
  for (const auto& s : track.samples) {
    result.x.push_back(x(s));
    result.y.push_back(y(s));
  }
  return result;
}

Panel time_panel(const std::string& title, const std::string& label) {
  Panel panel;
  panel.title = title;
  panel.x_label = "t  (time)";
  panel.y_label = label;
  return panel;
}

void add_errors(Figure& figure, const std::vector<Track>& tracks, bool constrained) {
  add_error(figure, tracks, time_panel("Change of energy, relative to max(1, |E(0)|)", "relative"),
            "Change of energy", [](const Track& track) -> Value {
              const double start = track.samples.front().energy;
              return [start](const Sample& s) {
                return (s.energy - start) / std::max(1., std::abs(start));
              };
            });
  if (!constrained) return;
  add_error(figure, tracks, time_panel("Distance of the velocity from the constraint", "relative"),
            "Off the constraint",
            [](const Track&) -> Value { return [](const Sample& s) { return s.off_constraint; }; });
}

void add_telling_velocity(Figure& figure, const SystemFile& file,
                          const std::vector<Track>& tracks) {
  const std::size_t n = tracks.front().samples.front().a.size();
  std::size_t best = 0;
  for (std::size_t i = 1; i < n; ++i)
    if (variation(tracks, i) > variation(tracks, best)) best = i;
  if (n == 0 || variation(tracks, best) == 0) {
    figure.notes.push_back("Velocities: constant");
    return;
  }
  const std::string name = velocity_name(file, tracks.front(), best);
  Panel panel = time_panel("Velocity " + name, name + "  (per time)");
  for (const auto& track : tracks) panel.curves.push_back(curve(track, time_of, velocity(best)));
  figure.side.push_back(std::move(panel));
}

void add_velocities(Figure& figure, const SystemFile& file, const Track& track) {
  std::vector<Curve> components;
  for (std::size_t i = 0; i < track.samples.front().a.size(); ++i) {
    components.push_back(curve(track, time_of, velocity(i)));
    components.back().name = velocity_name(file, track, i);
  }
  if (!add_changing(figure, time_panel("Velocities that change", "per time"), components))
    figure.notes.push_back("Velocities: constant");
}

void add_reaction(Figure& figure, const SystemFile& file, const Track& track) {
  if (track.dynamics != Dynamics::nonholonomic) return;
  std::vector<Curve> components = force_curves(file, track);
  if (components.empty()) return;
  for (std::size_t i = 0; i < components.size(); ++i) components[i].name = force_name(file, i);
  if (!add_changing(figure, time_panel("Reaction of the constraint", "force"), components))
    figure.notes.push_back("Reaction: " + at_the_start(components));
}

void add_reactions(Figure& figure, const SystemFile& file, const std::vector<Track>& tracks) {
  std::vector<std::vector<Curve>> motions;
  for (const auto& track : tracks)
    if (auto components = force_curves(file, track); !components.empty())
      motions.push_back(std::move(components));
  if (motions.empty()) return;
  const double size = std::max(1., largest(motions.front()));
  std::optional<std::size_t> best;
  std::pair<double, double> most;  // of the first motion, of all
  for (std::size_t i = 0; i < motions.front().size(); ++i) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const auto& components : motions) {
      const auto [least, greatest] =
          std::minmax_element(components[i].y.begin(), components[i].y.end());
      low = std::min(low, *least);
      high = std::max(high, *greatest);
    }
    const double first = largest({motions.front()[i]});
    const std::pair rank{first > rounding ? first : 0, high - low};
    if (high - low > constant * size && (!best || rank > most)) {
      most = rank;
      best = i;
    }
  }
  if (!best) {
    figure.notes.push_back("Force of the constraint: " + at_the_start(motions.front()));
    return;
  }
  Panel panel = time_panel("Force that keeps the constraint, " + force_name(file, *best), "force");
  for (auto& components : motions) panel.curves.push_back(std::move(components[*best]));
  figure.side.push_back(std::move(panel));
}

}  // namespace hamel::command
