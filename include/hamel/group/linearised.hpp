// The map (xi, p) -> dexp_inv_star(xi, p) with both its partial derivatives, in one evaluation.
#pragma once

#include <hamel/core/small.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// The partial derivatives of a map (xi, p) -> T(xi) p that is linear in p, n x n each: by p, which is
/// T(xi) itself, and by xi.
template <class S, int N>
struct Linearised {
  Matrix<S, N> by_p, by_xi;
};

/// Linearises dexp_inv_star at (xi, p); groups that share work between the two derivatives offer a
/// member `dexp_inv_star_linearised`.
template <class G, class S, int N = G::dimension>
Linearised<S, N> linearise_dexp_inv_star(const G& group, const Vector<S, N>& xi,
                                         const Vector<S, N>& p) noexcept {
  if constexpr (requires { group.dexp_inv_star_linearised(xi, p); }) {
    return group.dexp_inv_star_linearised(xi, p);
  } else {
    return {transposed(group.left_jacobian_inverse(xi)), group.dexp_inv_star_derivative(xi, p)};
  }
}

}  // namespace hamel
