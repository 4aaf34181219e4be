// Derivatives of functions on a group along left-invariant fields, by dual numbers.
#pragma once

#include <type_traits>

#include <hamel/core/dual.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>

namespace hamel {

/// x exp(e) with dual numbers e at 0: the point where f evaluates to f(x) with its left
/// derivatives.
template <class D, class G, class S, class V>
Element<G, D> displaced(const G& group, const Element<G, S>& x, const V& e) {
  Element<G, D> lifted;
  lifted.data = x.data.template cast<D>();
  return group.compose(lifted, group.exp(e));
}

/// Calls use(k, i, d) with the derivative d = d/ds f_i(x exp(s e_k)) at s = 0, for every basis
/// vector e_k and every coefficient i of the matrix or vector f(x); f is generic in the scalar.
///
/// Groups of small fixed dimension evaluate f once with all directions, others once per direction.
template <class G, class S, class F, class Use>
void for_each_left_derivative(const G& group, const Element<G, S>& x, const F& f, const Use& use) {
  constexpr int n = G::dimension;
  if constexpr (n != dynamic && n <= 8) {
    const auto value = f(displaced<Dual<S, n>>(group, x, infinitesimal<S, n>()));
    for (int i = 0; i < value.size(); ++i) {
      for (int k = 0; k < n; ++k) use(k, i, value.coeff(i).derivatives()[k]);
    }
  } else {
    for (int k = 0; k < group.dim(); ++k) {
      const Vector<S, n> direction = unit_vector<S, n>(group.dim(), k);
      const auto value = f(displaced<Dual<S, 1>>(group, x, infinitesimal_along(direction)));
      for (int i = 0; i < value.size(); ++i) use(k, i, value.coeff(i).derivatives()[0]);
    }
  }
}

/// x^*df in g*: its k-th component is d/ds f(x exp(s e_k)) at s = 0, f a scalar function.
template <class G, class S, class F>
Vector<S, G::dimension> left_gradient(const G& group, const Element<G, S>& x, const F& f) {
  Vector<S, G::dimension> gradient = zeros<S, G::dimension>(group.dim());
  const auto as_vector = [&f]<class D>(const Element<G, D>& y) {
    Vector<D, 1> value;
    value[0] = f(y);
    return value;
  };
  for_each_left_derivative(group, x, as_vector, [&](int k, int, const S& d) { gradient[k] = d; });
  return gradient;
}

/// Rows k: d/ds v(x exp(s e_k)) at s = 0 of a vector-valued function v with m components.
template <class G, class S, class F>
auto left_derivative_rows(const G& group, const Element<G, S>& x, const F& v) {
  using Value = std::decay_t<decltype(v(x))>;
  Matrix<S, G::dimension, Value::RowsAtCompileTime> rows(group.dim(), v(x).size());
  for_each_left_derivative(group, x, v, [&](int k, int i, const S& d) { rows(k, i) = d; });
  return rows;
}

}  // namespace hamel
