// Variational integrators in coordinates: free, discrete d'Alembert, discrete vakonomic.
#pragma once

#include <hamel/chart/chart_problem.hpp>
#include <hamel/chart/chart_step.hpp>
#include <hamel/chart/derivatives.hpp>
#include <hamel/core/entries.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/dynamics/under_inputs.hpp>
#include <hamel/integrator/step_unknowns.hpp>
#include <hamel/retraction/exponential.hpp>

namespace hamel {

/// The trapezoidal discrete Lagrangian in coordinates, w = (q1 - q0)/h and l = L, or L + lambda phi for
/// vakonomic motion:
///
///     p_k     = 1/2 (l_v(q0,w) + l_v(q1,w)) - h/2 (l_q(q0,w) + F_k)   (+ phi_v(q0,v0)^T kappa, nonholonomic)
///     0       = 1/2 (phi(q0,w) + phi(q1,w))
///     p_{k+1} = 1/2 (l_v(q0,w) + l_v(q1,w)) + h/2 (l_q(q1,w) + F_{k+1})
///
/// with forces F_k = F(t_k,q_k,w), solved for w and kappa (discrete Lagrange-d'Alembert, Cortes & Martinez 2001) or w
/// and lambda (the extremals of the discrete action under the discrete constraint: a symplectic map of T*Q). At each end
/// the velocity of a state is the one with L_v + kappa phi_v = p and phi(q,v) = 0, so states satisfy the
/// constraint to the rounding of Newton's method. Order 2, symmetric.
struct ChartVariational {
  static constexpr int order = 2;
  static constexpr bool adaptive = false;
  static constexpr bool solves = true;  ///< a step solves equations, see solved_step
  template <class P>
  static constexpr int unknowns = 2 * P::extended;

  int max_iterations = 25;   ///< of Newton's method
  double tolerance = 1e-10;  ///< size of the last update; the error is its square

  /// Nothing is carried from step to step.
  struct Memory {};

  /// One step in place; on failure the state is left as it was.
  template <class P, class State>
  StepStatus step(const P& problem, double t, double h, State& state, Memory&) const noexcept {
    return solved_step(problem, t, h, state, [](const auto&...) {});
  }

  /// The same under inputs w (with_inputs), held over the step.
  template <class P, class State, class W>
  StepStatus step(const P& problem, double t, double h, State& state, const W& w,
                  Memory& memory) const noexcept {
    return with_held(problem, w, [&](const auto& held) { return step(held, t, h, state, memory); });
  }

  /// One step; before the state moves, found(equations, solved) is told its equations and the unknowns that solved them.
  template <class P, class State, class Found>
  StepStatus solved_step(const P& problem, double t, double h, State& state,
                         const Found& found) const noexcept {
    using Point = typename P::template Tangent<double>;
    const int n = problem.dim();
    const Point q = state.x.data, v = state.m.head(n);
    Point p = problem.momentum(state.x, v, state.m);
    if constexpr (P::System::has_force)
      if (!problem.system().force_depends_on_velocity())
        p += 0.5 * h * problem.system().force(t, q, v);
    Unknowns<P> y(n + problem.number_of_constraints());
    y.head(n) = v;
    y.tail(problem.number_of_constraints()) = problem.lambda(state.m);
    const auto normals = problem.constraint(q, v).v;
    if constexpr (tells_curvature<P>) {
      if (problem.system().has_curvature()) {
        Curvatures<P> at(problem, q, h, normals);
        return step([&](const auto& z, auto& r, auto& j) { at.balance(p, z, r, j); },
                    [&](const auto& z) { return at.end_momentum(z); },
                    [&](const auto& end, const auto& momentum, const auto& z, auto& r, auto& j) {
                      at.legendre(end, momentum, z, r, j);
                    },
                    problem, t, h, y, state, found);
      }
    }
    const auto linearised = [](const auto& f) {
      return [f](const auto& z, auto& r, auto& j) {
        r = f(z);
        j = jacobian(f, z);
      };
    };
    return step(
        linearised(
            [&](const auto& z) { return detail::chart_balance(problem, q, p, normals, h, z); }),
        [&](const Unknowns<P>& z) {
          const Point end = q + h * Point(z.head(n));
          return detail::chart_momentum(problem, q, end, z, end, 0.5 * h);
        },
        [&](const Point& end, const Point& momentum, const auto& z, auto& r, auto& j) {
          linearised([&](const auto& u) {
            return detail::chart_legendre(problem, end, momentum, u);
          })(z, r, j);
        },
        problem, t, h, y, state, found);
  }

