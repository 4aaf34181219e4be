// The discrete momentum balance of one step, shared by free, nonholonomic and vakonomic motion.
#pragma once

#include <cmath>
#include <optional>
#include <type_traits>

#include <hamel/core/finite.hpp>
#include <hamel/core/inline.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/dynamics/problem_at.hpp>
#include <hamel/group/element.hpp>
#include <hamel/integrator/step_constraint.hpp>
#include <hamel/integrator/step_needs.hpp>
#include <hamel/integrator/step_unknowns.hpp>
#include <hamel/retraction/linearised.hpp>
#include <hamel/retraction/transport.hpp>

namespace hamel {

/// The equations of a trapezoidal variational step, x_{k+1} = x_k tau(xi), xi = h a:
///
///     m_k     = [ (dtau^R_xi)^{-*} pi - h/2 F(t_k, x_k, a) ]_W            (solved by Newton's method)
///     m_{k+1} = [ (dtau^L_xi)^{-*} pi + h/2 F(t_{k+1}, x_{k+1}, a) ]_W
///     pi = 1/2 (M(x_k) + M(x_{k+1})) a + mu,    a = D u + 1/2 (v0(x_k) + v0(x_{k+1}))
///
/// The unknowns are u and, for vakonomic motion, mu in Ann(d); W = g, or d for nonholonomic motion.
/// The three dynamics differ in D, in W and in the presence of mu, and in nothing else.
///
/// Where D moves (nonholonomic motion; for vakonomic see PhaseSpaceBalance), a = D(x_m) u + v0(x_m) at the
/// middle x_m = x_k s, s s = tau(xi), and the two lines are paired with D(x_k) and D(x_{k+1}).
template <class P, class Retraction, class S>
class MomentumBalance {
  static constexpr int N = P::dimension, V = P::velocities, W = P::variations;
  using Needs = StepNeeds<P, S>;
  using Covector = Vector<S, N>;
  using Tangent = Vector<S, N>;

 public:
  using State = typename P::template State<S>;
  static constexpr bool bending = P::affine || P::moves;  ///< D or v0 may move with the unknowns
  /// How many unknowns there are as independent numbers.
  static constexpr int Z = sum_of_sizes < bending ? N : 0, V, P::multipliers > ;
  using Unknowns = StepVector<S, Z>;

  /// Predicts the velocity half an explicit step ahead, an error of O(h^2).
  MomentumBalance(const P& problem, const Retraction& retraction, const S& t, const S& h,
                  const State& start)
      : MomentumBalance(Unpredicted{}, problem, retraction, t, h, start) {
    Vector<S, W> ahead;
    if constexpr (Needs::may_be_forced) {
      ahead = start.m + S(0.5) * h * here_->field(start.m).m_dot;
      a_ = here_->velocity(ahead);
    } else {
      ahead = start.m + S(0.5) * h * problem.field(t, start.x, start.m).m_dot;
      a_ = problem.velocity(t, start.x, ahead);
    }
    if constexpr (P::may_be(Dynamics::vakonomic)) {
      if (problem.is(Dynamics::vakonomic)) mu_ = ahead - lowered();
    }
    update_force();
  }

  /// The equations at given unknowns, see unknowns(), for derivatives.
  MomentumBalance(const P& problem, const Retraction& retraction, const S& t, const S& h,
                  const State& start, const Unknowns& unknowns)
      : MomentumBalance(Unpredicted{}, problem, retraction, t, h, start) {
    const int first = bending ? problem.dim() : 0;
    u_ = entries<V>(unknowns, first, problem.rank());
    if constexpr (bending)
      a_ = entries<N>(unknowns, 0, problem.dim());
    else
      a_ = problem.expand(start.x, u_);
    if constexpr (P::kind == Dynamics::vakonomic)
      mu_ = ann() * entries<P::multipliers>(unknowns, first + problem.rank(),
                                            problem.dim() - problem.rank());
    constraint_.follow(a_);
    if (Needs::end_matters(problem_)) {
      update_end();
    } else {
      update_force();
    }
    static_assert(!native_number<S>);
    lowered_ = lowered();
    settled_ = true;
  }

