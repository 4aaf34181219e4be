// Which steps are compiled in one piece.
#pragma once

#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// Is a step with numbers of type S so small that it is compiled in one piece? Metrics and distributions that vary, and
/// automatic derivatives, stay functions of their own: users' code of any size is compiled once.
template <class P, class S>
inline constexpr bool compact = requires {
  requires native_number<S>;
  requires !P::System::metric_may_vary;
  requires !P::affine && (!P::moves || P::System::geodesic);
  requires P::variations != dynamic;
  requires P::dimension != dynamic;
  requires P::dimension <= 4;
};

}  // namespace hamel
