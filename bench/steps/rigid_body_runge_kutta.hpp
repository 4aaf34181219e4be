// A step of a rigid body written by hand: the classical Runge-Kutta method after Munthe-Kaas.
#pragma once

#include "by_hand.hpp"

namespace by_hand {

/// s' = (dexp^L_s)^{-1} a with the classical tableau, a and p' by `Rates`, which says whether it looks at the attitude:
/// the same equations and accuracy of the coefficients as the library's RungeKutta<Classical4>, in plain doubles.
template <class Rates>
struct RungeKuttaBody : Rates {
  using State = FreeBody::State;
  int step(double h, State& state) const {
    double k[4][3], l[4][3];
    this->rates(state.q, state.p, k[0], l[0]);
    for (int i = 1; i < 4; ++i) {
      const double w = i == 3 ? h : 0.5 * h;
      double s[3], p[3], a[3], c[3], q[4];
      for (int j = 0; j < 3; ++j) s[j] = w * k[i - 1][j], p[j] = state.p[j] + w * l[i - 1][j];
      for (int j = 0; j < 4; ++j) q[j] = state.q[j];
      if constexpr (Rates::sees_attitude) FreeBody::turn(q, s);
      this->rates(q, p, a, l[i]);
      double kappa, beta, d_kappa, d_beta;
      half_cotangent(s[0] * s[0] + s[1] * s[1] + s[2] * s[2], kappa, beta, d_kappa, d_beta);
      const double along = beta * (s[0] * a[0] + s[1] * a[1] + s[2] * a[2]);
      cross(s, a, c);
      for (int j = 0; j < 3; ++j) k[i][j] = kappa * a[j] + 0.5 * c[j] + along * s[j];
    }
    double s[3];
    for (int j = 0; j < 3; ++j) {
      s[j] = h / 6 * (k[0][j] + 2 * (k[1][j] + k[2][j]) + k[3][j]);
      state.p[j] += h / 6 * (l[0][j] + 2 * (l[1][j] + l[2][j]) + l[3][j]);
    }
    FreeBody::turn(state.q, s);
    return 0;
  }
};

/// p' = p x a.
struct FreeRates : FreeBody {
  static constexpr bool sees_attitude = false;
  void rates(const double (&)[4], const double (&p)[3], double (&a)[3], double (&p_dot)[3]) const {
    multiply(inverse, p, a);
    cross(p, a, p_dot);
  }
};
using RigidBodyRungeKutta = RungeKuttaBody<FreeRates>;

}  // namespace by_hand