  /// One Newton iteration on the first equation. `size` receives the size of the update relative to the velocity and
  /// the momentum. False when a number is not finite (a singular matrix shows so too).
  bool newton(S& size) {
    if (Needs::end_matters(problem_)) update_end();
    constraint_.follow(a_);
    Covector pi = lowered();
    if (problem_.is(Dynamics::vakonomic)) pi += mu_;
    const Tangent xi = h_ * a_;
    // The balance moves with pi by the matrix `pull`, with xi by the matrix `slope`.
    const auto [pull, slope] = linearise(retraction_, problem_.group(), xi, pi);
    Covector balance = by_factors(pull, pi);
    if constexpr (Needs::may_be_forced) {
      if (Needs::forced(problem_)) balance += S(-0.5) * h_ * force_;
    }
    const auto& d_start = problem_.basis(start_.x);
    const auto on_start = [&](const Covector& c) {
      if constexpr (P::moves && W == V)
        return d_start.transpose() * c;
      else
        return problem_.restrict(start_.x, c);
    };
    Vector<S, W> defect = on_start(balance) - start_.m;

    // Its derivative, first by a, then by the unknowns u and mu.
    const bool free_of_constraints = Needs::is_unconstrained(problem_);
    Matrix<S, N> by_velocity;
    if (!Needs::is_still(problem_) || free_of_constraints) {
      by_velocity = pulled_momentum_slope(pull);
      by_velocity += h_ * slope;
      if (!problem_.system().force_ignores_velocity()) by_velocity -= S(0.5) * h_ * force_slope_;
    }
    Matrix<S, N, V> bent;
    Tangent a_0;
    if constexpr (P::affine || P::moves) {
      if (Needs::bends(problem_)) {
        bent = d_start;
        a_0 = zeros<S, N>(problem_.dim());
        constraint_.linearise(a_, end_, bent, a_0);
        defect += on_start(by_velocity * a_0);
      }
    }
    const Matrix<S, N, V>& a_u = Needs::bends(problem_) ? bent : d_start;
    const int r = problem_.rank();
    Matrix<S, W> jacobian(problem_.state_dim(), problem_.state_dim());
    if constexpr (P::may_be(Dynamics::free)) jacobian = by_velocity;
    if constexpr (P::may_be(Dynamics::nonholonomic)) {
      if (problem_.is(Dynamics::nonholonomic)) {
        if constexpr (P::moves)
          jacobian = d_start.transpose() * change_along(pull, slope, by_velocity, a_u);
        else
          jacobian = problem_.split().distribution().transpose() *
                     change_along(pull, slope, by_velocity, a_u);
      }
    }
    if constexpr (P::may_be(Dynamics::vakonomic)) {
      if (problem_.is(Dynamics::vakonomic)) {
        if (free_of_constraints)
          jacobian = by_velocity;
        else
          jacobian =
              beside<W, W>(change_along(pull, slope, by_velocity, a_u), by_factors(pull, ann()));
        if constexpr (P::affine) {
          if (problem_.is_affine())
            jacobian.rightCols(problem_.dim() - r) +=
                S(0.5) * h_ * (offset_slope(problem_, t_, start_.x) * ann());
        }
      }
    }
    const Vector<S, W> step = hamel::solve<S, W>(jacobian, defect);
    if (!all_finite(step)) return false;

    Tangent da;
    if constexpr (P::affine || P::moves) {
      if (Needs::bends(problem_)) da = a_u * entries<V>(step, 0, r) - a_0;
    }
    if (free_of_constraints)
      da = entries<N>(step, 0, problem_.dim());
    else if (!Needs::bends(problem_))
      da = problem_.expand(start_.x, entries<V>(step, 0, r));
    a_ -= da;
    size = largest(da) / (largest(a_) + scale_floor);
    if constexpr (P::may_be(Dynamics::vakonomic)) {
      if (problem_.is(Dynamics::vakonomic) && !free_of_constraints) {
        const Covector dmu = ann() * entries<P::multipliers>(step, r, problem_.dim() - r);
        mu_ -= dmu;
        using std::max;
        size = max(size, S(largest(dmu) / (largest(pi) + scale_floor)));
      }
    }
    return true;
  }

  /// Newton converges quadratically: after an update this small the error is below rounding.
  static bool converged(double update) noexcept {
    return update <= 0.01 * std::sqrt(static_cast<double>(epsilon<S>()));
  }

  /// Iterations after the last until derivatives that the scalar carries converge.
  static constexpr int derivative_lag(int) noexcept { return 1; }

  /// The velocity a, and mu in Ann(D), 0 but for vakonomic motion.
  const Tangent& velocity() const noexcept { return a_; }
  const Covector& multiplier() const noexcept { return mu_; }

