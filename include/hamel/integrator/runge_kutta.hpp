// Runge-Kutta-Munthe-Kaas methods: any explicit tableau, on a group.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <hamel/core/finite.hpp>
#include <hamel/core/inline.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/compact.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/dynamics/under_inputs.hpp>
#include <hamel/group/abelian.hpp>
#include <hamel/group/around.hpp>
#include <hamel/group/element.hpp>
#include <hamel/integrator/stage_rates.hpp>
#include <hamel/integrator/tableau.hpp>

namespace hamel {

namespace detail {
/// Does composition add the stored numbers?
template <class G>
inline constexpr bool adds_numbers = false;
template <int N, class Names>
inline constexpr bool adds_numbers<AbelianGroup<N, Names>> = true;
}  // namespace detail

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

  /// What rounding took from the sums that a state is, in the coordinates around it.
  template <class S, int N, int W>
  struct Rounding {
    Vector<S, N> s;
    Vector<S, W> m;
  };

  /// The rates at the stages of a step, in the coordinates around its start.
  template <class S, int N, int W>
  using Stages = StageRates<S, N, W, Tableau::stages>;

  /// The increment of a step of size h from `state` at time t.
  template <class P, class S, class St>
  HAMEL_PART_OF_STEP Increment<S, P::dimension, P::variations> increment(
      const P& problem, const S& t, const S& h, const St& state) const noexcept {
    Stages<S, P::dimension, P::variations> at;
    evaluate(problem, t, h, state, at);
    return sum(problem, h, state, at);
  }

  /// s' and m' at the point s around the element of `state`, with momentum m; `at_start` means s = 0.
  template <class P, class S, class St>
  static auto rate(const P& problem, const S& t, const St& state, const Vector<S, P::dimension>& s,
                   const Vector<S, P::variations>& m, bool at_start = false) noexcept {
    return rate(problem, around(problem.group(), state.x), t, state, s, m, at_start, nullptr,
                [](const auto& a, const auto& m_dot) {
                  return Velocity<S, P::dimension, P::variations>{a, m_dot};
                });
  }

