// Steering: the motion between two states that costs least among those that are found.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include <hamel/group/element.hpp>
#include <hamel/steer/end_condition.hpp>
#include <hamel/steer/motions_of.hpp>
#include <hamel/steer/search.hpp>
#include <hamel/steer/steered.hpp>

namespace hamel {

/// Steers a free or vakonomic problem from one element to another in a given time.
///
/// The problem is copied; shots in many directions, what a search learns of it, are kept from one target to the next. The
/// search is compiled once, in the library hamel::steer.
template <class P>
class Steering {
 public:
  using G = typename P::Group;
  using Point = Element<G, double>;

  explicit Steering(P problem, SteerOptions options = {})
      : problem_(std::make_unique<P>(std::move(problem))),
        motions_(std::make_unique<searching::MotionsOf<P>>(*problem_)),
        search_(*motions_, options) {}

  const P& problem() const noexcept { return *problem_; }

  /// The motions from `from`, at time `start`, to the end condition in time `length`, the cheapest first; empty when
  /// none was found. Throws InputError unless 0 < length < infinity.
  std::vector<Steered<P>> solve(const Point& from, const EndPoint<G>& end, double length,
                                double start = 0) {
    return solve(from, condition(end), length, start);
  }
  std::vector<Steered<P>> solve(const Point& from, const EndCoordinates<G>& end, double length,
                                double start = 0) {
    return solve(from, *end.condition(), length, start);
  }
  /// The same to an element.
  std::vector<Steered<P>> solve(const Point& from, const Point& to, double length,
                                double start = 0) {
    return solve(from, EndPoint<G>{to}, length, start);
  }

  /// Iterations of Newton's method in the last search, from all starts.
  int iterations() const noexcept { return search_.iterations(); }

  /// The least residual of motions that the last search found and did not return: integrated again from their start,
  /// they depart like e^t and end farther from the target than the tolerance. Infinite where there were none.
  double unrepeated() const noexcept { return search_.unrepeated(); }

  /// The motion near one that was found for a target nearby: a few iterations from its momentum.
  Steered<P> resolve(const Steered<P>& before, const Point& from, const EndPoint<G>& end) {
    return resolve(before, from, condition(end));
  }
  Steered<P> resolve(const Steered<P>& before, const Point& from, const EndCoordinates<G>& end) {
    return resolve(before, from, *end.condition());
  }

  /// What it is made of, for searches that are made of it.
  searching::Search& search() noexcept { return search_; }

 private:
  searching::EndPoint condition(const EndPoint<G>& end) const {
    return {motions_->group(), searching::point(end.at)};
  }
  std::vector<Steered<P>> solve(const Point& from, const searching::EndCondition& end,
                                double length, double start) {
    std::vector<Steered<P>> motions;
    for (const auto& found : search_.solve(searching::point(from), end, length, start))
      motions.push_back(steered(found));
    return motions;
  }
  Steered<P> resolve(const Steered<P>& before, const Point& from,
                     const searching::EndCondition& end) {
    searching::Found known;
    known.begin = before.begin;
    known.length = before.length;
    known.sought = searching::as<searching::V>(before.sought);
    return steered(search_.resolve(known, searching::point(from), end));
  }
  Steered<P> steered(const searching::Found& found) const {
    Steered<P> motion;
    motion.solved = found.solved;
    motion.start = searching::state<P>(found.start);
    motion.end = searching::state<P>(found.end);
    motion.a = problem_->velocity(found.begin, motion.start.x, motion.start.m);
    motion.mu = problem_->multiplier(found.begin, motion.start);
    motion.sought = searching::as<typename Steered<P>::V>(found.sought);
    motion.begin = found.begin;
    motion.length = found.length;
    motion.cost = found.cost;
    motion.residual = found.residual;
    motion.iterations = found.iterations;
    return motion;
  }

  // Where they stay when a Steering moves.
  std::unique_ptr<P> problem_;
  std::unique_ptr<searching::MotionsOf<P>> motions_;
  searching::Search search_;
};

}  // namespace hamel
