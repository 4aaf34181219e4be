// A nonholonomic step on SE(2) x T^1 written by hand: what the library's general code is measured against.
#pragma once

#include <algorithm>
#include <cmath>

#include "by_hand.hpp"

namespace by_hand {

/// x exp(s) on SE(2) x T^1.
inline void move(double (&x)[4], const double (&s)[4]) {
  move(x, s, chord(s));
  x[3] += s[3];
}

/// Discrete d'Alembert step of a wheeled body on SE(2) x T^1 with any constant metric and any
/// distribution of rank 2: position x, y, angle, wheel angle, momenta m = D^T M D u. The same equations,
/// prediction, Newton iteration and stopping rule as the library's Variational<Exponential>.
struct WheeledBody {
  double md[4][2];       // M D
  double d[4][2];        // D
  double inverse[2][2];  // (D^T M D)^{-1}

  struct State {
    double x[4];
    double m[2];
  };

  /// (dexp^R_x)^{-*} on se(2) x R, for p: kappa p - ad*_x p / 2 + beta <p,x> (0,0,x3).
  static void pull(const double x[4], double kappa, double beta, const double p[4], double c[4]) {
    const double along = p[0] * x[0] + p[1] * x[1] + p[2] * x[2];
    c[0] = kappa * p[0] - 0.5 * p[1] * x[2];
    c[1] = kappa * p[1] + 0.5 * p[0] * x[2];
    c[2] = kappa * p[2] - 0.5 * (p[0] * x[1] - p[1] * x[0]) + beta * along * x[2];
    c[3] = p[3];
  }

  /// D^T c.
  void along_d(const double (&c)[4], double (&m)[2]) const {
    for (int i = 0; i < 2; ++i)
      m[i] = d[0][i] * c[0] + d[1][i] * c[1] + d[2][i] * c[2] + d[3][i] * c[3];
  }
  /// D^T ad*_a p.
  void turning(const double (&p)[4], const double (&a)[4], double (&m)[2]) const {
    const double rate[3] = {p[1] * a[2], -p[0] * a[2], p[0] * a[1] - p[1] * a[0]};
    for (int i = 0; i < 2; ++i) m[i] = d[0][i] * rate[0] + d[1][i] * rate[1] + d[2][i] * rate[2];
  }
  /// The velocity and its momentum, D u and M D u.
  void along(const double (&u)[2], double (&a)[4], double (&p)[4]) const {
    for (int i = 0; i < 4; ++i) a[i] = d[i][0] * u[0] + d[i][1] * u[1];
    for (int i = 0; i < 4; ++i) p[i] = md[i][0] * u[0] + md[i][1] * u[1];
  }
  /// d/du of D^T pull(h D u, M D u): through p, then through x.
  void slope(double h, const double (&x)[4], const double (&p)[4], double kappa, double beta,
             double d_kappa, double d_beta, double (&jac)[2][2]) const {
    const double along = p[0] * x[0] + p[1] * x[1] + p[2] * x[2];
    for (int j = 0; j < 2; ++j) {
      const double dp[4] = {md[0][j], md[1][j], md[2][j], md[3][j]};
      const double dx[3] = {h * d[0][j], h * d[1][j], h * d[2][j]};
      double e[4], column[2];
      pull(x, kappa, beta, dp, e);
      const double dk = 2 * d_kappa * x[2] * dx[2];
      e[0] += dk * p[0] - 0.5 * p[1] * dx[2];
      e[1] += dk * p[1] + 0.5 * p[0] * dx[2];
      e[2] += dk * p[2] - 0.5 * (p[0] * dx[1] - p[1] * dx[0]) +
              2 * d_beta * x[2] * dx[2] * along * x[2] +
              beta * ((p[0] * dx[0] + p[1] * dx[1] + p[2] * dx[2]) * x[2] + along * dx[2]);
      along_d(e, column);
      for (int i = 0; i < 2; ++i) jac[i][j] = column[i];
    }
  }
  enum class Newton { goes_on, done, fails };
  /// u -= jac^{-1} f and a = D u.
  Newton correct(const double (&jac)[2][2], const double (&f)[2], double (&u)[2],
                 double (&a)[4]) const {
    const double r = 1 / (jac[0][0] * jac[1][1] - jac[0][1] * jac[1][0]);
    const double du[2] = {r * (jac[1][1] * f[0] - jac[0][1] * f[1]),
                          r * (jac[0][0] * f[1] - jac[1][0] * f[0])};
    u[0] -= du[0];
    u[1] -= du[1];
    double update = 0, size = 0;
    for (int i = 0; i < 4; ++i) {
      update = std::max(update, std::fabs(d[i][0] * du[0] + d[i][1] * du[1]));
      a[i] = d[i][0] * u[0] + d[i][1] * u[1];
      size = std::max(size, std::fabs(a[i]));
    }
    if (!(update <= 1e300)) return Newton::fails;
    return update <= 1.49e-10 * (size + 1e-5) ? Newton::done : Newton::goes_on;
  }
  /// D^T (dexp^R_{-x})^{-*} p: the momentum at the end of the step h a = x.
  void end_momentum(const double (&x)[4], const double (&p)[4], double (&m)[2]) const {
    double kappa, beta, d_kappa, d_beta, c[4];
    half_cotangent(x[2] * x[2], kappa, beta, d_kappa, d_beta);
    const double back[4] = {-x[0], -x[1], -x[2], -x[3]};
    pull(back, kappa, beta, p, c);
    along_d(c, m);
  }

  /// Returns the number of Newton iterations, 0 when it fails.
  int step(double h, State& s) const {
    double u[2], a[4], p[4], x[4], half[2];
    for (int i = 0; i < 2; ++i) u[i] = inverse[i][0] * s.m[0] + inverse[i][1] * s.m[1];
    along(u, a, p);
    turning(p, a, half);
    for (int i = 0; i < 2; ++i) half[i] = s.m[i] + 0.5 * h * half[i];
    for (int i = 0; i < 2; ++i) u[i] = inverse[i][0] * half[0] + inverse[i][1] * half[1];
    int iteration = 1;
    for (;; ++iteration) {
      if (iteration > 25) return 0;
      along(u, a, p);
      for (int i = 0; i < 4; ++i) x[i] = h * a[i];
      double kappa, beta, d_kappa, d_beta, c[4], f[2], jac[2][2];
      half_cotangent(x[2] * x[2], kappa, beta, d_kappa, d_beta);
      pull(x, kappa, beta, p, c);
      along_d(c, f);
      for (int i = 0; i < 2; ++i) f[i] -= s.m[i];
      slope(h, x, p, kappa, beta, d_kappa, d_beta, jac);
      const Newton newton = correct(jac, f, u, a);
      if (newton == Newton::fails) return 0;
      if (newton == Newton::done) break;
    }
    along(u, a, p);
    for (int i = 0; i < 4; ++i) x[i] = h * a[i];
    end_momentum(x, p, s.m);
    move(s.x, x);
    return iteration;
  }
};

}  // namespace by_hand
