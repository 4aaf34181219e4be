// The audit on heisenberg_generalized.
#include "audit.hpp"
#include "systems.hpp"

void audit::heisenberg_generalized(std::vector<Row>& rows) {
  all_dynamics(systems::heisenberg_generalized(), 3, rows);
}
