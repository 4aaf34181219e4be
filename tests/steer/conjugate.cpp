// Conjugate times: circles of the Heisenberg group, abnormal lifts, pendulums of SE(2).
#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include <hamel/group/product.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/steer/conjugate.hpp>
#include <hamel/steer/cut_time.hpp>

#include "problems.hpp"

using namespace hamel;
using problems::V3;

TEST_CASE("on the Heisenberg group the first conjugate time is one turn") {
  const auto problem = problems::heisenberg();
  using P = std::decay_t<decltype(problem)>;
  for (const double w : {.3, 1., -2.7}) {
    const P::State<double> start{problem.group().identity<double>(), V3(.6, .8, w / 2)};
    const auto found = conjugacy(problem, start, 5, 30);
    const double turn = 2 * std::numbers::pi / std::abs(w);
    CAPTURE(w);
    REQUIRE(found.first);
    CHECK(std::abs(*found.first - turn) < 1e-10);
    CHECK(found.abnormality == 0);
    CHECK(found.optimality ==
          (turn > 5 ? Optimality::locally_optimal : Optimality::beyond_conjugate));
  }
}

TEST_CASE("a conjugate end is told apart from those before it and after it") {
  const auto problem = problems::heisenberg();
  using P = std::decay_t<decltype(problem)>;
  for (const double w : {.3, -2.7, 40.}) {
    const P::State<double> start{problem.group().identity<double>(), V3(.6, .8, w / 2)};
    const double turn = 2 * std::numbers::pi / std::abs(w);
    CAPTURE(w);
    CHECK(conjugacy(problem, start, turn * .9999).optimality == Optimality::locally_optimal);
    const auto at = conjugacy(problem, start, turn);
    CHECK(at.optimality == Optimality::at_conjugate);
    CHECK(at.multiplicity == 1);
    CHECK(at.first == turn);  // by the turns about the third axis, which keep both ends
    CHECK(conjugacy(problem, start, turn * 1.0001).optimality == Optimality::beyond_conjugate);
  }
}

TEST_CASE("a conjugate end without a symmetry") {
  // Two lengths in the metric of SO(3): no turns are left. The first conjugate time is found, then asked for.
  const SO3 group;
  Matrix<double, 3> m = Matrix<double, 3>::Identity();
  m(1, 1) = 2;
  Matrix<double, 3, 2> d = Matrix<double, 3, 2>::Zero();
  d(0, 0) = d(1, 1) = 1;
  const auto system = mechanical(group, m);
  const auto problem = vakonomic(system, Split(system, d));
  using State = decltype(problem)::State<double>;
  const State start{group.identity<double>(), V3(.6, .9, .7)};
  const auto found = conjugacy(problem, start, 20);
  REQUIRE(found.first);
  CHECK(found.optimality == Optimality::beyond_conjugate);
  const auto at = conjugacy(problem, start, *found.first);
  CHECK(at.optimality == Optimality::at_conjugate);
  CHECK(std::abs(*at.first / *found.first - 1) < 1e-9);
  CHECK(conjugacy(problem, start, *found.first * .9999).optimality == Optimality::locally_optimal);
}

TEST_CASE("two Heisenberg planes that turn together have a double conjugate time") {
  const Heisenberg<2> group;
  Matrix<double, 5, 4> d = Matrix<double, 5, 4>::Zero();
  d.topRows<4>().setIdentity();
  const auto system = mechanical(group, Matrix<double, 5>(Matrix<double, 5>::Identity()));
  const auto problem = vakonomic(system, Split(system, d));
  Vector<double, 5> p(.3, -.2, .5, .4, .6);
  const decltype(problem)::State<double> start{group.identity<double>(), p};
  const auto found = conjugacy(problem, start, 1, 8);
  const double turn = 2 * std::numbers::pi / (2 * .6);
  REQUIRE(found.first);
  CHECK(std::abs(*found.first - turn) < 1e-9);
  CHECK(found.multiplicity == 3);
}

