// Shots in many directions, to begin near a target.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include <hamel/steer/motions.hpp>

#include "searching/adapted_frame.hpp"

namespace hamel::searching {

/// The i-th of a sequence of initial momenta for motions of unit time and length `length`, that fills all
/// directions evenly: the part seen by velocities on the sphere of that length, the part of layer w in an
/// interval in which it turns the motion about once, or over which the parts are exchanged where the motion is longer
/// than the length at which brackets lead back; `all`: also where no bracket of the algebra leads.
V sampled_momentum(const AdaptedFrame& frame, double length, long i, bool all = false);

/// Initial momenta to begin a search from: those with the shortest distance first but, among them, some first that lie
/// apart, as neighbours lead to the same motion. `dual` times a momentum tells how much it acts on the way.
class Nearest {
 public:
  explicit Nearest(M dual) : dual_(std::move(dual)) {}

  void add(double distance, const double* p);
  /// At most `count` of them, a column each.
  M first(int count);

 private:
  static constexpr double apart = 0.5;  ///< relative
  static constexpr std::size_t most_apart = 40, among = 4;

  M dual_;
  std::vector<std::pair<double, std::size_t>> found_;  // where its momentum begins
  std::vector<double> momenta_;
};

/// Ends of motions a = W p in unit time by their lengths and momenta in the middle, which are the same at every x.
class ShotTable {
 public:
  static constexpr int steps = 8, kept = 4;  ///< of a shot; the last so many of them ...
  static constexpr double ratio = 2;         ///< ... of lengths down to 1/ratio
  static constexpr double favour = 0.1;      ///< of short motions over ends nearby

  ShotTable(const Group& group, M w, AdaptedFrame frame, int shots)
      : group_(&group), w_(std::move(w)), frame_(std::move(frame)), shots_(shots) {}

  const AdaptedFrame& frame() const noexcept { return frame_; }
  const M& w() const noexcept { return w_; }

  /// Momenta in the middle, unit time, of motions that end near `target`, the nearest first: columns.
  M near(const Point& target, int count);

 private:
  /// Side by side in memory: a search looks at all of them.
  struct Level {
    M x, p;
    Eigen::VectorXd length;
  };
  /// The shots of lengths up to ratio^level, made when first asked for.
  const Level& shots(int level);

  const Group* group_;
  M w_;
  AdaptedFrame frame_;
  int shots_;
  std::map<int, Level> levels_;
};

}  // namespace hamel::searching
