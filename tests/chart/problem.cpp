// Problems in coordinates: refused input, lost rank, drift, projection, run-time sizes, reactions.
#include <cmath>

#include <doctest/doctest.h>

#include <hamel/chart/chart_problem.hpp>
#include <hamel/chart/constraint_forces.hpp>
#include <hamel/chart/rank_guard.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>

#include "systems.hpp"

using namespace hamel;
using namespace chart_test;

namespace {

using Exact = Adaptive<DormandPrince8>;

// L = 1/2 (x'^2 + s y'^2) + 1/2 z'^2, constraint z' = y x': singular on d at s = 0.
struct WeightedLagrangian {
  double s;
  template <class V>
  Scalar<V> operator()(const V&, const V& v) const {
    return 0.5 * (v[0] * v[0] + s * (v[1] * v[1]) + v[2] * v[2]);
  }
};

// 1/2 (1-x) (x'^2 + y'^2): regular until x = 1.
struct FadingLagrangian {
  template <class V>
  Scalar<V> operator()(const V& q, const V& v) const {
    return 0.5 * ((1. - q[0]) * (v[0] * v[0] + v[1] * v[1])) + 3. * q[0];
  }
};

// 1/2 (x'^2 + (1-x) y'^2): singular at x = 1, indefinite beyond.
struct FadingAcross {
  template <class V>
  Scalar<V> operator()(const V& q, const V& v) const {
    return 0.5 * (v[0] * v[0] + (1. - q[0]) * (v[1] * v[1]));
  }
};

// z' = y x' twice, the second time with x more: dependent at x = 0.
struct NearlyTheSame {
  template <class V>
  Two<V> operator()(const V& q, const V& v) const {
    return Two<V>(v[2] - q[1] * v[0], v[2] - (q[1] + q[0]) * v[0]);
  }
};

struct TwiceTheSame {
  template <class V>
  Two<V> operator()(const V& q, const V& v) const {
    return Two<V>(v[2] - q[1] * v[0], 2. * v[2] - 2. * (q[1] * v[0]));
  }
};

}  // namespace

TEST_CASE("a start off the constraint, of deficient rank or singular on d is refused, with where") {
  const V3 q(0, 0.5, 0), v(1, -1. / 3, 0.5);
  const auto wheel = nonholonomic(particle());
  CHECK_THROWS_WITH_AS(wheel.start(q, V3(1, 0, 0.6)),
                       "initial velocity: found constraint 1 = 0.1, expected 0",
                       ConstraintViolation);
  CHECK_THROWS_AS(wheel.start(q, V3(1, 0, 0.5 + 1e-6)), ConstraintViolation);
  CHECK_THROWS_AS(wheel.start(q, V3(1, NAN, 0.5)), ConstraintViolation);
  CHECK_THROWS_AS(vakonomic(particle()).start(q, v, V1(NAN)), ConstraintViolation);

  const auto at_zero = nonholonomic(particle_times_x());
  CHECK_THROWS_WITH_AS(at_zero.start(q, v),
                       "constraints at the start: found dphi/dv with smallest singular value 0 "
                       "(unit rows), expected rank 1",
                       ConstraintViolation);
  CHECK_THROWS_AS(nonholonomic(chart<3, 2>(Kinetic<3>{}, TwiceTheSame{})).start(q, v),
                  ConstraintViolation);

  const auto singular = nonholonomic(chart<3, 1>(WeightedLagrangian{0}, ParticleConstraint{}));
  CHECK_THROWS_AS(singular.start(q, v), DegenerateMetric);
  CHECK_NOTHROW(
      nonholonomic(chart<3, 1>(WeightedLagrangian{-1}, ParticleConstraint{})).start(q, v));
  CHECK_THROWS_AS(hamel::free(chart<3>(WeightedLagrangian{0})).start(q, v), DegenerateMetric);
  CHECK_THROWS_AS(chart(3, 4, Kinetic<3>{}, ParticleConstraint{}), DimensionError);
  CHECK_THROWS_AS(chart(40, 25, Kinetic<3>{}, ParticleConstraint{}), DimensionError);
}

