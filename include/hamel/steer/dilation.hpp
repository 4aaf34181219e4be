// What is large and what is small on short ways.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include <hamel/core/factors.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/steer/moving_frame.hpp>
#include <hamel/steer/shot_table.hpp>

namespace hamel {

/// On ways of a small length l, displacements of layer w are of size l^w, and momenta of layer w of size l^(2-w)
/// (ball-box theorem): d(end)/dp looks singular unless both are counted in those units.
template <int N>
struct Dilation {
  Matrix<double, N> place;     ///< displacement -> how far it leads on such a way, see yardstick
  Matrix<double, N> acting;    ///< momentum -> what it does on such a way
  Matrix<double, N> momentum;  ///< the inverse of `acting`
  double least = 1;            ///< the displacement that counts as 1 in the deepest layer
};

/// That of ways as short as one between two places of an invariant problem that reaches everything; nothing where they
/// are not so short that displacements and momenta need other units than their own.
template <class P>
std::optional<Dilation<P::dimension>> dilation_between(
    const P& problem, const Element<typename P::Group, double>& from,
    const Element<typename P::Group, double>& to) {
  constexpr double small = 1e-3;
  if (!problem.is_invariant()) return {};
  const auto& group = problem.group();
  const auto frame = frame_at(problem, from);
  const Vector<double, P::dimension> way = group.log(group.compose(group.inverse(from), to));
  const double length = frame.length(way);
  if (!(length > 0) || !frame.generates()) return {};
  const int deepest = *std::max_element(frame.layer.begin(), frame.layer.end());
  const double least = length * std::pow(std::min(length, frame.bend), deepest - 1);
  if (!(least < small)) return {};
  const Matrix<double, P::dimension> acts = acting(frame, length);
  return Dilation<P::dimension>{yardstick(frame, length), acts, Elimination(acts).inverse(),
                                least};
}

}  // namespace hamel
