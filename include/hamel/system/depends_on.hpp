// Terms of a system that say along which directions they change.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace hamel {

/// A metric, potential or distribution `term` that changes along the basis vectors e_K of the algebra only, counted
/// from 0, and is the same along all others: M of an arm on SE3 x T^2 along 6 and 7. Its derivatives are then taken
/// along these alone. Made by `depends_on<6, 7>(term)`; everything that `term` offers is offered.
template <class Term, int... K>
struct DependsOn : Term {
  static constexpr std::array<int, sizeof...(K)> directions{K...};
};

template <int... K, class Term>
DependsOn<Term, K...> depends_on(Term term) {
  return {std::move(term)};
}

/// The directions along which a term changes: what it says, or all N.
template <class Term, int N>
inline constexpr auto directions_of = [] {
  if constexpr (requires { Term::directions; }) {
    static_assert(std::all_of(Term::directions.begin(), Term::directions.end(),
                              [](int k) { return k >= 0 && k < N; }),
                  "depends_on: the algebra has fewer dimensions");
    return Term::directions;
  } else {
    std::array<int, std::size_t(N)> all{};
    for (int k = 0; k < N; ++k) all[std::size_t(k)] = k;
    return all;
  }
}();

}  // namespace hamel
