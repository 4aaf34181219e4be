// The Jacobi identity of large tables of rational structure constants, by numbers modulo primes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include <hamel/algebra/jacobi.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/algebra/structure_constants.hpp>
#include <hamel/algebra/work_budget.hpp>

#include "residue.hpp"

namespace hamel {

namespace detail {

using RationalConstants = std::vector<StructureConstant<Rational>>;

/// The first triple whose Jacobi sum is not zero modulo a prime below 2^61, or {-1, -1, -1}; nothing where the prime
/// divides a denominator.
inline std::optional<std::array<int, 3>> jacobi_failure(int n, const RationalConstants& constants,
                                                        Residue::Word prime) {
  using Word = Residue::Word;
  const Residue::Modulus modulus(prime);
  std::vector<std::vector<std::pair<int, Word>>> brackets(std::size_t(n * n));
  const auto bracket = [&](int i, int j) -> auto& {
    return brackets[std::size_t(i) * std::size_t(n) + std::size_t(j)];
  };
  try {
    for (const auto& c : constants) {
      const Residue value(c.value);
      if (value.is_zero()) continue;
      bracket(c.i, c.j).emplace_back(c.k, value.value());
      bracket(c.j, c.i).emplace_back(c.k, (-value).value());
    }
  } catch (const std::overflow_error&) {
    return std::nullopt;
  }
  __extension__ using Wide = unsigned __int128;
  std::vector<Wide> sum;
  const auto vanishes = [&](const std::array<int, 3>& triple) {
    sum.assign(std::size_t(n), 0);
    std::int64_t products = 0;
    for (int turn = 0; turn < 3; ++turn) {
      const int a = triple[std::size_t(turn)], b = triple[std::size_t((turn + 1) % 3)],
                c = triple[std::size_t((turn + 2) % 3)];
      int rows = 0;
      for (const auto& [m, left] : bracket(a, b)) {
        const auto& right = bracket(m, c);
        for (const auto& [l, factor] : right)
          sum[std::size_t(l)] += static_cast<Wide>(left) * factor;
        products += std::int64_t(right.size());
        if (++rows % 32 == 0)  // 63 products of numbers below 2^61 fit
          for (Wide& entry : sum) entry %= prime;
      }
      for (Wide& entry : sum) entry %= prime;
    }
    WorkBudget::charge(products / 16);
    return std::all_of(sum.begin(), sum.end(), [](Wide entry) { return entry == 0; });
  };
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j)
      for (int k = j + 1; k < n; ++k)
        if (!vanishes({i, j, k})) return std::array{i, j, k};
  return std::array{-1, -1, -1};
}

}  // namespace detail

/// Where the Jacobi identity fails first. With L the common denominator of all constants, L^2 times a Jacobi sum is an
/// integer of size at most 3 n (L max |c|)^2: it is 0 when it is modulo primes whose product is more than that.
inline JacobiSum<Rational> jacobi_defect(const StructureConstants<Rational>& algebra) {
  constexpr std::size_t few = 256;
  const int n = algebra.dimension();
  const auto& constants = algebra.entries();
  if (constants.size() <= few) return jacobi_sum(n, constants);
  Integer common = 1, largest = 1;
  const auto bits = [](const Integer& x) { return std::int64_t(msb(x)) + 1; };
  for (const auto& c : constants) {
    if (!c.value.is_integer()) common = lcm(common, c.value.denominator());
    largest = std::max(largest, Integer(abs(c.value.numerator())));
    if (bits(common) > WorkBudget::largest_bits) return jacobi_sum(n, constants);
  }
  std::int64_t left = bits(Integer(3 * n)) + 2 * (bits(common) + bits(largest));
  for (Residue::Word prime = Residue::standard_prime; left > 0; prime -= 2) {
    if (!is_prime(prime)) continue;
    const auto failure = detail::jacobi_failure(n, constants, prime);
    if (!failure) continue;
    if ((*failure)[0] >= 0) return jacobi_sum(n, constants, *failure);
    left -= 60;
  }
  return {};
}

}  // namespace hamel
