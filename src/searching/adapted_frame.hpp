// A basis of the algebra that the constraint makes by brackets, and what is long in it.
#pragma once

#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include <hamel/steer/motions.hpp>

namespace hamel::searching {

/// The basis X_1..X_r of d, orthonormal where L is positive definite on d, followed by brackets of them: layer w
/// holds brackets of w vectors. A displacement of layer w takes paths of length (displacement)^(1/w), a
/// momentum of layer w acts over a length l like its (w-1)-th power (ball-box theorem).
struct AdaptedFrame {
  M columns;  ///< X_1, ..., then brackets, then vectors that no bracket reaches
  M inverse;
  std::vector<int> layer;  ///< of each column; 0 where no bracket reaches
  int reached = 0;         ///< dimension of the algebra that d generates
  double bend = HUGE_VAL;  ///< the length at which brackets lead back into lower layers

  bool generates() const noexcept { return reached == static_cast<int>(columns.cols()); }

  /// The length of a path to a displacement, up to a factor of order one.
  double length(const V& displacement) const;

  /// The matrix whose product with a displacement tells how far it leads, measured by paths of about that length, layer
  /// by layer.
  M yardstick(double length) const;
  /// The matrix whose product with a momentum is what it does on paths of about that length: the transposed inverse of
  /// the yardstick.
  M acting(double length) const;

 private:
  /// How long a displacement of column i is on such paths.
  double scale(int i, double length) const;
};

/// The columns d made orthonormal under m where it is positive definite on them, else as they are.
M orthonormal(const M& m, const M& d);

/// About how long paths to a displacement are; the length at which brackets lead back, where nothing is known.
double length_to(const AdaptedFrame& frame, const V& displacement);

/// Of which fields a field is the bracket.
using Origins = std::vector<std::pair<int, int>>;
/// [X_i, X_j] for i < r and a column j of the frame so far, where column k >= r is the bracket of the pair from[k].
using Bracket = std::function<V(const M& columns, const Origins& from, int i, int j)>;

/// How brackets are searched.
struct BracketSearch {
  double least = 1e-9;          ///< what leads out by less than this, relative, counts as inside
  int deepest = max_dimension;  ///< layer
};

/// The frame of columns d under the metric m.
AdaptedFrame adapted_frame(const M& m, const M& d, const BracketSearch& search,
                           const Bracket& bracket);
/// The same by the brackets of the algebra.
AdaptedFrame adapted_frame(const Group& group, const M& m, const M& d);

/// Vector fields around a point x0 that span D there, and their brackets, left trivialised:
///
///     X_i(y) = a(y, M X_i(x0)) - a(y, 0),   [X,Y] = [X,Y]_g + x_*X[Y] - x_*Y[X],
///
/// with a(y,p) the velocity of a vakonomic momentum, so that X_i is smooth and in D(y) whatever basis D has.
/// Derivatives of the X_i are exact, those of their brackets differences of order 4.
class MovingFields {
 public:
  MovingFields(const Motions& motions, const Point& x) : motions_(motions), at_(x) {}

  /// [X_i, X_j] at x0, fields i < r and those that `from` tells.
  V bracket(const M& momenta, const Origins& from, int i, int j) const {
    return bracket_at(at_, momenta, from, i, j);
  }

 private:
  V value(const Point& y, const M& momenta, const Origins& from, int i) const;
  V bracket_at(const Point& y, const M& momenta, const Origins& from, int i, int j) const;

  static constexpr double step = 0.01;

  const Motions& motions_;
  Point at_;
};

/// The frame of a problem at x.
AdaptedFrame frame_at(const Motions& motions, const Point& x);

}  // namespace hamel::searching
