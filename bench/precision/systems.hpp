// The six problems of equations.hpp as a user of the library writes them, gradients given.
#pragma once

#include <hamel/dynamics/problem.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

#include "equations.hpp"

namespace systems {

using namespace hamel;

struct TopPotential {
  template <class S>
  S operator()(const Element<SO3, S>& x) const {
    return S(equations::HeavyTop::weight * 2) * (x.data[2] * x.data[3] + x.data[0] * x.data[1]);
  }
  template <class S>
  Vector<S, 3> gradient(const Element<SO3, S>& x) const {
    const S w(equations::HeavyTop::weight), *q = x.data.data();
    return {w * (S(1) - S(2) * (q[1] * q[1] + q[2] * q[2])), S(0),
            -w * S(2) * (q[1] * q[3] - q[0] * q[2])};
  }
};

using Plane = Product<SE2Cover, Torus<1>>;

struct WheelPotential : equations::WheeledPotential {
  template <class S>
  S operator()(const Element<Plane, S>& x) const {
    using std::cos;
    const auto level =
        S(I) * x.data[4] + S(R * m) * (x.data[0] * cos(x.data[2]) + x.data[1] * sin(x.data[2]));
    return S(0.5) * (S(1) - cos(x.data[2])) + S(0.25) * level * level;
  }
  template <class S>
  Vector<S, 4> gradient(const Element<Plane, S>& x) const {
    using std::cos, std::sin;
    const S c = cos(x.data[2]), s = sin(x.data[2]);
    const S half = S(0.5) * (S(I) * x.data[4] + S(R * m) * (x.data[0] * c + x.data[1] * s));
    return {half * S(R * m), S(0), S(0.5) * s + half * S(R * m) * (x.data[1] * c - x.data[0] * s),
            half * S(I)};
  }
};

inline Matrix<double, 3> body_metric() {
  Matrix<double, 3> m;
  m << 2, 0, 0.5, 0, 3, 0.7, 0.5, 0.7, 4;
  return m;
}

inline auto of(const equations::RigidBody&) {
  const auto problem = free(mechanical(SO3{}, body_metric()));
  return std::pair(problem,
                   problem.start(SO3{}.identity<double>(), Vector<double, 3>(0.8, -0.3, 0)));
}
inline auto of(const equations::HeavyTop&) {
  const Matrix<double, 3> m = Vector<double, 3>(15.234375, 0.46875, 15.234375).asDiagonal();
  const auto problem = free(mechanical(SO3{}, m, TopPotential{}));
  return std::pair(problem,
                   problem.start(SO3{}.identity<double>(), Vector<double, 3>(0, 150, -4.61538)));
}
inline auto of(const equations::Sleigh&) {
  Matrix<double, 3> m;
  m << 1, 0, 0, 0, 1, 0.4, 0, 0.4, 0.66;
  Matrix<double, 3, 2> d;
  d << 1, 0, 0, 0, 0, 1;
  const auto system = mechanical(SE2Cover{}, m);
  const auto problem = nonholonomic(system, Split(system, d));
  return std::pair(problem,
                   problem.start(SE2Cover{}.identity<double>(), Vector<double, 3>(0.3, 0, 1.1)));
}
inline auto of(const equations::VakonomicBody&) {
  Matrix<double, 3, 2> d;
  d << 1, 0, 0, 1, 0, 0;
  const auto system = mechanical(SO3{}, body_metric());
  const auto problem = vakonomic(system, Split(system, d));
  return std::pair(problem, problem.start(SO3{}.identity<double>(), Vector<double, 3>(0.8, -0.3, 0),
                                          Vector<double, 3>(0, 0, 0.25)));
}

template <class Make>
auto wheeled(const Make& make) {
  using U = equations::WheeledPotential;
  const Plane group;
  const Matrix<double, 4> m = Vector<double, 4>(U::m, U::m, U::J, U::I).asDiagonal();
  Matrix<double, 4, 2> d;
  d << U::R, 0, 0, 0, 0, 1, 1, 0;
  const auto system = mechanical(group, m, WheelPotential{});
  auto x = group.identity<double>();
  x = group.exp(Vector<double, 4>(0, 0, 0.2, 0));
  x.data[0] = 0.1;
  x.data[1] = -0.2;
  return make(system, Split(system, d), x, Vector<double, 4>(U::R, 0, 0.5, 1));
}
inline auto of(const equations::Unicycle&) {
  return wheeled([](const auto& system, const auto& split, const auto& x, const auto& a) {
    const auto problem = nonholonomic(system, split);
    return std::pair(problem, problem.start(x, a));
  });
}
inline auto of(const equations::VakonomicUnicycle&) {
  return wheeled([](const auto& system, const auto& split, const auto& x, const auto& a) {
    const auto problem = vakonomic(system, split);
    return std::pair(problem, problem.start(x, a, Vector<double, 4>(0, 1. / 3, 0, 0)));
  });
}

}  // namespace systems
