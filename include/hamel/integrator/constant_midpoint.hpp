// The implicit midpoint rule on momenta where metric and distribution are constant: energy is conserved.
#pragma once

#include <cmath>

#include <hamel/core/finite.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/compact.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/integrator/discrete_force.hpp>
#include <hamel/integrator/fixed_point.hpp>

namespace hamel {

/// Any of the three dynamics, from x and m:
///
///     m' = m + h/2 (ad*_a p + F_d)|_W,   a, p at m' in the middle,   m+ = 2 m' - m,   x+ = x exp(h a)
///
/// The kinetic energy is quadratic in m and F_d does the exact work (DiscreteForce), so the energy is conserved to
/// rounding; order 2, symmetric. External forces act in the middle.
template <class P, class S>
class ConstantMidpoint {
 public:
  using State = typename P::template State<S>;
  using V = Vector<S, P::dimension>;
  using M = Vector<S, P::variations>;
  /// The velocity and m in the middle.
  using Unknowns = MiddleUnknowns<V, M>;

  ConstantMidpoint(const P& problem, const S& t, const S& h, const State& start)
      : problem_(problem), t_(t), h_(h), start_(start) {}

  /// By Newton's method, whose matrix is found anew in every fifth iteration.
  StepStatus solve(Unknowns& z, int max_iterations) const noexcept {
    const auto now = problem_.field(t_, start_.x, start_.m);
    const S half = S(0.5) * h_;
    M& middle = z.m;
    middle = start_.m + half * now.m_dot;
    const double rounding = 2 * static_cast<double>(epsilon<S>());
    Solver<S, P::variations> jacobian(unit_matrix<S, P::variations>(problem_.state_dim()));
    const auto at_start = plain(largest(start_.m));
    auto size = at_start;
    double change = 0, previous = HUGE_VAL;
    [[maybe_unused]] FixedPoint fixed_point(rounding);
    Force force;
    for (int iteration = 1; iteration <= max_iterations; ++iteration) {
      const V a = problem_.velocity(start_.x, middle);
      const V p = problem_.momentum(start_.x, a, middle);
      const V rate = rate_of(a, p, force);
      const M defect = middle - start_.m - half * problem_.restrict(start_.x, rate);
      // Simplified Newton: the matrix changes little between iterations and is dear.
      if (iteration % 5 == 1) {
        jacobian = Solver<S, P::variations>(slope(a, p, force));
        // Against what the step is made of: the middle alone may be almost at rest.
        size = plain(largest(middle)) + at_start + plain(largest(half * rate));
      }
      const M step = jacobian.solve(defect);
      middle -= step;
      change = size > 0 ? static_cast<double>(plain(largest(step)) / size) : 0;
      // Converged, or as near as the rounding of the forces allows; what is left acts along a and hardly changes the
      // energy.
      bool done = change <= rounding || (change < 1e-9 && change > previous / 2);
      if constexpr (Differentiated<S>) {  // derivatives lag behind
        change = std::fmax(
            change, Magnitude().add(step).relative_to(Magnitude().add(middle).add(start_.m)));
        done = fixed_point.settled(change);
      }
      if (done) {
        z.a = problem_.velocity(start_.x, middle);
        return {Outcome::ok, iteration, change};
      }
      previous = change;
    }
    return {all_finite(middle) ? Outcome::not_converged : Outcome::not_finite, max_iterations,
            change};
  }

  /// The right sides of the equations for the unknowns.
  Unknowns image(const Unknowns& z) const {
    const V a = problem_.velocity(start_.x, z.m);
    const V p = problem_.momentum(start_.x, a, z.m);
    Force force;
    const V rate = rate_of(a, p, force);
    return {a, start_.m + S(0.5) * h_ * problem_.restrict(start_.x, rate)};
  }

  State end(const Unknowns& z) const {
    const auto& group = problem_.group();
    return {group.compose(start_.x, group.exp(h_ * z.a)), S(2) * z.m - start_.m};
  }

 private:
  using Force = DiscreteForce<V, S>;

  /// ad*_a p + F_d.
  V rate_of(const V& a, const V& p, [[maybe_unused]] Force& force) const {
    V rate = problem_.group().ad_star(a, p);
    if constexpr (!P::System::geodesic) {
      if (!problem_.system().force_is_zero()) {
        force = discrete_force(problem_, t_, h_, start_.x, a);
        rate += force.value;
      }
    }
    return rate;
  }

  /// 1 - h/2 d(ad*_a p + F_d)/dm restricted to W.
  Matrix<S, P::variations> slope(const V& a, const V& p, const Force& c) const {
    const auto& group = problem_.group();
    const auto& x = start_.x;
    const int w = problem_.state_dim();
    [[maybe_unused]] const bool forced = !problem_.system().force_is_zero();
    [[maybe_unused]] V at_end;  // -dU at x+
    if constexpr (!P::System::geodesic) {
      if (forced)
        at_end = problem_.system().potential_force(S(t_ + h_ / S(2)),
                                                   group.compose(x, group.exp(h_ * a)));
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
      const M unit = unit_vector<S, P::variations>(w, j);
      V da;
      if constexpr (!P::may_be(Dynamics::vakonomic) && requires { problem_.gain(); })
        da = converted<S>(column(problem_.gain(), j));
      else
        da = problem_.velocity(x, unit);
      V change = group.ad_star(da, p);
      if (problem_.is(Dynamics::nonholonomic))
        change += group.ad_star(a, problem_.momentum(x, da, unit));
      else if constexpr (has_matrix)
        change += column(carried, j);
      else
        change += group.ad_star(a, unit);
      if constexpr (!P::System::geodesic) {
        if (forced) change += force_along(a, da, c, at_end);
      }
      const auto column = unit + h_ / S(-2) * problem_.restrict(x, change);
      put(matrix, 0, j, column);
    });
    return matrix;
  }

  /// The derivative of F_d by a along da. That of the forces at the middle is a central difference, which
  /// serves a simplified Newton's method.
  V force_along(const V& a, const V& da, const Force& c, const V& at_end) const {
    const auto& group = problem_.group();
    const auto& system = problem_.system();
    const S size = largest(da);
    if (!(plain(size) > 0)) return V::Zero(problem_.dim());
    const S e = S(std::cbrt(static_cast<double>(epsilon<S>()))) * (largest(a) + S(1e-5)) / size;
    const S now = t_ + h_ / S(2);
    const V fore = a + e * da, aft = a - e * da;
    const auto x_fore = group.compose(start_.x, group.exp(h_ / S(2) * fore));
    const auto x_aft = group.compose(start_.x, group.exp(h_ / S(2) * aft));
    const S across = S(1) / (S(2) * e);
    V change = across * (system.force(now, x_fore, fore) - system.force(now, x_aft, aft));
    if (!(plain(c.square) > 0)) return change;
    const V s = h_ * a, ds = h_ * da;
    const V middle =
        across * (system.potential_force(now, x_fore) - system.potential_force(now, x_aft));
    const S work = at_end.dot(group.dexp(-s, ds));
    const S quotient =
        (work - middle.dot(s) - c.of_potential.dot(ds) - S(2) * c.quotient * s.dot(ds)) / c.square;
    change += quotient * s + c.quotient * ds;
    return change;
  }

  const P& problem_;
  S t_, h_;
  const State& start_;
};

}  // namespace hamel
