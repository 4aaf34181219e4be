// What the wheels of a car that steers allow.
#pragma once

#include <cmath>

#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>

namespace systems {

/// On SE(2) x T^1 the turn rate is tan(theta) / length times the speed, theta the angle of steering.
template <class T = double>
struct CarDistribution {
  T length{0.8};
  template <class G, class S>
  hamel::Matrix<S, 4, 2> operator()(const hamel::Element<G, S>& x) const {
    using std::cos, std::sin;
    const S& theta = x.data[4];
    hamel::Matrix<S, 4, 2> d = hamel::Matrix<S, 4, 2>::Zero();
    d(0, 0) = S(length) * cos(theta);
    d(2, 0) = sin(theta);
    d(3, 1) = S(1);
    return d;
  }
};

}  // namespace systems
