// A step never allocates: nilpotent and abelian groups and a product, of fixed size.
#include <doctest/doctest.h>

#include <hamel/group/euclidean.hpp>
#include <hamel/group/heisenberg.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>

#include "heap_groups.hpp"

using namespace allocations;

TEST_CASE("nilpotent and abelian groups") {
  check_group(AllMembers{}, Heisenberg<2>{});
  check_group(AllMembers{}, Torus<2>{});
  check_group(AllMembers{}, Euclidean<3>{});
}

TEST_CASE("a product") {
  check_group(AllMembers{}, SO3{} * Euclidean<3>{});
}
