// The audit on unicycle_potential.
#include "audit.hpp"
#include "systems.hpp"

void audit::unicycle_potential(std::vector<Row>& rows) {
  all_dynamics(systems::unicycle_potential(), 4, rows);
}
