// Half of the way that a retraction goes, and what an impulse there does to the ends.
#pragma once

#include <concepts>

#include <hamel/core/entries.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/retraction/exponential.hpp>
#include <hamel/retraction/linearised.hpp>

namespace hamel {

/// The eta with exp(eta) exp(eta) = tau(xi): xi/2 for the exponential, half the logarithm of tau(xi) for
/// others.
template <class R, class G, class S, int N = G::dimension>
Vector<S, N> midway(const R& retraction, const G& group, const Vector<S, N>& xi) noexcept {
  if constexpr (std::same_as<R, Exponential>)
    return xi / S(2);
  else
    return group.log(retraction.tau(group, xi)) / S(2);
}

/// The matrix of xi' -> d/ds of exp(eta) to the left, half of the way as xi moves.
template <class R, class G, class S, int N = G::dimension>
Matrix<S, N> midway_tangent(const R& retraction, const G& group, const Vector<S, N>& xi) noexcept {
  using V = Vector<S, N>;
  const V half = midway(retraction, group, xi);
  if constexpr (std::same_as<R, Exponential> && requires { group.right_jacobian(half); }) {
    return S(0.5) * group.right_jacobian(half);
  } else {
    const int n = group.dim();
    const V back = -half, whole_back = S(-2) * half;
    const Matrix<S, N> ends = tangent_matrix(retraction, group, xi);
    Matrix<S, N> matrix(n, n);
    for (int j = 0; j < n; ++j)
      matrix.col(j) = S(0.5) * group.dexp(back, group.dexp_inv(whole_back, V(ends.col(j))));
    return matrix;
  }
}

/// (1 + Ad*_s)^{-1} f: what the start of a step feels of an impulse f in its middle, at the increment s from it.
/// The end feels the same at s^-1. To first order each gets half.
template <class G, class S, int N = G::dimension>
Vector<S, N> impulse_at_end(const G& group, const Element<G, S>& s,
                            const Vector<S, N>& f) noexcept {
  const int n = group.dim();
  Matrix<S, N> matrix = unit_matrix<S, N>(n);
  for (int j = 0; j < n; ++j) {
    const Vector<S, N> column = group.Ad_star(s, unit_vector<S, N>(n, j));
    for (int i = 0; i < n; ++i) matrix(i, j) += column[i];
  }
  return solve<S, N>(matrix, f);
}

}  // namespace hamel
