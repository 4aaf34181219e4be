// The search for motions between two states.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include <hamel/core/answer_budget.hpp>
#include <hamel/core/error.hpp>
#include <hamel/steer/search.hpp>

#include "searching/adapted_frame.hpp"
#include "searching/dilation.hpp"
#include "searching/factors.hpp"
#include "searching/held_momenta.hpp"
#include "searching/multiple_shooting.hpp"
#include "searching/newton.hpp"
#include "searching/starts.hpp"

namespace hamel::searching {

class Search::Parts {
 public:
  Parts(const Motions& motions, const SteerOptions& options)
      : motions_(motions),
        options_(options),
        starts_(motions, options.shots > 0 ? options.shots : default_shots(motions.dim())) {}

  const Motions& motions() const noexcept { return motions_; }
  int iterations() const noexcept { return iterations_; }
  double unrepeated() const noexcept { return unrepeated_; }

  std::vector<Found> solve(const Point& from, const EndCondition& end, double length, double start);
  Found resolve(const Found& before, const Point& from, const EndCondition& end) {
    dilate(from, end);
    return finish(journey_of(from, before.length, before.begin), end, before.sought);
  }

 private:
  static constexpr double apart = 0.1;
  static constexpr Eigen::Index followed = 10;  ///< starts that are, where none leads to the end
  static constexpr int most_held = 15;          ///< ways of held momenta
  static constexpr int easy = 16;               ///< starts, that most ends take at most
  static constexpr int persistence = 6;  ///< times as many starts where the first lead nowhere

  NewtonResult search(const Journey& journey, const EndCondition& end, const V& p, int iterations,
                      const std::function<bool(const NewtonResult&)>& worth = nullptr) {
    StepCount steps(96);
    auto result = newton(journey, end, p, plan(1e-4, iterations, 1e-3), steps, worth);
    iterations_ += result.iterations;
    return result;
  }

  /// A motion that searches led to, and how many of them.
  struct Led {
    NewtonResult result;
    int times = 1;
    double cost() const { return result.end.action; }
  };

  /// The cost of the dearest among the cheapest ones asked for, once as many are found.
  double worst_of_best(const std::vector<Led>& found) const {
    const auto asked = static_cast<std::size_t>(options_.candidates);
    if (found.size() < asked) return HUGE_VAL;
    std::vector<double> costs;
    for (const auto& one : found) costs.push_back(one.cost());
    std::nth_element(costs.begin(), costs.begin() + (options_.candidates - 1), costs.end());
    return costs[asked - 1];
  }

  /// The more often independent starts have led to the cheapest, the less likely is one cheaper (Boender & Rinnooy Kan
  /// 1987, Bayesian stopping rules for multistart global optimization methods).
  bool agree(const std::vector<Led>& found) const {
    const double most = worst_of_best(found);
    return most < HUGE_VAL && std::all_of(found.begin(), found.end(), [&](const auto& one) {
             return one.cost() > most || one.times >= options_.agreeing;
           });
  }

  /// From a start, unless it leads where a search has been, which is counted, or to what costs more than as many as are
  /// asked for.
  NewtonResult search_beside(std::vector<Led>& found, const Journey& journey,
                             const EndCondition& end, const V& p) {
    constexpr double close = 0.1;  // from where on an iterate tells where it leads
    const double most = worst_of_best(found);
    return search(journey, end, p, 25, [&](const NewtonResult& at) {
      if (at.update > close) return true;
      if (at.end.action - 4 * at.update * std::abs(at.end.action) > most) return false;
      const auto met = std::find_if(found.begin(), found.end(), [&](const auto& one) {
        return (at.p - one.result.p).norm() <= at.update * one.result.p.norm();
      });
      if (met == found.end()) return true;
      ++met->times;
      return false;
    });
  }

