// Covectors carried back over a step of a method of frozen flows, move by move.
#pragma once

#include <array>

#include <hamel/core/entries.hpp>
#include <hamel/core/tape.hpp>
#include <hamel/core/types.hpp>
#include <hamel/integrator/constant_terms.hpp>
#include <hamel/integrator/field_adjoint.hpp>
#include <hamel/integrator/frozen_flows.hpp>
#include <hamel/integrator/runge_kutta_adjoint.hpp>
#include <hamel/integrator/witness.hpp>
#include <hamel/retraction/exponential.hpp>

namespace hamel::detail {

/// Carries `by_end`, by (e, m) at the end of a step with the stages `at`, back to its start (see sweep_part).
template <class P, class Q, class Table, class S, class Stages, class St, class V>
V frozen_flows_adjoint(const P& problem, const Q& taped, const FrozenFlows<Table>&,
                       const Stages& at, const S& t, const S& h, const St& start, Tape<S>& tape,
                       ConstantTerms<P, Q, S>& constant, const V& by_end) {
  constexpr int n = P::dimension, w = P::variations;
  constexpr bool invariant = ConstantTerms<P, Q, S>::everything;
  using Tangent = Vector<S, n>;
  using Momentum = Vector<S, w>;
  static constexpr FlowCoefficients<Table, S> c;
  static constexpr auto leads = moves_to_the_end<Table>();
  const Momentum by_m_end = entries<w>(by_end, n);
  Momentum by_m = by_m_end;
  std::array<Tangent, Table::moves + 1> by_point;
  std::array<Tangent, Table::stages> by_a;
  std::array<Momentum, Table::stages> by_l;
  by_point.fill(Tangent::Zero());
  by_point[Table::moves] = entries<n>(by_end, 0);
  by_a.fill(Tangent::Zero());
  for (int i = 0; i < Table::stages; ++i) by_l[i] = h * c.b[i] * by_m_end;

  const auto go_back = [&](int k) {
    if (invariant && !leads[k]) return;
    Tangent s = Tangent::Zero();
    for (int j = 0; j < Table::stages; ++j)
      if (c.along[k][j] != 0) s += h * c.along[k][j] * at.a[j];
    const auto [by_x, by_s] = carried_back(Exponential{}, problem.group(), s, by_point[k + 1]);
    by_point[Table::from[k]] += by_x;
    for (int j = 0; j < Table::stages; ++j)
      if (c.along[k][j] != 0) by_a[j] += h * c.along[k][j] * by_s;
  };
  int k = Table::moves;
  for (int i = Table::stages; i-- > 0;) {
    while (k > Table::moves_before[i]) go_back(--k);
    Momentum m = start.m;
    for (int j = 0; j < i; ++j)
      if (c.a[i][j] != 0) m += h * c.a[i][j] * at.l[j];
    const auto& x = k == 0 ? start.x : at.x[k - 1];
    auto sight = sight_of(at, i);
    const auto by =
        FieldAdjoint<P, Q, S, decltype(sight)>(problem, constant, S(t + c.c[i] * h), x, m, sight)
            .back(taped, tape, by_a[i], by_l[i]);
    if constexpr (!invariant) by_point[k] += by.by_x;
    by_m += by.by_m;
    for (int j = 0; j < i; ++j)
      if (c.a[i][j] != 0) by_l[j] += h * c.a[i][j] * by.by_m;
  }
  V by_start;
  put(by_start, 0, 0, by_point[0]);
  put(by_start, n, 0, by_m);
  return by_start;
}

}  // namespace hamel::detail
