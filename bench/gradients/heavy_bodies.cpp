// Bodies that turn and have a weight.
#include "bodies.hpp"

void gradients::heavy_bodies() {
  using hamel::Dynamics;
  row("SO3 with a weight, free", Body<Dynamics::free, true>{}, body_parameters);
  row("SO3 with a weight, nonholonomic", Body<Dynamics::nonholonomic, true>{}, body_parameters);
}
