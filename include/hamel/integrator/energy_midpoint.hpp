// The implicit midpoint rule on momenta, with a discrete gradient of the potential: energy is conserved.
#pragma once

#include <algorithm>
#include <cmath>

#include <hamel/core/finite.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/compact.hpp>
#include <hamel/dynamics/under_inputs.hpp>
#include <hamel/integrator/canonical_midpoint.hpp>
#include <hamel/integrator/fixed_point.hpp>
#include <hamel/integrator/frame_midpoint.hpp>
#include <hamel/integrator/potential_work.hpp>

namespace hamel {

/// Where metric and distribution are constant, any of the three dynamics:
///
///     m+ = m + h (ad*_a p + F_d)|_W,   x+ = x exp(h a),   a, p at (m + m+)/2,
///     F_d = -dU(x exp(h a/2)) - ((U(x+) - U(x) - <dU, h a>) / |h a|^2) h a
///
/// The kinetic energy is quadratic in m and F_d does the exact work (Gonzalez 1996, discrete gradient),
/// so the energy is conserved to rounding; order 2. External forces act at the midpoint. The work
/// U(x) - U(x+) is found from the forces (PotentialWork): a constant in U changes nothing.
///
/// Where one of them varies: FrameMidpoint (nonholonomic motion, a metric that is definite on D) and CanonicalMidpoint
/// (free and vakonomic motion), in which the energy is conserved to rounding too. Nonholonomic motion under an offset,
/// which conserves no energy, is not served.
struct EnergyMidpoint {
  static constexpr int order = 2;
  static constexpr bool adaptive = false;
  static constexpr bool symmetric = true;

  int max_iterations = 25;  ///< of Newton's method

  /// Nothing is carried from step to step.
  struct Memory {};

  /// One step of size h from time t, in place. On failure the state is left as it was; what is not served shows as
  /// Outcome::unsupported.
  template <class P, class S>
  StepStatus step(const P& problem, const S& t, const S& h, typename P::template State<S>& state,
                  Memory&) const noexcept {
    return in_one_piece<compact<P, S>>([&] { return advance(problem, t, h, state); });
  }

  /// The same under inputs w (with_inputs), held over the step.
  template <class P, class S, class W>
  StepStatus step(const P& problem, const S& t, const S& h, typename P::template State<S>& state,
                  const W& w, Memory& memory) const noexcept {
    return with_held(problem, w, [&](const auto& held) { return step(held, t, h, state, memory); });
  }

 private:
  template <class P, class S>
  StepStatus advance(const P& problem, const S& t, const S& h,
                     typename P::template State<S>& state) const noexcept {
    if constexpr (P::moves || P::affine || P::System::metric_may_vary) {
      if (P::moves || problem.is_affine() || !problem.system().metric_is_constant()) {
        if (!problem.is(Dynamics::nonholonomic)) {
          if constexpr (P::dimension == P::variations)
            return CanonicalMidpoint<P, S>(problem, t, h).step(state, 4 * max_iterations);
        } else if (!problem.is_affine()) {
          if constexpr (P::velocities == P::variations)
            return FrameMidpoint<P, S>(problem, h)
                .step(state, 4 * max_iterations,
                      [&](const auto& x, const Vector<S, P::dimension>& a) {
                        Correction<Vector<S, P::dimension>, S> correction;
                        return discrete_force(problem, t, h, x, a, correction);
                      });
        }
        return {Outcome::unsupported, 0, 0};
      }
    }
    if constexpr (P::moves)
      return {Outcome::unsupported, 0, 0};
    else
      return midpoint(problem, t, h, state);
  }

  template <class P, class S>
  StepStatus midpoint(const P& problem, const S& t, const S& h,
                      typename P::template State<S>& state) const noexcept {
    using V = Vector<S, P::dimension>;
    using M = Vector<S, P::variations>;
    const auto& group = problem.group();
    const auto now = problem.field(t, state.x, state.m);
    const S half = S(0.5) * h;
    M middle = plus(state.m, half, now.m_dot);
    const double rounding = 2 * static_cast<double>(epsilon<S>());
    Solver<S, P::variations> jacobian(unit_matrix<S, P::variations>(problem.state_dim()));
    const auto at_start = plain(largest(state.m));
    auto size = at_start;
    double change = 0, previous = HUGE_VAL;
    [[maybe_unused]] FixedPoint fixed_point(rounding);
    Correction<V, S> correction;
    for (int iteration = 1; iteration <= max_iterations; ++iteration) {
      const V a = problem.velocity(state.x, middle);
      const V p = problem.momentum(state.x, a, middle);
      V rate = group.ad_star(a, p);
      if constexpr (!P::System::geodesic) {
        if (!problem.system().force_is_zero())
          rate += discrete_force(problem, t, h, state.x, a, correction);
      }
      const M defect = minus(minus(middle, state.m), scaled(half, problem.restrict(state.x, rate)));
      // Simplified Newton: the matrix changes little between iterations and is dear.
      if (iteration % 5 == 1) {
        jacobian = Solver<S, P::variations>(slope(problem, t, h, state.x, a, p, correction));
        // Against what the step is made of: the middle alone may be almost at rest.
        size = plain(largest(middle)) + at_start + plain(largest(scaled(half, rate)));
      }
      const M step = jacobian.solve(defect);
      middle = minus(middle, step);
      change = size > 0 ? static_cast<double>(plain(largest(step)) / size) : 0;
      // Converged, or as near as the rounding of the forces allows; what is left acts along a and hardly changes the
      // energy.
      bool done = change <= rounding || (change < 1e-9 && change > previous / 2);
      if constexpr (Differentiated<S>) {  // derivatives lag behind
        change = std::fmax(change,
                           Magnitude().add(step).relative_to(Magnitude().add(middle).add(state.m)));
        done = fixed_point.settled(change);
      }
      if (done) {
        const V end = problem.velocity(state.x, middle);
        const auto x = group.compose(state.x, group.exp(V(scaled(h, end))));
        const M m = minus(scaled(S(2), middle), state.m);
        if (!all_finite(x.data) || !all_finite(m)) return {Outcome::not_finite, iteration, change};
        write(state, {x, m});
        return {Outcome::ok, iteration, change};
      }
      previous = change;
    }
    return {all_finite(middle) ? Outcome::not_converged : Outcome::not_finite, max_iterations,
            change};
  }

