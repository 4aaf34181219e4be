// Variational integrators in coordinates: free, discrete d'Alembert, discrete vakonomic.
#pragma once

#include <hamel/chart/chart_problem.hpp>
#include <hamel/chart/derivatives.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>

namespace hamel {

/// The trapezoidal discrete Lagrangian in coordinates, w = (q1 - q0)/h and l = L, or L + lambda phi for
/// vakonomic motion:
///
///     p_k     = 1/2 (l_v(q0,w) + l_v(q1,w)) - h/2 (l_q(q0,w) + F_k)   (+ phi_v(q0,v0)^T kappa, nonholonomic)
///     0       = 1/2 (phi(q0,w) + phi(q1,w))
///     p_{k+1} = 1/2 (l_v(q0,w) + l_v(q1,w)) + h/2 (l_q(q1,w) + F_{k+1})
///
/// solved for w and kappa (discrete Lagrange-d'Alembert, Cortes & Martinez 2001) or w and lambda (the
/// extremals of the discrete action under the discrete constraint: a symplectic map of T*Q). At each end
/// the velocity of a state is the one with L_v + kappa phi_v = p and phi(q,v) = 0, so states satisfy the
/// constraint to the rounding of Newton's method. Order 2, symmetric.
struct ChartVariational {
  static constexpr int order = 2;
  static constexpr bool adaptive = false;

  int max_iterations = 25;   ///< of Newton's method
  double tolerance = 1e-10;  ///< size of the last update; the error is its square

  /// Nothing is carried from step to step.
  struct Memory {};

  /// One step in place; on failure the state is left as it was.
  template <class P, class State>
  StepStatus step(const P& problem, double t, double h, State& state, Memory&) const noexcept {
    using Point = typename P::template Tangent<double>;
    const int n = problem.dim();
    const Point q = state.x.data, v = state.m.head(n);
    Point p = problem.momentum(state.x, v, state.m);
    if constexpr (P::System::has_force) p += 0.5 * h * problem.system().force(t, q);
    Unknowns<P> y(n + problem.number_of_constraints());
    y.head(n) = v;
    y.tail(problem.number_of_constraints()) = problem.lambda(state.m);
    const auto normals = problem.constraint(q, v).v;
    const auto balance = [&](const auto& z) { return residual(problem, q, p, normals, h, z); };
    StepStatus status = newton(balance, y);
    if (!status) return status;

    const Point w = y.head(n), end = q + h * w;
    Point end_momentum = discrete_momentum(problem, q, end, y, end, 0.5 * h);
    if constexpr (P::System::has_force)
      end_momentum += 0.5 * h * problem.system().force(t + h, end);
    const auto legendre = [&](const auto& z) {
      return legendre_residual(problem, end, end_momentum, z);
    };
    const StepStatus inverse = newton(legendre, y);
    status.iterations += inverse.iterations;
    if (!inverse) return {inverse.outcome, status.iterations, inverse.residual};
    state.x.data = end;
    state.m = y.head(problem.state_dim());
    return status;
  }

 private:
  template <class P>
  using Unknowns = Vector<double, P::extended>;

  /// l(q,v) at multipliers from y = (w, lambda).
  template <class P, class T, class S>
  static T extended(const P& problem, const Vector<T, P::dimension>& q,
                    const Vector<T, P::dimension>& v, const Vector<S, P::constraints>& lambda) {
    if constexpr (P::kind == Dynamics::vakonomic) {
      return problem.system().extended_lagrangian(q, v, lambda);
    } else {
      return problem.system().lagrangian(q, v);
    }
  }

  /// 1/2 (l_v(q0,w) + l_v(q1,w)) + slope l_q(at,w).
  template <class P, class S>
  static Vector<S, P::dimension> discrete_momentum(
      const P& problem, const Vector<S, P::dimension>& q0, const Vector<S, P::dimension>& q1,
      const Vector<S, P::extended>& y, const Vector<S, P::dimension>& at, double slope) {
    using Point = Vector<S, P::dimension>;
    const Point w = y.head(problem.dim());
    const Vector<S, P::constraints> lambda = y.tail(problem.number_of_constraints());
    const auto along_v = [&](const Point& q) {
      const auto fixed = lift(q);
      return gradient([&](const auto& u) { return extended(problem, fixed, u, lambda); }, w);
    };
    const auto moving = lift(w);
    const Point l_q =
        gradient([&](const auto& x) { return extended(problem, x, moving, lambda); }, at);
    return S(0.5) * (along_v(q0) + along_v(q1)) + S(slope) * l_q;
  }

  /// The balance at the start of a step and the discrete constraint.
  template <class P, class S>
  static Vector<S, P::extended> residual(
      const P& problem, const Vector<double, P::dimension>& q,
      const Vector<double, P::dimension>& p,
      const Matrix<double, P::constraints, P::dimension>& normals, double h,
      const Vector<S, P::extended>& y) {
    using Point = Vector<S, P::dimension>;
    const int n = problem.dim(), m = problem.number_of_constraints();
    const Point q0 = q.template cast<S>(), w = y.head(n), q1 = q0 + S(h) * w;
    Vector<S, P::extended> r(n + m);
    r.head(n) = discrete_momentum(problem, q0, q1, y, q0, -0.5 * h) - p.template cast<S>();
    if constexpr (P::constraints != 0) {
      if constexpr (P::kind == Dynamics::nonholonomic) {
        r.head(n) += normals.transpose().template cast<S>() * y.tail(m);
      }
      r.tail(m) =
          S(0.5) * (problem.system().constraints(q0, w) + problem.system().constraints(q1, w));
    }
    return r;
  }

  /// L_v + kappa phi_v - p and phi, in y = (v, kappa).
  template <class P, class S>
  static Vector<S, P::extended> legendre_residual(const P& problem,
                                                  const Vector<double, P::dimension>& q,
                                                  const Vector<double, P::dimension>& p,
                                                  const Vector<S, P::extended>& y) {
    using Point = Vector<S, P::dimension>;
    const int n = problem.dim(), m = problem.number_of_constraints();
    const Point here = q.template cast<S>(), v = y.head(n);
    const auto fixed = lift(here);
    Vector<S, P::extended> r(n + m);
    if constexpr (P::constraints != 0) {
      const Vector<S, P::constraints> kappa = y.tail(m);
      r.head(n) = gradient(
          [&](const auto& u) { return problem.system().extended_lagrangian(fixed, u, kappa); }, v);
      r.tail(m) = problem.system().constraints(here, v);
    } else {
      r = gradient([&](const auto& u) { return problem.system().lagrangian(fixed, u); }, v);
    }
    r.head(n) -= p.template cast<S>();
    return r;
  }

  /// Newton's method with exact Jacobians.
  template <class F, int K>
  StepStatus newton(const F& f, Vector<double, K>& y) const {
    double size = 0;
    for (int i = 1; i <= max_iterations; ++i) {
      const Vector<double, K> step = solve<double, K, 1>(jacobian(f, y), f(y));
      if (!step.allFinite()) return {Outcome::not_finite, i, size};
      y -= step;
      size = step.norm() / (1 + y.norm());
      if (size <= tolerance) return {Outcome::ok, i, size};
    }
    return {Outcome::not_converged, max_iterations, size};
  }
};

}  // namespace hamel
