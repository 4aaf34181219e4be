// A step never allocates: every method, for a constant metric, with a potential, and for a metric that
// varies. Methods reach a group through its members alone: allocation_motions.cpp,
// allocation_groups.cpp and allocation_run_time.cpp run through those.
#include <cstddef>
#include <cstdlib>
#include <vector>

#include <Eigen/Core>
#include <doctest/doctest.h>

#include "steps_without_heap.hpp"
#include "systems.hpp"

using namespace allocations;

TEST_CASE("the counter counts what the standard library and Eigen allocate") {
  const long before = count();
  const std::vector<int> held(10);
  CHECK(count() == before + 1);
  const Eigen::VectorXd vector = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(held.size()));
  CHECK(count() == before + 2);
  CHECK(vector.size() == 10);
}

TEST_CASE("a constant metric") {
  const auto c = systems::suslov();
  check_dynamics(OfField{}, c);
  check_dynamics(OfBalance{}, c);
  check_dynamics(OfLinearConstraint{}, c);
}
