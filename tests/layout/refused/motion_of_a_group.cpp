// A system moves, not a group.
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/se2.hpp>

int main() {
  hamel::free(hamel::SE2{});
}
