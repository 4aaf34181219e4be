// Symmetries that keep both ends of a motion.
#pragma once

#include <hamel/steer/motions.hpp>

namespace hamel::searching {

/// Changes of the momentum p at `from` by symmetries that keep `from` and `to`: columns. A motion between them is one of
/// a family, along which it changes so; where the motion feels that, its end is conjugate.
M moved_between(const Motions& motions, const Point& from, const V& p, const Point& to);

}  // namespace hamel::searching
