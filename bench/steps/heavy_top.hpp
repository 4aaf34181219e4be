// A heavy top: its weight for the library, with and without the gradient, and its step written by hand.
#pragma once

#include <hamel/core/types.hpp>
#include <hamel/group/so3.hpp>

#include "by_hand.hpp"

/// U = <w, gamma>, gamma = R^T e3 the vertical seen from the body.
struct Weight {
  static constexpr double w[3] = {0.2, 0.1, 1.5};
  template <class S>
  static hamel::Vector<S, 3> vertical(const hamel::Element<hamel::SO3, S>& r) {
    const S &q0 = r.data[0], &q1 = r.data[1], &q2 = r.data[2], &q3 = r.data[3];
    return {S(2) * (q1 * q3 - q0 * q2), S(2) * (q2 * q3 + q0 * q1),
            S(1) - S(2) * (q1 * q1 + q2 * q2)};
  }
  template <class S>
  S operator()(const hamel::Element<hamel::SO3, S>& r) const {
    const hamel::Vector<S, 3> gamma = vertical(r);
    return S(w[0]) * gamma[0] + S(w[1]) * gamma[1] + S(w[2]) * gamma[2];
  }
};

/// The same with x^*dU = w x gamma.
struct WeightWithGradient : Weight {
  template <class S>
  hamel::Vector<S, 3> gradient(const hamel::Element<hamel::SO3, S>& r) const {
    const hamel::Vector<S, 3> g = vertical(r);
    return {S(w[1]) * g[2] - S(w[2]) * g[1], S(w[2]) * g[0] - S(w[0]) * g[2],
            S(w[0]) * g[1] - S(w[1]) * g[0]};
  }
};

namespace by_hand {

/// s' = (dexp^L_s)^{-1} a, p' = p x a + gamma x w with the classical tableau (Munthe-Kaas).
struct HeavyTopRungeKutta : FreeBody {
  int step(double h, State& state) const {
    double k[4][3], l[4][3];
    rates(state.q, state.p, k[0], l[0]);
    for (int i = 1; i < 4; ++i) {
      const double width = i == 3 ? h : 0.5 * h;
      double s[3], p[3], a[3], c[3], q[4];
      for (int j = 0; j < 3; ++j) {
        s[j] = width * k[i - 1][j];
        p[j] = state.p[j] + width * l[i - 1][j];
      }
      for (int j = 0; j < 4; ++j) q[j] = state.q[j];
      turn(q, s);
      rates(q, p, a, l[i]);
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
    turn(state.q, s);
    return 0;
  }

 private:
  void rates(const double (&q)[4], const double (&p)[3], double (&a)[3], double (&p_dot)[3]) const {
    multiply(inverse, p, a);
    cross(p, a, p_dot);
    const double g[3] = {2 * (q[1] * q[3] - q[0] * q[2]), 2 * (q[2] * q[3] + q[0] * q[1]),
                         1 - 2 * (q[1] * q[1] + q[2] * q[2])};
    double f[3];
    cross(g, Weight::w, f);
    for (int i = 0; i < 3; ++i) p_dot[i] += f[i];
  }
};

}  // namespace by_hand
