// A heavy top: its weight for the library, with and without the gradient, and its step written by hand.
#pragma once

#include <hamel/core/types.hpp>
#include <hamel/group/so3.hpp>

#include "by_hand.hpp"
#include "rigid_body_runge_kutta.hpp"

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

/// p' = p x a + gamma x w.
struct HeavyTopRates : FreeBody {
  static constexpr bool sees_attitude = true;
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
using HeavyTopRungeKutta = RungeKuttaBody<HeavyTopRates>;

}  // namespace by_hand
