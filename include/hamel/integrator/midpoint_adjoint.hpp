// Covectors carried back over a variational step whose Lagrangian is taken at its middle.
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

/// (1 + Ad_s)^{-1}, of which 1 less it is that of s^-1. <(1 + Ad*_s)^{-1} f, b> = <f, (1 + Ad_s)^{-1} b>.
template <class G, class S, int N = G::dimension>
Matrix<S, N> half_way(const G& group, const Element<G, S>& s) {
  Matrix<S, N> matrix = unit_matrix<S, N>();
  for (int j = 0; j < N; ++j) {
    const Vector<S, N> column = group.Ad(s, unit_vector<S, N>(N, j));
    for (int i = 0; i < N; ++i) matrix(i, j) += column[i];
  }
  return hamel::solve<S, N, N>(matrix, unit_matrix<S, N>());
}

/// Carries `by_end`, by (e, m) at the end of a step, back to its start (see sweep_part), given the unknowns z that
/// solved R(z; e, m) = 0 (see MidpointBalance) and `pull_of`, which gives the n = (n_1, n_2) of R_z^T n = E_z^T by_end
/// where anything varies. With lambda, l of `by_end`, b+ = W l, b = W n_1, c = P+^T b+ - P^T b, P = (dtau^R_xi)^{-*},
/// P+ the same at -xi, what depends on the start, inputs and parameters is
///
///     <lambda, Ad_{tau^-1} e> + <n_1, m_k> + <M(q) a + mu, c> + <F(q, a), push> - <n_2, A^T a>,
///     push = h ((1 + Ad_{s^-1})^{-1} b+ + (1 + Ad_s)^{-1} b),   q = x_k s,   which moves by Ad_{s^-1} e.
template <class P, class Q, class Retraction, class S, class St, class Z, class Pull, class V>
V midpoint_adjoint(const P& problem, const Q& taped, const Retraction& retraction, const S& t,
                   const S& h, const St& start, const Z& unknowns, const Pull& pull_of,
                   Tape<S>& tape, ConstantTerms<P, Q, S>& constant, const V& by_end) {
  constexpr int n = P::dimension, r = P::velocities, w = P::variations, k = P::multipliers,
                off = n - r;
  constexpr bool nonholonomic = P::kind == Dynamics::nonholonomic,
                 unconstrained = P::kind == Dynamics::free;
  static_assert(!P::moves && !P::affine);
  using Tangent = Vector<S, n>;
  using Covector = Vector<S, n>;
  const auto& group = problem.group();
  const S middle_time = t + S(0.5) * h;
  const Tangent a = entries<n>(unknowns, 0), xi = h * a;
  const auto s = group.exp(Tangent(midway(retraction, group, xi))), back = group.inverse(s);
  const auto q = group.compose(start.x, s);
  const Matrix<S, n> half = half_way(group, s);

  const auto along_w = [&](const Vector<S, w>& l) -> Tangent {
    if constexpr (nonholonomic)
      return problem.basis(start.x) * l;
    else
      return l;
  };
  Matrix<S, n, off> annihilator;
  if constexpr (!unconstrained) annihilator = converted<S>(problem.split().annihilator());
  const ProblemAt<P, S> there(problem, middle_time, q);
  const Matrix<S, n>& inertia = there.metric().matrix();
  Covector pi = inertia * a;
  if constexpr (k > 0) pi += annihilator * entries<k>(unknowns, n);
  const Covector force = there.force(a, pi), at_start = half.transpose() * force,
                 at_end = force - at_start;
  const auto at_xi = linearise(retraction, group, xi, pi),
             at_back = linearise(retraction, group, -xi, pi);
  const Matrix<S, n>&pull_start = at_xi.by_p, &pull_end = at_back.by_p;
  const Vector<S, w> l = entries<w>(by_end, n);
  const Tangent b_end = along_w(l), c_end = pull_end.transpose() * b_end,
                half_end = b_end - half * b_end;

  const auto closed_pull = [&] {  // M and F are constant; s moves by e = way h da
    const Matrix<S, n> way = midway_tangent(retraction, group, xi);
    const Covector lambda = entries<n>(by_end, 0);
    const Covector turned = group.Ad_star(s, group.ad_star(half_end, at_start));
    const Covector by_a =
        inertia * c_end + h * (tangent_matrix(retraction, group, xi).transpose() * lambda -
                               at_back.by_xi.transpose() * b_end - h * (way.transpose() * turned));
    const Matrix<S, n> by_velocity = pull_start * inertia + h * at_xi.by_xi +
                                     h * h * (half.transpose() * (group.lie_poisson(at_end) * way));
    Matrix<S, n + k> jacobian = Matrix<S, n + k>::Zero();  // transposed
    Vector<S, n + k> right;
    put(right, 0, 0, by_a);
    if constexpr (nonholonomic)
      put(jacobian, 0, 0, by_velocity.transpose() * problem.basis(start.x));
    else
      put(jacobian, 0, 0, transposed(by_velocity));
    if constexpr (!unconstrained) put(jacobian, 0, w, annihilator);
    if constexpr (k > 0) {
      put(jacobian, n, 0, annihilator.transpose() * pull_start.transpose());
      put(right, n, 0, annihilator.transpose() * c_end);
    }
    return hamel::solve<S, n + k>(jacobian, right);
  };
  const Vector<S, n + k> pull = [&]() -> Vector<S, n + k> {
    if constexpr (ConstantTerms<P, Q, S>::everything)
      return closed_pull();
    else
      return pull_of();
  }();
  const Vector<S, w> n_1 = entries<w>(pull, 0);
  const Tangent b = along_w(n_1), c = c_end - pull_start.transpose() * b,
                push = h * (half_end + half * b);

  TermSweep<P, Q, S> terms(problem, taped, tape, constant, middle_time, q);
  if constexpr (P::System::has_force) terms.external_force(a, push);
  terms.potential(push);
  terms.metric(c, a, push);
  if constexpr (!unconstrained) {
    if (constant.basis_varies()) {
      const auto varied = converted<Taped<S>>(taped.split().annihilator());
      const Vector<S, off> n_2 = entries<off>(pull, w);
      add_adjoints(tape, varied, Tangent(-a) * n_2.transpose());
      if constexpr (k > 0) add_adjoints(tape, varied, c * entries<k>(unknowns, n).transpose());
      if constexpr (nonholonomic) {
        const Covector end = pull_end * pi + h * at_end;
        const Covector begin = pull_start * pi - h * at_start;
        constant.add_to_basis(end * l.transpose() - begin * n_1.transpose());
      }
    }
  }
  const Covector by_middle = terms.by_element();
  const auto moved = carried_back(retraction, group, xi, Covector(entries<n>(by_end, 0)));
  V by_start;
  put(by_start, 0, 0, moved.by_x + group.Ad_star(back, by_middle));
  put(by_start, n, 0, n_1);
  return by_start;
}

}  // namespace hamel::detail
