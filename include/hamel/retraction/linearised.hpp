// The inverse tangent of a retraction with both its partial derivatives, for Newton's method.
#pragma once

#include <concepts>
#include <utility>

#include <hamel/core/entries.hpp>
#include <hamel/core/inline.hpp>
#include <hamel/core/known_zeros.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/left_tangent.hpp>
#include <hamel/group/linearised.hpp>
#include <hamel/retraction/exponential.hpp>

namespace hamel {

struct Cayley;

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

/// A b, where A is a derivative of a retraction: of one that moves each factor of a product alone only the blocks of
/// the factors are multiplied.
template <class R, class G, class A, class B>
HAMEL_ALWAYS_INLINE inline auto times_linearised(const G& group, const A& a, const B& b) {
  using S = typename B::Scalar;
  constexpr bool by_factors = std::same_as<R, Exponential> || std::same_as<R, Cayley>;
  if constexpr (fixed_size<G> && by_factors && !TapedLike<S> && requires { group.factors(); }) {
    constexpr int columns = B::ColsAtCompileTime;
    Matrix<S, G::dimension, columns> c;
    int first = 0;
    group.factors().for_each([&]<class F>(const F&) HAMEL_ALWAYS_INLINE {
      constexpr int n = F::dimension;
      each_entry<S, n, columns>(n, columns, [&](int i, int j) HAMEL_ALWAYS_INLINE {
        c.coeffRef(first + i, j) = sum_without_zeros<n>(
            [&](int l) HAMEL_ALWAYS_INLINE -> const S& { return a.coeffRef(first + i, first + l); },
            [&](int l) HAMEL_ALWAYS_INLINE -> const S& { return b.coeffRef(first + l, j); });
      });
      first += n;
    });
    return c;
  } else {
    return a * b;
  }
}

/// The matrix of dtau^L_xi, xi' -> tau(xi)^{-1} d/ds tau(xi + s xi').
template <class R, class G, class S, int N = G::dimension>
Matrix<S, N> tangent_matrix(const R& retraction, const G& group, const Vector<S, N>& xi) noexcept {
  if constexpr (std::same_as<R, Exponential> && requires { group.right_jacobian(xi); })
    return group.right_jacobian(xi);
  const int n = group.dim();
  Matrix<S, N> matrix(n, n);
  for (int j = 0; j < n; ++j)
    matrix.col(j) = retraction.tangent(group, -xi, unit_vector<S, N>(n, j));
  return matrix;
}

namespace detail {
/// The values of a vector.
template <class S, int N>
auto values(const Vector<S, N>& v) {
  using Value = decltype(value(std::declval<const S&>()));
  return listed<Value, N, 1>(int(v.size()), 1, [&](int i) { return value(v[i]); });
}
}  // namespace detail

// Numbers on a tape go through a retraction by its derivatives: one node for each component.

/// tau(xi).
template <class R, class G, class S, int N = G::dimension>
Element<G, S> tau(const R& retraction, const G& group, const Vector<S, N>& xi) noexcept {
  if constexpr (TapedLike<S> && fixed_size<G>) {
    const auto at = detail::values<S, N>(xi);
    const auto x = retraction.tau(group, at);
    const auto by_xi = left_tangent(group, x) * tangent_matrix(retraction, group, at);
    auto result = Element<G, S>::with_room(int(x.data.size()));
    for (int i = 0; i < x.data.size(); ++i)
      result.data[i] = S::function(
          x.data[i], N, [&](int l) { return by_xi(i, l); }, [&](int l) { return xi[l]; });
    return result;
  } else {
    return retraction.tau(group, xi);
  }
}

/// (dtau^R_xi)^{-*} p.
template <class R, class G, class S, int N = G::dimension>
Vector<S, N> inverse_tangent_star(const R& retraction, const G& group, const Vector<S, N>& xi,
                                  const Vector<S, N>& p) noexcept {
  if constexpr (TapedLike<S>) {
    const int n = group.dim();
    const auto q = detail::values<S, N>(p);
    const auto linear = linearise(retraction, group, detail::values<S, N>(xi), q);
    const auto result = linear.by_p * q;
    return listed<S, N, 1>(n, 1, [&](int i) {
      return S::function(
          result[i], 2 * n,
          [&](int l) { return l < n ? linear.by_p(i, l) : linear.by_xi(i, l - n); },
          [&](int l) { return l < n ? p[l] : xi[l - n]; });
    });
  } else {
    return retraction.inverse_tangent_star(group, xi, p);
  }
}

}  // namespace hamel
