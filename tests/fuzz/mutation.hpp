// Texts near those of a corpus, each determined by a seed and its number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fuzz {

/// The generator splitmix64 (Steele, Lea & Flood 2014): seeding costs nothing, so every text has its own.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t operator()() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// Uniform in 0 .. n - 1 to within n / 2^64; 0 for n = 0.
  std::size_t below(std::size_t n) { return n == 0 ? 0 : std::size_t((*this)() % n); }

 private:
  std::uint64_t state_;
};

/// Changes texts at the level of bytes, of JSON values, and of formulas inside them.
class Mutation {
 public:
  /// `corpus` must not be empty; texts of more bytes than `longest` are not changed.
  Mutation(std::vector<std::string> corpus, std::size_t longest);
  /// Text `number` of the sequence that belongs to `seed`: first the corpus as it is, then texts near it.
  std::string text(std::uint64_t seed, std::uint64_t number) const;

 private:
  void change(std::string& text, Random& random) const;

  std::size_t longest_;
  std::vector<std::string> corpus_;  // short texts first
  std::size_t short_;                // how many of them are changed
  std::vector<std::string> values_;  // JSON values found in the corpus
};

}  // namespace fuzz
