// Numbers, states and problems with derivatives by what a step starts from.
#pragma once

#include <cstddef>

#include <hamel/core/dual.hpp>
#include <hamel/core/entries.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/under_inputs.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/left_tangent.hpp>
#include <hamel/system/inputs.hpp>

namespace hamel::detail {

/// The problem under inputs w, or itself where it has none.
template <class P, class V, class F>
auto with_inputs_at(const P& problem, const V& w, const F& f) {
  if constexpr (inputs_of<typename P::System> == 0)
    return f(problem);
  else
    return f(under(problem, w));
}

/// Gives numbers derivatives in Q directions at once, from the direction `first` on.
template <class S, int Q>
struct Seeds {
  using D = Dual<S, Q>;
  int first = 0;

  /// A number that moves along with the direction k, at the rate that it carries.
  D operator()(const Dual<S, 1>& x, int k) const {
    D r(x.value());
    if (first <= k && k < first + Q) r.derivatives()[std::size_t(k - first)] = x.derivatives()[0];
    return r;
  }
  /// v, whose entries are the directions k, k + 1, ...
  template <class V>
  auto operator()(const V& v, int k) const {
    Eigen::Matrix<D, V::RowsAtCompileTime, 1, 0, V::MaxRowsAtCompileTime, 1> r;
    if constexpr (V::RowsAtCompileTime == dynamic) r.resize(v.size());
    for (int i = 0; i < int(v.size()); ++i) r[i] = (*this)(Dual<S, 1>(v[i], {S(1)}), k + i);
    return r;
  }
  /// x exp(e), where e are the first directions.
  template <class G>
  Element<G, D> operator()(const G& group, const Element<G, S>& x) const {
    if constexpr (fixed_size<G> && Q >= G::dimension) {
      const auto by_e = left_tangent(group, x);
      auto r = Element<G, D>::with_room(G::storage);
      for (int i = 0; i < G::storage; ++i) {
        r.data[i] = D(x.data[i]);
        for (int k = 0; k < G::dimension; ++k)
          if (first <= k) r.data[i].derivatives()[std::size_t(k - first)] = by_e(i, k);
      }
      return r;
    } else {
      return displaced<D>(group, x, (*this)(zeros<S, G::dimension>(group.dim()), 0));
    }
  }
};

/// Leaves numbers as they are.
struct Unseeded {
  template <class V>
  const V& operator()(const V& v, int) const noexcept {
    return v;
  }
};

}  // namespace hamel::detail
