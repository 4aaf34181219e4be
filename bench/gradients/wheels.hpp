// Numbers of a wheel that rolls.
#pragma once

#include <hamel/core/types.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/torus.hpp>

namespace gradients {

using Plane = decltype(hamel::SE2Cover{} * hamel::Torus<1>{});

template <class T>
hamel::Matrix<T, 4> masses(const hamel::Vector<T, 4>& theta) {
  return hamel::Vector<T, 4>(theta[1], theta[1], theta[2], T(0.4)).asDiagonal();
}
template <class T>
hamel::Matrix<T, 4, 2> wheel(const hamel::Vector<T, 4>& theta) {
  hamel::Matrix<T, 4, 2> d = hamel::Matrix<T, 4, 2>::Zero();
  d(0, 0) = theta[0];
  d(3, 0) = d(2, 1) = T(1);
  return d;
}
template <class T>
hamel::Matrix<T, 4, 1> motor(const hamel::Vector<T, 4>& theta) {
  return hamel::Matrix<T, 4, 1>(T(0), T(0), theta[3], T(1));
}

inline const hamel::Vector<double, 4> wheel_parameters(0.9, 1.3, 0.8, 0.6);

}  // namespace gradients
