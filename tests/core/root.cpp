// Zeros are located to tolerance, or to rounding, in few evaluations; inverse roots to a few roundings.
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include <hamel/core/powers.hpp>
#include <hamel/core/root.hpp>

using hamel::zero_between;

TEST_CASE_TEMPLATE("a zero is located to tolerance in every scalar", S, float, double,
                   long double) {
  int evaluations = 0;
  const auto zero = [&](const auto& f, S a, S b, S tolerance) {
    evaluations = 0;
    const auto counted = [&](const S& x) {
      ++evaluations;
      return f(x);
    };
    return zero_between<S>(counted, a, b, f(a), f(b), tolerance);
  };
  const S rounding = 4 * std::numeric_limits<S>::epsilon();
  CHECK(std::abs(zero([](S x) { return S(std::exp(x) - 2); }, -700, 80, 0) - std::log(S(2))) <=
        rounding);
  CHECK(evaluations < 30);
  CHECK(std::abs(zero([](S x) { return S(std::cos(x) - x); }, 1, 0, 0) -
                 S(0.739085133215160641655312087674L)) <= rounding);
  CHECK(evaluations < 12);
  CHECK(std::abs(zero([](S x) { return x < S(0.3L) ? S(-1) : S(1); }, 0, 1, S(1e-4)) - S(0.3L)) <
        S(1e-4));
  CHECK(std::abs(zero([](S x) { return x * x * x; }, -1, 2, S(1e-5))) < S(1e-5));
  CHECK(zero([](S x) { return x; }, 0, 1, 0) == 0);
}

TEST_CASE("an inverse root is one to a few roundings") {
  using hamel::inverse_root, hamel::power;
  for (double x = 1e-300; x < 1e300; x *= 1.7) {
    CAPTURE(x);
    CHECK(std::abs(x * power<5>(inverse_root<5>(x)) - 1) < 3e-15);
    CHECK(std::abs(x * power<6>(inverse_root<6>(x)) - 1) < 3e-15);
  }
  CHECK(power<6>(1.5) == 11.390625);
}
