// Variational integrators on groups: one discrete momentum balance, closed for the three dynamics.
#pragma once

#include <cmath>

#include <hamel/core/finite.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/status.hpp>
#include <hamel/integrator/momentum_balance.hpp>
#include <hamel/retraction/exponential.hpp>

namespace hamel {

/// Discrete Euler-Poincare equations with a retraction tau and the trapezoidal discrete Lagrangian
/// L_d = h/2 (L(x_k,a) + L(x_{k+1},a)), x_{k+1} = x_k tau(h a), see MomentumBalance (Bou-Rabee &
/// Marsden 2009, for groups; Cortes & Martinez 2001, discrete d'Alembert; Marsden & West 2001).
///
/// Order 2. Free and vakonomic maps are symplectic on T*G and symmetric; without forces they
/// transport p by Ad*, so Casimirs and the spatial momentum hold to rounding.
template <class Retraction = Exponential>
struct Variational {
  static constexpr int order = 2;
  static constexpr bool adaptive = false;

  Retraction retraction{};
  int max_iterations = 25;  ///< of Newton's method

  /// Nothing is carried from step to step.
  struct Memory {};

  /// One step of size h from time t, in place. On failure the state is left as it was.
  template <class P, class S>
  StepStatus step(const P& problem, const S& t, const S& h, typename P::template State<S>& state,
                  Memory&) const noexcept {
    // Newton converges quadratically: after an update this small the error is below rounding.
    const double tolerance = 0.01 * std::sqrt(static_cast<double>(epsilon<S>()));
    MomentumBalance<P, Retraction, S> balance(problem, retraction, t, h, state);
    S update(0);
    for (int i = 1; i <= max_iterations; ++i) {
      if (!balance.newton(update))
        return {Outcome::not_finite, i, static_cast<double>(plain(update))};
      if (plain(update) <= tolerance) {
        // Derivatives that the scalar carries converge one iteration behind their values.
        if constexpr (Differentiated<S>) balance.newton(update);
        const auto next = balance.end_state();
        if (!all_finite(next.m) || !all_finite(next.x.data)) {
          return {Outcome::not_finite, i, static_cast<double>(plain(update))};
        }
        state = next;
        return {Outcome::ok, i, static_cast<double>(plain(update))};
      }
    }
    return {Outcome::not_converged, max_iterations, static_cast<double>(plain(update))};
  }
};

}  // namespace hamel
