// A potential that depends on time, U(t,x) = k (x - sin t)^2 / 2: exact solutions.
#include <cmath>

#include <doctest/doctest.h>

#include <hamel/diagnostics/observables.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/euclidean.hpp>
#include <hamel/integrator/commutator_free.hpp>
#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/energy_midpoint.hpp>
#include <hamel/integrator/gauss.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/system/mechanical.hpp>

using namespace hamel;

namespace {

constexpr double stiffness = 4;

/// A spring whose other end swings.
struct Driven {
  template <class S>
  S operator()(const S& t, const Element<Euclidean<1>, S>& x) const {
    using std::sin;
    const S d = x.data[0] - S(sin(t));
    return S(stiffness / 2) * d * d;
  }
};

/// The same with x^*dU written out.
struct DrivenByHand : Driven {
  template <class S>
  Vector<S, 1> gradient(const S& t, const Element<Euclidean<1>, S>& x) const {
    using std::sin;
    return Vector<S, 1>(S(stiffness) * (x.data[0] - S(sin(t))));
  }
};

auto problem(const auto& potential) {
  return free(mechanical(Euclidean<1>{}, Matrix<double, 1>(Matrix<double, 1>::Ones()), potential));
}

/// x'' = -4 x + 4 sin t with x(t0), x'(t0) on the motion x = 4/3 sin t + 1/2 cos 2t.
double exact(double t) {
  return 4. / 3 * std::sin(t) + std::cos(2 * t) / 2;
}
double exact_rate(double t) {
  return 4. / 3 * std::cos(t) - std::sin(2 * t);
}

template <class M>
double error(const auto& p, const M& method, int steps) {
  const double start = 0.4, length = 2;
  Element<Euclidean<1>, double> x;
  x.data[0] = exact(start);
  const auto run = integrate(p, p.start(x, Vector<double, 1>(exact_rate(start))), method,
                             {.step = length / steps, .steps = steps, .start = start});
  REQUIRE(run.status);
  return std::abs(run.states.back().x.data[0] - exact(start + length));
}

}  // namespace

TEST_CASE("methods keep their order where the potential depends on time") {
  const auto p = problem(Driven{});
  CHECK(error(p, Collocation<Gauss6>{}, 100) < 1e-12);
  const auto slope = [&](const auto& method, int steps = 100) {
    return std::log2(error(p, method, steps) / error(p, method, 2 * steps));
  };
  CHECK(std::abs(slope(Variational<>{}) - 2) < 0.05);
  CHECK(std::abs(slope(EnergyMidpoint{}) - 2) < 0.05);
  CHECK(std::abs(slope(Collocation<Gauss4>{}) - 4) < 0.05);
  CHECK(std::abs(slope(RungeKutta<Classical4>{}) - 4) < 0.05);
  CHECK(std::abs(slope(CommutatorFree4{}) - 4) < 0.05);
  CHECK(std::abs(slope(Composition<TripleJump4, Variational<>>{}) - 4) < 0.05);
  CHECK(std::abs(slope(Composition<Suzuki4, Variational<>>{}) - 4) < 0.05);
  CHECK(std::abs(slope(Composition<KahanLi6, Variational<>>{}, 10) - 6) < 0.1);
}

TEST_CASE("a gradient written out takes the place of the automatic one") {
  CHECK(error(problem(DrivenByHand{}), Collocation<Gauss6>{}, 100) < 1e-12);
}

TEST_CASE("the energy is that of the time it is asked for") {
  const auto p = problem(Driven{});
  Element<Euclidean<1>, double> x;
  x.data[0] = 0.5;
  const auto state = p.start(x, Vector<double, 1>(0.3));
  for (const double t : {0., 0.7}) {
    const double d = 0.5 - std::sin(t);
    CHECK(energy(p, t, state) == doctest::Approx(0.045 + 2 * d * d).epsilon(1e-15));
  }
}
