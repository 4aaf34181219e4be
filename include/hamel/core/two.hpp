// Two doubles in one register.
#pragma once

#include <limits>
#include <type_traits>

#include <hamel/core/inline.hpp>

namespace hamel {

/// Two numbers with which the processor computes at once. They are put together from two numbers: where these lie beside
/// each other in memory the compiler loads both, and where they were just computed nothing waits for memory.
using Doubles [[gnu::vector_size(16)]] = double;

/// Are numbers of type S better taken two at a time? With AVX compilers do as well with numbers one by one, of which
/// loops make more than two.
template <class S>
inline constexpr bool two_at_a_time =
#ifdef __AVX__
    false;
#else
    std::is_same_v<S, double>;
#endif

/// (x, x)
HAMEL_ALWAYS_INLINE inline Doubles repeated(double x) noexcept {
  return Doubles{x, x};
}

/// (b, a) of (a, b)
HAMEL_ALWAYS_INLINE inline Doubles swapped(Doubles a) noexcept {
  return Doubles{a[1], a[0]};
}

/// (-a, b) of (a, b), or (a, -b).
template <int place>
HAMEL_ALWAYS_INLINE inline Doubles negated(Doubles a) noexcept {
  using Bits [[gnu::vector_size(16)]] = long long;
  constexpr long long sign = std::numeric_limits<long long>::min();
  return (Doubles)((Bits)a ^ Bits{place == 0 ? sign : 0, place == 1 ? sign : 0});
}

}  // namespace hamel
