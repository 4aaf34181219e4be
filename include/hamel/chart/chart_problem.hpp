// Free, nonholonomic and vakonomic motion in coordinates, with the same interface as on groups.
#pragma once

#include <cmath>
#include <type_traits>
#include <utility>

#include <hamel/chart/chart.hpp>
#include <hamel/chart/chart_start.hpp>
#include <hamel/chart/derivatives.hpp>
#include <hamel/core/entries.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/group/element.hpp>

namespace hamel {

/// The equations of motion of a chart under one of the three dynamics:
///
///     nonholonomic (Chetaev):  [ L_vv  phi_v^T ] [v'] = [ L_q + F - L_vq v ]
///                              [ phi_v    0    ] [nu]   [ - phi_q v        ]
///     vakonomic: the same with L + lambda_i phi^i in place of L and lambda' in place of nu,
///
/// (Gracia, Marin-Solano & Munoz-Lecanda 2003, eqs. (4.3) and (3.4); Martinez, Cortes & de Leon
/// 2000, eqs. (3) and (4)). The state is x = q and m = v (free, nonholonomic) or m = (v, lambda)
/// (vakonomic).
///
/// The constraint enters differentiated: exact motion keeps phi, a method keeps it to its own
/// error, and nothing is projected. Measure the drift with constraint_drift(), remove it with
/// project_velocity(). Where phi_v loses rank, or L becomes singular on its kernel, the matrix is
/// singular: see RankGuard.
template <Dynamics kind_, class Chart_>
class ChartProblem {
 public:
  using System = Chart_;
  using Group = typename System::Group;
  static constexpr Dynamics kind = kind_;
  static constexpr int dimension = System::dimension;  ///< n
  /// m; 0 for free motion.
  static constexpr int constraints = kind == Dynamics::free ? 0 : System::constraint_count;
  /// n + m, or `dynamic`.
  static constexpr int extended = kind == Dynamics::free ? dimension : System::extended;
  /// Size of the part of a state beside q.
  static constexpr int variations = kind == Dynamics::vakonomic ? extended : dimension;

  template <class S>
  using State = hamel::State<Group, S, variations>;
  template <class S>
  using Tangent = Vector<S, dimension>;
  template <class S>
  using Multiplier = Vector<S, constraints>;

  explicit ChartProblem(System system) : system_(std::move(system)), group_(system_.group()) {
    if constexpr (requires { system_.prepare(kind); }) system_.prepare(kind);
  }

  const System& system() const noexcept { return system_; }
  const Group& group() const noexcept { return group_; }
  int dim() const noexcept { return system_.dim(); }  ///< n
  /// m; 0 for free motion.
  int number_of_constraints() const noexcept {
    return kind == Dynamics::free ? 0 : system_.number_of_constraints();
  }
  /// Size of the part of a state beside q.
  int state_dim() const noexcept {
    return dim() + (kind == Dynamics::vakonomic ? number_of_constraints() : 0);
  }

  /// The velocity of a state.
  template <class S>
  Tangent<S> velocity(const Element<Group, S>&, const Vector<S, variations>& m) const {
    return m.head(dim());
  }
  /// lambda of a vakonomic state; 0 otherwise.
  template <class S>
  Multiplier<S> lambda(const Vector<S, variations>& m) const {
    if constexpr (kind == Dynamics::vakonomic)
      return m.tail(number_of_constraints());
    else
      return Multiplier<S>::Zero(number_of_constraints());
  }

  /// The derivatives of L, or of L + lambda phi for vakonomic motion.
  template <class S>
  LagrangianJet<S, dimension> jet(const Tangent<S>& q, const Tangent<S>& v,
                                  const Multiplier<S>& lambda) const {
    auto jet = system_.lagrangian_derivatives(q, v);
    if constexpr (kind == Dynamics::vakonomic) {
      const auto added = system_.weighted_constraint_derivatives(q, v, lambda);
      jet.q += added.q;
      jet.v += added.v;
      jet.vq_v += added.vq_v;
      jet.vv += added.vv;
    }
    return jet;
  }
  /// The derivatives of phi.
  template <class S>
  ConstraintJet<S, constraints, dimension> constraint(const Tangent<S>& q,
                                                      const Tangent<S>& v) const {
    if constexpr (kind == Dynamics::free)
      return constraint_jet<0>(NoConstraints{}, 0, q, v);
    else
      return system_.constraint_derivatives(q, v);
  }

  /// The momentum of a state: L_v, with lambda phi_v for vakonomic motion.
  template <class S>
  Tangent<S> momentum(const Element<Group, S>& x, const Tangent<S>& a,
                      const Vector<S, variations>& m) const {
    return jet(Tangent<S>(x.data), a, lambda(m)).v;
  }

