// Integers of any size: what Boost computes, across the words and at their ends.
#include <cstdint>
#include <limits>
#include <random>
#include <stdexcept>
#include <utility>

#include <boost/multiprecision/cpp_int.hpp>
#include <doctest/doctest.h>

#include <hamel/algebra/rational.hpp>

using namespace hamel;
using Big = boost::multiprecision::cpp_int;

namespace {

std::string text_of(const Integer& x) {
  return x.str();
}
std::string text_of(const Big& x) {
  return x.str();
}

}  // namespace

TEST_CASE("integers of all lengths compute as those of Boost") {
  std::mt19937_64 generator(11);
  for (int k = 0; k < 3000; ++k) {
    const auto digits = [&] {
      std::string result = generator() % 2 == 0 ? "-" : "";
      result += static_cast<char>('1' + generator() % 9);
      for (auto left = generator() % 70; left > 0; --left)
        result += static_cast<char>('0' + generator() % 10);
      return result;
    };
    const std::string first = digits(), second = digits();
    const Integer x(first), y(second);
    const Big u(first), v(second);
    REQUIRE(text_of(x) == first);
    REQUIRE(text_of(x + y) == text_of(Big(u + v)));
    REQUIRE(text_of(x - y) == text_of(Big(u - v)));
    REQUIRE(text_of(x * y) == text_of(Big(u * v)));
    REQUIRE(text_of(x / y) == text_of(Big(u / v)));
    REQUIRE(text_of(x % y) == text_of(Big(u % v)));
    REQUIRE(text_of(gcd(x, y)) == text_of(Big(gcd(u, v))));
    REQUIRE(text_of(lcm(x, y)) == text_of(Big(lcm(u, v))));
    REQUIRE(text_of(sqrt(abs(x))) == text_of(Big(sqrt(Big(abs(u))))));
    REQUIRE(text_of(x << 67) == text_of(Big(u << 67)));
    REQUIRE(text_of(abs(x) >> 13) == text_of(Big(abs(u) >> 13)));
    REQUIRE(text_of(-x) == text_of(Big(-u)));
    REQUIRE(text_of(pow(x, 5)) == text_of(Big(pow(u, 5))));
    REQUIRE(static_cast<double>(x) == u.convert_to<double>());
    REQUIRE((x < y) == (u < v));
    REQUIRE((x == y) == (u == v));
    REQUIRE(x.is_odd() == (abs(u) % 2 == 1));
    REQUIRE(msb(abs(x)) == static_cast<std::int64_t>(msb(Big(abs(u)))));
    REQUIRE(x.bits() == 64 * static_cast<std::int64_t>(u.backend().size()));
    REQUIRE(Rational(x, y) == Rational(x) / Rational(y));
  }
}

TEST_CASE("common divisors of long integers are those of Boost") {
  std::mt19937_64 generator(12);
  const auto random = [&](auto bits) {
    Big x = 0;
    for (; bits >= 64; bits -= 64) x = x << 64 | generator();
    return Big(x << bits | generator() >> 1 >> (63 - bits));
  };
  const auto check = [](const Big& u, const Big& v) {
    REQUIRE(text_of(gcd(Integer(text_of(u)), Integer(text_of(v)))) == text_of(Big(gcd(u, v))));
  };
  for (int k = 0; k < 3000; ++k) {
    const Big common = random(generator() % 300);
    const Big u = common * random(generator() % 700), v = common * random(generator() % 700);
    check(u, v);
    check(-u, v);
    check(u, u * random(generator() % 200) + generator() % 2);
    check(u, Big(1) << generator() % 500);
    check((Big(1) << generator() % 500) - 1, (Big(1) << generator() % 500) - generator() % 2);
  }
  // Consecutive Fibonacci numbers take the most steps.
  Big u = 1, v = 1;
  for (int k = 0; k < 2000; ++k) u = std::exchange(v, u + v);
  check(Big(u * 91), Big(v * 35));
}

TEST_CASE("machine words go in and out, the nearest where there is none") {
  constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
  constexpr auto highest = std::numeric_limits<std::uint64_t>::max();
  CHECK(Integer(lowest).str() == "-9223372036854775808");
  CHECK(Integer(highest).str() == "18446744073709551615");
  CHECK(static_cast<std::int64_t>(Integer(lowest)) == lowest);
  CHECK(static_cast<std::uint64_t>(Integer(highest)) == highest);
  CHECK(static_cast<int>(Integer(-7)) == -7);
  CHECK(static_cast<int>(Integer(1) << 40) == std::numeric_limits<int>::max());
  CHECK(static_cast<int>(-(Integer(1) << 90)) == std::numeric_limits<int>::min());
  CHECK(Integer(-7) / 2 == -3);
  CHECK(Integer(-7) % 2 == -1);
  CHECK_THROWS_AS(Integer(1) / 0, std::overflow_error);
  CHECK_THROWS_AS(Integer("12x"), std::runtime_error);
}

TEST_CASE("integers are values: copies are apart, what was moved from can be given another") {
  Integer x = Integer(1) << 200;
  Integer y = x;
  ++y;
  CHECK(y - x == 1);
  Integer z = std::move(y);
  y = 5;
  CHECK(z - x == 1);
  CHECK(y == 5);
  const Integer& same = z;
  z = same;
  z += z;
  CHECK(z == 2 * (x + 1));
  std::swap(x, z);
  CHECK(x - 2 * z == 2);
}
