// The midpoint rule under holonomic constraints, with discrete gradients: energy and g = 0 are kept to rounding.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <Eigen/Eigenvalues>

#include <hamel/core/entries.hpp>
#include <hamel/core/finite.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/integrator/canonical_midpoint.hpp>
#include <hamel/integrator/energy_midpoint.hpp>
#include <hamel/integrator/fixed_point.hpp>
#include <hamel/integrator/holding.hpp>
#include <hamel/integrator/nested_rules.hpp>

namespace hamel {

namespace detail {

/// Of the equations that do not follow from others: R^{-1}, symmetric, with R^2 = A M^{-1} A^T; A^T R^{-1} is an
/// orthonormal basis of the normals. Rows and columns of the others are 0.
template <class S, int K>
Matrix<S, K> inverse_root(Matrix<S, K> gram, const std::vector<int>& dependent) {
  for (const int i : dependent) {
    gram.row(i).setZero();
    gram.col(i).setZero();
  }
  const Eigen::SelfAdjointEigenSolver<Matrix<S, K>> solved(gram);
  Matrix<S, K> inverse = Matrix<S, K>::Zero(gram.rows(), gram.cols());
  for (int i = int(dependent.size()); i < gram.rows(); ++i) {  // eigenvalues grow
    const auto v = solved.eigenvectors().col(i);
    inverse += S(1) / std::sqrt(solved.eigenvalues()[i]) * v * v.transpose();
  }
  return inverse;
}

/// g(x+) - g(x) - <A, s> of a step by s, with A at its middle, as an integral of A along it: a difference of g has the
/// rounding of g, which a discrete gradient divides by |s|, as that of PotentialWork has. Where 3 and 7 points do
/// not agree, beside |A| |s|, of which <A, s> is a small part, the step is long, and it is the difference.
template <class S, class P, class X, class V>
Vector<S, P::rows> beyond_middle(const P& problem, const S& t, const X& x, const X& middle,
                                 const X& end, const V& s, const Vector<S, P::rows>& along) {
  const auto& constraint = problem.constraint();
  const auto& group = problem.group();
  Vector<S, P::rows> few = zeros<S, P::rows>(int(along.size())), most = few, many = few;
  const S length = s.norm();
  for (std::size_t i = 0; i < 3; ++i) {
    for (const long double node : {NestedRules::nodes[i] / 2, -NestedRules::nodes[i] / 2}) {
      const X there = group.compose(middle, group.exp(node * s));
      const auto normals = constraint.normals(t, there);
      const Vector<S, P::rows> beyond = normals.transpose() * s - along;
      if (i == 0) few += NestedRules::weights[0][0] * beyond;
      many += NestedRules::weights[1][i] * beyond;
      for (int k = 0; k < most.size(); ++k)
        most[k] = std::max(most[k], normals.col(k).norm() * length);
    }
  }
  const Vector<S, P::rows> grown = constraint.value(t, end) - constraint.value(t, x);
  for (int k = 0; k < most.size(); ++k)
    if (!(std::abs(many[k] - few[k]) <= 1e-9 * most[k])) many[k] = grown[k] - along[k];
  return many;
}

}  // namespace detail

/// The midpoint rule of free motion, CanonicalMidpoint, with an impulse G^T Lambda inside and normal parts of the
/// momentum at its ends that have the same coordinates kappa in orthonormal normals N = A^T (A M^{-1} A^T)^{-1/2}:
///
///     (x_{k+1}, p^) = step of free motion from (x_k, p_k + N_k kappa) with G^T Lambda added to p,
///     p_{k+1} = p^ - N_{k+1} kappa,   g(x_{k+1}) = 0,   A_{k+1} a_{k+1} = b,
///     G = A + ((g(x_{k+1}) - g(x_k) - <A, s>) / |s|^2) s,   A at the middle,   s = h a.
///
/// G s is what g changes by, so the impulse does no work (Gonzalez 1999), and both ends change the kinetic energy by
/// kappa^2/2: where g does not depend on t, the energy is conserved to rounding. What rounding leaves of g = 0 is not
/// projected away, which would do work; the next step ends at g = 0 again. Order 2, symmetric. Equations that do not
/// integrate hold in the middle of the step, with G = A.
template <>
struct Holding<EnergyMidpoint> {
  static constexpr int order = 2;
  static constexpr bool adaptive = false;
  static constexpr bool symmetric = true;

