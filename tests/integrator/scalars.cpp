// Runs, events and derivatives in any scalar give the same motion, to the scalar's own rounding.
#include <cmath>
#include <limits>
#include <type_traits>

#include <doctest/doctest.h>

#include <hamel/dynamics/problem.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/integrator/event.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/step_derivative.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

using namespace hamel;

TEST_CASE_TEMPLATE("a unicycle rolls in every scalar", S, float, double, long double) {
  const auto group = SE2{} * Torus<1>{};
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
