// Six problems with answers of 22 digits (tests/data): their equations of motion by hand, in plain doubles, as other
// libraries and hand-written code integrate them.
#pragma once

#include <array>
#include <cmath>
#include <vector>

namespace equations {

/// y' of a rotation as a unit quaternion y[0..3] with body momentum y[4..6]: q' = q (0,a)/2, p' = p x a + f.
inline void turn(const double* y, const double (&a)[3], const double (&f)[3], double* rate) {
  rate[0] = -0.5 * (y[1] * a[0] + y[2] * a[1] + y[3] * a[2]);
  rate[1] = 0.5 * (y[0] * a[0] + y[2] * a[2] - y[3] * a[1]);
  rate[2] = 0.5 * (y[0] * a[1] + y[3] * a[0] - y[1] * a[2]);
  rate[3] = 0.5 * (y[0] * a[2] + y[1] * a[1] - y[2] * a[0]);
  const double* p = y + 4;
  rate[4] = p[1] * a[2] - p[2] * a[1] + f[0];
  rate[5] = p[2] * a[0] - p[0] * a[2] + f[1];
  rate[6] = p[0] * a[1] - p[1] * a[0] + f[2];
}

/// The matrix of the quaternion, normalised, row by row, then a.
inline std::vector<double> rotation_and(const double* q, const double (&a)[3]) {
  const double s = 2 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return {1 - s * (q[2] * q[2] + q[3] * q[3]),
          s * (q[1] * q[2] - q[0] * q[3]),
          s * (q[1] * q[3] + q[0] * q[2]),
          s * (q[1] * q[2] + q[0] * q[3]),
          1 - s * (q[1] * q[1] + q[3] * q[3]),
          s * (q[2] * q[3] - q[0] * q[1]),
          s * (q[1] * q[3] - q[0] * q[2]),
          s * (q[2] * q[3] + q[0] * q[1]),
          1 - s * (q[1] * q[1] + q[2] * q[2]),
          a[0],
          a[1],
          a[2]};
}

/// A free rigid body, inertia [[2,0,1/2],[0,3,7/10],[1/2,7/10,4]].
struct RigidBody {
  static constexpr const char* file = "suslov";
  static constexpr const char* dynamics = "free";
  static constexpr int size = 7;
  static constexpr double t_end = 5;
  using State = std::array<double, size>;

  static State start() { return {1, 0, 0, 0, 1.6, -0.9, 0.4 - 0.21}; }
  static void velocity(const double* p, double (&a)[3]) {
    constexpr double det = 2 * (3 * 4 - 0.49) - 0.5 * 0.5 * 3;
    a[0] = ((12 - 0.49) * p[0] + 0.35 * p[1] - 1.5 * p[2]) / det;
    a[1] = (0.35 * p[0] + (8 - 0.25) * p[1] - 1.4 * p[2]) / det;
    a[2] = (-1.5 * p[0] - 1.4 * p[1] + 6 * p[2]) / det;
  }
  static void rate(const double* y, double* r) {
    double a[3];
    velocity(y + 4, a);
    turn(y, a, {0, 0, 0}, r);
  }
  static std::vector<double> observe(const double* y) {
    double a[3];
    velocity(y + 4, a);
    return rotation_and(y, a);
  }
};

/// The heavy top of the literature, U = 15 9.81 R32.
struct HeavyTop {
  static constexpr const char* file = "heavy_top";
  static constexpr const char* dynamics = "free";
  static constexpr int size = 7;
  static constexpr double t_end = 1, weight = 15 * 9.81;
  using State = std::array<double, size>;

  static State start() { return {1, 0, 0, 0, 0, 0.46875 * 150, 15.234375 * -4.61538}; }
  static void velocity(const double* p, double (&a)[3]) {
    a[0] = p[0] / 15.234375, a[1] = p[1] / 0.46875, a[2] = p[2] / 15.234375;
  }
  static void rate(const double* y, double* r) {
    double a[3];
    velocity(y + 4, a);
    const double r31 = 2 * (y[1] * y[3] - y[0] * y[2]), r33 = 1 - 2 * (y[1] * y[1] + y[2] * y[2]);
    turn(y, a, {-weight * r33, 0, weight * r31}, r);
  }
  static std::vector<double> observe(const double* y) {
    double a[3];
    velocity(y + 4, a);
    return rotation_and(y, a);
  }
};

/// The Chaplygin sleigh, nonholonomic: v' = l w^2, (J + m l^2) w' = -m l v w.
struct Sleigh {
  static constexpr const char* file = "chaplygin_sleigh";
  static constexpr const char* dynamics = "nonholonomic";
  static constexpr int size = 5;
  static constexpr double t_end = 5;
  using State = std::array<double, size>;

