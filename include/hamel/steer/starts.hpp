// Where Newton's method begins.
#pragma once

#include <algorithm>
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
#include <hamel/steer/direct.hpp>
#include <hamel/steer/end_map.hpp>
#include <hamel/steer/moving_frame.hpp>
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

  Starts(const P& problem, int shots) : problem_(problem), shots_(shots) {
    if (problem_.is_invariant())
      table_.emplace(problem_, frame_at(problem, problem.group().template identity<double>()),
                     shots_);
  }

  std::vector<V> near(const Journey<P>& journey, const Point& target, int count);

 private:
  /// By the direct way, the straight one first and, where it takes brackets of brackets, that bent aside within d each way.
  /// In three dimensions shots are dense enough without.
  void add_direct(const Journey<P>& journey, const Point& way, std::vector<V>& found) const {
    constexpr double bent = 0.25;
    const auto& frame = table_->frame();
    if (problem_.dim() <= 3) return;
    const double far = V(problem_.group().log(way)).norm();
    DirectWay<P> direct(problem_, frame);
    const auto add = [&](const V& bend) {
      if (const auto p = direct.momentum(way, bend)) found.push_back(*p / journey.length);
    };
    add(V::Zero(problem_.dim()));
    if (*std::max_element(frame.layer.begin(), frame.layer.end()) <= 2) return;
    for (int k = 0; k < problem_.dim() && frame.layer[k] == 1; ++k)
      for (const double side : {bent, -bent})
        add(V(side * far * frame.columns.col(k).normalized()));
  }

  /// Starts of the invariant problem of the same metric and constraint, where it leads everywhere this one does.
  void add_frozen(const Journey<P>& journey, const AdaptedFrame<P::dimension>& frame,
                  const Point& way, int count, std::vector<V>& found) const {
    const auto still = frozen(problem_, journey.from);
    using Still = std::decay_t<decltype(still)>;
    const auto still_frame = frame_at(still, journey.from);
    if (still_frame.reached < frame.reached) return;
    ShotTable<Still> table(still, still_frame, blind * shots_);
    for (const V& q : table.near(way, count)) {
      Shot<Still, 0> back;  // from the middle, where the table begins
      back.x = problem_.group().template identity<double>();
      back.p = q / journey.length;
      carry<0>(still, back, 0, -journey.length / 2, 16);
      if (back.finite) found.push_back(back.p);
    }
  }

  static constexpr int blind = 3;  ///< times as many shots where no direct way begins

  const P& problem_;
  int shots_;
  std::optional<ShotTable<P>> table_;
};

// Outside the class, so that a program may have it compiled once.
template <class P>
std::vector<Vector<double, P::dimension>> Starts<P>::near(const Journey<P>& journey,
                                                          const Point& target, int count) {
  const auto& group = problem_.group();
  const Point way = group.compose(group.inverse(journey.from), target);
  std::vector<V> found;
  if (table_) {
    add_direct(journey, way, found);
    for (const V& p : table_->near(way, count)) found.push_back(p / journey.length);
    return found;
  }
  const auto frame = frame_at(problem_, journey.from);
  add_frozen(journey, frame, way, count / 4, found);
  Nearest<V> nearest;
  const double length = length_to(frame, V(group.log(way)));
  const auto measure = yardstick(frame, length);
  for (const double scale : {0.7, 1.2, 2., 3.5, 6.})
    for (int i = 0; i < blind * shots_ / 2; ++i) {
      Shot<P, 0> shot;
      shot.x = journey.from;
      const V p = shot.p = sampled_momentum(frame, scale * length, i, true) / journey.length;
      carry<0>(problem_, shot, journey.start, journey.length, 12);
      if (!shot.finite) continue;
      const V off = group.log(group.compose(group.inverse(shot.x), target));
      nearest.add(V(measure * off).squaredNorm() + 0.02 * scale * scale, p);
    }
  for (const V& p : nearest.first(count - static_cast<int>(found.size()))) found.push_back(p);
  return found;
}

}  // namespace hamel
