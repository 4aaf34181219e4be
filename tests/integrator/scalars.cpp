// Runs, events and derivatives in any scalar give the same motion, to the scalar's own rounding.
#include <cmath>
#include <limits>
#include <type_traits>

#include <doctest/doctest.h>

#include <hamel/dynamics/problem.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/commutator_free.hpp>
#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/energy_midpoint.hpp>
#include <hamel/integrator/event.hpp>
#include <hamel/integrator/gauss.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/linearise.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/step_derivative.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/retraction/cayley.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

using namespace hamel;

namespace {

/// A body drawn down by its third axis.
struct Pull {
  template <class S>
  S operator()(const Element<SO3, S>& x) const {
    return S(3) * SO3{}.matrix(x)(2, 2);
  }
};

template <class S>
auto drawn_body() {
  const Matrix<S, 3> inertia = Vector<S, 3>(1, 2, 3).asDiagonal();
  return mechanical(SO3{}, inertia, Pull{});
}
template <class S>
auto vakonomic_body() {
  const auto system = drawn_body<S>();
  Matrix<S, 3, 2> d = Matrix<S, 3, 2>::Zero();
  d(0, 0) = d(1, 1) = S(1);
  return vakonomic(system, Split(system, d));
}

/// The stored numbers and the momentum after one unit of time, and where a clock passes 0.55.
template <class S, class M>
Vector<long double, 8> measured(const M& method) {
  const auto problem = vakonomic_body<S>();
  const auto start = problem.start(SO3{}.template identity<S>(), Vector<S, 3>(1, 2, 0),
                                   Vector<S, 3>(S(0), S(0), S(0.25)));
  auto last = start;
  const RunStatus status =
      observe_run(problem, start, method, {.step = S(1) / S(32), .steps = 32},
                  [&](const S&, const auto& state, const RunStatus&) { last = state; });
  REQUIRE(status);
  const auto event = integrate_until(
      problem, start, method, RunOptionsIn<S>{.step = S(1) / S(8), .steps = 8},
      [](const S& t, const auto&) { return t - S(0.55L); }, 4 * std::numeric_limits<S>::epsilon());
  REQUIRE(event.happened);
  Vector<long double, 8> all;
  for (int i = 0; i < 4; ++i) all[i] = last.x.data[i];
  for (int i = 0; i < 3; ++i) all[4 + i] = last.m[i];
  all[7] = event.t;
  return all;
}

template <class M>
void check_scalars(const M& method, long double allowed) {
  const auto reference = measured<long double>(method);
  const auto check = [&]<class S>(S) {
    const long double limit = allowed * std::numeric_limits<S>::epsilon();
    CHECK((measured<S>(method) - reference).norm() < limit);
  };
  check(float());
  check(double());
}

}  // namespace

TEST_CASE("every kind of method runs, is observed and finds events in every scalar") {
  check_scalars(Variational<>{}, 100);
  check_scalars(Variational<Cayley, Midpoint>{}, 100);
  check_scalars(EnergyMidpoint{}, 100);
  check_scalars(RungeKutta<Classical4>{}, 100);
  check_scalars(CommutatorFree4{}, 100);
  check_scalars(Collocation<Gauss4>{}, 100);
  check_scalars(Composition<TripleJump4, Variational<>>{}, 200);
  check_scalars(Adaptive<DormandPrince5>{}, 4000);  // its tolerance is below the rounding of float
}

TEST_CASE_TEMPLATE("derivatives of a step agree in every scalar", S, float, double, long double) {
  const auto problem = vakonomic_body<S>();
  const auto start = problem.start(SO3{}.template identity<S>(), Vector<S, 3>(1, 2, 0),
                                   Vector<S, 3>(S(0), S(0), S(0.25)));
  const auto slope = step_derivative(problem, Variational<>{}, 0, S(0.0625), start);
  const auto line = linearise(problem, Variational<>{}, S(0), S(0.0625), start, Vector<S, 0>());
  REQUIRE(slope.status);
  REQUIRE(line.status);
  CHECK((slope.by_state - line.A).norm() < 100 * std::numeric_limits<S>::epsilon());
}

TEST_CASE_TEMPLATE("a unicycle rolls in every scalar", S, float, double, long double) {
  const auto group = SE2Cover{} * Torus<1>{};
  const auto system = mechanical(group, Matrix<S, 4>(Matrix<S, 4>::Identity()));
  Matrix<S, 4, 2> d = Matrix<S, 4, 2>::Zero();
  d(0, 0) = S(0.25);
  d(2, 1) = d(3, 0) = S(1);
  const auto rolling = nonholonomic(system, Split(system, d));
  const auto start = rolling.start(group.template identity<S>(), d * Vector<S, 2>(1, S(0.5)));
  const S rounding = std::numeric_limits<S>::epsilon();

  const auto run =
      integrate(rolling, start, Variational<>{}, {.step = S(1) / S(64), .steps = 128, .every = 64});
  REQUIRE(run.status);
  static_assert(std::is_same_v<typename decltype(run.times)::value_type, S>);
  CHECK(run.times.back() == 2);
  const S heading = run.states.back().x.data[2];
  CHECK(std::abs(heading - 1) < 1e-4);  // turns at a constant rate, up to the method's error

  const RunOptions options{.step = 0.125, .steps = 100};  // doubles serve every scalar
  const auto until = integrate_until(rolling, start, Variational<>{}, options,
                                     [](const S&, const auto& s) { return s.x.data[2] - S(1); },
                                     rounding);
  REQUIRE(until.happened);
  CHECK(std::abs(until.value) <= 8 * rounding);

  const S h = S(1) / S(64);
  const auto slope = step_derivative(rolling, Variational<>{}, 0, h, start);
  REQUIRE(slope.status);
  auto ahead = start;
  Variational<>::Memory memory;
  const S bump = std::sqrt(rounding);
  ahead.m[1] += bump;
  auto here = start;
  REQUIRE(Variational<>{}.step(rolling, S(0), h, ahead, memory));
  REQUIRE(Variational<>{}.step(rolling, S(0), h, here, memory));
  const S quotient = (ahead.x.data[2] - here.x.data[2]) / bump;
  CHECK(std::abs(slope.by_state(2, 5) - quotient) < 16 * bump);
}
