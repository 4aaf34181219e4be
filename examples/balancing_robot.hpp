// The two-wheeled inverted pendulum of the examples: SE(2) x T^3, a metric that varies, a constant distribution.
#pragma once

#include <cmath>

#include <hamel/dynamics/problem.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

namespace balancing {

using namespace hamel;
using Group = decltype(SE2Cover{} * Torus<3>{});

/// Coordinates x, y, phi of the middle of the axle, the angles of the wheels, the pitch psi of the body (0: upright).
struct Robot {
  double base = 1.0, turn = 0.02;  ///< mass (kg) and inertia (kg m^2) of axle and wheels
  double wheel = 0.002, radius = 0.1, half_track = 0.2;
  double body = 4.0, arm = 0.3, pitch = 0.1,
         yaw = 0.04;  ///< the body: mass, centre above the axle, inertias
  double gravity = 9.81;
};

/// 1/2 g(a,a): the centre of the body moves by v1 + l cos psi psi' forward, v2 + l sin psi phi' to the left and
/// -l sin psi psi' upward.
struct Metric : Robot {
  template <class S>
  Matrix<S, 6> operator()(const Element<Group, S>& x) const {
    using std::cos, std::sin;
    const S psi = x.data[6], s = S(arm) * sin(psi), c = S(arm) * cos(psi);
    Matrix<S, 6> m = Matrix<S, 6>::Zero();
    m(0, 0) = m(1, 1) = S(base + body);
    m(0, 5) = m(5, 0) = S(body) * c;
    m(1, 2) = m(2, 1) = S(body) * s;
    m(2, 2) = S(turn + yaw) + S(body) * s * s;
    m(3, 3) = m(4, 4) = S(wheel);
    m(5, 5) = S(pitch + body * arm * arm);
    return m;
  }
  /// Rows (d_k M) a: M varies with the pitch alone. By hand, as a loop at 1 kHz is in a hurry.
  template <class S>
  Matrix<S, 6> slope(const Element<Group, S>& x, const Vector<S, 6>& a) const {
    using std::cos, std::sin;
    const S psi = x.data[6], s = S(arm) * sin(psi), c = S(arm) * cos(psi);
    Matrix<S, 6> rows = Matrix<S, 6>::Zero();
    rows(5, 0) = S(-body) * s * a[5];
    rows(5, 1) = S(body) * c * a[2];
    rows(5, 2) = S(body) * c * (a[1] + S(2) * s * a[2]);
    rows(5, 5) = S(-body) * s * a[0];
    return rows;
  }
};

/// The weight of the body.
struct Potential : Robot {
  template <class S>
  S operator()(const Element<Group, S>& x) const {
    using std::cos;
    return S(body * gravity * arm) * cos(S(x.data[6]));
  }
  template <class S>
  Vector<S, 6> gradient(const Element<Group, S>& x) const {
    using std::sin;
    Vector<S, 6> d = Vector<S, 6>::Zero();
    d[5] = S(-body * gravity * arm) * sin(S(x.data[6]));
    return d;
  }
};

/// The robot on wheels that roll, with the torques of its two motors, which act between wheels and body.
inline auto robot() {
  const Robot r;
  Matrix<double, 6, 3> d = Matrix<double, 6, 3>::Zero();
  d(0, 0) = d(0, 1) = r.radius / 2;
  d(2, 0) = r.radius / (2 * r.half_track);
  d(2, 1) = -d(2, 0);
  d(3, 0) = d(4, 1) = d(5, 2) = 1;
  Matrix<double, 6, 2> motors = Matrix<double, 6, 2>::Zero();
  motors(3, 0) = motors(4, 1) = 1;
  motors(5, 0) = motors(5, 1) = -1;
  const auto system = mechanical(Group{}, Metric{}, Potential{});
  return nonholonomic(with_inputs(system, motors), Split(system, d));
}

}  // namespace balancing
