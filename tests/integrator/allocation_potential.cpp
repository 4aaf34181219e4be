// A step never allocates: every method, with a potential on a product of groups.
#include <doctest/doctest.h>

#include "steps_without_heap.hpp"
#include "systems.hpp"

using namespace allocations;

TEST_CASE("a potential") {
  const auto c = systems::unicycle_potential();
  check_dynamics(OfField{}, c);
  check_dynamics(OfBalance{}, c);
  check_dynamics(OfLinearConstraint{}, c);
}
