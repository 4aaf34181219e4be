// What a search asks of a problem and its group, in numbers whose count is known at run time: so that it is compiled once.
#pragma once

#include <vector>

#include <Eigen/Core>

#include <hamel/core/types.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/group/element.hpp>

namespace hamel::searching {

class Group;
struct EndMap;

/// Vectors of the algebra and of its dual have their room in themselves; matrices of a search are few.
using V = Vector<double, dynamic>;
using M = Eigen::MatrixXd;
using Point = Element<Group, double>;

/// The operations of a group, as the concept LieGroup has them.
class Group {
 public:
  static constexpr int dimension = dynamic, storage = dynamic;

  explicit Group(int dim) noexcept : dim_(dim) {}
  virtual ~Group() = default;
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  int dim() const noexcept { return dim_; }
  virtual Point unit() const = 0;
  virtual Point compose(const Point& x, const Point& y) const = 0;
  virtual Point inverse(const Point& x) const = 0;
  virtual Point exp(const V& a) const = 0;
  virtual V log(const Point& x) const = 0;
  /// log(x^-1 y)
  virtual V between(const Point& x, const Point& y) const = 0;
  /// The same from many elements x, a column each.
  virtual M between_columns(const M& x, const Point& y) const = 0;
  /// x exp(a)
  virtual Point moved(const Point& x, const V& a) const = 0;
  virtual V ad(const V& a, const V& b) const = 0;
  virtual V ad_star(const V& a, const V& p) const = 0;
  virtual V Ad_star(const Point& x, const V& p) const = 0;
  /// The matrix of Ad_x.
  virtual M Ad(const Point& x) const = 0;
  virtual V dexp_inv(const V& xi, const V& eta) const = 0;
  /// Of columns.
  virtual M dexp_columns(const V& xi, const M& columns) const = 0;
  virtual M dexp_inv_columns(const V& xi, const M& columns) const = 0;
  /// The motion x' = x_* W p, p' = ad*_{W p} p from the unit, in equal steps of order 8: where it leads after each.
  virtual EndMap coast(const M& w, const V& p, double length, int steps,
                       std::vector<Point>* places = nullptr) const = 0;

 private:
  int dim_;
};

/// Where a motion leads, with its changes column by column.
struct EndMap {
  Point x;              ///< x(T)
  V p, p_start;         ///< p(T), p(0)
  double action = 0;    ///< the integral of L
  M eta, dp;            ///< changes of x(T) (left trivialised) and p(T)
  double error = 0;     ///< estimate, relative
  bool finite = false;  ///< no number left the range of numbers
};

/// The coordinates of the elements of a group.
class Coordinates {
 public:
  explicit Coordinates(int dim) noexcept : dim_(dim) {}
  virtual ~Coordinates() = default;
  Coordinates(const Coordinates&) = delete;
  Coordinates& operator=(const Coordinates&) = delete;

  /// Of the group.
  int dim() const noexcept { return dim_; }
  virtual std::vector<double> of(const Point& x) const = 0;
  virtual Point point(const std::vector<double>& c) const = 0;
  /// dc at x, left trivialised, a row for each coordinate.
  virtual M rates(const Point& x) const = 0;
  /// The change of dc^T weights under x exp(eta), exact.
  virtual V turning(const Point& x, const V& eta, const Eigen::VectorXd& weights) const = 0;

 private:
  int dim_;
};

/// The field of a problem at (t,x,p) with its derivatives: da = a_x eta + a_p dp, dm' = m_x eta + m_p dp.
struct FieldWithSlopes {
  V a, m_dot;
  M a_x, a_p, m_x, m_p;
};

/// A free or vakonomic problem: its terms at a place, and its motions from there.
class Motions {
 public:
  static constexpr int dimension = dynamic;
  template <class S>
  using State = hamel::State<Group, S, dynamic>;

  Motions() = default;
  virtual ~Motions() = default;
  Motions(const Motions&) = delete;
  Motions& operator=(const Motions&) = delete;

  virtual const Group& group() const noexcept = 0;
  int dim() const noexcept { return group().dim(); }
  /// The same at every x.
  virtual bool is_invariant() const noexcept = 0;
  virtual bool constraint_moves() const noexcept = 0;
  virtual M metric(const Point& x) const = 0;
  virtual M basis(const Point& x) const = 0;
  virtual V velocity(double t, const Point& x, const V& p) const = 0;
  virtual double lagrangian(double t, const Point& x, const V& a) const = 0;
  virtual FieldWithSlopes field(double t, const Point& x, const V& p) const = 0;

  /// The motion from (x, p) at time t0 over `length` (backwards where negative), in equal steps of order 8.
  virtual EndMap end(const Point& x, const V& p, double t0, double length, int steps) const = 0;
  /// The same with its changes by p or, where `by_place`, by x.
  virtual EndMap end_with_changes(const Point& x, const V& p, double t0, double length, int steps,
                                  bool by_place) const = 0;
};

}  // namespace hamel::searching
