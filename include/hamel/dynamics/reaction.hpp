// The acceleration of a motion, and the force with which its constraint acts on it.
#pragma once

#include <hamel/core/dual.hpp>
#include <hamel/core/entries.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>

namespace hamel {

/// D' u + v0', how the velocity a = D u + v0 changes along the motion while u is held.
template <class P, class S>
Vector<S, P::dimension> constraint_rate(const P& problem, const S& t,
                                        const Element<typename P::Group, S>& x,
                                        const Vector<S, P::dimension>& a) {
  using V = Vector<S, P::dimension>;
  if constexpr (!P::affine && !P::moves) {
    return zeros<S, P::dimension>(problem.dim());
  } else {
    const auto u = problem.coordinates(t, x, a);
    V rate = problem.constraint_slope(t, x, u).transpose() * a;
    if constexpr (P::template offset_moves<S>) {
      using D = Dual<S, 1>;
      D now(t);
      now.derivatives()[0] = S(1);
      const auto v0 = problem.offset(now, x.template cast<D>());
      for (int i = 0; i < problem.dim(); ++i) rate[i] += v0[i].derivatives()[0];
    }
    return rate;
  }
}

/// M' a, how the momentum changes because the metric does; nothing is compiled for metrics that cannot.
template <class System, class S>
Vector<S, System::dimension> metric_rate(const System& system,
                                         const Element<typename System::Group, S>& x,
                                         const Vector<S, System::dimension>& a) {
  if constexpr (System::metric_may_vary) {
    if (!system.metric_is_constant()) return system.metric_slope(x, a).transpose() * a;
  }
  return zeros<S, System::dimension>(system.dim());
}

/// a' in g at time t. With a = D u + v0, (D^T M D) u' = (D^T M a)' - D'^T M a - D^T (M' a + M (D' u + v0')),
/// where ' on M, D and v0 is the derivative along the motion.
template <Dynamics kind, class System, class SplitT, class S, int W>
Vector<S, System::dimension> acceleration(const Problem<kind, System, SplitT>& problem, const S& t,
                                          const State<typename System::Group, S, W>& state) {
  using P = Problem<kind, System, SplitT>;
  using V = Vector<S, P::dimension>;
  const auto& system = problem.system();
  const auto motion = problem.field(t, state.x, state.m);
  const Matrix<S, P::dimension> m = problem.metric(state.x);
  const V v_dot = constraint_rate(problem, t, state.x, motion.a);
  const V carried = m * v_dot + metric_rate(system, state.x, motion.a);
  const auto d = problem.basis(state.x);
  Vector<S, P::velocities> rate = -(d.transpose() * carried);
  if constexpr (kind == Dynamics::vakonomic)
    rate += d.transpose() * motion.m_dot;
  else
    rate += motion.m_dot;
  if constexpr (P::moves) {
    // m = D^T M a moves with D too; what D' does to mu is no acceleration.
    V p = m * motion.a;
    if constexpr (kind == Dynamics::vakonomic) p -= state.m;
    rate -= problem.split().slope(problem.group(), state.x, motion.a).transpose() * p;
  }
  const Matrix<S, P::velocities> on_d = d.transpose() * (m * d);
  return v_dot + d * hamel::solve<S, P::velocities>(on_d, rate);
}

/// The force nu = (M a)' - ad*_a (M a) - F that keeps the constraint: of a nonholonomic motion the reaction, which lies
/// in Ann(d) and does no work on d (Jozwikowski & Respondek 2013, eq. (3.5) with the multiplier made visible); of a
/// vakonomic one what its multiplier does, -(mu' - ad*_a mu) where d is constant.
template <Dynamics kind, class System, class SplitT, class S, int W>
Vector<S, System::dimension> reaction(const Problem<kind, System, SplitT>& problem, const S& t,
                                      const State<typename System::Group, S, W>& state) {
  using V = Vector<S, System::dimension>;
  const auto& system = problem.system();
  const V a = problem.velocity(t, state.x, state.m);
  const Matrix<S, System::dimension> m = problem.metric(state.x);
  const V p_dot = m * acceleration(problem, t, state) + metric_rate(system, state.x, a);
  const V carried = problem.group().ad_star(a, m * a);
  return p_dot - carried - V(system.force(t, state.x, a));
}

/// The covector in Ann(d) that belongs to the constraint at a state: the reaction of a nonholonomic motion
/// at time t, the multiplier mu of a vakonomic one, 0 for free motion.
template <Dynamics kind, class System, class SplitT, class S, int W>
Vector<S, System::dimension> multiplier(const Problem<kind, System, SplitT>& problem, const S& t,
                                        const State<typename System::Group, S, W>& state) {
  if constexpr (kind == Dynamics::nonholonomic)
    return reaction(problem, t, state);
  else
    return problem.multiplier(t, state);
}

}  // namespace hamel
