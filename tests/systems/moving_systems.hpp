// Systems whose constraint moves with the configuration, in compiled form.
#pragma once

#include <cmath>
#include <type_traits>
#include <utility>

#include <hamel/dynamics/problem.hpp>
#include <hamel/group/euclidean.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/moving_split.hpp>

#include "car_distribution.hpp"

namespace systems {

using namespace hamel;

/// A system with its moving split and the start of its file.
template <class System, class SplitT>
struct MovingCase {
  const char* name;
  System system;
  SplitT split;
  Element<typename System::Group, double> x;
  Vector<double, System::dimension> a, mu;

  auto nonholonomic() const { return hamel::nonholonomic(system, split); }
  auto vakonomic() const { return hamel::vakonomic(system, split); }
};

template <class System, class D, class X, class V>
auto make_moving(const char* name, const System& system, const D& d, const X& x, const V& a,
                 const V& mu) {
  using SplitT = decltype(MovingSplit(system, d, x));
  return MovingCase<System, SplitT>{name, system, SplitT(system, d, x), x, a, mu};
}

/// A spring on the steering, and a slope.
struct CarPotential {
  template <class G, class S>
  S operator()(const Element<G, S>& x) const {
    using std::sin;
    const auto q = G{}.coordinates(x);
    return S(0.1) * q[3] * q[3] + S(0.3) * (q[1] + S(0.3) * sin(q[2]));
  }
};

inline auto car() {
  const auto group = SE2Cover{} * Torus<1>{};
  Matrix<double, 4> m;
  m << 1.2, 0, 0, 0, 0, 1.2, 0.36, 0, 0, 0.36, 0.3 + 1.2 * 0.09 + 0.05, 0.05, 0, 0, 0.05, 0.05;
  const auto x = group.from_coordinates(std::vector<double>{0, 0, 0.3, 0.2});
  return make_moving("car", mechanical(group, m, CarPotential{}), CarDistribution<>{}, x,
                     Vector<double, 4>(0.8 * std::cos(0.2), 0, std::sin(0.2), 0.3),
                     Vector<double, 4>(-std::sin(0.2), 0.5, 0.8 * std::cos(0.2), 0));
}

/// Columns that are dependent where theta1 = 0.
struct Narrowing {
  template <class G, class S>
  Matrix<S, 4, 2> operator()(const Element<G, S>& x) const {
    using std::sin;
    Matrix<S, 4, 2> d = Matrix<S, 4, 2>::Zero();
    d(0, 0) = d(0, 1) = S(1);
    d(3, 0) = d(3, 1) = S(-0.5);
    d(2, 1) = sin(x.data[4]);
    return d;
  }
};

/// A first column that vanishes where theta1 = 0.
struct Fading {
  template <class G, class S>
  Matrix<S, 4, 2> operator()(const Element<G, S>& x) const {
    using std::sin;
    Matrix<S, 4, 2> d = Matrix<S, 4, 2>::Zero();
    d(0, 0) = sin(x.data[4]);
    d(2, 0) = S(0.3) * d(0, 0);
    d(3, 1) = S(1);
    return d;
  }
};

/// Rolling: x' = r w_y, y' = -r w_x in space.
struct BallDistribution {
  template <class G, class S>
  Matrix<S, 5, 3> operator()(const Element<G, S>& x) const {
    const auto q = G{}.coordinates(x);
    Matrix<S, 5, 3> d = Matrix<S, 5, 3>::Zero();
    for (int j = 0; j < 3; ++j) {
      d(j, j) = S(1);
      d(3, j) = S(0.8) * q[3 + j];
      d(4, j) = S(-0.8) * q[j];
    }
    return d;
  }
};

inline auto chaplygin_ball() {
  const auto group = SO3{} * Euclidean<2>{};
  Matrix<double, 5> m = Vector<double, 5>(0.5, 0.75, 1, 1, 1).asDiagonal();
  return make_moving("chaplygin_ball", mechanical(group, m), BallDistribution{},
                     group.identity<double>(), Vector<double, 5>(0.3, 1, -0.4, 0.8, -0.24),
                     Vector<double, 5>(0.08, -0.16, 0, 0.2, 0.1));
}

/// A spring between rider and board, and one that turns the wheels back.
struct SnakeboardPotential {
  template <class G, class S>
  S operator()(const Element<G, S>& x) const {
    const S &rotor = x.data[4], wheels = x.data[5] - S(1) / S(3);
    return S(0.15) * rotor * rotor + S(0.05) * wheels * wheels;
  }
};

/// Both pairs of wheels turn by theta2, against each other.
struct SnakeboardDistribution {
  template <class G, class S>
  Matrix<S, 5, 3> operator()(const Element<G, S>& x) const {
    using std::cos, std::sin;
    Matrix<S, 5, 3> d = Matrix<S, 5, 3>::Zero();
    d(0, 0) = S(0.5) * cos(x.data[5]);
    d(2, 0) = sin(x.data[5]);
    d(3, 1) = d(4, 2) = S(1);
    return d;
  }
};

inline auto snakeboard() {
  const auto group = SE2Cover{} * Torus<2>{};
  Matrix<double, 5> m = Vector<double, 5>(1, 1, 0.43, 0.15, 0.08).asDiagonal();
  m(2, 3) = m(3, 2) = 0.15;
  const auto x = group.from_coordinates(std::vector<double>{0, 0, 0, 0.5, 0.25});
  const double c = std::cos(0.25), s = std::sin(0.25);
  return make_moving("snakeboard", mechanical(group, m, SnakeboardPotential{}),
                     SnakeboardDistribution{}, x, Vector<double, 5>(0.5 * c, 0, s, -0.75, 0.5),
                     Vector<double, 5>(-s, 1. / 3, 0.5 * c, 0, 0));
}

struct TrailerMetric {
  template <class G, class S>
  Matrix<S, 4> operator()(const Element<G, S>& x) const {
    using std::cos, std::sin;
    const S theta = G{}.coordinates(x)[3];
    const S s = S(0.42) * sin(theta), c = S(-0.42) * cos(theta);
    const S arm = S(0.12 + 0.6 * 0.49);
    Matrix<S, 4> m;
    m << S(1.6), S(0), s, s, S(0), S(1.6), c, c, s, c, S(0.2) + arm, arm, s, c, arm, arm;
    return m;
  }
};

struct TrailerDistribution {
  template <class G, class S>
  Matrix<S, 4, 2> operator()(const Element<G, S>& x) const {
    using std::sin;
    Matrix<S, 4, 2> d = Matrix<S, 4, 2>::Zero();
    d(0, 0) = S(0.7);
    d(3, 0) = -sin(G{}.coordinates(x)[3]);
    d(2, 1) = S(1);
    d(3, 1) = S(-1);
    return d;
  }
};

inline auto tractor_trailer() {
  const auto group = SE2Cover{} * Torus<1>{};
  const auto x = group.from_coordinates(std::vector<double>{0, 0, 0, 0.4});
  return make_moving("tractor_trailer", mechanical(group, TrailerMetric{}), TrailerDistribution{},
                     x, Vector<double, 4>(0.7, 0, 0.5, -0.5 - std::sin(0.4)),
                     Vector<double, 4>(std::sin(0.4) / 7 * 10 / 4, 1. / 3, 0.25, 0.25));
}

}  // namespace systems
