// A free rigid body step written by hand: discrete Euler-Poincare with the exponential.
#pragma once

#include <algorithm>
#include <cmath>

#include "by_hand.hpp"

namespace by_hand {

/// The same equations, prediction, Newton iteration, stopping rule and accuracy of the coefficients as the
/// library's Variational<Exponential>, in plain doubles.
struct RigidBody : FreeBody {
  /// Returns the number of Newton iterations, 0 when it fails.
  int step(double h, State& s) const {
    const double(&I)[3][3] = inertia;
    const double(&p)[3] = s.p;
    double a[3], rate[3], half[3];
    multiply(inverse, p, a);
    cross(p, a, rate);
    for (int i = 0; i < 3; ++i) half[i] = p[i] + 0.5 * h * rate[i];
    multiply(inverse, half, a);
    int iteration = 1;
    for (;; ++iteration) {
      if (iteration > 25) return 0;
      double pi[3], x[3];
      multiply(I, a, pi);
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
      double m[3][3], d[3];
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          m[i][j] = k[i][j] + t[i][0] * I[0][j] + t[i][1] * I[1][j] + t[i][2] * I[2][j];
      solve(m, f, d);
      double update = 0, size = 0;
      for (int i = 0; i < 3; ++i) {
        a[i] -= d[i];
        update = std::max(update, std::fabs(d[i]));
        size = std::max(size, std::fabs(a[i]));
      }
      if (!(update <= 1e300)) return 0;
      if (update <= 1.49e-10 * (size + 1e-5)) break;
    }
    // exp(h a) as a quaternion; it turns the attitude on the right and the momentum back.
    const double y[3] = {0.5 * h * a[0], 0.5 * h * a[1], 0.5 * h * a[2]};
    double w, sinc;
    cosine_and_sinc(y[0] * y[0] + y[1] * y[1] + y[2] * y[2], w, sinc);
    const double u[3] = {sinc * y[0], sinc * y[1], sinc * y[2]};
    carry(s.p, w, u);
    turn(s.q, w, u);
    return iteration;
  }
};

}  // namespace by_hand
