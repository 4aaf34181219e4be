// The discrete momentum balance of a step whose Lagrangian is taken at its middle.
#pragma once

#include <algorithm>

#include <hamel/core/entries.hpp>
#include <hamel/core/finite.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/dynamics/problem_at.hpp>
#include <hamel/group/element.hpp>
#include <hamel/integrator/step_constraint.hpp>
#include <hamel/integrator/step_unknowns.hpp>
#include <hamel/retraction/linearised.hpp>
#include <hamel/retraction/midway.hpp>

namespace hamel {

/// The equations of a variational step with L_d = h L(q, a), q = x_k s, s s = tau(xi), xi = h a (the
/// trapezoidal twin is MomentumBalance; Marsden & West 2001, sec. 2.3.1, on a group):
///
///     m_k     = [ (dtau^R_xi)^{-*} pi - h (1 + Ad*_s)^{-1} F(t_k + h/2, q, a) ]_W
///     m_{k+1} = [ (dtau^L_xi)^{-*} pi + h (1 + Ad*_{s^-1})^{-1} F ]_W
///     pi = M(q) a + mu,    a - v0(q) in d,   mu in Ann(d)
///
/// The middle s is a square root, whatever the retraction, so the step is symmetric. The unknowns are a
/// and, for vakonomic motion, the coefficients of mu.
template <class P, class Retraction, class S>
class MidpointBalance {
  static constexpr int N = P::dimension, W = P::variations;
  static constexpr int K = P::multipliers;  // coefficients of mu

 public:
  using State = typename P::template State<S>;
  /// How many unknowns there are.
  static constexpr int Z = sum_of_sizes<N, K>;
  static constexpr int limit = Z == dynamic ? 2 * max_dimension : Z;
  using Covector = Vector<S, N>;
  using Unknowns = StepVector<S, Z>;

  /// Predicts the velocity half an explicit step ahead, an error of O(h^2).
  MidpointBalance(const P& problem, const Retraction& retraction, const S& t, const S& h,
                  const State& start)
      : problem_(problem), retraction_(retraction), t_(t), h_(h), start_(start) {
    const int n = problem.dim();
    const ProblemAt<P, S> here(problem, t, start.x);
    const Vector<S, W> ahead = start.m + S(0.5) * h * here.field(start.m).m_dot;
    const Covector a = here.velocity(ahead);
    unknowns_.resize(n + multipliers());
    unknowns_.head(n) = a;
    if constexpr (P::may_be(Dynamics::vakonomic)) {
      if (multipliers() > 0) {
        const Covector mu = ahead - here.metric().matrix() * a;
        unknowns_.tail(multipliers()) = along(Matrix<S, N, K>(annihilator()), mu);
      }
    }
  }

  /// The equations at given unknowns, see unknowns(), for derivatives.
  MidpointBalance(const P& problem, const Retraction& retraction, const S& t, const S& h,
                  const State& start, const Unknowns& unknowns)
      : problem_(problem),
        retraction_(retraction),
        t_(t),
        h_(h),
        start_(start),
        unknowns_(unknowns) {}

  /// What the step solves for: a, then the coefficients of mu.
  const Unknowns& unknowns() const noexcept { return unknowns_; }

  /// The equations that the unknowns solve, zero at the solution: the balance at the start, then A^T (a - v0).
  Unknowns defect() const {
    const Middle at = middle();
    return defect(at, inverse_tangent_star(retraction_, problem_.group(), at.xi, at.pi));
  }

  /// xi, with x_{k+1} = x_k tau(xi).
  Covector increment() const { return h_ * unknowns_.head(problem_.dim()); }

