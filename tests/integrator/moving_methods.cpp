// Constraints that move: orders, compositions, symplecticity, energy, what is conserved, and where rank is lost.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/diagnostics/observables.hpp>
#include <hamel/diagnostics/order.hpp>
#include <hamel/dynamics/reaction.hpp>
#include <hamel/group/euclidean.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/energy_midpoint.hpp>
#include <hamel/integrator/event.hpp>
#include <hamel/integrator/gauss.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/linearise.hpp>
#include <hamel/integrator/run_gradient.hpp>
#include <hamel/integrator/variational.hpp>

#include "moving_systems.hpp"
#include "symplectic.hpp"

using namespace hamel;

namespace {

/// The order that a method reaches over [0, 1], with steps halved from 1/first on.
template <class P, class St, class M>
double order_of(const P& problem, const St& start, const M& method, long first) {
  const auto exact =
      integrate(problem, start, Adaptive<DormandPrince8>{}, {.step = 1., .steps = 1});
  REQUIRE(exact.status);
  std::vector<ConvergencePoint> points;
  for (int k = 0; k < 4; ++k) {
    const long steps = first << k;
    const auto run = integrate(problem, start, method,
                               {.step = 1. / double(steps), .steps = steps, .every = steps});
    REQUIRE(run.status);
    const auto &a = run.states.back(), &b = exact.states.back();
    points.push_back({1. / double(steps), std::max((a.m - b.m).cwiseAbs().maxCoeff(),
                                                   (a.x.data - b.x.data).cwiseAbs().maxCoeff())});
  }
  return measured_order(points, 3e-13);
}

template <class Case>
void check_orders(const char* name, const Case& c) {
  CAPTURE(std::string(name));
  const auto p = c.nonholonomic();
  const auto rolling = p.start(c.x, c.a);
  const auto v = c.vakonomic();
  const auto steered = v.start(c.x, c.a, c.mu);
  CHECK(order_of(p, rolling, Variational<>{}, 16) == doctest::Approx(2).epsilon(0.05));
  CHECK(order_of(v, steered, Variational<>{}, 16) == doctest::Approx(2).epsilon(0.05));
  CHECK(order_of(p, rolling, EnergyMidpoint{}, 16) == doctest::Approx(2).epsilon(0.05));
  CHECK(order_of(v, steered, EnergyMidpoint{}, 32) == doctest::Approx(2).epsilon(0.05));
  using Fourth = Composition<Suzuki4, Variational<>>;
  CHECK(order_of(p, rolling, Fourth{}, 8) == doctest::Approx(4).epsilon(0.05));
  CHECK(order_of(v, steered, Fourth{}, 8) == doctest::Approx(4).epsilon(0.05));
  using Sixth = Composition<KahanLi6, Variational<>>;
  CHECK(order_of(p, rolling, Sixth{}, 5) == doctest::Approx(6).epsilon(0.05));
  CHECK(order_of(v, steered, Sixth{}, 8) == doctest::Approx(6).epsilon(0.05));
}

/// A steering angle that is prescribed: theta1 = theta1(0) + sin t.
struct Prescribed {
  template <class G, class S>
  Vector<S, 4> operator()(const S& t, const Element<G, S>&) const {
    using std::cos;
    Vector<S, 4> v = Vector<S, 4>::Zero();
    v[3] = cos(t);
    return v;
  }
};
struct Drive {
  template <class G, class S>
  Matrix<S, 4, 1> operator()(const Element<G, S>& x) const {
    return systems::CarDistribution<>{}(x).col(0);
  }
};

/// A column that turns without end on the way to where it vanishes, the origin.
struct Spiral {
  template <class G, class S>
  Matrix<S, 2, 1> operator()(const Element<G, S>& x) const {
    const S &u = x.data[0], &v = x.data[1];
    return {S(2) * v - u, S(-2) * u - v};
  }
};
/// A column that is short beside the start's and vanishes nowhere.
struct Shrinking {
  template <class G, class S>
  Matrix<S, 2, 1> operator()(const Element<G, S>& x) const {
    using std::exp;
    return {exp(S(-20) * x.data[0]), S(0)};
  }
};
/// A force without bound where x = 1/2.
struct Attraction {
  template <class G, class S>
  S operator()(const Element<G, S>& x) const {
    return S(0.01) / (x.data[0] - S(0.5));
  }
};

/// The cost of a run that asks for nothing.
struct NoCost {
  template <class St>
  auto end(double, const St& s) const {
    return typename decltype(St::m)::Scalar(s.m[0]);
  }
};

}  // namespace

