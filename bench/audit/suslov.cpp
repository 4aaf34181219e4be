// The audit on suslov.
#include "audit.hpp"
#include "systems.hpp"

void audit::suslov(std::vector<Row>& rows) {
  all_dynamics(systems::suslov(), 5, rows);
}
