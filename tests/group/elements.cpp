// Elements in and out: coordinates by name, invalid ones refused with their residual, long products, actions.
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include <Eigen/LU>
#include <doctest/doctest.h>

#include <hamel/core/error.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/aff1.hpp>
#include <hamel/group/euclidean.hpp>
#include <hamel/group/heisenberg.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so21.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/retraction/cayley.hpp>

namespace {

using namespace hamel;
using Names = std::vector<std::string>;
using V3 = Vector<double, 3>;
using M3 = Matrix<double, 3>;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST_CASE("coordinates have the names of the field") {
  CHECK(SO3{}.coordinate_names() ==
        Names{"R11", "R12", "R13", "R21", "R22", "R23", "R31", "R32", "R33"});
  CHECK(SO21{}.coordinate_names().front() == "g11");
  CHECK(SE3{}.coordinate_names().size() == 12);
  CHECK(Heisenberg<1>{}.coordinate_names() == Names{"x", "y", "z"});
  CHECK(Heisenberg<2>{}.coordinate_names() == Names{"x1", "y1", "x2", "y2", "z"});
  CHECK((SE2{} * Torus<1>{} * Torus<2>{}).coordinate_names() ==
        Names{"x", "y", "phi", "theta1", "theta2", "theta3"});
  CHECK((SE2{} * Euclidean<1>{} * SE2{}).coordinate_names() ==
        Names{"x", "y", "phi", "r1", "x3", "y3", "phi3"});
}

TEST_CASE("products of products are flat lists of factors") {
  const auto left = (SE2{} * Torus<1>{}) * SO3{}, right = SE2{} * (Torus<1>{} * SO3{});
  static_assert(std::is_same_v<decltype(left), decltype(right)>);
  static_assert(decltype(left)::dimension == 7 && decltype(left)::storage == 9);
  CHECK((SO3{} * Torus<>(3)).dim() == 6);
}

TEST_CASE("SO3 stores a rotation and shows its matrix") {
  const SO3 group;
  const auto quarter = group.exp(V3(0, 0, std::numbers::pi / 2));
  M3 expected;
  expected << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  CHECK((group.matrix(quarter) - expected).norm() < 1e-15);
  CHECK((group.act(quarter, V3(1, 0, 0)) - V3(0, 1, 0)).norm() < 1e-15);
  const auto c = group.coordinates(quarter);
  CHECK(c[1] == doctest::Approx(-1));
  CHECK(c[3] == doctest::Approx(1));
  for (const V3& a :
       {V3(3.1, 0, 0), V3(0, -3.1, 0), V3(0, 0, 3.1), V3(0.1, 0.2, 0.3)})  // every pivot
    CHECK((group.log(group.from_coordinates(group.coordinates(group.exp(a)))) - a).norm() < 1e-14);
}

TEST_CASE(
    "SO21 has the basis e1 = E13+E31, e2 = E23+E32, e3 = E21-E12 and preserves diag(1,1,-1)") {
  const SO21 group;
  const M3 eta = V3(1, 1, -1).asDiagonal();
  M3 boost;
  boost << std::cosh(2.0), 0, std::sinh(2.0), 0, 1, 0, std::sinh(2.0), 0, std::cosh(2.0);
  CHECK((group.matrix(group.exp(V3(2, 0, 0))) - boost).norm() < 1e-14);
  const double h = 1e-6;
  M3 e2, e3;
  e2 << 0, 0, 0, 0, 0, 1, 0, 1, 0;
  e3 << 0, -1, 0, 1, 0, 0, 0, 0, 0;
  CHECK(((group.matrix(group.exp(V3(0, h, 0))) - M3::Identity()) / h - e2).norm() < 1e-5);
  CHECK(((group.matrix(group.exp(V3(0, 0, h))) - M3::Identity()) / h - e3).norm() < 1e-5);
  for (const V3& a : {V3(1, 2, 0.5), V3(1, 0, 1), V3(0.3, 0.4, 2.9), V3(0, 0, -3)}) {
    const auto x = group.exp(a);
    const M3 g = group.matrix(x);
    CHECK((g.transpose() * eta * g - eta).norm() < 1e-12);
    CHECK((group.act(x, a) - g * a).norm() < 1e-13);
    CHECK((group.log(group.from_coordinates(group.coordinates(x))) - a).norm() < 1e-13);
  }
}

TEST_CASE("SE2Cover keeps its heading unwrapped") {
  const SE2Cover group;
  auto x = group.identity<double>();
  for (int i = 0; i < 8; ++i) x = group.compose(x, group.exp(V3(1, 0, 1)));
  CHECK(group.heading(x) == doctest::Approx(8).epsilon(1e-15));
  CHECK((group.log(x) - V3(8, 0, 8)).norm() < 1e-13);
  const auto before = group.exp(V3(0, 0, 3)), step = group.exp(V3(0, 0, 0.5));
  const auto back = group.between(before, step, group.compose(before, step));  // over a half turn
  CHECK(group.heading(back) == doctest::Approx(0.5).epsilon(1e-15));
  CHECK((group.act(group.exp(V3(0, 0, std::numbers::pi / 2)), Vector<double, 2>(1, 0)) -
         Vector<double, 2>(0, 1))
            .norm() < 1e-15);
}

TEST_CASE("turns cost the heading of SE2Cover no digit") {
  const SE2Cover group;
  for (const double phi : {3.0, 3.2, 6.3, 10.0, 100.0, 1000.0, -10.0, -1000.0, 1e5}) {
    CAPTURE(phi);
    const V3 a(1.5, -0.5, phi);
    const auto x = group.exp(a);
    CHECK(std::abs(x.data[2]) < 3.1416);
    CHECK(group.residual(x) == 0);
    CHECK((group.log(x) - a).norm() <= 2e-15 * a.norm());
    CHECK(std::abs(x.data[2] -
                   std::remainder((long double)(phi), 2 * std::numbers::pi_v<long double>)) <
          1e-15 + 1e-19 * std::abs(phi));
    const auto c = group.coordinates(x);
    CHECK(c[2] == doctest::Approx(phi).epsilon(1e-15));
    CHECK((group.from_coordinates(c).data - x.data).norm() < 1e-15 * std::abs(phi));
    CHECK(group.compose(x, group.inverse(x)).data.norm() < 2e-15);
  }
  // a million products of 0.1 rad, each rounded on the scale of pi, not of 1e5
  auto x = group.identity<double>();
  const auto step = group.exp(V3(0, 0, 0.1));
  for (int i = 0; i < 1'000'000; ++i) x = group.compose(x, step);
  const long double exact = 1e6L * 0.1;  // the double nearest to 0.1
  CHECK(std::abs(std::remainder(x.data[2] - exact, 2 * std::numbers::pi_v<long double>)) < 2.2e-10);
  CHECK(x.data[3] == 15915);
  x.data[3] += 0.25;
  CHECK(group.residual(x) == 0.25);
  CHECK(group.residual(group.normalized(x)) == 0);
}

TEST_CASE("differences in SE2 go to the nearest turn") {
  const double degree = std::numbers::pi / 180;
  const SE2 group;
  const auto at = [&](double x, double y, double phi) {
    return group.from_coordinates<double>({x, y, phi});
  };
  const auto difference = [&](const auto& to, const auto& from) {
    return group.log(group.compose(group.inverse(from), to));
  };
  const auto d = difference(at(0.1, 0, -179 * degree), at(0, 0, 179 * degree));
  CHECK(d[2] == doctest::Approx(2 * degree).epsilon(1e-13));
  CHECK((V3(d) - V3(-0.1, 0, 2 * degree)).norm() < 1e-4);
  for (const int turns : {-1000, -3, -1, 0, 1, 2, 1000}) {
    CAPTURE(turns);
    const auto x = at(1, 2, 0.3), y = at(1.001, 2, 0.3 + 360 * turns * degree);
    const auto step = difference(y, x);
    CHECK(step.norm() == doctest::Approx(0.001).epsilon(1e-9));
    CHECK((group.compose(x, group.exp(step)).data - y.data).norm() < 1e-15 * (1 + std::abs(turns)));
  }
  // near half a turn, on either side
  for (const double phi : {180 - 1e-7, 180 + 1e-7, -180 + 1e-7, 180.}) {
    const auto x = at(1, 2, phi * degree);
    CHECK(std::abs(group.log(x)[2]) <= std::numbers::pi);
    CHECK((group.exp(group.log(x)).data - x.data).norm() < 1e-15);
  }
  const auto c = group.coordinates(at(1, 2, 7));
  CHECK(c[2] == doctest::Approx(7 - 2 * std::numbers::pi).epsilon(1e-15));
}

TEST_CASE("SE2 stores position, cosine and sine") {
  const SE2 group;
  const auto x = group.exp(V3(0, 0, 0.51));
  CHECK(x.data == Vector<double, 4>(0, 0, x.data[2], x.data[3]));
  CHECK(x.data[2] == doctest::Approx(std::cos(0.51)).epsilon(1e-15));
  CHECK(x.data[3] == doctest::Approx(std::sin(0.51)).epsilon(1e-15));
  auto stretched = x;
  stretched.data.tail(2) *= 1.5;
  CHECK(group.residual(stretched) == doctest::Approx(1.25));
  CHECK((group.normalized(stretched).data - x.data).norm() < 1e-15);
  stretched.data[0] = nan;
  CHECK(std::isnan(group.residual(stretched)));
  // logarithms keep their digits at every angle
  for (const double phi : {0., 1e-300, 1e-12, 1e-5, 0.1, 1., 1.57, 1.5708, 2., 3.1, 3.14159265}) {
    CAPTURE(phi);
    for (const double sign : {-1., 1.}) {
      const V3 a(0.4, -0.9, sign * phi);
      CHECK((group.log(group.exp(a)) - a).norm() < 1e-15);
      CHECK(std::abs(group.log(group.exp(a))[2] - a[2]) <= 4e-16 * phi);
    }
  }
}

TEST_CASE("the covering map forgets turns, and products of motions are those of the cover") {
  const SE2Cover cover;
  const SE2 group;
  const auto x = cover.exp(V3(1, 2, 20)), y = cover.exp(V3(-1, 0.5, 3));
  const auto product = cover.motion(cover.compose(x, y));
  CHECK((group.compose(cover.motion(x), cover.motion(y)).data - product.data).norm() < 1e-15);
  const auto lifted = cover.lift(cover.motion(x));
  CHECK(cover.heading(lifted) == doctest::Approx(20 - 6 * std::numbers::pi).epsilon(1e-14));
  CHECK((cover.motion(lifted).data - cover.motion(x).data).norm() < 1e-15);
}

TEST_CASE("the Heisenberg product is that of the notation page") {
  const Heisenberg<1> group;
  const auto x = group.from_coordinates<double>({1, 2, 3}),
             y = group.from_coordinates<double>({10, 20, 30});
  CHECK(group.compose(x, y).data == V3(11, 22, 3 + 30 + 2 * 10 - 1 * 20));
  CHECK(group.ad(V3(1, 0, 0), V3(0, 1, 0)) == V3(0, 0, -2));
}

TEST_CASE("Aff1 is the affine maps t -> e^s t + x, in the matrices [[a1, a2], [0, 0]]") {
  using V2 = Vector<double, 2>;
  using M2 = Matrix<double, 2>;
  const Aff1 group;
  const auto hat = [](const V2& a) {
    M2 m;
    m << a[0], a[1], 0, 0;
    return m;
  };
  const auto matrix = [&](const auto& x) {
    M2 m;
    m << group.scale(x), x.data[1], 0, 1;
    return m;
  };
  const auto x = group.from_coordinates<double>({0.5, 2}),
             y = group.from_coordinates<double>({-1.5, 3});
  CHECK((matrix(group.compose(x, y)) - matrix(x) * matrix(y)).norm() < 1e-15);
  CHECK(group.act(x, Vector<double, 1>(3))[0] == doctest::Approx(3 * std::exp(0.5) + 2));
  CHECK(group.ad(V2(1, 0), V2(0, 1)) == V2(0, 1));
  for (const double a1 : {-700.0, -20.0, -1.001, -0.5, -1e-9, 0.0, 1e-12, 0.999, 3.0, 700.0}) {
    CAPTURE(a1);
    const V2 a(a1, 0.7);
    const auto e = group.exp(a);
    const double mean = a1 == 0 ? 1 : std::expm1(a1) / a1;
    CHECK(e.data[0] == a1);
    CHECK(e.data[1] == doctest::Approx(0.7 * mean).epsilon(1e-15));
    CHECK((group.log(e) - a).norm() <= 4e-16 * a.norm());
  }
  const V2 a(0.8, -0.6);
  const M2 cayley = (M2::Identity() - hat(a) / 2).inverse() * (M2::Identity() + hat(a) / 2);
  CHECK((matrix(Cayley{}.tau(group, a)) - cayley).norm() < 1e-15);
  CHECK(Cayley{}.tau(group, V2(1e-12, 0)).data[0] == doctest::Approx(1e-12).epsilon(1e-15));
  CHECK(!Cayley{}.tau(group, V2(2.1, 0)).data.allFinite());
}

TEST_CASE("brackets are those of the notation page") {
  const V3 e1(1, 0, 0), e2(0, 1, 0), e3(0, 0, 1);
  CHECK(SO3{}.ad(e1, e2) == e3);
  CHECK(SO3{}.ad(e2, e3) == e1);
  CHECK(SO21{}.ad(e1, e2) == -e3);
  CHECK(SO21{}.ad(e2, e3) == e1);
  CHECK(SO21{}.ad(e3, e1) == e2);
  CHECK(SE2{}.ad(e3, e1) == e2);
  CHECK(SE2{}.ad(e3, e2) == -e1);
  CHECK(SE2{}.ad(e1, e2) == V3(0, 0, 0));
  using V6 = Vector<double, 6>;
  const auto e = [](int i) { return V6(V6::Unit(i)); };
  CHECK(SE3{}.ad(e(3), e(1)) == e(2));
  CHECK(SE3{}.ad(e(3), e(4)) == e(5));
  CHECK(SE3{}.ad(e(0), e(1)) == V6(V6::Zero()));
}

/// The residual that the refusal names, or a failure.
template <class F>
void expect_refusal(F&& f, const std::string& name) {
  try {
    f();
    FAIL("not refused");
  } catch (const OffGroup& error) {
    CHECK(error.where().find(name) != std::string::npos);
    CHECK(error.found().find("residual") != std::string::npos);
    CHECK(error.expected().find("at most") != std::string::npos);
  }
}

TEST_CASE("elements off their group are refused, with the residual") {
  const auto from = [](const auto& group, std::vector<double> c) {
    return group.from_coordinates(c);
  };
  const std::vector<double> one{1, 0, 0, 0, 1, 0, 0, 0, 1};
  std::vector<double> stretched = one, reflected = one, undefined = one, slightly = one;
  stretched[0] = 2;
  reflected[8] = -1;
  undefined[4] = nan;
  slightly[1] = 1e-6;
  for (const auto& c : {stretched, reflected, undefined, slightly, std::vector<double>(9, 0.0)}) {
    expect_refusal([&] { from(SO3{}, c); }, "SO3");
    expect_refusal([&] { from(SO21{}, c); }, "SO21");
  }
  // time reversal preserves the form, but is not in the identity component; neither is -1 on space
  expect_refusal([&] { from(SO21{}, {1, 0, 0, 0, -1, 0, 0, 0, -1}); }, "SO21");
  expect_refusal([&] { from(SE2{}, {0, nan, 0}); }, "SE2");
  expect_refusal([&] { from(SE2{}, {0, std::numeric_limits<double>::infinity(), 0}); }, "SE2");
  expect_refusal([&] { from(Heisenberg<1>{}, {nan, 0, 0}); }, "Heisenberg");
  expect_refusal([&] { from(Torus<1>{}, {nan}); }, "theta");
  expect_refusal([&] { from(Aff1{}, {0, nan}); }, "Aff1");
  expect_refusal([&] { from(SE3{}, {nan, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}); }, "SE3");
  expect_refusal([&] { from(SE3{}, {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, -1}); }, "SO3");
  expect_refusal([&] { from(SE2{} * SO3{}, {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2}); }, "SO3");
  CHECK_THROWS_AS(from(SO3{}, {1, 0, 0}), DimensionError);
  CHECK_THROWS_AS(from(SE2{} * Torus<1>{}, {1, 0, 0}), DimensionError);
}

TEST_CASE("residuals measure, NaN stays NaN, normalized repairs") {
  const SO3 so3;
  auto x = so3.exp(V3(1, 2, 3));
  x.data *= 1.01;
  CHECK(so3.residual(x) == doctest::Approx(1.01 * 1.01 - 1));
  CHECK(so3.residual(so3.normalized(x)) < 1e-15);
  const SO21 so21;
  auto y = so21.exp(V3(1, 2, 1));
  y.data *= 0.99;
  CHECK(so21.residual(y) == doctest::Approx((1 - 0.99 * 0.99) / y.data.squaredNorm()));
  CHECK(so21.residual(so21.normalized(y)) < 1e-14);
  x.data[2] = nan;
  CHECK(std::isnan(so3.residual(x)));
  const auto group = SE2{} * SO3{};
  auto z = group.identity<double>();
  CHECK(group.residual(z) == 0);
  z.data[1] = nan;
  CHECK(std::isnan(group.residual(z)));
  z.data[1] = 0;
  z.data[4] = 2;
  CHECK(group.residual(z) == 3);
}

TEST_CASE("ten million products stay on the group") {
  const auto drift = [](const auto& group, const V3& a, int count) {
    const auto step = group.exp(a);
    auto x = step;
    for (int i = 0; i < count; ++i) x = group.compose(x, step);
    return group.residual(x);
  };
  CHECK(drift(SO3{}, V3(0.3, -0.2, 0.1), 10'000'000) < 1e-14);
  CHECK(drift(SE2{}, V3(0, 0, 0.1), 10'000'000) < 1e-14);
  CHECK(drift(SO21{}, V3(0.03, -0.02, 0.1), 1'000'000) < 1e-14);
}

}  // namespace
