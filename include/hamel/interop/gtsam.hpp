// Elements as a Lie group of GTSAM, whose headers this one needs.
#pragma once

#include <gtsam/base/Lie.h>
#include <iostream>
#include <string>

#include <Eigen/Core>

#include <hamel/group/element.hpp>
#include <hamel/group/element_text.hpp>
#include <hamel/group/jacobians.hpp>
#include <hamel/group/operations.hpp>

namespace gtsam {

/// Elements of groups whose type says all about them: a Lie group, perturbed on the right as GTSAM's are. Tangent
/// vectors have Hamel's order, translations before rotations, and charts are exp and log.
template <hamel::Stateless G>
struct traits<hamel::Element<G, double>> {
  using X = hamel::Element<G, double>;
  using structure_category = lie_group_tag;
  using group_flavor = multiplicative_group_tag;
  using ManifoldType = X;
  enum { dimension = G::dimension };
  using TangentVector = Eigen::Matrix<double, dimension, 1>;
  using ChartJacobian = OptionalJacobian<dimension, dimension>;

  static int GetDimension(const X&) { return dimension; }
  static X Identity() { return hamel::unit<G>(); }

  static X Compose(const X& x, const X& y, ChartJacobian by_x = {}, ChartJacobian by_y = {}) {
    if (!by_x && !by_y) return x * y;
    return written(hamel::with_jacobians::compose(G{}, x, y), by_x, by_y);
  }
  static X Between(const X& x, const X& y, ChartJacobian by_x = {}, ChartJacobian by_y = {}) {
    if (!by_x && !by_y) return hamel::inverse(x) * y;
    return written(hamel::with_jacobians::between(G{}, x, y), by_x, by_y);
  }
  static X Inverse(const X& x, ChartJacobian by_x = {}) {
    return written(hamel::with_jacobians::inverse(G{}, x), by_x);
  }
  static X Expmap(const TangentVector& a, ChartJacobian by_a = {}) {
    if (!by_a) return hamel::exp<G>(a);
    return written(hamel::with_jacobians::exp<G>(a), by_a);
  }
  static TangentVector Logmap(const X& x, ChartJacobian by_x = {}) {
    if (!by_x) return hamel::log(x);
    return written(hamel::with_jacobians::log(G{}, x), by_x);
  }
  /// x exp(a)
  static X Retract(const X& x, const TangentVector& a, ChartJacobian by_x = {},
                   ChartJacobian by_a = {}) {
    if (!by_x && !by_a) return x + a;
    return written(hamel::with_jacobians::plus(x, a), by_x, by_a);
  }
  /// log(x^-1 y)
  static TangentVector Local(const X& x, const X& y, ChartJacobian by_x = {},
                             ChartJacobian by_y = {}) {
    if (!by_x && !by_y) return y - x;
    return written(hamel::with_jacobians::minus(G{}, y, x), by_y, by_x);
  }

  static void Print(const X& x, const std::string& title = "") {
    std::cout << title << (title.empty() ? "" : " ") << x << '\n';
  }
  static bool Equals(const X& x, const X& y, double tolerance = 1e-8) {
    return hamel::isApprox(x, y, tolerance);
  }

 private:
  template <class R>
  static auto written(const R& result, ChartJacobian& by) {
    if (by) *by = result.by;
    return result.value;
  }
  template <class R>
  static auto written(const R& result, ChartJacobian& by_first, ChartJacobian& by_second) {
    if (by_first) *by_first = result.by_first;
    if (by_second) *by_second = result.by_second;
    return result.value;
  }
};

}  // namespace gtsam