  /// What the step solves for, as independent numbers: u, then the coefficients of mu; where D or v0 moves, a first.
  Unknowns unknowns() const {
    const int first = bending ? problem_.dim() : 0, r = problem_.rank();
    Unknowns z(first + r + (P::multipliers == 0 ? 0 : problem_.dim() - r));
    if constexpr (bending) {
      put(z, 0, 0, a_);
      const auto [d, v0] = constraint_.parts(end_);
      put(z, first, 0, along(d, a_ - v0));
    } else if constexpr (P::kind == Dynamics::free) {
      z = a_;
    } else {
      put(z, 0, 0, along(problem_.basis(start_.x), a_));
    }
    if constexpr (P::kind == Dynamics::vakonomic)
      put(z, first + r, 0, along(Matrix<S, N, P::multipliers>(ann()), mu_));
    return z;
  }

  /// The equations that the unknowns solve, zero at the solution: the balance at the start, then a - D u - v0 where D
  /// or v0 moves.
  Unknowns defect() const {
    Covector pi = lowered();
    if constexpr (P::kind == Dynamics::vakonomic) pi += mu_;
    Covector balance = inverse_tangent_star(retraction_, problem_.group(), increment(), pi);
    if constexpr (Needs::may_be_forced) {
      if (Needs::forced(problem_)) balance -= S(0.5) * h_ * force_;
    }
    const int w = problem_.state_dim();
    Unknowns r(w + (bending ? problem_.dim() : 0));
    put(r, 0, 0, problem_.restrict(start_.x, balance) - start_.m);
    if constexpr (bending) {
      const auto [d, v0] = constraint_.parts(end_);
      put(r, w, 0, a_ - v0 - d * u_);
    }
    return r;
  }

  /// xi, with x_{k+1} = x_k tau(xi).
  Tangent increment() const { return h_ * a_; }

  /// The state at the end of the step, from the second equation.
  State end_state() {
    if (!settled_ && Needs::end_matters(problem_)) update_end();
    const Tangent xi = h_ * a_;
    const auto moved = tau(retraction_, problem_.group(), xi);
    State next{problem_.group().compose(start_.x, moved), start_.m};
    Covector end;
    if constexpr (P::may_be(Dynamics::nonholonomic)) {
      if (problem_.is(Dynamics::nonholonomic))
        end = inverse_tangent_star(retraction_, problem_.group(), -h_ * a_, lowered());
    }
    if constexpr (P::may_be(Dynamics::free) || P::may_be(Dynamics::vakonomic)) {
      if (!problem_.is(Dynamics::nonholonomic)) {
        // (dtau^L)^{-*} pi = Ad*_{tau(xi)} (dtau^R)^{-*} pi: p is carried along whatever Newton left.
        Covector from = start_.m;
        if constexpr (Needs::may_be_forced) {
          if (Needs::forced(problem_)) from += S(0.5) * h_ * force_;
        }
        end = transport(retraction_, problem_.group(), xi, start_.x, moved, next.x, from);
      }
    }
    if constexpr (Needs::may_be_forced) {
      if (Needs::forced(problem_)) end += S(0.5) * h_ * force_at_end(next.x);
    }
    next.m = problem_.restrict(next.x, end);
    return next;
  }

 private:
  struct Unpredicted {};

  /// Sets what does not depend on the unknowns.
  MomentumBalance(Unpredicted, const P& problem, const Retraction& retraction, const S& t,
                  const S& h, const State& start)
      : problem_(problem),
        retraction_(retraction),
        t_(t),
        h_(h),
        start_(start),
        end_(start.x),
        constraint_(problem, retraction, t, h, start.x) {
    if constexpr (Needs::may_be_forced) here_.emplace(problem, t, start.x);
    if constexpr (P::System::metric_may_vary) {
      if (!metric_is_constant()) inertia_ = start_inertia_ = here_->metric().matrix();
    }
    mu_ = zeros<S, N>(problem.dim());
    if constexpr (!native_number<S>) lowered_ = mu_;
  }

  static constexpr double scale_floor = 1e-5;  // velocities and momenta below it count as zero

