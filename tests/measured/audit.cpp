// Declared orders are measured orders, for every method with a name: `bench_audit` takes more systems and long runs.
#include "audit.hpp"

#include <doctest/doctest.h>

#include "systems.hpp"

TEST_CASE("order, energy and constraint of every method of fixed step") {
  const auto c = systems::suslov();
  const auto problem = c.nonholonomic();
  const auto start = problem.start(c.x, c.a);
  const double t = 5;
  auto exact = audit::widened(problem, start);
  REQUIRE(audit::advance(problem, exact, hamel::Collocation<hamel::Gauss6>{}, t, 2000));
  hamel::for_each_method([&]<class Registered>(const Registered& named) {
    if constexpr (!Registered::adaptive) {
      const auto row = audit::measure(named.name, c.name, problem, start, exact, t,
                                      typename Registered::Method{}, audit::plateau_of<Registered>);
      CAPTURE(row.method);
      CAPTURE(row.measured);
      CHECK(row.note.empty());
      CHECK(std::abs(row.measured - row.declared) <= 0.1);
      CHECK(row.energy < 1e-3);
      CHECK(row.constraint < 1e-13);
    }
  });
}
