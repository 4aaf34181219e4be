// One step of the phase-space principle: vakonomic motion under a constraint that moves.
#pragma once

#include <cmath>

#include <hamel/core/finite.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/element.hpp>
#include <hamel/integrator/step_unknowns.hpp>
#include <hamel/retraction/linearised.hpp>
#include <hamel/retraction/transport.hpp>
#include <hamel/system/left_derivative.hpp>

namespace hamel {

/// The stationary points of sum <pi_k, xi_k> - h/2 (H(x_k,pi_k) + H(x_{k+1},pi_k)) with
/// x_{k+1} = x_k tau(xi_k), where H is the Hamiltonian of the problem, a = d_pH and f = -x^*d_xH:
///
///     p_k     = (dtau^R_xi)^{-*} pi - h/2 f(x_k,pi)
///     xi      = h/2 (a(x_k,pi) + a(x_{k+1},pi))
///     p_{k+1} = (dtau^L_xi)^{-*} pi + h/2 f(x_{k+1},pi)
///
/// A symplectic and symmetric map of order 2; the velocity lies in v0 + D at both ends (Leok & Zhang
/// 2011, discrete Hamiltonian variational integrators, for a retraction). The unknowns are xi and pi.
template <class P, class Retraction, class S>
class PhaseSpaceBalance {
  static constexpr int N = P::dimension;
  using V = Vector<S, N>;

 public:
  using State = typename P::template State<S>;
  static constexpr int Z = sum_of_sizes<N, N>;  ///< how many unknowns there are
  using Unknowns = StepVector<S, Z>;

  /// Predicts pi half an explicit step ahead, an error of O(h^2).
  PhaseSpaceBalance(const P& problem, const Retraction& retraction, const S& t, const S& h,
                    const State& start)
      : problem_(problem), retraction_(retraction), t_(t), h_(h), start_(start) {
    const auto now = problem.field(t, start.x, start.m);
    pi_ = start.m + S(0.5) * h * now.m_dot;
    xi_ = h * problem.velocity(t, start.x, pi_);
  }

  /// The equations at given unknowns, see unknowns(), for derivatives.
  PhaseSpaceBalance(const P& problem, const Retraction& retraction, const S& t, const S& h,
                    const State& start, const Unknowns& unknowns)
      : problem_(problem),
        retraction_(retraction),
        t_(t),
        h_(h),
        start_(start),
        pi_(entries<N>(unknowns, 0, problem.dim())),
        xi_(entries<N>(unknowns, problem.dim(), problem.dim())) {}

  /// What the step solves for: pi, then xi.
  Unknowns unknowns() const { return stacked(pi_, xi_); }

  /// The first two equations, zero at the solution.
  Unknowns defect() const {
    const V carried = inverse_tangent_star(retraction_, problem_.group(), xi_, pi_);
    const Imbalance off = imbalance(carried);
    return stacked(off.balance, off.path);
  }

  /// xi, with x_{k+1} = x_k tau(xi).
  const V& increment() const noexcept { return xi_; }

  /// One Newton iteration on the first two equations; mixed derivatives of H give f by pi from a by x.
  /// `size` receives the size of the update relative to xi and pi. False when a number is not finite.
  bool newton(S& size) {
    const int n = problem_.dim();
    const S half = S(0.5) * h_, t_end = t_ + h_;
    const auto x_end = end();
    const auto [pull, slope] = linearise(retraction_, problem_.group(), xi_, pi_);
    const auto [balance, path, a_0] = imbalance(pull * pi_);

    // (balance, path) by (pi, xi): with B = d xi / d pi on the second line, solve the first for pi.
    Matrix<S, N> f_pi = -velocity_slope(t_, start_.x);
    if constexpr (P::System::has_force) {
      const auto& system = problem_.system();
      Matrix<S, N> by_velocity = system.force_velocity_derivative(t_, start_.x, a_0);
      if (!system.metric_is_constant()) by_velocity -= system.metric_slope(start_.x, a_0);
      f_pi += by_velocity * gain(start_.x);
    }
    Matrix<S, N> path_xi = -half * (velocity_slope(t_end, x_end).transpose() *
                                    tangent_matrix(retraction_, problem_.group(), xi_));
    for (int i = 0; i < n; ++i) path_xi(i, i) += S(1);
    const Matrix<S, N> gains = half * (gain(start_.x) + gain(x_end));
    const Matrix<S, N> xi_pi = hamel::solve(path_xi, gains);
    const V xi_0 = hamel::solve(path_xi, V(path));
    const Matrix<S, N> jacobian = pull - half * f_pi + slope * xi_pi;
    const V d_pi = hamel::solve<S, N>(jacobian, balance - slope * xi_0);
    const V d_xi = xi_0 + xi_pi * d_pi;
    if (!all_finite(d_pi) || !all_finite(d_xi)) return false;
    pi_ -= d_pi;
    xi_ -= d_xi;
    using std::max;
    size = max(S(largest(d_pi) / (largest(pi_) + scale_floor)),
               S(largest(d_xi) / (largest(xi_) + scale_floor * abs_h())));
    return true;
  }

