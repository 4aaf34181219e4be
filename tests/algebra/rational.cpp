// Exact numbers: words and big integers agree, text is read without rounding.
#include <cmath>
#include <limits>
#include <random>

#include <doctest/doctest.h>

#include <hamel/algebra/rational.hpp>
#include <hamel/algebra/rational_text.hpp>

using namespace hamel;

TEST_CASE("numbers are read exactly") {
  CHECK(parse_rational("3/10") == Rational(3) / 10);
  CHECK(parse_rational("0.3") == Rational(3) / 10);
  CHECK(parse_rational("-1.5e-2") == Rational(-3) / 200);
  CHECK(parse_rational("+.5E+3") == Rational(500));
  CHECK(parse_rational("010") == Rational(10));
  CHECK(parse_rational("8/1.6") == Rational(5));
  CHECK(parse_rational("123456789012345678901234567890/3").str() ==
        "41152263004115226300411522630");
  for (const char* bad :
       {"", "-", "1e", "1/0", "1/2/3", "x", "1 ", "--1", "1e99999", ".", "/2", "0x1"})
    CHECK_THROWS_AS(parse_rational(bad), InputError);
}

TEST_CASE("what is printed is read back") {
  for (const char* number : {"0", "-7", "22/7", "-100000000000000000000000000000/7"}) {
    CHECK(text(parse_rational(number)) == number);
    CHECK(parse_rational(text(parse_rational(number))) == parse_rational(number));
  }
}

TEST_CASE("doubles are taken bit for bit") {
  CHECK(Rational(0.1) != parse_rational("0.1"));
  for (const double value : {0.1, -3.75, 1e300, 1e-300, 0.0})
    CHECK(to_double(Rational(value)) == value);
  CHECK_THROWS(Rational(std::numeric_limits<double>::infinity()));
  CHECK_THROWS(Rational(std::nan("")));
}

TEST_CASE("the double of a quotient is the nearest, at any size") {
  std::mt19937_64 generator(3);
  const auto large = [&] {
    Integer x = 1;
    for (auto words = generator() % 4; words > 0; --words) x = (x << 64) + Integer(generator());
    return x;
  };
  for (int k = 0; k < 4000; ++k) {
    const unsigned up = generator() % 1080, down = generator() % 1140;
    const Rational x(large() << up, large() << down);
    const double found = to_double(x);
    CHECK(to_double(-x) == -found);
    if (std::isinf(found)) {
      CHECK(x > Rational(std::numeric_limits<double>::max()));
      continue;
    }
    const Rational off = abs(x - Rational(found));
    for (const double end : {0., HUGE_VAL}) {
      const double beside = std::nextafter(found, end);
      if (std::isfinite(beside)) REQUIRE(off <= abs(x - Rational(beside)));
    }
  }
  const Rational half = Rational(1) / Rational(Integer(1) << 53);  // halfway, to the even one
  CHECK(to_double(Rational(1) + half) == 1);
  CHECK(to_double(Rational(1) + 3 * half) == 1 + 4 * to_double(half));
}

TEST_CASE("words and big integers agree across the boundary") {
  using Big = boost::multiprecision::cpp_rational;
  std::mt19937_64 generator(7);
  const auto number = [&](int bits) {
    const auto value = static_cast<std::int64_t>(generator() >> (64 - bits));
    return generator() & 1 ? value : -value;
  };
  for (int k = 0; k < 20000; ++k) {
    const int bits = 1 + static_cast<int>(generator() % 63);
    const std::int64_t a = number(bits), b = number(bits) | 1, c = number(bits),
                       d = number(bits) | 1;
    const Rational x = Rational(a) / b, y = Rational(c) / d;
    const Big u = Big(a) / b, v = Big(c) / d;
    REQUIRE((x + y).str() == Big(u + v).str());
    REQUIRE((x - y).str() == Big(u - v).str());
    REQUIRE((x * y).str() == Big(u * v).str());
    if (c != 0) REQUIRE((x / y).str() == Big(u / v).str());
    REQUIRE((-x).str() == Big(-u).str());
    REQUIRE((x < y) == (u < v));
    REQUIRE((x == y) == (u == v));
    REQUIRE((x + y) - y == x);  // leaves the words and returns to them
  }
  const Rational lowest(std::numeric_limits<std::int64_t>::min());
  CHECK((-lowest).str() == "9223372036854775808");
  CHECK(Rational(std::numeric_limits<std::uint64_t>::max()).str() == "18446744073709551615");
  CHECK_THROWS(Rational(1) / Rational(0));
}

TEST_CASE("a quotient of integers of any sign and size; by zero none") {
  CHECK(Rational(Integer(7), Integer(-21)).str() == "-1/3");
  const Integer large = Integer(1) << 70;
  CHECK(Rational(Integer(-(Integer(1) << 80)), Integer(-large)) == Rational(1024));
  CHECK(Rational(large, Integer(-3)).str() == "-1180591620717411303424/3");
  CHECK(Rational(std::numeric_limits<std::int64_t>::min()).str() == "-9223372036854775808");
  CHECK(Rational(std::numeric_limits<std::uint64_t>::max()).str() == "18446744073709551615");
  CHECK_THROWS_AS(Rational(Integer(1), Integer(0)), std::overflow_error);
}
