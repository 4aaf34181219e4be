// Ensembles of a free rigid body by hand: blocks of members side by side, each step a loop over a block that the
// compiler turns into instructions of the processor's wide registers.
#pragma once

#include <cmath>
#include <vector>

namespace by_hand {

/// Members in a block.
inline constexpr int lanes = 16;

struct Block {
  double q[4][lanes], p[3][lanes];
};

struct Bodies {
  double inertia[3][3], inverse[3][3];

  /// q exp(s) of one lane, normalised to first order; the angle of a step is small.
  static void turn(Block& b, int l, double s0, double s1, double s2) {
    const double z = 0.25 * (s0 * s0 + s1 * s1 + s2 * s2), y = z * z;
    const double sinc = (1 + y * (1. / 120 + y * (1. / 362880 + y / 6227020800.))) -
                        z * (1. / 6 + y * (1. / 5040 + y / 39916800.));
    const double w = (1 + y * (1. / 24 + y * (1. / 40320 + y / 479001600.))) -
                     z * (1. / 2 + y * (1. / 720 + y / 3628800.));
    const double f = 0.5 * sinc, u0 = f * s0, u1 = f * s1, u2 = f * s2;
    const double q0 = b.q[0][l], q1 = b.q[1][l], q2 = b.q[2][l], q3 = b.q[3][l];
    const double n0 = q0 * w - q1 * u0 - q2 * u1 - q3 * u2;
    const double n1 = q0 * u0 + q1 * w + q2 * u2 - q3 * u1;
    const double n2 = q0 * u1 - q1 * u2 + q2 * w + q3 * u0;
    const double n3 = q0 * u2 + q1 * u1 - q2 * u0 + q3 * w;
    const double g = 0.5 * (3 - (n0 * n0 + n1 * n1 + n2 * n2 + n3 * n3));
    b.q[0][l] = g * n0, b.q[1][l] = g * n1, b.q[2][l] = g * n2, b.q[3][l] = g * n3;
  }
};

/// The classical method after Munthe-Kaas, as bench/steps has it for one body.
struct ManyRungeKutta : Bodies {
  void step(double h, Block& b) const {
#pragma GCC ivdep
    for (int l = 0; l < lanes; ++l) {
      double k[4][3], r[4][3];
      const double p[3] = {b.p[0][l], b.p[1][l], b.p[2][l]};
      rates(p, k[0], r[0]);
#pragma GCC unroll 3
      for (int i = 1; i < 4; ++i) {
        const double w = i == 3 ? h : 0.5 * h;
        double s[3], m[3], a[3];
        for (int j = 0; j < 3; ++j) s[j] = w * k[i - 1][j], m[j] = p[j] + w * r[i - 1][j];
        rates(m, a, r[i]);
        const double z = s[0] * s[0] + s[1] * s[1] + s[2] * s[2];
        // B_2k / (2k)! of (t/2) cot(t/2), as many as this angle needs
        const double beta =
            1. / 12 + z * (1. / 720 + z * (1. / 30240 + z * (1. / 1209600 + z / 47900160.)));
        const double kappa = 1 - z * beta;
        const double along = beta * (s[0] * a[0] + s[1] * a[1] + s[2] * a[2]);
        k[i][0] = kappa * a[0] + 0.5 * (s[1] * a[2] - s[2] * a[1]) + along * s[0];
        k[i][1] = kappa * a[1] + 0.5 * (s[2] * a[0] - s[0] * a[2]) + along * s[1];
        k[i][2] = kappa * a[2] + 0.5 * (s[0] * a[1] - s[1] * a[0]) + along * s[2];
      }
      double s[3];
      for (int j = 0; j < 3; ++j) {
        s[j] = h / 6 * (k[0][j] + 2 * (k[1][j] + k[2][j]) + k[3][j]);
        b.p[j][l] += h / 6 * (r[0][j] + 2 * (r[1][j] + r[2][j]) + r[3][j]);
      }
      turn(b, l, s[0], s[1], s[2]);
    }
  }