TEST_CASE("rank lost along the way ends the run where it happens") {
  // x = 1/2 - t on straight lines y = 0: the constraint x (z' - y x') vanishes at t = 1/2.
  const auto wheel = nonholonomic(particle_times_x());
  const auto start = wheel.start(V3(0.5, 0, 0), V3(-1, 0, 0));
  const RankGuard<Exact> guard{};
  const auto run = integrate(wheel, start, guard, {.step = 0.03, .steps = 100});
  CHECK(run.status.outcome == Outcome::singular);
  CHECK(run.status.residual <= 0);
  CHECK(run.status.t == doctest::Approx(0.48));
  CHECK(rank_loss(guard, wheel, run.states.back(), run.status.t, 0.03) ==
        doctest::Approx(0.5).epsilon(1e-9));
  // The same with the regular constraint z' - y x' goes on.
  const auto regular = nonholonomic(particle());
  CHECK(integrate(regular, regular.start(V3(0.5, 0, 0), V3(-1, 0, 0)), guard,
                  {.step = 0.03, .steps = 100})
            .status);
  // A vakonomic multiplier of that constraint grows without bound there: stopped as well.
  const auto plan = vakonomic(particle_times_x());
  const auto planned = integrate(plan, plan.start(V3(0.5, 0, 0), V3(-1, 0, 0), V1(0.5)), guard,
                                 {.step = 0.03, .steps = 100});
  CHECK(!planned.status);
  CHECK(planned.status.t < 0.51);
  CHECK(planned.status.t > 0.4);
}

TEST_CASE("a Lagrangian that becomes singular along the way ends the run where it happens") {
  const auto flight = hamel::free(chart<2>(FadingLagrangian{}));
  const auto run = integrate(flight, flight.start(V2(0, 0), V2(1, 0)), RankGuard<Exact>{},
                             {.step = 0.01, .steps = 1000});
  CHECK(!run.status);
  CHECK(run.status.t > 0.3);
  CHECK(run.states.back().x.data[0] < 1);
  CHECK(run.states.back().x.data[0] > 0.9);
}

TEST_CASE("regularity between two states: signs of determinants, and volumes of normals") {
  const auto between = [](const auto& problem, const auto& start, double from, double to) {
    auto before = start, after = start;
    before.x.data[0] = from;
    after.x.data[0] = to;
    return RankGuard<Exact>::regularity(problem, before, after);
  };
  const auto flight = hamel::free(chart<2>(FadingAcross{}));
  const auto launch = flight.start(V2(0, 0), V2(1, 0));
  CHECK(between(flight, launch, 0.5, 0.9) > 0);
  CHECK(between(flight, launch, 0.5, 1.5) < 0);
  const auto wheel = nonholonomic(chart<3, 2>(Kinetic<3>{}, NearlyTheSame{}));
  const auto start = wheel.start(V3(0.5, 0, 0), V3(0, 1, 0));
  CHECK(between(wheel, start, 0.5, 0.1) > 0.05);
  CHECK(std::abs(between(wheel, start, 0.5, 1e-12)) < chart_rank_tolerance);
}

TEST_CASE("drift is what the method makes, and is removed only when asked") {
  const auto wheel = nonholonomic(sleigh());
  const auto start = wheel.start(V3(0, 0, 0.25), V3(1, std::tan(0.25), 0.2));
  const auto coarse =
      integrate(wheel, start, RungeKutta<Classical4>{}, {.step = 0.25, .steps = 12});
  auto end = coarse.states.back();
  const double drift = constraint_drift(wheel, end);
  CHECK(drift > 1e-9);
  CHECK(drift < 1e-4);
  const auto before = end;
  double moved = 0;
  CHECK(project_velocity(wheel, end, moved));
  CHECK(constraint_drift(wheel, end) <= 1e-15);
  CHECK(moved > 0.1 * drift);
  CHECK(moved < 10 * drift);
  CHECK(end.x.data == before.x.data);
  const auto exact = integrate(wheel, start, Exact{}, {.step = 0.25, .steps = 12});
  CHECK(constraint_drift(wheel, exact.states.back()) <= 1e-13);
}

