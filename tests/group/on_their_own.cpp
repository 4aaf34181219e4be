// What stands around every group: Jacobians, matrices, curves, means, random elements, text.
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <sstream>
#include <vector>

#include <Eigen/Core>
#include <doctest/doctest.h>

#include <hamel/core/dual.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element_map.hpp>
#include <hamel/group/element_text.hpp>
#include <hamel/group/euclidean.hpp>
#include <hamel/group/heisenberg.hpp>
#include <hamel/group/interpolation.hpp>
#include <hamel/group/jacobians.hpp>
#include <hamel/group/matrices.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/so21.hpp>
#include <hamel/group/statistics.hpp>

#include "suite.hpp"

namespace {

using namespace hamel;

template <class G>
Tangent<G, double> draw(std::mt19937& random) {
  return suite::random_vector<G::dimension>(G::dimension, random) / 2;
}

/// d/ds of log(f(0)^-1 f(s)) at s = 0 by a dual number.
template <class G, class F>
Tangent<G, double> rate(const F& f) {
  using D = Dual<double, 1>;
  const auto moved = f(D::variable(0, 0));
  Element<G, double> at;
  for (int i = 0; i < G::storage; ++i) at.data[i] = moved.data[i].value();
  const auto gap = G{}.log(G{}.compose(G{}.inverse(at.template cast<D>()), moved));
  Tangent<G, double> a;
  for (int i = 0; i < G::dimension; ++i) a[i] = gap[i].derivatives()[0];
  return a;
}

TEST_CASE_TEMPLATE("Jacobians are the derivatives of dual numbers", G, SO2, SO3, SE2, SE3, SE23,
                   Sim2, Sim3, GL2, Heisenberg<1>, Product<SE2, Torus<1>>) {
  using V = Tangent<G, double>;
  const G g;
  std::mt19937 random(1);
  const V v = draw<G>(random), w = draw<G>(random);
  const auto x = g.exp(v), y = g.exp(w);
  const auto product = with_jacobians::compose(x, y);
  const auto between = with_jacobians::between(x, y);
  const auto inverse = with_jacobians::inverse(x);
  const auto plus = with_jacobians::plus(x, w);
  const auto minus = with_jacobians::minus(y, x);
  CHECK(product.value.data == g.compose(x, y).data);
  for (int k = 0; k < G::dimension; ++k) {
    CAPTURE(k);
    const V e = V::Unit(k);
    const auto along = [&](const auto& z, const auto& s) {
      using D = std::remove_cvref_t<decltype(s)>;
      Tangent<G, D> step;
      for (int i = 0; i < G::dimension; ++i) step[i] = D(e[i]) * s;
      return g.compose(z.template cast<D>(), g.exp(step));
    };
    const auto fixed = [](const auto& z, const auto& s) {
      return z.template cast<std::remove_cvref_t<decltype(s)>>();
    };
    const auto close = [](const V& a, const V& b) {
      return (a - b).norm() < 1e-12 * (1 + b.norm());
    };
    CHECK(close(product.by_first.col(k),
                rate<G>([&](auto s) { return g.compose(along(x, s), fixed(y, s)); })));
    CHECK(close(product.by_second.col(k),
                rate<G>([&](auto s) { return g.compose(fixed(x, s), along(y, s)); })));
    CHECK(close(between.by_first.col(k),
                rate<G>([&](auto s) { return g.compose(g.inverse(along(x, s)), fixed(y, s)); })));
    CHECK(close(inverse.by.col(k), rate<G>([&](auto s) { return g.inverse(along(x, s)); })));
    CHECK(close(plus.by_first.col(k),
                rate<G>([&](auto s) { return g.compose(along(x, s), fixed(g.exp(w), s)); })));
    const auto moved = [&](const auto& s) {
      using D = std::remove_cvref_t<decltype(s)>;
      Tangent<G, D> a = w.template cast<D>();
      a[k] += s;
      return a;
    };
    CHECK(close(plus.by_second.col(k),
                rate<G>([&](auto s) { return g.compose(fixed(x, s), g.exp(moved(s))); })));
    using D = Dual<double, 1>;
    const D s = D::variable(0, 0);
    const auto by_y = g.log(g.compose(g.inverse(fixed(x, s)), along(y, s))),
               by_x = g.log(g.compose(g.inverse(along(x, s)), fixed(y, s)));
    V first, second;
    for (int i = 0; i < G::dimension; ++i) {
      first[i] = by_y[i].derivatives()[0];
      second[i] = by_x[i].derivatives()[0];
    }
    CHECK(close(minus.by_first.col(k), first));
    CHECK(close(minus.by_second.col(k), second));
  }
}

TEST_CASE("the action by element and point; maps and matrices as arguments") {
  Vector<double, 6> a;
  a << 1, 2, 3, 0.3, -0.4, 0.5;
  auto x = exp<SE3>(a);
  const ElementMap<SE3, double> map(x.data.data());
  const Eigen::Vector3d p(1, -1, 2);
  const auto [moved, by_x, by_p] = with_jacobians::act(map, p);
  const Matrix<double, 3> r = SO3{}.matrix(SE3{}.rotation(x));
  CHECK((by_p - r).norm() < 1e-15);
  CHECK((by_x.leftCols(3) - r).norm() < 1e-15);
  CHECK((by_x.rightCols(3) + r * hat<SO3>(p)).norm() < 1e-14);
  CHECK((moved - act(x, p)).norm() == 0);
  CHECK((with_jacobians::compose(map, map).by_first - Ad_matrix(inverse(x))).norm() < 1e-14);
}

TEST_CASE_TEMPLATE("vee undoes hat, and hat is the derivative of the matrix", G, SO2, SO3, SE2, SE3,
                   SE23, Sim2, Sim3, GL2, SL3, Aff1) {
  std::mt19937 random(2);
  const auto a = draw<G>(random), b = draw<G>(random);
  const auto m = hat<G>(a), n = hat<G>(b);
  CHECK((vee<G>(m) - a).norm() < 1e-14);
  CHECK((vee<G>(decltype(hat<G>(a))(m * n - n * m)) - ad<G>(a, b)).norm() < 1e-13);
  const auto x = exp<G>(a), y = exp<G>(b);
  CHECK((matrix(x * y) - matrix(x) * matrix(y)).norm() <
        1e-13 * matrix(x).norm() * matrix(y).norm());
}

TEST_CASE_TEMPLATE("the element nearest to a disturbed matrix is nearer than its neighbours", G,
                   SO2, SO3, SE2, SE3, SE23, Sim2, Sim3) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (const double size : {0.0, 1e-9, 0.1, 0.4}) {
    const auto x = exp<G>(draw<G>(random));
    auto m = matrix(x);
    constexpr int rows = decltype(m)::RowsAtCompileTime, kept = std::min(rows, int(G::space));
    for (int i = 0; i < kept; ++i)
      for (int j = 0; j < kept; ++j) m(i, j) += size * normal(random);
    const auto found = nearest<G>(m);
    const double least = (matrix(found) - m).norm();
    if (size == 0) CHECK(isApprox(found, x));
    for (int k = 0; k < G::dimension; ++k)
      for (const double step : {-1e-3, 1e-3}) {  // far enough that rounding does not decide
        const Tangent<G, double> e = step * Tangent<G, double>(Tangent<G, double>::Unit(k));
        CHECK((matrix(found + e) - m).norm() > least);
      }
  }
}

