// Gauss collocation on groups, orders 4 and 6.
#pragma once

#include <array>
#include <cmath>

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
    using C = Coefficients;
    using V = Vector<S, P::dimension>;
    using M = Vector<S, P::variations>;
    constexpr int n = C::stages;
    const auto& group = problem.group();
    const auto now = problem.field(t, state.x, state.m);
    auto& [k, l] = at;
    k.fill(now.a);
    l.fill(now.m_dot);
    const Magnitude scale = Magnitude().add(now.a).add(now.m_dot);
    FixedPoint fixed_point(4 * static_cast<double>(epsilon<S>()));
    double change = 0;
    for (int iteration = 1; iteration <= max_iterations; ++iteration) {
      const auto old_k = k;
      const auto old_l = l;
      for (int i = 0; i < n; ++i) {
        V s = V::Zero(problem.dim());
        M m = state.m;
        for (int j = 0; j < n; ++j) {
          s += h * S(C::a[i][j]) * old_k[j];
          m += h * S(C::a[i][j]) * old_l[j];
        }
        const auto v =
            problem.field(S(t + S(C::c[i]) * h), group.compose(state.x, group.exp(s)), m);
        k[i] = group.dexp_inv(V(-s), v.a);
        l[i] = v.m_dot;
      }
      Magnitude changes, whole = scale;
      for (int i = 0; i < n; ++i) {
        changes.add(V(k[i] - old_k[i])).add(M(l[i] - old_l[i]));
        whole.add(k[i]).add(l[i]);
      }
      change = changes.relative_to(whole);
      if (!std::isfinite(change)) return {Outcome::not_finite, iteration, change};
      if (fixed_point.settled(change)) {
        St next = state;
        V s = V::Zero(problem.dim());
        for (int i = 0; i < n; ++i) {
          s += h * S(C::b[i]) * k[i];
          next.m += h * S(C::b[i]) * l[i];
        }
        next.x = group.compose(state.x, group.exp(s));
        if (!all_finite(next.m) || !all_finite(next.x.data)) {
          return {Outcome::not_finite, iteration, change};
        }
        state = next;
        return {Outcome::ok, iteration, change};
      }
    }
    return {Outcome::not_converged, max_iterations, change};
  }

  /// The same under inputs w (with_inputs), held over the step.
  template <class P, class S, class W>
  StepStatus step(const P& problem, const S& t, const S& h, typename P::template State<S>& state,
                  const W& w, Memory& memory) const noexcept {
    return with_held(problem, w, [&](const auto& held) { return step(held, t, h, state, memory); });
  }
};

}  // namespace hamel
