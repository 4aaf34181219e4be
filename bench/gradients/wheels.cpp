// Vehicles whose constraint is constant: a carriage, and a unicycle on a slope.
#include "wheels.hpp"

#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>

#include "../control/vehicles.hpp"
#include "table.hpp"

namespace {

using namespace hamel;
using namespace gradients;

template <Dynamics kind>
struct Unicycle {
  template <class T>
  auto operator()(const Vector<T, 4>& theta) const {
    return gradients::constrained<kind>(
        with_inputs(mechanical(Plane{}, masses(theta), vehicles::Slope<T>{theta[3]}), motor(theta)),
        wheel(theta));
  }
};

}  // namespace

void gradients::wheels() {
  row("carriage on SE2 x T2, nonholonomic", vehicles::Carriage{}, vehicles::carriage());
  row("unicycle on a slope, free", Unicycle<Dynamics::free>{}, wheel_parameters);
  row("unicycle on a slope, nonholonomic", Unicycle<Dynamics::nonholonomic>{}, wheel_parameters);
  row("unicycle on a slope, vakonomic", Unicycle<Dynamics::vakonomic>{}, wheel_parameters);
}
