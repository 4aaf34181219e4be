// Where Newton's method begins.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <hamel/core/factors.hpp>
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

/// The metric m, or where it is singular one that is regular and has the same products with what is in d: motions in d
/// have the same momenta along d.
template <int N, int R>
Matrix<double, N> regular(const Matrix<double, N>& m, const Matrix<double, N, R>& d) {
  const Eigen::MatrixXd given = m, columns = d;
  if (Ranked(given).rank() == m.rows()) return m;
  const Eigen::MatrixXd momenta = given * columns;
  const Eigen::MatrixXd rest =
      orthogonal_factor(columns).rightCols(m.rows() - columns.cols());
  const Eigen::MatrixXd on_d = columns.transpose() * momenta;
  return momenta * Elimination(on_d).solve_columns(momenta.transpose()) +
         on_d.cwiseAbs().maxCoeff() * rest * rest.transpose();
}

/// The kinetic problem whose metric and constraint are everywhere those at x: invariant, with the same motions to
/// first order in time.
template <class P>
auto frozen(const P& problem, const Element<typename P::Group, double>& x) {
  using Metric = ConstantMetric<double, P::dimension>;
  using Kinetic = Mechanical<typename P::Group, Metric>;
  using Still = Split<double, P::dimension, P::velocities>;
  const Matrix<double, P::dimension, P::velocities> d = problem.basis(x);
  const Matrix<double, P::dimension> m = regular<P::dimension>(problem.metric(x), d);
  const Kinetic system(problem.group(), Metric(m, problem.dim()), {}, {});
  return Problem<Dynamics::vakonomic, Kinetic, Still>(system, Still(system, d));
}

/// Momenta, as a Journey seeks them, of motions that end near a point, one after the other: that of rest, then those of
/// shots. Shots of invariant problems are kept in a table from one target to the next; others are shot anew from where
/// they start. Where a table is, direct ways begin between them, from the straight way and from those of the shots; in
/// three dimensions shots are dense enough without.
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

  /// Turns to a target, with at most so many shots.
  void aim(const Journey<P>& journey, const Point& target, int count) {
    length_ = journey.length;
    way_ = problem_.group().compose(problem_.group().inverse(journey.from), target);
    near_ = near(journey, target, count);
    turn_ = taken_ = 0;
  }

  /// The next one; nothing when there are no more.
  std::optional<V> next() {
    if (turn_++ == 0) return V(V::Zero(problem_.dim()));
    if (table_ && problem_.dim() > 3 && (turn_ - 2) % (between + 1) == 0 && taken_ < most_direct)
      if (const auto p = direct()) return p;
    if (taken_ == near_.size()) return {};
    return near_[taken_++];
  }

  /// The shots, the first ones first.
  const std::vector<V>& shots() const noexcept { return near_; }

 private:
  static constexpr std::size_t between = 3, most_direct = 60;  ///< shots
  static constexpr std::size_t early = 24;  ///< shots, up to which direct ways are coarse

  std::vector<V> near(const Journey<P>& journey, const Point& target, int count);
  std::optional<V> direct() const;

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
  double length_ = 1;
  Point way_;
  std::vector<V> near_;
  std::size_t turn_ = 0, taken_ = 0;  ///< starts, and shots among them
};

// Outside the class, so that a program may have it compiled once.

/// From the straight way at first, then from that of the shot whose turn it is, its end moved to the target.
template <class P>
std::optional<Vector<double, P::dimension>> Starts<P>::direct() const {
  const auto& group = problem_.group();
  DirectWay<P> direct(problem_, table_->frame(), taken_ < early ? 16 : 32);
  const int pieces = direct.pieces();
  const auto e = group.template identity<double>();
  std::vector<Point> places(std::size_t(pieces + 1), e);
  if (taken_ > 0 && taken_ < near_.size())
    for (const int side : {-1, 1}) {
      Shot<P, 0> shot;
      shot.x = e;
      shot.p = near_[taken_] * length_;
      int at = pieces / 2;
      carry<0>(problem_, shot, 0, side / 2., pieces / 2,
               [&](double, const auto& there) { places[std::size_t(at += side)] = there.x; });
    }
  const auto back = group.inverse(places[0]);
  const V off = group.log(
      group.compose(group.inverse(group.compose(back, places[std::size_t(pieces)])), way_));
  if (!off.allFinite()) return {};
  for (int i = 0; i <= pieces; ++i)
    places[std::size_t(i)] =
        group.compose(group.compose(back, places[std::size_t(i)]), group.exp(V(i * off / pieces)));
  places[std::size_t(pieces)] = way_;
  const auto p = direct.momentum(std::move(places));
  return p ? std::optional<V>(*p / length_) : std::nullopt;
}

template <class P>
std::vector<Vector<double, P::dimension>> Starts<P>::near(const Journey<P>& journey,
                                                          const Point& target, int count) {
  const auto& group = problem_.group();
  const Point way = group.compose(group.inverse(journey.from), target);
  std::vector<V> found;
  if (table_) {
    for (const V& p : table_->near(way, count)) found.push_back(p / journey.length);
    return found;
  }
  const auto frame = frame_at(problem_, journey.from);
  add_frozen(journey, frame, way, count / 4, found);
  const double length = length_to(frame, V(group.log(way)));
  Nearest<P::dimension> nearest(acting(frame, length));
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