  static State start() { return {0, 0, 0, 0.3, 1.1}; }
  static void rate(const double* y, double* r) {
    r[0] = y[3] * std::cos(y[2]);
    r[1] = y[3] * std::sin(y[2]);
    r[2] = y[4];
    r[3] = 0.4 * y[4] * y[4];
    r[4] = -0.4 / 0.66 * y[3] * y[4];
  }
  static std::vector<double> observe(const double* y) { return {y[0], y[1], y[2], y[3], 0, y[4]}; }
};

/// The unicycle with U = (1 - cos phi)/2 + s^2/4, s = I theta + R m (x cos phi + y sin phi).
struct WheeledPotential {
  static constexpr double m = 1.3, J = 0.7, I = 0.4, R = 0.9;

  /// The derivatives of U along e1, e3, e4; along e2 it is 0.
  static void slopes(double x, double y, double phi, double theta, double& d1, double& d3,
                     double& d4) {
    const double c = std::cos(phi), s = std::sin(phi);
    const double half = 0.5 * (I * theta + R * m * (x * c + y * s));
    d1 = half * R * m;
    d3 = 0.5 * s + half * R * m * (y * c - x * s);
    d4 = half * I;
  }
};

struct Unicycle : WheeledPotential {
  static constexpr const char* file = "unicycle_potential";
  static constexpr const char* dynamics = "nonholonomic";
  static constexpr int size = 6;
  static constexpr double t_end = 4;
  using State = std::array<double, size>;

  static State start() { return {0.1, -0.2, 0.2, 0, 1, 0.5}; }
  static void rate(const double* y, double* r) {
    double d1, d3, d4;
    slopes(y[0], y[1], y[2], y[3], d1, d3, d4);
    r[0] = R * y[4] * std::cos(y[2]);
    r[1] = R * y[4] * std::sin(y[2]);
    r[2] = y[5];
    r[3] = y[4];
    r[4] = -(R * d1 + d4) / (m * R * R + I);
    r[5] = -d3 / J;
  }
  static std::vector<double> observe(const double* y) {
    return {y[0], y[1], y[2], y[3], R * y[4], 0, y[5], y[4]};
  }
};

/// Suslov's body, vakonomic: a = D (D^T M D)^-1 D^T p in the Euler equations.
struct VakonomicBody {
  static constexpr const char* file = "suslov";
  static constexpr const char* dynamics = "vakonomic";
  static constexpr int size = 7;
  static constexpr double t_end = 5;
  using State = std::array<double, size>;

  static State start() { return {1, 0, 0, 0, 1.6, -0.9, 0.4 - 0.21 + 0.25}; }
  static void rate(const double* y, double* r) {
    const double a[3] = {y[4] / 2, y[5] / 3, 0};
    turn(y, a, {0, 0, 0}, r);
  }
  static std::vector<double> observe(const double* y) {
    const double a[3] = {y[4] / 2, y[5] / 3, 0};
    return rotation_and(y, a);
  }
};

/// The unicycle with the potential above, vakonomic: position, then p.
struct VakonomicUnicycle : WheeledPotential {
  static constexpr const char* file = "unicycle_potential";
  static constexpr const char* dynamics = "vakonomic";
  static constexpr int size = 8;
  static constexpr double t_end = 4;
  using State = std::array<double, size>;

  static State start() { return {0.1, -0.2, 0.2, 0, m * R, 1. / 3, J * 0.5, I}; }
  static void rate(const double* y, double* r) {
    double d1, d3, d4;
    slopes(y[0], y[1], y[2], y[3], d1, d3, d4);
    const double* p = y + 4;
    const double u = (R * p[0] + p[3]) / (m * R * R + I), w = p[2] / J;
    r[0] = R * u * std::cos(y[2]);
    r[1] = R * u * std::sin(y[2]);
    r[2] = w;
    r[3] = u;
    r[4] = p[1] * w - d1;
    r[5] = -p[0] * w;
    r[6] = -p[1] * R * u - d3;
    r[7] = -d4;
  }
  static std::vector<double> observe(const double* y) {
    const double u = (R * y[4] + y[7]) / (m * R * R + I);
    return {y[0], y[1], y[2], y[3], R * u, 0, y[6] / J, u};
  }
};

}  // namespace equations
