// Ranks from values at one place, and how long Singular is waited for.
#include "varying/random_place.hpp"

#include <chrono>

#include <doctest/doctest.h>

#include "varying/decomposition.hpp"

using namespace hamel::varying;
using namespace std::chrono_literals;

TEST_CASE("a rank at a place modulo a prime is that over the quotients, or less") {
  const Ring ring = make_ring({"x", "y"});
  const auto p = [&](const char* text) { return *ParameterPolynomial::parse(ring, text); };
  CHECK(rank_at_a_place({{p("x"), p("y")}, {p("y"), p("x")}}) == 2);
  CHECK(rank_at_a_place({{p("x"), p("y"), p("x-y")}, {p("x^2"), p("x*y"), p("x^2-x*y")}}) == 1);
  CHECK(rank_at_a_place({{p("0"), p("x+1")}, {p("0"), p("y^3-7")}, {p("-x"), p("0")}}) == 2);
  CHECK(rank_at_a_place({{p("2147483647*x")}}) == 0);  // the prime
  CHECK(rank_at_a_place({}) == 0);
}

TEST_CASE("who waits within what waits takes of its time") {
  const WaitingTime outer(10s);
  {
    const WaitingTime inner(4s);
    CHECK(WaitingTime::within(1h) == 4s);
    WaitingTime::spend(3s);
    CHECK(WaitingTime::within(1h) == 1s);
  }
  CHECK(WaitingTime::within(1h) == 7s);
  WaitingTime::spend(5s);
  const WaitingTime last(4s);
  CHECK(WaitingTime::within(1h) == 2s);
}
