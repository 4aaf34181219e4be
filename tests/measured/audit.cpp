// Declared orders are measured orders, for one method of each family: `bench_audit` takes all methods and systems.
#include "audit.hpp"

#include <vector>

#include <doctest/doctest.h>

#include "systems.hpp"

TEST_CASE("order, energy and constraint of a method of each family") {
  const auto c = systems::suslov();
  const auto problem = c.nonholonomic();
  const auto start = problem.start(c.x, c.a);
  const double t = 5;
  auto exact = audit::widened(problem, start);
  REQUIRE(audit::advance(problem, exact, hamel::Collocation<hamel::Gauss6>{}, t, 2000));
  std::vector<audit::Row> rows;
  const auto add = [&](const char* name, const auto& method, double plateau) {
    rows.push_back(audit::measure(name, c.name, problem, start, exact, t, method, plateau));
  };
  add("variational", hamel::Variational<>{}, audit::many_operations);
  add("Suzuki 4", hamel::Composition<hamel::Suzuki4, hamel::Variational<>>{},
      audit::many_operations);
  add("Munthe-Kaas 4", hamel::RungeKutta<hamel::Classical4>{}, audit::few_operations);
  add("commutator-free 4", hamel::CommutatorFree4{}, audit::few_operations);
  add("Gauss 4", hamel::Collocation<hamel::Gauss4>{}, audit::many_operations);
  for (const auto& row : rows) {
    CAPTURE(row.method);
    CAPTURE(row.measured);
    CHECK(row.note.empty());
    CHECK(std::abs(row.measured - row.declared) <= 0.1);
    CHECK(row.energy < 1e-3);
    CHECK(row.constraint < 1e-13);
  }
}
