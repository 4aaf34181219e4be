// Motions by way of given places, and motions that end as they began.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include <hamel/core/error.hpp>
#include <hamel/steer/both_ends.hpp>
#include <hamel/steer/tour.hpp>

#include "searching/adapted_frame.hpp"
#include "searching/held_momenta.hpp"
#include "searching/multiple_shooting.hpp"

namespace hamel::searching {

namespace {

using State = Motions::State<double>;

class TourSearch {
 public:
  TourSearch(Search& search, std::shared_ptr<const Coordinates> coordinates, int candidates,
             double tolerance)
      : search_(search),
        coordinates_(std::move(coordinates)),
        candidates_(candidates),
        tolerance_(tolerance) {}

  std::vector<Tour> solve(const Point& from, const std::vector<Stop>& stops, const TourEnds& ends,
                          double length) {
    double before = 0;
    for (const auto& stop : stops) {
      if (!(stop.t > before && stop.t < length))
        throw InputError("time of a stop", text(stop.t),
                         "one after that before it and before the end at " + text(length));
      before = stop.t;
    }
    const EndCoordinates end(coordinates_, ends.to, ends.is_free);
    const BothEnds both(coordinates_, from, ends.to, ends.is_free, ends.is_periodic);
    std::vector<Tour> found;
    const auto add = [&](Tour tour) {
      const auto same = [&](const Tour& other) {
        return std::abs(other.cost - tour.cost) <= 1e-7 * (1 + std::abs(tour.cost)) &&
               are_near(other.legs[0].start, tour.legs[0].start, 1e-4);
      };
      if (tour.solved && std::none_of(found.begin(), found.end(), same))
        found.push_back(std::move(tour));
    };
    for (const bool straight : {false, true}) {
      if (straight && stops.empty()) break;
      for (const auto& legs : chains(from, stops, end, length, straight))
        add(joined(from, stops, both, legs, length));
    }
    if (stops.empty() && both.freedom(from).cols() > 0)
      for (auto& gait : gaits(from, ends, both, length)) add(std::move(gait));
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
      return a.is_least != b.is_least ? a.is_least : a.cost < b.cost;
    });
    if (!found.empty() && found.front().is_least)
      std::erase_if(found, [](const auto& tour) { return !tour.is_least; });
    if (static_cast<int>(found.size()) > candidates_)
      found.erase(found.begin() + candidates_, found.end());
    return found;
  }

  int iterations() const noexcept { return iterations_; }

 private:
  using Chain = std::vector<Found>;
  static constexpr int cuts = 4;                       // pieces of a leg
  static constexpr int checking_steps = 200;           // of a leg
  static constexpr int most_gaits = 60, agreeing = 5;  // ways of held momenta

  const Motions& motions() const { return search_.motions(); }
  const Group& group() const { return motions().group(); }

  /// Legs one after the other, those that cost least so far: each to where the stop allows, or `straight` to the point
  /// of the stop that is nearest to the straight way.
  std::vector<Chain> chains(const Point& from, const std::vector<Stop>& stops,
                            const EndCondition& end, double length, bool straight) {
    const V way = group().between(from, end.point());
    const auto cost = [](const Chain& chain) {
      double sum = 0;
      for (const auto& leg : chain) sum += leg.cost;
      return sum;
    };
    std::vector<Chain> all{{}};
    for (std::size_t k = 0; k <= stops.size(); ++k) {
      const double t = k == 0 ? 0 : stops[k - 1].t;
      const double time = (k == stops.size() ? length : stops[k].t) - t;
      std::vector<Chain> longer;
      for (const Chain& chain : all) {
        const Point& here = chain.empty() ? from : chain.back().end.x;
        std::vector<Found> legs;
        if (k < stops.size() && straight) {
          const Point there = stops[k].at->nearest(group().moved(from, stops[k].t / length * way));
          const std::vector<bool> none(coordinates_->of(there).size(), false);
          legs = search_.solve(here, EndCoordinates(coordinates_, there, none), time, t);
        } else {
          legs = search_.solve(here, k < stops.size() ? *stops[k].at : end, time, t);
        }
        iterations_ += search_.iterations();
        for (auto& leg : legs) {
          longer.push_back(chain);
          longer.back().push_back(std::move(leg));
        }
      }
      std::stable_sort(longer.begin(), longer.end(),
                       [&](const Chain& a, const Chain& b) { return cost(a) < cost(b); });
      if (static_cast<int>(longer.size()) > most_chains())
        longer.erase(longer.begin() + most_chains(), longer.end());
      all = std::move(longer);
    }
    return all;
  }
  int most_chains() const { return std::max(4, 2 * candidates_); }

  bool are_near(const State& one, const State& other, double distance) const {
    return group().between(one.x, other.x).norm() < distance &&
           (one.m - other.m).norm() < distance * (1 + other.m.norm());
  }

