// A step of a method as a cost of Ceres Solver, whose headers this one needs.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include <Eigen/Core>
#include <ceres/cost_function.h>

#include <hamel/core/types.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/integrator/step_defect.hpp>
#include <hamel/interop/ceres_manifold.hpp>

namespace hamel {

/// The residual L r of a step: r its StepDefect, L the square root of an information matrix, L^T L the inverse
/// covariance of what disturbs the step. Parameter blocks are the stored numbers of x_0, m_0, those of x_1, m_1, and
/// where K > 0 the parameters; x_0 and x_1 have a CeresManifold. False, and Ceres turns back, where there is no step.
template <int K, class Family, class Method>
class CeresStep final : public ceres::CostFunction {
  using P = std::decay_t<decltype(std::declval<const Family&>()(Vector<double, K>()))>;
  using G = typename P::Group;
  static constexpr int n = P::dimension, W = P::variations, size = n + W;
  using Point = State<G, double, W>;

 public:
  using Weight = Matrix<double, size>;

  CeresStep(Family problem_at, Method method, double t, double h, const Weight& weight)
      : problem_at_(std::move(problem_at)),
        method_(std::move(method)),
        t_(t),
        h_(h),
        weight_(weight) {
    set_num_residuals(size);
    for (int end = 0; end < 2; ++end) {
      mutable_parameter_block_sizes()->push_back(G::storage);
      mutable_parameter_block_sizes()->push_back(W);
    }
    if constexpr (K > 0) mutable_parameter_block_sizes()->push_back(K);
  }

  bool Evaluate(const double* const* blocks, double* residuals, double** jacobians) const override {
    using Columns = Eigen::Map<const Eigen::VectorXd>;
    const Point from{{Columns(blocks[0], G::storage)}, Columns(blocks[1], W)};
    const Point to{{Columns(blocks[2], G::storage)}, Columns(blocks[3], W)};
    Vector<double, K> theta;
    if constexpr (K > 0) theta = Columns(blocks[4], K);
    const auto defect = step_defect(problem_at_, theta, method_, t_, h_, from, to);
    if (!defect.status) return false;
    Eigen::Map<Eigen::VectorXd>(residuals, size) = weight_ * defect.value;
    if (!jacobians) return true;
    return write(blocks[0], weight_ * defect.by_from, jacobians[0], jacobians[1]) &&
           write(blocks[2], weight_ * defect.by_to, jacobians[2], jacobians[3]) &&
           (K == 0 || write_rows(weight_ * defect.by_parameters, jacobians[4 * (K > 0)]));
  }

 private:
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  static bool write_rows(const Eigen::MatrixXd& from, double* to) {
    if (to) Eigen::Map<Rows>(to, from.rows(), from.cols()) = from;
    return from.allFinite();
  }
  /// The derivative along x exp(e) and m. That by the stored numbers of x is any that agrees along the group: times
  /// the derivative of log(x^-1 y) by y.
  static bool write(const double* x, const Matrix<double, size>& by, double* by_x, double* by_m) {
    Rows minus(n, G::storage);
    if (!CeresManifold<G>().MinusJacobian(x, minus.data())) return false;
    return write_rows(by.template leftCols<n>() * minus, by_x) &&
           write_rows(by.template rightCols<W>(), by_m);
  }

  Family problem_at_;
  Method method_;
  double t_, h_;
  Weight weight_;
};

/// A step of the problems problem_at(theta), theta a vector of K numbers: `ceres_step<2>(problem_at, method, t, h, L)`.
template <int K, class Family, class Method>
auto ceres_step(const Family& problem_at, const Method& method, double t, double h,
                const typename CeresStep<K, Family, Method>::Weight& weight) {
  return std::make_unique<CeresStep<K, Family, Method>>(problem_at, method, t, h, weight);
}
/// A step of one problem.
template <class P, class Method>
auto ceres_step(const P& problem, const Method& method, double t, double h,
                const typename CeresStep<0, OneProblem<P>, Method>::Weight& weight) {
  return ceres_step<0>(OneProblem<P>{problem}, method, t, h, weight);
}

}  // namespace hamel
