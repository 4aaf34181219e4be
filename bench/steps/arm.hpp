// A body with an arm of two joints, on SE(3) x T^2: a metric that is dear and depends on the joints only.
#pragma once

#include <cmath>

#include <hamel/core/types.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/torus.hpp>

using ArmGroup = decltype(hamel::SE3{} * hamel::Torus<2>{});

/// M = sum over the masses of m J^T J, J the 3 x 8 matrix of a mass's velocity, and the body's own inertia.
struct ArmMetric {
  template <class S>
  hamel::Matrix<S, 8> operator()(const hamel::Element<ArmGroup, S>& q) const {
    using std::cos, std::sin;
    const S first = q.data[7], both = q.data[7] + q.data[8];
    const S x1 = S(0.5) * cos(first), z1 = S(0.5) * sin(first);
    const S x2 = S(0.4) * cos(both), z2 = S(0.4) * sin(both);
    hamel::Matrix<S, 8> m = hamel::Matrix<S, 8>::Zero();
    for (int i = 0; i < 8; ++i) m(i, i) = S(i < 3 ? 5 : i < 6 ? 1 + 0.2 * i : 0.2);
    add(m, S(1), x1, z1, S(0), S(0));
    add(m, S(0.7), S(S(2) * x1 + x2), S(S(2) * z1 + z2), x2, z2);
    return m;
  }

 private:
  /// A mass at (x, 0, z) of the body, of which (x2, z2) moves with the second joint.
  template <class S>
  static void add(hamel::Matrix<S, 8>& m, const S& mass, const S& x, const S& z, const S& x2,
                  const S& z2) {
    hamel::Matrix<S, 3, 8> j = hamel::Matrix<S, 3, 8>::Zero();
    for (int i = 0; i < 3; ++i) j(i, i) = S(1);
    j(0, 4) = j(0, 6) = z;
    j(1, 3) = -z;
    j(1, 5) = x;
    j(2, 4) = j(2, 6) = -x;
    j(0, 7) = z2;
    j(2, 7) = -x2;
    for (int b = 0; b < 8; ++b)
      for (int a = 0; a < 8; ++a)
        m(a, b) += mass * (j(0, a) * j(0, b) + j(1, a) * j(1, b) + j(2, a) * j(2, b));
  }
};

namespace by_hand {

/// What a step may cost: eight evaluations of M.
struct EightMetrics {
  using State = hamel::Element<ArmGroup, double>;
  int step(double h, State& q) const {
    for (int i = 0; i < 8; ++i) {
      const hamel::Matrix<double, 8> m = ArmMetric{}(q);
      q.data[7] += 1e-3 * h * m(6, 6);
      q.data[8] -= 1e-3 * h * m(7, 3);
    }
    return 0;
  }
};

}  // namespace by_hand
