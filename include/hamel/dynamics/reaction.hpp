// The acceleration of a motion, and the force with which a nonholonomic constraint acts on it.
#pragma once

#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/system/left_derivative.hpp>

namespace hamel {

/// a' in g at time t. With a = D u + v0, (D^T M D) u' = p_d' - D^T (M' a + M v0'), where ' on M and v0
/// is the derivative along a.
template <Dynamics kind, class System, class SplitT, class S, int W>
Vector<S, System::dimension> acceleration(const Problem<kind, System, SplitT>& problem, const S& t,
                                          const State<typename System::Group, S, W>& state) {
  using P = Problem<kind, System, SplitT>;
  using V = Vector<S, P::dimension>;
  const auto& system = problem.system();
  const auto motion = problem.field(t, state.x, state.m);
  const Matrix<S, P::dimension> m = problem.metric(state.x);
  V v0_dot = V::Zero(problem.dim());
  if constexpr (P::affine) {
    v0_dot = left_derivative_rows(problem.group(), state.x,
                                  [&problem]<class D>(const Element<typename P::Group, D>& y) {
                                    return problem.offset(y);
                                  })
                 .transpose() *
             motion.a;
  }
  V carried = m * v0_dot;
  if (!system.metric_is_constant()) {
    carried += system.metric_slope(state.x, motion.a).transpose() * motion.a;
  }
  const auto d = problem.template basis<S>();
  Vector<S, P::velocities> rate = -(d.transpose() * carried);
  if constexpr (kind == Dynamics::vakonomic)
    rate += d.transpose() * motion.m_dot;
  else
    rate += motion.m_dot;
  const Matrix<S, P::velocities> on_d = d.transpose() * m * d;
  return v0_dot + d * hamel::solve<S, P::velocities>(on_d, rate);
}

/// The reaction nu = (M a)' - ad*_a (M a) - F in Ann(d) of a nonholonomic motion, in the units of a force
/// (Jozwikowski & Respondek 2013, eq. (3.5) with the multiplier made visible). It does no work on d.
template <class System, class SplitT, class S, int W>
Vector<S, System::dimension> reaction(
    const Problem<Dynamics::nonholonomic, System, SplitT>& problem, const S& t,
    const State<typename System::Group, S, W>& state) {
  using V = Vector<S, System::dimension>;
  const auto& system = problem.system();
  const V a = problem.velocity(state.x, state.m);
  const Matrix<S, System::dimension> m = problem.metric(state.x);
  V p_dot = m * acceleration(problem, t, state);
  if (!system.metric_is_constant()) p_dot += system.metric_slope(state.x, a).transpose() * a;
  return p_dot - problem.group().ad_star(a, V(m * a)) - system.force(t, state.x, a);
}

/// The covector in Ann(d) that belongs to the constraint at a state: the reaction of a nonholonomic motion
/// at time t, the multiplier mu of a vakonomic one, 0 for free motion.
template <Dynamics kind, class System, class SplitT, class S, int W>
Vector<S, System::dimension> multiplier(const Problem<kind, System, SplitT>& problem, const S& t,
                                        const State<typename System::Group, S, W>& state) {
  if constexpr (kind == Dynamics::nonholonomic)
    return reaction(problem, t, state);
  else
    return problem.multiplier(state);
}

}  // namespace hamel
