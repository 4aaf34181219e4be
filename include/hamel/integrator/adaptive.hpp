// Error control: an embedded Runge-Kutta method takes as many steps as an interval needs.
#pragma once

#include <algorithm>
#include <cmath>

#include <hamel/core/finite.hpp>
#include <hamel/core/status.hpp>
#include <hamel/integrator/runge_kutta.hpp>

namespace hamel {

/// An embedded Runge-Kutta method that crosses each interval [t, t+h] in steps of its own choice,
/// so that the estimated local error of every component stays below
///
///     tolerance * max(1, |s|) in the group coordinates,  tolerance * max(|m|, m_floor) in the
///     momentum.
///
/// The step that ends an interval is cut to land on it; the size found is remembered for the next
/// one.
template <class Tableau>
struct Adaptive {
  static constexpr int order = Tableau::order;
  static constexpr bool adaptive = true;

  double tolerance = 1e-13;      ///< relative local error
  double momentum_floor = 1e-3;  ///< momenta below this are controlled absolutely
  double reach = 2.0;            ///< longest |s| of one step, inside the injectivity radius of exp
  int max_steps = 1000000;       ///< per interval

  /// The step size that error control would take next (0: not known yet).
  struct Memory {
    double h = 0;
  };

  /// Crosses [t, t+h]; the status counts the steps tried, its residual is the last error estimate. On
  /// failure the state is left as it was.
  template <class P, class S, class St>
  StepStatus step(const P& problem, const S& t, const S& h, St& state,
                  Memory& memory) const noexcept {
    using std::abs;
    if (h == S(0)) return {Outcome::ok, 0, 0};
    const double sign = h < S(0) ? -1. : 1.;
    const double length = abs(static_cast<double>(h));
    double size = memory.h > 0 ? memory.h : std::min(length, 1e-2);
    double done = 0, estimate = 0;
    St now = state;
    for (int tried = 1; tried <= max_steps; ++tried) {
      const bool last = done + size >= length * (1 - 1e-12);
      const double taken = last ? length - done : size;
      const auto sum = method_.increment(problem, S(t + S(sign * done)), S(sign * taken), now);
      estimate = relative_error(sum, now);
      if (estimate <= 1) {
        now.x = problem.group().compose(now.x, problem.group().exp(sum.s));
        now.m += sum.m;
        done += taken;
        // A step cut short to land on the end says little about the size the next one may have.
        if (!last || estimate > 0.1) size = taken * growth(estimate);
        memory.h = size;
        if (last) {
          state = now;
          return {Outcome::ok, tried, estimate * tolerance};
        }
      } else {
        size = std::isfinite(estimate) ? taken * std::min(0.9, growth(estimate)) : taken * 0.1;
        memory.h = size;
        if (!(size > 1e-14 * std::max(length, abs(static_cast<double>(t))))) {
          return {std::isfinite(estimate) ? Outcome::step_too_small : Outcome::not_finite, tried,
                  estimate * tolerance};
        }
      }
    }
    return {Outcome::not_converged, max_steps, estimate * tolerance};
  }

 private:
  static double growth(double estimate) noexcept {
    if (!(estimate > 0)) return 5;
    return std::clamp(0.9 * std::pow(estimate, -1. / (Tableau::error_order + 1)), 0.2, 5.);
  }

  /// Largest error in units of the tolerance; NaN and steps out of reach count as infinite or
  /// large.
  template <class Increment, class St>
  double relative_error(const Increment& sum, const St& state) const noexcept {
    const double s = static_cast<double>(sum.s.cwiseAbs().maxCoeff());
    const double m = static_cast<double>(state.m.cwiseAbs().maxCoeff());
    const double s_error = static_cast<double>(sum.s_error.cwiseAbs().maxCoeff());
    const double m_error = static_cast<double>(sum.m_error.cwiseAbs().maxCoeff());
    if (!all_finite(sum.s) || !all_finite(sum.m)) return HUGE_VAL;
    const double worst = std::max(s_error / (tolerance * std::max(1., s)),
                                  m_error / (tolerance * std::max(m, momentum_floor)));
    return s > reach ? std::max(worst, 1e3) : worst;
  }

  RungeKutta<Tableau> method_;
};

}  // namespace hamel
