// Runge-Kutta-Munthe-Kaas methods: any explicit tableau, on a group.
#pragma once

#include <array>
#include <cmath>

#include <hamel/core/finite.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>

namespace hamel {

/// A Runge-Kutta method in the coordinates x exp(s) around the element where a step starts:
///
///     s' = (dexp^L_s)^{-1} a,   m' = field(x exp(s), m)
///
/// is an ordinary differential equation on g x W*, so the tableau keeps its order (Munthe-Kaas
/// 1999), and the element stays on the group. A step must keep s inside the injectivity radius of
/// exp.
template <class Tableau>
struct RungeKutta {
  static constexpr int order = Tableau::order;
  static constexpr bool adaptive = false;
  /// Nothing is carried from step to step.
  struct Memory {};

  /// What a step adds, in the coordinates around its start, with its error estimate (embedded
  /// tableaux).
  template <class S, int N, int W>
  struct Increment {
    Vector<S, N> s, s_error;
    Vector<S, W> m, m_error;
  };

  /// The increment of a step of size h from `state` at time t.
  template <class P, class S, class St>
  Increment<S, P::dimension, P::variations> increment(const P& problem, const S& t, const S& h,
                                                      const St& state) const noexcept {
    using Tangent = Vector<S, P::dimension>;
    using Momentum = Vector<S, P::variations>;
    std::array<Tangent, Tableau::stages> k;
    std::array<Momentum, Tableau::stages> l;
    for (int i = 0; i < Tableau::stages; ++i) {
      Tangent s = Tangent::Zero(problem.dim());
      Momentum m = state.m;
      for (int j = 0; j < i; ++j) {
        if (Tableau::a[i][j] == 0) continue;
        const S w = h * S(Tableau::a[i][j]);
        s += w * k[j];
        m += w * l[j];
      }
      const auto x = i == 0 ? state.x : problem.group().compose(state.x, problem.group().exp(s));
      const auto v = problem.field(S(t + S(Tableau::c[i]) * h), x, m);
      k[i] = i == 0 ? v.a : Tangent(problem.group().dexp_inv(Tangent(-s), v.a));
      l[i] = v.m_dot;
    }
    Increment<S, P::dimension, P::variations> sum{
        Tangent::Zero(problem.dim()), Tangent::Zero(problem.dim()), Momentum::Zero(state.m.size()),
        Momentum::Zero(state.m.size())};
    for (int i = 0; i < Tableau::stages; ++i) {
      const S w = h * S(Tableau::b[i]);
      sum.s += w * k[i];
      sum.m += w * l[i];
      if constexpr (requires { Tableau::error; }) {
        const S e = h * S(Tableau::error[i]);
        sum.s_error += e * k[i];
        sum.m_error += e * l[i];
      }
    }
    return sum;
  }

  /// One step of fixed size.
  template <class P, class S, class St>
  StepStatus step(const P& problem, const S& t, const S& h, St& state, Memory&) const noexcept {
    const auto sum = increment(problem, t, h, state);
    if (!all_finite(sum.s) || !all_finite(sum.m)) return {Outcome::not_finite, 0, 0};
    state.x = problem.group().compose(state.x, problem.group().exp(sum.s));
    state.m += sum.m;
    return {Outcome::ok, 0, 0};
  }
};

}  // namespace hamel
