// What is large and what is small on short ways.
#pragma once

#include <optional>

#include <hamel/steer/motions.hpp>

namespace hamel::searching {

/// On ways of a small length l, displacements of layer w are of size l^w, and momenta of layer w of size l^(2-w)
/// (ball-box theorem): d(end)/dp looks singular unless both are counted in those units.
struct Dilation {
  M place;           ///< displacement -> how far it leads on such a way, see yardstick
  M acting;          ///< momentum -> what it does on such a way
  M momentum;        ///< the inverse of `acting`
  double least = 1;  ///< the displacement that counts as 1 in the deepest layer
};

/// That of ways as short as one between two places of an invariant problem that reaches everything; nothing where they
/// are not so short that displacements and momenta need other units than their own.
std::optional<Dilation> dilation_between(const Motions& motions, const Point& from,
                                         const Point& to);

}  // namespace hamel::searching
