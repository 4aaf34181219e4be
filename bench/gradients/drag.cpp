// A unicycle with drag.
#include <cmath>

#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/element.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>

#include "table.hpp"
#include "wheels.hpp"

namespace {

using namespace hamel;
using namespace gradients;

/// Drag of the square of the speed, more of it from the side, in a wind that turns with the time.
template <class T>
struct Drag {
  using Number = T;
  Vector<T, 4> theta;
  template <class S>
  Vector<S, 4> operator()(const S& t, const Element<Plane, S>& x, const Vector<S, 4>& a) const {
    using std::sin;
    Vector<S, 4> f = Vector<S, 4>::Zero();
    f[0] = S(theta[3]) * a[0] * a[1] - a[0] * a[0] * x.data[1];
    f[2] = sin(S(t + x.data[2])) - S(theta[0]) * a[2] * a[0];
    return f;
  }
};
template <Dynamics kind>
struct Dragged {
  template <class T>
  auto operator()(const Vector<T, 4>& theta) const {
    return gradients::constrained<kind>(
        with_inputs(mechanical(Plane{}, masses(theta), NoPotential{}, Drag<T>{theta}),
                    motor(theta)),
        wheel(theta));
  }
};

}  // namespace

void gradients::drag() {
  row("unicycle with drag, free", Dragged<Dynamics::free>{}, wheel_parameters);
  row("unicycle with drag, nonholonomic", Dragged<Dynamics::nonholonomic>{}, wheel_parameters);
}
