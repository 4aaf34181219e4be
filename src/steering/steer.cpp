// Steering the system of a file.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <variant>

#include <hamel/core/error.hpp>
#include <hamel/core/nearest_name.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/io/any_system.hpp>
#include <hamel/io/printable.hpp>
#include <hamel/io/steer.hpp>
#include <hamel/steer/steer.hpp>

#include "steering/reachable.hpp"

namespace hamel {

namespace {

using Point = SystemGroup::Point;
using V = SystemGroup::V;
using M = SystemGroup::M;
using Motion = Problem<Dynamics::vakonomic, AnySystem, AnySplit>;

constexpr int most_dimensions = 10;  // what a linearised motion of run-time size holds
constexpr int most_turns = 2;        // that an angle with --wrap is tried to end away

int index_of(const GroupSystem& system, const char* option, const std::string& name) {
  const auto& names = system.coordinates;
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) {
    std::string known;
    for (const auto& n : names) known += (known.empty() ? "" : ", ") + n;
    throw InputError(option, "'" + printable(name) + "'" + nearest_hint(name, names),
                     "a coordinate: " + known);
  }
  return static_cast<int>(at - names.begin());
}

/// Does d move with the configuration?
template <class System>
bool moves(const System& system) {
  if constexpr (requires { system.moves(); })
    return system.moves();
  else
    return false;
}

Motion motion_of(const GroupSystem& system) {
  const AnySystem mechanics = any_system(system);
  return {mechanics, AnySplit(mechanics, any_distribution(system), any_start(system),
                              ExpressionOffset(system.group, system.offset))};
}

/// The directions in which coordinates of the end are free: columns b with dc(b) = 0 for the fixed ones.
M free_directions(const GroupSystem& system, const Point& at, const std::vector<bool>& is_free) {
  const int n = system.dim(), all = static_cast<int>(system.coordinates.size());
  Eigen::MatrixXd slopes = Eigen::MatrixXd::Zero(all, n);
  for (int k = 0; k < n; ++k) {
    const auto along = system.group.coordinates_along(at, k);
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
double least_cost(const GroupSystem& system, const Motion& motion, int coordinate, double angle,
                  double time) {
  if (!motion.is_invariant()) return 0;
  const auto e = system.group.identity<double>();
  for (int k = 0; k < system.dim(); ++k) {
    if (system.group.coordinates_along(e, k)[coordinate].derivatives()[0] != 1) continue;
    const double speed = motion.velocity(0., e, V(V::Unit(system.dim(), k)))[k];
    return speed > 0 ? angle * angle / (2 * time * speed) : HUGE_VAL;
  }
  return 0;
}

/// The ends to try, with the least cost of each: the target with every number of turns of the angles in `wrap`.
struct End {
  std::vector<double> coordinates;
  double least;
};
std::vector<End> ends(const GroupSystem& system, const Motion& motion,
                      const std::vector<double>& target, const std::vector<int>& wrap,
                      const std::vector<double>& start, double time) {
  std::vector<End> all{{target, 0}};
  for (const int i : wrap) {
    std::vector<End> more;
    const double nearest = std::round((start[i] - target[i]) / (2 * std::numbers::pi));
    for (const End& end : all)
      for (int turn = -most_turns; turn <= most_turns; ++turn) {
        End turned = end;
        turned.coordinates[i] += 2 * std::numbers::pi * (nearest + turn);
        turned.least = std::max(
            end.least, least_cost(system, motion, i, turned.coordinates[i] - start[i], time));
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

}  // namespace

SteerAnswer steer(const SystemFile& file, const SteerRequest& request) {
  const auto* system = std::get_if<GroupSystem>(&file.system);
  if (system == nullptr)
    throw InputError("$.chart", "a system in coordinates", "a system on a group, to steer it");
  if (!system->force.empty())
    throw InputError("$.force", "a force", "none: what a motion costs is the integral of L alone");
  if (moves(*system))
    throw InputError("$.constraint.span", "vectors that move with the configuration",
                     "constant ones: files are steered with these only, see MovingSplit for C++");
  if (system->coordinates.empty())
    throw InputError("$.algebra", "an algebra without elements",
                     "a group, to have a place to steer to");
  if (system->dim() > most_dimensions)
    throw InputError("$.group", "dimension " + std::to_string(system->dim()),
                     "at most " + std::to_string(most_dimensions) + ", to steer it");
  if (request.to.empty() && request.free.empty() && !system->target)
    throw InputError("--to", "nothing, and no target in the file",
                     "coordinates of the end, as x=1,y=1/2");
  if (!(request.t_end > 0) || !std::isfinite(request.t_end))
    throw InputError("end time", text(request.t_end), "a number above 0");

  const Point from = any_start(*system);
  const std::vector<double> start = system->group.coordinates(from);
  std::vector<double> target = start;
  if (request.to.empty() && system->target)
    for (std::size_t i = 0; i < target.size(); ++i) target[i] = (*system->target)[i].value;
  for (const auto& [name, value] : request.to) target[index_of(*system, "--to", name)] = value;
  std::vector<bool> is_free(target.size(), false);
  for (const auto& name : request.free) is_free[index_of(*system, "--free", name)] = true;
  std::vector<int> wrap;
  for (const auto& name : request.wrap) {
    wrap.push_back(index_of(*system, "--wrap", name));
    if (!name.starts_with("phi") && !name.starts_with("theta"))
      throw InputError("--wrap", "'" + printable(name) + "'", "an angle");
  }
  const bool some_free = std::find(is_free.begin(), is_free.end(), true) != is_free.end();

  const Motion motion = motion_of(*system);
  SteerOptions options{.candidates = request.candidates, .starts = 12, .shots = 200};
  Steering<Motion> steering(motion, options);
  SteerAnswer answer;
  std::optional<InputError> refusal;
  bool reachable = false;
  for (const End& one : ends(*system, motion, target, wrap, start, request.t_end)) {
    const Point at = system->group.from_coordinates(one.coordinates);
    try {
      steering::require_reachable(*system, from, at, free_directions(*system, at, is_free));
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
        some_free ? steering.solve(from, EndCoordinates<SystemGroup>(system->group, at, is_free),
                                   request.t_end)
                  : steering.solve(from, at, request.t_end);
    for (const auto& m : found) {
      answer.iterations += m.iterations;
      SteeredMotion known{
          m.cost, m.residual, list(m.a), list(m.mu), system->group.coordinates(m.end.x), {}};
      known.conjugacy = conjugacy(motion, m.start, request.t_end);
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
  return answer;
}

}  // namespace hamel
