// Numbers modulo a prime: ranks of large exact systems in microseconds. A rank found here is a lower bound of the
// rank over the rationals, which makes "these columns are independent" a proof.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include <hamel/algebra/exact_traits.hpp>
#include <hamel/algebra/rational.hpp>

namespace hamel {

namespace detail {

/// Montgomery's arithmetic: x is kept as x 2^64 mod p.
struct PrimeField {
  using Word = std::uint64_t;
  __extension__ using Wide = unsigned __int128;  // products of two words

  explicit constexpr PrimeField(Word p) : prime(p) {
    Word inverse = p;  // of p modulo 2^64, by Newton's iteration
    for (int i = 0; i < 5; ++i) inverse *= 2 - p * inverse;
    minus_inverse = -inverse;
    const Wide one = (static_cast<Wide>(1) << 64) % p;
    square = static_cast<Word>(one * one % p);
  }
  /// x / 2^64 mod p.
  constexpr Word reduce(Wide x) const {
    const Word factor = static_cast<Word>(x) * minus_inverse;
    const Word result = static_cast<Word>((x + static_cast<Wide>(factor) * prime) >> 64);
    return result >= prime ? result - prime : result;
  }
  Word prime, minus_inverse = 0, square = 0;
};

}  // namespace detail

/// An element of the field of p elements, p the prime of the innermost `Modulus` alive in this thread (2^61 - 1
/// without one). Division by zero throws std::overflow_error; so does a rational whose denominator p divides.
class Residue {
  using Field = detail::PrimeField;
  using Wide = Field::Wide;

 public:
  using Word = Field::Word;
  static constexpr Word standard_prime = (Word(1) << 61) - 1;

  /// Computes modulo another odd prime below 2^62 while alive.
  class Modulus {
   public:
    explicit Modulus(Word prime) : previous_(std::exchange(field_, Field(prime))) {}
    ~Modulus() { field_ = previous_; }
    Modulus(const Modulus&) = delete;
    Modulus& operator=(const Modulus&) = delete;

   private:
    Field previous_;
  };

  Residue() = default;
  template <class I>
  requires std::is_integral_v<I> Residue(I value) {  // NOLINT: integers are residues
    const Word p = prime();
    if constexpr (std::is_signed_v<I>) {
      const Word size = value < 0 ? -static_cast<Word>(value) : static_cast<Word>(value);
      word_ = enter(size % p);
      if (value < 0 && word_ != 0) word_ = p - word_;
    } else {
      word_ = enter(static_cast<Word>(value) % p);
    }
  }
  explicit Residue(const Rational& value) {
    const auto reduced = [](const Integer& number) {
      Integer rest = number % Integer(prime());
      if (rest < 0) rest += Integer(prime());
      return Residue(static_cast<Word>(rest));
    };
    *this = reduced(value.numerator());
    if (!value.is_integer()) *this /= reduced(value.denominator());
  }

  static Word prime() { return field_.prime; }
  bool is_zero() const { return word_ == 0; }
  /// The representative between 0 and p - 1.
  Word value() const { return field_.reduce(word_); }

  Residue operator-() const { return from_word(word_ == 0 ? 0 : field_.prime - word_); }
  Residue& operator+=(Residue other) {
    word_ += other.word_;
    if (word_ >= field_.prime) word_ -= field_.prime;
    return *this;
  }
  Residue& operator-=(Residue other) { return *this += -other; }
  Residue& operator*=(Residue other) {
    word_ = field_.reduce(static_cast<Wide>(word_) * other.word_);
    return *this;
  }
  Residue& operator/=(Residue other) {
    if (other.is_zero()) throw std::overflow_error("division by zero modulo a prime");
    return *this *= other.power(field_.prime - 2);
  }
  Residue power(Word exponent) const {
    Residue result(1), square(*this);
    for (; exponent > 0; exponent >>= 1) {
      if (exponent & 1) result *= square;
      square *= square;
    }
    return result;
  }
  friend Residue operator+(Residue x, Residue y) { return x += y; }
  friend Residue operator-(Residue x, Residue y) { return x -= y; }
  friend Residue operator*(Residue x, Residue y) { return x *= y; }
  friend Residue operator/(Residue x, Residue y) { return x /= y; }
  friend bool operator==(Residue x, Residue y) { return x.word_ == y.word_; }

 private:
  static Word enter(Word x) { return field_.reduce(static_cast<Wide>(x) * field_.square); }
  static Residue from_word(Word word) {
    Residue result;
    result.word_ = word;
    return result;
  }

  inline static constinit thread_local Field field_{standard_prime};
  Word word_ = 0;
};

/// Whether an odd number below 2^62 is prime: Miller & Rabin's test with the bases that decide it below 2^64.
inline bool is_prime(Residue::Word number) {
  const Residue::Word bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  for (const Residue::Word base : bases)
    if (number % base == 0) return number == base;
  const Residue::Modulus modulus(number);
  Residue::Word odd = number - 1;
  int twos = 0;
  for (; odd % 2 == 0; odd /= 2) ++twos;
  for (const Residue::Word base : bases) {
    Residue x = Residue(base).power(odd);
    bool passes = x == Residue(1) || x == Residue(-1);
    for (int k = 1; k < twos && !passes; ++k) {
      x *= x;
      passes = x == Residue(-1);
    }
    if (!passes) return false;
  }
  return true;
}

/// 1 for every residue that is not zero: residues have no size.
inline double to_double(Residue x) {
  return x.is_zero() ? 0 : 1;
}

inline std::string text(Residue x) {
  return std::to_string(x.value());
}

}  // namespace hamel

template <>
struct Eigen::NumTraits<hamel::Residue> : hamel::detail::ExactTraits<hamel::Residue, 1, 2, 5> {};
