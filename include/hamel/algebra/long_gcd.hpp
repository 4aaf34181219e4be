// The greatest common divisor of long integers by Lehmer's method, which Boost has from 1.76 on.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include <boost/multiprecision/cpp_int.hpp>

namespace hamel::detail {

/// Integers of any size.
using BoostInteger = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>,
                                                   boost::multiprecision::et_off>;

using Limb = boost::multiprecision::limb_type;
static_assert(sizeof(Limb) == 8);

/// What several steps of Euclid's algorithm do to a pair: (a, b) becomes (A a + B b, C a + D b).
struct EuclidSteps {
  std::int64_t A = 1, B = 0, C = 0, D = 1;

  /// Those steps from a >= b that the first 62 bits of the two decide, whatever follows: their quotients are those of
  /// both bounds (Knuth, vol. 2, sec. 4.5.2, algorithm L). B = 0 where there is none. A factor is at most 2^62 / b, so
  /// that nothing overflows while b has more than 32 bits.
  EuclidSteps(std::int64_t a, std::int64_t b) noexcept {
    while (b >> 32 != 0) {
      const std::int64_t q = (a + A) / (b + C), rest = a + B - q * (b + D);
      if (rest < 0 || rest >= b + D) break;
      a = std::exchange(b, a - q * b);
      A = std::exchange(C, A - q * C);
      B = std::exchange(D, B - q * D);
    }
  }

  /// The pair afterwards, in place, both of n words.
  void apply(Limb* a, Limb* b, unsigned n) const noexcept {
    __extension__ using Wide = __int128;
    Wide first = 0, second = 0;
    for (unsigned i = 0; i < n; ++i) {
      const Wide x = a[i], y = b[i];
      first += A * x + B * y;
      second += C * x + D * y;
      a[i] = static_cast<Limb>(first);
      b[i] = static_cast<Limb>(second);
      first >>= 64;
      second >>= 64;
    }
  }
};

/// The greatest common divisor, not negative.
inline BoostInteger long_gcd(BoostInteger a, BoostInteger b) {
  if (a < 0) a.backend().negate();
  if (b < 0) b.backend().negate();
  if (a < b) swap(a, b);
  while (a.backend().size() > 2 && b != 0) {
    auto &x = a.backend(), &y = b.backend();
    const unsigned n = x.size(), m = y.size();
    const int zeros = std::countl_zero(x.limbs()[n - 1]);
    // The bits of v from the first bit of a on.
    const auto first_bits = [&](const auto& v) {
      const auto word = [&](unsigned i) -> Limb { return i < v.size() ? v.limbs()[i] : 0; };
      const Limb bits = word(n - 1) << zeros | word(n - 2) >> 1 >> (63 - zeros);
      return static_cast<std::int64_t>(bits >> 2);
    };
    const EuclidSteps steps(first_bits(x), first_bits(y));
    if (steps.B == 0) {
      a %= b;
      swap(a, b);
      continue;
    }
    y.resize(n, n);
    std::fill(y.limbs() + m, y.limbs() + n, 0);
    steps.apply(x.limbs(), y.limbs(), n);
    x.normalize();
    y.normalize();
  }
  return boost::multiprecision::gcd(a, b);  // of two words, where that is as fast
}

}  // namespace hamel::detail
