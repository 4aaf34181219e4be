// Whether a metric changes along few directions, found by trying it out.
#pragma once

#include <array>
#include <cstddef>

#include <hamel/core/types.hpp>
#include <hamel/system/left_derivative.hpp>

namespace hamel {

/// The directions of N along which a metric was seen to change at one element, where they are no more than a quarter of
/// all: a guess. Who differentiates along these alone takes one derivative along all others together, which vanishes
/// where the guess is right.
template <int N>
struct FewDirections {
  static constexpr int most = N / 4;
  bool found = false;
  std::array<int, most> along{};  ///< those, and others to make up the number
  /// The basis vectors of these, and a vector along all others, its entries in no rational relation.
  std::array<std::array<double, N>, most + 1> vectors{};

  /// Those of `metric`, tried out at an element in no special position.
  template <class G, class Metric>
  static FewDirections seen(const G& group, const Metric& metric) {
    Vector<double, N> a;
    for (int i = 0; i < N; ++i) a[i] = 0.03 + 0.007 * i;
    std::array<bool, N> moves{};
    for_each_left_derivative(group, group.exp(a), metric,
                             [&](int k, int, double d) { moves[std::size_t(k)] |= d != 0; });
    FewDirections few;
    int count = 0;
    for (const bool wanted : {true, false}) {
      for (int k = 0; k < N; ++k) {
        if (moves[std::size_t(k)] != wanted) continue;
        if (count < most) {
          few.along[std::size_t(count)] = k;
          few.vectors[std::size_t(count)][std::size_t(k)] = 1;
        } else {
          few.vectors[most][std::size_t(k)] = 1 / (k + 2.718281828459045);
        }
        ++count;
      }
      if (wanted) few.found = count <= most;
    }
    return few;
  }
};

}  // namespace hamel
