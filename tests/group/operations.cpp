// Elements in the notation of arithmetic, parts of products, buffers, and the types that robots use.
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <numbers>
#include <random>
#include <string>
#include <type_traits>

#include <Eigen/Geometry>
#include <doctest/doctest.h>

#include <hamel/core/error.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/convert.hpp>
#include <hamel/group/heisenberg.hpp>
#include <hamel/group/operations.hpp>
#include <hamel/group/parts.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>

#include "suite.hpp"

namespace {

using namespace hamel;
using V2 = Vector<double, 2>;
using V3 = Vector<double, 3>;

static_assert(Stateless<SO3> && Stateless<Heisenberg<2>> && Stateless<Product<SE2, Torus<2>>>);
static_assert(!Stateless<Torus<>>);

TEST_CASE_TEMPLATE("elements multiply, and sums and differences invert each other", G, SO3, SE2,
                   SE2Cover, SE3, Heisenberg<1>, Product<SE2, Torus<2>>) {
  std::mt19937 random(4);
  const auto draw = [&] { return suite::random_vector<G::dimension>(G::dimension, random); };
  const Tangent<G, double> a = draw() / 2, b = draw() / 2;
  const auto x = exp<G>(a), y = exp<G>(b / 2);
  CHECK((x * y).data == G{}.compose(x, y).data);
  CHECK((inverse(x) * x * y).data.isApprox(y.data, 1e-14));
  CHECK(between(x, y).data.isApprox((inverse(x) * y).data, 1e-14));
  CHECK((log(x) - a).norm() < 1e-14);
  CHECK((((x + b) - x) - b).norm() < 1e-13);
  CHECK((minus(plus(x, b), x) - b).norm() < 1e-13);
  CHECK((x + 0 * b).data.isApprox((x * unit<G>()).data));
  CHECK(residual(x) < 1e-15);
}

TEST_CASE("expressions, maps and run-time sizes are vectors, of the right length only") {
  const double numbers[] = {0.1, -0.2, 0.3, 0.4, 0.5, -0.6};
  const Eigen::Map<const Vector<double, 6>> a(numbers);
  const Vector<double, 6> plain = a;
  const Eigen::VectorXd by_size = a, too_long = Eigen::VectorXd::Zero(7);
  const auto x = SE3{}.exp(plain);
  CHECK(exp<SE3>(a).data == x.data);
  CHECK(exp<SE3>(2 * plain - plain).data.isApprox(x.data, 1e-15));
  CHECK(exp<SE3>(by_size).data == x.data);
  CHECK(exp<SE3>(by_size.transpose()).data == x.data);
  CHECK(Ad(x, a) == SE3{}.Ad(x, plain));
  CHECK(Ad_star(x, by_size) == SE3{}.Ad_star(x, plain));
  CHECK(ad<SE3>(a, by_size.reverse()) == SE3{}.ad(plain, Vector<double, 6>(plain.reverse())));
  CHECK((x + by_size).data == SE3{}.compose(x, x).data);
  CHECK_THROWS_AS(exp<SE3>(too_long), DimensionError);
  CHECK_THROWS_AS(Ad(x, too_long), DimensionError);
  CHECK_THROWS_AS(Ad_star(x, too_long), DimensionError);
  CHECK_THROWS_AS((ad<SE3>(a, too_long)), DimensionError);
  CHECK_THROWS_AS(x + too_long, DimensionError);
}

TEST_CASE("points move") {
  const auto quarter = exp<SE2>(V3(0, 0, std::numbers::pi / 2));
  CHECK((act(quarter, V2(1, 0)) - V2(0, 1)).norm() < 1e-15);
  CHECK((act(quarter * quarter, 2 * V2(1, 0)) - V2(-2, 0)).norm() < 1e-15);
}

TEST_CASE("parts of a product") {
  using G = Product<SE2, Torus<2>, SO3>;
  const G group;
  Vector<double, 8> a;
  a << 1, 2, 0.3, 4, 5, 0.1, 0.2, 0.3;
  auto x = group.exp(a);
  CHECK(get<0>(x).data == SE2{}.exp(V3(1, 2, 0.3)).data);
  CHECK(get<1>(x).data == V2(4, 5));
  CHECK(get<2>(x).data == SO3{}.exp(V3(0.1, 0.2, 0.3)).data);
  CHECK(get<1, G>(a) == V2(4, 5));
  CHECK(get<2, G>(a) == V3(0.1, 0.2, 0.3));
  const auto before = x;
  set_part<1>(x, Element<Torus<2>, double>{V2(6, 7)});
  CHECK(get<1>(x).data == V2(6, 7));
  CHECK(get<0>(x).data == get<0>(before).data);
  CHECK(get<2>(x).data == get<2>(before).data);
}

TEST_CASE("elements in a buffer, at any address") {
  alignas(16) std::array<double, 9> buffer{};
  double* const odd = buffer.data() + 1;
  const auto x = exp<SE3>(Vector<double, 6>::Constant(0.3));
  ElementMap<SE3, double> map(odd);
  map = x;
  CHECK(std::memcmp(odd, x.data.data(), 7 * sizeof(double)) == 0);
  CHECK(buffer.front() == 0);
  CHECK(buffer.back() == 0);
  const ElementMap<SE3, const double> view(odd);
  CHECK((x * view).data == (x * x).data);
}

TEST_CASE("elements as values that may be copied byte by byte") {
  using G = Product<SE2, Torus<2>>;
  static_assert(std::is_trivially_copyable_v<Packed<G, double>>);
  static_assert(std::is_trivially_copyable_v<Packed<SO3, float>>);
  static_assert(sizeof(Packed<G, double>) == sizeof(Element<G, double>));
  const G group;
  const auto x = group.exp(Vector<double, 5>(1, 2, 7, 4, 5));
  const auto bytes = std::bit_cast<std::array<std::byte, sizeof(Packed<G, double>)>>(packed(x));
  CHECK(std::memcmp(bytes.data(), x.data.data(), bytes.size()) == 0);
  const Element<G, double> back = std::bit_cast<Packed<G, double>>(bytes);
  CHECK(back.data == x.data);
  enum Joint { base, wheels };
  CHECK(get<wheels>(back).data == V2(4, 5));
  CHECK(get<base>(back).data == get<0>(x).data);
}

TEST_CASE("there and back through the types of Eigen and the order of ROS") {
  std::mt19937 random(9);
  for (int i = 0; i < 20; ++i) {
    const V3 w = suite::random_vector<3>(3, random), p = suite::random_vector<3>(3, random);
    const auto r = exp<SO3>(w);
    const auto x = SE3{}.motion(p, r);
    const Eigen::Quaterniond q = to_quaternion(r);
    const Eigen::Matrix3d m = q.toRotationMatrix();
    CHECK((m - SO3{}.matrix(r)).norm() < 1e-15);
    CHECK((log(rotation(q)) - log(r)).norm() < 1e-14);
    CHECK((log(rotation(Eigen::Quaterniond(-q.w(), -q.x(), -q.y(), -q.z()))) - log(r)).norm() <
          1e-14);
    CHECK((log(rotation(m)) - log(r)).norm() < 1e-13);
    const Eigen::Isometry3d t = to_isometry(x);
    CHECK((t * w - act(x, w)).norm() < 1e-14);
    CHECK((log(motion(t)) - log(x)).norm() < 1e-13);
    const std::array<double, 4> xyzw = to_ros(r);
    CHECK(xyzw[3] == q.w());
    CHECK(xyzw[0] == q.x());
    CHECK((log(rotation_from_ros(xyzw)) - log(r)).norm() < 1e-14);
    const std::array<double, 7> pose = to_ros(x);
    CHECK(pose[2] == p[2]);
    CHECK(pose[6] == q.w());
    CHECK((log(motion_from_ros(pose)) - log(x)).norm() < 1e-14);
  }
  const auto x = exp<SE2>(V3(1, 2, 7));
  const Eigen::Isometry2d t = to_isometry(x);
  CHECK(to_isometry(exp<SE2Cover>(V3(1, 2, 7))).isApprox(t, 1e-15));
  CHECK((t * V2(3, 4) - act(x, V2(3, 4))).norm() < 1e-14);
  const auto back = motion(t);
  CHECK(SE2{}.heading(back) == doctest::Approx(7 - 2 * std::numbers::pi).epsilon(1e-14));
  CHECK((back.data - x.data).norm() < 1e-15);
}

/// What the refusal expects.
template <class F>
std::string expected(F&& f) {
  try {
    f();
  } catch (const OffGroup& error) {
    return error.expected();
  }
  return "not refused";
}

TEST_CASE("numbers rounded to float are accepted when asked for, and normalized by the way") {
  const auto r = exp<SO3>(V3(0.3, -0.7, 1.1));
  const Eigen::Quaterniond q = to_quaternion(r).cast<float>().cast<double>();
  const Eigen::Matrix3d m = SO3{}.matrix(r).cast<float>().cast<double>();
  Eigen::Isometry3d t = Eigen::Isometry3d::Identity();
  t.linear() = m;
  Eigen::Isometry2d plane = Eigen::Isometry2d::Identity();
  plane.linear() = Eigen::Rotation2Df(1.1f).toRotationMatrix().cast<double>() * (1 + 1e-7);
  for (const auto& found : {expected([&] { rotation(q); }), expected([&] { rotation(m); }),
                            expected([&] { motion(t); }), expected([&] { motion(plane); })})
    CHECK(found.find("Rounded::to_float") != std::string::npos);
  for (const auto& x : {rotation(q, Rounded::to_float), rotation(m, Rounded::to_float),
                        SE3{}.rotation(motion(t, Rounded::to_float))}) {
    CHECK(residual(x) < 1e-15);
    CHECK((x - r).norm() < 1e-6);
  }
  CHECK(SE2{}.heading(motion(plane, Rounded::to_float)) == doctest::Approx(1.1).epsilon(1e-6));
  const Element<SO3, double> rounded = r.cast<float>().cast<double>();
  CHECK(residual(rounded) > 1e-9);
  CHECK(residual(normalized(rounded)) < 1e-15);
  // a reflection, a shear and NaN stay refused, without that hint
  Eigen::Matrix3d reflected = -Eigen::Matrix3d::Identity(), sheared = Eigen::Matrix3d::Identity(),
                  undefined = sheared;
  sheared(0, 1) = 0.01;
  undefined(2, 2) = std::nan("");
  for (const auto& wrong : {reflected, sheared, undefined})
    for (const Rounded rounding : {Rounded::own_scalar, Rounded::to_float}) {
      const std::string found = expected([&] { rotation(wrong, rounding); });
      CHECK(found.starts_with("at most"));
      CHECK(found.find("Rounded") == std::string::npos);
    }
  plane.linear()(0, 0) *= -1;
  CHECK(expected([&] { motion(plane, Rounded::to_float); }).starts_with("at most"));
  CHECK(expected([&] { rotation(Eigen::Quaterniond(0, 0, 0, 0)); }).starts_with("at most"));
}

}  // namespace