  /// v' and nu (nonholonomic) or lambda' (vakonomic) at time t, stacked.
  template <class S>
  Vector<S, extended> accelerations([[maybe_unused]] const S& t, const Tangent<S>& q,
                                    const Tangent<S>& v, const Multiplier<S>& lambda) const {
    if constexpr (requires(Vector<S, extended> & rates) {
                    system_.accelerations(t, q, v, lambda, rates);
                  }) {  // by the system's own equations, where they serve
      Vector<S, extended> rates(dim() + number_of_constraints());
      if (system_.accelerations(t, q, v, lambda, rates)) return rates;
    }
    return by_pivots(t, q, v, lambda);
  }

  /// What the equations of motion r = 0, K (v',nu) = rhs for short, are carried back with: the rates that solve them,
  /// and y with K y = (what is carried back to the rates).
  template <class S>
  struct Pull {
    Tangent<S> by_velocity;
    Vector<S, extended> rates, y;
  };
  template <class S>
  Pull<S> pull(const S& t, const Element<Group, S>& x, const Vector<S, variations>& m,
               const Tangent<S>& by_velocity, const Vector<S, variations>& by_rate) const {
    auto [k, rhs] = equations(t, Tangent<S>(x.data), Tangent<S>(m.head(dim())), lambda(m));
    Matrix<S, extended, 2> solved(k.rows(), 2);
    solved.col(0) = rhs;
    solved.col(1).setZero();
    solved.col(1).head(by_rate.size()) = by_rate;
    solve_in_place(k, solved);
    return {by_velocity, solved.col(0), solved.col(1)};
  }
  /// <by_velocity, v> + <y, rhs - K (v',nu)> as a function of the state and of what the problem depends on: its
  /// derivative is that of <by_velocity, v> + <by_rate, (v',nu)>. L and phi are asked in two directions, whatever n.
  template <class S, class Covectors>
  S paired([[maybe_unused]] const S& t, const Element<Group, S>& x, const Vector<S, variations>& m,
           const Covectors& pull) const {
    const int n = dim();
    const Tangent<S> q = x.data, v = m.head(n);
    const Multiplier<S> weights = lambda(m);
    Tangent<HyperDual<S>> at = lift(q), moving = lift(v);
    for (int i = 0; i < n; ++i) {
      along_first(moving[i]) = S(pull.y[i]);
      along_second(at[i]) = v[i];
      along_second(moving[i]) = S(pull.rates[i]);
    }
    S sum = derivative_along(
                [&](const auto& r, const auto& u) { return extended_lagrangian(r, u, weights); }, q,
                v, [&](int i) { return S(pull.y[i]); }, [](int) { return S(0); }) -
            along_both(system_.lagrangian(at, moving));
    for (int i = 0; i < n; ++i) sum += v[i] * pull.by_velocity[i];
    if constexpr (System::has_force) {
      const Tangent<S> force = system_.force(t, q, v);
      for (int i = 0; i < n; ++i) sum += force[i] * pull.y[i];
    }
    if constexpr (constraints != 0) {
      const auto phi = system_.constraints(at, moving);
      for (int i = 0; i < int(phi.size()); ++i) {
        sum -= along_first(phi[i]) * pull.rates[n + i] + along_second(phi[i]) * pull.y[n + i];
        if constexpr (kind == Dynamics::vakonomic) sum -= weights[i] * along_both(phi[i]);
      }
    }
    return sum;
  }
  /// L, or L + lambda phi for vakonomic motion.
  template <class S, class T>
  S extended_lagrangian(const Tangent<S>& q, const Tangent<S>& v,
                        const Multiplier<T>& lambda) const {
    if constexpr (kind == Dynamics::vakonomic)
      return system_.extended_lagrangian(q, v, lambda);
    else
      return system_.lagrangian(q, v);
  }

  /// The same where no external force acts.
  template <class S>
  Vector<S, extended> accelerations(const Tangent<S>& q, const Tangent<S>& v,
                                    const Multiplier<S>& lambda) const
      requires(!System::has_force) {
    return accelerations(S(0), q, v, lambda);
  }

