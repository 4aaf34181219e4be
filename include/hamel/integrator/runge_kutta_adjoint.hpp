// Covectors carried back over a Runge-Kutta-Munthe-Kaas step, stage by stage.
#pragma once

#include <Eigen/Core>

#include <hamel/core/small.hpp>
#include <hamel/core/tape.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/integrator/field_adjoint.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/term_sweep.hpp>
#include <hamel/retraction/exponential.hpp>
#include <hamel/retraction/linearised.hpp>

namespace hamel::detail {

/// What a covector at x f, f = tau(s), is at x, and by s.
template <class S, int N>
struct MoveAdjoint {
  Vector<S, N> by_x, by_s;
};
template <class R, class G, class S, int N = G::dimension>
MoveAdjoint<S, N> carried_back(const R& retraction, const G& group, const Vector<S, N>& s,
                               const Element<G, S>& f, const Vector<S, N>& by_end) {
  return {group.Ad_star(group.inverse(f), by_end),
          transposed_times(tangent_matrix(retraction, group, s), by_end)};
}

/// Carries `by_end`, by (e, m) at the end of a step with the rates `at` at its stages, back to its start (see sweep_part),
/// the last stage first: with y by k_i = (dexp^L_s)^{-1} a_i, that by a_i is T y and that by s is -(d(T y)/ds)^T a_i, where
/// T = (dexp^R_{-s})^{-*}.
template <class P, class Q, class Tableau, class S, class St, class V>
V runge_kutta_adjoint(
    const P& problem, const Q& taped, const RungeKutta<Tableau>& method,
    const typename RungeKutta<Tableau>::template Stages<S, P::dimension, P::variations>& at,
    const S& t, const S& h, const St& start, Tape<S>& tape, const V& by_end) {
  constexpr int n = P::dimension, w = P::variations;
  using Tangent = Vector<S, n>;
  using Momentum = Vector<S, w>;
  static constexpr Coefficients<Tableau, S> c;
  const Exponential exponential;
  const auto& group = problem.group();
  typename RungeKutta<Tableau>::template Stages<S, n, w> by;
  ConstantTerms<P, Q, S> constant(problem, taped, start.x);
  const Tangent whole = method.sum(problem, h, start, at).s;
  auto [by_x, by_s] =
      carried_back(exponential, group, whole, group.exp(whole), entries<n>(by_end, 0));
  Momentum by_m = entries<w>(by_end, n);
  for (int i = 0; i < Tableau::stages; ++i) {
    by.k[i] = scaled(S(h * c.b[i]), by_s);
    by.l[i] = scaled(S(h * c.b[i]), by_m);
  }
  for (int i = Tableau::stages; i-- > 0;) {
    Tangent s = Tangent::Zero(), by_a = by.k[i];
    Momentum m = start.m;
    for (int j = 0; j < i; ++j) {
      s = plus(s, S(h * c.a[i][j]), at.k[j]);
      m = plus(m, S(h * c.a[i][j]), at.l[j]);
    }
    const S time = t + c.c[i] * h;
    if (i == 0) {
      const auto field =
          field_adjoint(problem, taped, tape, constant, time, start.x, m, by_a, by.l[i]);
      by_x = plus(by_x, field.by_x);
      by_m = plus(by_m, field.by_m);
      break;
    }
    const auto [pull, slope] =
        linearise(exponential, group, Tangent(scaled(S(-1), s)), Tangent(by.k[i]));
    by_a = times(pull, by.k[i]);
    FieldAdjoint<S, n, w> field;
    Tangent by_place = Tangent::Zero();
    if constexpr (ConstantTerms<P, Q, S>::everything) {
      field = field_adjoint(problem, taped, tape, constant, time, start.x, m, by_a, by.l[i]);
    } else {
      const auto f = group.exp(s), x = group.compose(start.x, f);
      field = field_adjoint(problem, taped, tape, constant, time, x, m, by_a, by.l[i]);
      const auto moved = carried_back(exponential, group, s, f, field.by_x);
      by_x = plus(by_x, moved.by_x);
      by_place = moved.by_s;
    }
    by_place = minus(by_place, transposed_times(slope, field.a));
    by_m = plus(by_m, field.by_m);
    for (int j = 0; j < i; ++j) {
      if (c.a[i][j] == 0) continue;
      by.k[j] = plus(by.k[j], S(h * c.a[i][j]), by_place);
      by.l[j] = plus(by.l[j], S(h * c.a[i][j]), field.by_m);
    }
  }
  constant.sow(tape);
  V by_start;
  put(by_start, 0, 0, by_x);
  put(by_start, n, 0, by_m);
  return by_start;
}

}  // namespace hamel::detail
