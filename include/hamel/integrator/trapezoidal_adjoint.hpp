// Covectors carried back over a trapezoidal variational step, in closed form.
#pragma once

#include <Eigen/Core>

#include <hamel/core/entries.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/tape.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/dynamics/problem_at.hpp>
#include <hamel/group/element.hpp>
#include <hamel/integrator/runge_kutta_adjoint.hpp>
#include <hamel/integrator/term_sweep.hpp>
#include <hamel/retraction/linearised.hpp>
#include <hamel/retraction/midway.hpp>

namespace hamel::detail {

/// Carries `by_end`, by (e, m) at the end of a step, back to its start (see sweep_part), given the unknowns z that
/// solved R(z; e, m) = 0 (see MomentumBalance). With lambda, l of `by_end` and n of R_z^T n = E_z^T by_end, b+ = W+ l,
/// b = W n, P = (dtau^R_xi)^{-*}, P+ the same at -xi, c = P+^T b+ - P^T b, pi = 1/2 (M + M+) a + mu, what is
/// differentiated is
///
///     <lambda, e+> + <pi, c> + <n, m_k> + h/2 (<F+, b+> + <F, b>),   e+ = Ad_{tau^-1} e + dtau^L_xi h da,
///
/// W = D or 1, and a = D u + v0 at the middle x_m where D moves. The terms at x_k, x_m and x_{k+1} go to the tape.
template <class P, class Q, class Retraction, class S, class St, class Z, class V>
V trapezoidal_adjoint(const P& problem, const Q& taped, const Retraction& retraction, const S& t,
                      const S& h, const St& start, const St& end, const Z& unknowns, Tape<S>& tape,
                      ConstantTerms<P, Q, S>& constant, const V& by_end) {
  constexpr int n = P::dimension, r = P::velocities, w = P::variations, s = P::multipliers;
  constexpr bool nonholonomic = P::kind == Dynamics::nonholonomic;
  static_assert(P::moves ? nonholonomic : !P::affine);
  using Tangent = Vector<S, n>;
  using Covector = Vector<S, n>;
  using Terms = TermSweep<P, Q, S>;
  const auto& group = problem.group();
  const S half = S(0.5) * h;

  const ProblemAt<P, S> here(problem, t, start.x), there(problem, S(t + h), end.x);
  const Matrix<S, n, r> d = problem.basis(start.x), d_end = problem.basis(end.x);
  const Vector<S, r> u = entries<r>(unknowns, P::moves ? n : 0);
  Tangent a;
  if constexpr (P::moves)
    a = entries<n>(unknowns, 0);
  else
    a = problem.expand(start.x, u);
  const Tangent xi = h * a, back = -xi;
  Matrix<S, n> m = converted<S>(here.metric().matrix());
  if constexpr (P::System::metric_may_vary) m = S(0.5) * (m + there.metric().matrix());
  Covector pi = m * a;
  Matrix<S, n, s> ann;
  if constexpr (s > 0) {
    ann = converted<S>(problem.split().annihilator());
    pi += ann * entries<s>(unknowns, r);
  }
  const auto along_w = [](const Matrix<S, n, r>& basis, const Vector<S, w>& l) -> Tangent {
    if constexpr (nonholonomic)
      return basis * l;
    else
      return l;
  };
  const auto [pull, slope] = linearise(retraction, group, xi, pi);
  const auto [pull_end, slope_end] = linearise(retraction, group, back, pi);
  const auto tangent = tangent_matrix(retraction, group, xi);

  // a moves with u by a_u, where D moves by feed^{-1} D(x_m).
  Matrix<S, n, r> a_u = d;
  Matrix<S, n> feed;
  auto middle = start.x;
  Tangent way = Tangent::Zero();
  if constexpr (P::moves) {
    way = midway(retraction, group, xi);
    middle = group.compose(start.x, group.exp(way));
    const Matrix<S, n> rows = problem.constraint_slope(S(t + half), middle, u);
    feed = unit_matrix<S, n>() - h * (rows.transpose() * midway_tangent(retraction, group, xi));
    a_u = hamel::solve<S, n, r>(feed, Matrix<S, n, r>(problem.basis(middle)));
  }

  // The end: everything but n.
  const Vector<S, w> l = entries<w>(by_end, n);
  const Tangent b_end = along_w(d_end, l), push_end = half * b_end;
  const Tangent c_end = pull_end.transpose() * b_end;
  bool pairs_vary = false;
  Covector by_a = Covector::Zero(), lambda = entries<n>(by_end, 0);
  {
    Terms terms(problem, taped, tape, constant, S(t + h), end.x);
    if constexpr (P::System::has_force) by_a = terms.external_force(a, push_end);
    terms.potential(push_end);
    if constexpr (P::System::metric_may_vary) {
      terms.metric(S(0.5) * c_end, a, push_end);
      by_a += there.metric().slope(a).transpose() * push_end;
    }
    if constexpr (nonholonomic) {
      pairs_vary = terms.constraint_varies();
      if (pairs_vary) {
        const Covector line = pull_end * pi + half * there.force(a, pi);
        terms.constraint(line * l.transpose(), Covector(Covector::Zero()));
      }
    }
    lambda += terms.by_element();
  }

  // n, from the derivative of the balance at the start.
  Matrix<S, n> by_velocity = pull * m + h * slope;
  if (!problem.system().force_ignores_velocity())
    by_velocity -= half * here.force_velocity_derivative(a);
  if constexpr (P::System::metric_may_vary)
    by_velocity += half * (pull * (there.metric().slope(a).transpose() * tangent));
  const Covector by_a_end =
      by_a + h * (tangent.transpose() * lambda - slope_end.transpose() * b_end) + m * c_end;
  Matrix<S, w, w> jacobian;  // transposed
  Vector<S, w> pulled;
  const auto rows = [&](int first, const auto& columns, const auto& balance, const Covector& by) {
    put(pulled, first, 0, columns.transpose() * by);
    const auto block = transposed(balance * columns);
    if constexpr (nonholonomic)
      put(jacobian, first, 0, block * d);
    else
      put(jacobian, first, 0, block);
  };
  rows(0, a_u, by_velocity, by_a_end);
  if constexpr (s > 0) rows(r, ann, pull, c_end);
  const Vector<S, w> by_m = hamel::solve<S, w>(jacobian, pulled);

  // The start.
  const Tangent b = along_w(d, by_m), push = half * b, b_pulled = pull.transpose() * b;
  const Tangent c = c_end - b_pulled;
  Covector by_x;
  {
    Terms terms(problem, taped, tape, constant, t, start.x);
    if constexpr (P::System::has_force) by_a += terms.external_force(a, push);
    terms.potential(push);
    if constexpr (P::System::metric_may_vary) {
      terms.metric(S(0.5) * c, a, push);
      by_a += here.metric().slope(a).transpose() * push;
    } else {
      terms.metric(c, a);
    }
    if constexpr (nonholonomic) {
      if (pairs_vary) {
        const Covector line = pull * pi - half * here.force(a, pi);
        terms.constraint(line * Vector<S, w>(-by_m).transpose(), Covector(Covector::Zero()));
      }
    }
    by_x = terms.by_element();
  }
  if constexpr (P::System::metric_may_vary) {
    Terms terms(problem, taped, tape, constant, S(t + h), end.x);
    terms.metric(S(-0.5) * b_pulled, a);
    lambda += terms.by_element();
  }
  const auto moved = carried_back(retraction, group, xi, lambda);
  by_x += moved.by_x;
  by_a = by_a + h * (moved.by_s - slope_end.transpose() * b_end - slope.transpose() * b) + m * c;

  // a = D u + v0, and mu.
  if constexpr (P::moves) {
    const Covector by_v = hamel::solve<S, n>(Matrix<S, n>(transposed(feed)), by_a);
    Terms terms(problem, taped, tape, constant, S(t + half), middle);
    terms.constraint(by_v * u.transpose(), by_v);
    by_x += group.Ad_star(group.exp(-way), terms.by_element());
  } else if constexpr (P::kind != Dynamics::free) {
    constant.add_to_basis(by_a * u.transpose());
    if constexpr (s > 0)
      add_adjoints(tape, converted<Taped<S>>(taped.split().annihilator()),
                   c * entries<s>(unknowns, r).transpose());
  }
  V by_start;
  put(by_start, 0, 0, by_x);
  put(by_start, n, 0, by_m);
  return by_start;
}

}  // namespace hamel::detail
