// A step never allocates: every method that takes one, with a metric that varies.
#include <doctest/doctest.h>

#include "steps_without_heap.hpp"
#include "systems.hpp"

using namespace allocations;

TEST_CASE("a metric that varies") {
  const auto c = systems::heisenberg_generalized();
  check_dynamics(OfField{}, c);
  check_dynamics(OfBalance{}, c);
}
