// A free rigid body step written by hand: the implicit midpoint rule on the momentum.
#pragma once

#include <algorithm>
#include <cmath>

#include "by_hand.hpp"

namespace by_hand {

/// m = p + h/2 m x a(m), p+ = 2 m - p, attitude by exp(h a): the same equations, prediction, simplified
/// Newton iteration and stopping rule as the library's EnergyMidpoint, in plain doubles.
struct RigidBodyMidpoint : FreeBody {
  /// Returns the number of Newton iterations, 0 when it fails.
  int step(double h, State& s) const {
    const double(&J)[3][3] = inverse;
    const double(&p)[3] = s.p;
    double a[3], rate[3], m[3], jacobian[3][3], d[3];
    multiply(J, p, a);
    cross(p, a, rate);
    for (int i = 0; i < 3; ++i) m[i] = p[i] + 0.5 * h * rate[i];
    double previous = HUGE_VAL;
    int iteration = 1;
    for (;; ++iteration) {
      if (iteration > 25) return 0;
      multiply(J, m, a);
      cross(m, a, rate);
      const double f[3] = {m[0] - p[0] - 0.5 * h * rate[0], m[1] - p[1] - 0.5 * h * rate[1],
                           m[2] - p[2] - 0.5 * h * rate[2]};
      if (iteration % 5 == 1) {
        // 1 + (h/2) ([a] - [m] J)
        const double skew[3][3] = {
            {0, -0.5 * h * m[2], 0.5 * h * m[1]},
            {0.5 * h * m[2], 0, -0.5 * h * m[0]},
            {-0.5 * h * m[1], 0.5 * h * m[0], 0},
        };
        for (int j = 0; j < 3; ++j) {
          jacobian[0][j] = -(skew[0][1] * J[1][j] + skew[0][2] * J[2][j]);
          jacobian[1][j] = -(skew[1][0] * J[0][j] + skew[1][2] * J[2][j]);
          jacobian[2][j] = -(skew[2][0] * J[0][j] + skew[2][1] * J[1][j]);
          jacobian[j][j] += 1;
        }
        jacobian[0][1] -= 0.5 * h * a[2], jacobian[1][0] += 0.5 * h * a[2];
        jacobian[0][2] += 0.5 * h * a[1], jacobian[2][0] -= 0.5 * h * a[1];
        jacobian[1][2] -= 0.5 * h * a[0], jacobian[2][1] += 0.5 * h * a[0];
      }
      solve(jacobian, f, d);
      double update = 0, size = 0;
      for (int i = 0; i < 3; ++i) {
        m[i] -= d[i];
        update = std::max(update, std::fabs(d[i]));
        size = std::max(size, std::fabs(m[i]));
      }
      if (!(update <= 1e300)) return 0;
      const double change = update / (size + 1e-5);
      if (change <= 4.44e-16 || (change < 1e-9 && change > previous / 2)) break;
      previous = change;
    }
    multiply(J, m, a);
    const double x[3] = {h * a[0], h * a[1], h * a[2]};
    turn(s.q, x);
    for (int i = 0; i < 3; ++i) s.p[i] = 2 * m[i] - s.p[i];
    return iteration;
  }
};

}  // namespace by_hand
