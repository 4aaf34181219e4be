// A vakonomic step on SE(2) written by hand: what the library's general code is measured against.
#pragma once

#include <algorithm>
#include <cmath>

#include "by_hand.hpp"

namespace by_hand {

/// Discrete vakonomic step of a body in the plane with any constant metric and any distribution of rank 2:
/// position x, y, angle, momenta p = M D u + lambda c, c spanning Ann(d). The same equations, prediction,
/// Newton iteration and stopping rule as the library's Variational<Exponential>.
struct VakonomicBody {
  double md[3][2];       // M D
  double d[3][2];        // D
  double c[3];           // spans Ann(d)
  double inverse[2][2];  // (D^T M D)^{-1}

  struct State {
    double x[3];
    double p[3];
  };

  /// Returns the number of Newton iterations, 0 when it fails.
  int step(double h, State& s) const {
    const double(&p)[3] = s.p;
    double u[2], a[3], v[3], mu[3], rate[3];
    velocities(p, u);
    for (int i = 0; i < 3; ++i) a[i] = d[i][0] * u[0] + d[i][1] * u[1];
    rate[0] = p[1] * a[2];
    rate[1] = -p[0] * a[2];
    rate[2] = p[0] * a[1] - p[1] * a[0];
    for (int i = 0; i < 3; ++i) v[i] = p[i] + 0.5 * h * rate[i];
    velocities(v, u);
    for (int i = 0; i < 3; ++i) mu[i] = v[i] - md[i][0] * u[0] - md[i][1] * u[1];
    int iteration = 1;
    for (;; ++iteration) {
      if (iteration > 25) return 0;
      double pi[3], x[3], m[3][3], step[3];
      for (int i = 0; i < 3; ++i) x[i] = h * (d[i][0] * u[0] + d[i][1] * u[1]);
      for (int i = 0; i < 3; ++i) pi[i] = md[i][0] * u[0] + md[i][1] * u[1] + mu[i];
      double kappa, beta, d_kappa, d_beta;
      half_cotangent(x[2] * x[2], kappa, beta, d_kappa, d_beta);
      const double along = pi[0] * x[0] + pi[1] * x[1] + pi[2] * x[2];
      const double f[3] = {
          kappa * pi[0] - 0.5 * pi[1] * x[2] - p[0], kappa * pi[1] + 0.5 * pi[0] * x[2] - p[1],
          kappa * pi[2] - 0.5 * (pi[0] * x[1] - pi[1] * x[0]) + beta * along * x[2] - p[2]};
      const double pull = beta * x[2];
      for (int j = 0; j < 2; ++j) {
        // change of the balance with u_j: through pi, then through x
        const double dx[3] = {h * d[0][j], h * d[1][j], h * d[2][j]};
        const double e0 = md[0][j], e1 = md[1][j], e2 = md[2][j];
        const double dk = 2 * d_kappa * x[2] * dx[2];
        m[0][j] = kappa * e0 - 0.5 * e1 * x[2] + dk * pi[0] - 0.5 * pi[1] * dx[2];
        m[1][j] = kappa * e1 + 0.5 * e0 * x[2] + dk * pi[1] + 0.5 * pi[0] * dx[2];
        m[2][j] = kappa * e2 - 0.5 * (e0 * x[1] - e1 * x[0]) + dk * pi[2] -
                  0.5 * (pi[0] * dx[1] - pi[1] * dx[0]) + 2 * d_beta * x[2] * dx[2] * along * x[2] +
                  pull * (e0 * x[0] + e1 * x[1] + e2 * x[2] + pi[0] * dx[0] + pi[1] * dx[1] +
                          pi[2] * dx[2]) +
                  beta * along * dx[2];
      }
      m[0][2] = kappa * c[0] - 0.5 * c[1] * x[2];
      m[1][2] = kappa * c[1] + 0.5 * c[0] * x[2];
      m[2][2] = kappa * c[2] - 0.5 * (c[0] * x[1] - c[1] * x[0]) +
                pull * (c[0] * x[0] + c[1] * x[1] + c[2] * x[2]);
      solve(m, f, step);
      double update = 0, size = 0, update_mu = 0, size_pi = 0;
      u[0] -= step[0];
      u[1] -= step[1];
      for (int i = 0; i < 3; ++i) {
        update = std::max(update, std::fabs(d[i][0] * step[0] + d[i][1] * step[1]));
        size = std::max(size, std::fabs(d[i][0] * u[0] + d[i][1] * u[1]));
        update_mu = std::max(update_mu, std::fabs(c[i] * step[2]));
        size_pi = std::max(size_pi, std::fabs(pi[i]));
        mu[i] -= c[i] * step[2];
      }
      if (!(update <= 1e300)) return 0;
      if (update <= 1.49e-10 * (size + 1e-5) && update_mu <= 1.49e-10 * (size_pi + 1e-5)) break;
    }
    // exp(h a) moves the body and carries the momentum back.
    double x[3];
    for (int i = 0; i < 3; ++i) x[i] = h * (d[i][0] * u[0] + d[i][1] * u[1]);
    const Chord way = chord(x);
    const double turn_c = 1 - 2 * way.sine * way.sine, turn_s = 2 * way.sine * way.cosine;
    const double p0 = p[0], p1 = p[1];
    s.p[0] = turn_c * p0 + turn_s * p1;
    s.p[1] = turn_c * p1 - turn_s * p0;
    s.p[2] += way.y * p0 - way.x * p1;
    move(s.x, x, way);
    return iteration;
  }

 private:
  void velocities(const double (&p)[3], double (&u)[2]) const {
    const double q0 = d[0][0] * p[0] + d[1][0] * p[1] + d[2][0] * p[2];
    const double q1 = d[0][1] * p[0] + d[1][1] * p[1] + d[2][1] * p[2];
    u[0] = inverse[0][0] * q0 + inverse[0][1] * q1;
    u[1] = inverse[1][0] * q0 + inverse[1][1] * q1;
  }
};

}  // namespace by_hand
