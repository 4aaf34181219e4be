// States, inputs and problems in numbers with derivatives by the start and the inputs of a step.
#pragma once

#include <cstddef>

#include <hamel/core/dual.hpp>
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

/// v with derivatives 1 in the directions first, first + 1, ...
template <int Q, class S, int N>
Vector<Dual<S, Q>, N> seeded(const Vector<S, N>& v, int first) {
  Vector<Dual<S, Q>, N> r;
  for (int i = 0; i < N; ++i) r[i] = Dual<S, Q>::variable(v[i], first + i);
  return r;
}

/// x exp(e) with derivatives by e in the first directions.
template <int Q, class G, class S>
Element<G, Dual<S, Q>> seeded(const G& group, const Element<G, S>& x) {
  const auto by_e = left_tangent(group, x);
  Element<G, Dual<S, Q>> r;
  for (int i = 0; i < G::storage; ++i) {
    r.data[i] = Dual<S, Q>(x.data[i]);
    for (int k = 0; k < G::dimension; ++k) r.data[i].derivatives()[std::size_t(k)] = by_e(i, k);
  }
  return r;
}

}  // namespace hamel::detail
