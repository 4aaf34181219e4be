// The headers in a program built with -fno-exceptions -fno-rtti: steps run, refusals go to the handler, and what is not
// a number ends a step within its limit of iterations.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>

#include <hamel/hamel.hpp>
#include <hamel/integrator/linearise.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/moving_split.hpp>

#include "car_distribution.hpp"

#ifdef __cpp_exceptions
#error "this program is built without exceptions"
#endif

namespace {

using namespace hamel;

int failures = 0;
void require(bool holds, const char* what) {
  if (holds) return;
  std::printf("failed: %s\n", what);
  ++failures;
}

const auto group = SE2Cover{} * Torus<1>{};

auto robot() {
  Matrix<double, 4, 2> wheels;
  wheels << 1, 0, 0, 0, 0, 1, 0, 0;
  return with_inputs(
      mechanical(group, Matrix<double, 4>(Vector<double, 4>(1.3, 1.3, 0.7, 0.4).asDiagonal())),
      wheels);
}
Matrix<double, 4, 2> rolling() {
  Matrix<double, 4, 2> d;
  d << 0.9, 0, 0, 0, 0, 1, 1, 0;
  return d;
}

/// Steps at the state, at one that is not a number, at one of denormal velocity and at a huge one; each ends within the
/// limit of the method, and only what is finite is ok.
template <class P, class M, class St>
void require_bounded(const P& problem, const M& method, const St& start, int limit,
                     const char* what) {
  typename M::Memory memory{};
  for (const double scale :
       {1., std::numeric_limits<double>::denorm_min(), 1e-310, 1e300,
        std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    St state = start;
    state.m *= scale;
    const St before = state;
    const StepStatus status = method.step(problem, 0., 0.01, state, memory);
    require(status.iterations <= limit, what);
    if (status)
      require(all_finite(state.m) && all_finite(state.x.data), what);
    else
      require(state.x.data == before.x.data, what);
    if (std::abs(scale) <= 1) require(bool(status), what);
    if (!std::isfinite(scale)) require(!status, what);
  }
}

void steps() {
  const auto system = robot();
  const auto split = Split(system, rolling());
  const auto problem = nonholonomic(system, split);
  auto state = problem.start(group.identity<double>(), Vector<double, 4>(0.9, 0, 0.5, 1));
  const Variational<> method;
  Variational<>::Memory memory;
  const auto linear = linearise(problem, method, 0., 0.01, state, Vector<double, 2>(0.1, 0.2));
  for (int k = 0; k < 1000; ++k)
    require(bool(method.step(problem, 0.01 * k, 0.01, state, Vector<double, 2>(0, 0), memory)),
            "held inputs");
  // To the error of a method of order 2: h^2.
  require(std::abs(group.coordinates(state.x)[3] - 10) < 1e-4, "a wheel of speed 1 turns by 10");
  require(bool(linear.status) && all_finite(linear.A) && all_finite(linear.B), "linearise");

  require_bounded(problem, Variational<>{}, state, 25, "Variational");
  require_bounded(problem, RungeKutta<Classical4>{}, state, 0, "RungeKutta");
  require_bounded(problem, EnergyMidpoint{}, state, 100, "EnergyMidpoint");
  require_bounded(problem, Collocation<Gauss6>{}, state, 100, "Gauss");
  const auto best = vakonomic(system, split);
  require_bounded(best, Variational<Cayley>{},
                  best.start(group.identity<double>(), Vector<double, 4>(0.9, 0, 0.5, 1)), 25,
                  "vakonomic");

  const auto x = group.identity<double>();
  const auto car = nonholonomic(system, MovingSplit(system, systems::CarDistribution<>{}, x));
  require_bounded(car, Variational<>{}, car.start(x, Vector<double, 4>(0.8, 0, 0, 0.3)), 25,
                  "a constraint that moves");

  const auto body =
      free(mechanical(SO3{}, Matrix<float, 3>(Vector<float, 3>(1, 2, 3).asDiagonal())));
  auto spin = body.start(SO3{}.identity<float>(), Vector<float, 3>(0.3F, 1, -0.2F));
  Variational<Cayley>::Memory nothing;
  require(bool(Variational<Cayley>{}.step(body, 0.F, 0.01F, spin, nothing)), "in float");
}

void expected_refusal(const InputError& error) {
  const bool right = error.where() == "distribution" && failures == 0;
  std::printf("refused: %s\n", error.what());
  std::exit(right ? 0 : 1);
}

}  // namespace

int main() {
  steps();
  if (failures > 0) return 1;
  refusal_handler = expected_refusal;
  const Matrix<double, 4, 2> dependent = rolling() * Matrix<double, 2>::Ones();
  const Split refused(robot(), dependent);
  return 1;
}
