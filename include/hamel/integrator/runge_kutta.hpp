// Runge-Kutta-Munthe-Kaas methods: any explicit tableau, on a group.
#pragma once

#include <array>
#include <type_traits>
#include <utility>

#include <hamel/core/finite.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/integrator/tableau.hpp>

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
  static constexpr bool has_tableau = ButcherTableau<Tableau>;
  static_assert(has_tableau,
                "RungeKutta: the argument is not a tableau with order, stages, a, b and "
                "c, see the concept ButcherTableau");
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
    constexpr int stages = Tableau::stages;
    using T = std::conditional_t<std::is_floating_point_v<Plain<S>>, Plain<S>, long double>;
    static constexpr Coefficients<Tableau, T> method;
    const auto& group = problem.group();
    bool same_everywhere = false;
    if constexpr (requires { problem.is_invariant(); }) same_everywhere = problem.is_invariant();
    std::array<Tangent, stages> k;
    std::array<Momentum, stages> l;
    each_stage<few<P, S>>([&](int i) {
      Tangent s = Tangent::Zero(problem.dim());
      Momentum m = state.m;
      each_stage<few<P, S>>([&](int j) {
        if (j >= i || method.a[i][j] == 0) return;
        const S w = h * S(method.a[i][j]);
        s = plus(s, w, k[j]);
        m = plus(m, w, l[j]);
      });
      const auto x = i == 0 || same_everywhere ? state.x : group.compose(state.x, group.exp(s));
      const auto v = problem.field(S(t + S(method.c[i]) * h), x, m);
      k[i] = i == 0 ? v.a : group.dexp_inv(Tangent(scaled(S(-1), s)), v.a);
      l[i] = v.m_dot;
    });
    Increment<S, P::dimension, P::variations> sum{
        Tangent::Zero(problem.dim()), Tangent::Zero(problem.dim()), Momentum::Zero(state.m.size()),
        Momentum::Zero(state.m.size())};
    each_stage<few<P, S>>([&](int i) {
      const S w = h * S(method.b[i]);
      sum.s = plus(sum.s, w, k[i]);
      sum.m = plus(sum.m, w, l[i]);
      if constexpr (requires { Tableau::error; }) {
        const S e = h * S(method.error[i]);
        sum.s_error = plus(sum.s_error, e, k[i]);
        sum.m_error = plus(sum.m_error, e, l[i]);
      }
    });
    return sum;
  }

  /// One step of fixed size.
  template <class P, class S, class St>
  StepStatus step(const P& problem, const S& t, const S& h, St& state, Memory&) const noexcept {
    return in_one_piece<compact<P, S>>([&]() -> StepStatus {
      const auto sum = increment(problem, t, h, state);
      if (!all_finite(sum.s) || !all_finite(sum.m)) return {Outcome::not_finite, 0, 0};
      state.x = problem.group().compose(state.x, problem.group().exp(sum.s));
      state.m = plus(state.m, sum.m);
      return {Outcome::ok, 0, 0};
    });
  }

 private:
  /// f(0), ..., f(stages - 1), without a loop when N is fixed.
  template <int N, class F>
  static void each_stage(F&& f) {
    if constexpr (N == dynamic) {
      for (int i = 0; i < Tableau::stages; ++i) f(i);
    } else {
      [&]<int... I>(std::integer_sequence<int, I...>) {
        (f(I), ...);
      }
      (std::make_integer_sequence<int, N>{});
    }
  }

  /// The number of stages where it is small enough to write them out.
  template <class P, class S>
  static constexpr int few = (compact<P, S> && Tableau::stages <= 4) ? Tableau::stages : dynamic;
};

}  // namespace hamel
