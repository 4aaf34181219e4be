// A step never allocates: rotations and motions, with methods that use all of their members.
#include <doctest/doctest.h>

#include <hamel/group/se2_cover.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so21.hpp>
#include <hamel/group/so3.hpp>

#include "heap_groups.hpp"

using namespace allocations;

TEST_CASE("rotations and motions") {
  check_group(AllMembers{}, SO3{});
  check_group(AllMembers{}, SO21{});
  check_group(AllMembers{}, SE2Cover{});
  check_group(AllMembers{}, SE3{});
}
