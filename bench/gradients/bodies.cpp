// Bodies that turn, and one that moves in space.
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>

#include "table.hpp"

namespace {

using namespace hamel;

/// A weight on the axis.
template <class T>
struct Weight {
  using Number = T;
  T size;
  template <class S>
  S operator()(const Element<SO3, S>& r) const {
    return S(size) * (S(1.5) - S(3) * (r.data[1] * r.data[1] + r.data[2] * r.data[2]));
  }
};

/// A body with its inertia, the torque of one motor and its weight for parameters.
template <Dynamics kind, bool heavy>
struct Body {
  template <class T>
  auto operator()(const Vector<T, 7>& theta) const {
    Matrix<T, 3> m;
    m << theta[0], theta[3], theta[4], theta[3], theta[1], theta[5], theta[4], theta[5], theta[2];
    Matrix<T, 3, 2> d;
    d << T(1), T(0), T(0), T(1), T(0.2) * theta[6], T(0);
    const Matrix<T, 3, 1> b(theta[6], T(0.3), T(1));
    if constexpr (heavy)
      return gradients::constrained<kind>(with_inputs(mechanical(SO3{}, m, Weight<T>{theta[6]}), b),
                                          d);
    else
      return gradients::constrained<kind>(with_inputs(mechanical(SO3{}, m), b), d);
  }
};

/// A body under water, of added masses, with one propeller.
struct Vehicle {
  template <class T>
  auto operator()(const Vector<T, 6>& theta) const {
    Matrix<T, 6> m = theta.asDiagonal();
    m(0, 4) = m(4, 0) = T(0.1);
    Matrix<T, 6, 1> b = Matrix<T, 6, 1>::Zero();
    b(0, 0) = b(3, 0) = T(1);
    return free(with_inputs(mechanical(SE3{}, m), b));
  }
};

}  // namespace

void gradients::bodies() {
  const Vector<double, 7> body = (Vector<double, 7>() << 2, 3, 4, 0.1, 0.5, 0.7, 0.9).finished();
  row("SO3, free", Body<Dynamics::free, false>{}, body);
  row("SO3 with a weight, free", Body<Dynamics::free, true>{}, body);
  row("SO3, nonholonomic", Body<Dynamics::nonholonomic, false>{}, body);
  row("SO3, vakonomic", Body<Dynamics::vakonomic, false>{}, body);
  row("SO3 with a weight, nonholonomic", Body<Dynamics::nonholonomic, true>{}, body);
  row("SE3, free", Vehicle{}, Vector<double, 6>(2, 3, 4, 1, 1.2, 1.7));
}
