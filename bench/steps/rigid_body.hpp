// A free rigid body step written by hand: what the library's general code is measured against.
#pragma once

#include <cmath>

namespace by_hand {

/// Discrete Euler-Poincare step of a free rigid body with the exponential: quaternion attitude q,
/// body momentum p, full inertia tensor. The same equations, prediction, Newton iteration, stopping rule
/// and accuracy of the coefficients as the library's Variational<Exponential>, in plain doubles.
struct RigidBody {
  double inertia[3][3];
  double inverse[3][3];

  struct State {
    double q[4];
    double p[3];
  };

  /// kappa = (t/2) cot(t/2), beta = (1 - kappa)/t^2 and their derivatives in z = t^2.
  static void half_cotangent(double z, double& kappa, double& beta, double& d_kappa,
                             double& d_beta) {
    if (z < 0.5) {
      // Taylor series with B_2n / (2n)!; the first term left out is below 1e-17 relative.
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
      beta = b[9];
      d_beta = 9 * b[9];
      for (int i = 8; i >= 0; --i) beta = beta * z + b[i];
      for (int i = 8; i >= 1; --i) d_beta = d_beta * z + i * b[i];
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

  /// Returns the number of Newton iterations, 0 when it fails.
  int step(double h, State& s) const {
    const double(&I)[3][3] = inertia;
    const double(&J)[3][3] = inverse;
    const double* p = s.p;
    double a[3], rate[3], half[3];
    for (int i = 0; i < 3; ++i) a[i] = J[i][0] * p[0] + J[i][1] * p[1] + J[i][2] * p[2];
    rate[0] = p[1] * a[2] - p[2] * a[1];
    rate[1] = p[2] * a[0] - p[0] * a[2];
    rate[2] = p[0] * a[1] - p[1] * a[0];
    for (int i = 0; i < 3; ++i) half[i] = p[i] + 0.5 * h * rate[i];
    for (int i = 0; i < 3; ++i) a[i] = J[i][0] * half[0] + J[i][1] * half[1] + J[i][2] * half[2];
    int iteration = 1;
    for (;; ++iteration) {
      if (iteration > 25) return 0;
      double pi[3], x[3];
      for (int i = 0; i < 3; ++i) pi[i] = I[i][0] * a[0] + I[i][1] * a[1] + I[i][2] * a[2];
      for (int i = 0; i < 3; ++i) x[i] = h * a[i];
      const double z = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
      double kappa, beta, d_kappa, d_beta;
      half_cotangent(z, kappa, beta, d_kappa, d_beta);
      const double along = pi[0] * x[0] + pi[1] * x[1] + pi[2] * x[2];
      const double f[3] = {
          kappa * pi[0] - 0.5 * (pi[1] * x[2] - pi[2] * x[1]) + beta * along * x[0] - p[0],
          kappa * pi[1] - 0.5 * (pi[2] * x[0] - pi[0] * x[2]) + beta * along * x[1] - p[1],
          kappa * pi[2] - 0.5 * (pi[0] * x[1] - pi[1] * x[0]) + beta * along * x[2] - p[2]};
      // Jacobian: (kappa + [x/2] + beta x x^T) I + h (2 kappa' pi + 2 beta' along x) x^T + ...
      double t[3][3], k[3][3];
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
          t[i][j] = beta * x[i] * x[j];
          k[i][j] =
              h * (2 * (d_kappa * pi[i] + d_beta * along * x[i]) * x[j] + beta * x[i] * pi[j]);
        }
      for (int i = 0; i < 3; ++i) {
        t[i][i] += kappa;
        k[i][i] += h * beta * along;
      }
      t[0][1] -= 0.5 * x[2], t[1][0] += 0.5 * x[2];
      t[0][2] += 0.5 * x[1], t[2][0] -= 0.5 * x[1];
      t[1][2] -= 0.5 * x[0], t[2][1] += 0.5 * x[0];
      k[0][1] += 0.5 * h * pi[2], k[1][0] -= 0.5 * h * pi[2];
      k[0][2] -= 0.5 * h * pi[1], k[2][0] += 0.5 * h * pi[1];
      k[1][2] += 0.5 * h * pi[0], k[2][1] -= 0.5 * h * pi[0];
      double m[3][3];
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          m[i][j] = k[i][j] + t[i][0] * I[0][j] + t[i][1] * I[1][j] + t[i][2] * I[2][j];
      const double c0 = m[1][1] * m[2][2] - m[1][2] * m[2][1];
      const double c1 = m[1][2] * m[2][0] - m[1][0] * m[2][2];
      const double c2 = m[1][0] * m[2][1] - m[1][1] * m[2][0];
      const double r = 1 / (m[0][0] * c0 + m[0][1] * c1 + m[0][2] * c2);
      const double d[3] = {r * (c0 * f[0] + (m[0][2] * m[2][1] - m[0][1] * m[2][2]) * f[1] +
                                (m[0][1] * m[1][2] - m[0][2] * m[1][1]) * f[2]),
                           r * (c1 * f[0] + (m[0][0] * m[2][2] - m[0][2] * m[2][0]) * f[1] +
                                (m[0][2] * m[1][0] - m[0][0] * m[1][2]) * f[2]),
                           r * (c2 * f[0] + (m[0][1] * m[2][0] - m[0][0] * m[2][1]) * f[1] +
                                (m[0][0] * m[1][1] - m[0][1] * m[1][0]) * f[2])};
      double update = 0, size = 0;
      for (int i = 0; i < 3; ++i) {
        a[i] -= d[i];
        update = std::fmax(update, std::fabs(d[i]));
        size = std::fmax(size, std::fabs(a[i]));
      }
      if (!(update <= 1e300)) return 0;
      if (update <= 1.49e-10 * (size + 1e-5)) break;
    }
    // exp(h a) as a quaternion; it turns the attitude on the right and the momentum back.
    const double y[3] = {0.5 * h * a[0], 0.5 * h * a[1], 0.5 * h * a[2]};
    const double z = y[0] * y[0] + y[1] * y[1] + y[2] * y[2];
    double w, sinc;
    if (z < 0.05) {
      sinc = 1 + z * (-1. / 6 + z * (1. / 120 +
                                     z * (-1. / 5040 + z * (1. / 362880 + z * (-1. / 39916800 +
                                                                               z / 6227020800.)))));
      w = 1 + z * (-1. / 2 +
                   z * (1. / 24 +
                        z * (-1. / 720 + z * (1. / 40320 + z * (-1. / 3628800 + z / 479001600.)))));
    } else {
      const double angle = std::sqrt(z);
      sinc = std::sin(angle) / angle;
      w = std::cos(angle);
    }
    const double u[3] = {sinc * y[0], sinc * y[1], sinc * y[2]};
    const double v[3] = {2 * (p[1] * u[2] - p[2] * u[1]), 2 * (p[2] * u[0] - p[0] * u[2]),
                         2 * (p[0] * u[1] - p[1] * u[0])};
    s.p[0] += w * v[0] + (v[1] * u[2] - v[2] * u[1]);
    s.p[1] += w * v[1] + (v[2] * u[0] - v[0] * u[2]);
    s.p[2] += w * v[2] + (v[0] * u[1] - v[1] * u[0]);
    const double q0 = s.q[0], q1 = s.q[1], q2 = s.q[2], q3 = s.q[3];
    double n[4] = {
        q0 * w - q1 * u[0] - q2 * u[1] - q3 * u[2], q0 * u[0] + q1 * w + q2 * u[2] - q3 * u[1],
        q0 * u[1] - q1 * u[2] + q2 * w + q3 * u[0], q0 * u[2] + q1 * u[1] - q2 * u[0] + q3 * w};
    const double g = 0.5 * (3 - (n[0] * n[0] + n[1] * n[1] + n[2] * n[2] + n[3] * n[3]));
    for (int i = 0; i < 4; ++i) s.q[i] = g * n[i];
    return iteration;
  }
};

}  // namespace by_hand
