// Angles split into a principal part and full turns, and back, in every scalar; directions of angles.
#include <cmath>
#include <limits>
#include <numbers>
#include <type_traits>

#include <Eigen/Core>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <doctest/doctest.h>
#include <unsupported/Eigen/AutoDiff>

#include <hamel/core/entire.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/winding.hpp>

namespace {

using Exact = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<80>,
                                            boost::multiprecision::et_off>;
using Fifty = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>,
                                            boost::multiprecision::et_off>;
using Automatic = Eigen::AutoDiffScalar<Eigen::Matrix<double, 1, 1>>;
using AutomaticTwice = Eigen::AutoDiffScalar<Eigen::Matrix<Automatic, 1, 1>>;

const double angles[] = {0, 1e-300, 3.14159, 3.15, 3.2, -3.2, 6.283, 6.284, 100, -1000, 123456.789};

TEST_CASE_TEMPLATE("split angles are exact to the resolution of the principal part", S, float,
                   double, long double, Fifty) {
  const Exact two_pi = 8 * atan(Exact(1));
  for (const double a : angles) {
    CAPTURE(a);
    const S angle(a);
    const auto w = hamel::wound(angle);
    const Exact turns = round(Exact(Exact(angle) / two_pi));
    CHECK(Exact(w.turns) == turns);
    const double limit = 2 * double(std::numeric_limits<S>::epsilon());
    // multiprecision numbers know 2 pi to their own precision only
    const double per_turn = std::is_floating_point_v<S> ? 0.001 : 1;
    CHECK(double(abs(Exact(w.angle) - (Exact(angle) - turns * two_pi))) <=
          limit * (1 + double(abs(turns)) * per_turn));
    CHECK(double(abs(Exact(hamel::unwound(w.angle, w.turns)) - Exact(angle))) <=
          limit * std::abs(a));
  }
}

TEST_CASE("what is no finite angle becomes NaN or stays what it is") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(std::isnan(hamel::wound(infinity).angle));
  CHECK(std::isnan(hamel::wound(std::nan("")).angle));
}

TEST_CASE("derivatives pass through, nested ones too") {
  for (const double a : angles) {
    CAPTURE(a);
    const AutomaticTwice angle(Automatic(a, 1, 0), 1, 0);
    const auto w = hamel::wound(angle);
    const auto plain = hamel::wound(a);
    CHECK(hamel::plain(w.angle) == plain.angle);
    CHECK(hamel::plain(w.turns) == plain.turns);
    CHECK(w.angle.derivatives()[0].value() == 1);
    CHECK(w.turns.derivatives()[0].value() == 0);
    const AutomaticTwice back = hamel::unwound(w.angle, w.turns);
    CHECK(hamel::plain(back) == doctest::Approx(a).epsilon(1e-15));
    CHECK(back.derivatives()[0].value() == 1);
  }
}

TEST_CASE_TEMPLATE("sine and cosine of any angle, and of half of it", S, float, double,
                   long double) {
  const double limit = 3 * double(std::numeric_limits<S>::epsilon());
  for (const double a : {0.0,  1e-30,  1e-6,     0.0122718, -0.0122719, 0.3,       0.79,
                         -1.5, 1.58,   1.5812,   1.59,      2.36,       3.1415926, -3.2,
                         6.0,  500.25, 44434.75, -65535.5,  65537.0,    2.5e5}) {
    CAPTURE(a);
    const S angle(a);
    const Exact exact(angle);
    const auto t = hamel::turn(angle);
    const auto d = hamel::direction(angle);
    CHECK(double(abs(Exact(t.cosine) - cos(exact))) < limit);
    CHECK(double(abs(Exact(t.sine) - sin(exact))) < limit);
    CHECK(double(abs(Exact(t.sinc) - (a == 0 ? Exact(1) : Exact(sin(exact) / exact)))) < limit);
    CHECK(double(abs(Exact(d.cosine) - cos(exact))) < limit);
    CHECK(double(abs(Exact(d.sine) - sin(exact))) < limit);
  }
}

TEST_CASE_TEMPLATE("a small sine or cosine near a quarter turn keeps its relative accuracy", S,
                   float, double) {
  const double limit = 2 * double(std::numeric_limits<S>::epsilon());
  const double quarter = std::numbers::pi / 2;
  for (const double a : {quarter - 1e-5, -quarter + 1e-4, 2 * quarter - 1e-5, -2 * quarter + 1e-6,
                         3 * quarter - 1e-5, 4 * quarter + 1e-5}) {
    CAPTURE(a);
    const S angle(a);
    const Exact exact(angle);
    const auto d = hamel::direction(angle);
    CHECK(double(abs(Exact(Exact(d.cosine) / cos(exact) - 1))) < limit);
    CHECK(double(abs(Exact(Exact(d.sine) / sin(exact) - 1))) < limit);
  }
}

TEST_CASE("derivatives of sine, cosine and sine over angle") {
  const Exact h("1e-30");
  for (const double a : {0.0, 1e-9, 0.3, -1.5, 1.59, 3.0, -6.0, 50.0}) {
    CAPTURE(a);
    const auto t = hamel::turn(Automatic(a, 1, 0));
    const auto d = hamel::direction(Automatic(a, 1, 0));
    const auto ahead = hamel::turn(Exact(Exact(a) + h)), behind = hamel::turn(Exact(Exact(a) - h));
    CHECK(std::abs(t.cosine.derivatives()[0] + std::sin(a)) < 1e-15);
    CHECK(std::abs(t.sine.derivatives()[0] - std::cos(a)) < 1e-15);
    CHECK(std::abs(t.sinc.derivatives()[0] - double((ahead.sinc - behind.sinc) / (2 * h))) < 1e-15);
    CHECK(std::abs(d.cosine.derivatives()[0] + std::sin(a)) < 1e-15);
    CHECK(std::abs(d.sine.derivatives()[0] - std::cos(a)) < 1e-15);
  }
}

}  // namespace