  /// Whether it is one more; otherwise it is counted where it belongs.
  bool add(std::vector<Led>& found, const Journey& journey, NewtonResult result,
           const EndCondition& end) const {
    // An end may solve its equations and be another one: no tolerance, only to tell the two apart.
    if (!result.converged || !(end.distance(result.end) < apart)) return false;
    const auto met = std::find_if(found.begin(), found.end(), [&](const auto& one) {
      return are_same(one.result, result, journey.from);
    });
    if (met == found.end())
      found.push_back({std::move(result)});
    else
      ++met->times;
    return met == found.end();
  }

  /// The motion that pieces lead along, solved in coarse steps, then in fine ones: motions part like e^t, and where
  /// they do, Newton's method for all of it at once has to begin as near and to look as closely as that asks for.
  NewtonResult search_along(const Journey& journey, const EndCondition& end, Pieces pieces) {
    NewtonResult result;
    for (const bool fine : {false, true}) {
      MultipleShooting shooting(journey, end, fine ? 32 : 8);
      auto solved = shooting.solve(std::move(pieces), 15, 2);
      iterations_ += shooting.iterations();
      if (!solved) break;
      pieces = std::move(*solved);
      StepCount steps(fine ? 1024 : 96);
      const V p = sought_momentum(journey, pieces);
      result = newton(journey, end, p, plan(1e-4, 8, fine ? 1e-8 : 1e-3), steps);
      iterations_ += result.iterations;
      if (result.converged) break;
    }
    return result;
  }

  /// Long ways: in few pieces, from the straight way and from it bent aside each way, then the straight way in many,
  /// until one leads to the end.
  void add_by_pieces(std::vector<Led>& found, const Journey& journey, const EndCondition& end) {
    const Group& group = motions_.group();
    const int n = motions_.dim();
    const V way = group.between(journey.from, end.point());
    if (!way.allFinite()) return;
    for (const int count : {8, 24})
      for (int k = 0; k <= (count == 8 ? 2 * n : 0); ++k) {
        V bend = V::Zero(n);
        if (k > 0) bend[(k - 1) / 2] = (k % 2 == 1 ? 0.25 : -0.25) * way.norm();
        const auto result =
            search_along(journey, end, straight_pieces(journey, end.point(), bend, count));
        if (add(found, journey, result, end)) return;
      }
  }

  /// From a way of held momenta, the i-th guess, that costs least near it.
  void add_held(std::vector<Led>& found, const Journey& journey, const EndCondition& end,
                double length, int i) {
    constexpr double close = 0.05;  // relative, of the cost of such a way and that of the motion
    HeldMomenta held(journey, end);
    const int rank = static_cast<int>(motions_.basis(journey.from).cols());
    const auto way = held.solve(waves(rank, held.count, length / journey.length, i));
    const double near = close * std::abs(held.cost());
    if (!way || held.cost() - near > worst_of_best(found)) return;
    const auto leads_to = [&](const NewtonResult& one) {
      return std::abs(one.end.action - held.cost()) <= near &&
             (one.end.p_start - way->p[0]).norm() <= close * (one.end.p_start + way->p[0]).norm();
    };
    const auto met = std::find_if(found.begin(), found.end(),
                                  [&](const auto& one) { return leads_to(one.result); });
    if (met != found.end()) {
      ++met->times;
      return;
    }
    auto result = search(journey, end, sought_momentum(journey, *way), 25);
    const bool stays = result.converged && leads_to(result);
    add(found, journey, std::move(result), end);
    if (!stays) add(found, journey, search_along(journey, end, *way), end);
  }

  /// Continuation: the end of the motion with momentum p is moved to where it should be, along a one-parameter
  /// subgroup, in steps as long as Newton's method converges in a few iterations.
  std::optional<V> follow(const Journey& journey, const EndCondition& end, V p) {
    constexpr int most_steps = 60;
    constexpr double shortest = 1. / 64;
    const Group& group = motions_.group();
    const auto begin = journey.end(p, 24);
    if (!begin.finite) return {};
    const V way = group.between(begin.x, end.nearest(begin.x));
    if (!way.allFinite()) return {};
    double at = 0, step = 0.25;
    for (int k = 0; k < most_steps && at < 1; ++k) {
      const double next = std::min(1., at + step);
      const EndPoint there(group, group.moved(begin.x, next * way));
      const auto result = search(journey, there, p, 8);
      if (result.converged) {
        p = result.p;
        at = next;
        step *= 2;
      } else if ((step /= 2) < shortest) {
        return {};
      }
    }
    return at < 1 ? std::nullopt : std::optional(p);
  }