TEST_CASE("what has no nearest element is refused; reflections have one") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Matrix<double, 3> m = Matrix<double, 3>::Identity();
  CHECK_THROWS_AS(nearest<SO3>(Matrix<double, 3>(0 * m)), OffGroup);
  CHECK_THROWS_AS(nearest<SO3>(Matrix<double, 3>(-m)), OffGroup);
  m(2, 2) = -0.5;
  CHECK((matrix(nearest<SO3>(m)) - Matrix<double, 3>::Identity()).norm() < 1e-14);
  m(0, 1) = nan;
  CHECK_THROWS_AS(nearest<SO3>(m), OffGroup);
  CHECK_THROWS_AS(nearest<SO2>(Eigen::Matrix2d(Eigen::Vector2d(1, -1).asDiagonal())), OffGroup);
  CHECK_THROWS_AS(nearest<GL2>(Eigen::Matrix2d(Eigen::Vector2d(1, -1).asDiagonal())), OffGroup);
}

/// Velocity and acceleration of a curve against its own differences of order 4: f' = (8 d(h) - d(2h))/12h + O(h^4) with
/// d(h) = f(h) - f(-h), where h = 10^-3 leaves 10^-12 of the fifth derivative and as much of rounding.
template <class G, class Curve>
void check_rates(const G&, const Curve& curve, double t) {
  const double h = 1e-3;
  const auto at = curve.at(t);
  using V = Tangent<G, double>;
  const auto rate = [&](const auto& f) {
    const V near = f(curve.at(t + h)) - f(curve.at(t - h));
    const V far = f(curve.at(t + 2 * h)) - f(curve.at(t - 2 * h));
    return V((8 * near - far) / (12 * h));
  };
  const V velocity = rate([&](const auto& there) { return V(there.x - at.x); });
  const V acceleration = rate([](const auto& there) { return there.velocity; });
  CHECK((at.velocity - velocity).norm() < 1e-9 * (1 + velocity.norm()));
  CHECK((at.acceleration - acceleration).norm() < 1e-9 * (1 + acceleration.norm()));
}

