// Covectors carried back over the steps of methods that work in coordinates around their start, stage by stage.
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <optional>

#include <Eigen/Core>

#include <hamel/core/scalar.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/tape.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/linearised.hpp>
#include <hamel/integrator/constant_terms.hpp>
#include <hamel/integrator/field_adjoint.hpp>
#include <hamel/integrator/gauss.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/term_sweep.hpp>
#include <hamel/integrator/witness.hpp>
#include <hamel/retraction/exponential.hpp>
#include <hamel/retraction/linearised.hpp>

namespace hamel::detail {

/// What a covector at x tau(s) is at x, and by s.
template <class S, int N>
struct MoveAdjoint {
  Vector<S, N> by_x, by_s;
};
template <class R, class G, class S, int N = G::dimension>
MoveAdjoint<S, N> carried_back(const R& retraction, const G& group, const Vector<S, N>& s,
                               const Vector<S, N>& by_end) {
  if constexpr (std::same_as<R, Exponential>) {  // Ad_{exp -s} = 1 - ad_s dexp_{-s}
    const Vector<S, N> by_s = group.dexp_star(-s, by_end);
    return {by_end - group.ad_star(s, by_s), by_s};
  } else {
    return {group.Ad_star(group.inverse(retraction.tau(group, s)), by_end),
            tangent_matrix(retraction, group, s).transpose() * by_end};
  }
}

/// What the covectors on the rates k = (dexp^L_s)^{-1} a, m' of a stage are by its place s, by the x that it lies
/// around and by m.
template <class S, int N, int W>
struct StageAdjoint {
  Vector<S, N> by_s, by_x;
  Vector<S, W> by_m;
};
/// `back` carries covectors back through the field there, whose velocity is a.
template <bool same_everywhere, class P, class S, class M, class Back>
StageAdjoint<S, P::dimension, P::variations> stage_adjoint(const P& problem,
                                                           const Vector<S, P::dimension>& a,
                                                           const Vector<S, P::dimension>& s,
                                                           const Vector<S, P::dimension>& by_k,
                                                           const M& by_l, const Back& back) {
  const auto& group = problem.group();
  const auto turned = carry_back_dexp_inv(group, -s, a, by_k);
  const auto by = back(turned.by_eta, by_l);
  if constexpr (same_everywhere) {
    return {-turned.by_xi, zeros<S, P::dimension>(), by.by_m};
  } else {
    const auto moved = carried_back(Exponential{}, group, s, by.by_x);
    return {moved.by_s - turned.by_xi, moved.by_x, by.by_m};
  }
}

/// The element x exp(s) of a stage, as it was seen or found again; any where nothing depends on it.
template <bool same_everywhere, class G, class S, class Sight>
decltype(auto) stage_place(const G& group, const Element<G, S>& x, const Vector<S, G::dimension>& s,
                           const Sight& sight) {
  if constexpr (same_everywhere)
    return (x);
  else if constexpr (std::same_as<Sight, std::nullptr_t>)
    return group.compose(x, group.exp(s));
  else
    return (sight->x);
}

/// Carries `by_end`, by (e, m) at the end of a step with the rates `at` at its stages, back to its start (see
/// sweep_part), the last stage first.
template <class P, class Q, class Tableau, class S, class Stages, class St, class V>
V runge_kutta_adjoint(const P& problem, const Q& taped, const RungeKutta<Tableau>& method,
                      const Stages& at, const S& t, const S& h, const St& start, Tape<S>& tape,
                      ConstantTerms<P, Q, S>& constant, const V& by_end) {
  constexpr int n = P::dimension, w = P::variations;
  using Tangent = Vector<S, n>;
  using Momentum = Vector<S, w>;
  using Field = FieldAdjoint<P, Q, S, decltype(sight_of(at, 0))>;
  static constexpr bool same_everywhere = ConstantTerms<P, Q, S>::everything;
  static constexpr Coefficients<Tableau, S> c;
  struct {
    std::array<Tangent, Tableau::stages> k;
    std::array<Momentum, Tableau::stages> l;
  } by;
  const auto last =
      carried_back(Exponential{}, problem.group(), Tangent(method.sum(problem, h, start, at).s),
                   entries<n>(by_end, 0));
  Tangent by_x = last.by_x;
  Momentum by_m = entries<w>(by_end, n);
  for (int i = 0; i < Tableau::stages; ++i) {
    by.k[i] = h * c.b[i] * last.by_s;
    by.l[i] = h * c.b[i] * by_m;
  }
  const auto receive = [&](const auto& stage) {
    if constexpr (!same_everywhere) by_x += stage.by_x;
    by_m += stage.by_m;
  };
  for (int i = Tableau::stages; --i > 0;) {
    Tangent s = Tangent::Zero();
    Momentum m = start.m;
    for (int j = 0; j < i; ++j) {
      if (c.a[i][j] == 0) continue;
      s += h * c.a[i][j] * at.k(j);
      m += h * c.a[i][j] * at.l(j);
    }
    const auto sight = sight_of(at, i);
    const auto& x = stage_place<same_everywhere>(problem.group(), start.x, s, sight);
    const Field field(problem, constant, S(t + c.c[i] * h), x, m, sight);
    const auto stage =
        stage_adjoint<same_everywhere>(problem, field.velocity(), s, by.k[i], by.l[i],
                                       [&](const Tangent& by_a, const Momentum& by_l) {
                                         return field.back(taped, tape, by_a, by_l);
                                       });
    receive(stage);
    for (int j = 0; j < i; ++j) {
      if (c.a[i][j] == 0) continue;
      by.k[j] += h * c.a[i][j] * stage.by_s;
      by.l[j] += h * c.a[i][j] * stage.by_m;
    }
  }
  const auto sight = sight_of(at, 0);
  receive(Field(problem, constant, S(t + c.c[0] * h), start.x, start.m, sight)
              .back(taped, tape, by.k[0], by.l[0]));
  V by_start;
  put(by_start, 0, 0, by_x);
  put(by_start, n, 0, by_m);
  return by_start;
}

/// The same for collocation, whose stages depend on one another: with J the derivative of the rates by the rates, the
/// covectors on them are (1 - J^T)^{-1} of those that the end gives, a series that converges as the step did. All is
/// linear, so each term goes back by itself.
template <class P, class Q, class Rule, class S, class Stages, class St, class V>
V collocation_adjoint(const P& problem, const Q& taped, const Collocation<Rule>& method,
                      const Stages& at, const S& t, const S& h, const St& start, Tape<S>& tape,
                      ConstantTerms<P, Q, S>& constant, const V& by_end) {
  constexpr int n = P::dimension, w = P::variations, stages = Rule::stages;
  using Tangent = Vector<S, n>;
  using Momentum = Vector<S, w>;
  std::array<Tangent, stages> places;
  std::array<Momentum, stages> momenta;
  Tangent whole = Tangent::Zero();
  for (int i = 0; i < stages; ++i) {
    places[i] = Tangent::Zero();
    momenta[i] = start.m;
    whole += h * S(Rule::b[i]) * at.k[i];
    for (int j = 0; j < stages; ++j) {
      places[i] += h * S(Rule::a[i][j]) * at.k[j];
      momenta[i] += h * S(Rule::a[i][j]) * at.l[j];
    }
  }
  auto [by_x, by_s] =
      carried_back(Exponential{}, problem.group(), whole, Tangent(entries<n>(by_end, 0)));
  Momentum by_m = entries<w>(by_end, n);
  Stages by;
  for (int i = 0; i < stages; ++i) {
    by.k[i] = h * S(Rule::b[i]) * by_s;
    by.l[i] = h * S(Rule::b[i]) * by_m;
  }
  const auto size = [](const Stages& covectors) {
    S most(0);
    for (int i = 0; i < stages; ++i)
      most = std::max({most, largest(covectors.k[i]), largest(covectors.l[i])});
    return most;
  };
  constexpr bool same_everywhere = ConstantTerms<P, Q, S>::everything;
  std::array<Element<typename P::Group, S>, stages> elements;
  using Field = FieldAdjoint<P, Q, S>;
  std::array<std::optional<Field>, stages> fields;
  std::array<std::optional<TermSweep<P, Q, S>>, Field::keeps_record ? stages : 0> records;
  const auto begin = tape.size();
  for (int i = 0; i < stages; ++i) {
    const S there(t + S(Rule::c[i]) * h);
    elements[i] = stage_place<same_everywhere>(problem.group(), start.x, places[i], nullptr);
    fields[i].emplace(problem, constant, there, elements[i], momenta[i]);
    if constexpr (Field::keeps_record)
      fields[i]->record(records[i].emplace(problem, taped, tape, constant, there, elements[i]));
  }
  [[maybe_unused]] const auto end = tape.size();
  const S enough = size(by) * S(epsilon<S>()) / S(8);
  for (int term = 0; term < method.max_iterations && size(by) > enough; ++term) {
    Stages next;
    next.k.fill(Tangent::Zero());
    next.l.fill(Momentum::Zero());
    for (int i = 0; i < stages; ++i) {
      const auto stage = stage_adjoint<same_everywhere>(
          problem, fields[i]->velocity(), places[i], by.k[i], by.l[i],
          [&](const Tangent& by_a, const Momentum& by_l) {
            if constexpr (Field::keeps_record)
              return fields[i]->back_again(*records[i], end, by_a, by_l);
            else
              return fields[i]->back(taped, tape, by_a, by_l);
          });
      by_x += stage.by_x;
      by_m += stage.by_m;
      for (int j = 0; j < stages; ++j) {
        next.k[j] += h * S(Rule::a[i][j]) * stage.by_s;
        next.l[j] += h * S(Rule::a[i][j]) * stage.by_m;
      }
    }
    by = next;
  }
  tape.rewind(begin);
  V by_start;
  put(by_start, 0, 0, by_x);
  put(by_start, n, 0, by_m);
  return by_start;
}

}  // namespace hamel::detail
