// Bodies that turn.
#pragma once

#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>

#include "table.hpp"

namespace gradients {

/// A weight on the axis.
template <class T>
struct Weight {
  using Number = T;
  T size;
  template <class S>
  S operator()(const hamel::Element<hamel::SO3, S>& r) const {
    return S(size) * (S(1.5) - S(3) * (r.data[1] * r.data[1] + r.data[2] * r.data[2]));
  }
};

/// A body with its inertia, the torque of one motor and its weight for parameters.
template <hamel::Dynamics kind, bool heavy>
struct Body {
  template <class T>
  auto operator()(const hamel::Vector<T, 7>& theta) const {
    using namespace hamel;
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

inline const hamel::Vector<double, 7> body_parameters{{2, 3, 4, 0.1, 0.5, 0.7, 0.9}};

}  // namespace gradients
