// Every group as a manifold of Ceres: Plus and Minus, their Jacobians, and a pose found from points.
// Ceres brings a CHECK of its own.
#define DOCTEST_CONFIG_NO_SHORT_MACRO_NAMES
#include <array>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <ceres/autodiff_cost_function.h>
#include <ceres/manifold.h>
#include <ceres/problem.h>
#include <ceres/solver.h>
#include <doctest/doctest.h>

#include <hamel/core/types.hpp>
#include <hamel/group/convert.hpp>
#include <hamel/group/element_map.hpp>
#include <hamel/group/library.hpp>
#include <hamel/group/operations.hpp>
#include <hamel/group/parts.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/interop/ceres_manifold.hpp>

namespace {

using namespace hamel;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <int N>
Vector<double, N> random_vector(int n, std::mt19937& random) {
  std::normal_distribution<double> normal;
  Vector<double, N> v(n);
  for (int i = 0; i < n; ++i) v[i] = normal(random);
  return v;
}

template <class G>
void check(const G& group) {
  const CeresManifold<G> manifold(group);
  const int n = manifold.TangentSize(), size = manifold.AmbientSize();
  DOCTEST_CHECK(n == group.dim());
  DOCTEST_CHECK(size == group.size());
  std::mt19937 random(2);
  const auto draw = [&] { return random_vector<G::dimension>(n, random); };
  const Eigen::VectorXd x = group.exp(Tangent<G, double>(draw() / 2)).data, delta = draw() / 2;
  Eigen::VectorXd y(size), back(n), zero = Eigen::VectorXd::Zero(n);
  DOCTEST_REQUIRE(manifold.Plus(x.data(), delta.data(), y.data()));
  DOCTEST_REQUIRE(manifold.Minus(y.data(), x.data(), back.data()));
  DOCTEST_CHECK((back - delta).norm() < 1e-13);
  DOCTEST_REQUIRE(manifold.Plus(x.data(), zero.data(), y.data()));
  DOCTEST_CHECK((y - x).norm() < 1e-15);

  RowMajor plus(size, n), minus(n, size);
  DOCTEST_REQUIRE(manifold.PlusJacobian(x.data(), plus.data()));
  DOCTEST_REQUIRE(manifold.MinusJacobian(x.data(), minus.data()));
  DOCTEST_CHECK((minus * plus - RowMajor::Identity(n, n)).norm() < 1e-13);
  constexpr double h = 1e-6;
  for (int k = 0; k < n; ++k) {
    Eigen::VectorXd ahead(size), behind(size), step = h * Eigen::VectorXd::Unit(n, k);
    manifold.Plus(x.data(), step.data(), ahead.data());
    step = -step;
    manifold.Plus(x.data(), step.data(), behind.data());
    DOCTEST_CHECK((plus.col(k) - (ahead - behind) / (2 * h)).norm() < 1e-8);
  }
  y.setConstant(std::nan(""));
  DOCTEST_CHECK(!manifold.Minus(y.data(), x.data(), back.data()));
}

DOCTEST_TEST_CASE("Plus, Minus and their Jacobians on every named group") {
  for_each_library_group([](const auto& row) {
    DOCTEST_CAPTURE(row.shown());
    check(row.make(row.first));
  });
  check(SE2{});
  check(SE2{} * SO3{});
}

DOCTEST_TEST_CASE("the quaternion manifolds of Ceres: half a rotation vector, on the left") {
  const auto x = exp<SO3>(Vector<double, 3>(0.7, 0.2, -0.4));
  const Vector<double, 3> d(0.3, -0.5, 0.2);
  const auto moved = exp<SO3>(2 * d) * x;
  Eigen::Vector4d y;
  ceres::QuaternionManifold().Plus(x.data.data(), d.data(), y.data());  // w, x, y, z
  DOCTEST_CHECK((y - moved.data).norm() < 1e-15);
  Vector<double, 3> back;
  ceres::QuaternionManifold().Minus(y.data(), x.data.data(), back.data());
  DOCTEST_CHECK((log(ElementMap<SO3, double>(y.data()) * inverse(x)) - 2 * back).norm() < 1e-15);
  const Eigen::Quaterniond q = to_quaternion(x);  // x, y, z, w in memory
  Eigen::Quaterniond r;
  ceres::EigenQuaternionManifold().Plus(q.coeffs().data(), d.data(), r.coeffs().data());
  DOCTEST_CHECK((rotation(r) - moved).norm() < 1e-15);
}

/// How far x point is from where it was seen.
struct Sighting {
  Vector<double, 3> point, seen;
  template <class S>
  bool operator()(const S* pose, S* residuals) const {
    const Vector<S, 3> moved = act(ElementMap<SE3, const S>(pose), point.cast<S>());
    for (int i = 0; i < 3; ++i) residuals[i] = moved[i] - S(seen[i]);
    return true;
  }
};

DOCTEST_TEST_CASE("a pose is found from points, in the solver's own memory") {
  Vector<double, 6> a;
  a << 1, -2, 3, 0.4, -1.1, 0.8;
  const auto truth = exp<SE3>(a);
  std::vector<double> pose(7);
  ElementMap<SE3, double> map(pose.data());
  map = unit<SE3>();
  ceres::Problem problem;
  problem.AddParameterBlock(pose.data(), 7, new CeresManifold<SE3>());
  std::mt19937 random(6);
  for (int i = 0; i < 6; ++i) {
    const Vector<double, 3> point = random_vector<3>(3, random);
    problem.AddResidualBlock(
        new ceres::AutoDiffCostFunction<Sighting, 3, 7>(new Sighting{point, act(truth, point)}),
        nullptr, pose.data());
  }
  ceres::Solver::Options options;
  options.function_tolerance = options.gradient_tolerance = options.parameter_tolerance = 1e-15;
  options.logging_type = ceres::SILENT;
  ceres::Solver::Summary summary;
  ceres::Solve(options, &problem, &summary);
  DOCTEST_CHECK((map - truth).norm() < 1e-12);
  DOCTEST_CHECK(residual(map) < 1e-14);
}

/// The motion from one pose to another, against what was measured.
struct Odometry {
  Element<SE2, double> measured;
  template <class S>
  bool operator()(const S* from, const S* to, S* residuals) const {
    const ElementMap<SE2, const S> x(from), y(to);
    const Vector<S, 3> off = log(inverse(measured.cast<S>()) * (inverse(x) * y));
    for (int i = 0; i < 3; ++i) residuals[i] = off[i];
    return true;
  }
};

DOCTEST_TEST_CASE("a pose graph with a loop closure") {
  constexpr int count = 24;  // twice around a circle, so that headings pass pi three times
  const auto step = exp<SE2>(Vector<double, 3>(1, 0.1, 4 * std::acos(-1.0) / count));
  std::vector<Element<SE2, double>> truth{unit<SE2>()};
  for (int i = 1; i < count; ++i) truth.push_back(truth.back() * step);
  std::mt19937 random(8);
  std::vector<std::array<double, 4>> poses(count);
  ceres::Problem problem;
  for (int i = 0; i < count; ++i) {
    const auto guess = i == 0 ? truth[0] : truth[std::size_t(i)] + random_vector<3>(3, random) / 5;
    ElementMap<SE2, double>(poses[std::size_t(i)].data()) = guess;
    problem.AddParameterBlock(poses[std::size_t(i)].data(), 4, new CeresManifold<SE2>());
  }
  problem.SetParameterBlockConstant(poses[0].data());
  const auto measure = [&](int from, int to) {
    const auto a = std::size_t(from), b = std::size_t(to);
    problem.AddResidualBlock(new ceres::AutoDiffCostFunction<Odometry, 3, 4, 4>(
                                 new Odometry{inverse(truth[a]) * truth[b]}),
                             nullptr, poses[a].data(), poses[b].data());
  };
  for (int i = 0; i < count; ++i) measure(i, (i + 1) % count);
  measure(count / 2 + 1, 1);
  ceres::Solver::Options options;
  options.function_tolerance = options.gradient_tolerance = options.parameter_tolerance = 1e-15;
  options.logging_type = ceres::SILENT;
  ceres::Solver::Summary summary;
  ceres::Solve(options, &problem, &summary);
  DOCTEST_CHECK(summary.final_cost < 1e-20);
  for (std::size_t i = 0; i < count; ++i) {
    const ElementMap<SE2, double> found(poses[i].data());
    DOCTEST_CHECK((found - truth[i]).norm() < 1e-9);
    DOCTEST_CHECK(residual(found) < 1e-14);
  }
}

}  // namespace
