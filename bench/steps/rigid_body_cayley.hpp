// A free rigid body step written by hand: discrete Euler-Poincare with the Cayley map.
#pragma once

#include <algorithm>
#include <cmath>

#include "by_hand.hpp"

namespace by_hand {

/// pi + x x pi / 2 + <pi,x> x / 4 = p with pi = I a, x = h a: the same equations, prediction, Newton iteration
/// and stopping rule as the library's Variational<Cayley>, in plain doubles.
struct RigidBodyCayley : FreeBody {
  /// Returns the number of Newton iterations, 0 when it fails.
  int step(double h, State& s) const {
    const double(&I)[3][3] = inertia;
    const double(&p)[3] = s.p;
    double a[3], rate[3], half[3], x[3];
    multiply(inverse, p, a);
    cross(p, a, rate);
    for (int i = 0; i < 3; ++i) half[i] = p[i] + 0.5 * h * rate[i];
    multiply(inverse, half, a);
    int iteration = 1;
    for (;; ++iteration) {
      if (iteration > 25) return 0;
      double pi[3];
      multiply(I, a, pi);
      for (int i = 0; i < 3; ++i) x[i] = 0.5 * h * a[i];
      const double along = pi[0] * x[0] + pi[1] * x[1] + pi[2] * x[2];
      const double f[3] = {pi[0] - (pi[1] * x[2] - pi[2] * x[1]) + along * x[0] - p[0],
                           pi[1] - (pi[2] * x[0] - pi[0] * x[2]) + along * x[1] - p[1],
                           pi[2] - (pi[0] * x[1] - pi[1] * x[0]) + along * x[2] - p[2]};
      // Jacobian: (1 + [x] + x x^T) I + (h/2) (-[pi] + x pi^T + along)
      const double t[3][3] = {{1 + x[0] * x[0], x[0] * x[1] - x[2], x[0] * x[2] + x[1]},
                              {x[0] * x[1] + x[2], 1 + x[1] * x[1], x[1] * x[2] - x[0]},
                              {x[0] * x[2] - x[1], x[1] * x[2] + x[0], 1 + x[2] * x[2]}};
      const double k[3][3] = {{x[0] * pi[0] + along, x[0] * pi[1] + pi[2], x[0] * pi[2] - pi[1]},
                              {x[1] * pi[0] - pi[2], x[1] * pi[1] + along, x[1] * pi[2] + pi[0]},
                              {x[2] * pi[0] + pi[1], x[2] * pi[1] - pi[0], x[2] * pi[2] + along}};
      double m[3][3], d[3];
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          m[i][j] = 0.5 * h * k[i][j] + t[i][0] * I[0][j] + t[i][1] * I[1][j] + t[i][2] * I[2][j];
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
    // cay(h a) as a quaternion; it turns the attitude on the right and the momentum back.
    for (int i = 0; i < 3; ++i) x[i] = 0.5 * h * a[i];
    const double w = 1 / std::sqrt(1 + x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    const double u[3] = {w * x[0], w * x[1], w * x[2]};
    carry(s.p, w, u);
    turn(s.q, w, u);
    return iteration;
  }
};

}  // namespace by_hand
