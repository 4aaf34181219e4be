// Where Newton's method begins.
#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/group/element.hpp>
#include <hamel/steer/adapted_frame.hpp>
#include <hamel/steer/end_map.hpp>
#include <hamel/steer/shot_table.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/metric.hpp>
#include <hamel/system/split.hpp>

namespace hamel {

/// The kinetic problem whose metric and constraint are everywhere those at x: invariant, with the same motions to
/// first order in time.
template <class P>
auto frozen(const P& problem, const Element<typename P::Group, double>& x) {
  using Metric = ConstantMetric<double, P::dimension>;
  using Kinetic = Mechanical<typename P::Group, Metric>;
  using Still = Split<double, P::dimension, P::velocities>;
  const Matrix<double, P::dimension> m = problem.metric(x);
  const Kinetic system(problem.group(), Metric(m, problem.dim()), {}, {});
  return Problem<Dynamics::vakonomic, Kinetic, Still>(system, Still(system, problem.basis(x)));
}

/// Momenta, as a Journey seeks them, of motions that end near a point. Shots of invariant problems are kept in a
/// table from one target to the next; others are shot anew from where they start.
template <class P>
class Starts {
 public:
  using V = Vector<double, P::dimension>;
  using Point = Element<typename P::Group, double>;

  Starts(const P& problem, int shots)
      : problem_(problem),
        shots_(shots),
        frame_(frame_at(problem.group().template identity<double>())) {
    if (problem_.is_invariant()) table_.emplace(problem_, frame_, shots_);
  }

  const AdaptedFrame<P::dimension>& frame() const noexcept { return frame_; }

  std::vector<V> near(const Journey<P>& journey, const Point& target, int count) {
    const auto& group = problem_.group();
    const Point way = group.compose(group.inverse(journey.from), target);
    std::vector<V> found;
    if (table_) {
      for (const V& p : table_->near(way, count)) found.push_back(p / journey.length);
      return found;
    }
    // The invariant problem of the same metric and constraint, and shots of this one.
    const auto still = frozen(problem_, journey.from);
    using Still = std::decay_t<decltype(still)>;
    const auto frame = frame_at(journey.from);
    ShotTable<Still> table(still, frame, shots_);
    const Journey<Still> same{still, journey.from, 0, journey.length};
    for (const V& q : table.near(way, count / 4)) {
      const auto end = end_map(same, V(q / journey.length), 16);
      if (end.finite) found.push_back(end.p_start);
    }
    Nearest<V> nearest;
    const double length = length_to(frame, V(group.log(way)));
    for (const double scale : {0.7, 1.2, 2., 3.5})
      for (int i = 0; i < shots_ / 2; ++i) {
        Shot<P, 0> shot;
        shot.x = journey.from;
        const V p = shot.p = sampled_momentum(frame, scale * length, i, true) / journey.length;
        carry<0>(problem_, shot, journey.start, journey.length, 12);
        if (!shot.finite) continue;
        const V off = group.log(group.compose(group.inverse(shot.x), target));
        nearest.add(squared_distance(frame, off, length) + 0.02 * scale * scale, p);
      }
    for (const V& p : nearest.first(count - count / 4)) found.push_back(p);
    return found;
  }

 private:
  AdaptedFrame<P::dimension> frame_at(const Point& x) const {
    return adapted_frame(problem_.group(), Matrix<double, P::dimension>(problem_.metric(x)),
                         problem_.basis(x));
  }

  const P& problem_;
  int shots_;
  AdaptedFrame<P::dimension> frame_;
  std::optional<ShotTable<P>> table_;
};

}  // namespace hamel