  struct Equations {
    Exponential retraction{};

    template <class P, class S, class St, class Z>
    detail::ChartStep<P, S> at(const P& problem, const S& t, const S& h, const St& from,
                               const Z& unknowns) const {
      return {problem, t, h, from, unknowns};
    }
  };

 private:
  template <class P>
  using Unknowns = Vector<double, P::extended>;
  /// Those of the balance, and of the velocity at the end.
  template <class P>
  struct Solved {
    const Unknowns<P>&between, &end;
    auto unknowns() const { return stacked(between, end); }
  };
  template <class P>
  using Jacobian = Matrix<double, P::extended>;

  /// Does the chart tell first and second derivatives of L + lambda phi in (q, v, lambda)?
  template <class P>
  static constexpr bool tells_curvature =
      requires(const P& problem, const typename P::template Tangent<double>& v,
               const typename P::template Multiplier<double>& lambda,
               Vector<double, dynamic>& gradient, Matrix<double, dynamic>& hessian) {
    problem.system().curvature(v, v, lambda, gradient, hessian);
  };

  /// The equations of a step from those derivatives at its two ends.
  template <class P>
  class Curvatures {
    using Point = typename P::template Tangent<double>;
    using Multiplier = typename P::template Multiplier<double>;
    using Normals = Matrix<double, P::constraints, P::dimension>;

   public:
    Curvatures(const P& problem, const Point& q, double h, const Normals& normals)
        : problem_(problem),
          q_(q),
          h_(h),
          normals_(normals),
          n_(problem.dim()),
          m_(problem.number_of_constraints()) {}

    /// What chart_balance is, and its derivative.
    void balance(const Point& p, const Unknowns<P>& y, Unknowns<P>& r, Jacobian<P>& j) {
      evaluate(y);
      const double half = 0.5 * h_;
      for (int i = 0; i < n_; ++i) {
        r[i] = mean(n_ + i) - half * start_.gradient[i] - p[i];
        for (int k = 0; k < n_; ++k)
          j(i, k) = mean(n_ + i, n_ + k) + half * end_.hessian(n_ + i, k) -
                    half * start_.hessian(i, n_ + k);
        for (int a = 0; a < m_; ++a) {
          if constexpr (P::kind == Dynamics::vakonomic) {
            j(i, n_ + a) = mean(n_ + i, 2 * n_ + a) - half * start_.hessian(i, 2 * n_ + a);
          } else {
            r[i] += normals_(a, i) * y[n_ + a];
            j(i, n_ + a) = normals_(a, i);
          }
        }
      }
      for (int a = 0; a < m_; ++a) {
        r[n_ + a] = mean(2 * n_ + a);
        for (int k = 0; k < n_; ++k)
          j(n_ + a, k) = mean(2 * n_ + a, n_ + k) + half * end_.hessian(2 * n_ + a, k);
        for (int b = 0; b < m_; ++b) j(n_ + a, n_ + b) = 0;
      }
    }

    /// The momentum at the end of the step with these unknowns.
    Point end_momentum(const Unknowns<P>& y) {
      evaluate(y);
      Point p(n_);
      for (int i = 0; i < n_; ++i) p[i] = mean(n_ + i) + 0.5 * h_ * end_.gradient[i];
      return p;
    }

