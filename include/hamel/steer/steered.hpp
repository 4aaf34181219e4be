// What a search for motions may do, and the motions that it finds.
#pragma once

#include <cmath>

#include <hamel/core/types.hpp>

namespace hamel {

/// How much a search may do.
struct SteerOptions {
  int candidates = 1;     ///< motions that differ, asked for
  int agreeing = 5;       ///< starts that are to lead to each of them, before the search ends
  int starts = 120;       ///< that Newton's method begins from at most, once it has found motions
  int most_starts = 160;  ///< the same while it has found nothing
  double tolerance = 1e-10;  ///< of the end condition
  int shots = 0;             ///< of each length that the search begins with; 0: by the dimension
};

/// A motion that was found.
template <class P>
struct Steered {
  using V = Vector<double, P::dimension>;
  using State = typename P::template State<double>;

  bool solved = false;
  State start;  ///< where it begins: x(0), p(0) = M a + mu, of least norm
  V a, mu;      ///< velocity and multiplier there
  State end;
  V sought;                    ///< the momentum that was solved for, see Journey
  double begin = 0;            ///< the time it begins at
  double length = 0;           ///< T
  double cost = 0;             ///< the integral of L
  double residual = HUGE_VAL;  ///< of the end condition, along another run from the start
  int iterations = 0;          ///< of Newton's method from where it was near
};

}  // namespace hamel
