// How far a state is from another, in the coordinates that steps are linearised in.
#pragma once

#include <hamel/core/types.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/group/between.hpp>
#include <hamel/group/jacobians.hpp>
#include <hamel/group/operations.hpp>

namespace hamel {

namespace detail {

/// The numbers of (dx, dm).
template <class G, int W>
inline constexpr int deviation_size =
    G::dimension == dynamic || W == dynamic ? dynamic : G::dimension + W;

}  // namespace detail

/// (dx, dm) with state.x = reference.x exp(dx) and state.m = reference.m + dm, as rows and columns of `linearise` are
/// ordered. Of groups without data the first argument may be left out.
template <class G, class S, int W>
auto deviation(const G& group, const State<G, S, W>& state, const State<G, S, W>& reference) {
  Vector<S, detail::deviation_size<G, W>> d(group.dim() + state.m.size());
  d << group.log(between(group, reference.x, state.x)), state.m - reference.m;
  return d;
}
template <Stateless G, class S, int W>
auto deviation(const State<G, S, W>& state, const State<G, S, W>& reference) {
  return deviation(G{}, state, reference);
}

namespace with_jacobians {

/// The deviation, with its Jacobian by (dx, dm) of the state.
template <class G, class S, int W>
auto deviation(const G& group, const State<G, S, W>& state, const State<G, S, W>& reference) {
  using M = Matrix<S, hamel::detail::deviation_size<G, W>>;
  const auto d = hamel::deviation(group, state, reference);
  const int n = group.dim();
  M by = M::Identity(d.size(), d.size());
  by.topLeftCorner(n, n) = group.right_jacobian_inverse(Vector<S, G::dimension>(d.head(n)));
  return OfOne<Vector<S, hamel::detail::deviation_size<G, W>>, M>{d, by};
}
template <Stateless G, class S, int W>
auto deviation(const State<G, S, W>& state, const State<G, S, W>& reference) {
  return with_jacobians::deviation(G{}, state, reference);
}

}  // namespace with_jacobians
}  // namespace hamel