TEST_CASE_TEMPLATE("an element is the unit element by default", G, SO2, SO3, SO21, SE2, SE2Cover,
                   SE3, SE23, Sim2, Sim3, GL2, SL3, Aff1, Heisenberg<1>, Torus<2>,
                   Product<SE2, Torus<1>>) {
  const Element<G, double> x;
  CHECK(x.data == unit<G>().data);
  CHECK(std::vector<Element<G, double>>(2)[1].data == unit<G>().data);
}

TEST_CASE_TEMPLATE("curves pass where they should, with their rates", G, SO3, SE2, SE3, Sim3, SL3,
                   Heisenberg<1>) {
  using V = Tangent<G, double>;
  const G g;
  std::mt19937 random(4);
  const auto x = g.exp(draw<G>(random)), y = g.compose(x, g.exp(draw<G>(random)));
  CHECK(isApprox(geodesic(g, x, y, 0.), x));
  CHECK(isApprox(geodesic(g, x, y, 1.), y));
  CHECK((geodesic(g, x, y, 0.75) - geodesic(g, x, y, 0.25) - 0.5 * (y - x)).norm() < 1e-12);
  const V a = draw<G>(random), b = draw<G>(random);
  const CubicCurve<G, double> cubic(g, x, a, y, b);
  CHECK(isApprox(cubic.at(0).x, x));
  CHECK(isApprox(cubic.at(1).x, y));
  CHECK((cubic.at(0).velocity - a).norm() < 1e-13);
  CHECK((cubic.at(1).velocity - b).norm() < 1e-12);
  for (const double t : {0.2, 0.7}) check_rates(g, cubic, t);

  std::vector<Element<G, double>> control{x};
  for (int i = 0; i < 6; ++i) control.push_back(g.compose(control.back(), g.exp(draw<G>(random))));
  const BSpline<G, double> spline(g, control, 0.5, 2.);
  CHECK(spline.end() == 4.0);
  for (const double t : {2.1, 2.7, 3.3, 3.9}) check_rates(g, spline, t);
  // At a knot velocity and acceleration are continuous: they change by 2e-9 of their rates.
  const auto before = spline.at(2.5 - 1e-9), after = spline.at(2.5 + 1e-9);
  CHECK((before.velocity - after.velocity).norm() < 1e-8 * (1 + after.acceleration.norm()));
  CHECK((before.acceleration - after.acceleration).norm() < 1e-6);
}