  /// One iteration of Newton's method without the terms of order h^2 in its matrix. `size` receives the
  /// size of the update relative to the velocity and the momentum. False when a number is not finite (a
  /// singular matrix shows so too).
  bool newton(S& size) {
    const int n = problem_.dim(), w = problem_.state_dim(), k = multipliers();
    const auto& system = problem_.system();
    const Middle at = middle();
    const auto [pull, slope] = linearise(retraction_, problem_.group(), at.xi, at.pi);
    Unknowns step = defect(at, pull * at.pi);

    Eigen::Matrix<S, Z, Z, 0, limit, limit> jacobian(n + k, n + k);
    const S half = S(0.5) * h_;
    const Matrix<S, N> inertia = converted<S>(at.there.metric().matrix());
    Matrix<S, N> by_velocity = pull * inertia + h_ * slope;
    if (!system.metric_is_constant())
      by_velocity += half * transposed(at.there.metric().slope(at.a));
    if (!system.force_ignores_velocity())
      by_velocity -= half * at.there.force_velocity_derivative(at.a);
    for (int j = 0; j < n; ++j)
      jacobian.col(j).head(w) = problem_.restrict(start_.x, Covector(by_velocity.col(j)));
    if constexpr (!P::may_be(Dynamics::free)) {
      const auto ann = annihilator();
      const int off_d = n - problem_.rank();
      jacobian.bottomLeftCorner(off_d, n) = ann.transpose();
      jacobian.rightCols(k).setZero();
      if constexpr (P::may_be(Dynamics::vakonomic)) {
        if (k > 0) jacobian.topRightCorner(n, k) = pull * ann;
      }
      if constexpr (P::affine) {
        if (problem_.is_affine()) {
          const Matrix<S, N> rows = offset_slope(problem_, middle_time(), at.q);
          jacobian.bottomLeftCorner(off_d, n) -= S(0.5) * h_ * (ann.transpose() * rows.transpose());
          if constexpr (P::may_be(Dynamics::vakonomic)) {
            if (k > 0) jacobian.topRightCorner(n, k) += S(0.5) * h_ * (rows * ann);
          }
        }
      }
    }
    solve_in_place(jacobian, step);
    if (!all_finite(step)) return false;
    unknowns_ -= step;
    size = step.head(n).cwiseAbs().maxCoeff() / (at.a.cwiseAbs().maxCoeff() + S(scale_floor));
    if constexpr (P::may_be(Dynamics::vakonomic)) {
      if (k > 0) {
        const Covector change = annihilator() * step.tail(k);
        const S scale = at.pi.cwiseAbs().maxCoeff() + S(scale_floor);
        using std::max;
        size = max(size, S(change.cwiseAbs().maxCoeff() / scale));
      }
    }
    return true;
  }

  /// The iteration converges linearly: what is left after an update is that update times the rate that the
  /// last two show. True when it is below rounding, or when rounding keeps the updates from shrinking.
  bool converged(double update) {
    const double rate = update / last_update_, rounding = static_cast<double>(epsilon<S>());
    last_update_ = update;
    return update <= rounding || update * rate <= 0.1 * rounding ||
           (update < 64 * rounding && rate > 0.5);
  }

  /// Iterations after `iterations` until derivatives that the scalar carries converge: they lag behind.
  static constexpr int derivative_lag(int iterations) noexcept { return iterations; }

  /// The state at the end of the step.
  State end_state() {
    const Middle at = middle();
    const auto& group = problem_.group();
    const Covector out = inverse_tangent_star(retraction_, group, -at.xi, at.pi) +
                         h_ * impulse_at_end(group, group.inverse(at.s), at.force);
    const auto x = group.compose(start_.x, tau(retraction_, group, at.xi));
    return {x, problem_.restrict(x, out)};
  }

 private:
  static constexpr double scale_floor = 1e-5;  // velocities and momenta below it count as zero

  /// What the equations are made of, for the present unknowns.
  struct Middle {
    Vector<S, N> a, xi;                  // xi = h a
    Element<typename P::Group, S> s, q;  // half the increment, and the middle
    ProblemAt<P, S> there;               // at the middle
    Covector pi, force;
  };

  /// The equations, with (dtau^R_xi)^{-*} pi = carried.
  Unknowns defect(const Middle& at, const Covector& carried) const {
    const int n = problem_.dim(), w = problem_.state_dim();
    Unknowns r(n + multipliers());
    const Covector impulse = impulse_at_end(problem_.group(), at.s, at.force);
    r.head(w) = problem_.restrict(start_.x, carried - h_ * impulse) - start_.m;
    if constexpr (!P::may_be(Dynamics::free)) {
      r.tail(n - problem_.rank()) =
          annihilator().transpose() * (at.a - problem_.offset(middle_time(), at.q));
    }
    return r;
  }

  S middle_time() const noexcept { return t_ + S(0.5) * h_; }

  int multipliers() const noexcept {
    return problem_.is(Dynamics::vakonomic) ? problem_.dim() - problem_.rank() : 0;
  }

  auto annihilator() const { return problem_.split().annihilator().template cast<S>(); }

  Middle middle() const {
    const auto& group = problem_.group();
    const Covector a = entries<N>(unknowns_, 0, problem_.dim()), xi = h_ * a;
    const auto s = group.exp(midway(retraction_, group, xi)), q = group.compose(start_.x, s);
    const ProblemAt<P, S> there(problem_, middle_time(), q);
    Covector pi = there.metric().matrix() * a;
    if constexpr (P::may_be(Dynamics::vakonomic)) {
      if (multipliers() > 0) pi += annihilator() * unknowns_.tail(multipliers());
    }
    return {a, xi, s, q, there, pi, there.force(a, pi)};
  }

  const P& problem_;
  const Retraction& retraction_;
  const S t_, h_;
  const State& start_;
  Unknowns unknowns_;  // a, then the coefficients of mu
  double last_update_ = 0;
};

}  // namespace hamel
