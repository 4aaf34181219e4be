// SO(2), SE_2(3), Sim(2), Sim(3), GL+(2) and SL(3) are what their names say: homomorphic to matrices, edge and invalid
// elements; their accuracy is in tests/measured.
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include <Eigen/LU>
#include <doctest/doctest.h>
#include <unsupported/Eigen/MatrixFunctions>

#include <hamel/core/dual.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/gl2.hpp>
#include <hamel/group/left_tangent.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se23.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/sim2.hpp>
#include <hamel/group/sim3.hpp>
#include <hamel/group/sl3.hpp>
#include <hamel/group/so2.hpp>
#include <hamel/group/so3.hpp>

#include "suite.hpp"

namespace {

using namespace hamel;
constexpr double pi = std::numbers::pi;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The matrix of a vector of the algebra, written down from the page on notation.
Eigen::MatrixXd hat(const SO2&, const Eigen::VectorXd& a) {
  Eigen::MatrixXd m(2, 2);
  m << 0, -a[0], a[0], 0;
  return m;
}
Eigen::MatrixXd hat(const SE23&, const Eigen::VectorXd& a) {
  Eigen::MatrixXd m = Eigen::MatrixXd::Zero(5, 5);
  m.topLeftCorner(3, 3) << 0, -a[8], a[7], a[8], 0, -a[6], -a[7], a[6], 0;
  m.col(3).head(3) = a.segment(3, 3);
  m.col(4).head(3) = a.head(3);
  return m;
}
Eigen::MatrixXd hat(const Sim2&, const Eigen::VectorXd& a) {
  Eigen::MatrixXd m(3, 3);
  m << a[3], -a[2], a[0], a[2], a[3], a[1], 0, 0, 0;
  return m;
}
Eigen::MatrixXd hat(const Sim3&, const Eigen::VectorXd& a) {
  Eigen::MatrixXd m = Eigen::MatrixXd::Zero(4, 4);
  m.topLeftCorner(3, 3) << a[6], -a[5], a[4], a[5], a[6], -a[3], -a[4], a[3], a[6];
  m.col(3).head(3) = a.head(3);
  return m;
}
Eigen::MatrixXd hat(const GL2&, const Eigen::VectorXd& a) {
  Eigen::MatrixXd m(2, 2);
  m << a[0], a[1], a[2], a[3];
  return m;
}
Eigen::MatrixXd hat(const SL3&, const Eigen::VectorXd& a) {
  Eigen::MatrixXd m(3, 3);
  m << a[6], a[0], a[1], a[2], a[7] - a[6], a[3], a[4], a[5], -a[7];
  return m;
}

/// The matrix of an element, from its coordinates.
Eigen::MatrixXd matrix(const SO2& g, const Element<SO2, double>& x) {
  return g.matrix(x);
}
Eigen::MatrixXd matrix(const SE23& g, const Element<SE23, double>& x) {
  const auto c = g.coordinates(x);
  Eigen::MatrixXd m = Eigen::MatrixXd::Identity(5, 5);
  for (int i = 0; i < 3; ++i) {
    m(i, 4) = c[std::size_t(i)];
    m(i, 3) = c[std::size_t(i + 3)];
    for (int j = 0; j < 3; ++j) m(i, j) = c[std::size_t(6 + 3 * i + j)];
  }
  return m;
}
Eigen::MatrixXd matrix(const Sim2& g, const Element<Sim2, double>& x) {
  return g.matrix(x);
}
Eigen::MatrixXd matrix(const Sim3& g, const Element<Sim3, double>& x) {
  return g.matrix(x);
}
Eigen::MatrixXd matrix(const GL2& g, const Element<GL2, double>& x) {
  return g.matrix(x);
}
Eigen::MatrixXd matrix(const SL3& g, const Element<SL3, double>& x) {
  return g.matrix(x);
}

TEST_CASE_TEMPLATE("elements, vectors and brackets are those of matrices", G, SO2, SE23, Sim2, Sim3,
                   GL2, SL3) {
  const G g;
  using V = Tangent<G, double>;
  std::mt19937 random(3);
  const auto draw = [&] { return suite::random_vector<G::dimension>(g.dim(), random); };
  for (const double size : {1e-9, 0.1, 1.0, 1.5}) {
    const V a = size * draw(), b = draw();
    const auto x = g.exp(a), y = g.exp(b);
    const Eigen::MatrixXd m = matrix(g, x), n = matrix(g, y), of_a = hat(g, a), of_b = hat(g, b);
    const double scale = 1e-13 * (1 + m.norm()) * (1 + n.norm()) * (1 + m.inverse().norm());
    const Eigen::MatrixXd series = of_a.exp();
    CHECK((m - series).norm() < scale);
    CHECK((matrix(g, g.compose(x, y)) - m * n).norm() < scale);
    CHECK((matrix(g, g.inverse(x)) - m.inverse()).norm() < scale * m.inverse().norm());
    CHECK((hat(g, g.ad(a, b)) - (of_a * of_b - of_b * of_a)).norm() < scale);
    CHECK((hat(g, g.Ad(x, b)) - m * of_b * m.inverse()).norm() < scale * (1 + of_b.norm()));
    if constexpr (requires { G::space; }) {
      Eigen::VectorXd point = Eigen::VectorXd::Zero(m.cols());
      for (int i = 0; i < G::space; ++i) point[i] = i + 0.5;
      if (m.cols() > G::space) point[m.cols() - 1] = 1;
      const Eigen::VectorXd moved = g.act(x, Eigen::VectorXd(point.head(G::space)));
      CHECK((moved - (m * point).head(G::space)).norm() < scale);
    }
    const Matrix<double, G::storage, G::dimension> tangent = left_tangent(g, x);
    for (int k = 0; k < g.dim(); ++k) {
      const V e = 1e-6 * V(V::Unit(g.dim(), k));
      const auto ahead = g.compose(x, g.exp(e)), behind = g.compose(x, g.exp(V(-e)));
      CHECK((tangent.col(k) - (ahead.data - behind.data) / 2e-6).norm() <
            1e-8 * (1 + x.data.norm()));
    }
  }
}

TEST_CASE("SE_2(3) without its velocity is SE(3)") {
  const SE23 g;
  std::mt19937 random(4);
  const Vector<double, 9> a = suite::random_vector<9>(9, random);
  Vector<double, 6> screw;
  screw << a.head(3), a.tail(3);
  CHECK((g.pose(g.exp(a)).data - SE3{}.exp(screw).data).norm() < 1e-15);
}

TEST_CASE("logarithms are principal up to half turns, and nothing beyond") {
  for (const double angle : {pi - 1e-9, -pi + 1e-9, 3.0, -1e-12}) {
    CAPTURE(angle);
    CHECK(SO2{}.log(SO2{}.exp(Vector<double, 1>(angle)))[0] ==
          doctest::Approx(angle).epsilon(1e-15));
    const Vector<double, 4> turn(0, -angle, angle, 0);
    CHECK((GL2{}.log(GL2{}.exp(turn)) - turn).norm() < 1e-14);
    const Vector<double, 4> spiral(100, -3, angle, -4);
    CHECK((Sim2{}.log(Sim2{}.exp(spiral)) - spiral).norm() < 1e-12);
  }
  // eigenvalues on the negative half-line
  CHECK(GL2{}.log(GL2{}.from_coordinates<double>({-1, 0, 0, -2})).array().isNaN().all());
  CHECK(GL2{}.log(GL2{}.from_coordinates<double>({-1, 1, 0, -1})).array().isNaN().all());
  CHECK(SL3{}
            .log(SL3{}.from_coordinates<double>({-1, 0, 0, 0, -2, 0, 0, 0, 0.5}))
            .array()
            .isNaN()
            .all());
  CHECK(SL3{}
            .log(SL3{}.from_coordinates<double>({-1, 0, 0, 0, -1, 0, 0, 0, 1}))
            .array()
            .isNaN()
            .all());
  CHECK(SL3{}
            .log(SL3{}.from_coordinates<double>({-1, 1, 0, 0, -1, 0, 0, 0, 1}))
            .array()
            .isNaN()
            .all());
}

TEST_CASE("SL(3) where eigenvalues meet: the logarithm and its second derivatives") {
  using Second = Dual<Dual<double, 1>, 1>;
  const auto variable = [](double at, double rate) {  // at + rate (e + f), with e^2 = f^2 = 0
    const auto inner =
        Dual<double, 1>(at) + Dual<double, 1>::variable(0, 0) * Dual<double, 1>(rate);
    return Second(inner) + Second::variable(Dual<double, 1>(0), 0) * Second(rate);
  };
  const SL3 g;
  Matrix<double, 3> basis, meeting;
  basis << 0.9, -0.4, 0.3, 0.5, 1.1, -0.2, -0.1, 0.6, 0.8;
  for (const double gap : {0.0, 1e-12, 1e-8, 1e-4, 1e-2}) {
    for (const double third : {0.0, 0.9, -1.4, 5.0}) {
      for (const double bend : {0.0, 1.0, -gap}) {
        CAPTURE(gap);
        CAPTURE(third);
        CAPTURE(bend);
        meeting << -third / 2 + gap, 1, 0, bend * gap, -third / 2 - gap, -0.7, 0, 0, third;
        const Vector<double, 8> a = g.vee(Matrix<double, 3>(basis * meeting * basis.inverse()));
        const auto x = g.exp(a);
        const double condition = (1 + x.data.norm()) * (1 + g.inverse(x).data.norm());
        CHECK((g.log(x) - a).norm() < 1e-15 * condition * condition);
        // log(exp(a + (e + f) b)) = a + (e + f) b
        Vector<Second, 8> moving;
        for (int k = 0; k < 8; ++k) moving[k] = variable(a[k], 0.3 * k - 1);
        const Vector<Second, 8> back = g.log(g.exp(moving));
        for (int k = 0; k < 8; ++k) {
          CHECK(std::abs(back[k].value().derivatives()[0] - (0.3 * k - 1)) <
                1e-13 * condition * condition);
          CHECK(std::abs(back[k].derivatives()[0].derivatives()[0]) <
                1e-12 * condition * condition);
        }
      }
    }
  }
}

TEST_CASE("growth of any size keeps its digits") {
  for (const double s : {-300.0, -30.0, -2.0, -1e-12, 0.0, 1e-9, 1.4, 1.42, 30.0, 300.0}) {
    CAPTURE(s);
    Vector<double, 7> a;
    a << 1, -2, 3, 0, 0, 0, s;
    const double mean = s == 0 ? 1 : std::expm1(s) / s;
    const auto x = Sim3{}.exp(a);
    CHECK((x.data.head(3) - mean * a.head(3)).norm() <= 2e-15 * mean * a.head(3).norm());
    CHECK((Sim3{}.log(x) - a).norm() <= 2e-15 * a.norm());
    const Vector<double, 4> b(1, -2, 0, s);
    CHECK((Sim2{}.exp(b).data.head(2) - mean * b.head(2)).norm() <=
          2e-15 * mean * b.head(2).norm());
  }
}

TEST_CASE("derivatives of dual numbers are finite and right at 0 and where series end") {
  const auto check = [](const auto& g, const auto& xi) {
    using G = std::remove_cvref_t<decltype(g)>;
    using V = Tangent<G, double>;
    std::mt19937 random(5);
    const V p = suite::random_vector<G::dimension>(g.dim(), random);
    const auto slope = g.dexp_inv_star_derivative(xi, p);
    for (int k = 0; k < g.dim(); ++k) {
      const V e = 1e-5 * V(V::Unit(g.dim(), k));  // differences are off by e^2 and 10^-16/e
      const V difference = (g.dexp_inv_star(V(xi + e), p) - g.dexp_inv_star(V(xi - e), p)) / 2e-5;
      CHECK((slope.col(k) - difference).norm() < 1e-9 * (1 + xi.squaredNorm()));
    }
  };
  for (const double size : {0.0, 1e-8, 1.0, 1.4142, 1.4143, 3.0}) {
    CAPTURE(size);
    Vector<double, 7> a;
    a << 1, -2, 3, 0.6 * size, 0, 0, -0.8 * size;
    check(Sim3{}, a);
    check(Sim2{}, Vector<double, 4>(1, -2, 0.6 * size, 0.8 * size));
    check(GL2{}, Vector<double, 4>(size, 0.2, -size, 0.1));
  }
}

TEST_CASE("elements off their group are refused or measured") {
  CHECK_THROWS_AS(SO2{}.from_coordinates<double>({nan}), OffGroup);
  CHECK_THROWS_AS(SO2{}.from_coordinates<double>({1, 2}), DimensionError);
  CHECK_THROWS_AS(Sim2{}.from_coordinates<double>({0, 0, nan, 0}), OffGroup);
  CHECK_THROWS_AS(GL2{}.from_coordinates<double>({1, 0, 0, -1}), OffGroup);
  CHECK_THROWS_AS(GL2{}.from_coordinates<double>({1, 1, 1, 1}), OffGroup);
  CHECK_THROWS_AS(GL2{}.from_coordinates<double>({nan, 0, 0, 1}), OffGroup);
  CHECK_THROWS_AS(SL3{}.from_coordinates<double>({2, 0, 0, 0, 1, 0, 0, 0, 1}), OffGroup);
  CHECK_THROWS_AS(SL3{}.from_coordinates<double>({1, 0, 0, 0, 1, 0, 0, 0, nan}), OffGroup);
  std::vector<double> extended{0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  CHECK_NOTHROW(SE23{}.from_coordinates(extended));
  extended[14] = -1;
  CHECK_THROWS_AS(SE23{}.from_coordinates(extended), OffGroup);
  extended[14] = 1, extended[4] = nan;
  CHECK_THROWS_AS(SE23{}.from_coordinates(extended), OffGroup);
  std::vector<double> similar{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0};
  CHECK_NOTHROW(Sim3{}.from_coordinates(similar));
  similar[12] = std::numeric_limits<double>::infinity();
  CHECK_THROWS_AS(Sim3{}.from_coordinates(similar), OffGroup);

  auto x = SL3{}.exp(Vector<double, 8>(Vector<double, 8>::Constant(0.5)));
  x.data *= 1.01;  // det = 1.01^3
  CHECK(SL3{}.residual(x) > 1e-3);
  CHECK(SL3{}.residual(SL3{}.normalized(x)) < 1e-15);
}

TEST_CASE("many products stay on the group") {
  const auto drift = [](const auto& g, double size) {
    using V = Tangent<std::remove_cvref_t<decltype(g)>, double>;
    const auto there = g.exp(V(V::Constant(size))), back = g.exp(V(V::Constant(-size)));
    auto x = there;
    for (int i = 0; i < 100'000; ++i)
      x = g.compose(x, i % 3 == 0 ? there : back), x = g.compose(x, i % 3 == 0 ? back : there);
    return g.residual(x);
  };
  CHECK(drift(SO2{}, 0.3) < 1e-14);
  CHECK(drift(SE23{}, 0.3) < 1e-14);
  CHECK(drift(Sim2{}, 0.3) < 1e-14);
  CHECK(drift(Sim3{}, 0.3) < 1e-14);
  CHECK(drift(SL3{}, 0.3) < 1e-14);
}

TEST_CASE_TEMPLATE("a million products of either side keep the norm", G, SO2, SE2, SO3, SE3) {
  const G g;
  using V = Tangent<G, double>;
  auto step = g.exp(V(V::Constant(g.dim(), 0.3)));
  auto left = step, right = step;
  for (int i = 0; i < 1'000'000; ++i) {
    left = g.compose(step, left);
    right = g.compose(right, step);
  }
  CHECK(g.residual(left) < 1e-15);
  CHECK(g.residual(right) < 1e-15);
}

}  // namespace
