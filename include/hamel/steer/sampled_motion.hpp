// The accessory problem of a motion, sampled along it.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include <Eigen/Core>

#include <hamel/core/factors.hpp>
#include <hamel/core/finite.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/group/element.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/steer/accessory.hpp>
#include <hamel/steer/linearised_motion.hpp>

namespace hamel {

/// b with b b^T = h, by elimination with pivots; nothing where h has a negative direction.
inline std::optional<Eigen::MatrixXd> half_of(Eigen::MatrixXd h) {
  constexpr double rounding = 1e-12;
  const Eigen::Index n = h.rows();
  const double largest = h.cwiseAbs().maxCoeff();
  Eigen::MatrixXd b(n, n);
  int rank = 0;
  for (; rank < n; ++rank) {
    Eigen::Index i = 0;
    if (!(h.diagonal().maxCoeff(&i) > rounding * largest)) break;
    b.col(rank) = h.col(i) / std::sqrt(h(i, i));
    h -= b.col(rank) * b.col(rank).transpose();
    h.row(i).setZero();
    h.col(i).setZero();
  }
  if (!(h.cwiseAbs().maxCoeff() <= 10 * rounding * largest)) return {};
  return b.leftCols(rank);
}

/// The second derivatives of the Hamiltonian at a place of a motion, in z and xi = delta p - ad*_z p/2, left trivialised:
/// these are canonical.
template <class P>
struct SecondDerivatives {
  using M = Matrix<double, P::dimension>;
  Velocity<double, P::dimension, P::dimension> rate;
  M h_px, h_xx;
  std::optional<Eigen::MatrixXd> b;  ///< b b^T = H_pp
  Eigen::MatrixXd s;                 ///< of H_px, the part that b reaches: b s

  SecondDerivatives(const P& problem, double t, const Element<typename P::Group, double>& x,
                    const Vector<double, P::dimension>& p) {
    using V = Vector<double, P::dimension>;
    const auto& group = problem.group();
    const int n = problem.dim();
    const auto here = linearised_field(problem, t, x, p);
    rate = {here.rate.a, here.rate.m_dot};
    M half(n, n), half_rate(n, n), turn(n, n);  // z -> ad*_z p/2, ad*_z p'/2, ad_a z
    for (int k = 0; k < n; ++k) {
      const V e = V::Unit(n, k);
      half.col(k) = 0.5 * group.ad_star(e, p);
      half_rate.col(k) = 0.5 * group.ad_star(e, rate.m_dot);
      turn.col(k) = group.ad(rate.a, e);
    }
    h_px = here.a_x - turn + here.a_p * half;
    h_xx = half * h_px + half_rate - here.m_x - here.m_p * half;
    b = half_of(Eigen::MatrixXd((here.a_p + here.a_p.transpose()) / 2));
    if (!b) return;
    const Eigen::MatrixXd of_b = b->transpose() * Eigen::MatrixXd(h_px);
    s = Cholesky(b->transpose() * *b).solve_columns(of_b);
  }
};

/// The motion beside columns z that are carried along z' = (H_px - b s) z.
template <class P, int K>
class TransportedMotion {
 public:
  using Group = typename P::Group;
  static constexpr int dimension = P::dimension;
  static constexpr int variations =
      dimension == dynamic || K == dynamic ? dynamic : (K + 1) * dimension;

  TransportedMotion(const P& problem, int columns) : problem_(problem), columns_(columns) {}

  const Group& group() const noexcept { return problem_.group(); }
  int dim() const noexcept { return problem_.dim(); }
  bool is_invariant() const noexcept { return problem_.is_invariant(); }
  int size() const noexcept { return (columns_ + 1) * dim(); }

  /// The parts of a momentum of this problem: p, and the k-th column.
  template <class M>
  auto p(M& m) const noexcept {
    return m.template segment<dimension>(0, dim());
  }
  template <class M>
  auto column(M& m, int k) const noexcept {
    return m.template segment<dimension>((k + 1) * dim(), dim());
  }

