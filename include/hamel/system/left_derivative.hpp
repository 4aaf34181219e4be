// Derivatives of functions on a group along left-invariant fields, by dual numbers.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include <hamel/core/dual.hpp>
#include <hamel/core/entries.hpp>
#include <hamel/core/inline.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/left_tangent.hpp>
#include <hamel/system/depends_on.hpp>

namespace hamel {

/// x with the derivatives of its stored numbers along the given basis vectors: where f evaluates to f(x) with its left
/// derivatives, in one pass.
template <std::size_t K, class G, class S>
requires fixed_size<G> Element<G, Dual<S, int(K)>> moving_along(
    const std::array<int, K>& directions, const G& group, const Element<G, S>& x) {
  const auto t = left_tangent(group, x);
  auto y = Element<G, Dual<S, int(K)>>::with_room(G::storage);
  unrolled<written_out<S, G::storage, int(K)> ? G::storage : dynamic>(
      G::storage, [&](int i) HAMEL_ALWAYS_INLINE {
        y.data.coeffRef(i).value() = x.data.coeff(i);
        unrolled<written_out<S, G::storage, int(K)> ? int(K) : dynamic>(
            int(K), [&](int k) HAMEL_ALWAYS_INLINE {
              y.data.coeffRef(i).derivatives()[std::size_t(k)] =
                  t.coeff(i, directions[std::size_t(k)]);
            });
      });
  return y;
}

/// x with the derivative of its stored numbers along a.
template <class G, class S>
Element<G, Dual<S, 1>> moving_along(const G& group, const Element<G, S>& x,
                                    const Vector<S, G::dimension>& a) {
  if constexpr (fixed_size<G>) {
    const auto rate = tangent_along(group, x, a);
    auto y = Element<G, Dual<S, 1>>::with_room(G::storage);
    unrolled<G::storage>(G::storage,
                         [&](int i) { y.data.coeffRef(i) = Dual<S, 1>(x.data[i], {rate[i]}); });
    return y;
  } else {
    return displaced<Dual<S, 1>>(group, x, infinitesimal_along(a));
  }
}

/// Calls use(k, i, d) with the derivative d = d/ds f_i(x exp(s e_k)) at s = 0, for every basis
/// vector e_k along which f is said to change (all, unless a type `Term` says otherwise) and every coefficient i of the
/// matrix or vector f(x); f is generic in the scalar.
///
/// Few directions of a group of fixed size are taken in one evaluation of f, others one by one.
template <class Term = void, class G, class S, class F, class Use>
void for_each_left_derivative(const G& group, const Element<G, S>& x, const F& f, const Use& use) {
  constexpr int n = G::dimension;
  if constexpr (fixed_size<G>) {
    constexpr auto directions = directions_of<Term, n>;
    if constexpr (directions.size() > 0 && directions.size() <= 8) {
      const auto value = f(moving_along(directions, group, x));
      for (int i = 0; i < value.size(); ++i)
        for (std::size_t k = 0; k < directions.size(); ++k)
          use(directions[k], i, value.coeff(i).derivatives()[k]);
    } else {
      for (const int k : directions) {
        const auto value = f(moving_along(std::array{k}, group, x));
        for (int i = 0; i < value.size(); ++i) use(k, i, value.coeff(i).derivatives()[0]);
      }
    }
  } else {
    for (int k = 0; k < group.dim(); ++k) {
      const Vector<S, n> direction = unit_vector<S, n>(group.dim(), k);
      const auto value = f(moving_along(group, x, direction));
      for (int i = 0; i < value.size(); ++i) use(k, i, value.coeff(i).derivatives()[0]);
    }
  }
}

/// x^*df in g*: its k-th component is d/ds f(x exp(s e_k)) at s = 0, f a scalar function.
template <class Term = void, class G, class S, class F>
Vector<S, G::dimension> left_gradient(const G& group, const Element<G, S>& x, const F& f) {
  Vector<S, G::dimension> gradient = zeros<S, G::dimension>(group.dim());
  const auto as_vector = [&f]<class D>(const Element<G, D>& y) {
    Vector<D, 1> value;
    value[0] = f(y);
    return value;
  };
  for_each_left_derivative<Term>(group, x, as_vector,
                                 [&](int k, int, const S& d) { gradient[k] = d; });
  return gradient;
}

/// Rows k: d/ds v(x exp(s e_k)) at s = 0 of a vector-valued function v with m components.
template <class Term = void, class G, class S, class F>
auto left_derivative_rows(const G& group, const Element<G, S>& x, const F& v) {
  using Value = std::decay_t<decltype(v(x))>;
  constexpr int m = Value::RowsAtCompileTime;
  Matrix<S, G::dimension, m> rows;
  rows.setZero(group.dim(), m == dynamic ? v(x).size() : m);
  for_each_left_derivative<Term>(group, x, v, [&](int k, int i, const S& d) { rows(k, i) = d; });
  return rows;
}

}  // namespace hamel
