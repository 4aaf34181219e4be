// On SE(2) x T^1, a cart whose metric depends on its joint and a car whose wheels steer: their terms for the library,
// with and without derivatives, and their Runge-Kutta-Munthe-Kaas steps written by hand.
#pragma once

#include <cmath>

#include <hamel/core/types.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/torus.hpp>

#include "by_hand.hpp"
#include "unicycle.hpp"

using CartGroup = decltype(hamel::SE2Cover{} * hamel::Torus<1>{});

/// The metric of a cart with a pendulum at the angle theta.
struct PendulumMetric {
  template <class S>
  hamel::Matrix<S, 4> operator()(const hamel::Element<CartGroup, S>& q) const {
    using std::cos, std::sin;
    const S c = cos(q.data[4]), s = sin(q.data[4]);
    hamel::Matrix<S, 4> m = hamel::Matrix<S, 4>::Zero();
    m(0, 0) = m(1, 1) = S(2);
    m(2, 2) = S(0.7) + S(0.1) * s * s;
    m(3, 3) = S(0.3);
    m(0, 3) = m(3, 0) = S(0.4) * c;
    m(1, 2) = m(2, 1) = S(0.2) * s;
    return m;
  }
};
struct PendulumMetricWithSlope : PendulumMetric {
  template <class S>
  hamel::Matrix<S, 4> slope(const hamel::Element<CartGroup, S>& q,
                            const hamel::Vector<S, 4>& a) const {
    using std::cos, std::sin;
    const S c = cos(q.data[4]), s = sin(q.data[4]);
    hamel::Matrix<S, 4> rows = hamel::Matrix<S, 4>::Zero();
    rows(3, 0) = S(-0.4) * s * a[3];
    rows(3, 1) = S(0.2) * c * a[2];
    rows(3, 2) = S(0.2) * c * a[1] + S(0.2) * s * c * a[2];
    rows(3, 3) = S(-0.4) * s * a[0];
    return rows;
  }
};

/// Rear wheels that roll, front wheels at the angle theta: forward and steering.
struct Steering {
  static constexpr double wheelbase = 0.8;
  template <class S>
  hamel::Matrix<S, 4, 2> operator()(const hamel::Element<CartGroup, S>& q) const {
    using std::cos, std::sin;
    hamel::Matrix<S, 4, 2> d = hamel::Matrix<S, 4, 2>::Zero();
    d(0, 0) = cos(q.data[4]);
    d(2, 0) = sin(q.data[4]) / S(wheelbase);
    d(3, 1) = S(1);
    return d;
  }
};
struct SteeringWithSlope : Steering {
  template <class S>
  hamel::Matrix<S, 4, 2> slope(const hamel::Element<CartGroup, S>& q,
                               const hamel::Vector<S, 4>& a) const {
    using std::cos, std::sin;
    hamel::Matrix<S, 4, 2> d = hamel::Matrix<S, 4, 2>::Zero();
    d(0, 0) = -sin(q.data[4]) * a[3];
    d(2, 0) = cos(q.data[4]) / S(wheelbase) * a[3];
    return d;
  }
};

namespace by_hand {

/// The classical tableau in the coordinates x exp(s) around the start, for a body on SE(2) x T^1 with R free
/// velocities. `Rates` finds a and m' from the joint's angle and m.
template <class Rates, int R>
struct CartRungeKutta : Rates {
  struct State {
    double x[4];
    double m[R];
  };

