// Gauss's elimination modulo 2^31 - 1.
#include "random_place.hpp"

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace hamel::varying {

namespace {

constexpr std::uint64_t prime = 2'147'483'647;

std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
  std::uint64_t result = 1;
  for (; exponent > 0; exponent /= 2, base = base * base % prime)
    if (exponent % 2 == 1) result = result * base % prime;
  return result;
}

}  // namespace

int rank_at_a_place(const Matrix& rows) {
  if (rows.empty() || rows[0].empty()) return 0;
  std::mt19937 generator(11);
  std::vector<std::uint64_t> place;
  for (std::size_t i = 0; i < names_of(rows[0][0].ring()).size(); ++i)
    place.push_back(generator() % (prime - 1) + 1);
  std::vector<std::vector<std::uint64_t>> values;
  for (const auto& row : rows) {
    values.emplace_back();
    for (const auto& p : row) values.back().push_back(p.residue(place, prime));
  }
  std::size_t rank = 0;
  for (std::size_t column = 0; column < rows[0].size() && rank < values.size(); ++column) {
    std::size_t pivot = rank;
    while (pivot < values.size() && values[pivot][column] == 0) ++pivot;
    if (pivot == values.size()) continue;
    std::swap(values[rank], values[pivot]);
    const std::uint64_t inverse = power(values[rank][column], prime - 2);
    for (std::size_t i = rank + 1; i < values.size(); ++i) {
      const std::uint64_t factor = values[i][column] * inverse % prime;
      for (std::size_t k = column; k < values[i].size(); ++k)
        values[i][k] = (values[i][k] + (prime - factor) * values[rank][k]) % prime;
    }
    ++rank;
  }
  return static_cast<int>(rank);
}

}  // namespace hamel::varying
