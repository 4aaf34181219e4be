// Vehicles whose constraint is constant: a carriage, and a unicycle on a slope or with drag.
#include <cmath>

#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>

#include "../control/vehicles.hpp"
#include "table.hpp"

namespace {

using namespace hamel;
using Plane = decltype(SE2{} * Torus<1>{});

template <class T>
Matrix<T, 4> masses(const Vector<T, 4>& theta) {
  return Vector<T, 4>(theta[1], theta[1], theta[2], T(0.4)).asDiagonal();
}
template <class T>
Matrix<T, 4, 2> wheel(const Vector<T, 4>& theta) {
  Matrix<T, 4, 2> d = Matrix<T, 4, 2>::Zero();
  d(0, 0) = theta[0];
  d(3, 0) = d(2, 1) = T(1);
  return d;
}
template <class T>
Matrix<T, 4, 1> motor(const Vector<T, 4>& theta) {
  return Matrix<T, 4, 1>(T(0), T(0), theta[3], T(1));
}

template <Dynamics kind>
struct Unicycle {
  template <class T>
  auto operator()(const Vector<T, 4>& theta) const {
    return gradients::constrained<kind>(
        with_inputs(mechanical(Plane{}, masses(theta), vehicles::Slope<T>{theta[3]}), motor(theta)),
        wheel(theta));
  }
};

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

void gradients::wheels() {
  const Vector<double, 4> theta(0.9, 1.3, 0.8, 0.6);
  row("carriage on SE2 x T2, nonholonomic", vehicles::Carriage{}, vehicles::carriage());
  row("unicycle on a slope, free", Unicycle<Dynamics::free>{}, theta);
  row("unicycle on a slope, nonholonomic", Unicycle<Dynamics::nonholonomic>{}, theta);
  row("unicycle on a slope, vakonomic", Unicycle<Dynamics::vakonomic>{}, theta);
  row("unicycle with drag, free", Dragged<Dynamics::free>{}, theta);
  row("unicycle with drag, nonholonomic", Dragged<Dynamics::nonholonomic>{}, theta);
}
