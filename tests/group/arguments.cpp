// What is taken where elements are: maps, Eigen's rotations, motions and expressions; and points in columns.
#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <utility>

#include <Eigen/Geometry>
#include <Eigen/SVD>
#include <doctest/doctest.h>

#include <hamel/core/error.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/aff1.hpp>
#include <hamel/group/convert.hpp>
#include <hamel/group/element_map.hpp>
#include <hamel/group/matrix_group.hpp>
#include <hamel/group/operations.hpp>
#include <hamel/group/parts.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so21.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>

namespace {

using namespace hamel;
using V3 = Eigen::Vector3d;
using V6 = Eigen::Matrix<double, 6, 1>;

const V6 a = (V6() << 0.3, -0.8, 0.5, 0.7, 0.2, -0.4).finished(), b = a.reverse() / 2;
const V3 u(0.4, -0.3, 0.8);

template <class X, class Y>
bool near(const X& x, const Y& y) {
  return (x.data - y.data).norm() < 2e-15;
}

TEST_CASE("maps are elements") {
  std::array<double, 7> here{0, 0, 0, 1, 0, 0, 0}, there{};
  ElementMap<SE3, double> m(here.data()), n(there.data());
  const auto x = exp<SE3>(a);
  m = x;
  n = exp<SE3>(b);
  const Element<SE3, double> y = n;
  CHECK((m * n).data == (x * y).data);
  CHECK((m * y).data == (x * y).data);
  CHECK((x * n).data == (x * y).data);
  CHECK(inverse(m).data == inverse(x).data);
  CHECK(log(m) == log(x));
  CHECK((m - n) == (x - y));
  CHECK((m - y) == (x - y));
  CHECK((x - n) == (x - y));
  CHECK(minus(m, n) == (x - y));
  CHECK(minus(m, y) == (x - y));
  CHECK(minus(x, n) == (x - y));
  CHECK((m + b).data == (x + b).data);
  CHECK(plus(m, 2 * b - b).data.isApprox((x + b).data, 1e-15));
  CHECK(act(m, u) == act(x, u));
  CHECK(Ad(m, b) == Ad(x, b));
  CHECK(Ad_star(m, b) == Ad_star(x, b));
  CHECK(residual(m) == residual(x));
  CHECK(normalized(m).data == normalized(x).data);
  CHECK(to_isometry(m).matrix() == to_isometry(x).matrix());
  CHECK(to_ros(m) == to_ros(x));
  const ElementMap<SE3, const double> view(here.data());
  CHECK((view * packed(y)).data == (x * y).data);
  CHECK((view - m).norm() < 1e-15);
}

TEST_CASE("a map assigned to a map writes through, and stays where it is") {
  std::array<double, 7> here{0, 0, 0, 1, 0, 0, 0}, there{1, 2, 3, 1, 0, 0, 0};
  ElementMap<SE3, double> to(here.data());
  const ElementMap<SE3, double> from(there.data());
  to = from;
  CHECK(here == there);
  to = unit<SE3>();
  CHECK(here[0] == 0);
  CHECK(there[0] == 1);
  to = ElementMap<SE3, const double>(there.data());
  CHECK(here == there);
  const ElementMap<SE3, double> constant(here.data());
  constant = to * to;
  CHECK(here[0] == 2);
  constant = from;
  CHECK(here == there);
  to = std::move(constant);
  to = to;
  CHECK(here == there);
  to = Eigen::Isometry3d(Eigen::Translation3d(4, 5, 6));
  CHECK(here[2] == 6);
  // maps whose numbers overlap
  std::array<double, 10> numbers{7, 8, 9, 1, 0, 0, 0, 0, 0, 0};
  ElementMap<SE3, double>(numbers.data() + 3) = ElementMap<SE3, double>(numbers.data());
  CHECK(numbers == std::array<double, 10>{7, 8, 9, 7, 8, 9, 1, 0, 0, 0});
}

TEST_CASE("rotations of Eigen are rotations") {
  const auto x = exp<SO3>(u), y = exp<SO3>(V3(0, 0, 0.5));
  const Eigen::AngleAxisd turn(0.5, V3::UnitZ());
  const Eigen::Quaterniond q(turn);
  const Eigen::Matrix3d r = q.toRotationMatrix();
  const Eigen::MatrixXd by_size = r;
  const auto check = [&](const auto& given) {
    CHECK(near(x * given, x * y));
    CHECK(near(given * x, y * x));
    CHECK(((x - given) - (x - y)).norm() < 2e-15);
    CHECK(((given - x) - (y - x)).norm() < 2e-15);
    CHECK(((minus(x, given)) - (x - y)).norm() < 2e-15);
    CHECK((log<SO3>(given) - log(y)).norm() < 2e-15);
    CHECK(near(inverse<SO3>(given), inverse(y)));
    std::array<double, 4> numbers{};
    const ElementMap<SO3, double> map(numbers.data());
    map = given;
    CHECK(near(map.get(), y));
    CHECK(near(map * given, y * y));
  };
  check(turn);
  check(q);
  check(Eigen::Map<const Eigen::Quaterniond>(q.coeffs().data()));
  check(r);
  check(by_size);
  check(r * Eigen::Matrix3d::Identity());
  check(r.transpose().transpose());
  auto product = SE2{} * SO3{};
  auto z = product.identity<double>();
  set_part<1>(z, turn);
  CHECK(near(get<1>(z), y));
  set<1>(z, r.transpose());
  CHECK(near(get<1>(z), inverse(y)));
  CHECK_THROWS_AS(x * Eigen::Matrix3d(2 * r), OffGroup);
  CHECK_THROWS_AS(x * Eigen::Quaterniond(1, 1, 0, 0), OffGroup);
  CHECK_THROWS_AS(x * Eigen::AngleAxisd(0.5, V3(1, 1, 0)), OffGroup);
  CHECK_THROWS_AS(x * Eigen::MatrixXd(Eigen::MatrixXd::Identity(4, 4)), DimensionError);
}

TEST_CASE("motions of Eigen are motions") {
  const auto x = exp<SE3>(a), y = exp<SE3>(b);
  const auto check = [&](const auto& given) {
    CHECK(near(x * given, x * y));
    CHECK(near(given * x, y * x));
    CHECK(((x - given) - (x - y)).norm() < 4e-15);
    CHECK((log<SE3>(given) - log(y)).norm() < 4e-15);
  };
  const Eigen::Isometry3d t = to_isometry(y);
  check(t);
  check(t.matrix());
  check(Eigen::Affine3d(t));
  check(Eigen::Projective3d(t));
  check(Eigen::MatrixXd(t.matrix()));
  const auto v = exp<SE2>(u), w = exp<SE2>(V3(1, 2, 3));
  const Eigen::Isometry2d plane = to_isometry(w);
  CHECK(near(v * plane, v * w));
  CHECK(near(v * plane.matrix(), v * w));
  CHECK(near(plane.matrix() * v, w * v));
  CHECK(near(motion(Eigen::Matrix3d(plane.matrix())), w));
  CHECK(((plane - v) - (w - v)).norm() < 2e-15);
  Eigen::Matrix4d no_motion = t.matrix();
  no_motion(3, 0) = 0.1;
  CHECK_THROWS_AS(x * no_motion, OffGroup);
  no_motion(3, 0) = std::nan("");
  CHECK_THROWS_AS(motion(no_motion), OffGroup);
}

TEST_CASE("act moves every column") {
  const Eigen::Matrix3Xd points = Eigen::Matrix3Xd::Random(3, 70);
  const auto columns = [&](const auto& x, const auto& many) {
    const auto moved = act(x, many);
    REQUIRE(moved.rows() == many.rows());
    REQUIRE(moved.cols() == many.cols());
    for (Eigen::Index j = 0; j < many.cols(); ++j)
      CHECK(moved.col(j) == act(x, many.col(j).eval()));
  };
  columns(exp<SE3>(a), points);
  columns(exp<SO3>(u), points);
  columns(exp<SO21>(u), points);
  columns(exp<SO3>(u), Eigen::MatrixXd(points));
  columns(exp<SO3>(u), Eigen::MatrixXd(3, 0));
  columns(exp<SO3>(u), Eigen::Matrix3d(points.leftCols<3>()));
  columns(exp<SO3>(u), (2 * points.leftCols(4)).eval());
  columns(exp<SE2>(u), Eigen::Matrix2Xd(points.topRows<2>()));
  columns(exp<Aff1>(Eigen::Vector2d(0.1, 0.2)), Eigen::RowVectorXd(points.row(0)));
  CHECK(SE3{}.act(exp<SE3>(a), points) == act(exp<SE3>(a), points));
  CHECK(act(exp<SO3>(u), 2 * points).isApprox(2 * act(exp<SO3>(u), points), 1e-14));
  static_assert(decltype(act(exp<SE3>(a), Eigen::Matrix<double, 3, 5>()))::ColsAtCompileTime == 5);
  // sizes known at run time only
  CHECK_THROWS_AS(act(exp<SE3>(a), Eigen::VectorXd::Ones(2)), DimensionError);
  CHECK_THROWS_AS(act(exp<SE3>(a), Eigen::MatrixXd::Ones(2, 3)), DimensionError);
  CHECK_THROWS_AS(act(exp<SE3>(a), Eigen::MatrixXd::Ones(1, 3)), DimensionError);
  CHECK(act(exp<SE3>(a), Eigen::VectorXd::Ones(3)) == act(exp<SE3>(a), V3(1, 1, 1)));
}

TEST_CASE("a matrix becomes the nearest rotation, and is refused by its distance alone") {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const double limit = std::sqrt(std::ldexp(1., -23));
  for (int repeat = 0; repeat < 20000; ++repeat) {
    const V3 w(3 * uniform(random), 3 * uniform(random), 3 * uniform(random));
    Eigen::Matrix3d m = SO3{}.matrix(exp<SO3>(w));
    for (int i = 0; i < 9; ++i) m(i / 3, i % 3) += 2e-4 * uniform(random);
    const Eigen::JacobiSVD<Eigen::Matrix3d> svd(m, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const Eigen::Matrix3d nearest = svd.matrixU() * svd.matrixV().transpose();
    const double distance = (nearest - m).norm();
    if (std::abs(distance - limit) < 1e-12) continue;
    if (distance > limit) {
      CHECK_THROWS_AS(rotation(m, Rounded::to_float), OffGroup);
    } else {
      CHECK((SO3{}.matrix(rotation(m, Rounded::to_float)) - nearest).norm() < 3e-15);
    }
  }
  // of the plane likewise
  Eigen::Isometry2d t = Eigen::Isometry2d::Identity();
  t.linear() << 0.9999, -0.0001, 0.0002, 1.0001;
  const auto x = motion(t, Rounded::to_float);
  CHECK(SE2{}.heading(x) == doctest::Approx(std::atan2(0.0003, 2.)).epsilon(1e-12));
  CHECK(residual(x) < 1e-15);
}

}  // namespace
