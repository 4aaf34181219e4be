// The entire functions of theta^2 against 50 digits, and their derivatives through differentiated scalars.
#include <cmath>
#include <limits>

#include <Eigen/Core>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <doctest/doctest.h>
#include <unsupported/Eigen/AutoDiff>

#include <hamel/core/arc.hpp>
#include <hamel/core/entire.hpp>
#include <hamel/core/half_angle.hpp>
#include <hamel/core/scalar.hpp>

namespace {

using Exact = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<80>,
                                            boost::multiprecision::et_off>;

/// c_k(z) by the plain power series, independent of the library.
Exact reference_stumpff(int k, double z) {
  Exact term = 1, sum = 0;
  for (int i = 2; i <= k; ++i) term /= i;
  for (int j = 0; j < 120; ++j) {
    sum += term;
    term *= -Exact(z) / ((2 * j + k + 1) * (2 * j + k + 2));
  }
  return sum;
}

/// kappa(z) = h cot h with h = sqrt(z)/2, as a quotient of power series.
Exact reference_kappa(double z) {
  return reference_stumpff(0, z / 4) / reference_stumpff(1, z / 4);
}

const double arguments[] = {0,      1e-24, 1e-12, 1e-8,   1e-5,  1.5e-5, 1e-3,   0.3, 0.999,
                            1,      1.001, 2,     3.99,   4.01,  9,      9.8696, 15,  25,
                            -1e-24, -1e-8, -1e-3, -0.999, -1.01, -3.99,  -4.01,  -9,  -25};

TEST_CASE("Stumpff functions agree with their power series") {
  for (const double z : arguments) {
    CAPTURE(z);
    const auto c = hamel::stumpff<7>(z);
    const auto few = hamel::stumpff<3>(z);
    const auto fewest = hamel::stumpff<1>(z);
    for (int k = 0; k <= 7; ++k) {
      CAPTURE(k);
      const Exact exact = reference_stumpff(k, z);
      // c_k with k > 5 serves second derivatives only
      const Exact scale = abs(exact) + reference_stumpff(k, 0) * (k < 3 ? 1 : k < 6 ? 0.1 : 10);
      CHECK(double(abs(c[k] - exact) / scale) < 1e-15);
      if (k <= 3) CHECK(double(abs(few[k] - exact) / scale) < 1e-15);
      if (k <= 1) CHECK(double(abs(fewest[k] - exact) / scale) < 1e-15);
    }
  }
}

TEST_CASE("the functions of a half angle together") {
  double z = -1.2;
  const auto agree = [&] {
    CAPTURE(z);
    const auto half = hamel::half_angle(z);
    const Exact cosine = reference_stumpff(0, z / 4), sinc = reference_stumpff(1, z / 4);
    const Exact kappa = reference_kappa(z);
    CHECK(double(abs(half.cosine - cosine) / (abs(cosine) + 1)) < 5e-16);
    CHECK(double(abs(half.sinc - sinc)) < 5e-16);
    CHECK(double(abs(half.kappa - kappa) / (abs(kappa) + 1)) < 5e-16);
    CHECK(double(abs(half.beta - (z == 0 ? Exact(1) / 12 : Exact((1 - kappa) / z)))) < 5e-16);
  };
  for (; z < 1.2; z += 0.0123) agree();
  for (const double argument : arguments)
    if (std::abs(argument) < 20) z = argument, agree();
}

TEST_CASE("the half-angle cotangent and its derivatives, in all branches") {
  const double h = 1e-20;
  for (const double z : arguments) {
    CAPTURE(z);
    const auto f = hamel::half_cotangent<3>(z);
    const Exact kappa = reference_kappa(z);
    CHECK(double(abs(f.kappa[0] - kappa) / (abs(kappa) + 1)) < 1e-15);
    if (std::abs(z) > 1e-9) {
      const Exact beta = (1 - kappa) / z;
      CHECK(double(abs(f.beta[0] - beta) / beta) < 2e-15);
    }
    const auto exact = hamel::half_cotangent<2>(Exact(z));
    const auto ahead = hamel::half_cotangent<2>(Exact(z) + h),
               behind = hamel::half_cotangent<2>(Exact(z) - h);
    for (int k = 0; k < 3; ++k) {
      CAPTURE(k);
      const Exact slope = (ahead.beta[k] - behind.beta[k]) / (2 * h);
      CHECK(double(abs(f.beta[k] - exact.beta[k]) / abs(exact.beta[k])) < 3e-15 * std::pow(6, k));
      CHECK(double(abs(f.beta[k + 1] - slope) / abs(slope)) < 3e-15 * std::pow(6, k + 1));
      const Exact fall = (ahead.kappa[k] - behind.kappa[k]) / (2 * h);
      CHECK(double(abs(f.kappa[k + 1] - fall) / abs(fall)) < 3e-15 * std::pow(6, k + 1));
    }
  }
}

TEST_CASE("angle over sine, circular and hyperbolic, and its derivative") {
  using Dual = Eigen::AutoDiffScalar<Eigen::Matrix<double, 1, 1>>;
  for (const double phi : {1e-9, 1e-4, 0.01, 0.03, 0.5, 1.0, 1.5, 1.5707963}) {
    CAPTURE(phi);
    const double w = std::cos(phi);
    const Exact exact_phi = acos(Exact(w)),
                exact = w == 1 ? Exact(1) : Exact(exact_phi / sin(exact_phi));
    CHECK(double(abs(hamel::angle_over_sine(w) - exact)) < 4e-16);
    const Exact slope =
        w == 1 ? Exact(-1) / 3 : Exact((Exact(w) * exact - 1) / (1 - Exact(w) * Exact(w)));
    const Dual lifted = hamel::angle_over_sine(Dual(w, 1, 0));
    CHECK(lifted.value() == hamel::angle_over_sine(w));
    CHECK(lifted.derivatives()[0] == doctest::Approx(double(slope)).epsilon(2e-15));

    const double c = std::cosh(phi);
    const Exact x = acosh(Exact(c)), hyperbolic = c == 1 ? Exact(1) : Exact(x / sinh(x));
    CHECK(double(abs(hamel::angle_over_sine(c) - hyperbolic)) < 4e-16);
  }
}

TEST_CASE("differentiated scalars carry exact derivatives through every branch, nested ones too") {
  using Dual = Eigen::AutoDiffScalar<Eigen::Matrix<double, 1, 1>>;
  using Second = Eigen::AutoDiffScalar<Eigen::Matrix<Dual, 1, 1>>;
  for (const double z : arguments) {
    CAPTURE(z);
    const auto c = hamel::stumpff<3>(Dual(z, 1, 0));
    Second nested(Dual(z, 1, 0), 1, 0);
    const auto second = hamel::half_cotangent<0>(nested);
    const auto f = hamel::half_cotangent<2>(z);
    CHECK(second.beta[0].value().value() == doctest::Approx(f.beta[0]).epsilon(1e-15));
    CHECK(second.beta[0].derivatives()[0].value() == doctest::Approx(f.beta[1]).epsilon(1e-14));
    CHECK(second.beta[0].derivatives()[0].derivatives()[0] ==
          doctest::Approx(f.beta[2]).epsilon(1e-14));
    for (int k = 0; k <= 3; ++k) {
      const Exact slope = (k * reference_stumpff(k + 2, z) - reference_stumpff(k + 1, z)) / 2;
      const double scale = double(abs(slope)) + 0.02;
      CHECK(std::abs(c[k].derivatives()[0] - double(slope)) < 2e-15 * scale);
    }
  }
}

TEST_CASE("every plain scalar reaches its own resolution") {
  const auto check = [](auto z, double limit) {
    using S = decltype(z);
    const auto c = hamel::stumpff<5>(z);
    for (int k = 0; k <= 5; ++k) {
      CAPTURE(k);
      const Exact exact = reference_stumpff(k, double(z));
      CHECK(double(abs(Exact(c[k]) - exact) / (abs(exact) + Exact(0.01))) < limit);
    }
    CHECK(hamel::epsilon<S>() == std::numeric_limits<S>::epsilon());
  };
  for (const double z : {0.0, 0.0625, 0.5, 2.0, 7.5, -0.5, -6.0}) {
    CAPTURE(z);
    check(float(z), 1e-6);
    check(z, 4e-15);
    check(static_cast<long double>(z), 2e-18);
    check(Exact(z), 1e-77);
  }
}

}  // namespace
