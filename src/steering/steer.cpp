// Steering the system of a file.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <variant>

#include <hamel/core/error.hpp>
#include <hamel/core/nearest_name.hpp>
#include <hamel/io/any_system.hpp>
#include <hamel/io/printable.hpp>
#include <hamel/io/steer.hpp>
#include <hamel/steer/steer.hpp>

#include "running/whole_turns.hpp"
#include "steering/file_motion.hpp"
#include "steering/known_cut.hpp"
#include "steering/reachable.hpp"

namespace hamel {

namespace {

using Point = SystemGroup::Point;
using V = SystemGroup::V;
using M = SystemGroup::M;
using Motion = steering::FileMotion;

constexpr int most_dimensions = 10;  // what a linearised motion of run-time size holds
constexpr int most_turns = 2;        // that an angle with --wrap is tried to end away

/// What steering asks of a file, on a group or in coordinates.
struct Question {
  const GroupSystem* system = nullptr;  ///< none in coordinates
  std::vector<std::string> names;       ///< of the coordinates
  std::vector<double> start, target;
};

std::vector<double> values(const std::vector<Number>& numbers) {
  std::vector<double> all;
  for (const Number& number : numbers) all.push_back(number.value);
  return all;
}

/// Refuses what has no meaning to steer.
Question question_of(const SystemFile& file) {
  if (const auto* chart = std::get_if<ChartSystem>(&file.system)) {
    Question asked{nullptr, chart->coordinates, std::vector<double>(chart->dim()), {}};
    if (chart->start) asked.start = values(chart->start->q);
    if (chart->target) asked.target = values(*chart->target);
    return asked;
  }
  const auto& system = std::get<GroupSystem>(file.system);
  if (!system.force.empty())
    throw InputError("$.force", "a force", "none: what a motion costs is the integral of L alone");
  for (const auto& input : system.inputs)
    if (input.signal)
      throw InputError("$.inputs", "a signal of '" + printable(input.name) + "'",
                       "none: what a motion costs is the integral of L alone");
  if (system.coordinates.empty())
    throw InputError("$.algebra", "an algebra without elements",
                     "a group, to have a place to steer to");
  Question asked{&system, system.coordinates, system.group.coordinates(any_start(system)), {}};
  if (system.target) asked.target = values(*system.target);
  return asked;
}

int index_of(const std::vector<std::string>& names, const char* option, const std::string& name) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) {
    std::string known;
    for (const auto& n : names) known += (known.empty() ? "" : ", ") + n;
    throw InputError(option, "'" + printable(name) + "'" + nearest_hint(name, names),
                     "a coordinate: " + known);
  }
  return static_cast<int>(at - names.begin());
}

/// How long a turn of each coordinate is, 0 where it is no angle.
std::vector<double> turns_of(const SystemFile& file, const std::vector<std::string>& names) {
  std::vector<double> turns;
  if (const auto* chart = std::get_if<ChartSystem>(&file.system)) {
    for (const int whole : running::periods(*chart)) turns.push_back(2 * std::numbers::pi * whole);
    return turns;
  }
  for (const auto& name : names)
    turns.push_back(name.starts_with("phi") || name.starts_with("theta") ? 2 * std::numbers::pi
                                                                         : 0);
  return turns;
}

/// The directions in which coordinates of the end are free: columns b with dc(b) = 0 for the fixed ones.
M free_directions(const SystemGroup& group, const Point& at, const std::vector<bool>& is_free) {
  const int n = group.dim(), all = static_cast<int>(is_free.size());
  Eigen::MatrixXd slopes = Eigen::MatrixXd::Zero(all, n);
  for (int k = 0; k < n; ++k) {
    const auto along = group.coordinates_along(at, k);
    for (int i = 0; i < all; ++i)
      if (!is_free[i]) slopes(i, k) = along[i].derivatives()[0];
  }
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(slopes.transpose());
  qr.setThreshold(1e-10);
  const Eigen::MatrixXd q = qr.householderQ();
  return q.rightCols(n - qr.rank());
}

/// What the kinetic energy of a turn by `angle` along the coordinate's direction costs at least: (e_k a)^2 is at
/// most (D (D^T M D)^-1 D^T)_kk g(a,a). Nothing is known (0) with a potential, an offset or a metric that varies.
double least_cost(const Motion& motion, int coordinate, double angle, double time) {
  if (!motion.is_invariant()) return 0;
  const auto e = motion.group().identity<double>();
  for (int k = 0; k < motion.dim(); ++k) {
    if (motion.group().coordinates_along(e, k)[coordinate].derivatives()[0] != 1) continue;
    const double speed = motion.velocity(0., e, V(V::Unit(motion.dim(), k)))[k];
    return speed > 0 ? angle * angle / (2 * time * speed) : HUGE_VAL;
  }
  return 0;
}

