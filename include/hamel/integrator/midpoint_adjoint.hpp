// Covectors carried back over a variational step whose Lagrangian is taken at its middle.
#pragma once

#include <Eigen/Core>

#include <hamel/core/small.hpp>
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

/// Carries `by_end`, by (e, m) at the end of a step, back to its start (see sweep_part), given the unknowns z that solved
/// R(z; e, m) = 0 (see MidpointBalance) and the n = (n_1, n_2) of R_z^T n = E_z^T by_end. With lambda, l of `by_end`,
/// b+ = W l, b = W n_1, c = P+^T b+ - P^T b, P = (dtau^R_xi)^{-*}, P+ the same at -xi, what depends on the start, inputs
/// and parameters is
///
///     <lambda, Ad_{tau^-1} e> + <n_1, m_k> + <M(q) a + mu, c> + <F(q, a), push> - <n_2, A^T a>,
///     push = h ((1 + Ad_{s^-1})^{-1} b+ + (1 + Ad_s)^{-1} b),   q = x_k s,   which moves by Ad_{s^-1} e.
template <class P, class Q, class Retraction, class S, class St, class Z, class V>
V midpoint_adjoint(const P& problem, const Q& taped, const Retraction& retraction, const S& t,
                   const S& h, const St& start, const Z& unknowns, const Z& pull, Tape<S>& tape,
                   ConstantTerms<P, Q, S>& constant, const V& by_end) {
  constexpr int n = P::dimension, w = P::variations, k = P::multipliers;
  constexpr bool nonholonomic = P::kind == Dynamics::nonholonomic;
  static_assert(!P::moves && !P::affine);
  using Tangent = Vector<S, n>;
  using Covector = Vector<S, n>;
  const auto& group = problem.group();
  const S middle_time = t + S(0.5) * h;
  const Tangent a = entries<n>(unknowns, 0), xi = scaled(h, a);
  const auto s = group.exp(Tangent(midway(retraction, group, xi))), back = group.inverse(s);
  const auto q = group.compose(start.x, s);

  const auto along_w = [&](const Vector<S, w>& l) -> Tangent {
    if constexpr (nonholonomic)
      return times(problem.basis(start.x), l);
    else
      return l;
  };
  const Vector<S, w> l = entries<w>(by_end, n), n_1 = entries<w>(pull, 0);
  const Tangent b_end = along_w(l), b = along_w(n_1);
  const auto carried = [&](const Tangent& way) -> Matrix<S, n> {
    return linearise(retraction, group, way, Covector(Covector::Zero())).by_p;
  };
  const Matrix<S, n> pull_start = carried(xi), pull_end = carried(scaled(S(-1), xi));
  const Tangent c = minus(transposed_times(pull_end, b_end), transposed_times(pull_start, b));
  // <(1 + Ad*_s)^{-1} f, b> = <f, (1 + Ad_s)^{-1} b>
  const auto shared = [&](const auto& way, const Tangent& direction) -> Tangent {
    Matrix<S, n> matrix = unit_matrix<S, n>();
    for (int j = 0; j < n; ++j) {
      const Tangent column = group.Ad(way, unit_vector<S, n>(n, j));
      for (int i = 0; i < n; ++i) matrix(i, j) += column[i];
    }
    return hamel::solve<S, n>(matrix, direction);
  };
  const Tangent push = scaled(h, plus(shared(back, b_end), shared(s, b)));

  TermSweep<P, Q, S> terms(problem, taped, tape, constant, middle_time, q);
  if constexpr (P::System::has_force) terms.external_force(a, push);
  terms.potential(push);
  terms.metric(c, a, push);
  if constexpr (P::kind != Dynamics::free) {
    if (constant.basis_varies()) {
      const auto annihilator = converted<Taped<S>>(taped.split().annihilator());
      constexpr int off = P::dimension - P::velocities;
      const Vector<S, off> n_2 = entries<off>(pull, w);
      add_adjoints(tape, annihilator, outer<S>(Tangent(scaled(S(-1), a)), n_2));
      if constexpr (k > 0) add_adjoints(tape, annihilator, outer<S>(c, entries<k>(unknowns, n)));
      if constexpr (nonholonomic) {
        const ProblemAt<P, S> there(problem, middle_time, q);
        const Covector pi = times(converted<S>(there.metric().matrix()), a),
                       force = there.force(a, pi);
        const Covector at_end = plus(times(pull_end, pi), h, impulse_at_end(group, back, force));
        const Covector at_start =
            plus(times(pull_start, pi), S(-h), impulse_at_end(group, s, force));
        constant.add_to_basis(minus(outer<S>(at_end, l), outer<S>(at_start, n_1)));
      }
    }
  }
  const Covector by_middle = terms.by_element();
  const auto moved = carried_back(retraction, group, xi, Covector(entries<n>(by_end, 0)));
  V by_start;
  put(by_start, 0, 0, plus(moved.by_x, group.Ad_star(back, by_middle)));
  put(by_start, n, 0, n_1);
  return by_start;
}

}  // namespace hamel::detail
