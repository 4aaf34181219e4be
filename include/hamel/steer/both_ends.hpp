// Conditions on both ends of a motion: coordinates that come back to where they began.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include <hamel/group/element.hpp>
#include <hamel/steer/motions.hpp>
#include <hamel/steer/motions_of.hpp>

namespace hamel::searching {

/// What a motion from x0 to x1 keeps of its coordinates c_i,
///
///     c_i(x0) = c_i(from),  c_i(x1) = c_i(to) unless i is free;
///     c_i(x1) - c_i(x0) = c_i(to) - c_i(from) alone where i is periodic,
///
/// in short C(x0, x1) = 0, and that no other choice of its ends costs less to first order: (-p0, p1) vanishes on the
/// kernel of dC. The momentum of a periodic coordinate is periodic then too.
class BothEnds {
 public:
  BothEnds(std::shared_ptr<const Coordinates> coordinates, const Point& from, const Point& to,
           std::vector<bool> is_free, std::vector<bool> is_periodic);

  /// The same with the periodic coordinates held where the start `x0` has them.
  BothEnds held_at(const Point& x0) const;
  /// Columns: directions (of x0) in which periodic coordinates, and no others, move at the start.
  M freedom(const Point& x0) const;

  /// What of the end is off, and its changes by the end, or by the start where that moves along `freedom`.
  Eigen::VectorXd gap(const Point& x0, const Point& x1) const;
  M gap_rates(const Point& x1) const;
  M gap_rates_of_start(const Point& x0) const;

  /// The changes of the cost as the start moves along these directions and the end follows: p1 eta1 - p0 eta0.
  Eigen::VectorXd slope(const Point& x0, const V& p0, const Point& x1, const V& p1,
                        const M& directions) const;

  /// 2n rows: C and the transversality.
  Eigen::VectorXd residual(const Point& x0, const V& p0, const EndMap& end) const;
  /// Its changes where the start changes by (eta0, dp0) and the end by the columns of `end`, exact at a solution.
  M jacobian(const Point& x0, const V& p0, const EndMap& end, const M& eta0, const M& dp0) const;
  /// How far off the ends are, also where the residual cannot tell (see EndCoordinates).
  double distance(const Point& x0, const V& p0, const EndMap& end) const;

  /// The kernel of dC, in which the ends (2n) may move together: orthonormal columns that depend smoothly on the ends.
  M kernel(const Point& x0, const Point& x1) const;

 private:
  BothEnds(std::shared_ptr<const Coordinates> coordinates, const Point& x0, const Point& x1,
           std::vector<double> from, std::vector<double> to, std::vector<bool> is_free,
           std::vector<bool> is_periodic);

  int dim() const { return coordinates_->dim(); }
  std::size_t count() const { return from_.size(); }
  bool is_bound(std::size_t i) const { return periodic_[i] || !free_[i]; }  // at the end
  /// C, a row for each condition: start and end of coordinate after coordinate.
  Eigen::VectorXd off(const Point& x0, const Point& x1) const;
  /// dC in (x0, x1), left trivialised.
  M slopes(const Point& x0, const Point& x1) const;
  /// Weights of the conditions as those of the coordinates of the start and of the end.
  std::pair<Eigen::VectorXd, Eigen::VectorXd> weights(const Eigen::VectorXd& of_rows) const;

  std::shared_ptr<const Coordinates> coordinates_;
  std::vector<double> from_, to_;
  std::vector<bool> free_, periodic_;
  M compress_, compress_end_;
};

}  // namespace hamel::searching

namespace hamel {

/// Motions from `from` to `to` that are free to end elsewhere in some coordinates and, in others, to begin elsewhere as
/// long as they come back there (as far as `to` is from `from`).
template <class G>
class BothEnds {
 public:
  BothEnds(const G& group, const Element<G, double>& from, const Element<G, double>& to,
           std::vector<bool> is_free, std::vector<bool> is_periodic)
      : condition_(std::make_shared<searching::CoordinatesOf<G>>(group), searching::point(from),
                   searching::point(to), std::move(is_free), std::move(is_periodic)) {}

  const searching::BothEnds& condition() const noexcept { return condition_; }

 private:
  searching::BothEnds condition_;
};

}  // namespace hamel