TEST_CASE("a unicycle that drives straight is abnormal, and never conjugate") {
  const auto group = SE2Cover{} * Torus<1>{};
  Matrix<double, 4, 2> d;
  d << 1, 0, 0, 0, 0, 1, 1, 0;
  const auto system = mechanical(group, Matrix<double, 4>(Matrix<double, 4>::Identity()));
  const auto problem = vakonomic(system, Split(system, d));
  using State = decltype(problem)::State<double>;
  const auto straight = conjugacy(problem, State{group.identity<double>(), {.6, 0, 0, .6}}, 5);
  CHECK(straight.abnormality == 1);
  CHECK(!straight.first);
  CHECK(straight.optimality == Optimality::locally_optimal);
  CHECK(conjugacy(problem, State{group.identity<double>(), {.6, 0, .5, .6}}, 5).abnormality == 0);
}

TEST_CASE("an indefinite L on d says nothing about cost") {
  const SE2Cover group;
  Matrix<double, 3> m = Matrix<double, 3>::Identity();
  m(2, 2) = -1;
  Matrix<double, 3, 2> d;
  d << 1, 0, 0, 0, 0, 1;
  const auto system = mechanical(group, m);
  const auto problem = vakonomic(system, Split(system, d));
  const decltype(problem)::State<double> start{group.identity<double>(), V3(.6, .7, .8)};
  CHECK(conjugacy(problem, start, 1).optimality == Optimality::unknown);
}

TEST_CASE(
    "cut times of SE(2) are where two motions of equal cost meet, and no conjugate time is "
    "before") {
  const auto problem = problems::car();
  using State = decltype(problem)::State<double>;
  // Pendulum coordinates: forward speed sin(gamma/2), turn rate -cos(gamma/2), c = -2 p2.
  const auto momentum = [](double gamma, double c) {
    return V3(std::sin(gamma / 2), -c / 2, -std::cos(gamma / 2));
  };
  struct Known {
    double gamma, c, time;
  };
  for (const Known& known : {Known{.3, .9, 3.344729022}, Known{.3, 2.4, 4.710607372}}) {
    const V3 p = momentum(known.gamma, known.c);
    CHECK(std::abs(*cut_time(problem, p) - known.time) < 1e-9);
    CHECK(std::abs(*cut_time(problem, V3(3 * p)) - known.time / 3) < 1e-9);  // three times as fast
    const auto found =
        conjugacy(problem, State{SE2Cover{}.identity<double>(), p}, known.time, 2 * known.time);
    CHECK((!found.first || *found.first > known.time - 1e-9));
  }
  CHECK(*cut_time(problem, momentum(std::numbers::pi, 0)) == HUGE_VAL);  // straight ahead
  CHECK(std::abs(*cut_time(problems::heisenberg(), V3(.6, .8, -.25)) - 4 * std::numbers::pi) <
        1e-12);
  CHECK(!cut_time(problems::rotations(), V3(.6, .8, .1)));
}

TEST_CASE("slow and fast, a motion is judged alike") {
  // The same way in another time T: t -> T t, p -> p/T.
  const auto group = SE2Cover{} * Torus<1>{};
  Matrix<double, 4, 2> d;
  d << 1, 0, 0, 0, 0, 1, 1, 0;
  const auto system = mechanical(group, Matrix<double, 4>(Matrix<double, 4>::Identity()));
  const auto problem = vakonomic(system, Split(system, d));
  using State = decltype(problem)::State<double>;
  const Vector<double, 4> p(.6, 2, .5, .4);
  for (const double length : {1., 12.}) {
    const auto one = conjugacy(problem, State{group.identity<double>(), p}, length);
    CHECK(one.abnormality == 0);
    REQUIRE(one.first.has_value() == (length > 10));
    for (const double time : {1e-7, 1e-3, 1e3, 1e7}) {
      CAPTURE(time);
      const Vector<double, 4> scaled = p / time;
      const auto found = conjugacy(problem, State{group.identity<double>(), scaled}, length * time);
      CHECK(found.abnormality == 0);
      CHECK(found.optimality == one.optimality);
      REQUIRE(found.first.has_value() == one.first.has_value());
      if (one.first) CHECK(std::abs(*found.first / time - *one.first) < 1e-9 * *one.first);
    }
  }
}
