// SHA-256 as the standard FIPS 180-4 has it, with the names of its section 6.2.
#include "sha256.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace hamel::reading {

namespace {

using Word = std::uint32_t;

constexpr std::size_t block_size = 64, rounds = 64;

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr std::array<Word, rounds> K{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

/// The same of the square roots of the first 8.
using Hash = std::array<Word, 8>;
constexpr Hash first{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

/// Takes in the 64 bytes of a block.
void take(Hash& hash, std::string_view block) {
  std::array<Word, rounds> w;
  for (std::size_t t = 0; t < 16; ++t) {
    w[t] = 0;
    for (std::size_t i = 0; i < 4; ++i)
      w[t] = w[t] << 8 | static_cast<unsigned char>(block[4 * t + i]);
  }
  for (std::size_t t = 16; t < rounds; ++t) {
    const Word x = w[t - 15], y = w[t - 2];
    w[t] = (std::rotr(y, 17) ^ std::rotr(y, 19) ^ y >> 10) + w[t - 7] +
           (std::rotr(x, 7) ^ std::rotr(x, 18) ^ x >> 3) + w[t - 16];
  }
  auto [a, b, c, d, e, f, g, h] = hash;
  for (std::size_t t = 0; t < rounds; ++t) {
    const Word t1 = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                    ((e & f) ^ (~e & g)) + K[t] + w[t];
    const Word t2 =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const Hash more{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < hash.size(); ++i) hash[i] += more[i];
}

/// The bytes after the last whole block, a 1, and the number of all bits at the end of a block.
std::string padded(std::string_view bytes) {
  constexpr std::size_t of_length = 8;
  std::string last(bytes.substr(bytes.size() - bytes.size() % block_size));
  last += '\x80';
  while (last.size() % block_size != block_size - of_length) last += '\0';
  const auto bits = std::uint64_t{bytes.size()} * 8;
  for (std::size_t i = of_length; i-- > 0;) last += static_cast<char>(bits >> 8 * i & 0xff);
  return last;
}

}  // namespace

std::string sha256(std::string_view bytes) {
  Hash hash = first;
  const auto take_all = [&hash](std::string_view blocks) {
    for (; blocks.size() >= block_size; blocks.remove_prefix(block_size)) take(hash, blocks);
  };
  take_all(bytes);
  take_all(padded(bytes));
  std::string digits;
  for (const Word word : hash)
    for (int shift = 28; shift >= 0; shift -= 4) digits += "0123456789abcdef"[word >> shift & 0xf];
  return digits;
}

}  // namespace hamel::reading