  /// What F_d = F + q s, q = (U(x) - U(x+) - <F_U, s>) / |s|^2, was made of; F_U is -dU in the middle.
  template <class V, class S>
  struct Correction {
    S square = S(0), quotient = S(0);
    V middle;
  };

  /// F_d, and what it was made of.
  template <class P, class X, class S, class V>
  static V discrete_force(const P& problem, const S& t, const S& h, const X& x, const V& a,
                          Correction<V, S>& c) {
    const auto& group = problem.group();
    const auto& system = problem.system();
    const V s = h * a;
    const auto middle = group.compose(x, group.exp(V(s / S(2))));
    const S now = t + h / S(2);
    c.middle = system.potential_force(now, middle);
    V force = plus(c.middle, system.external_force(now, middle, a));
    if constexpr (P::System::metric_may_vary) {
      if (!system.metric_is_constant()) force += system.template metric_at<true>(middle).force(a);
    }
    c.square = s.squaredNorm();
    c.quotient = S(0);
    if constexpr (P::System::has_potential) {
      if (plain(c.square) > 0) {
        c.quotient = work_beyond_middle(system, now, x, middle, s, c.middle) / c.square;
        force += c.quotient * s;
      }
    }
    return force;
  }

  /// 1 - h/2 d(ad*_a p + F_d)/dm restricted to W.
  template <class P, class X, class V, class S>
  static Matrix<S, P::variations> slope(const P& problem, const S& t, const S& h, const X& x,
                                        const V& a, const V& p, const Correction<V, S>& c) {
    const auto& group = problem.group();
    const int w = problem.state_dim();
    [[maybe_unused]] const bool forced = !problem.system().force_is_zero();
    [[maybe_unused]] V at_end;  // -dU at x+
    if constexpr (!P::System::geodesic) {
      if (forced)
        at_end = problem.system().potential_force(S(t + h / S(2)),
                                                  group.compose(x, group.exp(V(scaled(h, a)))));
    }
    Matrix<S, P::variations> matrix(w, w);
    constexpr bool has_matrix = requires {
      group.ad_matrix(a);
    };
    [[maybe_unused]] const auto carried = [&] {  // p -> ad*_a p
      if constexpr (has_matrix)
        return transposed(group.ad_matrix(a));
      else
        return 0;
    }();
    unrolled<compact<P, S> ? P::variations : dynamic>(w, [&](int j) {
      const Vector<S, P::variations> unit = unit_vector<S, P::variations>(w, j);
      V da;
      if constexpr (!P::may_be(Dynamics::vakonomic) && requires { problem.gain(); })
        da = converted<S>(column(problem.gain(), j));
      else
        da = problem.velocity(x, unit);
      V change = group.ad_star(da, p);
      if (problem.is(Dynamics::nonholonomic))
        change = plus(change, group.ad_star(a, problem.momentum(x, da, unit)));
      else if constexpr (has_matrix)
        change = plus(change, column(carried, j));
      else
        change = plus(change, group.ad_star(a, unit));
      if constexpr (!P::System::geodesic) {
        if (forced) change += force_along(problem, t, h, x, a, da, c, at_end);
      }
      const auto column = plus(unit, S(h / S(-2)), problem.restrict(x, change));
      put(matrix, 0, j, column);
    });
    return matrix;
  }

  /// The derivative of F_d by a along da. That of the forces at the middle is a central difference, which
  /// serves a simplified Newton's method.
  template <class P, class X, class V, class S>
  static V force_along(const P& problem, const S& t, const S& h, const X& x, const V& a,
                       const V& da, const Correction<V, S>& c, const V& at_end) {
    const auto& group = problem.group();
    const auto& system = problem.system();
    const S size = largest(da);
    if (!(plain(size) > 0)) return V::Zero(problem.dim());
    const S e = S(std::cbrt(static_cast<double>(epsilon<S>()))) * (largest(a) + S(1e-5)) / size;
    const S now = t + h / S(2);
    const V fore = a + e * da, aft = a - e * da;
    const auto x_fore = group.compose(x, group.exp(V(h / S(2) * fore)));
    const auto x_aft = group.compose(x, group.exp(V(h / S(2) * aft)));
    const S across = S(1) / (S(2) * e);
    V change = across * (system.force(now, x_fore, fore) - system.force(now, x_aft, aft));
    if (!(plain(c.square) > 0)) return change;
    const V s = h * a, ds = h * da;
    const V middle =
        across * (system.potential_force(now, x_fore) - system.potential_force(now, x_aft));
    const S work = at_end.dot(group.dexp(V(-s), ds));
    const S quotient =
        (work - middle.dot(s) - c.middle.dot(ds) - S(2) * c.quotient * s.dot(ds)) / c.square;
    change += quotient * s + c.quotient * ds;
    return change;
  }
};

}  // namespace hamel
