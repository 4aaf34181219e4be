// Optimal control as vakonomic motion on the bundle of controls.
#pragma once

#include <utility>

#include <Eigen/LU>

#include <hamel/chart/derivatives.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/euclidean.hpp>

namespace hamel {

/// Extremals of the cost integral of L(x,u) under x' = Y(x,u) (Gracia, Marin-Solano & Munoz-Lecanda
/// 2003, section 6): the vakonomic problem on the bundle of states and controls with constraints
/// x' - Y = 0, whose multipliers are the momenta p. Since L does not depend on velocities, the equations
/// keep the algebraic part H_u = 0 of H = <p,Y> - L; where H_uu is invertible it is differentiated once:
///
///     x' = Y,   p' = -H_x,   u' = -H_uu^-1 (H_ux x' + H_up p')
///
/// A problem for the integrators: a point is (x,u) and the extra state is p. Cost(x,u) -> scalar and
/// Steering(x,u) -> X-vector are generic in the scalar.
template <int X, int U, class Cost, class Steering>
class OptimalControl {
 public:
  using Group = Euclidean<X + U>;
  static constexpr int dimension = X + U;
  static constexpr int variations = X;
  template <class S>
  using State = hamel::State<Group, S, X>;
  template <class S>
  using Point = Vector<S, X + U>;
  template <class S>
  using Momentum = Vector<S, X>;

  OptimalControl(Cost cost, Steering steering)
      : cost_(std::move(cost)), steering_(std::move(steering)) {}

  Group group() const noexcept { return {}; }
  int dim() const noexcept { return X + U; }
  int state_dim() const noexcept { return X; }

  /// H(x,u,p) = <p, Y(x,u)> - L(x,u).
  template <class S>
  S hamiltonian(const Point<S>& xu, const Momentum<S>& p) const {
    const Vector<S, X> x = xu.template head<X>();
    const Vector<S, U> u = xu.template tail<U>();
    const Vector<S, X> y = steering_(x, u);
    return p.dot(y) - S(cost_(x, u));
  }

  template <class S>
  Velocity<S, X + U, X> field(const S&, const Element<Group, S>& point,
                              const Vector<S, X>& p) const {
    const Point<S> xu = point.data;
    Velocity<S, X + U, X> rate;
    const Vector<S, X> x = xu.template head<X>();
    const Vector<S, U> u = xu.template tail<U>();
    const Vector<S, X> x_dot = steering_(x, u);
    const Point<S> slope = gradient(
        [&](const auto& y) { return hamiltonian(y, Momentum<HyperDual<S>>(lift(p))); }, xu);
    rate.m_dot = -slope.template head<X>();
    // d/dt H_u without its part in u': the second derivative along u_i and along (x', p').
    Vector<HyperDual<S>, X + U> y = lift(xu);
    Vector<HyperDual<S>, X> momentum = lift(p);
    for (int i = 0; i < X; ++i) {
      along_second(y[i]) = x_dot[i];
      along_second(momentum[i]) = rate.m_dot[i];
    }
    Vector<S, U> change;
    for (int i = 0; i < U; ++i) {
      along_first(y[X + i]) = S(1);
      change[i] = along_both(hamiltonian(y, momentum));
      along_first(y[X + i]) = S(0);
    }
    rate.a.template head<X>() = x_dot;
    rate.a.template tail<U>() = -solve<S, U, 1>(control_hessian(x, u, p), change);
    return rate;
  }

  /// H_uu.
  template <class S>
  Matrix<S, U> control_hessian(const Vector<S, X>& x, const Vector<S, U>& u,
                               const Momentum<S>& p) const {
    return hessian([&](const auto& c) { return at(x, c, p); }, u);
  }
  /// H_u.
  template <class S>
  Vector<S, U> control_gradient(const Vector<S, X>& x, const Vector<S, U>& u,
                                const Momentum<S>& p) const {
    return gradient([&](const auto& c) { return at(x, c, p); }, u);
  }

  /// The state at x with momentum p and the control with H_u = 0 that Newton's method finds from
  /// `guess`. Throws ConstraintViolation when it finds none, DegenerateMetric when H_uu is singular.
  State<double> start(const Vector<double, X>& x, const Vector<double, X>& p,
                      const Vector<double, U>& guess) const {
    Vector<double, U> u = guess;
    for (int i = 0; i < 50; ++i) {
      Eigen::FullPivLU<Matrix<double, U>> lu(control_hessian(x, u, p));
      lu.setThreshold(1e-12);
      if (!lu.isInvertible()) {
        throw DegenerateMetric("d2H/du2", "rank " + text(lu.rank()), "rank " + text(U));
      }
      const Vector<double, U> step = lu.solve(control_gradient(x, u, p));
      u -= step;
      if (!u.allFinite()) break;
      if (step.norm() <= 1e-14 * (1 + u.norm())) {
        State<double> state;
        state.x.data << x, u;
        state.m = p;
        return state;
      }
    }
    throw ConstraintViolation("initial control", "no stationary point of H near the guess",
                              "dH/du = 0");
  }

 private:
  // H at (x, c, p) for a control with its own scalar.
  template <class S, class T>
  T at(const Vector<S, X>& x, const Vector<T, U>& c, const Momentum<S>& p) const {
    Vector<T, X + U> xu;
    for (int i = 0; i < X; ++i) xu[i] = T(x[i]);
    xu.template tail<U>() = c;
    return hamiltonian(xu, Momentum<T>(p.template cast<T>()));
  }

  Cost cost_;
  Steering steering_;
};

/// The optimal control problem with X states and U controls.
template <int X, int U, class Cost, class Steering>
auto optimal_control(Cost cost, Steering steering) {
  return OptimalControl<X, U, Cost, Steering>(std::move(cost), std::move(steering));
}

}  // namespace hamel
