// The problems of sub-Riemannian geometry that are solved in closed form.
#pragma once

#include <initializer_list>

#include <hamel/dynamics/problem.hpp>
#include <hamel/group/heisenberg.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

namespace problems {

using namespace hamel;
using V3 = Vector<double, 3>;

/// Vakonomic motion with the unit metric and d spanned by two basis vectors.
template <class G>
auto of_two_directions(const G& group, int first, int second) {
  Matrix<double, 3, 2> d = Matrix<double, 3, 2>::Zero();
  d(first, 0) = d(second, 1) = 1;
  const auto system = mechanical(group, Matrix<double, 3>(Matrix<double, 3>::Identity()));
  return vakonomic(system, Split(system, d));
}

inline auto heisenberg() {
  return of_two_directions(Heisenberg<1>{}, 0, 1);
}
inline auto rotations() {
  return of_two_directions(SO3{}, 0, 1);
}
inline auto car() {
  return of_two_directions(SE2Cover{}, 0, 2);
}

}  // namespace problems
