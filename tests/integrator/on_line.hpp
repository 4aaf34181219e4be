// Particles of mass 1 on R^n, for tests of error control.
#pragma once

#include <vector>

#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/euclidean.hpp>
#include <hamel/system/mechanical.hpp>

namespace on_line {

template <int N>
using Line = hamel::Euclidean<N>;

template <int N, class U>
auto particle(const U& potential) {
  const hamel::Matrix<double, N> unit = hamel::Matrix<double, N>::Identity();
  return hamel::free(hamel::mechanical(Line<N>{}, unit, potential));
}

template <int N, class P>
auto at(const P& problem, const std::vector<double>& q, const hamel::Vector<double, N>& v) {
  return problem.start(Line<N>{}.from_coordinates(q), v);
}

}  // namespace on_line
