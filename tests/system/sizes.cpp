// What people give in the wrong size is refused with a sentence; in the right size any of Eigen's types will do.
#include <array>

#include <Eigen/Core>
#include <doctest/doctest.h>

#include <hamel/core/error.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

using namespace hamel;

namespace {

const auto group = SE2Cover{} * Torus<1>{};
const auto system_of_4 = mechanical(group, Matrix<double, 4>(Matrix<double, 4>::Identity()));

Eigen::MatrixXd unit(int rows, int cols) {
  return Eigen::MatrixXd::Identity(rows, cols);
}

}  // namespace

TEST_CASE("a matrix of the wrong run-time size is no metric") {
  for (const int n : {0, 1, 3, 5, 40, 100})
    CHECK_THROWS_AS(mechanical(group, unit(n, n)), DimensionError);
  CHECK_THROWS_AS(mechanical(group, unit(4, 3)), DimensionError);
  CHECK_THROWS_AS(mechanical(group, unit(16, 1)), DimensionError);
  const Torus<> torus(3);
  for (const int n : {0, 2, 4, 33, 100})
    CHECK_THROWS_AS(mechanical(torus, unit(n, n)), DimensionError);
  CHECK_THROWS_WITH(mechanical(group, unit(3, 3)), "metric: found 3 x 3, expected 4 x 4");
}

TEST_CASE("a matrix with the wrong number of rows or columns spans nothing") {
  for (const int rows : {0, 1, 3, 5, 40, 100})
    CHECK_THROWS_AS((Split(system_of_4, unit(rows, 2))), DimensionError);
  CHECK_THROWS_AS((Split(system_of_4, unit(4, 0))), DimensionError);
  for (const int cols : {5, 33, 100})
    CHECK_THROWS_AS((Split(system_of_4, unit(4, cols))), ConstraintViolation);
  CHECK_THROWS_AS((Split<double, 4, 2>(system_of_4, unit(4, 3))), DimensionError);
}

TEST_CASE("vectors of the wrong length start nothing") {
  const auto problem = free(system_of_4);
  const auto x = group.identity<double>();
  const Eigen::VectorXd right = Eigen::VectorXd::Ones(4);
  for (const int n : {0, 1, 3, 5, 40, 100}) {
    const Eigen::VectorXd wrong = Eigen::VectorXd::Ones(n);
    CHECK_THROWS_AS(problem.start(x, wrong), DimensionError);
    CHECK_THROWS_AS(problem.start(x, 2 * wrong), DimensionError);
    CHECK_THROWS_AS(problem.start(x, right, wrong), DimensionError);
  }
  CHECK_THROWS_AS(problem.start(x, Eigen::MatrixXd(2, 2)), DimensionError);
  const Torus<> torus(3);
  const auto on_torus = free(mechanical(torus, unit(3, 3)));
  CHECK_THROWS_AS(on_torus.start(Torus<>(2).identity<double>(), Eigen::VectorXd::Ones(3)),
                  DimensionError);
}

TEST_CASE("expressions, maps, fixed and run-time sizes are the same vectors") {
  std::array<double, 4> numbers{0.3, 0, 0.5, 1};
  const Eigen::Map<const Eigen::Vector4d> map(numbers.data());
  const Eigen::VectorXd run_time = map;
  const Eigen::Vector4d fixed = map;
  const auto metric = mechanical(group, 2 * unit(4, 4));
  CHECK(mechanical(group, Eigen::Vector4d::Constant(2).asDiagonal())
            .metric(group.identity<double>()) == metric.metric(group.identity<double>()));
  Eigen::MatrixXd d = unit(4, 2);
  d << 0.3, 0, 0, 0, 0, 1, 1, 0;
  const Eigen::Map<const Eigen::Matrix<double, 4, 2>> d_map(d.data());
  const auto problem = nonholonomic(metric, Split(metric, d));
  const auto x = group.identity<double>();
  const Eigen::Vector2d expected = 2 * d.transpose() * fixed;
  CHECK((problem.start(x, map).m - expected).norm() < 1e-15);
  CHECK((problem.start(x, run_time).m - expected).norm() < 1e-15);
  CHECK((problem.start(x, fixed).m - expected).norm() < 1e-15);
  CHECK((problem.start(x, 0.5 * run_time).m - expected / 2).norm() < 1e-15);
  CHECK((problem.start(x, d * Eigen::Vector2d(1, 0.5)).m - expected).norm() < 1e-15);
  CHECK((problem.start(x, fixed.transpose()).m - expected).norm() < 1e-15);
  const auto fixed_problem = nonholonomic(metric, Split(metric, d_map));
  static_assert(decltype(fixed_problem)::velocities == 2);
  CHECK((fixed_problem.start(x, map).m - expected).norm() < 1e-15);
}

TEST_CASE("whole numbers are read as doubles") {
  const Eigen::Vector4i diagonal(1, 2, 3, 4);
  const Eigen::Matrix4i metric = diagonal.asDiagonal();
  const Eigen::Matrix<int, 4, 2> d = Eigen::Matrix<int, 4, 2>::Identity();
  const Eigen::Matrix4d metric_d = metric.cast<double>();
  const auto whole = mechanical(group, metric), rounded = mechanical(group, metric_d);
  const auto x = group.identity<double>();
  const Vector<double, 4> a(0.1, 0.2, 0.3, 0.4), b(0.1, 0.2, 0, 0);
  const auto same = [&](const auto& problem, const auto& expected, const auto& v) {
    const auto found = problem.field(0., x, problem.start(x, v).m),
               field = expected.field(0., x, expected.start(x, v).m);
    CHECK(found.a == field.a);
    CHECK(found.m_dot == field.m_dot);
    CHECK((found.a - v).norm() < 1e-15);
  };
  same(free(whole), free(rounded), a);
  same(nonholonomic(whole, Split(whole, d)),
       nonholonomic(rounded, Split(rounded, d.cast<double>())), b);
}

TEST_CASE("a force may be a row or an expression") {
  const auto column = [](double, const auto&, const auto& a) { return Vector<double, 4>(-2. * a); };
  const auto row = [](double, const auto&, const auto& a) {
    return Eigen::RowVector4d(-2. * a.transpose());
  };
  const auto x = group.identity<double>();
  const Vector<double, 4> a(0.1, 0.2, 0.3, 0.4);
  const auto force = [&](const auto& f) {
    return mechanical(group, unit(4, 4), NoPotential{}, f).force(0., x, a);
  };
  CHECK(force(row) == force(column));
}
