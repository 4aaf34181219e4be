// What the hand-written steps share: half-angle functions, three equations in three unknowns, a body.
#pragma once

#include <cmath>

namespace by_hand {

/// kappa = (t/2) cot(t/2), beta = (1 - kappa)/t^2 and their derivatives in z = t^2.
inline void half_cotangent(double z, double& kappa, double& beta, double& d_kappa, double& d_beta) {
  if (z < 0.5) {
    // Taylor series with B_2n / (2n)!; the first term left out is below 1e-17 relative. Even and odd powers
    // run side by side.
    constexpr double b[10] = {1. / 12,
                              1. / 720,
                              1. / 30240,
                              1. / 1209600,
                              1. / 47900160,
                              691. / 1307674368000,
                              1. / 74724249600.,
                              3617. / 10670622842880000.,
                              43867. / 5109094217170944000.,
                              174611. / 802857662698291200000.};
    const double y = z * z;
    double even = b[8], odd = b[9], d_even = 9 * b[9], d_odd = 8 * b[8];
    for (int i = 6; i >= 0; i -= 2) even = even * y + b[i], odd = odd * y + b[i + 1];
    for (int i = 7; i >= 1; i -= 2) d_even = d_even * y + i * b[i];
    for (int i = 6; i >= 2; i -= 2) d_odd = d_odd * y + i * b[i];
    beta = even + z * odd;
    d_beta = d_even + z * d_odd;
    kappa = 1 - z * beta;
    d_kappa = -beta - z * d_beta;
  } else {
    const double half = 0.5 * std::sqrt(z);
    kappa = half / std::tan(half);
    beta = (1 - kappa) / z;
    d_kappa = (kappa * beta - 0.25) / 2;
    d_beta = -(d_kappa + beta) / z;
  }
}

/// cos(t) and sin(t)/t from z = t^2.
inline void cosine_and_sinc(double z, double& cosine, double& sinc) {
  if (z < 0.05) {
    const double y = z * z;
    sinc = (1 + y * (1. / 120 + y * (1. / 362880 + y / 6227020800.))) -
           z * (1. / 6 + y * (1. / 5040 + y / 39916800.));
    cosine = (1 + y * (1. / 24 + y * (1. / 40320 + y / 479001600.))) -
             z * (1. / 2 + y * (1. / 720 + y / 3628800.));
  } else {
    const double angle = std::sqrt(z);
    sinc = std::sin(angle) / angle;
    cosine = std::cos(angle);
  }
}

/// m d = f by Cramer's rule.
inline void solve(const double (&m)[3][3], const double (&f)[3], double (&d)[3]) {
  const double c0 = m[1][1] * m[2][2] - m[1][2] * m[2][1];
  const double c1 = m[1][2] * m[2][0] - m[1][0] * m[2][2];
  const double c2 = m[1][0] * m[2][1] - m[1][1] * m[2][0];
  const double r = 1 / (m[0][0] * c0 + m[0][1] * c1 + m[0][2] * c2);
  d[0] = r * (c0 * f[0] + (m[0][2] * m[2][1] - m[0][1] * m[2][2]) * f[1] +
              (m[0][1] * m[1][2] - m[0][2] * m[1][1]) * f[2]);
  d[1] = r * (c1 * f[0] + (m[0][0] * m[2][2] - m[0][2] * m[2][0]) * f[1] +
              (m[0][2] * m[1][0] - m[0][0] * m[1][2]) * f[2]);
  d[2] = r * (c2 * f[0] + (m[0][1] * m[2][0] - m[0][0] * m[2][1]) * f[1] +
              (m[0][0] * m[1][1] - m[0][1] * m[1][0]) * f[2]);
}

/// m = M v.
inline void multiply(const double (&m)[3][3], const double (&v)[3], double (&w)[3]) {
  for (int i = 0; i < 3; ++i) w[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
}

/// w = u x v.
inline void cross(const double (&u)[3], const double (&v)[3], double (&w)[3]) {
  w[0] = u[1] * v[2] - u[2] * v[1];
  w[1] = u[2] * v[0] - u[0] * v[2];
  w[2] = u[0] * v[1] - u[1] * v[0];
}

/// A free rigid body: its full inertia tensor with the inverse, and its attitude q, body momentum p.
struct FreeBody {
  double inertia[3][3];
  double inverse[3][3];

  struct State {
    double q[4];
    double p[3];
  };

  /// q (w, u), renormalized.
  static void turn(double (&q)[4], double w, const double (&u)[3]) {
    const double q0 = q[0], q1 = q[1], q2 = q[2], q3 = q[3];
    const double n[4] = {
        q0 * w - q1 * u[0] - q2 * u[1] - q3 * u[2], q0 * u[0] + q1 * w + q2 * u[2] - q3 * u[1],
        q0 * u[1] - q1 * u[2] + q2 * w + q3 * u[0], q0 * u[2] + q1 * u[1] - q2 * u[0] + q3 * w};
    const double g = 0.5 * (3 - (n[0] * n[0] + n[1] * n[1] + n[2] * n[2] + n[3] * n[3]));
    for (int i = 0; i < 4; ++i) q[i] = g * n[i];
  }

  /// q exp(x), renormalized.
  static void turn(double (&q)[4], const double (&x)[3]) {
    double w, sinc;
    cosine_and_sinc(0.25 * (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]), w, sinc);
    const double u[3] = {0.5 * sinc * x[0], 0.5 * sinc * x[1], 0.5 * sinc * x[2]};
    turn(q, w, u);
  }

  /// The rotation back of p by (w, u): Ad* of the increment.
  static void carry(double (&p)[3], double w, const double (&u)[3]) {
    double v[3], t[3];
    cross(p, u, v);
    for (double& i : v) i *= 2;
    cross(v, u, t);
    for (int i = 0; i < 3; ++i) p[i] += w * v[i] + t[i];
  }
};

/// exp(s) on SE(2), by half angles: the chord of an arc, and the sine and cosine of half the turn.
struct Chord {
  double x, y, sine, cosine;
};
inline Chord chord(const double* s) {
  const double half = 0.5 * s[2];
  double cosine, sinc;
  cosine_and_sinc(half * half, cosine, sinc);
  const double sine = sinc * half;
  return {sinc * (cosine * s[0] - sine * s[1]), sinc * (sine * s[0] + cosine * s[1]), sine, cosine};
}
/// x exp(s) for the place and heading x, by the chord of s.
inline void move(double* x, const double* s, const Chord& way) {
  const double c = std::cos(x[2]), n = std::sin(x[2]);
  x[0] += c * way.x - n * way.y;
  x[1] += n * way.x + c * way.y;
  x[2] += s[2];
}

}  // namespace by_hand
