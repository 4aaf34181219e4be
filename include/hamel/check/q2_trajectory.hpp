// Question Q2 along one motion: the multiplier that comes closest to making it vakonomic.
#pragma once

#include <algorithm>
#include <vector>

#include <Eigen/QR>

#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/element.hpp>

namespace hamel {

/// A nonholonomic motion (x, a) together with a covector q that moves as a vakonomic momentum would:
///
///     q' = ad*_a q - v(x) q,                        homogeneous,
///     q' = ad*_a q - v(x) (q - M a) + F(x,a),       driven,
///
/// v(x) = x^*d v0 for an affine constraint and 0 otherwise. Integrators take it for a problem: its state
/// is x and m = (D^T p, q, 0 ...).
template <class P>
class CovectorAlong {
 public:
  using Group = typename P::Group;
  static constexpr int dimension = P::dimension;
  static constexpr int variations = (P::variations == dynamic || P::dimension == dynamic)
                                        ? 2 * max_dimension
                                        : P::variations + P::dimension;
  template <class S>
  using State = hamel::State<Group, S, variations>;

  CovectorAlong(const P& problem, bool driven) : problem_(problem), driven_(driven) {}

  const Group& group() const noexcept { return problem_.group(); }
  int dim() const noexcept { return problem_.dim(); }

  /// The state with the covector q at a state of the nonholonomic problem.
  template <class S>
  State<S> start(const typename P::template State<S>& at, const Vector<S, dimension>& q) const {
    State<S> state{at.x, Vector<S, variations>::Zero()};
    state.m.head(problem_.state_dim()) = at.m;
    state.m.segment(problem_.state_dim(), dim()) = q;
    return state;
  }
  /// The velocity of the motion.
  template <class S>
  Vector<S, dimension> velocity(const Element<Group, S>& x, const Vector<S, variations>& m) const {
    return problem_.velocity(x, own(m));
  }
  /// The covector q.
  template <class S>
  Vector<S, dimension> covector(const Vector<S, variations>& m) const {
    return m.segment(problem_.state_dim(), dim());
  }

  /// The vector field.
  template <class S>
  Velocity<S, dimension, variations> field(const S& t, const Element<Group, S>& x,
                                           const Vector<S, variations>& m) const {
    const auto motion = problem_.field(t, x, own(m));
    Vector<S, dimension> q = covector(m);
    Vector<S, dimension> rate = group().ad_star(motion.a, q);
    if (driven_) rate += problem_.system().force(t, x, motion.a);
    if constexpr (P::affine || P::moves) {
      if (P::moves || problem_.is_affine()) {
        if (driven_) q -= problem_.metric(x) * motion.a;
        rate -= problem_.constraint_slope(t, x, problem_.coordinates(t, x, motion.a)) * q;
      }
    }
    Velocity<S, dimension, variations> result{motion.a, Vector<S, variations>::Zero()};
    result.m_dot.head(problem_.state_dim()) = motion.m_dot;
    result.m_dot.segment(problem_.state_dim(), dim()) = rate;
    return result;
  }

 private:
  template <class S>
  Vector<S, P::variations> own(const Vector<S, variations>& m) const {
    return m.head(problem_.state_dim());
  }

  const P& problem_;
  bool driven_;
};

/// How well one multiplier makes a nonholonomic motion vakonomic.
template <int N>
struct MultiplierFit {
  Vector<double, N> multiplier;  ///< best mu at the start, a covector that annihilates d
  double residual = 0;           ///< |D^T (p - M a)| over |D^T (M a - driven)|, over all samples
};

/// Below this residual of a fit a motion counts as vakonomic, above the other as not.
inline constexpr double q2_yes_below = 1e-9;
inline constexpr double q2_no_above = 1e-6;

/// Fits zeta in p(t) = driven(t) + sum_j zeta_j homogeneous_j(t) to D^T p = D^T M a by least squares over
/// the samples of a motion. `driven[i]` is the driven covector that starts at 0, `homogeneous[j][i]` the
/// homogeneous one that starts at e_j, `kinetic[i]` = M a, all at sample i, the start first. The basis D is
/// n x r. (Math: the momentum of a vakonomic motion is affine in its initial value.)
template <int N, int R>
MultiplierFit<N> fit_multiplier(const Matrix<double, N, R>& basis,
                                const std::vector<Vector<double, N>>& kinetic,
                                const std::vector<Vector<double, N>>& driven,
                                const std::vector<std::vector<Vector<double, N>>>& homogeneous) {
  using Table = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic>;
  const auto samples = static_cast<Eigen::Index>(kinetic.size());
  const Eigen::Index n = basis.rows(), r = basis.cols();
  Table equations(samples * r, n);
  Eigen::VectorXd right(samples * r);
  for (Eigen::Index i = 0; i < samples; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      equations.col(j).segment(i * r, r) = basis.transpose() * homogeneous[j][i];
    }
    right.segment(i * r, r) = basis.transpose() * (kinetic[i] - driven[i]);
  }
  const Eigen::VectorXd start = kinetic[0];
  const Eigen::VectorXd remainder = right - equations * start;
  Eigen::CompleteOrthogonalDecomposition<Table> least_squares;
  least_squares.setThreshold(1e-10);
  least_squares.compute(equations);
  const Eigen::VectorXd mu = least_squares.solve(remainder);
  MultiplierFit<N> fit;
  fit.residual = (equations * mu - remainder).norm() / std::max(right.norm(), 1e-300);
  const Table d = basis;
  fit.multiplier = mu - d * d.colPivHouseholderQr().solve(mu);
  return fit;
}

}  // namespace hamel
