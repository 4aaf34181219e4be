// Steps that g++ compiles in one piece: the shell script beside looks for calls in them.
#include <cmath>
#include <utility>

#include <hamel/core/small.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

using namespace hamel;

/// The metric of a cart with a pendulum, and the rows d_k M a.
struct PendulumMetric {
  template <class S>
  Matrix<S, 4> operator()(const Element<decltype(SE2{} * Torus<1>{}), S>& x) const {
    using std::cos;
    Matrix<S, 4> m = unit_matrix<S, 4>();
    m(0, 3) = m(3, 0) = S(0.4) * S(cos(x.data[4]));
    return m;
  }
  template <class S>
  Matrix<S, 4> slope(const Element<decltype(SE2{} * Torus<1>{}), S>& x,
                     const Vector<S, 4>& a) const {
    using std::sin;
    const S s = S(-0.4) * S(sin(x.data[4]));
    Matrix<S, 4> rows = zeros<S, 4, 4>();
    rows(3, 0) = s * a[3];
    rows(3, 3) = s * a[0];
    return rows;
  }
};

/// A potential.
struct Weight {
  template <class X>
  auto operator()(const X& x) const {
    return x.data[1] * x.data[1] + x.data[2] * x.data[2];
  }
};

template <class P>
StepStatus step(const P& problem, typename P::template State<double>& state) {
  RungeKutta<Classical4>::Memory memory;
  return RungeKutta<Classical4>{}.step(problem, 0., 0.01, state, memory);
}

using Cart = decltype(mechanical(SE2{} * Torus<1>{}, PendulumMetric{}));
using RollingCart = decltype(nonholonomic(
    std::declval<Cart>(), Split(std::declval<Cart>(), std::declval<Matrix<double, 4, 3>>())));
using Top = decltype(free(mechanical(SO3{}, std::declval<Matrix<double, 3>>(), Weight{})));

StepStatus roll(const RollingCart& problem, RollingCart::State<double>& state) {
  return step(problem, state);
}
StepStatus turn(const Top& problem, Top::State<double>& state) {
  return step(problem, state);
}
