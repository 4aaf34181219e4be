// Motions of a file by way of given places, and gaits.
#include "steering/tours.hpp"

#include <algorithm>
#include <utility>

#include <hamel/steer/both_ends.hpp>
#include <hamel/steer/conjugate.hpp>
#include <hamel/steer/moving_ends.hpp>
#include <hamel/steer/tour.hpp>

#include "steering/conserved.hpp"

namespace hamel::steering {

namespace {

using Point = SystemGroup::Point;

std::vector<double> list(const SystemGroup::V& v) {
  return {v.data(), v.data() + v.size()};
}

/// The places on the way; one that no motion reaches is refused.
std::vector<Stop<SystemGroup>> stops_of(const FileMotion& motion, const Question& asked,
                                        const std::vector<double>& turns, const Point& from) {
  const SystemGroup& group = motion.group();
  std::vector<Stop<SystemGroup>> stops;
  for (const Via& via : asked.via) {
    std::vector<double> c = asked.start;
    std::vector<bool> is_free(c.size(), true);
    for (const auto& [i, value] : via.coordinates) {
      c[i] = value;
      is_free[i] = false;
    }
    const Point at = element_at(group, c);
    if (!asked.some_periodic()) require_reachable(motion, asked, turns, from, at, is_free, via.t);
    stops.push_back({via.t, EndCoordinates<SystemGroup>(group, at, std::move(is_free))});
  }
  return stops;
}

/// What is known of a tour from its legs. That each is the best between its ends tells nothing of all where places on
/// the way may move; the ends of a single leg are looked at.
Conjugacy conjugacy_of(const FileMotion& motion, const Tour<FileMotion>& tour, bool ends_move,
                       const BothEnds<SystemGroup>& both) {
  Conjugacy known;
  known.optimality = ends_move ? Optimality::unknown : Optimality::locally_optimal;
  known.abnormality = motion.dim();
  for (const auto& leg : tour.legs) {
    const Conjugacy one = conjugacy(motion, leg.start, leg.length, leg.length, leg.t);
    known.abnormality = std::min(known.abnormality, one.abnormality);
    if (one.optimality == Optimality::beyond_conjugate) {
      known.optimality = one.optimality;
      known.first = leg.t + *one.first;
      break;
    }
    if (one.optimality == Optimality::at_conjugate && tour.legs.size() == 1) {
      known.optimality = one.optimality;
      known.first = leg.t + *one.first;
    } else if (one.optimality != Optimality::locally_optimal) {
      known.optimality = Optimality::unknown;
    }
    if (ends_move && tour.legs.size() == 1)
      known.optimality = among_ends(motion, leg.start, leg.length, both, one, leg.t);
  }
  return known;
}

}  // namespace

std::vector<SteeredMotion> tours(Steering<FileMotion>& search, const Question& asked,
                                 const std::vector<double>& turns, const Point& from,
                                 const Point& to, const SteerRequest& request, int& iterations) {
  const FileMotion& motion = search.problem();
  const SystemGroup& group = motion.group();
  const auto stops = stops_of(motion, asked, turns, from);
  const bool ends_move = asked.some_free() || asked.some_periodic() ||
                         std::any_of(asked.via.begin(), asked.via.end(), [&](const Via& via) {
                           return via.coordinates.size() < asked.names.size();
                         });
  const BothEnds<SystemGroup> both(group, from, to, asked.is_free, asked.is_periodic);
  TourSearch<FileMotion> tour_search(search, request.candidates);
  std::vector<SteeredMotion> found;
  for (const auto& tour : tour_search.solve(
           from, stops, {to, asked.is_free, asked.is_periodic, turns}, request.t_end)) {
    SteeredMotion known;
    known.cost = tour.cost;
    known.residual = tour.residual;
    for (const auto& leg : tour.legs) {
      const auto a = motion.velocity(leg.t, leg.start.x, leg.start.m);
      known.legs.push_back({leg.t, leg.length, leg.cost, group.coordinates(leg.start.x),
                            group.coordinates(leg.end.x), list(a),
                            list(motion.multiplier(leg.t, leg.start))});
    }
    known.a = known.legs.front().a;
    known.mu = known.legs.front().mu;
    known.end = known.legs.back().end;
    known.conjugacy = conjugacy_of(motion, tour, ends_move, both);
    known.is_least = tour.is_least;
    found.push_back(std::move(known));
  }
  iterations += tour_search.iterations();
  return found;
}

}  // namespace hamel::steering
