// Rational matrices from what they are modulo primes.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>

#include "residue.hpp"

namespace hamel::detail {

/// The fraction of smallest terms that is x modulo m, when both are below `bound` = sqrt(m/2) (Wang 1981).
inline std::optional<Rational> reconstructed(const Integer& x, const Integer& m,
                                             const Integer& bound) {
  Integer r0 = m, r1 = x, t0 = 0, t1 = 1;
  while (r1 > bound) {
    const Integer quotient = r0 / r1;
    r0 = std::exchange(r1, Integer(r0 - quotient * r1));
    t0 = std::exchange(t1, Integer(t0 - quotient * t1));
  }
  if (t1 == 0 || abs(t1) > bound) return std::nullopt;
  return t1 < 0 ? Rational(Integer(-r1), Integer(-t1)) : Rational(r1, t1);
}

/// How many primes a solution is assembled from before it is given up.
inline constexpr int largest_number_of_primes = 24;

/// A rational matrix from its residues modulo several primes: assembled until one more prime confirms it, then
/// given when `proves` accepts it. `modulo` computes it in the field in use, or nothing when there is none.
template <class Modulo, class Proves>
std::optional<DynamicMatrix<Rational>> from_residues(const Modulo& modulo, const Proves& proves) {
  Integer modulus = 1;
  std::vector<Integer> joined;
  std::vector<std::optional<Rational>> fractions;  // of the entries, where they are known
  std::optional<DynamicMatrix<Rational>> candidate;
  Residue::Word prime = Residue::standard_prime;
  for (int count = 0; count < largest_number_of_primes; ++count, prime -= 2) {
    while (!is_prime(prime)) prime -= 2;
    const Residue::Modulus field(prime);
    try {
      const std::optional<DynamicMatrix<Residue>> found = modulo();
      if (!found) return std::nullopt;
      if (candidate && candidate->cols() == found->cols() && cast<Residue>(*candidate) == *found)
        return proves(*candidate) ? candidate : std::nullopt;
      joined.resize(static_cast<std::size_t>(found->size()));
      if (fractions.size() != joined.size()) fractions.assign(joined.size(), std::nullopt);
      for (std::size_t i = 0; i < fractions.size(); ++i)
        if (auto& x = fractions[i]; x && Residue(*x) != (*found)(static_cast<Eigen::Index>(i)))
          x.reset();
      const Residue inverse = Residue(1) / Residue(Rational(modulus));
      for (Eigen::Index i = 0; i < found->size(); ++i) {  // the Chinese remainder theorem
        Integer& x = joined[static_cast<std::size_t>(i)];
        x += modulus * Integer((((*found)(i)-Residue(Rational(x))) * inverse).value());
      }
      candidate.emplace(found->rows(), found->cols());
    } catch (const std::overflow_error&) {  // the prime divides a denominator
      continue;
    }
    modulus *= prime;
    const Integer bound = sqrt(Integer(modulus / 2));
    for (Eigen::Index i = 0; candidate && i < candidate->size(); ++i) {
      auto& fraction = fractions[static_cast<std::size_t>(i)];
      if (!fraction) fraction = reconstructed(joined[static_cast<std::size_t>(i)], modulus, bound);
      if (fraction)
        (*candidate)(i) = *fraction;
      else
        candidate.reset();
    }
  }
  return std::nullopt;
}

}  // namespace hamel::detail
