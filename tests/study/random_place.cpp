// Ranks from values at one place.
#include "varying/random_place.hpp"

#include <doctest/doctest.h>

using namespace hamel::varying;

TEST_CASE("a rank at a place modulo a prime is that over the quotients, or less") {
  const Ring ring = make_ring({"x", "y"});
  const auto p = [&](const char* text) { return *ParameterPolynomial::parse(ring, text); };
  CHECK(rank_at_a_place({{p("x"), p("y")}, {p("y"), p("x")}}) == 2);
  CHECK(rank_at_a_place({{p("x"), p("y"), p("x-y")}, {p("x^2"), p("x*y"), p("x^2-x*y")}}) == 1);
  CHECK(rank_at_a_place({{p("0"), p("x+1")}, {p("0"), p("y^3-7")}, {p("-x"), p("0")}}) == 2);
  CHECK(rank_at_a_place({{p("2147483647*x")}}) == 0);  // the prime
  CHECK(rank_at_a_place({}) == 0);
}