  /// Whether so many starts are more than easy ends take, and every fourth from there on.
  bool unsettled(int tried) const {
    return motions_.is_invariant() && motions_.dim() > 3 && tried >= easy && tried % 4 == 0;
  }

  void dilate(const Point& from, const EndCondition& end) {
    dilation_.reset();
    if (end.is_point()) dilation_ = dilation_between(motions_, from, end.point());
  }
  NewtonPlan plan(double tolerance, int iterations, double coarse) const {
    return {tolerance, iterations, coarse, dilation_ ? &*dilation_ : nullptr};
  }

  static int default_shots(int n) {
    return std::min(1000, 6 * static_cast<int>(std::pow(4, n - 1)));
  }

  Journey journey_of(const Point& from, double length, double start = 0) const {
    if (!(length > 0) || !std::isfinite(length))
      throw InputError("time of the motion", text(length), "a number above 0");
    return {motions_, from, start, length};
  }

  /// Momenta that a motion does not feel do not tell it from another.
  bool are_same(const NewtonResult& one, const NewtonResult& other, const Point& from) const {
    const auto velocity = [&](const V& p) { return motions_.velocity(0, from, p); };
    const auto same = [](const V& a, const V& b) {
      return (a - b).norm() <= 1e-2 * (a + b).norm();
    };
    return same(one.p, other.p) || (same(velocity(one.p), velocity(other.p)) &&
                                    same(one.end.eta * (one.p - other.p), V::Zero(one.p.size())));
  }

  /// The same motion, both followed to the end.
  static bool are_one(const Found& one, const Found& other) {
    return (one.start.m - other.start.m).norm() <= 1e-6 * (one.start.m + other.start.m).norm();
  }

  /// Newton's method to the end, and an independent run.
  Found finish(const Journey& journey, const EndCondition& end, const V& p) const {
    StepCount steps;
    NewtonResult result;
    for (const double coarse : {1e-4, 1e-9}) {
      result = newton(journey, end, p, plan(1e-12, 20, coarse), steps);
      if (result.converged) break;
    }
    Found motion;
    motion.begin = journey.start;
    motion.length = journey.length;
    motion.iterations = result.iterations;
    motion.start = {journey.from, result.end.p_start};
    motion.cost = result.end.action;
    motion.end = {result.end.x, result.end.p};
    motion.sought = result.p;
    if (result.converged) repeat(motion, journey, end, 3 * steps.steps() / 2 + 1);
    return motion;
  }

  /// The motion once more from its start, in `steps` smaller steps: motions may part like e^t. Where its end is off
  /// by what rounding has grown to on the way from the middle, the momentum at the start is corrected.
  void repeat(Found& motion, const Journey& journey, const EndCondition& end, int steps) const {
    constexpr int corrections = 12;
    V p = motion.start.m;
    for (int k = 0; k <= corrections; ++k, steps = 9 * steps / 8) {
      const EndMap reached = motions_.end(journey.from, p, journey.start, journey.length, steps);
      if (!reached.finite || !(reached.error <= 1e-12)) break;
      const double residual = end.distance(reached);
      if (residual < motion.residual) {
        motion.residual = residual;
        motion.start.m = p;
        motion.end = {reached.x, reached.p};
      }
      if (residual <= options_.tolerance / 2 || k == corrections) break;
      const EndMap near =
          motions_.end_with_changes(journey.from, p, journey.start, journey.length, steps, false);
      const V off = end.residual(near);
      p -= LeastSquares().compute(end.jacobian(near, off)).solve(off);
      if (!p.allFinite()) break;
    }
    motion.solved = motion.residual <= options_.tolerance;
  }

