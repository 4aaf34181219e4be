// The group of a system file: any product of the library's groups, its operations compiled once.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <hamel/core/dual.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/linearised.hpp>

namespace hamel {

struct AnyFactors;
template <class Factors>
class DirectProduct;
struct Exponential;
struct Cayley;

/// A group with the operations that motions of a system file need, over double. It holds an AnyGroup
/// (hamel/group/any_group.hpp), which copies share; elements hold the same numbers. What it knows lies
/// in hamel::io, so that neither the groups nor a method over them is compiled again by who uses it.
/// See the concept LieGroup for the meaning of the members.
class SystemGroup {
 public:
  static constexpr int dimension = dynamic, storage = dynamic;
  template <class S>
  using Element = hamel::Element<SystemGroup, S>;
  using Point = Element<double>;
  using V = Vector<double, dynamic>;
  using M = Matrix<double, dynamic>;
  /// Numbers that move along one direction.
  using Moving = Dual<double, 1>;
  /// Of an element.
  static constexpr int max_coordinates = 256;
  /// d/ds q_i(x exp(s e_k)) at s = 0, rows k.
  using CoordinateSlopes =
      Eigen::Matrix<double, dynamic, dynamic, 0, max_dimension, max_coordinates>;

  /// The group without factors.
  SystemGroup();
  /// Throws DimensionError beyond max_coordinates.
  explicit SystemGroup(DirectProduct<AnyFactors> group);

  /// The product of factors this is.
  const DirectProduct<AnyFactors>& product() const noexcept { return *group_.get(); }

  int dim() const noexcept { return dim_; }
  int size() const noexcept { return size_; }

  template <class S>
  Element<S> identity() const noexcept {
    return unit().template cast<S>();
  }
  Point compose(const Point& x, const Point& y) const noexcept;
  Point inverse(const Point& x) const noexcept;
  Point exp(const V& a) const noexcept;
  V log(const Point& x) const noexcept;
  class Around;
  /// The coordinates s -> x exp(s) around x, which must outlive them.
  Around around(const Point& x) const noexcept;
  V Ad_star(const Point& x, const V& p) const noexcept;
  V Ad_exp_star(const V& xi, const V& p) const noexcept;
  V ad(const V& a, const V& b) const noexcept;
  V ad_star(const V& a, const V& p) const noexcept;
  V dexp(const V& xi, const V& eta) const noexcept;
  V dexp_inv(const V& xi, const V& eta) const noexcept;
  V dexp_inv_star(const V& xi, const V& p) const noexcept;
  M dexp_inv_star_derivative(const V& xi, const V& p) const noexcept;
  M right_jacobian(const V& xi) const noexcept;
  M right_jacobian_inverse(const V& xi) const noexcept;
  Linearised<double, dynamic> dexp_inv_star_linearised(const V& xi, const V& p) const noexcept;

  /// The Cayley map of such groups (see the struct Cayley).
  struct CayleyMap {
    Point tau(const SystemGroup& group, const V& xi) const noexcept;
    V tangent(const SystemGroup& group, const V& xi, const V& eta) const noexcept;
    V inverse_tangent_star(const SystemGroup& group, const V& xi, const V& p) const noexcept;
    M inverse_tangent_star_derivative(const SystemGroup& group, const V& xi,
                                      const V& p) const noexcept;
  };
  CayleyMap cayley() const noexcept { return {}; }

  /// p carried along a step from x to y = x tau(xi), factor by factor; see retraction/transport.hpp.
  V transport(const Exponential&, const V& xi, const Point& x, const Point& step, const Point& y,
              const V& p) const noexcept;
  V transport(const Cayley&, const V& xi, const Point& x, const Point& step, const Point& y,
              const V& p) const noexcept;

  std::vector<std::string> coordinate_names() const;
  std::vector<double> coordinates(const Point& x) const;
  /// Writes them and returns how many there are.
  std::size_t coordinates(const Point& x, std::span<double> all) const;
  CoordinateSlopes coordinate_slopes(const Point& x) const;
  /// Does pull_back look at the coordinates, beside the element?
  bool pull_back_reads_coordinates() const noexcept;
  /// x^*df in g* of a function f of the coordinates q of x, from its slopes df/dq.
  V pull_back(const Point& x, const double* q, const double* slopes) const noexcept;
  /// rates[i] = d/ds q_i(x exp(s a)) at s = 0, from the coordinates q of x.
  void push_forward(const Point& x, const double* q, const V& a, double* rates) const noexcept;
  /// sum_i weights_i d^2/ds dt q_i(x exp(s e_l) exp(t e_k)) at 0, rows k, columns l; one weight for each coordinate.
  M coordinate_curvature(const Point& x, const double* weights) const;
  /// For each coordinate the k of the only e_k along which it changes, at rate 1 everywhere; -1 where none is known.
  std::vector<int> straight_coordinates() const;
  /// The coordinates of x exp(s e_k) to first order in s.
  std::vector<Moving> coordinates_along(const Point& x, int k) const;
  /// Throws OffGroup and DimensionError as the factors do.
  Point from_coordinates(const std::vector<double>& c) const;
  double residual(const Point& x) const noexcept;

 private:
  Point unit() const noexcept;

  std::shared_ptr<const DirectProduct<AnyFactors>> group_;
  int dim_ = 0, size_ = 0, coordinate_count_ = 0;
};

/// The coordinates s -> x exp(s) around an element x: what exp and the inverse of its differential share is found once.
class SystemGroup::Around {
  /// The numbers that a factor keeps, where its part of a vector begins: no more than that has.
  using Kept = std::array<double, max_dimension>;

 public:
  Around(const SystemGroup& group, const Point& x) noexcept;

  /// A point s, which must outlive it.
  class Near {
   public:
    Point place;  ///< x exp(s)
    /// s' = (dexp^L_s)^{-1} a
    V rate(const V& a) const noexcept;

   private:
    friend class Around;
    Near(const SystemGroup& group, const V& s) noexcept : group_(group), s_(s) {}

    const SystemGroup& group_;
    const V& s_;
    Kept kept_;  // of the angle of s: kappa and beta, of screws their derivatives too
  };
  Near at(const V& s) const noexcept;
  V rate(const V& s, const V& a) const noexcept;

 private:
  const SystemGroup& group_;
  const Point& x_;
  Kept ahead_;  // cosine and sine of the heading of x
};

}  // namespace hamel
