// Where a motion is to end: at a point, or where some coordinates are free.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include <hamel/group/element.hpp>
#include <hamel/steer/motions.hpp>
#include <hamel/steer/motions_of.hpp>

namespace hamel::searching {

/// n equations of the end of a motion.
class EndCondition {
 public:
  virtual ~EndCondition() = default;

  virtual V residual(const EndMap& end) const = 0;
  /// Its changes by the columns of `end`, exact at a solution.
  virtual M jacobian(const EndMap& end, const V& residual) const = 0;
  /// How far from the end a motion is.
  virtual double distance(const EndMap& end) const = 0;
  /// What of the place is off, and its changes by the place.
  virtual Eigen::VectorXd gap(const Point& x) const = 0;
  virtual M gap_rates(const Point& x) const = 0;
  /// A point where it may end, and the one that a motion to x might have had.
  virtual const Point& point() const = 0;
  virtual Point nearest(const Point& x) const = 0;
  /// Whether nothing is free at the end.
  virtual bool is_point() const { return false; }
};

/// The end is the element `at`: the residual is log(at^-1 x), whose change is dexp^-1 applied to eta.
class EndPoint final : public EndCondition {
 public:
  /// The group must outlive it.
  EndPoint(const Group& group, Point at) : group_(group), at_(std::move(at)) {}

  V residual(const EndMap& end) const override { return group_.between(at_, end.x); }
  M jacobian(const EndMap& end, const V& residual) const override;
  double distance(const EndMap& end) const override { return residual(end).norm(); }
  Eigen::VectorXd gap(const Point& x) const override { return group_.between(at_, x); }
  M gap_rates(const Point& x) const override;
  const Point& point() const override { return at_; }
  Point nearest(const Point&) const override { return at_; }
  bool is_point() const override { return true; }

 private:
  const Group& group_;
  Point at_;
};

/// The end has some of the coordinates c_i of `at`, i in F, the others are free: dc_F has kernel N(x), and
///
///     c_F(x) = c_F(at),   N(x)^T p = 0   (transversality).
///
/// With p = dc_F^T nu + N(...) the change of N^T p is N^T (delta p - delta(dc_F)^T nu), exact at a solution.
class EndCoordinates final : public EndCondition {
 public:
  /// Throws InputError where what is fixed does not determine the point to first order up to free
  /// coordinates, which happens when single entries of a matrix are left free.
  EndCoordinates(std::shared_ptr<const Coordinates> coordinates, Point at,
                 std::vector<bool> is_free);

  V residual(const EndMap& end) const override;
  M jacobian(const EndMap& end, const V& residual) const override;
  /// The residual can vanish where coordinates that depend on each other are not those of the target, as a rotation and
  /// the same after half a turn.
  double distance(const EndMap& end) const override;
  Eigen::VectorXd gap(const Point& x) const override { return compress_ * off(x); }
  M gap_rates(const Point& x) const override { return compress_ * slopes(x); }
  const Point& point() const override { return at_; }
  /// The point with the coordinates of `x` where they are free.
  Point nearest(const Point& x) const override;

 private:
  Eigen::VectorXd off(const Point& x) const { return fixed(x) - target_; }
  Eigen::VectorXd fixed(const Point& x) const;
  /// dc_F, a row for each fixed coordinate.
  M slopes(const Point& x) const;
  /// N(x), orthonormal columns that depend smoothly on x.
  M kernel(const Point& x) const;
  /// Weights of fixed coordinates as those of all.
  Eigen::VectorXd of_all(const Eigen::VectorXd& weights) const;

  std::shared_ptr<const Coordinates> coordinates_;
  Point at_;
  std::vector<bool> free_;
  Eigen::VectorXd target_;
  M compress_;
};

}  // namespace hamel::searching

namespace hamel {

/// The end is the element `at`.
template <class G>
struct EndPoint {
  Element<G, double> at;
};
template <class G>
EndPoint(Element<G, double>) -> EndPoint<G>;

/// The end has some of the coordinates of `at`, the others are free, and their momentum vanishes there.
template <class G>
class EndCoordinates {
 public:
  /// Throws InputError where what is fixed does not determine the point to first order up to free
  /// coordinates, which happens when single entries of a matrix are left free.
  EndCoordinates(const G& group, const Element<G, double>& at, std::vector<bool> is_free)
      : condition_(std::make_shared<searching::EndCoordinates>(
            std::make_shared<searching::CoordinatesOf<G>>(group), searching::point(at),
            std::move(is_free))) {}

  const std::shared_ptr<const searching::EndCondition>& condition() const noexcept {
    return condition_;
  }

 private:
  std::shared_ptr<const searching::EndCondition> condition_;
};

}  // namespace hamel
