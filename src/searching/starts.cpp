// Where Newton's method begins.
#include "searching/starts.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "searching/direct.hpp"

namespace hamel::searching {

namespace {

/// W of the velocities a = W p at x, less that of rest: D (D^T M D)^-1 D^T.
M velocities_at(const Motions& motions, double t, const Point& x) {
  const int n = motions.dim();
  const V rest = motions.velocity(t, x, V::Zero(n));
  M w(n, n);
  for (int k = 0; k < n; ++k) w.col(k) = motions.velocity(t, x, V::Unit(n, k)) - rest;
  return w;
}

}  // namespace

Starts::Starts(const Motions& motions, int shots) : motions_(&motions), shots_(shots) {
  if (!motions.is_invariant()) return;
  const Point unit = motions.group().unit();
  table_.emplace(motions.group(), velocities_at(motions, 0, unit), frame_at(motions, unit), shots);
}

void Starts::aim(const Journey& journey, const Point& target, int count) {
  const Group& group = motions_->group();
  length_ = journey.length;
  way_ = group.compose(group.inverse(journey.from), target);
  near_ = near(journey, target, count);
  turn_ = taken_ = 0;
}

std::optional<V> Starts::next() {
  const int n = motions_->dim();
  if (turn_++ == 0) return V(V::Zero(n));
  if (table_ && n > 3 && (turn_ - 2) % (between + 1) == 0 && taken_ < most_direct)
    if (const auto p = direct()) return p;
  if (taken_ == near_.cols()) return {};
  return V(near_.col(taken_++));
}

std::optional<V> Starts::direct() const {
  const Group& group = motions_->group();
  DirectWay direct(group, table_->frame(), taken_ < early ? 16 : 32);
  const int pieces = direct.pieces();
  std::vector<Point> places;
  if (taken_ > 0 && taken_ < near_.cols()) {
    const V p = near_.col(taken_) * length_;
    group.coast(table_->w(), p, -0.5, pieces / 2, &places);
    std::reverse(places.begin(), places.end());
    places.push_back(group.unit());
    group.coast(table_->w(), p, 0.5, pieces / 2, &places);
  } else {
    places.assign(std::size_t(pieces + 1), group.unit());
  }
  const Point back = group.inverse(places[0]);
  const V off = group.between(group.compose(back, places.back()), way_);
  if (!off.allFinite()) return {};
  for (int i = 0; i <= pieces; ++i)
    places[std::size_t(i)] =
        group.moved(group.compose(back, places[std::size_t(i)]), i * off / pieces);
  places.back() = way_;
  const auto p = direct.momentum(std::move(places));
  return p ? std::optional<V>(*p / length_) : std::nullopt;
}

M Starts::frozen(const Journey& journey, const AdaptedFrame& frame, const Point& way,
                 int count) const {
  const Group& group = motions_->group();
  AdaptedFrame still =
      adapted_frame(group, motions_->metric(journey.from), motions_->basis(journey.from));
  M found(motions_->dim(), 0);
  if (still.reached < frame.reached) return found;
  ShotTable table(group, velocities_at(*motions_, journey.start, journey.from), std::move(still),
                  blind * shots_);
  const M near = table.near(way, count) / journey.length;
  found.resize(Eigen::NoChange, near.cols());
  Eigen::Index finite = 0;
  for (Eigen::Index k = 0; k < near.cols(); ++k) {
    // From the middle, where the table begins.
    const EndMap back = group.coast(table.w(), near.col(k), -journey.length / 2, 16);
    if (back.finite) found.col(finite++) = back.p;
  }
  return found.leftCols(finite);
}

M Starts::near(const Journey& journey, const Point& target, int count) {
  const Group& group = motions_->group();
  const Point way = group.compose(group.inverse(journey.from), target);
  if (table_) return table_->near(way, count) / journey.length;
  const AdaptedFrame frame = frame_at(*motions_, journey.from);
  const M still = frozen(journey, frame, way, count / 4);
  const double length = length_to(frame, group.log(way));
  Nearest nearest(frame.acting(length));
  const M measure = frame.yardstick(length);
  for (const double scale : {0.7, 1.2, 2., 3.5, 6.})
    for (int i = 0; i < blind * shots_ / 2; ++i) {
      const V p = sampled_momentum(frame, scale * length, i, true) / journey.length;
      const EndMap end = motions_->end(journey.from, p, journey.start, journey.length, 12);
      if (!end.finite) continue;
      const V off = group.between(end.x, target);
      nearest.add(V(measure * off).squaredNorm() + 0.02 * scale * scale, p.data());
    }
  const M others = nearest.first(count - static_cast<int>(still.cols()));
  M found(still.rows(), still.cols() + others.cols());
  found << still, others;
  return found;
}

}  // namespace hamel::searching
