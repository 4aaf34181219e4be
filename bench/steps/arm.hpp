// A body with an arm of two joints, on SE(3) x T^2: a metric that depends on the joints only, for the library with and
// without derivatives, and the Runge-Kutta-Munthe-Kaas step written by hand.
#pragma once

#include <cmath>

#include <hamel/core/types.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/torus.hpp>

#include "by_hand.hpp"

using ArmGroup = decltype(hamel::SE3{} * hamel::Torus<2>{});

/// Where a mass of the arm is, (x, 0, z) in the body, of which the second joint moves (x2, z2); or how that changes.
template <class S>
struct ArmPlace {
  S x, z, x2, z2;

  /// A a of the part A of the mass's velocity J a that depends on the place.
  hamel::Vector<S, 3> turned(const hamel::Vector<S, 8>& a) const {
    const S turn = a[4] + a[6];
    return {z * turn + z2 * a[7], x * a[5] - z * a[3], -(x * turn + x2 * a[7])};
  }
  /// A^T f
  hamel::Vector<S, 8> pulled(const hamel::Vector<S, 3>& f) const {
    const S lever = z * f[0] - x * f[2];
    hamel::Vector<S, 8> p;
    p << S(0), S(0), S(0), -z * f[1], lever, x * f[1], lever, z2 * f[0] - x2 * f[2];
    return p;
  }
  /// J a
  hamel::Vector<S, 3> velocity(const hamel::Vector<S, 8>& a) const {
    const hamel::Vector<S, 3> v = turned(a);
    return {a[0] + v[0], a[1] + v[1], a[2] + v[2]};
  }
};

/// The arm with its joints at two angles.
template <class S>
struct Arm {
  static constexpr double mass[2] = {1, 0.7};
  S x1, z1, x2, z2;

  Arm(const S& first, const S& second) {
    using std::cos, std::sin;
    const S both = first + second;
    x1 = S(0.5) * cos(first), z1 = S(0.5) * sin(first);
    x2 = S(0.4) * cos(both), z2 = S(0.4) * sin(both);
  }
  /// Of the masses.
  ArmPlace<S> place(int i) const {
    if (i == 0) return {x1, z1, S(0), S(0)};
    return {S(2) * x1 + x2, S(2) * z1 + z2, x2, z2};
  }
  /// Its derivative by the angle of a joint.
  ArmPlace<S> rate(int i, int joint) const {
    if (i == 0) return joint == 0 ? ArmPlace<S>{-z1, x1, S(0), S(0)} : ArmPlace<S>{};
    if (joint == 0) return {-(S(2) * z1 + z2), S(2) * x1 + x2, -z2, x2};
    return {-z2, x2, -z2, x2};
  }

  /// M: the sum over the masses of m J^T J, and the body's own inertia.
  [[gnu::always_inline]] hamel::Matrix<S, 8> metric() const {
    const S x = S(2) * x1 + x2, z = S(2) * z1 + z2;  // of the outer mass
    const S mx = S(mass[0]) * x1 + S(mass[1]) * x, mz = S(mass[0]) * z1 + S(mass[1]) * z;
    const S mxx = S(mass[0]) * x1 * x1 + S(mass[1]) * x * x;
    const S mzz = S(mass[0]) * z1 * z1 + S(mass[1]) * z * z;
    const S mxz = S(mass[0]) * x1 * z1 + S(mass[1]) * x * z;
    const S turning = mxx + mzz, joined = S(mass[1]) * (x * x2 + z * z2);
    hamel::Matrix<S, 8> m = hamel::Matrix<S, 8>::Zero();
    m(0, 0) = m(1, 1) = m(2, 2) = S(5 + mass[0] + mass[1]);
    m(3, 3) = S(1.6) + mzz;
    m(4, 4) = S(1.8) + turning;
    m(5, 5) = S(2) + mxx;
    m(6, 6) = S(0.2) + turning;
    m(7, 7) = S(0.2) + S(mass[1]) * (x2 * x2 + z2 * z2);
    m(0, 4) = m(4, 0) = m(0, 6) = m(6, 0) = mz;
    m(0, 7) = m(7, 0) = S(mass[1]) * z2;
    m(1, 3) = m(3, 1) = -mz;
    m(1, 5) = m(5, 1) = mx;
    m(2, 4) = m(4, 2) = m(2, 6) = m(6, 2) = -mx;
    m(2, 7) = m(7, 2) = S(-mass[1]) * x2;
    m(3, 5) = m(5, 3) = -mxz;
    m(4, 6) = m(6, 4) = turning;
    m(4, 7) = m(7, 4) = m(6, 7) = m(7, 6) = joined;
    return m;
  }
  /// 1/2 a^T dM a along the joints: sum of m <J a, dJ a>.
  hamel::Vector<S, 2> force(const hamel::Vector<S, 8>& a) const {
    const hamel::Vector<S, 3> inner = place(0).velocity(a), outer = place(1).velocity(a);
    const auto work = [&a](const hamel::Vector<S, 3>& v, const ArmPlace<S>& moved) {
      const hamel::Vector<S, 3> w = moved.turned(a);
      return v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
    };
    return {S(mass[0]) * work(inner, rate(0, 0)) + S(mass[1]) * work(outer, rate(1, 0)),
            S(mass[1]) * work(outer, rate(1, 1))};
  }
  /// dM a along a joint: sum of m (dJ^T J a + J^T dJ a).
  hamel::Vector<S, 8> slope(int joint, const hamel::Vector<S, 8>& a) const {
    hamel::Vector<S, 8> row = hamel::Vector<S, 8>::Zero();
    for (int i = joint; i < 2; ++i) {
      const ArmPlace<S> at = place(i), moved = rate(i, joint);
      const hamel::Vector<S, 3> v = at.velocity(a), w = moved.turned(a);
      const hamel::Vector<S, 8> p = moved.pulled(v), q = at.pulled(w);
      for (int k = 0; k < 8; ++k) row[k] += S(mass[i]) * (p[k] + q[k] + (k < 3 ? w[k] : S(0)));
    }
    return row;
  }
};

