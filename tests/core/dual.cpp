// Dual numbers against difference quotients, nested ones, and as scalars of Eigen's matrices.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

#include <Eigen/Core>
#include <Eigen/LU>
#include <doctest/doctest.h>

#include <hamel/core/dual.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>

namespace {

using namespace hamel;
using First = Dual<double, 1>;
using Second = Dual<First, 1>;
static_assert(AutoDiffLike<First> && Differentiated<Second>);
static_assert(std::is_trivially_copyable_v<First> && std::is_same_v<Plain<Second>, double>);

/// f' and f'' at x by dual numbers, against differences of f in long double.
template <class F>
void check_function(const std::string& name, double x, const F& f) {
  CAPTURE(name);
  CAPTURE(x);
  const long double h = 1e-4L;
  const auto at = [&](int k) { return f(static_cast<long double>(x) + k * h); };
  const long double slope = (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * h);
  const long double bend = (16 * (at(1) + at(-1)) - (at(2) + at(-2)) - 30 * at(0)) / (12 * h * h);
  const First first = f(First::variable(x, 0));
  CHECK(first.value() == doctest::Approx(double(at(0))).epsilon(1e-14));
  CHECK(first.derivatives()[0] == doctest::Approx(double(slope)).epsilon(1e-11));
  const Second second = f(Second::variable(First::variable(x, 0), 0));
  CHECK(second.derivatives()[0].value() == doctest::Approx(first.derivatives()[0]).epsilon(1e-14));
  CHECK(second.derivatives()[0].derivatives()[0] == doctest::Approx(double(bend)).epsilon(1e-7));
}

TEST_CASE("the functions of cmath carry their derivatives") {
#define HAMEL_CHECK(name, x)                          \
  check_function(#name, x, [](const auto& s) {        \
    using std::name;                                  \
    return std::remove_cvref_t<decltype(s)>(name(s)); \
  })
  for (const double x : {0.3, 0.9}) {
    HAMEL_CHECK(sqrt, x);
    HAMEL_CHECK(cbrt, x);
    HAMEL_CHECK(exp, x);
    HAMEL_CHECK(expm1, x);
    HAMEL_CHECK(log, x);
    HAMEL_CHECK(log1p, x);
    HAMEL_CHECK(log2, x);
    HAMEL_CHECK(log10, x);
    HAMEL_CHECK(acosh, x + 1);
  }
  for (const double x : {-0.7, 0.2, 0.85}) {
    HAMEL_CHECK(sin, x);
    HAMEL_CHECK(cos, x);
    HAMEL_CHECK(tan, x);
    HAMEL_CHECK(asin, x);
    HAMEL_CHECK(acos, x);
    HAMEL_CHECK(atan, x);
    HAMEL_CHECK(sinh, x);
    HAMEL_CHECK(cosh, x);
    HAMEL_CHECK(tanh, x);
    HAMEL_CHECK(asinh, x);
    HAMEL_CHECK(atanh, x);
    HAMEL_CHECK(abs, x);
  }
#undef HAMEL_CHECK
}

TEST_CASE("arithmetic and functions of two arguments, mixed with constants") {
  for (const double x : {-1.3, 0.4, 2.1}) {
    check_function("arithmetic", x, [](const auto& s) {
      using S = std::remove_cvref_t<decltype(s)>;
      S sum = 2 * s - s / 4 + 1.5;
      sum -= s * (3 - s) / (s * s + 1);
      sum *= 1 / (s + 5);
      sum /= S(2) + s * s;
      return S(-sum + (+s));
    });
    check_function("atan2", x, [](const auto& s) {
      using S = std::remove_cvref_t<decltype(s)>;
      using std::atan2;
      return S(atan2(S(s - 2), S(s + 2)));
    });
    check_function("hypot", x, [](const auto& s) {
      using S = std::remove_cvref_t<decltype(s)>;
      using std::hypot;
      return S(hypot(S(s * s), S(3 - s)));
    });
    check_function("constant powers", x, [](const auto& s) {
      using S = std::remove_cvref_t<decltype(s)>;
      using std::pow;
      return S(pow(s, 3) + pow(S(s * s), 0.5) + pow(s, -2) + pow(s, 0));
    });
    check_function("powers", x, [](const auto& s) {
      using S = std::remove_cvref_t<decltype(s)>;
      using std::pow;
      return S(pow(S(s * s + 1), S(s - 1)) + pow(S(2), s));
    });
  }
  // a constant exponent, itself a dual number, asks for no logarithm of a negative base
  CHECK(pow(First::variable(-2, 0), First(3)).derivatives()[0] == 12);
  CHECK(pow(First::variable(0, 0), 0).derivatives()[0] == 0);
}

