// Every group as a manifold of Ceres Solver, whose headers this one needs.
#pragma once

#include <utility>

#include <Eigen/Core>
#include <ceres/manifold.h>

#include <hamel/core/dual.hpp>
#include <hamel/group/between.hpp>
#include <hamel/group/concept.hpp>
#include <hamel/group/element.hpp>
#include <hamel/system/left_derivative.hpp>

namespace hamel {

/// Parameter blocks that hold the stored numbers of an element of G: Plus(x, delta) = x exp(delta) and
/// Minus(y, x) = log(x^-1 y), with the velocity delta in the basis of the group. Neither is defined where a
/// result is not finite; Ceres is told so.
template <LieGroup G>
class CeresManifold : public ceres::Manifold {
 public:
  explicit CeresManifold(G group = G()) : group_(std::move(group)) {}

  /// Numbers stored for an element.
  int AmbientSize() const override { return group_.size(); }
  /// Dimension of the algebra.
  int TangentSize() const override { return group_.dim(); }

  bool Plus(const double* x, const double* delta, double* x_plus_delta) const override {
    return write(group_.compose(element(x), group_.exp(vector(delta))).data, x_plus_delta);
  }
  /// The derivative of the stored numbers of x exp(delta) by delta at 0, row by row.
  bool PlusJacobian(const double* x, double* jacobian) const override {
    const auto numbers = [](const auto& y) { return y.data; };
    const int n = group_.dim();
    for_each_left_derivative(group_, element(x), numbers,
                             [&](int k, int i, double d) { jacobian[i * n + k] = d; });
    return Eigen::Map<const Eigen::VectorXd>(jacobian, group_.size() * n).allFinite();
  }
  bool Minus(const double* y, const double* x, double* y_minus_x) const override {
    return write(group_.log(between(group_, element(x), element(y))), y_minus_x);
  }
  /// The derivative of log(x^-1 y) by the stored numbers of y at y = x, row by row.
  bool MinusJacobian(const double* x, double* jacobian) const override {
    using D = Dual<double, 1>;
    const int size = group_.size();
    const Element<G, double> at = element(x);
    const Element<G, D> back = group_.inverse(at).template cast<D>();
    for (int k = 0; k < size; ++k) {
      Element<G, D> moved = at.template cast<D>();
      moved.data[k].derivatives()[0] = 1;
      const Tangent<G, D> column = group_.log(group_.compose(back, moved));
      for (int i = 0; i < group_.dim(); ++i) jacobian[i * size + k] = column[i].derivatives()[0];
    }
    return Eigen::Map<const Eigen::VectorXd>(jacobian, group_.dim() * size).allFinite();
  }

 private:
  Element<G, double> element(const double* x) const {
    return {Eigen::Map<const Eigen::VectorXd>(x, group_.size())};
  }
  Tangent<G, double> vector(const double* a) const {
    return Eigen::Map<const Eigen::VectorXd>(a, group_.dim());
  }
  template <class V>
  static bool write(const V& from, double* to) {
    Eigen::Map<Eigen::VectorXd>(to, from.size()) = from;
    return from.allFinite();
  }

  G group_;
};

}  // namespace hamel
