// The second variation of a motion whose ends may move: is it also the best to the ends nearby?
#pragma once

#include <hamel/steer/both_ends.hpp>
#include <hamel/steer/motions.hpp>
#include <hamel/steer/motions_of.hpp>
#include <hamel/steer/optimality.hpp>

namespace hamel::searching {

Optimality among_ends(const Motions& motions, const Point& x, const V& p, double length,
                      const BothEnds& both, const Conjugacy& between, double t0);

}  // namespace hamel::searching

namespace hamel {

/// What is known of a motion among its neighbours with all ends that `both` allows, where it is stationary among them.
///
/// Without a conjugate time the motions near it are the best between their ends, at a cost W(x0, x1) with dW = (-p0,
/// p1). It is locally optimal where the second variation of W along the ends allowed is positive definite, and not
/// where it is negative somewhere (Agrachev & Sachkov 2004, ch. 20), both in the units of what variations reach. Ends
/// that no motion reaches are left out. Unknown where the motion is abnormal, or the second variation is singular, as
/// for coordinates on which nothing depends.
template <class P>
Optimality among_ends(const P& problem, const typename P::template State<double>& start,
                      double length, const BothEnds<typename P::Group>& both,
                      const Conjugacy& between, double t0 = 0) {
  return searching::among_ends(searching::MotionsOf<P>(problem), searching::point(start.x),
                               searching::as<searching::V>(start.m), length, both.condition(),
                               between, t0);
}

}  // namespace hamel
