// What is watched along a motion: energy, spatial momentum, distance from the constraint.
#pragma once

#include <algorithm>
#include <cmath>

#include <Eigen/Core>

#include <hamel/core/shape.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>

namespace hamel {

/// E = 1/2 g(a,a) + U(t,x); conserved by all three dynamics where U does not depend on time and neither
/// external forces nor offsets act.
template <class P, class S, int W>
S energy(const P& problem, const S& t, const State<typename P::Group, S, W>& state) {
  return problem.system().energy(t, state.x, problem.velocity(t, state.x, state.m));
}

/// The same where U does not depend on time.
template <class P, class S, int W>
requires(!P::System::template potential_moves<S>) S
    energy(const P& problem, const State<typename P::Group, S, W>& state) {
  return energy(problem, S(0), state);
}

/// p = M a + mu (vakonomic) or M a, in g*.
template <class P, class S, int W>
Vector<S, P::dimension> momentum(const P& problem, const State<typename P::Group, S, W>& state) {
  return problem.momentum(state.x, problem.velocity(state.x, state.m), state.m);
}

/// The spatial momentum Ad*_{x^{-1}} p in g*: constant in free and vakonomic motion without forces
/// (Noether, left-invariant Lagrangian). Needs a group with elements.
template <class P, class S, int W>
Vector<S, P::dimension> spatial_momentum(const P& problem,
                                         const State<typename P::Group, S, W>& state) {
  return problem.group().Ad_star(problem.group().inverse(state.x), momentum(problem, state));
}

/// The momentum of a symmetry, <Ad*_{x^{-1}} p, zeta>: constant in free and vakonomic motion when the
/// system is invariant under x -> exp(s zeta) x, potential included (Noether), and in nonholonomic motion
/// when moreover Ad_{x^{-1}} zeta stays in d (a horizontal symmetry;
/// Bloch, Krishnaprasad, Marsden & Murray 1996).
template <class P, class S, int W, class Z>
S noether_momentum(const P& problem, const State<typename P::Group, S, W>& state,
                   const Eigen::MatrixBase<Z>& zeta) {
  return spatial_momentum(problem, state)
      .dot(vector_argument<S, P::dimension>(zeta, problem.dim(), "symmetry"));
}

/// Largest component of a - v0(x) against Ann(d), relative to |a|: how far the velocity is off d.
template <class P, class S, int W>
S constraint_residual(const P& problem, const State<typename P::Group, S, W>& state) {
  if constexpr (P::kind == Dynamics::free) {
    return S(0);
  } else {
    using std::max;
    const Vector<S, P::dimension> a = problem.velocity(state.x, state.m);
    const Vector<S, P::dimension> v = a - problem.offset(S(0), state.x);
    if constexpr (P::moves) {
      const auto d = problem.basis(state.x);
      const Matrix<S, P::velocities> squares = d.transpose() * d;
      const Vector<S, P::velocities> u =
          hamel::solve(squares, Vector<S, P::velocities>(d.transpose() * v));
      return S(largest(v - d * u)) / max(S(1), S(a.norm()));
    } else {
      const auto ann = problem.split().annihilator().template cast<S>();
      if (ann.cols() == 0) return S(0);
      const S off = (ann.transpose() * v).cwiseAbs().maxCoeff();
      return off / max(S(1), S(a.norm() * ann.cwiseAbs().maxCoeff()));
    }
  }
}

}  // namespace hamel
