// Which steps are compiled in one piece.
#pragma once

#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// Are the stages of an explicit step with numbers of type S so small that they are compiled in one piece? A metric
/// that varies is asked once in each, and what its stage does not look at is left out.
template <class P, class S>
inline constexpr bool compact_stages = requires {
  requires native_number<S>;
  requires !P::affine && (!P::moves || P::System::geodesic);
  requires P::variations != dynamic;
  requires P::dimension != dynamic;
  requires P::dimension <= 4 || (P::System::metric_may_vary && P::dimension <= 8);
};

/// Whether an implicit step is compiled in one piece, too. Iterations need a varying metric and its derivatives in many
/// places, so it stays a function of its own: users' code of any size is compiled once.
template <class P, class S>
inline constexpr bool compact = requires {
  requires compact_stages<P, S>;
  requires !P::System::metric_may_vary;
};

}  // namespace hamel