TEST_CASE("changing phi to Lambda phi changes multipliers by the inverse, and not the motion") {
  const V3 q(0.5, 0.5, 0), v(1, -1. / 3, 0.5);
  const auto plain = vakonomic(particle());
  const auto scaled = vakonomic(particle_times_x());
  auto a = plain.start(q, v, V1(0.3));
  auto b = scaled.start(q, v, V1(0.3 / q[0]));
  Exact::Memory memory_a{}, memory_b{};
  for (int k = 0; k < 8; ++k) {
    REQUIRE(Exact{}.step(plain, 0., 0.25, a, memory_a));
    REQUIRE(Exact{}.step(scaled, 0., 0.25, b, memory_b));
    CHECK((a.x.data - b.x.data).norm() <= 1e-12);
    CHECK((a.m.head(3) - b.m.head(3)).norm() <= 1e-12);
    CHECK(std::abs(a.m[3] - b.x.data[0] * b.m[3]) <= 1e-12);
  }
}

TEST_CASE("nonholonomic reactions do no work; vakonomic ones may") {
  const auto wheel = nonholonomic(carriage());
  const V5 v = (V5() << -0.75, 0, 0.125, 0.5, 1).finished();
  const auto state = wheel.start(V5(V5::Zero()), v);
  const V5 force = reaction(wheel, state);
  const auto phi = wheel.constraint(V5(V5::Zero()), v);
  CHECK((force + phi.v.transpose() * multiplier_rates(wheel, state)).norm() <= 1e-13);
  CHECK(std::abs(force.dot(v)) <= 1e-13);
  CHECK(force.norm() > 1e-2);
}

TEST_CASE("energy of the extended Lagrangian is kept with a constraint that is not homogeneous") {
  // y' = 1 + x x': moving, affine.
  const auto phi = [](const auto& q, const auto& v) {
    using V = std::decay_t<decltype(v)>;
    return One<V>(v[1] - 1. - 0.5 * q[0] * v[0] * v[0]);
  };
  const auto plan = vakonomic(chart<2, 1>(Kinetic<2>{}, phi));
  const auto start = plan.start(V2(0.5, 0), V2(1, 1.25), V1(0.5));
  const auto run = integrate(plan, start, Exact{}, {.step = 0.1, .steps = 10});
  REQUIRE(run.status);
  CHECK(extended_energy(plan, run.states.back()) ==
        doctest::Approx(extended_energy(plan, start)).epsilon(1e-12));
  CHECK(std::abs(plan.system().energy(run.states.back().x, V2(run.states.back().m.head(2))) -
                 plan.system().energy(start.x, V2(start.m.head(2)))) > 1e-3);
}

TEST_CASE("run-time sizes give the same numbers") {
  const auto phi = [](const auto& q, const auto& v) {
    using V = std::decay_t<decltype(v)>;
    Vector<Scalar<V>, dynamic> value(1);
    value[0] = v[2] - q[1] * v[0];
    return value;
  };
  const auto l = [](const auto&, const auto& v) {
    auto sum = 0.5 * (v[0] * v[0]);
    for (int i = 1; i < v.size(); ++i) sum += 0.5 * (v[i] * v[i]);
    return sum;
  };
  const V3 q(0, 0.5, 0), v(1, -1. / 3, 0.5);
  const auto fixed = vakonomic(particle());
  const auto sized = vakonomic(chart(3, 1, l, phi));
  const auto a = integrate(fixed, fixed.start(q, v, V1(0.25)), Exact{}, {.step = 1, .steps = 4});
  const Vector<double, dynamic> lambda = V1(0.25);
  const auto b =
      integrate(sized, sized.start(Vector<double, dynamic>(q), Vector<double, dynamic>(v), lambda),
                Exact{}, {.step = 1, .steps = 4});
  REQUIRE(b.status);
  CHECK((a.states.back().m - b.states.back().m).norm() <= 1e-14);
  CHECK((a.states.back().x.data - b.states.back().x.data).norm() <= 1e-14);
  const Vector<double, dynamic> two = V2(0.25, 0);
  CHECK_THROWS_AS(sized.start(Vector<double, dynamic>(q), Vector<double, dynamic>(v), two),
                  DimensionError);
}
