// A step, its linearisation and its gradient never allocate, in any form in which the documents write D(x), M(x), U, forces
// and inputs.
#include <cmath>

#include <Eigen/Core>
#include <doctest/doctest.h>

#include <hamel/dynamics/problem.hpp>
#include <hamel/group/parts.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/integrator/energy_midpoint.hpp>
#include <hamel/integrator/linearise.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/system/depends_on.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/moving_split.hpp>
#include <hamel/system/split.hpp>

#include "allocations.hpp"

using namespace hamel;

namespace {

using Car = Product<SE2, Torus<1>>;
using Arm = Product<SE3, Torus<2>>;

/// D(x) of a car by group.coordinates, by stored numbers, and by the part of a factor.
enum class By { coordinates, numbers, part };
template <By by>
struct Steering {
  template <class S>
  Matrix<S, 4, 2> operator()(const Element<Car, S>& x) const {
    using std::cos, std::sin;
    S theta;
    if constexpr (by == By::coordinates)
      theta = Car{}.coordinates(x)[3];
    else if constexpr (by == By::numbers)
      theta = x.data[Car::storage - 1];
    else
      theta = get<1>(x).data[0];
    Matrix<S, 4, 2> d = Matrix<S, 4, 2>::Zero();
    d(0, 0) = S(0.8) * cos(theta);
    d(2, 0) = sin(theta);
    d(3, 1) = S(1);
    return d;
  }
};
/// The same by a list of entries.
struct Listed {
  template <class S>
  Matrix<S, 4, 2> operator()(const Element<Car, S>& x) const {
    using std::cos, std::sin;
    const auto q = Car{}.coordinates(x);
    Matrix<S, 4, 2> d;
    d << S(0.8) * cos(q[3]), S(0), S(0), S(0), S(sin(q[3])), S(0), S(0), S(1);
    return d;
  }
};

/// U, M, force and B(x) in coordinates.
struct Hill {
  template <class S>
  S operator()(const Element<Car, S>& x) const {
    using std::cos;
    const auto q = Car{}.coordinates(x);
    return S(0.1) * cos(q[0]) + S(0.2) * q[1] * q[1];
  }
};
struct Trailer {
  template <class S>
  Matrix<S, 4> operator()(const Element<Car, S>& x) const {
    using std::cos;
    const auto [x1, x2, phi, theta] = Car{}.coordinates(x);
    Matrix<S, 4> m = S(2) * Matrix<S, 4>::Identity();
    m(2, 3) = m(3, 2) = S(0.5) * cos(theta) + S(0) * (x1 + x2 + phi);
    return m;
  }
};
struct Wind {
  template <class S>
  Vector<S, 4> operator()(const S& t, const Element<Car, S>& x, const Vector<S, 4>& a) const {
    using std::cos, std::sin;
    const S phi = Car{}.coordinates(x)[2];
    return Vector<S, 4>(S(cos(phi) * sin(t)), S(-sin(phi)), S(0), S(0)) - S(0.1) * a;
  }
};
struct Motors {
  template <class S>
  Matrix<S, 4, 2> operator()(const Element<Car, S>& x) const {
    using std::cos;
    Matrix<S, 4, 2> b = Matrix<S, 4, 2>::Zero();
    b(0, 0) = S(1);
    b(3, 1) = cos(Car{}.coordinates(x)[3]);
    return b;
  }
};

/// Attitudes and places of a motion of space.
struct Gravity {
  template <class S>
  S operator()(const Element<Arm, S>& x) const {
    using std::sin;
    const auto q = Arm{}.coordinates(x);
    const auto base = get<0>(x);
    const Vector<S, 3> tip = SE3{}.act(base, Vector<S, 3>(S(0.1), S(0), S(0.2)));
    return S(9.81) * q[2] + tip[2] + q[11] + SO3{}.matrix(SE3{}.rotation(base))(1, 2) +
           S(sin(q[12]));
  }
};
struct Joints {
  template <class S>
  Matrix<S, 8> operator()(const Element<Arm, S>& x) const {
    using std::cos;
    Matrix<S, 8> m = S(3) * Matrix<S, 8>::Identity();
    m(6, 7) = m(7, 6) = cos(Arm{}.coordinates(x)[13]);
    return m;
  }
};

template <class F>
long allocated(const F& f) {
  const long before = allocations::count();
  f();
  return allocations::count() - before;
}

/// Steps of a few methods, with and without derivatives, under the inputs w.
template <class P, class St, class W>
void check_without_heap(const P& problem, const St& start, const W& w) {
  Variational<>::Memory variational;
  RungeKutta<Classical4>::Memory explicit_;
  auto a = start, b = start;
  StepStatus one, two, three;
  CHECK(allocated([&] { one = Variational<>{}.step(problem, 0., 0.01, a, w, variational); }) == 0);
  CHECK(allocated(
            [&] { two = RungeKutta<Classical4>{}.step(problem, 0., 0.01, b, w, explicit_); }) == 0);
  CHECK(allocated(
            [&] { three = linearise(problem, Variational<>{}, 0., 0.01, start, w).status; }) == 0);
  CHECK(one);
  CHECK(two);
  CHECK(three);
}

}  // namespace

TEST_CASE_TEMPLATE("D(x) as the documents write it", D, Steering<By::coordinates>,
                   Steering<By::numbers>, Steering<By::part>, Listed) {
  const auto group = SE2{} * Torus<1>{};
  const auto system = mechanical(group, Matrix<double, 4>(Matrix<double, 4>::Identity()));
  const auto x = group.identity<double>();
  const auto car = nonholonomic(with_inputs(system, Motors{}), MovingSplit(system, D{}, x));
  check_without_heap(car, car.start(x, Vector<double, 4>(0.8, 0, 0, 0.25)),
                     Vector<double, 2>(0.1, 0.2));
}

TEST_CASE("M(x), U, a force and B(x) in coordinates") {
  const auto system = mechanical(Car{}, depends_on<3>(Trailer{}), Hill{}, Wind{});
  const auto x = Car{}.identity<double>();
  Matrix<double, 4, 2> span = Matrix<double, 4, 2>::Zero();
  span(0, 0) = span(3, 1) = 1;
  const auto car = nonholonomic(with_inputs(system, Motors{}), Split(system, span));
  check_without_heap(car, car.start(x, Vector<double, 4>(0.8, 0, 0, 0.25)),
                     Vector<double, 2>(0.1, 0.2));
  EnergyMidpoint::Memory none;
  const auto still = nonholonomic(system, Split(system, span));
  auto state = still.start(x, Vector<double, 4>(0.8, 0, 0, 0.25));
  StepStatus status;
  CHECK(allocated([&] { status = EnergyMidpoint{}.step(still, 0., 0.01, state, none); }) == 0);
  CHECK(status);
}

TEST_CASE("matrices, parts and actions of a motion of space") {
  const auto arm = free(with_inputs(mechanical(Arm{}, Joints{}, Gravity{}),
                                    Matrix<double, 8, 1>(Matrix<double, 8, 1>::Unit(6))));
  Vector<double, 8> a = Vector<double, 8>::Constant(0.1);
  check_without_heap(arm, arm.start(Arm{}.identity<double>(), a), Vector<double, 1>(0.1));
}
