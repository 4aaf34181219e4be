// Motions by way of given places, and motions that end as they began.
#pragma once

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include <hamel/group/element.hpp>
#include <hamel/steer/end_condition.hpp>
#include <hamel/steer/motions.hpp>
#include <hamel/steer/motions_of.hpp>
#include <hamel/steer/search.hpp>
#include <hamel/steer/steer.hpp>

namespace hamel {

/// Coordinates that a motion is to have at a time on its way; which, `at` says, the others are free there.
template <class G>
struct Stop {
  double t;
  EndCoordinates<G> at;
};

/// What is asked of a tour, in coordinates.
template <class G>
struct TourEnds {
  Element<G, double> to;
  std::vector<bool> is_free;  ///< at the end
  std::vector<bool>
      is_periodic;  ///< ends where it begins (as far from there as in what is given), wherever that is
  std::vector<double> turns =
      {};  ///< of angles, 0 of others: periodic ones begin within half a turn of what is given
};

/// A part of a tour, between stops.
template <class P>
struct Leg {
  typename P::template State<double> start, end;
  double t = 0, length = 0, cost = 0;
};

/// A motion by way of stops. Its momentum jumps at them by a covector that vanishes on what is free there.
template <class P>
struct Tour {
  bool solved = false;
  std::vector<Leg<P>> legs;
  double cost = 0;
  double residual = HUGE_VAL;  ///< of the ends and of every stop, along another run from the start
  bool is_least = true;  ///< false: others cost less, that begin nearby or on a way down from there
};

}  // namespace hamel

namespace hamel::searching {

/// What is asked on the way.
struct Stop {
  double t;
  std::shared_ptr<const EndCondition> at;
};

using TourEnds = hamel::TourEnds<Group>;
using Leg = hamel::Leg<Motions>;
using Tour = hamel::Tour<Motions>;

/// Tours as TourSearch finds them, and the iterations of Newton's method that took.
struct Tours {
  std::vector<Tour> found;
  int iterations = 0;
};
Tours tours(Search& search, std::shared_ptr<const Coordinates> coordinates, const Point& from,
            const std::vector<Stop>& stops, const TourEnds& ends, double length, int candidates,
            double tolerance);

}  // namespace hamel::searching

namespace hamel {

/// Finds tours: legs from stop to stop by the search of `Steering`, then all of it at once by multiple shooting, from
/// which what the stops leave free and where a periodic coordinate begins come out so that the cost is least near them.
/// The cheapest legs need not make the cheapest tour: the search should ask for some candidates.
template <class P>
class TourSearch {
 public:
  using G = typename P::Group;
  using Point = Element<G, double>;

  explicit TourSearch(Steering<P>& steering, int candidates = 1, double tolerance = 1e-10)
      : steering_(steering), candidates_(candidates), tolerance_(tolerance) {}

  /// Tours from `from` in time `length`, the cheapest first; those that are stationary only where there are no others;
  /// empty when none was found. Throws InputError unless the
  /// stops follow each other within that time.
  std::vector<Tour<P>> solve(const Point& from, const std::vector<Stop<G>>& stops,
                             const TourEnds<G>& ends, double length) {
    std::vector<searching::Stop> asked;
    for (const auto& stop : stops) asked.push_back({stop.t, stop.at.condition()});
    const auto answer =
        searching::tours(steering_.search(),
                         std::make_shared<searching::CoordinatesOf<G>>(steering_.problem().group()),
                         searching::point(from), asked,
                         {searching::point(ends.to), ends.is_free, ends.is_periodic, ends.turns},
                         length, candidates_, tolerance_);
    iterations_ = answer.iterations;
    std::vector<Tour<P>> found;
    for (const auto& one : answer.found) {
      Tour<P> tour{one.solved, {}, one.cost, one.residual, one.is_least};
      for (const auto& leg : one.legs)
        tour.legs.push_back({searching::state<P>(leg.start), searching::state<P>(leg.end), leg.t,
                             leg.length, leg.cost});
      found.push_back(std::move(tour));
    }
    return found;
  }

  /// Iterations of Newton's method in the last search.
  int iterations() const noexcept { return iterations_; }

 private:
  Steering<P>& steering_;
  int candidates_, iterations_ = 0;
  double tolerance_;
};

}  // namespace hamel