  /// Newton converges quadratically: after an update this small the error is below rounding.
  static bool converged(double update) noexcept {
    return update <= 0.01 * std::sqrt(static_cast<double>(epsilon<S>()));
  }

  /// Iterations after the last until derivatives that the scalar carries converge.
  static constexpr int derivative_lag(int) noexcept { return 1; }

  /// The state at the end of the step, from the third equation.
  State end_state() const {
    const S half = S(0.5) * h_, t_end = t_ + h_;
    const auto& group = problem_.group();
    const auto moved = tau(retraction_, group, xi_);
    State next{group.compose(start_.x, moved), start_.m};
    const V a_0 = problem_.velocity(t_, start_.x, pi_);
    // (dtau^L)^{-*} pi = Ad*_{tau(xi)} (dtau^R)^{-*} pi: p is carried along whatever Newton left.
    const V from = start_.m + half * force(t_, start_.x, a_0);
    next.m = transport(retraction_, group, xi_, start_.x, moved, next.x, from);
    const V a_1 = problem_.velocity(t_end, next.x, pi_);
    next.m += half * force(t_end, next.x, a_1);
    return next;
  }

 private:
  static constexpr double scale_floor = 1e-5;  // velocities and momenta below it count as zero
  using Point = Element<typename P::Group, S>;

  S abs_h() const {
    using std::abs;
    return abs(h_);
  }

  Point end() const {
    return problem_.group().compose(start_.x, tau(retraction_, problem_.group(), xi_));
  }

  /// The first two equations, with (dtau^R_xi)^{-*} pi = carried.
  struct Imbalance {
    V balance, path, a_0;
  };
  Imbalance imbalance(const V& carried) const {
    const S half = S(0.5) * h_;
    const V a_0 = problem_.velocity(t_, start_.x, pi_),
            a_1 = problem_.velocity(S(t_ + h_), end(), pi_);
    const V forced = carried - half * force(t_, start_.x, a_0);
    return {forced - start_.m, xi_ - half * (a_0 + a_1), a_0};
  }

  V force(const S& t, const Point& x, const V& a) const { return problem_.force(t, x, a, pi_); }

  /// Rows d_k a(x,pi).
  Matrix<S, N> velocity_slope(const S& t, const Point& x) const {
    if constexpr (requires { problem_.velocity_slope(t, x, pi_); })
      return problem_.velocity_slope(t, x, pi_);
    else
      return differentiated_velocity(t, x);
  }
  Matrix<S, N> differentiated_velocity(const S& t, const Point& x) const {
    return left_derivative_rows(
        problem_.group(), x, [&]<class D>(const Element<typename P::Group, D>& y) {
          return problem_.velocity(D(t), y, Vector<D, N>(pi_.template cast<D>()));
        });
  }

  /// The matrix of pi -> a(x,pi), D (D^T M D)^{-1} D^T.
  Matrix<S, N> gain(const Point& x) const {
    const auto d = problem_.basis(x);
    const Matrix<S, P::velocities> on_d = d.transpose() * (problem_.metric(x) * d);
    return d * hamel::solve(on_d, transposed(d));
  }

  const P& problem_;
  const Retraction& retraction_;
  const S t_, h_;
  const State& start_;
  V pi_, xi_;
};

}  // namespace hamel
