// The inverse tangent of a retraction with both its partial derivatives, for Newton's method.
#pragma once

#include <hamel/core/small.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/linearised.hpp>

namespace hamel {

/// Linearises (xi, p) -> (dtau^R_xi)^{-*} p at (xi, p); retractions that share work between the two
/// derivatives offer a member `linearised`.
template <class R, class G, class S, int N = G::dimension>
Linearised<S, N> linearise(const R& retraction, const G& group, const Vector<S, N>& xi,
                           const Vector<S, N>& p) noexcept {
  if constexpr (requires { retraction.linearised(group, xi, p); }) {
    return retraction.linearised(group, xi, p);
  } else {
    const int n = group.dim();
    Matrix<S, N> by_p(n, n);
    for (int j = 0; j < n; ++j) {
      by_p.col(j) = retraction.inverse_tangent_star(group, xi, unit_vector<S, N>(n, j));
    }
    return {by_p, retraction.inverse_tangent_star_derivative(group, xi, p)};
  }
}

/// The matrix of dtau^L_xi, xi' -> tau(xi)^{-1} d/ds tau(xi + s xi').
template <class R, class G, class S, int N = G::dimension>
Matrix<S, N> tangent_matrix(const R& retraction, const G& group, const Vector<S, N>& xi) noexcept {
  const int n = group.dim();
  Matrix<S, N> matrix(n, n);
  for (int j = 0; j < n; ++j)
    matrix.col(j) = retraction.tangent(group, scaled(S(-1), xi), unit_vector<S, N>(n, j));
  return matrix;
}

}  // namespace hamel
