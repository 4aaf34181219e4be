// hamel.hpp alone declares what README's tables name.
#include <hamel/hamel.hpp>

using hamel::Holding;
using hamel::integrate;
using hamel::integrate_many;
using hamel::integrate_until;
using hamel::kinematic;
using hamel::linearise;
using hamel::MovingSplit;
using hamel::on_manifold;
using hamel::run_gradient;
using hamel::spanned_by;
using hamel::step_derivative;
using hamel::under;
using hamel::with_inputs;
