// The public systems in coordinates, written by hand, and their references.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include <hamel/chart/chart.hpp>

namespace chart_test {

using hamel::Vector;
using V1 = Vector<double, 1>;
using V2 = Vector<double, 2>;
using V3 = Vector<double, 3>;
using V4 = Vector<double, 4>;
using V5 = Vector<double, 5>;

/// Of the rolling disk, of unit mass: radius, moments of inertia about the vertical and about its axle.
inline constexpr double R = 0.9, I1 = 0.7, I2 = 0.4;

/// 1/2 sum m_i v_i^2.
template <int N>
struct Kinetic {
  Vector<double, N> mass = Vector<double, N>::Ones();
  template <class V>
  typename V::Scalar operator()(const V&, const V& v) const {
    typename V::Scalar sum(0);
    for (int i = 0; i < N; ++i) sum += 0.5 * mass[i] * (v[i] * v[i]);
    return sum;
  }
};

template <class V>
using Scalar = typename V::Scalar;
template <class V>
using One = Vector<typename V::Scalar, 1>;
template <class V>
using Two = Vector<typename V::Scalar, 2>;
template <class V>
using Three = Vector<typename V::Scalar, 3>;

/// z' = y x'.
struct ParticleConstraint {
  template <class V>
  One<V> operator()(const V& q, const V& v) const {
    return One<V>(v[2] - q[1] * v[0]);
  }
};
/// x (z' - y x').
struct ParticleTimesX {
  template <class V>
  One<V> operator()(const V& q, const V& v) const {
    return One<V>(q[0] * (v[2] - q[1] * v[0]));
  }
};
/// y' = x' tan phi, q = (x,y,phi).
struct SleighConstraint {
  template <class V>
  One<V> operator()(const V& q, const V& v) const {
    return One<V>(v[1] - v[0] * tan(q[2]));
  }
};
/// y' = sqrt(1 + x'^2).
struct RootConstraint {
  template <class V>
  One<V> operator()(const V&, const V& v) const {
    return One<V>(v[1] - sqrt(1. + v[0] * v[0]));
  }
};
/// q = (x,y,theta,phi).
struct DiskConstraint {
  double r = 0.9;
  template <class V>
  Two<V> operator()(const V& q, const V& v) const {
    return Two<V>(v[0] * sin(q[2]) - v[1] * cos(q[2]),
                  v[0] * cos(q[2]) + v[1] * sin(q[2]) - r * v[3]);
  }
};
/// q = (theta,psi,x,y), R = 1.
struct RobotConstraint {
  template <class V>
  Two<V> operator()(const V& q, const V& v) const {
    return Two<V>(v[2] - cos(q[0]) * v[1], v[3] - sin(q[0]) * v[1]);
  }
};
/// q = (x,y,phi,psi1,psi2), parameters of the public carriage (l = distance of the centre of mass).
struct CarriageLagrangian {
  double l = 1;
  template <class V>
  Scalar<V> operator()(const V& q, const V& v) const {
    return 1.5 * (v[0] * v[0] + v[1] * v[1]) + 2.5 * (v[2] * v[2]) +
           2 * l * (v[2] * (v[1] * cos(q[2]) - v[0] * sin(q[2]))) +
           0.25 * (v[3] * v[3] + v[4] * v[4]);
  }
};
struct CarriageConstraint {
  template <class V>
  Three<V> operator()(const V& q, const V& v) const {
    const Scalar<V> forward = v[0] * cos(q[2]) + v[1] * sin(q[2]);
    return Three<V>(v[0] * sin(q[2]) - v[1] * cos(q[2]), forward + 2 * v[2] + v[3],
                    forward - 2 * v[2] + v[4]);
  }
};

inline auto particle() {
  return hamel::chart<3, 1>(Kinetic<3>{}, ParticleConstraint{});
}
inline auto particle_times_x() {
  return hamel::chart<3, 1>(Kinetic<3>{}, ParticleTimesX{});
}
inline auto sleigh() {
  return hamel::chart<3, 1>(Kinetic<3>{}, SleighConstraint{});
}
inline auto nonlinear() {
  return hamel::chart<2, 1>(Kinetic<2>{}, RootConstraint{});
}
inline auto disk() {
  return hamel::chart<4, 2>(Kinetic<4>{Vector<double, 4>(1, 1, 0.7, 0.4)}, DiskConstraint{});
}
inline auto robot() {
  return hamel::chart<4, 2>(Kinetic<4>{Vector<double, 4>(3, 1.5, 2, 2)}, RobotConstraint{});
}
inline auto carriage(double l = 1) {
  return hamel::chart<5, 3>(CarriageLagrangian{l}, CarriageConstraint{});
}

/// The numbers of one entry of a reference file: q, q_dot, lambda in the order of the names given.
struct Reference {
  double t = 0, energy = 0;
  std::vector<double> q, v, lambda;

  Reference(const std::string& system, const char* dynamics, const std::vector<std::string>& names);
};

}  // namespace chart_test