 private:
  void rates(const double (&p)[3], double (&a)[3], double (&f)[3]) const {
    for (int i = 0; i < 3; ++i)
      a[i] = inverse[i][0] * p[0] + inverse[i][1] * p[1] + inverse[i][2] * p[2];
    f[0] = p[1] * a[2] - p[2] * a[1];
    f[1] = p[2] * a[0] - p[0] * a[2];
    f[2] = p[0] * a[1] - p[1] * a[0];
  }
};

/// m = p + h/2 m x a(m), p+ = 2 m - p with the simplified Newton iteration of bench/steps; a block goes on until its
/// last member has converged.
struct ManyMidpoints : Bodies {
  void step(double h, Block& b) const {
    const double(&J)[3][3] = inverse;
    double m[3][lanes], r[9][lanes], worst[lanes];
    const double half = 0.5 * h;
#pragma GCC ivdep
    for (int l = 0; l < lanes; ++l) {
      const double p0 = b.p[0][l], p1 = b.p[1][l], p2 = b.p[2][l];
      double a0, a1, a2;
      velocity(p0, p1, p2, a0, a1, a2);
      const double m0 = p0 + half * (p1 * a2 - p2 * a1), m1 = p1 + half * (p2 * a0 - p0 * a2),
                   m2 = p2 + half * (p0 * a1 - p1 * a0);
      m[0][l] = m0, m[1][l] = m1, m[2][l] = m2;
      velocity(m0, m1, m2, a0, a1, a2);
      // the inverse of 1 + (h/2) ([a] - [m] J), by cofactors
      double j[3][3];
      for (int c = 0; c < 3; ++c) {
        j[0][c] = half * (m2 * J[1][c] - m1 * J[2][c]);
        j[1][c] = half * (m0 * J[2][c] - m2 * J[0][c]);
        j[2][c] = half * (m1 * J[0][c] - m0 * J[1][c]);
        j[c][c] += 1;
      }
      j[0][1] -= half * a2, j[1][0] += half * a2;
      j[0][2] += half * a1, j[2][0] -= half * a1;
      j[1][2] -= half * a0, j[2][1] += half * a0;
      const double c0 = j[1][1] * j[2][2] - j[1][2] * j[2][1],
                   c1 = j[1][2] * j[2][0] - j[1][0] * j[2][2],
                   c2 = j[1][0] * j[2][1] - j[1][1] * j[2][0];
      const double d = 1 / (j[0][0] * c0 + j[0][1] * c1 + j[0][2] * c2);
      r[0][l] = d * c0, r[3][l] = d * c1, r[6][l] = d * c2;
      r[1][l] = d * (j[0][2] * j[2][1] - j[0][1] * j[2][2]);
      r[2][l] = d * (j[0][1] * j[1][2] - j[0][2] * j[1][1]);
      r[4][l] = d * (j[0][0] * j[2][2] - j[0][2] * j[2][0]);
      r[5][l] = d * (j[0][2] * j[1][0] - j[0][0] * j[1][2]);
      r[7][l] = d * (j[0][1] * j[2][0] - j[0][0] * j[2][1]);
      r[8][l] = d * (j[0][0] * j[1][1] - j[0][1] * j[1][0]);
    }
    double previous = HUGE_VAL;
    for (int iteration = 1; iteration <= 25; ++iteration) {
#pragma GCC ivdep
      for (int l = 0; l < lanes; ++l) {
        const double m0 = m[0][l], m1 = m[1][l], m2 = m[2][l];
        double a0, a1, a2;
        velocity(m0, m1, m2, a0, a1, a2);
        const double f0 = m0 - b.p[0][l] - half * (m1 * a2 - m2 * a1),
                     f1 = m1 - b.p[1][l] - half * (m2 * a0 - m0 * a2),
                     f2 = m2 - b.p[2][l] - half * (m0 * a1 - m1 * a0);
        const double d0 = r[0][l] * f0 + r[1][l] * f1 + r[2][l] * f2,
                     d1 = r[3][l] * f0 + r[4][l] * f1 + r[5][l] * f2,
                     d2 = r[6][l] * f0 + r[7][l] * f1 + r[8][l] * f2;
        m[0][l] = m0 - d0, m[1][l] = m1 - d1, m[2][l] = m2 - d2;
        const double update = d0 * d0 + d1 * d1 + d2 * d2;
        worst[l] = update / (m0 * m0 + m1 * m1 + m2 * m2 + 1e-10);
      }
      double most = 0;
      for (int l = 0; l < lanes; ++l) most = worst[l] > most ? worst[l] : most;
      const double change = std::sqrt(most);
      if (change <= 4.44e-16 || (change < 1e-9 && change > previous / 2)) break;
      previous = change;
    }
#pragma GCC ivdep
    for (int l = 0; l < lanes; ++l) {
      double a0, a1, a2;
      velocity(m[0][l], m[1][l], m[2][l], a0, a1, a2);
      turn(b, l, h * a0, h * a1, h * a2);
      for (int i = 0; i < 3; ++i) b.p[i][l] = 2 * m[i][l] - b.p[i][l];
    }
  }

 private:
  void velocity(double p0, double p1, double p2, double& a0, double& a1, double& a2) const {
    a0 = inverse[0][0] * p0 + inverse[0][1] * p1 + inverse[0][2] * p2;
    a1 = inverse[1][0] * p0 + inverse[1][1] * p1 + inverse[1][2] * p2;
    a2 = inverse[2][0] * p0 + inverse[2][1] * p1 + inverse[2][2] * p2;
  }
};

}  // namespace by_hand