  bool within_half_a_turn(const Point& from, const Point& x, const std::vector<double>& turns) {
    const auto a = coordinates_->of(from), b = coordinates_->of(x);
    for (std::size_t i = 0; i < turns.size(); ++i)
      if (turns[i] > 0 && std::abs(b[i] - a[i]) > turns[i] / 2) return false;
    return true;
  }

  /// From ways of held momenta whose start moves, until five lead to the cheapest: legs are the cheapest where they
  /// begin, which may be far from where the cheapest gait does. Turns further on, where only the cost may tell the
  /// angle from this one, none is looked for.
  std::vector<Tour> gaits(const Point& from, const TourEnds& ends, const BothEnds& both,
                          double length) {
    constexpr double apart = 0.1, close = 0.05;
    struct Way {
      Pieces pieces;
      double cost;
      int times;
    };
    const Plan plan{{motions(), from, 0, length}, {}, {}};
    const double speed =
        length_to(frame_at(motions(), from), group().between(from, ends.to)) / length;
    const int rank = static_cast<int>(motions().basis(from).cols());
    std::vector<Way> ways;
    const auto cheaper = [](const Way& a, const Way& b) { return a.cost < b.cost; };
    for (int i = 0; i < most_gaits; ++i) {
      HeldMomenta held(plan.journey, both);
      auto pieces = held.solve(waves(rank, held.count, speed, i));
      if (!pieces || !within_half_a_turn(from, pieces->x[0], ends.turns)) continue;
      const double near = close * std::abs(held.cost());
      const auto met = std::find_if(ways.begin(), ways.end(), [&](const Way& one) {
        return std::abs(one.cost - held.cost()) <= near &&
               are_near({one.pieces.x[0], one.pieces.p[0]}, {pieces->x[0], pieces->p[0]}, apart);
      });
      if (met == ways.end())
        ways.push_back({std::move(*pieces), held.cost(), 1});
      else
        ++met->times;
      if (std::min_element(ways.begin(), ways.end(), cheaper)->times == agreeing) break;
    }
    std::sort(ways.begin(), ways.end(), cheaper);
    std::vector<Tour> found;
    for (Way& way : ways) {
      if (static_cast<int>(found.size()) == candidates_) break;
      Tour tour = settled(plan, way.pieces, both);
      if (tour.solved && std::abs(tour.cost - way.cost) <= close * std::abs(way.cost))
        found.push_back(std::move(tour));
    }
    return found;
  }

  /// What all pieces of a tour are to solve.
  struct Plan {
    Journey journey;
    std::vector<Stop> stops;
    MultipleShooting::Stops conditions;  // by piece
  };

  /// All legs at once; where the start may move, first down to where that hardly changes the cost.
  Tour joined(const Point& from, const std::vector<Stop>& stops, const BothEnds& both,
              const Chain& legs, double length) {
    Plan plan{{motions(), from, 0, length}, stops, {}};
    Pieces pieces;
    for (std::size_t k = 0; k < legs.size(); ++k) {
      auto [x, p] = legs[k].start;
      const double piece = legs[k].length / cuts;
      for (int i = 0; i < cuts; ++i) {
        pieces.x.push_back(x);
        pieces.p.push_back(p);
        pieces.length.push_back(piece);
        const EndMap next = motions().end(x, p, legs[k].begin + i * piece, piece, 32);
        x = next.x;
        p = next.p;
      }
      if (k < stops.size()) plan.conditions.emplace(pieces.count() - 1, stops[k].at);
    }
    Tour held = settled(plan, pieces, both.held_at(from));
    if (both.freedom(from).cols() == 0) return held;
    Pieces above = pieces;
    if (held.solved) descend(plan, pieces, held, both);
    Tour tour = settled(plan, pieces, both);
    // The cost may fall without end, and still be stationary somewhere.
    if (!tour.solved && held.solved) tour = settled(plan, above, both);
    tour.is_least = !(held.solved && tour.cost > held.cost + 1e-9 * (1 + std::abs(held.cost)));
    return tour;
  }

