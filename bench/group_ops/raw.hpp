// The operations of the groups written out in doubles: what the library is measured against.
#pragma once

#include <array>
#include <cmath>

namespace raw {

template <int N>
using Numbers = std::array<double, N>;

inline Numbers<4> so3_exp(const Numbers<3>& a) {
  const double squared = a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
  if (squared < 1e-10) {
    const double half = 0.5 - squared / 48;
    return {1 - squared / 8, half * a[0], half * a[1], half * a[2]};
  }
  const double theta = std::sqrt(squared), s = std::sin(theta / 2) / theta;
  return {std::cos(theta / 2), s * a[0], s * a[1], s * a[2]};
}

inline Numbers<3> so3_log(const Numbers<4>& q) {
  const double squared = q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  double factor;
  if (squared < 1e-10) {
    factor = 2 / q[0] * (1 - squared / (3 * q[0] * q[0]));
  } else {
    const double norm = std::sqrt(squared);
    const double angle = q[0] < 0 ? -std::atan2(norm, -q[0]) : std::atan2(norm, q[0]);
    factor = 2 * angle / norm;
  }
  return {factor * q[1], factor * q[2], factor * q[3]};
}

inline Numbers<4> so3_compose(const Numbers<4>& p, const Numbers<4>& q) {
  return {p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
          p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
          p[0] * q[2] + p[2] * q[0] + p[3] * q[1] - p[1] * q[3],
          p[0] * q[3] + p[3] * q[0] + p[1] * q[2] - p[2] * q[1]};
}

inline Numbers<3> se2_exp(const Numbers<3>& a) {
  const double t = a[2];
  const double s = std::abs(t) < 1e-5 ? 1 - t * t / 6 : std::sin(t) / t;
  const double c = std::abs(t) < 1e-5 ? t / 2 : (1 - std::cos(t)) / t;
  return {s * a[0] - c * a[1], c * a[0] + s * a[1], t};
}

inline Numbers<3> se2_log(const Numbers<3>& x) {
  const double half = x[2] / 2;
  const double k =
      std::abs(half) < 1e-5 ? 1 - half * half / 3 : half * std::cos(half) / std::sin(half);
  return {k * x[0] + half * x[1], k * x[1] - half * x[0], x[2]};
}

}  // namespace raw
