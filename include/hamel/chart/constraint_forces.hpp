// What is read off a motion in coordinates: multipliers, reactions, drift from the constraint.
#pragma once

#include <cmath>

#include <hamel/chart/chart_problem.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// nu of a nonholonomic state (Gracia et al. 2003, eq. (4.3): mu), lambda' of a vakonomic one, at the time t of an
/// external force.
template <class P, class State>
auto multiplier_rates(const P& problem, const State& state,
                      const typename decltype(State::m)::Scalar& t = {}) {
  using S = typename decltype(state.m)::Scalar;
  const typename P::template Tangent<S> q = state.x.data, v = state.m.head(problem.dim());
  const typename P::template Multiplier<S> rates =
      problem.accelerations(t, q, v, problem.lambda(state.m)).tail(problem.number_of_constraints());
  return rates;
}

/// The covector d/dt L_v - L_q - F along the motion at time t: the force with which the constraint acts. It is
/// -phi_v^T nu for nonholonomic motion (so it does no work on virtual displacements, phi_v w = 0).
template <class P, class State>
auto reaction(const P& problem, const State& state,
              const typename decltype(State::m)::Scalar& t = {}) {
  using S = typename decltype(state.m)::Scalar;
  using Tangent = typename P::template Tangent<S>;
  const Tangent q = state.x.data, v = state.m.head(problem.dim());
  const Tangent v_dot = problem.accelerations(t, q, v, problem.lambda(state.m)).head(problem.dim());
  const auto& system = problem.system();
  const auto l =
      lagrangian_jet([&](const auto& x, const auto& y) { return system.lagrangian(x, y); }, q, v);
  return Tangent(l.vv * v_dot + l.vq_v - l.q - system.force(t, q, v));
}

/// Energy of L + lambda phi, (L_v + lambda phi_v) v - L: what vakonomic motion conserves when the
/// constraint is not homogeneous in the velocities. L_v v - L for the other two dynamics.
template <class P, class State>
auto extended_energy(const P& problem, const State& state) {
  using S = typename decltype(state.m)::Scalar;
  using Tangent = typename P::template Tangent<S>;
  const Tangent q = state.x.data, v = state.m.head(problem.dim());
  S energy = problem.momentum(state.x, v, state.m).dot(v) - problem.system().lagrangian(q, v);
  if constexpr (P::kind == Dynamics::vakonomic) {
    energy -= problem.lambda(state.m).dot(problem.system().constraints(q, v));
  }
  return energy;
}

/// Largest |phi^i| relative to 1 + |d phi^i/dv| |v|: how far a state has drifted from its
/// constraint.
template <class P, class State>
double constraint_drift(const P& problem, const State& state) {
  const typename P::template Tangent<double> q = state.x.data, v = state.m.head(problem.dim());
  const auto phi = problem.constraint(q, v);
  double worst = 0;
  for (int i = 0; i < problem.number_of_constraints(); ++i) {
    const double off = std::abs(phi.value[i]) / (1 + phi.v.row(i).norm() * v.norm());
    if (!(off <= worst)) worst = off;
  }
  return worst;
}

/// Moves the velocity of a state onto phi(q,v) = 0 by Newton's method, along directions orthogonal
/// in L_vv to those the constraint admits. Only ever called by the user. `size` receives the
/// distance moved; on failure the state is left as it was.
template <class P, class State>
StepStatus project_velocity(const P& problem, State& state, double& size) noexcept {
  using Tangent = typename P::template Tangent<double>;
  const int n = problem.dim(), m = problem.number_of_constraints();
  const Tangent q = state.x.data, start = state.m.head(n);
  const auto lambda = problem.lambda(state.m);
  Tangent v = start;
  size = 0;
  constexpr int limit = 20;
  for (int i = 1; i <= limit; ++i) {
    const auto phi = problem.constraint(q, v);
    auto bordered = P::bordered(problem.jet(q, v, lambda).vv, phi.v);
    Vector<double, P::extended> solved = Vector<double, P::extended>::Zero(n + m);
    solved.tail(m) = -phi.value;
    solve_in_place(bordered, solved);
    const Tangent step = solved.head(n);
    if (!step.allFinite()) return {Outcome::singular, i, 0};
    v += step;
    if (step.norm() <= 1e-8 * (1 + v.norm())) {
      state.m.head(n) = v;
      size = (v - start).norm();
      return {Outcome::ok, i, step.norm()};
    }
  }
  return {Outcome::not_converged, limit, 0};
}

}  // namespace hamel
