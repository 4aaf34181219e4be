// The map (xi, p) -> dexp_inv_star(xi, p) with both its partial derivatives, in one evaluation.
#pragma once

#include <hamel/core/entries.hpp>
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

/// What a covector on a vector that depends on eta and xi is by each of them.
template <class S, int N>
struct CarriedBack {
  Vector<S, N> by_eta, by_xi;
};

/// Carries the covector y on dexp_inv(xi, eta) back to eta and xi; groups that need no matrices for it offer a member
/// `dexp_inv_carried_back`.
template <class G, class S, int N = G::dimension>
CarriedBack<S, N> carry_back_dexp_inv(const G& group, const Vector<S, N>& xi,
                                      const Vector<S, N>& eta, const Vector<S, N>& y) noexcept {
  if constexpr (requires { group.dexp_inv_carried_back(xi, eta, y); }) {
    return group.dexp_inv_carried_back(xi, eta, y);
  } else {
    const auto [by_p, by_xi] = linearise_dexp_inv_star(group, xi, y);
    return {by_p * y, by_xi.transpose() * eta};
  }
}

}  // namespace hamel