  int step(double h, State& state) const {
    double k[4][4], l[4][R];
    this->rates(state.x[3], state.m, k[0], l[0]);
    for (int i = 1; i < 4; ++i) {
      const double w = i == 3 ? h : 0.5 * h;
      double s[4], m[R], a[4];
      for (int j = 0; j < 4; ++j) s[j] = w * k[i - 1][j];
      for (int j = 0; j < R; ++j) m[j] = state.m[j] + w * l[i - 1][j];
      this->rates(state.x[3] + s[3], m, a, l[i]);
      double kappa, beta, d_kappa, d_beta;
      half_cotangent(s[2] * s[2], kappa, beta, d_kappa, d_beta);
      // (dexp^L_s)^{-1} a = kappa a + [s,a]/2 + beta s <s3,a3>
      const double along = beta * s[2] * a[2];
      k[i][0] = kappa * a[0] + 0.5 * (s[1] * a[2] - s[2] * a[1]) + along * s[0];
      k[i][1] = kappa * a[1] + 0.5 * (s[2] * a[0] - s[0] * a[2]) + along * s[1];
      k[i][2] = kappa * a[2] + along * s[2];
      k[i][3] = a[3];
    }
    double s[4];
    for (int j = 0; j < 4; ++j) s[j] = h / 6 * (k[0][j] + 2 * (k[1][j] + k[2][j]) + k[3][j]);
    for (int j = 0; j < R; ++j) state.m[j] += h / 6 * (l[0][j] + 2 * (l[1][j] + l[2][j]) + l[3][j]);
    move(state.x, s);
    return 0;
  }
};

/// The pendulum's cart, which cannot slip sideways: D spans e1, e3, e4.
struct PendulumRates {
  void rates(double theta, const double (&m)[3], double (&a)[4], double (&m_dot)[3]) const {
    const double c = std::cos(theta), s = std::sin(theta);
    const double turning = 0.7 + 0.1 * s * s, joined = 0.4 * c, across = 0.2 * s;
    const double inner[3][3] = {{2, 0, joined}, {0, turning, 0}, {joined, 0, 0.3}};
    double u[3];
    solve(inner, m, u);
    a[0] = u[0];
    a[1] = 0;
    a[2] = u[1];
    a[3] = u[2];
    const double p1 = across * a[2];
    m_dot[0] = p1 * a[2];
    m_dot[1] = -p1 * a[0];
    m_dot[2] = -0.4 * s * a[0] * a[3] + 0.1 * s * c * a[2] * a[2];
  }
};
using PendulumCart = CartRungeKutta<PendulumRates, 3>;

/// The same with any D, known at run time; the zeros of M are known still.
struct PendulumRatesOnD {
  double d[4][3];
  void rates(double theta, const double (&m)[3], double (&a)[4], double (&m_dot)[3]) const {
    const double c = std::cos(theta), s = std::sin(theta);
    const double turning = 0.7 + 0.1 * s * s, joined = 0.4 * c, across = 0.2 * s;
    double md[4][3], inner[3][3], u[3], p[4];
    for (int j = 0; j < 3; ++j) {
      md[0][j] = 2 * d[0][j] + joined * d[3][j];
      md[1][j] = 2 * d[1][j] + across * d[2][j];
      md[2][j] = across * d[1][j] + turning * d[2][j];
      md[3][j] = joined * d[0][j] + 0.3 * d[3][j];
    }
    for (int i = 0; i < 3; ++i)
      for (int j = i; j < 3; ++j)
        inner[i][j] = inner[j][i] =
            d[0][i] * md[0][j] + d[1][i] * md[1][j] + d[2][i] * md[2][j] + d[3][i] * md[3][j];
    solve(inner, m, u);
    for (int i = 0; i < 4; ++i) {
      a[i] = d[i][0] * u[0] + d[i][1] * u[1] + d[i][2] * u[2];
      p[i] = md[i][0] * u[0] + md[i][1] * u[1] + md[i][2] * u[2];
    }
    const double rate[4] = {
        p[1] * a[2], -p[0] * a[2], p[0] * a[1] - p[1] * a[0],
        -0.4 * s * a[0] * a[3] + 0.2 * c * a[1] * a[2] + 0.1 * s * c * a[2] * a[2]};
    for (int i = 0; i < 3; ++i)
      m_dot[i] = d[0][i] * rate[0] + d[1][i] * rate[1] + d[2][i] * rate[2] + d[3][i] * rate[3];
  }
};
using PendulumCartOnD = CartRungeKutta<PendulumRatesOnD, 3>;

/// The car with the metric diag(mass).
struct CarRates {
  double mass[4];
  void rates(double theta, const double (&m)[2], double (&a)[4], double (&m_dot)[2]) const {
    const double c = std::cos(theta), t = std::sin(theta) / Steering::wheelbase;
    const double u = m[0] / (mass[0] * c * c + mass[2] * t * t), v = m[1] / mass[3];
    a[0] = c * u;
    a[1] = 0;
    a[2] = t * u;
    a[3] = v;
    // The heading's momentum and the forward one turn with D; nothing pushes sideways.
    const double dc = -t * Steering::wheelbase * v, dt = c / Steering::wheelbase * v;
    m_dot[0] = dc * mass[0] * a[0] + dt * mass[2] * a[2];
    m_dot[1] = 0;
  }
};
using Car = CartRungeKutta<CarRates, 2>;

}  // namespace by_hand