  EnergyMidpoint base{};

  using Memory = EnergyMidpoint::Memory;

  /// One step of size h from time t, in place, by fixed-point iteration. On failure the state is left as it was.
  template <class P, class S, class St>
  StepStatus step(const P& problem, const S& t, const S& h, St& state, Memory&) const noexcept {
    constexpr int K = P::rows;
    using V = Vector<S, P::dimension>;
    using Equations = CanonicalMidpoint<typename P::Free, S>;
    using FreeState = typename Equations::State;
    const auto& free = problem.unconstrained();
    const auto& constraint = problem.constraint();
    const auto& group = problem.group();
    const int held = constraint.held();
    const S middle = t + h / S(2), then = t + h;
    const auto before = problem.normal(t, state.x);
    const auto root_at = [&](const auto& there) {
      return detail::inverse_root<S, K>(there.a.transpose() * there.lifted, problem.dependent());
    };
    const Matrix<S, K> at_start = root_at(before);
    Vector<S, K> kappa = zeros<S, K>(constraint.count()), impulse = kappa;
    const auto now = problem.field(t, state.x, state.m);
    typename Equations::Unknowns z{now.a, state.m + h * now.m_dot};
    FixedPoint fixed_point(4 * static_cast<double>(epsilon<S>()));
    detail::Corrections corrections;
    double change = 0;
    for (int i = 1; i <= 4 * base.max_iterations; ++i) {
      const FreeState from{state.x, state.m + before.a * Vector<S, K>(at_start * kappa)};
      auto next = Equations(free, t, h, from).image(z);
      const V s = h * next.a;
      const auto halfway = group.compose(state.x, group.exp(S(0.5) * s));
      const auto end = group.compose(state.x, group.exp(s));
      Matrix<S, P::dimension, K> gradient = constraint.normals(middle, halfway);
      Vector<S, K> miss = constraint.value(then, end);
      const Vector<S, K> along = gradient.transpose() * s,
                         beyond = detail::beyond_middle<S>(problem, middle, state.x, halfway, end,
                                                           s, along),
                         rate = constraint.rate(middle, halfway);
      const S square = s.dot(s);
      for (int k = 0; k < miss.size(); ++k) {
        if (k >= held)
          miss[k] = along[k] - h * rate[k];
        else if (square > S(0))
          gradient.col(k) += beyond[k] / square * s;
      }
      next.m += gradient * impulse;
      change = Magnitude().add(next.m - z.m).relative_to(Magnitude().add(next.m).add(state.m));
      if (!std::isfinite(change)) return {Outcome::not_finite, i, change};
      z = next;

      const auto after = problem.normal(then, end);
      if (!after.gram.is_regular()) return {Outcome::rank_lost, i, after.gram.least_pivot()};
      const Matrix<S, K> at_end = root_at(after);
      const Vector<S, K> off = after.a.transpose() * free.velocity(then, end, next.m) -
                               constraint.rate(then, end),
                         turned = Vector<S, K>(at_end * off) - kappa, way = at_end * miss;
      const bool settled = fixed_point.settled(change);
      const double size =
          std::max(P::length(way), std::abs(static_cast<double>(h)) * P::length(turned));
      if (corrections.ended(size) && settled) {
        St to{end, next.m - after.a * Vector<S, K>(at_end * kappa)};
        if (!all_finite(to.x.data) || !all_finite(to.m)) return {Outcome::not_finite, i, change};
        state = to;
        return {Outcome::ok, i, change};
      }
      const Vector<S, K> push = -Vector<S, K>(at_end * turned),
                         tilt = S(0.5) * turned - S(1) / h * way;
      impulse += push;
      kappa += tilt;
      z.m = z.m + gradient * push + before.a * Vector<S, K>(at_start * tilt);
    }
    return {Outcome::not_converged, 4 * base.max_iterations, change};
  }
};

}  // namespace hamel
