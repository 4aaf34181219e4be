// Vehicles whose every number is a parameter.
#pragma once

#include <cmath>

#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

namespace vehicles {

/// A carriage on SE2 x T2: all entries of its metric (25 numbers, of which the upper triangle is used), of its
/// distribution and of its input matrix.
struct Carriage {
  template <class T>
  auto operator()(const hamel::Vector<T, 45>& theta) const {
    hamel::Matrix<T, 5> m;
    hamel::Matrix<T, 5, 2> d, b;
    for (int i = 0; i < 5; ++i) {
      for (int j = 0; j < 5; ++j) m(i, j) = theta[i < j ? 5 * i + j : 5 * j + i];
      for (int j = 0; j < 2; ++j) {
        d(i, j) = theta[25 + 2 * i + j];
        b(i, j) = theta[35 + 2 * i + j];
      }
    }
    const auto system = with_inputs(mechanical(hamel::SE2Cover{} * hamel::Torus<2>{}, m), b);
    return nonholonomic(system, hamel::Split(system, d));
  }
};

/// Wheels of radius 0.35, half a metre from the middle, with a motor each.
inline hamel::Vector<double, 45> carriage() {
  hamel::Vector<double, 45> theta = hamel::Vector<double, 45>::Zero();
  for (int i = 0; i < 5; ++i) theta[6 * i] = i < 2 ? 1.8 : i == 2 ? 0.6 : 0.11;
  theta[25] = theta[26] = 0.175;
  theta[29] = 0.35;
  theta[30] = -0.35;
  theta[31] = theta[34] = theta[41] = theta[44] = 1;
  return theta;
}

/// A slope whose steepness a wheel feels, for SE2 x T1.
template <class T>
struct Slope {
  using Number = T;
  T steepness;
  template <class X>
  typename X::Scalar operator()(const X& x) const {
    using std::cos;
    return typename X::Scalar(steepness) * x.data[0] * cos(x.data[4]);
  }
};

}  // namespace vehicles
