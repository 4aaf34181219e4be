// Steering the system of a file.
#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

#include <hamel/core/error.hpp>
#include <hamel/io/steer.hpp>
#include <hamel/steer/both_ends.hpp>
#include <hamel/steer/conjugate.hpp>
#include <hamel/steer/moving_ends.hpp>
#include <hamel/steer/steer.hpp>

#include "base/printable.hpp"
#include "searching/adapted_frame.hpp"
#include "steering/conserved.hpp"
#include "steering/file_motion.hpp"
#include "steering/known_cut.hpp"
#include "steering/question.hpp"
#include "steering/tours.hpp"

namespace hamel {

namespace {

using Point = SystemGroup::Point;
using V = SystemGroup::V;
using M = SystemGroup::M;
using Motion = steering::FileMotion;
using steering::Question;

constexpr int most_dimensions = 10;  // what a linearised motion of run-time size holds
constexpr int most_turns = 2;        // that an angle with --wrap is tried to end away

/// Refuses what the cost knows nothing of, and what is too large.
void require_steerable(const Question& asked, const SystemFile& file) {
  const int n =
      asked.system != nullptr ? asked.system->dim() : static_cast<int>(asked.names.size());
  if (n > most_dimensions)
    throw InputError(asked.system != nullptr ? "$.group" : "$.chart",
                     "dimension " + std::to_string(n),
                     "at most " + std::to_string(most_dimensions) + ", to steer it");
  if (asked.system != nullptr && !asked.system->force.empty())
    throw InputError("$.force", "a force", "none: what a motion costs is the integral of L alone");
  const auto& inputs = std::visit(
      [](const auto& system) -> const auto& { return system.inputs; }, file.system);
  for (const auto& input : inputs)
    if (!input.velocity.empty() && input.table)
      throw InputError("$.inputs", "a table of the velocity '" + printable(input.name) + "'",
                       "a formula in t");
    else if (input.velocity.empty() && (input.signal || input.table))
      throw InputError("$.inputs", "a signal of '" + printable(input.name) + "'",
                       "none: what a motion costs is the integral of L alone");
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

/// Of the way, where L is kinetic energy: the speed is constant on each leg.
std::optional<double> length_of(const SteeredMotion& motion) {
  double sum = 0;
  for (const auto& leg : motion.legs) {
    if (!(leg.cost >= 0)) return {};
    sum += std::sqrt(2 * leg.length * leg.cost);
  }
  return sum;
}

std::vector<double> list(const V& v) {
  return {v.data(), v.data() + v.size()};
}

/// Does the constraint make all directions by brackets?
bool generates(const Motion& motion, const Point& x) {
  return searching::frame_at(searching::MotionsOf<Motion>(motion), searching::point(x)).generates();
}

}  // namespace

SteerAnswer steer(const SystemFile& file, const SteerRequest& request) {
  file.refuse_uncovered("steer");
  const AnswerBudget budget;
  Question asked = steering::question_of(file, request.to, request.free, request.t_end);
  steering::add_way(asked, file, request);
  require_steerable(asked, file);
  const std::vector<double> turns = steering::turns_of(file, asked.names);
  const std::vector<int> wrap = steering::angles(asked.names, turns, request.wrap);
  const bool some_free = asked.some_free();

  const Motion motion(file);
  const SystemGroup& group = motion.group();
  const Point from = group.from_coordinates(asked.start);
  // The cheapest legs need not make the cheapest tour, nor any.
  const int candidates = asked.is_tour() ? std::max(3, request.candidates) : request.candidates;
  Steering<Motion> steering(motion, {.candidates = candidates,
                                     .starts = motion.is_invariant() ? 120 : 40,
                                     .most_starts = 96,
                                     .shots = motion.is_invariant() ? 200 : 400});
  SteerAnswer answer;
  std::optional<InputError> refusal;
  bool reachable = false;
  const bool is_kinetic =
      asked.system != nullptr && asked.system->potential.is_zero() && asked.system->offset.empty();
  const auto sort = [&] {
    std::stable_sort(answer.motions.begin(), answer.motions.end(),
                     [](const auto& a, const auto& b) {
                       return a.is_least != b.is_least ? a.is_least : a.cost < b.cost;
                     });
  };
  for (const End& one : ends(motion, asked, wrap, turns, request.t_end)) {
    if (AnswerBudget::has_ended()) break;
    const Point at = steering::element_at(group, one.coordinates);
    try {
      if (!asked.some_periodic())
        steering::require_reachable(motion, asked, turns, from, at, asked.is_free, request.t_end);
    } catch (const InputError& error) {
      if (!refusal) refusal = error;
      continue;
    }
    reachable = true;
    const int enough = request.candidates;
    if (static_cast<int>(answer.motions.size()) >= enough &&
        one.least > answer.motions[enough - 1].cost)
      break;
    if (asked.is_tour()) {
      for (auto& m :
           steering::tours(steering, asked, turns, from, at, request, answer.iterations)) {
        if (is_kinetic) m.length = length_of(m);
        answer.motions.push_back(std::move(m));
      }
      sort();
      continue;
    }
    const auto found =
        some_free ? steering.solve(from, EndCoordinates<SystemGroup>(group, at, asked.is_free),
                                   request.t_end)
                  : steering.solve(from, at, request.t_end);
    answer.iterations += steering.iterations();
    answer.unrepeated = std::min(answer.unrepeated, steering.unrepeated());
    for (const auto& m : found) {
      SteeredMotion known;
      known.cost = m.cost;
      known.residual = m.residual;
      known.legs = {{0, request.t_end, m.cost, asked.start, group.coordinates(m.end.x), list(m.a),
                     list(m.mu)}};
      known.a = known.legs[0].a;
      known.mu = known.legs[0].mu;
      known.end = known.legs[0].end;
      if (is_kinetic) known.length = length_of(known);
      known.conjugacy = conjugacy(motion, m.start, request.t_end);
      if (asked.system != nullptr && !some_free)
        known.cut_time = steering::known_cut_time(*asked.system, m.start.m);
      if (some_free)  // motions to ends nearby may cost less
        known.conjugacy.optimality =
            among_ends(motion, m.start, request.t_end,
                       BothEnds<SystemGroup>(group, from, at, asked.is_free, asked.is_periodic),
                       known.conjugacy);
      answer.motions.push_back(std::move(known));
    }
    sort();
  }
  if (!reachable && refusal) throw *refusal;
  if (static_cast<int>(answer.motions.size()) > request.candidates)
    answer.motions.resize(request.candidates);
  const bool linear = motion.velocity(0., from, V(V::Zero(motion.dim()))).norm() == 0;
  if (answer.motions.empty() && linear) answer.generates = generates(motion, from);
  return answer;
}

}  // namespace hamel
