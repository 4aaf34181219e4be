// Constraints and metrics that move with the configuration.
#include <cmath>

#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/moving_split.hpp>

#include "../control/vehicles.hpp"
#include "car_distribution.hpp"
#include "table.hpp"

namespace {

using namespace hamel;
using Plane = decltype(SE2Cover{} * Torus<1>{});

/// A load that shifts with the wheel.
template <class T>
struct Shifting {
  using Number = T;
  Vector<T, 4> theta;
  template <class S>
  Matrix<S, 4> operator()(const Element<Plane, S>& x) const {
    using std::cos;
    Matrix<S, 4> m = Matrix<S, 4>::Identity();
    m(0, 0) = m(1, 1) = S(theta[1]);
    m(0, 2) = m(2, 0) = S(0.2) * S(theta[0]) * cos(x.data[4]);
    m(2, 2) += S(theta[2]);
    return m;
  }
};

/// A car, or without `steers` a unicycle, on a slope; with `shifts` its metric varies too.
template <Dynamics kind, bool steers, bool shifts>
struct Wheeled {
  template <class T>
  auto operator()(const Vector<T, 4>& theta) const {
    const Matrix<T, 4, 1> b(T(0), T(0), theta[3], T(1));
    const auto metric = [&] {
      if constexpr (shifts)
        return Shifting<T>{theta};
      else
        return Matrix<T, 4>(Vector<T, 4>(theta[1], theta[1], theta[2], T(0.4)).asDiagonal());
    };
    const auto system = with_inputs(mechanical(Plane{}, metric(), vehicles::Slope<T>{theta[3]}), b);
    if constexpr (steers) {
      const MovingSplit split(system, systems::CarDistribution<T>{theta[0]},
                              Plane{}.template identity<T>());
      if constexpr (kind == Dynamics::nonholonomic)
        return nonholonomic(system, split);
      else
        return vakonomic(system, split);
    } else {
      Matrix<T, 4, 2> d = Matrix<T, 4, 2>::Zero();
      d(0, 0) = theta[0];
      d(3, 0) = d(2, 1) = T(1);
      return gradients::constrained<kind>(system, d);
    }
  }
};

}  // namespace

void gradients::moving() {
  constexpr auto rolling = Dynamics::nonholonomic, steered = Dynamics::vakonomic;
  const Vector<double, 4> theta(0.9, 1.3, 0.8, 0.6);
  row("M(x), nonholonomic", Wheeled<rolling, false, true>{}, theta);
  row("D(x), nonholonomic", Wheeled<rolling, true, false>{}, theta);
  row("D(x), vakonomic", Wheeled<steered, true, false>{}, theta);
  row("D(x) and M(x), nonholonomic", Wheeled<rolling, true, true>{}, theta);
}