TEST_CASE("splines on one parameter and on vectors are those of numbers") {
  const SE3 g;
  Vector<double, 6> a;
  a << 0.1, 0.2, -0.3, 0.2, 0.1, 0.3;
  std::vector<Element<SE3, double>> even;
  for (int i = 0; i < 6; ++i) even.push_back(g.exp(Vector<double, 6>(i * a)));
  const BSpline<SE3, double> steady(g, even);  // x(u) = exp((u + 1) a)
  for (const double t : {0.0, 0.4, 1.7, 3.0}) {
    const auto at = steady.at(t);
    CHECK(isApprox(at.x, g.exp(Vector<double, 6>((t + 1) * a))));
    CHECK((at.velocity - a).norm() < 1e-14);
    CHECK(at.acceleration.norm() < 1e-14);
  }
  // (c0 (1-u)^3 + c1 (3u^3 - 6u^2 + 4) + c2 (-3u^3 + 3u^2 + 3u + 1) + c3 u^3)/6
  const Euclidean<1> line;
  const double c[] = {1, -2, 5, 0.5}, u = 0.3;
  std::vector<Element<Euclidean<1>, double>> numbers;
  for (const double value : c) numbers.push_back({Vector<double, 1>(value)});
  const auto at = BSpline<Euclidean<1>, double>(line, numbers).at(u);
  const double v = 1 - u;
  CHECK(at.x.data[0] ==
        doctest::Approx((c[0] * v * v * v + c[1] * (3 * u * u * u - 6 * u * u + 4) +
                         c[2] * (-3 * u * u * u + 3 * u * u + 3 * u + 1) + c[3] * u * u * u) /
                        6));
  CHECK(at.velocity[0] == doctest::Approx((-3 * c[0] * v * v + c[1] * (9 * u * u - 12 * u) +
                                           c[2] * (-9 * u * u + 6 * u + 3) + 3 * c[3] * u * u) /
                                          6));
  CHECK(at.acceleration[0] ==
        doctest::Approx(c[0] * v + c[1] * (3 * u - 2) + c[2] * (1 - 3 * u) + c[3] * u));
  CHECK_THROWS_AS((BSpline<Euclidean<1>, double>(line, {numbers[0], numbers[1]})), InputError);
  CHECK_THROWS_AS((BSpline<Euclidean<1>, double>(line, numbers, -1.0)), InputError);
}

TEST_CASE(
    "means minimise on SO(3), commute with both translations, and have the covariance of the "
    "sample") {
  std::mt19937 random(5);
  const SO3 g;
  std::vector<Element<SO3, double>> all;
  const auto centre = random_element<SO3>(random);
  for (int i = 0; i < 40; ++i)
    all.push_back(g.compose(centre, g.exp(Vector<double, 3>(draw<SO3>(random) / 2))));
  const auto found = mean<SO3>(all);
  CHECK(found.found);
  const auto spread = [&](const Element<SO3, double>& m) {
    double sum = 0;
    for (const auto& x : all) sum += (x - m).squaredNorm();
    return sum;
  };
  for (int k = 0; k < 3; ++k)
    for (const double step : {-1e-2, 1e-2})  // far enough that rounding does not decide
      CHECK(spread(found.mean + step * Eigen::Vector3d::Unit(k)) > spread(found.mean));
  CHECK(found.covariance.trace() == doctest::Approx(spread(found.mean) / 40));
  CHECK_THROWS_AS(mean<SO3>({}), InputError);
  CHECK_THROWS_AS(mean<SO3>(all, {1, 2}), InputError);

  std::vector<Element<SE3, double>> poses, moved;
  for (int i = 0; i < 9; ++i) poses.push_back(exp<SE3>(draw<SE3>(random)));
  const auto left = random_element<SE3>(random), right = random_element<SE3>(random);
  for (const auto& x : poses) moved.push_back(left * x * right);
  const auto one = mean<SE3>(poses), two = mean<SE3>(moved);
  CHECK(one.found);
  CHECK(isApprox(two.mean, left * one.mean * right, 1e-11));
  // by the Jacobian of x -> x right at the mean
  const auto by = with_jacobians::compose(one.mean, right).by_first;
  CHECK((propagated(by, one.covariance) - two.covariance).norm() < 1e-11 * two.covariance.norm());
}

