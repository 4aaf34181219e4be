// Roots modulo a prime of a polynomial in one variable: the part that splits, then halved by squares (Cantor &
// Zassenhaus).
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "residue.hpp"

namespace hamel {

namespace detail {

/// Lowest coefficient first, without leading zeros.
using ResiduePolynomial = std::vector<Residue>;

inline void trim(ResiduePolynomial& f) {
  while (!f.empty() && f.back().is_zero()) f.pop_back();
}

/// f modulo a polynomial that is not 0.
inline ResiduePolynomial remainder(ResiduePolynomial f, const ResiduePolynomial& by) {
  const Residue inverse = Residue(1) / by.back();
  trim(f);
  while (f.size() >= by.size()) {
    const Residue factor = f.back() * inverse;
    const std::size_t shift = f.size() - by.size();
    for (std::size_t i = 0; i < by.size(); ++i) f[shift + i] -= factor * by[i];
    trim(f);
  }
  return f;
}

inline ResiduePolynomial common_divisor(ResiduePolynomial f, ResiduePolynomial g) {
  trim(f);
  trim(g);
  while (!g.empty()) f = std::exchange(g, remainder(std::move(f), g));
  return f;
}

/// (t + shift)^exponent modulo a polynomial.
inline ResiduePolynomial shifted_power(Residue shift, Residue::Word exponent,
                                       const ResiduePolynomial& modulus) {
  const auto product = [&](const ResiduePolynomial& f, const ResiduePolynomial& g) {
    if (f.empty() || g.empty()) return ResiduePolynomial();
    ResiduePolynomial all(f.size() + g.size() - 1, Residue(0));
    for (std::size_t i = 0; i < f.size(); ++i)
      for (std::size_t j = 0; j < g.size(); ++j) all[i + j] += f[i] * g[j];
    return remainder(std::move(all), modulus);
  };
  ResiduePolynomial result = remainder({Residue(1)}, modulus),
                    square = remainder({shift, Residue(1)}, modulus);
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1) result = product(result, square);
    if (exponent > 1) square = product(square, square);
  }
  return result;
}

}  // namespace detail

/// The roots in the field of the prime in use, each once, of a polynomial that is not 0, lowest coefficient first.
inline std::vector<Residue> roots(detail::ResiduePolynomial f) {
  using detail::ResiduePolynomial;
  detail::trim(f);
  if (f.size() < 2) return {};
  ResiduePolynomial split = detail::shifted_power(Residue(0), Residue::prime(), f);  // t^p - t
  split.resize(std::max<std::size_t>(split.size(), 2), Residue(0));
  split[1] -= Residue(1);
  std::vector<ResiduePolynomial> waiting{detail::common_divisor(f, split)};
  std::vector<Residue> found;
  Residue shift(1);
  while (!waiting.empty()) {
    const ResiduePolynomial part = std::move(waiting.back());
    waiting.pop_back();
    if (part.size() < 2) continue;
    if (part.size() == 2) {
      found.push_back(-part[0] / part[1]);
      continue;
    }
    shift = shift * shift + Residue(3);  // half of all t + shift are squares
    ResiduePolynomial squares = detail::shifted_power(shift, (Residue::prime() - 1) / 2, part);
    squares.resize(std::max<std::size_t>(squares.size(), 1), Residue(0));
    squares[0] -= Residue(1);
    ResiduePolynomial half = detail::common_divisor(part, squares);
    if (half.size() < 2 || half.size() == part.size()) {
      waiting.push_back(part);
      continue;
    }
    ResiduePolynomial quotient(part.size() - half.size() + 1, Residue(0)), rest = part;
    const Residue inverse = Residue(1) / half.back();
    for (std::size_t k = quotient.size(); k-- > 0;) {
      quotient[k] = rest[k + half.size() - 1] * inverse;
      for (std::size_t i = 0; i < half.size(); ++i) rest[k + i] -= quotient[k] * half[i];
    }
    waiting.push_back(std::move(half));
    waiting.push_back(std::move(quotient));
  }
  return found;
}

}  // namespace hamel