  /// The matrix of the equations of motion: L_vv bordered by phi_v.
  template <class S>
  static Matrix<S, extended> bordered(const Matrix<S, dimension>& l_vv,
                                      const Matrix<S, constraints, dimension>& phi_v) {
    const int n = int(l_vv.rows()), m = int(phi_v.rows());
    Matrix<S, extended> k(n + m, n + m);
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) k.coeffRef(i, j) = l_vv.coeff(i, j);
      for (int i = 0; i < m; ++i) k.coeffRef(n + i, j) = k.coeffRef(j, n + i) = phi_v.coeff(i, j);
    }
    for (int j = n; j < n + m; ++j)
      for (int i = n; i < n + m; ++i) k.coeffRef(i, j) = S(0);
    return k;
  }

  /// The vector field: q' = v and the change of v (and lambda).
  template <class S>
  Velocity<S, dimension, variations> field(const S& t, const Element<Group, S>& x,
                                           const Vector<S, variations>& m) const {
    if constexpr (requires(Vector<S, variations> & rates) {  // by its own equations
                    system_.rates(t, x.data, m, rates);
                  }) {
      Velocity<S, dimension, variations> velocity;
      velocity.m_dot.resize(state_dim());
      velocity.a = m.head(dim());
      if (!system_.rates(t, x.data, m, velocity.m_dot))
        velocity.m_dot = by_pivots(t, Tangent<S>(x.data), velocity.a, lambda(m)).head(state_dim());
      return velocity;
    } else {
      const Tangent<S> v = m.head(dim());
      return {v, accelerations(t, Tangent<S>(x.data), v, lambda(m)).head(state_dim())};
    }
  }

  /// The state at q with velocity v and (vakonomic) multiplier lambda. Throws DimensionError, or
  /// ConstraintViolation when phi(q,v) != 0, when phi_v has not full rank or a number is not
  /// finite, or DegenerateMetric when L_vv is singular on the kernel of phi_v.
  template <class S>
  State<S> start(const Tangent<S>& q, const Tangent<S>& v, const Multiplier<S>& lambda) const {
    detail::require_chart_start(*this, q, v, lambda, false);
    return state_of(q, v, lambda);
  }
  /// The same where q_dot is known to keep the constraints to rounding, which is not looked at again.
  template <class S>
  State<S> admissible_start(const Tangent<S>& q, const Tangent<S>& v,
                            const Multiplier<S>& lambda) const {
    detail::require_chart_start(*this, q, v, lambda, true);
    return state_of(q, v, lambda);
  }
  /// The same with lambda = 0.
  template <class S>
  State<S> start(const Tangent<S>& q, const Tangent<S>& v) const {
    return start(q, v, Multiplier<S>(Multiplier<S>::Zero(number_of_constraints())));
  }

 private:
  /// v' and nu or lambda' from the derivatives of L and phi, by elimination with pivots.
  template <class S>
  Vector<S, extended> by_pivots([[maybe_unused]] const S& t, const Tangent<S>& q,
                                const Tangent<S>& v, const Multiplier<S>& lambda) const {
    auto [k, rhs] = equations(t, q, v, lambda);
    solve_in_place(k, rhs);
    return rhs;
  }
  /// The symmetric matrix K and the right side of the equations of motion.
  template <class S>
  std::pair<Matrix<S, extended>, Vector<S, extended>> equations([[maybe_unused]] const S& t,
                                                                const Tangent<S>& q,
                                                                const Tangent<S>& v,
                                                                const Multiplier<S>& lambda) const {
    auto l = jet(q, v, lambda);
    if constexpr (System::has_force) l.q += system_.force(t, q, v);
    if constexpr (kind == Dynamics::free) {
      return {l.vv, Tangent<S>(l.q - l.vq_v)};
    } else {
      const auto phi = constraint(q, v);
      const int n = dim(), m = number_of_constraints();
      Vector<S, extended> rhs(n + m);
      rhs.head(n) = l.q - l.vq_v;
      rhs.tail(m) = -phi.q_v;
      return {bordered(l.vv, phi.v), rhs};
    }
  }

  template <class S>
  State<S> state_of(const Tangent<S>& q, const Tangent<S>& v, const Multiplier<S>& lambda) const {
    State<S> state{{q}, Vector<S, variations>(state_dim())};
    state.m.head(dim()) = v;
    if constexpr (kind == Dynamics::vakonomic) state.m.tail(lambda.size()) = lambda;
    return state;
  }

  System system_;
  Group group_;
};

/// The covector that belongs to the constraint at a state, as on a group: the reaction -phi_v^T nu of a nonholonomic
/// motion at time t, phi_v^T lambda of a vakonomic one, 0 for free motion.
template <Dynamics kind, class Chart_, class S, int W>
Vector<S, Chart_::dimension> multiplier(const ChartProblem<kind, Chart_>& problem, const S& t,
                                        const State<typename Chart_::Group, S, W>& state) {
  if constexpr (kind == Dynamics::free) {
    return zeros<S, Chart_::dimension>(problem.dim());
  } else {
    const Vector<S, Chart_::dimension> q = state.x.data, v = state.m.head(problem.dim());
    Vector<S, Chart_::constraint_count> by = problem.lambda(state.m);
    if constexpr (kind == Dynamics::nonholonomic)
      by = -problem.accelerations(t, q, v, by).tail(problem.number_of_constraints());
    return problem.constraint(q, v).v.transpose() * by;
  }
}

/// A system in coordinates, with or without inputs.
template <class System>
concept InCoordinates = requires {
  System::constraint_count;
};

/// Free motion in coordinates; constraints are ignored.
template <InCoordinates System>
auto free(System system) {
  return ChartProblem<Dynamics::free, System>(std::move(system));
}

/// Nonholonomic motion in coordinates (d'Alembert, Chetaev).
template <InCoordinates System>
auto nonholonomic(System system) {
  return ChartProblem<Dynamics::nonholonomic, System>(std::move(system));
}

/// Vakonomic (variational) motion in coordinates.
template <InCoordinates System>
auto vakonomic(System system) {
  return ChartProblem<Dynamics::vakonomic, System>(std::move(system));
}

}  // namespace hamel
