// A constant added to a potential changes no answer of the methods that conserve the energy, at turning points neither.
#include <cmath>
#include <cstddef>

#include <doctest/doctest.h>

#include <hamel/diagnostics/observables.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/euclidean.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/integrator/energy_midpoint.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/moving_split.hpp>

using namespace hamel;

namespace {

using Circle = Torus<1>;
using Plane = Euclidean<2>;
using One = Vector<double, 1>;

/// Friction that is stiff where the velocity is small.
struct Soft {
  template <class S>
  Vector<S, 1> operator()(const S&, const Element<Circle, S>&, const Vector<S, 1>& a) const {
    using std::tanh;
    Vector<S, 1> f;
    f[0] = S(-0.5) * tanh(S(S(100) * a[0]));
    return f;
  }
};
struct Pendulum {
  double constant;
  template <class S>
  S operator()(const Element<Circle, S>& x) const {
    using std::sin;
    return S(constant) + S(9.81) * S(sin(x.data[0]));
  }
};
/// U(t,x)
struct Pushed {
  double constant;
  template <class S>
  S operator()(const S& t, const Element<Circle, S>& x) const {
    using std::sin;
    return -S(sin(S(S(2) * t))) * (S(constant) + x.data[0]);
  }
};
/// 1 + sin^2 / 2
struct Varying {
  template <class S>
  Matrix<S, 1> operator()(const Element<Circle, S>& x) const {
    using std::sin;
    const S s = sin(x.data[0]);
    return Matrix<S, 1>(S(S(1) + S(0.5) * s * s));
  }
};
/// A bowl, and d(x) = span(cos, sin) of the sum of the coordinates.
struct Bowl {
  double constant;
  template <class S>
  S operator()(const Element<Plane, S>& x) const {
    return S(constant) + S(2) * x.data.squaredNorm();
  }
};
struct Blade {
  template <class S>
  Matrix<S, 2, 1> operator()(const Element<Plane, S>& x) const {
    using std::cos, std::sin;
    const S angle = x.data[0] + x.data[1];
    Matrix<S, 2, 1> d;
    d(0, 0) = cos(angle);
    d(1, 0) = sin(angle);
    return d;
  }
};
/// A heavy top's.
struct Weight {
  double constant;
  template <class S>
  S operator()(const Element<SO3, S>& x) const {
    return S(constant) + S(3) * SO3{}.matrix(x)(2, 2);
  }
};

const Matrix<double, 1> one = Matrix<double, 1>::Identity();

/// The end of a run that succeeds in at most so many iterations a step.
template <class P, class St>
auto end_of(const P& problem, const St& start, double h, long steps, int most) {
  const auto run = integrate(problem, start, EnergyMidpoint{}, {.step = h, .steps = steps});
  CHECK(run.status.outcome == Outcome::ok);
  CHECK(run.status.most_iterations <= most);
  return run.states.back();
}

/// problem_with(constant) has the same motion for every constant, to the last digits.
template <class F, class A>
void check_constant(const F& problem_with, const A& a, double h, long steps, int most) {
  const auto with = [&](double constant) {
    const auto problem = problem_with(constant);
    return end_of(problem, problem.start(problem.group().template identity<double>(), a), h, steps,
                  most);
  };
  const auto plain = with(0);
  for (const double constant : {10., -1000., 1e6, 1e12}) {
    CAPTURE(constant);
    const auto shifted = with(constant);
    CHECK((shifted.x.data - plain.x.data).norm() == 0);
    CHECK((shifted.m - plain.m).norm() == 0);
  }
}

}  // namespace

TEST_CASE("a pendulum that turns round, with stiff friction and without") {
  const auto still = [](double c) { return free(mechanical(Circle{}, one, Pendulum{c})); };
  const auto rubbed = [](double c) { return free(mechanical(Circle{}, one, Pendulum{c}, Soft{})); };
  for (const double h : {1e-3, 1e-2}) {
    check_constant(still, One(1.), h, 10000, 4);
    check_constant(rubbed, One(1.), h, 10000, 25);
  }
}

TEST_CASE("a potential that depends on time") {
  check_constant([](double c) { return free(mechanical(Circle{}, one, Pushed{c}, Soft{})); },
                 One(1.), 1e-3, 10000, 25);
}

TEST_CASE("where the metric varies, the frame turns, and on a group") {
  check_constant([](double c) { return free(mechanical(Circle{}, Varying{}, Pendulum{c})); },
                 One(1.), 1e-3, 10000, 30);
  check_constant(
      [](double c) {
        const auto system =
            mechanical(Plane{}, Matrix<double, 2>(Matrix<double, 2>::Identity()), Bowl{c});
        return nonholonomic(system, MovingSplit(system, Blade{}, Plane{}.identity<double>()));
      },
      Vector<double, 2>(1, 0), 1e-3, 10000, 30);
  check_constant(
      [](double c) {
        const Matrix<double, 3> inertia = Vector<double, 3>(1, 2, 2.5).asDiagonal();
        return free(mechanical(SO3{}, inertia, Weight{c}));
      },
      Vector<double, 3>(1, 0, 0), 1e-2, 2000, 8);
}

TEST_CASE("the energy is kept to rounding in short and in long steps") {
  const auto problem = free(mechanical(Circle{}, one, Pendulum{0}));
  const auto start = problem.start(Circle{}.identity<double>(), One(3.));
  for (const double h : {1e-4, 0.01, 0.1, 0.3, 0.6}) {
    CAPTURE(h);
    const auto run = integrate(problem, start, EnergyMidpoint{}, {.step = h, .steps = 2000});
    REQUIRE(run.status);
    const double before = energy(problem, start);
    for (std::size_t i = 0; i < run.states.size(); i += 50)
      CHECK(std::abs(energy(problem, run.states[i]) - before) < 2e-13);
  }
}