  /// The product with a derivative of the retraction.
  template <class A, class B>
  HAMEL_ALWAYS_INLINE auto by_factors(const A& a, const B& b) const {
    return times_linearised<Retraction>(problem_.group(), a, b);
  }
  /// The balance along D du, (pull M + h slope + ...) D.
  HAMEL_ALWAYS_INLINE Matrix<S, N, V> change_along(const Matrix<S, N>& pull,
                                                   const Matrix<S, N>& slope,
                                                   const Matrix<S, N>& by_velocity,
                                                   const Matrix<S, N, V>& d) const {
    if constexpr (Needs::may_be_still) {
      if (Needs::is_still(problem_))
        return by_factors(pull, in_numbers<S>(problem_.lowered_basis())) +
               h_ * by_factors(slope, d);
    }
    return by_velocity * d;
  }

  auto ann() const { return converted<S>(problem_.split().annihilator()); }

  /// F(x_k, a) and its derivative, for the present a and mu, where a force acts.
  void update_force() {
    if constexpr (Needs::may_be_forced) {
      if (!Needs::forced(problem_)) return;
      force_ = force(*here_);
      if (!problem_.system().force_ignores_velocity())
        force_slope_ = here_->force_velocity_derivative(a_);
    }
  }

  /// F(x_{k+1}, a) at the end found.
  Covector force_at_end(const Element<typename P::Group, S>& x) const {
    if constexpr (P::System::metric_may_vary) {
      if (end_metric_) return force(ProblemAt<P, S>(problem_, S(t_ + h_), x, *end_metric_));
    }
    return force(ProblemAt<P, S>(problem_, S(t_ + h_), x));
  }

  /// F there, for the present a and mu.
  Covector force(const ProblemAt<P, S>& there) const {
    if (Needs::force_asks_momentum(problem_))
      return there.force(a_, mu_ + there.metric().matrix() * a_);
    return there.force(a_, mu_);
  }

  /// Everything that moves with x_{k+1}, for the present a.
  void update_end() {
    if constexpr (Needs::end_may_matter) {
      const bool varies = !metric_is_constant();
      update_force();
      if (varies || (Needs::bends(problem_) && !P::moves))
        end_ = problem_.group().compose(start_.x, tau(retraction_, problem_.group(), increment()));
      if constexpr (P::System::metric_may_vary) {
        if (varies) {
          end_metric_.emplace(problem_.system().metric_at(end_));
          inertia_ = S(0.5) * (start_inertia_ + end_metric_->matrix());
        }
      }
    }
  }

  /// `pull` times the derivative of pi by a: M da + h/2 (d_eta M) a, eta = dtau^L_xi da.
  Matrix<S, N> pulled_momentum_slope(const Matrix<S, N>& pull) const {
    if constexpr (P::System::metric_may_vary) {
      if (metric_is_constant()) return pull * mean_metric();
      const auto tangent = tangent_matrix(retraction_, problem_.group(), increment());
      return pull * (inertia_ + S(0.5) * h_ * (end_metric_->slope(a_).transpose() * tangent));
    } else {
      return pull * problem_.metric(start_.x);
    }
  }

  bool metric_is_constant() const noexcept { return problem_.system().metric_is_constant(); }
  /// The mean of M at both ends, which may vary.
  const Matrix<S, N>& mean_metric() const {
    return metric_is_constant() ? here_->metric().matrix() : inertia_;
  }
  /// M a with the mean metric.
  Covector lowered() const {
    if constexpr (!native_number<S>) {
      if (settled_) return lowered_;
    }
    if constexpr (P::System::metric_may_vary)
      return mean_metric() * a_;
    else
      return problem_.lowered(a_);
  }

  const P& problem_;
  const Retraction& retraction_;
  const S t_, h_;
  const State& start_;
  Element<typename P::Group, S> end_;  // x_{k+1} for the present a
  StepConstraint<P, Retraction, S> constraint_;
  Tangent a_;
  Vector<S, V> u_;  // at given unknowns only
  Covector mu_, force_, lowered_;
  bool settled_ = false;  // a is given, and what moves with it was found once
  Matrix<S, N> start_inertia_, inertia_, force_slope_;  // M(x_k); the mean of M; dF/da

  struct Nothing {};
  using Here = ProblemAt<P, S>;
  [[no_unique_address]] std::conditional_t<Needs::may_be_forced, std::optional<Here>, Nothing>
      here_;
  [[no_unique_address]] std::conditional_t<P::System::metric_may_vary,
                                           std::optional<typename Here::Metric>, Nothing>
      end_metric_;
};

}  // namespace hamel
