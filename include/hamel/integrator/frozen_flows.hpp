// Methods that move along products of exponentials of frozen velocities: no differential of exp.
#pragma once

#include <array>
#include <type_traits>

#include <hamel/core/finite.hpp>
#include <hamel/core/inline.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/compact.hpp>
#include <hamel/dynamics/under_inputs.hpp>
#include <hamel/group/element.hpp>
#include <hamel/integrator/tableau.hpp>

namespace hamel {

/// The coefficients of a table of flows as numbers of type T: those of its momenta, and the weights of its moves.
template <class Table, class T>
struct FlowCoefficients : Coefficients<Table, T> {
  std::array<std::array<T, Table::stages>, Table::moves> along{};

  constexpr FlowCoefficients() {
    for (int k = 0; k < Table::moves; ++k)
      for (int j = 0; j < Table::stages; ++j) along[k][j] = static_cast<T>(Table::along[k][j]);
  }
};

namespace detail {

/// The moves of a table that the end of a step hangs on by its element.
template <class Table>
constexpr std::array<bool, Table::moves> moves_to_the_end() {
  std::array<bool, Table::moves> lead{};
  for (int k = Table::moves; k > 0; k = Table::from[k - 1]) lead[k - 1] = true;
  return lead;
}

}  // namespace detail

/// A method whose points are made by moves: point 0 is where the step starts, and move k leads to
///
///     x_{k+1} = x_{from[k]} exp(h sum_j along[k][j] a_j),
///
/// the last one to the end. Stage i takes the field at the last point that the first `moves_before[i]` moves reach;
/// momenta, which add, follow the Butcher tableau a, b, c that the table has beside that.
template <class Table>
struct FrozenFlows {
  static constexpr int order = Table::order;
  static constexpr bool adaptive = false;
  /// Nothing is carried from step to step.
  struct Memory {};

  /// The velocities and the rates of momentum at the stages of a step, and the points that its moves lead to.
  template <class G, class S, int W>
  struct Stages {
    std::array<Vector<S, G::dimension>, Table::stages> a;
    std::array<Vector<S, W>, Table::stages> l;
    std::array<Element<G, S>, Table::moves> x;
  };

  /// Walks through the stages of a step of size h from `state` at time t; returns the momentum at its end.
  template <class P, class S, class St>
  static Vector<S, P::variations> evaluate(
      const P& problem, const S& t, const S& h, const St& state,
      Stages<typename P::Group, S, P::variations>& at) noexcept {
    using Tangent = Vector<S, P::dimension>;
    using Momentum = Vector<S, P::variations>;
    using T = std::conditional_t<native_number<Plain<S>>, Lane<Plain<S>>, long double>;
    static constexpr FlowCoefficients<Table, T> method;
    const auto& group = problem.group();
    static constexpr auto leads = detail::moves_to_the_end<Table>();
    bool same_everywhere = false;  // then no stage needs its point
    if constexpr (requires { problem.is_invariant(); }) same_everywhere = problem.is_invariant();
    const auto point = [&](int k) HAMEL_ALWAYS_INLINE -> const auto& {
      return k == 0 || (same_everywhere && !leads[k - 1]) ? state.x : at.x[k - 1];
    };
    const auto go = [&](int k) HAMEL_ALWAYS_INLINE {
      if (same_everywhere && !leads[k]) return;
      Tangent s = Tangent::Zero(problem.dim());
      unrolled<written<P, S, Table::stages>>(Table::stages, [&](int j) HAMEL_ALWAYS_INLINE {
        if (method.along[k][j] != 0) s += h * S(method.along[k][j]) * at.a[j];
      });
      at.x[k] = group.compose(point(Table::from[k]), group.exp(s));
    };
    const auto go_between = [&](int first, int last) HAMEL_ALWAYS_INLINE {
      unrolled<written<P, S, Table::moves>>(Table::moves, [&](int k) HAMEL_ALWAYS_INLINE {
        if (first <= k && k < last) go(k);
      });
    };
    Momentum sum = Momentum::Zero(state.m.size());
    unrolled<written<P, S, Table::stages>>(Table::stages, [&](int i) HAMEL_ALWAYS_INLINE {
      const int gone = Table::moves_before[i];
      go_between(i == 0 ? 0 : Table::moves_before[i - 1], gone);
      Momentum m = state.m;
      unrolled<written<P, S, Table::stages>>(Table::stages, [&](int j) HAMEL_ALWAYS_INLINE {
        if (j < i && method.a[i][j] != 0) m += h * S(method.a[i][j]) * at.l[j];
      });
      const auto v = problem.field(S(t + S(method.c[i]) * h), point(gone), m);
      at.a[i] = v.a;
      at.l[i] = v.m_dot;
      sum += h * S(method.b[i]) * v.m_dot;
    });
    go_between(Table::moves_before[Table::stages - 1], Table::moves);
    return state.m + sum;
  }

  /// One step of size h from time t, in place. On failure the state is left as it was.
  template <class P, class S, class St>
  StepStatus step(const P& problem, const S& t, const S& h, St& state, Memory&) const noexcept {
    Stages<typename P::Group, S, P::variations> at;
    return step(problem, t, h, state, at);
  }
  /// The same, with what it found at its stages.
  template <class P, class S, class St>
  StepStatus step(const P& problem, const S& t, const S& h, St& state,
                  Stages<typename P::Group, S, P::variations>& at) const noexcept {
    const auto m = in_one_piece<compact<P, S>>([&] { return evaluate(problem, t, h, state, at); });
    const auto& x = at.x[Table::moves - 1];
    if (!all_finite(m) || !all_finite(x.data)) return {Outcome::not_finite, 0, 0};
    state.x = x;
    state.m = m;
    return {Outcome::ok, 0, 0};
  }

  /// The same under inputs w (with_inputs), held over the step.
  template <class P, class S, class W>
  StepStatus step(const P& problem, const S& t, const S& h, typename P::template State<S>& state,
                  const W& w, Memory& memory) const noexcept {
    return with_held(problem, w, [&](const auto& held) { return step(held, t, h, state, memory); });
  }

 private:
  /// The number of times that a loop is written out, where the step is small.
  template <class P, class S, int times>
  static constexpr int written = compact<P, S> ? times : dynamic;
};

}  // namespace hamel