/// M as both sides evaluate it. Inlined for certain, its zeros are known where it is used, as those of shorter metrics
/// are.
struct ArmMetric {
  template <class S>
  [[gnu::always_inline]] hamel::Matrix<S, 8> operator()(
      const hamel::Element<ArmGroup, S>& q) const {
    return Arm<S>(q.data[7], q.data[8]).metric();
  }
};
struct ArmMetricWithSlope : ArmMetric {
  template <class S>
  hamel::Matrix<S, 8> slope(const hamel::Element<ArmGroup, S>& q,
                            const hamel::Vector<S, 8>& a) const {
    const Arm<S> arm(q.data[7], q.data[8]);
    hamel::Matrix<S, 8> rows = hamel::Matrix<S, 8>::Zero();
    for (int joint = 0; joint < 2; ++joint) rows.row(6 + joint) = arm.slope(joint, a).transpose();
    return rows;
  }
  template <class S>
  hamel::Vector<S, 8> force(const hamel::Element<ArmGroup, S>& q,
                            const hamel::Vector<S, 8>& a) const {
    const hamel::Vector<S, 2> joints = Arm<S>(q.data[7], q.data[8]).force(a);
    hamel::Vector<S, 8> f;
    f << S(0), S(0), S(0), S(0), S(0), S(0), joints[0], joints[1];
    return f;
  }
};

namespace by_hand {

/// The classical tableau in the coordinates x exp(s) around the start, for the body with its arm: the same M, its
/// derivatives along the joints by hand, M = L D L^T unrolled for a = M^{-1} p. What a stage does not look at, where
/// the body is, it does not find.
struct ArmRungeKutta {
  struct State {
    double r[3], q[4], joints[2], p[8];
  };

  int step(double h, State& state) const {
    double k[4][8], l[4][8];
    rates(state.joints, state.p, k[0], l[0]);
    for (int i = 1; i < 4; ++i) {
      const double w = i == 3 ? h : 0.5 * h;
      double s[8], p[8], a[8];
      for (int j = 0; j < 8; ++j) s[j] = w * k[i - 1][j], p[j] = state.p[j] + w * l[i - 1][j];
      const double joints[2] = {state.joints[0] + s[6], state.joints[1] + s[7]};
      rates(joints, p, a, l[i]);
      pull_back(s, a, k[i]);
    }
    double s[8];
    for (int j = 0; j < 8; ++j) {
      s[j] = h / 6 * (k[0][j] + 2 * (k[1][j] + k[2][j]) + k[3][j]);
      state.p[j] += h / 6 * (l[0][j] + 2 * (l[1][j] + l[2][j]) + l[3][j]);
    }
    move(s, state);
    return 0;
  }