TEST_CASE("orders of the variational methods and of their compositions on a car") {
  check_orders("car", systems::car());
}

TEST_CASE("orders on Chaplygin's ball") {
  const auto c = systems::chaplygin_ball();
  const auto p = c.nonholonomic();
  const auto v = c.vakonomic();
  CHECK(order_of(p, p.start(c.x, c.a), Variational<>{}, 16) == doctest::Approx(2).epsilon(0.05));
  CHECK(order_of(v, v.start(c.x, c.a, c.mu), Variational<>{}, 16) ==
        doctest::Approx(2).epsilon(0.05));
  using Eighth = Composition<KahanLi8, Variational<>>;
  CHECK(order_of(p, p.start(c.x, c.a), Eighth{}, 2) == doctest::Approx(8).epsilon(0.08));
}

TEST_CASE("vakonomic maps under a constraint that moves are symplectic") {
  const auto c = systems::car();
  check_symplectic(c.vakonomic(), c.vakonomic().start(c.x, c.a, c.mu), Variational<>{}, 0.05);
}

TEST_CASE("energy-conserving midpoint rules, also where the metric varies") {
  const auto check = [](const auto& p, const auto& start) {
    const auto run =
        integrate(p, start, EnergyMidpoint{}, {.step = 0.05, .steps = 400, .every = 40});
    REQUIRE(run.status);
    for (const auto& s : run.states) {
      CHECK(std::fabs(energy(p, s) - energy(p, start)) < 1e-13);
      CHECK(constraint_residual(p, s) < 1e-13);
    }
    auto back = start;
    EnergyMidpoint::Memory memory;
    REQUIRE(EnergyMidpoint{}.step(p, 0., 0.1, back, memory));
    CHECK((back.m - start.m).cwiseAbs().maxCoeff() > 1e-4);
    REQUIRE(EnergyMidpoint{}.step(p, 0.1, -0.1, back, memory));
    CHECK((back.m - start.m).cwiseAbs().maxCoeff() < 1e-13);
  };
  const auto both = [&](const auto& c) {
    check(c.nonholonomic(), c.nonholonomic().start(c.x, c.a));
    check(c.vakonomic(), c.vakonomic().start(c.x, c.a, c.mu));
  };
  both(systems::car());
  both(systems::tractor_trailer());
  both(systems::chaplygin_ball());
  // a metric that varies alone: free motion, and d constant
  const auto c = systems::tractor_trailer();
  const auto open = free(c.system);
  check(open, open.start(c.x, c.a));
  Matrix<double, 4, 2> d = Matrix<double, 4, 2>::Zero();
  d(0, 0) = d(2, 1) = d(3, 1) = 1;
  const auto held = nonholonomic(c.system, Split(c.system, d, c.x));
  check(held, held.start(c.x, Vector<double, 4>(d * Vector<double, 2>(0.7, 0.4))));
  // under an offset no energy is conserved: there is nothing for the method to keep
  const auto driven = nonholonomic(c.system, MovingSplit(c.system, Drive{}, c.x, Prescribed{}));
  auto state =
      driven.start(c.x, Vector<double, 4>(Drive{}(c.x) * 0.7 + Vector<double, 4>(0, 0, 0, 1)));
  EnergyMidpoint::Memory memory;
  CHECK(EnergyMidpoint{}.step(driven, 0., 0.1, state, memory).outcome == Outcome::unsupported);
}

