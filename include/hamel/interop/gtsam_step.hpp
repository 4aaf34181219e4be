// States as a manifold of GTSAM, whose headers this one needs, and a step of a method as a function of its expressions.
#pragma once

#include <gtsam/base/Lie.h>
#include <iostream>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include <Eigen/Core>

#include <hamel/core/types.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/operations.hpp>
#include <hamel/integrator/step_defect.hpp>
#include <hamel/interop/gtsam.hpp>

namespace gtsam {

/// States (x, m): a manifold of n + dim W dimensions, x moved by exp and m by sums.
template <hamel::Stateless G, int W>
requires(W != hamel::dynamic) struct traits<hamel::State<G, double, W>> {
  using X = hamel::State<G, double, W>;
  using structure_category = manifold_tag;
  using ManifoldType = X;
  enum { dimension = G::dimension + W };
  using TangentVector = Eigen::Matrix<double, dimension, 1>;
  using ChartJacobian = OptionalJacobian<dimension, dimension>;

  static int GetDimension(const X&) { return dimension; }

  static X Retract(const X& x, const TangentVector& a) {
    return {x.x + a.template head<G::dimension>(), x.m + a.template tail<W>()};
  }
  static TangentVector Local(const X& x, const X& y) {
    TangentVector a;
    a << y.x - x.x, y.m - x.m;
    return a;
  }
  static void Print(const X& x, const std::string& title = "") {
    traits<hamel::Element<G, double>>::Print(x.x, title);
    std::cout << "m = " << x.m.transpose() << '\n';
  }
  static bool Equals(const X& x, const X& y, double tolerance = 1e-8) {
    return Local(x, y).norm() <= tolerance;
  }
};

}  // namespace gtsam

namespace hamel {

/// The StepDefect of a step as a function for gtsam::Expression: of two states, and where K > 0 of the parameters, each
/// with its optional Jacobian. NaN where there is no step, which GTSAM's optimisers reject.
template <int K, class Family, class Method>
class GtsamStep {
  using P = std::decay_t<decltype(std::declval<const Family&>()(Vector<double, K>()))>;
  static constexpr int size = P::dimension + P::variations;
  template <int cols>
  using Optional = gtsam::OptionalJacobian<size, cols>;

 public:
  using Point = State<typename P::Group, double, P::variations>;
  using Residual = Eigen::Matrix<double, size, 1>;
  using Parameters = Eigen::Matrix<double, K, 1>;

  GtsamStep(Family problem_at, Method method, double t, double h)
      : problem_at_(std::move(problem_at)), method_(std::move(method)), t_(t), h_(h) {}

  Residual operator()(const Point& from, const Point& to, Optional<size> by_from = {},
                      Optional<size> by_to = {}) const requires(K == 0) {
    return residual(from, to, Vector<double, 0>(), by_from, by_to, [](const auto&) {});
  }
  Residual operator()(const Point& from, const Point& to, const Parameters& theta,
                      Optional<size> by_from = {}, Optional<size> by_to = {},
                      Optional<K> by_parameters = {}) const requires(K > 0) {
    return residual(from, to, theta, by_from, by_to, [&](const auto& by) {
      if (by_parameters) *by_parameters = by;
    });
  }

 private:
  template <class Write>
  Residual residual(const Point& from, const Point& to, const Vector<double, K>& theta,
                    Optional<size>& by_from, Optional<size>& by_to, const Write& write) const {
    auto defect = step_defect(problem_at_, theta, method_, t_, h_, from, to);
    if (!defect.status) {
      constexpr double nan = std::numeric_limits<double>::quiet_NaN();
      defect.value.setConstant(nan);
      defect.by_from.setConstant(nan);
      defect.by_to.setConstant(nan);
      defect.by_parameters.setConstant(nan);
    }
    if (by_from) *by_from = defect.by_from;
    if (by_to) *by_to = defect.by_to;
    write(defect.by_parameters);
    return defect.value;
  }

  Family problem_at_;
  Method method_;
  double t_, h_;
};

/// A step of the problems problem_at(theta), theta a vector of K numbers.
template <int K, class Family, class Method>
GtsamStep<K, Family, Method> gtsam_step(const Family& problem_at, const Method& method, double t,
                                        double h) {
  return {problem_at, method, t, h};
}
/// A step of one problem.
template <class P, class Method>
GtsamStep<0, OneProblem<P>, Method> gtsam_step(const P& problem, const Method& method, double t,
                                               double h) {
  return {OneProblem<P>{problem}, method, t, h};
}

}  // namespace hamel