TEST_CASE("constants enter numbers with second derivatives as they are, whole numbers too") {
  const First inner = First::variable(3, 0);
  const Second x(inner, {First(1)});
  const auto check = [](const Second& y, double value, double slope, double curvature) {
    CHECK(y.value().value() == value);
    CHECK(y.value().derivatives()[0] == slope);
    CHECK(y.derivatives()[0].value() == slope);
    CHECK(y.derivatives()[0].derivatives()[0] == curvature);
  };
  check(x * x / 2, 4.5, 3, 1);
  check(1 - 2 * x * x * x + 5, -48, -54, -36);
  check(4 / (x + 1), 1, -0.25, 0.125);
  check(First(2) * x * x - First(1), 17, 12, 4);
  check(x / First(2), 1.5, 0.5, 0);
  constexpr double twice = 2;
  const auto uncaptured = [](const Second& y) {
    return twice * y * y - twice + pow(y, twice) / twice;
  };
  check(uncaptured(x), 20.5, 15, 5);
}

TEST_CASE("pieces, comparisons and what is not finite") {
  const First x = First::variable(-1.5, 0), y(2.0);
  using std::max, std::min;
  CHECK(max(x, y) == y);
  CHECK(min(x, y).derivatives()[0] == 1);
  CHECK(fmax(x, y) == 2);
  CHECK(fmin(First(std::nan("")), x).derivatives()[0] == 1);
  CHECK(abs(x).derivatives()[0] == -1);
  CHECK(floor(x) == -2);
  CHECK(ceil(x) == -1);
  CHECK(round(x) == -2);
  CHECK(trunc(x).derivatives()[0] == 0);
  CHECK(x < 0);
  CHECK(0.0 <= y);
  CHECK(y > x);
  CHECK(x != y);
  CHECK(isnan(First(std::nan(""))));
  CHECK(isinf(y / 0.0));
  CHECK(isfinite(x));
  CHECK(std::numeric_limits<First>::epsilon() == std::numeric_limits<double>::epsilon());
}

TEST_CASE("matrices of dual numbers, with matrices of numbers") {
  // d/ds of (A + s B)^{-1} c at s = 0 is -A^{-1} B A^{-1} c
  const Matrix<double, 3> a{{2, 1, 0}, {1, 3, 1}, {0, 1, 4}}, b{{0, 1, 2}, {3, 4, 5}, {1, 0, 1}};
  const Vector<double, 3> c(1, -2, 0.5);
  const First s = First::variable(0, 0);
  const Matrix<First, 3> moved = a.cast<First>() + s * b;
  const Vector<First, 3> solved = moved.inverse() * c;
  const Vector<double, 3> expected = -a.inverse() * b * a.inverse() * c;
  for (int i = 0; i < 3; ++i)
    CHECK(solved[i].derivatives()[0] == doctest::Approx(expected[i]).epsilon(1e-14));
  const Vector<Dual<double, 3>, 3> e = infinitesimal<double, 3>();
  CHECK((a * e)[1].derivatives() == Dual<double, 3>::Derivatives{1, 3, 1});
  CHECK(Vector<First, 3>(moved * infinitesimal_along(c))[2].derivatives()[0] ==
        doctest::Approx((a * c)[2]).epsilon(1e-14));
  const Vector<double, 3> at = a.inverse() * c;
  CHECK(solved.norm().derivatives()[0] ==
        doctest::Approx(at.dot(expected) / at.norm()).epsilon(1e-14));
}

}  // namespace
