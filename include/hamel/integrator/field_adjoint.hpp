// Covectors carried back through the vector field of a problem.
#pragma once

#include <type_traits>

#include <hamel/core/small.hpp>
#include <hamel/core/tape.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/element.hpp>
#include <hamel/integrator/step_constraint.hpp>
#include <hamel/integrator/term_sweep.hpp>

namespace hamel::detail {

/// The velocity a of a field, and what a covector on (a, m') is by (e, m), x exp(e).
template <class S, int N, int W>
struct FieldAdjoint {
  Vector<S, N> a, by_x;
  Vector<S, W> by_m;
};

/// Carries <by_a, a> + <by_rate, m'> at (t,x,m) back to (x,m), inputs and parameters. With b in W dual to m', p and F as
/// in the equations of motion (see Problem), and c, k, z the numbers below,
///
///     d<p,[a,b]> = <dp,[a,b]> - <ad*_b p, da>,   a = D u + v0,   D^T M D u = c,   D^T M D k = D^T by_a,   z = D k.
template <class P, class Q, class S, class M>
FieldAdjoint<S, P::dimension, P::variations> field_adjoint(
    const P& problem, const Q& taped, Tape<S>& tape, ConstantTerms<P, Q, S>& constant, const S& t,
    const Element<typename P::Group, S>& x, const M& m,
    const std::type_identity_t<Vector<S, P::dimension>>& by_velocity,
    const std::type_identity_t<Vector<S, P::variations>>& by_rate) {
  constexpr int n = P::dimension, r = P::velocities;
  constexpr bool nonholonomic = P::kind == Dynamics::nonholonomic,
                 vakonomic = P::kind == Dynamics::vakonomic;
  using Tangent = Vector<S, n>;
  using Covector = Vector<S, n>;
  const auto& group = problem.group();
  const auto metric = problem.system().metric_at(x);
  const auto frame = [&]() -> decltype(auto) {
    if constexpr (ConstantTerms<P, Q, S>::frame)
      return constant.constant_frame();
    else
      return Frame<P, S>(problem, x, converted<S>(metric.matrix()));
  };
  const auto& [d, inertia, inverse] = frame();
  Vector<S, r> right;
  if constexpr (nonholonomic)
    right = m;
  else
    right = transposed_times(d, m);
  Tangent v0 = Tangent::Zero();
  if constexpr (P::affine) {
    v0 = problem.offset(t, x);
    right = minus(right, transposed_times(d, times(inertia, v0)));
  }
  const Vector<S, r> u = times(inverse, right);
  const Tangent a = plus(times(d, u), v0);
  const Covector lowered = times(inertia, a);
  Covector p;
  Tangent b;
  if constexpr (nonholonomic) {
    p = lowered;
    b = times(d, by_rate);
  } else {
    p = m;
    b = by_rate;
  }

  TermSweep<P, Q, S> sweep(problem, taped, tape, constant, t, x);
  Covector by_a = minus(by_velocity, group.ad_star(b, p));
  by_a = plus(by_a, sweep.external_force(a, b));
  if constexpr (P::System::metric_may_vary) by_a = plus(by_a, transposed_times(metric.slope(a), b));
  Tangent by_p = group.ad(a, b), by_lowered = Tangent::Zero(), direction = b;
  Vector<S, r> by_u = Vector<S, r>::Zero();
  Matrix<S, n, r> by_d, by_d_dot = Matrix<S, n, r>::Zero();
  Covector by_v0_dot = Covector::Zero();
  if constexpr (nonholonomic && P::moves) {  // <p, D'(x;a) by_rate>
    by_p = plus(by_p, times(problem.split().slope(group, x, a), by_rate));
    Matrix<S, n> rows = problem.constraint_slope(t, x, by_rate);
    if constexpr (P::affine) rows = minus(rows, offset_slope(problem, t, x));
    by_a = plus(by_a, times(rows, p));
    direction = a;
    by_d_dot = outer<S>(p, by_rate);
  }
  if constexpr (vakonomic && (P::moves || P::affine)) {  // -<mu, d_b (D u + v0)>
    const Covector mu = minus(p, lowered);
    const Tangent slope = transposed_times(problem.constraint_slope(t, x, u), b);
    by_p = minus(by_p, slope);
    by_lowered = slope;
    if constexpr (P::moves)
      by_u = scaled(S(-1), transposed_times(problem.split().slope(group, x, b), mu));
    by_d_dot = outer<S>(scaled(S(-1), mu), u);
    by_v0_dot = scaled(S(-1), mu);
  }
  if constexpr (nonholonomic) by_lowered = by_p;
  by_a = plus(by_a, times(inertia, by_lowered));

  const Vector<S, r> k = times(inverse, plus(transposed_times(d, by_a), by_u));
  const Tangent z = times(d, k);
  const Covector by_v0 = minus(by_a, times(inertia, z));
  by_d = outer<S>(by_v0, u);
  if constexpr (nonholonomic) {
    by_d = minus(by_d, outer<S>(p, k));
    if (sweep.constraint_varies()) {
      Covector rate = plus(group.ad_star(a, p), problem.system().potential_force(t, x));
      rate = plus(rate, problem.system().external_force(t, x, a));
      if constexpr (P::System::metric_may_vary) rate = plus(rate, metric.force(a));
      by_d = plus(by_d, outer<S>(rate, by_rate));
    }
  } else if constexpr (vakonomic) {
    by_d = plus(by_d, outer<S>(Covector(minus(p, lowered)), k));
  }
  sweep.metric(minus(by_lowered, z), a, b);
  sweep.potential(b);
  sweep.constraint(by_d, by_v0, direction, by_d_dot, by_v0_dot);
  FieldAdjoint<S, n, P::variations> result;
  result.a = a;
  result.by_x = sweep.by_element();
  if constexpr (nonholonomic)
    result.by_m = k;
  else
    result.by_m = plus(z, by_p);
  return result;
}

}  // namespace hamel::detail