TEST_CASE("the reaction does no work, and the multiplier belongs to the constraint where it is") {
  const auto c = systems::tractor_trailer();
  const auto p = c.nonholonomic();
  const auto run = integrate(p, p.start(c.x, c.a), Variational<>{}, {.step = 0.05, .steps = 10});
  const auto& s = run.states.back();
  const auto nu = reaction(p, 0., s);
  CHECK((p.basis(s.x).transpose() * nu).cwiseAbs().maxCoeff() < 1e-14);
  CHECK(nu.cwiseAbs().maxCoeff() > 0.01);
  const auto event =
      integrate_until(p, p.start(c.x, c.a), Variational<>{}, {.step = 0.05, .steps = 100},
                      [](double, const auto& at) { return at.x.data[4] - 0.1; });
  CHECK(event.happened);
  CHECK(std::fabs(event.value) < 1e-10);
}

TEST_CASE("a shape that is prescribed in time moves as it should under a constraint that moves") {
  const auto c = systems::car();
  const MovingSplit split(c.system, Drive{}, c.x, Prescribed{});
  const auto p = nonholonomic(c.system, split);
  const Vector<double, 4> a = Drive{}(c.x) * 0.7 + Vector<double, 4>(0, 0, 0, 1);
  const auto start = p.start(c.x, a);
  const auto run = integrate(p, start, Variational<>{}, {.step = 0.01, .steps = 200});
  REQUIRE(run.status);
  CHECK(std::fabs(run.states.back().x.data[4] - 0.2 - std::sin(2.)) < 1e-4);
  const auto& end = run.states.back();
  const auto v = p.velocity(2., end.x, end.m);
  CHECK(v[3] == doctest::Approx(std::cos(2.)));
  CHECK(std::fabs(0.8 * v[2] - std::tan(end.x.data[4]) * v[0]) < 1e-14);
  CHECK(order_of(p, start, Variational<>{}, 16) == doctest::Approx(2).epsilon(0.05));
}

TEST_CASE("a rank that is lost on the way is told apart, with the time and the state before") {
  const auto c = systems::car();
  const auto system = mechanical(c.system.group(), c.system.metric_function());
  const auto p = nonholonomic(system, MovingSplit(system, systems::Narrowing{}, c.x));
  const Vector<double, 4> a = systems::Narrowing{}(c.x) * Vector<double, 2>(0.5, 0.5);
  const auto run = integrate(p, p.start(c.x, a), Variational<>{}, {.step = 0.01, .steps = 1000});
  CHECK(run.status.outcome == Outcome::rank_lost);
  CHECK(run.status.residual < 1e-5);
  const double angle = run.states.back().x.data[4];  // of the last state before sin(theta1) = 0
  CHECK(run.status.t == doctest::Approx(run.times.back()));
  CHECK(std::fabs(std::sin(angle)) < 0.02);
  const auto fine =
      integrate(p, p.start(c.x, a), Adaptive<DormandPrince5>{}, {.step = 0.1, .steps = 100});
  CHECK(fine.status.outcome == Outcome::rank_lost);
  // with the same answer from every way to take steps
  const Variational<> method;
  auto state = p.start(c.x, a);
  StepStatus status{Outcome::ok, 0, 0};
  for (long k = 0; status; ++k) {
    const auto step = linearise(p, method, 0.01 * double(k), 0.01, state);
    status = step.status;
    CHECK((step.end.x.data == state.x.data) == !status);
    state = step.end;
  }
  CHECK(status.outcome == Outcome::rank_lost);
  CHECK((state.x.data - run.states.back().x.data).cwiseAbs().maxCoeff() < 1e-12);
  const auto itself = [&p](const auto& theta) {
    using T = typename std::decay_t<decltype(theta)>::Scalar;
    const auto own = mechanical(
        p.group(), Matrix<T, 4>(p.metric(p.group().identity<double>()).cast<T>() * theta[0]));
    return nonholonomic(
        own, MovingSplit(own, systems::Narrowing{},
                         p.group().from_coordinates(std::vector<T>{T(0), T(0), T(0.3), T(0.2)})));
  };
  const Vector<double, 1> theta(1);
  const auto gradient =
      run_gradient(itself, theta, method, p.start(c.x, a), {.step = 0.01, .steps = 1000},
                   Eigen::Matrix<double, 0, Eigen::Dynamic>(0, 1000), NoCost{});
  CHECK(gradient.status.outcome == Outcome::rank_lost);
  CHECK(gradient.status.steps == run.status.steps);
  CHECK_THROWS_AS(MovingSplit(system, systems::Narrowing{}, c.system.group().identity<double>()),
                  ConstraintViolation);
}

