// Compositions: their parts are those of the sources, digit by digit; Newton in them is quadratic and is counted.
#include <algorithm>
#include <cmath>
#include <iterator>

#include <doctest/doctest.h>

#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/variational.hpp>

#include "systems.hpp"

using namespace hamel;

namespace {

/// The parts, against the conditions that hold of every symmetric composition of symmetric steps of order 2
/// (Hairer, Lubich & Wanner 2006, section V.3): their sum is 1, the sums of their odd powers below the order 0.
template <class Scheme>
void check_parts() {
  constexpr long double rounding = 2e-18L;
  const auto sum_of_powers = [](int k) {
    long double sum = 0;
    for (const long double gamma : Scheme::gamma) sum += std::pow(gamma, k);
    return sum;
  };
  CHECK(std::size(Scheme::gamma) == Scheme::stages);
  CHECK(std::equal(std::begin(Scheme::gamma), std::end(Scheme::gamma), std::rbegin(Scheme::gamma)));
  CHECK(std::abs(sum_of_powers(1) - 1) < rounding);
  for (int k = 3; k < Scheme::order; k += 2) CHECK(std::abs(sum_of_powers(k)) < rounding);
}

/// The most iterations that a step takes in a run.
template <class P, class St>
int most_iterations(const P& problem, St state, double h, int steps) {
  const Variational<> method;
  Variational<>::Memory memory;
  int most = 0;
  for (int i = 0; i < steps; ++i) {
    const StepStatus status = method.step(problem, i * h, h, state, memory);
    REQUIRE(status);
    most = std::max(most, status.iterations);
  }
  return most;
}

}  // namespace

TEST_CASE("the parts of the compositions have every digit") {
  check_parts<TripleJump4>();
  check_parts<Suzuki4>();
  check_parts<KahanLi6>();
  check_parts<KahanLi8>();
}

TEST_CASE("Newton's method has the exact derivative: it is quadratic") {
  const auto check = [](const auto& c, double h, int most) {
    CAPTURE(c.name);
    CHECK(most_iterations(c.free(), c.free().start(c.x, c.a), h, 20) <= most);
    CHECK(most_iterations(c.nonholonomic(), c.nonholonomic().start(c.x, c.a), h, 20) <= most);
    CHECK(most_iterations(c.vakonomic(), c.vakonomic().start(c.x, c.a, c.mu), h, 20) <= most);
  };
  check(systems::suslov(), 0.05, 3);
  check(systems::unicycle_potential(), 0.05, 3);
  check(systems::heisenberg_generalized(), 0.05, 3);
}

TEST_CASE("a composition counts the iterations of all its parts") {
  const auto c = systems::suslov();
  const auto problem = c.nonholonomic();
  auto state = problem.start(c.x, c.a);
  const Composition<KahanLi8, Variational<>> method;
  Composition<KahanLi8, Variational<>>::Memory memory;
  CHECK(method.step(problem, 0., 0.1, state, memory).iterations >= KahanLi8::stages);
}
