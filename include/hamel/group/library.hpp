// All groups of the library: those that system files name, and those for programs alone.
#pragma once

#include <tuple>

#include <hamel/group/gl2.hpp>
#include <hamel/group/registry.hpp>
#include <hamel/group/se23.hpp>
#include <hamel/group/sim2.hpp>
#include <hamel/group/sim3.hpp>
#include <hamel/group/sl3.hpp>
#include <hamel/group/so2.hpp>

namespace hamel {

/// The groups that files have no name for: what proofs know of coordinates is not written for them.
inline constexpr std::tuple further_group_rows{
    GroupRow<SO2>{"SO2", "rotations of the plane; coordinate phi, between -pi and pi", "abelian"},
    GroupRow<SE23>{"SE23", "extended poses; coordinates x, y, z, vx, vy, vz, R11..R33",
                   "e1..e3 positions, e4..e6 velocities, e7..e9 rotations, in the body"},
    GroupRow<Sim2>{"Sim2", "similarities t -> e^s R t + p of the plane; coordinates x, y, phi, s",
                   "[e3,e1] = e2, [e3,e2] = -e1, [e4,e1] = e1, [e4,e2] = e2"},
    GroupRow<Sim3>{"Sim3",
                   "similarities t -> e^s R t + p of space; coordinates x, y, z, R11..R33, s",
                   "e1..e3 translations, e4..e6 rotations, e7 growth"},
    GroupRow<GL2>{"GL2", "linear maps of the plane, det > 0; coordinates X11, X12, X21, X22",
                  "E11, E12, E21, E22"},
    GroupRow<SL3>{"SL3", "linear maps of space, det = 1; coordinates X11..X33",
                  "E12, E13, E21, E23, E31, E32, E11 - E22, E22 - E33"}};

/// Calls f(row) on every row in order.
template <class F>
constexpr void for_each_library_group(F&& f) {
  for_each_group(f);
  std::apply([&](const auto&... row) { (f(row), ...); }, further_group_rows);
}

}  // namespace hamel
