// Numbers in a row, taken two at a time.
#pragma once

#include <hamel/core/entries.hpp>
#include <hamel/core/inline.hpp>
#include <hamel/core/two.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// N numbers, two in each register; where N is odd 0 follows. In memory they are stored and loaded in pairs: a pair
/// that was just stored as two numbers stalls the processor.
template <int N>
class Pairs {
  static constexpr int pairs = (N + 1) / 2;

 public:
  Pairs() = default;
  /// f(0), ..., f(N-1)
  template <class F>
  HAMEL_ALWAYS_INLINE explicit Pairs(const F& f) {
    unrolled<pairs>(pairs, [&](int i) HAMEL_ALWAYS_INLINE {
      both_[i] = Doubles{f(2 * i), 2 * i + 1 < N ? f(2 * i + 1) : 0.};
    });
  }

  /// n numbers from the k-th on.
  template <int n>
  HAMEL_ALWAYS_INLINE Vector<double, n> part(int k) const {
    return listed<double, n, 1>(
        n, 1, [&](int i) HAMEL_ALWAYS_INLINE { return both_[(k + i) / 2][(k + i) % 2]; });
  }

  /// this += w p
  HAMEL_ALWAYS_INLINE void add(double w, const Pairs& p) {
    const Doubles both = repeated(w);
    unrolled<pairs>(pairs, [&](int i) HAMEL_ALWAYS_INLINE { both_[i] += both * p.both_[i]; });
  }
  /// The larger of each number and the size of that in p.
  HAMEL_ALWAYS_INLINE void take_larger(const Pairs& p) {
    unrolled<pairs>(pairs, [&](int i) HAMEL_ALWAYS_INLINE {
      const Doubles size = (Doubles)((Bits)p.both_[i] & all_but_sign);
      both_[i] = both_[i] < size ? size : both_[i];
    });
  }

 private:
  using Bits [[gnu::vector_size(16)]] = long long;
  static constexpr long long all_but_sign = 0x7fffffffffffffff;

  Doubles both_[pairs]{};
};

}  // namespace hamel