  /// Evaluates the field at every stage, of the state with what rounding took from it where that is given; but at the
  /// first where its rates are in `at` already. Tells the field at the last stage, x' = x_* a and m', if asked to.
  template <class P, class S, class St, class Last = std::nullptr_t>
  HAMEL_PART_OF_STEP void evaluate(const P& problem, const S& t, const S& h, const St& state,
                                   Stages<S, P::dimension, P::variations>& at,
                                   const Rounding<S, P::dimension, P::variations>* low = nullptr,
                                   bool first_is_known = false,
                                   Last last = nullptr) const noexcept {
    using Tangent = Vector<S, P::dimension>;
    using Momentum = Vector<S, P::variations>;
    using Place = typename Stages<S, P::dimension, P::variations>::Sum;
    using T = std::conditional_t<native_number<Plain<S>>, Lane<Plain<S>>, long double>;
    static constexpr Coefficients<Tableau, T> method;
    const auto place_of = [&](int i) HAMEL_ALWAYS_INLINE {  // less state.m where `low` is given
      if constexpr (in_rows<P, S>) {
        return Place(problem.dim(), low ? &low->s : nullptr, int(state.m.size()),
                     low ? &low->m : &state.m, h, method.a[i], i, at);
      } else {
        Place sum(low ? low->s : negative_zeros<S, P::dimension>(problem.dim()),
                  low ? low->m : state.m);
        each_term<few<P, S>>([&](int j) HAMEL_ALWAYS_INLINE {
          if (j < i && method.a[std::size_t(i)][std::size_t(j)] != 0)
            sum.add(h * S(method.a[std::size_t(i)][std::size_t(j)]), at, j);
        });
        return sum;
      }
    };
    const auto at_start = [&](int i)
                              HAMEL_ALWAYS_INLINE { return i == 0 && (!low || all_zero(low->s)); };
    const auto coordinates = around_start<P, S>(problem.group(), state.x);
    const auto evaluate_at = [&](int i, const Tangent& s, const Momentum& m,
                                 bool starts) HAMEL_PART_OF_STEP {
      rate(problem, coordinates, S(t + S(method.c[std::size_t(i)]) * h), state, s, m, starts,
           i + 1 == Tableau::stages ? last : Last(nullptr),
           [&](const auto& a, const auto& m_dot) HAMEL_ALWAYS_INLINE { at.set(i, a, m_dot); });
    };
    if constexpr (few < P, S >> 4) {
      // Many stages are written out around one function, to which numbers go in registers.
      constexpr int n = P::dimension, w = P::variations;
      const auto fill = [&](int i, bool starts, auto... numbers)
          __attribute__((noinline, flatten)) {
        const S all[] = {numbers...};
        const auto s = listed<S, n, 1>(n, 1, [&](int k) { return all[k]; });
        const auto m = listed<S, w, 1>(w, 1, [&](int k) { return all[n + k]; });
        evaluate_at(i, s, m, starts);
      };
      each_term<few<P, S>>([&](int i) HAMEL_ALWAYS_INLINE {
        if (i == 0 && first_is_known) return;
        const Place place = place_of(i);
        const auto s = place.s();
        const auto m = low ? state.m + place.m() : place.m();
        [&]<int... k>(std::integer_sequence<int, k...>) HAMEL_ALWAYS_INLINE {
          fill(i, at_start(i), S(k < n ? s.data()[k] : m.data()[k - n])...);
        }
        (std::make_integer_sequence<int, n + w>{});
      });
    } else if constexpr (in_rows<P, S>) {
      const auto fill = [&](int i, const Place& place) __attribute__((noinline)) {
        Momentum whole;
        if (low) whole = state.m + place.m();
        evaluate_at(i, place.s(), low ? whole : place.m(), at_start(i));
      };
      unrolled<Tableau::stages>(Tableau::stages, [&](int i) HAMEL_ALWAYS_INLINE {
        if (i > 0 || !first_is_known) fill(i, place_of(i));
      });
    } else {  // not inlined at all costs: what it calls is to be taken into the step (core/inline.hpp)
      each_stage<few<P, S>>([&](int i) HAMEL_PART_OF_STEP {
        if (i == 0 && first_is_known) return;
        const Place place = place_of(i);
        Momentum whole;
        if (low) whole = state.m + place.m();
        const Momentum& m = low ? whole : place.m();
        evaluate_at(i, place.s(), m, at_start(i));
      });
    }
  }

  /// What the stages add up to.
  template <class P, class S, class St>
  HAMEL_PART_OF_STEP Increment<S, P::dimension, P::variations> sum(
      const P& problem, const S& h, const St& state,
      const Stages<S, P::dimension, P::variations>& at) const noexcept {
    using T = std::conditional_t<native_number<Plain<S>>, Lane<Plain<S>>, long double>;
    static constexpr Coefficients<Tableau, T> method;
    using Place = typename Stages<S, P::dimension, P::variations>::Sum;
    const auto added = [&](const auto& weights) HAMEL_ALWAYS_INLINE {
      if constexpr (in_rows<P, S>) {
        return Place(problem.dim(), nullptr, int(state.m.size()), nullptr, h, weights,
                     Tableau::stages, at);
      } else {
        Place sum(negative_zeros<S, P::dimension>(problem.dim()),
                  negative_zeros<S, P::variations>(int(state.m.size())));
        each_term<few<P, S>>([&](int i) HAMEL_ALWAYS_INLINE {
          if (weights[std::size_t(i)] != 0) sum.add(h * S(weights[std::size_t(i)]), at, i);
        });
        return sum;
      }
    };
    const Place sum = added(method.b);
    if constexpr (requires { Tableau::error; }) {
      const Place error = added(method.error);
      return {sum.s(), error.s(), sum.m(), error.m()};
    } else {
      return {sum.s(), {}, sum.m(), {}};
    }
  }

