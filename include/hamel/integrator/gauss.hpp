// Gauss collocation on groups, orders 4 and 6.
#pragma once

#include <array>
#include <cmath>
#include <utility>

#include <hamel/core/finite.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/under_inputs.hpp>
#include <hamel/integrator/fixed_point.hpp>

namespace hamel {

/// Coefficients of Gauss collocation with 2 stages, order 4 (Hammer & Hollingsworth 1955).
struct Gauss4 {
  static constexpr int order = 4, stages = 2;
  static constexpr long double r = 0.288675134594812882254574390251L;  // sqrt(3)/6
  static constexpr long double a[2][2] = {{0.25, 0.25 - r}, {0.25 + r, 0.25}};
  static constexpr long double b[2] = {0.5, 0.5};
  static constexpr long double c[2] = {0.5 - r, 0.5 + r};
};

/// Coefficients of Gauss collocation with 3 stages, order 6 (Kuntzmann 1961; Butcher 1964).
struct Gauss6 {
  static constexpr int order = 6, stages = 3;
  static constexpr long double r = 3.87298334620741688517926539978L;  // sqrt(15)
  static constexpr long double a[3][3] = {{5.L / 36, 2.L / 9 - r / 15, 5.L / 36 - r / 30},
                                          {5.L / 36 + r / 24, 2.L / 9, 5.L / 36 - r / 24},
                                          {5.L / 36 + r / 30, 2.L / 9 + r / 15, 5.L / 36}};
  static constexpr long double b[3] = {5.L / 18, 4.L / 9, 5.L / 18};
  static constexpr long double c[3] = {0.5 - r / 10, 0.5, 0.5 + r / 10};
};

/// Collocation in the coordinates x exp(s) around the start of a step (see RungeKutta), its stages found
/// by fixed-point iteration to rounding: right for problems that are not stiff, h |field'| < 1. Symmetric
/// only where exp is linear in its coordinates (Rn, Tn, H(2k+1)): elsewhere the coordinates favour the start.
template <class Coefficients>
struct Collocation {
  static constexpr int order = Coefficients::order;
  static constexpr bool adaptive = false;

  int max_iterations = 100;  ///< of the fixed-point iteration

  /// Nothing is carried from step to step.
  struct Memory {};

  /// The rates at the stages of a step, in the coordinates around its start.
  template <class S, int N, int W>
  struct Stages {
    std::array<Vector<S, N>, Coefficients::stages> k;
    std::array<Vector<S, W>, Coefficients::stages> l;
  };

  /// One step of size h from time t, in place. On failure the state is left as it was.
  template <class P, class S, class St>
  StepStatus step(const P& problem, const S& t, const S& h, St& state, Memory&) const noexcept {
    Stages<S, P::dimension, P::variations> at;
    return step(problem, t, h, state, at);
  }
  /// The same, with what it found at its stages.
  template <class P, class S, class St>
  StepStatus step(const P& problem, const S& t, const S& h, St& state,
                  Stages<S, P::dimension, P::variations>& at) const noexcept {
    Iteration<S, P::dimension, P::variations> iteration(problem, t, state, at);
    for (int i = 1; i <= max_iterations; ++i) {
      iteration.sweep(problem, t, h, state);
      if (!iteration.is_finite()) return {Outcome::not_finite, i, iteration.change()};
      if (!iteration.is_settled()) continue;
      St next = state;
      iteration.lead(problem, h, next);
      if (!all_finite(next.m) || !all_finite(next.x.data))
        return {Outcome::not_finite, i, iteration.change()};
      state = next;
      return {Outcome::ok, i, iteration.change()};
    }
    return {Outcome::not_converged, max_iterations, iteration.change()};
  }

  /// The fixed-point iteration for the stages of a step, a sweep at a time.
  template <class S, int N, int W>
  class Iteration {
   public:
    template <class P, class St>
    Iteration(const P& problem, const S& t, const St& state, Stages<S, N, W>& at) : at_(at) {
      const auto now = problem.field(t, state.x, state.m);
      at_.k.fill(now.a);
      at_.l.fill(now.m_dot);
      scale_.add(now.a).add(now.m_dot);
      // a direction in which the rates do not change leaves rounding of what starts to move along it
      scale_.widen_derivatives(Magnitude().add(state.m).add(state.x.data));
    }

    /// The rates at the stages, of a step from `state`, where the last rates lead to.
    template <class P, class St>
    void sweep(const P& problem, const S& t, const S& h, const St& state) {
      const auto& group = problem.group();
      const auto old = at_;
      Magnitude changes, whole = scale_;
      for (int i = 0; i < stages; ++i) {
        const auto [s, m] = moved(h, state, Coefficients::a[i], old);
        const auto v = problem.field(S(t + S(Coefficients::c[i]) * h),
                                     group.compose(state.x, group.exp(s)), m);
        at_.k[i] = group.dexp_inv(-s, v.a);
        at_.l[i] = v.m_dot;
        changes.add(at_.k[i] - old.k[i]).add(Vector<S, W>(at_.l[i] - old.l[i]));
        whole.add(at_.k[i]).add(at_.l[i]);
      }
      change_ = changes.relative_to(whole);
      is_settled_ = fixed_point_.settled(change_);
    }
    /// Moves the state to the end of the step.
    template <class P, class St>
    void lead(const P& problem, const S& h, St& state) const {
      const auto& group = problem.group();
      const auto [s, m] = moved(h, state, Coefficients::b, at_);
      state.x = group.compose(state.x, group.exp(s));
      state.m = m;
    }

    double change() const noexcept { return change_; }  ///< by the last sweep, relative
    bool is_finite() const noexcept { return std::isfinite(change_); }
    bool is_settled() const noexcept { return is_settled_; }

   private:
    static constexpr int stages = Coefficients::stages;

    template <class St>
    static std::pair<Vector<S, N>, Vector<S, W>> moved(const S& h, const St& state,
                                                       const long double (&weights)[stages],
                                                       const Stages<S, N, W>& rates) {
      Vector<S, N> s = Vector<S, N>::Zero(rates.k[0].size());
      Vector<S, W> m = state.m;
      for (int j = 0; j < stages; ++j) {
        s += h * S(weights[j]) * rates.k[j];
        m += h * S(weights[j]) * rates.l[j];
      }
      return {s, m};
    }

    Stages<S, N, W>& at_;
    Magnitude scale_;
    FixedPoint fixed_point_{4 * static_cast<double>(epsilon<S>())};
    double change_ = 0;
    bool is_settled_ = false;
  };

  /// The same under inputs w (with_inputs), held over the step.
  template <class P, class S, class W>
  StepStatus step(const P& problem, const S& t, const S& h, typename P::template State<S>& state,
                  const W& w, Memory& memory) const noexcept {
    return with_held(problem, w, [&](const auto& held) { return step(held, t, h, state, memory); });
  }
};

}  // namespace hamel