  Velocity<double, dimension, variations> field(double t, const Element<Group, double>& x,
                                                const Vector<double, variations>& m) const {
    const Vector<double, dimension> momentum = p(m);
    const SecondDerivatives<P> here(problem_, t, x, momentum);
    Velocity<double, dimension, variations> rate{here.rate.a, Vector<double, variations>(size())};
    p(rate.m_dot) = here.rate.m_dot;
    Eigen::MatrixXd drift = here.h_px;
    if (here.b) drift -= *here.b * here.s;
    for (int k = 0; k < columns_; ++k) column(rate.m_dot, k) = drift * column(m, k);
    return rate;
  }

 private:
  const P& problem_;
  int columns_;
};

/// A motion with the linear change of place that carries variations back to its start.
template <class P>
class SampledMotion {
 public:
  using V = Vector<double, P::dimension>;
  using M = Matrix<double, P::dimension>;
  struct At {
    Element<typename P::Group, double> x;
    V p;
    M transport;
    double t = 0;
  };
  /// What went wrong, if anything did.
  enum class Sample { good, not_finite, not_positive };

  explicit SampledMotion(const P& problem) : problem_(problem) {}

  const P& problem() const noexcept { return problem_; }
  At begin(const Element<typename P::Group, double>& x, const V& p, double t0) const {
    return {x, p, M::Identity(problem_.dim(), problem_.dim()), t0};
  }

  /// Advances `at` over a part of the motion, of which the nodes are taken. `error` grows to that of a step, relative.
  Sample advance(At& at, double length, AccessoryPanel& panel, double& error) const {
    static const GaussFour gauss;
    panel.length = length;
    const double start = at.t;
    for (std::size_t i = 0; i < panel.nodes.size(); ++i) {
      step(at, start + gauss.at[i] * length - at.t, error);
      if (!all_finite(at.p) || !all_finite(at.x.data) || !at.transport.allFinite())
        return Sample::not_finite;
      auto node = node_at(at);
      if (!node) return Sample::not_positive;
      panel.nodes[i] = std::move(*node);
      if (!panel.nodes[i].b.allFinite() || !panel.nodes[i].q.allFinite()) return Sample::not_finite;
    }
    step(at, start + length - at.t, error);
    at.t = start + length;
    return all_finite(at.p) && all_finite(at.x.data) ? Sample::good : Sample::not_finite;
  }

  /// The columns that are carried at once, as a vector of run-time size holds them.
  static int columns_at_once(int n) {
    return P::dimension == dynamic ? std::clamp(max_dimension / std::max(n, 1) - 1, 1, n) : n;
  }

 private:
  void step(At& at, double h, double& error) const {
    constexpr int K = P::dimension;
    using Motion = TransportedMotion<P, K>;
    using Momentum = Vector<double, Motion::variations>;
    struct State {
      Element<typename P::Group, double> x;
      Momentum m;
    };
    const RungeKutta<DormandPrince8> method;
    const int n = problem_.dim(), together = columns_at_once(n);
    At next = at;
    for (int k = 0; k < n; k += together) {
      const int count = std::min(together, n - k);
      const Motion motion(problem_, count);
      State state{at.x, Momentum(motion.size())};
      motion.p(state.m) = at.p;
      for (int j = 0; j < count; ++j) motion.column(state.m, j) = at.transport.col(k + j);
      const auto sum = method.increment(motion, at.t, h, state);
      const Momentum m = state.m + sum.m;
      for (int j = 0; j < count; ++j) next.transport.col(k + j) = motion.column(m, j);
      const double embedded =
          std::max(sum.s_error.norm(), sum.m_error.norm() / std::max(m.norm(), 1e-300));
      error = std::max(error, std::sqrt(embedded) * embedded);
      if (k > 0) continue;
      next.x = problem_.group().compose(at.x, problem_.group().exp(sum.s));
      next.p = motion.p(m);
    }
    next.t = at.t + h;
    at = next;
  }

  std::optional<AccessoryNode> node_at(const At& at) const {
    const SecondDerivatives<P> here(problem_, at.t, at.x, at.p);
    if (!here.b) return {};
    const Eigen::MatrixXd transport = at.transport, h_xx = (here.h_xx + here.h_xx.transpose()) / 2;
    return AccessoryNode{Elimination(transport).solve_columns(*here.b), here.s * transport,
                         transport.transpose() * h_xx * transport};
  }

  const P& problem_;
};

}  // namespace hamel