    /// What chart_legendre is, and its derivative.
    void legendre(const Point& q, const Point& p, const Unknowns<P>& y, Unknowns<P>& r,
                  Jacobian<P>& j) {
      derive(q, Point(y.head(n_)), Multiplier(y.tail(m_)), end_);
      for (int i = 0; i < n_ + m_; ++i) {
        r[i] = end_.gradient[n_ + i] - (i < n_ ? p[i] : 0.);
        for (int k = 0; k < n_ + m_; ++k)
          j(i, k) = i < n_ || k < n_ ? end_.hessian(n_ + i, n_ + k) : 0.;
      }
    }

   private:
    struct Derivatives {
      Vector<double, dynamic> gradient;
      Matrix<double, dynamic> hessian;
    };

    void derive(const Point& q, const Point& v, const Multiplier& lambda, Derivatives& at) const {
      problem_.system().curvature(q, v, lambda, at.gradient, at.hessian);
    }
    /// At both ends, without the multipliers of nonholonomic motion.
    void evaluate(const Unknowns<P>& y) {
      const Point w = y.head(n_), end = q_ + h_ * w;
      Multiplier lambda = y.tail(m_);
      if constexpr (P::kind != Dynamics::vakonomic) lambda.setZero();
      derive(q_, w, lambda, start_);
      derive(end, w, lambda, end_);
    }
    double mean(int i) const { return 0.5 * (start_.gradient[i] + end_.gradient[i]); }
    double mean(int i, int k) const { return 0.5 * (start_.hessian(i, k) + end_.hessian(i, k)); }

    const P& problem_;
    const Point& q_;
    double h_;
    const Normals& normals_;
    int n_, m_;
    Derivatives start_, end_;
  };

  /// A step whose balance and Legendre transformation come with their derivatives, from the unknowns of the step
  /// before.
  template <class Balance, class EndMomentum, class Legendre, class P, class State, class Found>
  StepStatus step(const Balance& balance, const EndMomentum& momentum, const Legendre& legendre,
                  const P& problem, double t, double h, Unknowns<P>& y, State& state,
                  const Found& found) const noexcept {
    using Point = typename P::template Tangent<double>;
    const int n = problem.dim();
    const Point start = state.x.data;
    const auto forced = [&](const Unknowns<P>& z, Unknowns<P>& r, Jacobian<P>& j) {
      balance(z, r, j);
      if constexpr (P::System::has_force) {
        if (!problem.system().force_depends_on_velocity()) return;
        const Point w = z.head(n);
        r.head(n) -= 0.5 * h * problem.system().force(t, start, w);
        j.topLeftCorner(n, n) -= 0.5 * h * problem.system().force_by_velocity(t, start, w);
      }
    };
    StepStatus status = newton<P>(forced, y);
    if (!status) return status;
    const Unknowns<P> between = y;

    const Point w = y.head(n), end = start + h * w;
    Point end_momentum = momentum(y);
    if constexpr (P::System::has_force)
      end_momentum += 0.5 * h * problem.system().force(t + h, end, w);
    const StepStatus inverse = newton<P>(
        [&](const auto& z, auto& r, auto& j) { legendre(end, end_momentum, z, r, j); }, y);
    status.iterations += inverse.iterations;
    if (!inverse) return {inverse.outcome, status.iterations, inverse.residual};
    found(Equations{}, Solved<P>{between, y});
    state.x.data = end;
    state.m = y.head(problem.state_dim());
    return status;
  }

  /// Newton's method; f gives the residual and its derivative.
  template <class P, class F>
  StepStatus newton(const F& f, Unknowns<P>& y) const {
    double size = 0;
    Unknowns<P> step(y.size());
    Jacobian<P> j(y.size(), y.size());
    for (int i = 1; i <= max_iterations; ++i) {
      f(y, step, j);
      solve_in_place(j, step);
      if (!step.allFinite()) return {Outcome::not_finite, i, size};
      y -= step;
      size = step.norm() / (1 + y.norm());
      if (size <= tolerance) return {Outcome::ok, i, size};
    }
    return {Outcome::not_converged, max_iterations, size};
  }
};

}  // namespace hamel
