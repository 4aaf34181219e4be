// Bodies that turn and nothing acts on but a motor.
#include "bodies.hpp"

void gradients::bodies() {
  using hamel::Dynamics;
  row("SO3, free", Body<Dynamics::free, false>{}, body_parameters);
  row("SO3, nonholonomic", Body<Dynamics::nonholonomic, false>{}, body_parameters);
  row("SO3, vakonomic", Body<Dynamics::vakonomic, false>{}, body_parameters);
}