  /// The tour near these pieces, which become its own.
  Tour settled(const Plan& plan, Pieces& pieces, const BothEnds& both) {
    Tour tour;
    const int of_leg = pieces.count() / static_cast<int>(plan.stops.size() + 1);
    for (const int steps : {8, 32}) {
      MultipleShooting shooting(plan.journey, both, steps, plan.conditions);
      const auto solved = shooting.solve(pieces, 40, 2);
      iterations_ += shooting.iterations();
      if (!solved) return tour;
      pieces = *solved;
      if (checked(tour, pieces, of_leg, plan.stops, both)) return tour;
    }
    // Once more in whole legs, as they are checked: what rounding has grown to on the way is corrected.
    Pieces legs;
    MultipleShooting::Stops conditions;
    for (int i = 0; i < pieces.count(); i += of_leg) {
      legs.x.push_back(pieces.x[i]);
      legs.p.push_back(pieces.p[i]);
      legs.length.push_back(of_leg * pieces.length[i]);
      const auto leg = static_cast<std::size_t>(i / of_leg);
      if (leg < plan.stops.size()) conditions.emplace(i / of_leg, plan.stops[leg].at);
    }
    MultipleShooting shooting(plan.journey, both, checking_steps, conditions);
    const auto solved = shooting.solve(legs, 5, 3);
    iterations_ += shooting.iterations();
    if (solved) checked(tour, *solved, 1, plan.stops, both);
    return tour;
  }

  /// Moves the start of a tour down the slope of its cost, by the method of Broyden, Fletcher, Goldfarb and Shanno.
  void descend(const Plan& plan, Pieces& pieces, Tour& tour, const BothEnds& both) {
    constexpr int most_steps = 15;
    constexpr double farthest = 0.4, shortest = 1. / 64, level = 1e-3;
    const auto slope = [&](const Tour& at, const M& directions) {
      const Leg &first = at.legs.front(), &last = at.legs.back();
      return both.slope(first.start.x, first.start.m, last.end.x, last.end.m, directions);
    };
    M directions = both.freedom(pieces.x[0]);
    Eigen::VectorXd g = slope(tour, directions);
    M inverse = M::Identity(g.size(), g.size()) / (1 + g.norm());
    for (int k = 0; k < most_steps && g.norm() > level * (1 + std::abs(tour.cost)); ++k) {
      Eigen::VectorXd step = -inverse * g;
      step *= std::min(1., farthest / step.norm());
      for (;; step /= 2) {
        if (step.norm() < shortest * farthest) return;
        // The pieces stay where they are: the first update of Newton's method moves all of them along the derivative.
        Pieces moved = pieces;
        const Point start = group().moved(pieces.x[0], directions * step);
        Tour next = settled(plan, moved, both.held_at(start));
        if (!next.solved || !(next.cost < tour.cost + 1e-3 * g.dot(step))) continue;
        tour = std::move(next);
        pieces = std::move(moved);
        break;
      }
      directions = both.freedom(pieces.x[0]);
      const Eigen::VectorXd before = g;
      g = slope(tour, directions);
      const Eigen::VectorXd y = g - before;
      if (const double sy = step.dot(y); sy > 0) {
        const M unit = M::Identity(g.size(), g.size());
        const M left = unit - step * y.transpose() / sy;
        inverse = left * inverse * left.transpose() + step * step.transpose() / sy;
      }
    }
  }

  /// The tour that these pieces, so many to a leg, begin, run anew from its start; whether it is one.
  bool checked(Tour& tour, const Pieces& pieces, int of_leg, const std::vector<Stop>& stops,
               const BothEnds& both) const {
    tour.legs.clear();
    tour.cost = tour.residual = 0;
    Point x = pieces.x[0];
    EndMap end;
    double t = 0;
    for (int i = 0; i < pieces.count(); i += of_leg) {
      Leg leg;
      leg.start = {x, pieces.p[i]};
      leg.t = t;
      for (int k = 0; k < of_leg; ++k) leg.length += pieces.length[i + k];
      end = motions().end(x, leg.start.m, t, leg.length, checking_steps);
      if (!end.finite || !(end.error <= 1e-11)) return false;
      leg.end = {end.x, end.p};
      leg.cost = end.action;
      tour.cost += leg.cost;
      x = end.x;
      t += leg.length;
      tour.legs.push_back(std::move(leg));
      if (i + of_leg < pieces.count()) {
        end.p -= pieces.p[i + of_leg];
        const auto& stop = stops[static_cast<std::size_t>(i / of_leg)];
        tour.residual = std::max(tour.residual, stop.at->distance(end));
      }
    }
    tour.residual =
        std::max(tour.residual, both.distance(tour.legs[0].start.x, tour.legs[0].start.m, end));
    tour.solved = tour.residual <= tolerance_;
    return tour.solved;
  }

  Search& search_;
  std::shared_ptr<const Coordinates> coordinates_;
  int candidates_, iterations_ = 0;
  double tolerance_;
};

}  // namespace

Tours tours(Search& search, std::shared_ptr<const Coordinates> coordinates, const Point& from,
            const std::vector<Stop>& stops, const TourEnds& ends, double length, int candidates,
            double tolerance) {
  TourSearch tours(search, std::move(coordinates), candidates, tolerance);
  Tours answer;
  answer.found = tours.solve(from, stops, ends, length);
  answer.iterations = tours.iterations();
  return answer;
}

}  // namespace hamel::searching
