// Variational integrators on groups: one discrete momentum balance, closed for the three dynamics.
#pragma once

#include <concepts>

#include <hamel/core/finite.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/status.hpp>
#include <hamel/dynamics/compact.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/dynamics/under_inputs.hpp>
#include <hamel/integrator/midpoint_balance.hpp>
#include <hamel/integrator/momentum_balance.hpp>
#include <hamel/integrator/phase_space_balance.hpp>
#include <hamel/retraction/concept.hpp>
#include <hamel/retraction/exponential.hpp>

namespace hamel {

/// The trapezoidal discrete Lagrangian, L_d = h/2 (L(x_k,a) + L(x_{k+1},a)), x_{k+1} = x_k tau(h a).
struct Trapezoidal {
  template <class P, class Retraction, class S>
  using Balance = MomentumBalance<P, Retraction, S>;
};

/// The midpoint discrete Lagrangian, L_d = h L(x_k s, a), s s = tau(h a).
struct Midpoint {
  template <class P, class Retraction, class S>
  using Balance = MidpointBalance<P, Retraction, S>;
};

/// The discrete phase-space principle, for vakonomic motion where the distribution moves.
struct PhaseSpace {
  template <class P, class Retraction, class S>
  using Balance = PhaseSpaceBalance<P, Retraction, S>;
};

/// The equations of a variational step at given unknowns, over any scalar.
template <class Equations_, class Retraction>
struct VariationalEquations {
  using Equations = Equations_;

  const Retraction& retraction;

  template <class P, class S, class St, class Z>
  auto at(const P& problem, const S& t, const S& h, const St& from, const Z& unknowns) const {
    return typename Equations::template Balance<P, Retraction, S>(problem, retraction, t, h, from,
                                                                  unknowns);
  }
};

/// Discrete Euler-Poincare equations with a retraction tau and a discrete Lagrangian, see MomentumBalance
/// and MidpointBalance, which agree where the metric is constant and no force acts (Bou-Rabee & Marsden
/// 2009, for groups; Cortes & Martinez 2001, discrete d'Alembert; Marsden & West 2001).
///
/// Where the distribution moves, both Lagrangians give the one method of its kind: MomentumBalance at the
/// middle (nonholonomic), PhaseSpaceBalance (vakonomic).
///
/// Order 2. Free and vakonomic maps are symplectic on T*G and symmetric; without forces they
/// transport p by Ad*, so Casimirs and the spatial momentum hold to rounding.
template <class Retraction = Exponential, class Lagrangian = Trapezoidal>
struct Variational {
  static constexpr int order = 2;
  static constexpr bool adaptive = false;
  static constexpr bool symmetric = true;
  static constexpr bool solves = true;  ///< a step solves equations, see solved_step
  /// Unknowns are at most as many as a tangent and a covector have.
  template <class P>
  static constexpr int unknowns = 2 * P::dimension;

  Retraction retraction{};
  int max_iterations = 25;  ///< of Newton's method

  /// Nothing is carried from step to step.
  struct Memory {};

  /// One step of size h from time t, in place. On failure the state is left as it was.
  template <class P, class S>
  StepStatus step(const P& problem, const S& t, const S& h, typename P::template State<S>& state,
                  Memory&) const noexcept {
    constexpr bool is_retraction = MovesSteps<Retraction, typename P::Group>;
    static_assert(is_retraction,
                  "Variational: the argument is not a retraction of the group: tau, tangent, "
                  "inverse_tangent_star and "
                  "its derivative, see the concept Retraction");
    if constexpr (is_retraction)
      return in_one_piece<compact<P, S>>(
          [&] { return solved_step(problem, t, h, state, [](const auto&...) {}); });
    else
      return {Outcome::unsupported, 0, 0};
  }

  /// The same under inputs w (with_inputs), held over the step.
  template <class P, class S, class W>
  StepStatus step(const P& problem, const S& t, const S& h, typename P::template State<S>& state,
                  const W& w, Memory& memory) const noexcept {
    return with_held(problem, w, [&](const auto& held) { return step(held, t, h, state, memory); });
  }

  /// f(Equations{}) with the equations that a step of the problem solves.
  template <class P, class F>
  static auto with_equations(const P& problem, const F& f) {
    if constexpr (P::moves && P::may_be(Dynamics::vakonomic)) {
      return f(PhaseSpace{});
    } else if constexpr (P::moves || std::same_as<Lagrangian, Trapezoidal>) {
      return f(Trapezoidal{});
    } else {
      if (problem.is_affine() || !problem.system().force_is_zero()) return f(Lagrangian{});
      return f(Trapezoidal{});
    }
  }

  /// Solves the equations of a step.
  template <class Balance>
  StepStatus converge(Balance& balance) const noexcept {
    using S = typename decltype(Balance::State::m)::Scalar;
    S update(0);
    for (int i = 1; i <= max_iterations; ++i) {
      if (!balance.newton(update))
        return {Outcome::not_finite, i, static_cast<double>(plain(update))};
      if (balance.converged(static_cast<double>(plain(update)))) {
        if constexpr (Differentiated<S>) {
          for (int lag = balance.derivative_lag(i); lag > 0; --lag) balance.newton(update);
        }
        return {Outcome::ok, i, static_cast<double>(plain(update))};
      }
    }
    return {Outcome::not_converged, max_iterations, static_cast<double>(plain(update))};
  }

  /// One step; before the state moves, found(equations, solved) is told its equations and the balance that solved them.
  template <class P, class S, class Found>
  StepStatus solved_step(const P& problem, const S& t, const S& h,
                         typename P::template State<S>& state, const Found& found) const noexcept {
    return with_equations(problem, [&]<class Equations>(Equations) {
      typename Equations::template Balance<P, Retraction, S> balance(problem, retraction, t, h,
                                                                     state);
      StepStatus status = converge(balance);
      if (!status) return status;
      found(VariationalEquations<Equations, Retraction>{retraction}, balance);
      const auto next = balance.end_state();
      if (!all_finite(next.m) || !all_finite(next.x.data))
        status.outcome = Outcome::not_finite;
      else
        write(state, next);
      return status;
    });
  }
};

}  // namespace hamel