TEST_CASE("random elements: on their group, uniform where compact, with the covariance asked for") {
  std::mt19937 random(6);
  constexpr int count = 20'000;
  Matrix<double, 3> sum = Matrix<double, 3>::Zero();
  double cosines = 0;
  for (int i = 0; i < count; ++i) {
    const auto x = random_element<SO3>(random);
    sum += matrix(x);
    cosines += std::cos(SO3{}.log(x).norm());  // mean -1/2: density (1 - cos)/pi
  }
  CHECK(sum.norm() / count < 0.03);
  CHECK(cosines / count == doctest::Approx(-0.5).epsilon(0.03));
  CHECK(residual(random_element<Sim3>(random)) < 1e-14);
  CHECK(residual(random_element<Product<SE2, Torus<2>>>(random)) < 1e-14);
  CHECK(residual(random_element<SL3>(random)) < 1e-14);

  Eigen::Matrix3d c;
  c << 0.04, 0.01, 0, 0.01, 0.02, 0, 0, 0, 0;
  Eigen::Matrix3d found = Eigen::Matrix3d::Zero();
  const auto x = random_element<SO3>(random);
  for (int i = 0; i < count; ++i) {
    const Eigen::Vector3d d = random_near(SO3{}, x, c, random) - x;
    found += d * d.transpose() / count;
  }
  CHECK((found - c).norm() < 0.002);
  CHECK_THROWS_AS(random_near(SO3{}, x, Eigen::Matrix3d(-c), random), InputError);
}

TEST_CASE_TEMPLATE("an ElementMap is taken wherever an element is", G, SO2, SO3, SE2, SE3, SE23,
                   Sim2, Sim3, GL2, SL3) {
  using V = Tangent<G, double>;
  const G g;
  std::mt19937 random(7);
  const V a = draw<G>(random);
  const Element<G, double> x = g.exp(a), y = g.exp(draw<G>(random));
  const ElementMap<G, const double> at(x.data.data()), to(y.data.data());
  CHECK((at * to).data == (x * y).data);
  CHECK((at * y).data == (x * to).data);
  CHECK(inverse(at).data == inverse(x).data);
  CHECK(log(at) == log(x));
  CHECK((at + a).data == (x + a).data);
  CHECK((to - at) == (y - x));
  CHECK(Ad(at, a) == Ad(x, a));
  CHECK(Ad_star(at, a) == Ad_star(x, a));
  CHECK(Ad_matrix(at) == Ad_matrix(x));
  CHECK(matrix(at) == matrix(x));
  CHECK(normalized(at).data == normalized(x).data);
  CHECK(residual(at) == residual(x));
  CHECK(isApprox(at, x));
  const Vector<double, G::space> point = Vector<double, G::space>::Ones();
  CHECK(act(at, point) == act(x, point));
  CHECK(with_jacobians::between(at, to).by_first == with_jacobians::between(x, y).by_first);
  CHECK(with_jacobians::inverse(at).by == with_jacobians::inverse(x).by);
  CHECK(with_jacobians::log(at).by == with_jacobians::log(x).by);
  CHECK(with_jacobians::plus(at, a).by_first == with_jacobians::plus(x, a).by_first);
  CHECK(with_jacobians::minus(to, at).by_first == with_jacobians::minus(y, x).by_first);
  CHECK(with_jacobians::act(at, point).by_first == with_jacobians::act(x, point).by_first);
  CHECK(geodesic(g, at, to, 0.3).data == geodesic(g, x, y, 0.3).data);
  CHECK(CubicCurve<G, double>(g, at, a, to, a).at(0.3).velocity ==
        CubicCurve<G, double>(g, x, a, y, a).at(0.3).velocity);
  CHECK(mean<G>({at, to}).mean.data == mean<G>({x, y}).mean.data);
  std::mt19937 one(8), same(8);
  const Matrix<double, G::dimension> c = Matrix<double, G::dimension>::Identity();
  CHECK(random_near(g, at, c, one).data == random_near(g, x, c, same).data);
  std::ostringstream of_map, of_element;
  of_map << at;
  of_element << x;
  CHECK(of_map.str() == of_element.str());
}

TEST_CASE("elements as text, and compared") {
  std::ostringstream out;
  out << SE2{}.from_coordinates<double>({1, 2, 0.5});
  CHECK(out.str() == "x = 1, y = 2, phi = 0.5");
  auto x = unit<SO3>();
  auto y = x;
  y.data = -y.data;
  CHECK(isApprox(x, y));
  y.data[2] = std::numeric_limits<double>::quiet_NaN();
  CHECK(!isApprox(x, y));
  CHECK(!isApprox(x, x + Eigen::Vector3d(1e-3, 0, 0)));
}

}  // namespace
