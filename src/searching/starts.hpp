// Where Newton's method begins.
#pragma once

#include <optional>

#include <Eigen/Core>

#include <hamel/steer/motions.hpp>

#include "searching/journey.hpp"
#include "searching/shot_table.hpp"

namespace hamel::searching {

/// Momenta, as a Journey seeks them, of motions that end near a point, one after the other: that of rest, then those of
/// shots. Shots of invariant problems are kept in a table from one target to the next; others are shot anew from where
/// they start. Where a table is, direct ways begin between them, from the straight way and from those of the shots; in
/// three dimensions shots are dense enough without.
class Starts {
 public:
  Starts(const Motions& motions, int shots);

  /// Turns to a target, with at most so many shots.
  void aim(const Journey& journey, const Point& target, int count);

  /// The next one; nothing when there are no more.
  std::optional<V> next();

  /// The shots, the first ones first: columns.
  const M& shots() const noexcept { return near_; }

 private:
  static constexpr Eigen::Index between = 3, most_direct = 60;  ///< shots
  static constexpr Eigen::Index early = 24;  ///< shots, up to which direct ways are coarse
  static constexpr int blind = 3;            ///< times as many shots where no direct way begins

  M near(const Journey& journey, const Point& target, int count);
  /// From the straight way at first, then from that of the shot whose turn it is, its end moved to the target.
  std::optional<V> direct() const;
  /// Starts of the invariant problem of the same metric and constraint, where it leads everywhere this one does.
  M frozen(const Journey& journey, const AdaptedFrame& frame, const Point& way, int count) const;

  const Motions* motions_;
  int shots_;
  std::optional<ShotTable> table_;
  double length_ = 1;
  Point way_;
  M near_;
  Eigen::Index turn_ = 0, taken_ = 0;  ///< starts, and shots among them
};

}  // namespace hamel::searching