TEST_CASE(
    "a column that vanishes on the way is a rank that is lost, whatever the method makes of it") {
  const auto c = systems::car();
  const auto system = mechanical(c.system.group(), c.system.metric_function());
  const auto p = nonholonomic(system, MovingSplit(system, systems::Fading{}, c.x));
  const Vector<double, 4> a = systems::Fading{}(c.x) * Vector<double, 2>(0.5, -0.5);
  const auto start = p.start(c.x, a);
  const auto met = [&](const auto& method, double step) {
    const auto run = integrate(p, start, method, {.step = step, .steps = 1000});
    CHECK(run.status.outcome == Outcome::rank_lost);
    CHECK(run.status.t < 0.4 + step);
    CHECK(std::fabs(run.states.back().x.data[4]) < 1.1 * step);
  };
  met(RungeKutta<Classical4>{}, 0.011);
  met(Variational<>{}, 0.011);
  met(Collocation<Gauss4>{}, 0.011);
  met(Collocation<Gauss6>{}, 0.011);
  met(EnergyMidpoint{}, 0.011);
  met(Adaptive<DormandPrince5>{}, 0.11);
  met(Adaptive<DormandPrince8>{}, 0.11);
  met(Adaptive<DormandPrince8>{}, 0.7);  // in the first
}

TEST_CASE("steps that fail where a column vanishes altogether say that the rank is lost") {
  const Euclidean<2> group;
  const auto at = [&](double u, double v) {
    return group.from_coordinates(std::vector<double>{u, v});
  };
  const auto ends = [](const auto& p, const auto& start, const auto& method) {
    return integrate(p, start, method, {.step = 0.02, .steps = 400}).status;
  };
  // on this spiral the way to the origin is sqrt(5) times the distance: at unit speed t = 0.3 sqrt(5)
  const auto system = mechanical(group, Matrix<double, 2>(Matrix<double, 2>::Identity()));
  const auto x = at(0.3, 0);
  const auto p = nonholonomic(system, MovingSplit(system, Spiral{}, x));
  const auto start = p.start(x, Vector<double, 2>(Spiral{}(x) / Spiral{}(x).norm()));
  const auto met = [&](const auto& method) {
    const RunStatus status = ends(p, start, method);
    CHECK(status.outcome == Outcome::rank_lost);
    CHECK(std::fabs(status.t - 0.3 * std::sqrt(5.)) < 0.05);
  };
  met(Adaptive<DormandPrince5>{});
  met(Adaptive<DormandPrince8>{});
  met(Collocation<Gauss4>{});
  met(Collocation<Gauss6>{});
  // whatever the units of the column and of the metric
  const auto heavy = mechanical(group, Matrix<double, 2>(Matrix<double, 2>::Identity() * 1e12));
  const auto large = nonholonomic(heavy, MovingSplit(heavy, Spiral{}, x));
  CHECK(ends(large, large.start(x, Vector<double, 2>(Spiral{}(x))), Adaptive<DormandPrince8>{})
            .outcome == Outcome::rank_lost);
  // and not where a step fails for another reason
  const auto pulled =
      mechanical(group, Matrix<double, 2>(Matrix<double, 2>::Identity()), Attraction{});
  const auto q = nonholonomic(pulled, MovingSplit(pulled, Shrinking{}, at(0, 0)));
  const auto falling = q.start(at(0, 0), Vector<double, 2>(0.5, 0));
  const auto other = [&](const auto& method) {
    const Outcome outcome = ends(q, falling, method).outcome;
    CHECK(outcome != Outcome::ok);
    CHECK(outcome != Outcome::rank_lost);
  };
  other(Adaptive<DormandPrince5>{});
  other(Adaptive<DormandPrince8>{});
}