  /// One step of fixed size.
  template <class P, class S, class St>
  StepStatus step(const P& problem, const S& t, const S& h, St& state, Memory&) const noexcept {
    return in_one_piece<compact_stages<P, S>>(
        [&]() -> StepStatus { return advance(problem, increment(problem, t, h, state), state); });
  }
  /// Adds an increment to a state.
  template <class P, class S, class St>
  HAMEL_PART_OF_STEP static StepStatus advance(const P& problem,
                                               const Increment<S, P::dimension, P::variations>& sum,
                                               St& state) noexcept {
    if (!all_finite(sum.s) || !all_finite(sum.m)) return {Outcome::not_finite, 0, 0};
    write(state, {problem.group().compose(state.x, problem.group().exp(sum.s)), state.m + sum.m});
    return {Outcome::ok, 0, 0};
  }

  /// The same under inputs w (with_inputs), held over the step.
  template <class P, class S, class W>
  StepStatus step(const P& problem, const S& t, const S& h, typename P::template State<S>& state,
                  const W& w, Memory& memory) const noexcept {
    return with_held(problem, w, [&](const auto& held) { return step(held, t, h, state, memory); });
  }

 private:
  /// use(s', m'); `told` is where the field is told, if anywhere; `coordinates` are those around the element of
  /// `state`.
  template <class P, class Coordinates, class S, class St, class Told, class Use>
  HAMEL_PART_OF_STEP static auto rate(const P& problem, const Coordinates& coordinates, const S& t,
                                      const St& state, const Vector<S, P::dimension>& s,
                                      const Vector<S, P::variations>& m, bool at_start, Told told,
                                      const Use& use) noexcept {
    bool same_everywhere = false;
    if constexpr (requires { problem.is_invariant(); }) same_everywhere = problem.is_invariant();
    const auto field = [&](const auto& x) HAMEL_PART_OF_STEP {
      auto v = problem.field(t, x, m);
      if constexpr (!std::is_null_pointer_v<Told>)
        if (told) *told = {v.a, v.m_dot};
      return v;
    };
    if (at_start || same_everywhere) {
      const auto v = field(state.x);
      return at_start ? use(v.a, v.m_dot) : use(coordinates.rate(s, v.a), v.m_dot);
    }
    const auto near = coordinates.at(s);
    const auto v = field(near.place);
    return use(near.rate(v.a), v.m_dot);
  }

  /// The coordinates around the element where a step starts. A step of few stages is one piece, in which the compiler
  /// finds itself what its stages share of a product's factors; numbers that are kept for them it would join in memory.
  template <class P, class S, class G, class X>
  static auto around_start(const G& group, const X& x) noexcept {
    if constexpr (compact_stages<P, S> && few<P, S> <= 4 && requires { group.factors(); })
      return Around<G, S>{group, x};
    else
      return around(group, x);
  }

  /// f(0), ..., f(stages - 1), without a loop when N is fixed.
  template <int N, class F>
  HAMEL_PART_OF_STEP static void each_stage(F&& f) {
    if constexpr (N == dynamic) {
      for (int i = 0; i < Tableau::stages; ++i) f(i);
    } else {
      [&]<int... I>(std::integer_sequence<int, I...>) HAMEL_PART_OF_STEP {
        (f(I), ...);
      }
      (std::make_integer_sequence<int, N>{});
    }
  }

  /// The same of a short f, in place.
  template <int N, class F>
  HAMEL_ALWAYS_INLINE static void each_term(F&& f) {
    unrolled<N>(Tableau::stages, f);
  }

  /// Are sizes known at run time, and the places of stages summed number by number?
  template <class P, class S>
  static constexpr bool in_rows = rates_in_rows<S, P::dimension, P::variations>;

  /// The number of stages where the sums over them are written out, without what is 0 in the tableau.
  template <class P, class S>
  static constexpr int few = (compact_stages<P, S> && P::dimension <= 4) ? Tableau::stages
                                                                         : dynamic;
};

}  // namespace hamel
