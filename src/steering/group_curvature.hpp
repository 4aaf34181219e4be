// The exact derivatives of the vakonomic motions of a file on a group.
#pragma once

#include <hamel/core/types.hpp>
#include <hamel/io/system_file.hpp>
#include <hamel/io/system_group.hpp>
#include <hamel/steer/linearised_motion.hpp>

#include "formulas/curvature_tape.hpp"

namespace hamel::steering {

/// The field of H(x,p) = <p,a> - L(x,a) with a = D(x) u + v0(t,x), and its derivatives. With a multiplier nu of the
/// constraint,
///
///     S = <p,a> - L(x,a) - <nu, a - D u - v0>
///
/// is stationary in y = (a,u,nu), quadratic there, and a function of the coordinates c of x, so that one solve of its
/// Hessian S_yy gives y and another the changes of y; then p' = ad*_a p - S_x. A change of x is one of c, to second
/// order by the curvature of the coordinates. Free motion has d = g and nu = 0.
class GroupCurvature {
 public:
  explicit GroupCurvature(const GroupSystem& file);

  LinearisedField<double, dynamic> at(const SystemGroup& group, double t,
                                      const SystemGroup::Point& x, const SystemGroup::V& p) const;

 private:
  int n_, r_, coordinates_;
  running::CurvatureTape tape_;  // of S - <p,a> in (c, t, a, u, nu)
};

}  // namespace hamel::steering
