// Conjugate times: until when a motion costs less than every motion near it between its ends.
#pragma once

#include <hamel/steer/motions.hpp>
#include <hamel/steer/motions_of.hpp>
#include <hamel/steer/optimality.hpp>

namespace hamel::searching {

Conjugacy conjugacy(const Motions& motions, const Point& x, const V& p, double length,
                    double horizon, double t0);

}  // namespace hamel::searching

namespace hamel {

/// The first conjugate time of the motion from (x, p) within `horizon`, and what it means for the motion over
/// `length`.
///
/// The motion is followed beyond its end. Where its momentum is known to a residual r, a conjugate time is known to about
/// the root of r where two motions meet in it: nearer to the end than that it is at the end. A symmetry that keeps both
/// ends and moves the motion leaves no doubt.
template <class P>
Conjugacy conjugacy(const P& problem, const typename P::template State<double>& start,
                    double length, double horizon, double t0 = 0) {
  return searching::conjugacy(searching::MotionsOf<P>(problem), searching::point(start.x),
                              searching::as<searching::V>(start.m), length, horizon, t0);
}
template <class P>
Conjugacy conjugacy(const P& problem, const typename P::template State<double>& start,
                    double length) {
  return conjugacy(problem, start, length, length);
}

}  // namespace hamel