  const Motions& motions_;
  SteerOptions options_;
  Starts starts_;
  int iterations_ = 0;
  double unrepeated_ = HUGE_VAL;
  std::optional<Dilation> dilation_;  ///< of the last search
};

std::vector<Found> Search::Parts::solve(const Point& from, const EndCondition& end, double length,
                                        double start) {
  const Journey journey = journey_of(from, length, start);
  std::vector<Led> found;
  std::vector<Found> motions;
  iterations_ = 0;
  unrepeated_ = HUGE_VAL;
  dilate(from, end);
  // What is found is finished the cheapest first, until there are as many as asked for.
  std::size_t finished = 0;
  const auto finish_found = [&] {
    std::sort(found.begin() + static_cast<std::ptrdiff_t>(finished), found.end(),
              [](const auto& a, const auto& b) { return a.cost() < b.cost(); });
    for (; finished < found.size(); ++finished) {
      if (static_cast<int>(motions.size()) == options_.candidates) break;
      auto motion = finish(journey, end, found[finished].result.p);
      iterations_ += motion.iterations;
      if (!motion.solved)
        unrepeated_ = std::min(unrepeated_, motion.residual);
      else if (std::none_of(motions.begin(), motions.end(),
                            [&](const auto& other) { return are_one(motion, other); }))
        motions.push_back(std::move(motion));
    }
    return !motions.empty();
  };
  int ways = 0;
  const auto begin_held = [&](int count, const auto& enough) {
    const double far =
        length_to(frame_at(motions_, from), motions_.group().between(from, end.point()));
    for (; ways < count && !AnswerBudget::has_ended() && !enough(); ++ways)
      add_held(found, journey, end, far, ways);
  };
  if (!motions_.is_invariant()) begin_held(most_held, [&] { return agree(found); });
  // Where they lead to nothing that a run from its start repeats: many more.
  for (const int more : {1, persistence}) {
    starts_.aim(journey, end.point(), more * options_.most_starts);
    for (int tried = 0;
         !AnswerBudget::has_ended() && !agree(found) && (found.empty() || tried < options_.starts);
         ++tried) {
      const auto p = starts_.next();
      if (!p) break;
      add(found, journey, search_beside(found, journey, end, *p), end);
      // What shots do not agree on, ways of held momenta, which go down, look at as well.
      if (unsettled(tried)) begin_held(std::min(ways + 1, most_held), [&] { return agree(found); });
    }
    if (finish_found()) return motions;
    for (auto p = starts_.next(); p && !AnswerBudget::has_ended(); p = starts_.next())
      if (add(found, journey, search(journey, end, *p, 25), end) && finish_found()) return motions;
  }
  if (motions_.is_invariant()) begin_held(3 * most_held, [&] { return finish_found(); });
  if (!motions.empty() || AnswerBudget::has_ended()) return motions;
  add_by_pieces(found, journey, end);
  const M& shots = starts_.shots();
  for (Eigen::Index i = 0; i < std::min(followed, shots.cols()) && !finish_found(); ++i)
    if (const auto p = follow(journey, end, shots.col(i)))
      add(found, journey, search(journey, end, *p, 25), end);
  finish_found();
  return motions;
}

Search::Search(const Motions& motions, const SteerOptions& options)
    : parts_(std::make_unique<Parts>(motions, options)) {}
Search::~Search() = default;
Search::Search(Search&&) noexcept = default;
Search& Search::operator=(Search&&) noexcept = default;

const Motions& Search::motions() const noexcept {
  return parts_->motions();
}
std::vector<Found> Search::solve(const Point& from, const EndCondition& end, double length,
                                 double start) {
  return parts_->solve(from, end, length, start);
}
Found Search::resolve(const Found& before, const Point& from, const EndCondition& end) {
  return parts_->resolve(before, from, end);
}
int Search::iterations() const noexcept {
  return parts_->iterations();
}
double Search::unrepeated() const noexcept {
  return parts_->unrepeated();
}

}  // namespace hamel::searching
