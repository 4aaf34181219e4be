// The derivative of dexp_inv_star for groups whose closed form of it would be longer than its use is worth.
#pragma once

#include <cstddef>

#include <hamel/core/dual.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// The matrix of d/dxi of group.dexp_inv_star(xi, p), by dual numbers: exact, as closed forms are.
template <class Calculus, class S, int N>
Matrix<S, N> slope_by_duals(const Calculus& group, const Vector<S, N>& xi,
                            const Vector<S, N>& p) noexcept {
  using D = Dual<S, N>;
  Vector<D, N> at, covector;
  for (int k = 0; k < N; ++k) {
    at[k] = D::variable(xi[k], k);
    covector[k] = D(p[k]);
  }
  const Vector<D, N> value = group.dexp_inv_star(at, covector);
  Matrix<S, N> slope;
  for (int i = 0; i < N; ++i)
    for (int k = 0; k < N; ++k) slope(i, k) = value[i].derivatives()[std::size_t(k)];
  return slope;
}

}  // namespace hamel