/// The ends to try, with the least cost of each: the target with every number of turns of the angles in `wrap`.
struct End {
  std::vector<double> coordinates;
  double least;
};
std::vector<End> ends(const Motion& motion, const Question& asked, const std::vector<int>& wrap,
                      const std::vector<double>& turns, double time) {
  std::vector<End> all{{asked.target, 0}};
  for (const int i : wrap) {
    std::vector<End> more;
    const double nearest = std::round((asked.start[i] - asked.target[i]) / turns[i]);
    for (const End& end : all)
      for (int turn = -most_turns; turn <= most_turns; ++turn) {
        End turned = end;
        turned.coordinates[i] += turns[i] * (nearest + turn);
        turned.least = std::max(
            end.least, least_cost(motion, i, turned.coordinates[i] - asked.start[i], time));
        more.push_back(std::move(turned));
      }
    all = std::move(more);
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const End& a, const End& b) { return a.least < b.least; });
  return all;
}

std::vector<double> list(const V& v) {
  return {v.data(), v.data() + v.size()};
}

/// The end that was asked for; coordinates of no element are refused.
Point element_at(const SystemGroup& group, const std::vector<double>& coordinates) {
  try {
    return group.from_coordinates(coordinates);
  } catch (const InputError& error) {
    throw InputError("end of the motion (--to or $.target)", error.found(), error.expected());
  }
}

}  // namespace

SteerAnswer steer(const SystemFile& file, const SteerRequest& request) {
  Question asked = question_of(file);
  const int n =
      asked.system != nullptr ? asked.system->dim() : static_cast<int>(asked.names.size());
  if (n > most_dimensions)
    throw InputError(asked.system != nullptr ? "$.group" : "$.chart",
                     "dimension " + std::to_string(n),
                     "at most " + std::to_string(most_dimensions) + ", to steer it");
  if (request.to.empty() && request.free.empty() && asked.target.empty())
    throw InputError("--to", "nothing, and no target in the file",
                     "coordinates of the end, as x=1,y=1/2");
  if (!(request.t_end > 0) || !std::isfinite(request.t_end))
    throw InputError("end time", text(request.t_end), "a number above 0");

  if (!request.to.empty() || asked.target.empty()) asked.target = asked.start;
  std::vector<bool> is_named(asked.names.size(), false);
  for (const auto& [name, value] : request.to) {
    const int i = index_of(asked.names, "--to", name);
    if (is_named[i]) throw InputError("--to", "'" + name + "' twice", "each coordinate once");
    is_named[i] = true;
    asked.target[i] = value;
  }
  std::vector<bool> is_free(asked.names.size(), false);
  for (const auto& name : request.free) {
    const int i = index_of(asked.names, "--free", name);
    if (is_named[i])
      throw InputError("--free", "'" + name + "', which --to names", "a coordinate without value");
    is_free[i] = true;
  }
  const std::vector<double> turns = turns_of(file, asked.names);
  std::vector<int> wrap;
  for (const auto& name : request.wrap) {
    wrap.push_back(index_of(asked.names, "--wrap", name));
    if (turns[wrap.back()] == 0)
      throw InputError("--wrap", "'" + printable(name) + "'", "an angle");
  }
  const bool some_free = std::find(is_free.begin(), is_free.end(), true) != is_free.end();

  const Motion motion(file);
  const SystemGroup& group = motion.group();
  const Point from = group.from_coordinates(asked.start);
  Steering<Motion> steering(motion, {.candidates = request.candidates,
                                     .starts = 12,
                                     .most_starts = 96,
                                     .shots = motion.is_invariant() ? 200 : 400});
  SteerAnswer answer;
  std::optional<InputError> refusal;
  bool reachable = false;
  for (const End& one : ends(motion, asked, wrap, turns, request.t_end)) {
    const Point at = element_at(group, one.coordinates);
    try {
      if (asked.system != nullptr && !asked.system->moves())
        steering::require_reachable(*asked.system, from, at, free_directions(group, at, is_free));
    } catch (const InputError& error) {
      if (!refusal) refusal = error;
      continue;
    }
    reachable = true;
    const int enough = request.candidates;
    if (static_cast<int>(answer.motions.size()) >= enough &&
        one.least > answer.motions[enough - 1].cost)
      break;
    const auto found =
        some_free
            ? steering.solve(from, EndCoordinates<SystemGroup>(group, at, is_free), request.t_end)
            : steering.solve(from, at, request.t_end);
    answer.iterations += steering.iterations();
    for (const auto& m : found) {
      SteeredMotion known{m.cost, m.residual, list(m.a), list(m.mu), group.coordinates(m.end.x),
                          {},     {}};
      known.conjugacy = conjugacy(motion, m.start, request.t_end);
      if (asked.system != nullptr && !some_free)
        known.cut_time = steering::known_cut_time(*asked.system, m.start.m);
      // Where the end is free, motions to ends nearby may cost less: only the worse is known.
      if (some_free && known.conjugacy.optimality == Optimality::locally_optimal)
        known.conjugacy.optimality = Optimality::unknown;
      answer.motions.push_back(std::move(known));
    }
    std::stable_sort(answer.motions.begin(), answer.motions.end(),
                     [](const auto& a, const auto& b) { return a.cost < b.cost; });
  }
  if (!reachable && refusal) throw *refusal;
  if (static_cast<int>(answer.motions.size()) > request.candidates)
    answer.motions.resize(request.candidates);
  const bool linear = motion.velocity(0., from, V(V::Zero(motion.dim()))).norm() == 0;
  if (answer.motions.empty() && linear) answer.generates = frame_at(motion, from).generates();
  return answer;
}

}  // namespace hamel
