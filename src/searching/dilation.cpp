// What is large and what is small on short ways.
#include "searching/dilation.hpp"

#include <algorithm>
#include <cmath>

#include "searching/adapted_frame.hpp"
#include "searching/factors.hpp"

namespace hamel::searching {

std::optional<Dilation> dilation_between(const Motions& motions, const Point& from,
                                         const Point& to) {
  constexpr double small = 1e-3;
  if (!motions.is_invariant()) return {};
  const AdaptedFrame frame = frame_at(motions, from);
  const double length = frame.length(motions.group().between(from, to));
  if (!(length > 0) || !frame.generates()) return {};
  const int deepest = *std::max_element(frame.layer.begin(), frame.layer.end());
  const double least = length * std::pow(std::min(length, frame.bend), deepest - 1);
  if (!(least < small)) return {};
  const M acts = frame.acting(length);
  return Dilation{frame.yardstick(length), acts, Elimination(acts).inverse(), least};
}

}  // namespace hamel::searching