 private:
  /// a = M^{-1} p and p' = ad*_a p + 1/2 a^T dM a.
  static void rates(const double (&joints)[2], const double (&p)[8], double (&a)[8],
                    double (&p_dot)[8]) {
    const Arm<double> arm(joints[0], joints[1]);
    const auto inertia = arm.metric();
    // M = L D L^T, and a; below the diagonal m becomes L D
    double m[8][8], inverse[8];
#pragma GCC unroll 8
    for (int j = 0; j < 8; ++j) {
      a[j] = p[j];
#pragma GCC unroll 8
      for (int i = j; i < 8; ++i) m[i][j] = inertia(i, j);
    }
#pragma GCC unroll 8
    for (int j = 0; j < 8; ++j) {
      inverse[j] = 1 / m[j][j];
#pragma GCC unroll 8
      for (int i = j + 1; i < 8; ++i) {
        const double factor = m[i][j] * inverse[j];
#pragma GCC unroll 8
        for (int k = i; k < 8; ++k) m[k][i] -= factor * m[k][j];
        a[i] -= factor * a[j];
      }
    }
#pragma GCC unroll 8
    for (int j = 7; j >= 0; --j) {
      a[j] *= inverse[j];
#pragma GCC unroll 8
      for (int i = 0; i < j; ++i) a[i] -= m[j][i] * a[j];
    }
    const double v[3] = {a[0], a[1], a[2]}, w[3] = {a[3], a[4], a[5]};
    const double f[3] = {p[0], p[1], p[2]}, n[3] = {p[3], p[4], p[5]};
    double fw[3], fv[3], nw[3];
    cross(f, w, fw), cross(f, v, fv), cross(n, w, nw);
    for (int i = 0; i < 3; ++i) p_dot[i] = fw[i], p_dot[3 + i] = fv[i] + nw[i];
    const auto joint_force = arm.force(Eigen::Map<const hamel::Vector<double, 8>>(a));
    p_dot[6] = joint_force[0], p_dot[7] = joint_force[1];
  }

  /// (dexp^L_s)^{-1} a: kappa y + w x y / 2 + beta <w,y> w for the rotation, its derivative along v for the
  /// translation.
  static void pull_back(const double (&s)[8], const double (&a)[8], double (&k)[8]) {
    const double v[3] = {s[0], s[1], s[2]}, w[3] = {s[3], s[4], s[5]};
    const double x[3] = {a[0], a[1], a[2]}, y[3] = {a[3], a[4], a[5]};
    double kappa, beta, d_kappa, d_beta, wy[3], wx[3], vy[3];
    half_cotangent(w[0] * w[0] + w[1] * w[1] + w[2] * w[2], kappa, beta, d_kappa, d_beta);
    const double along = w[0] * y[0] + w[1] * y[1] + w[2] * y[2];
    const double across =
        w[0] * x[0] + w[1] * x[1] + w[2] * x[2] + v[0] * y[0] + v[1] * y[1] + v[2] * y[2];
    const double vw = 2 * (v[0] * w[0] + v[1] * w[1] + v[2] * w[2]);
    const double along_w = beta * across + d_beta * vw * along, along_v = beta * along;
    cross(w, y, wy), cross(w, x, wx), cross(v, y, vy);
    for (int i = 0; i < 3; ++i) {
      k[i] = kappa * x[i] + 0.5 * (wx[i] + vy[i]) + d_kappa * vw * y[i] + along_w * w[i] +
             along_v * v[i];
      k[3 + i] = kappa * y[i] + 0.5 * wy[i] + along_v * w[i];
    }
    k[6] = a[6], k[7] = a[7];
  }

  /// x exp(s): the screw motion of the body, the joints by their angles.
  static void move(const double (&s)[8], State& state) {
    const double v[3] = {s[0], s[1], s[2]}, w[3] = {s[3], s[4], s[5]};
    const double z = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
    double cosine, sinc;
    cosine_and_sinc(0.25 * z, cosine, sinc);
    const double u[3] = {0.5 * sinc * w[0], 0.5 * sinc * w[1], 0.5 * sinc * w[2]};
    // (v + (1 - cos t)/t^2 w x v + (t - sin t)/t^3 w x (w x v)), and that turned by q
    const double second = 0.5 * sinc * sinc, third = turn_remainder(z);
    double wv[3], wwv[3], d[3], t[3], qt[3];
    cross(w, v, wv), cross(w, wv, wwv);
    for (int i = 0; i < 3; ++i) d[i] = v[i] + second * wv[i] + third * wwv[i];
    const double axis[3] = {state.q[1], state.q[2], state.q[3]};
    cross(axis, d, t);
    for (double& i : t) i *= 2;
    cross(axis, t, qt);
    for (int i = 0; i < 3; ++i) state.r[i] += d[i] + state.q[0] * t[i] + qt[i];
    FreeBody::turn(state.q, cosine, u);
    for (int i = 0; i < 2; ++i) state.joints[i] += s[6 + i];
  }
  /// (t - sin t) / t^3 from z = t^2.
  static double turn_remainder(double z) {
    if (z < 0.2) {
      return 1. / 6 -
             z * (1. / 120 -
                  z * (1. / 5040 - z * (1. / 362880 - z * (1. / 39916800 - z / 6227020800.))));
    }
    const double t = std::sqrt(z);
    return (t - std::sin(t)) / (z * t);
  }
};

}  // namespace by_hand
