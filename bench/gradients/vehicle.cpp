// A body that moves in space.
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>

#include "table.hpp"

namespace {

using namespace hamel;

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

void gradients::vehicle() {
  row("SE3, free", Vehicle{}, Vector<double, 6>(2, 3, 4, 1, 1.2, 1.7));
}
