// What is accepted and what is refused does not depend on units, and follows the resolution of the scalar.
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/core/error.hpp>
#include <hamel/core/pivots.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

using namespace hamel;

namespace {

template <class S>
SummedMatrix rows(std::initializer_list<std::initializer_list<S>> list) {
  SummedMatrix m(int(list.size()), int(list.begin()->size()));
  int i = 0;
  for (const auto& row : list) {
    int j = 0;
    for (const S x : row) m(i, j++).add(x);
    ++i;
  }
  return m;
}

template <class S>
int rank_of(SummedMatrix m) {
  const int columns = m.cols();
  return eliminate(m, columns, few_roundings * resolution<S>()).rank;
}

/// The Chaplygin sleigh with lengths in units of 1/L and masses in units of 1/m.
template <class S>
void check_sleigh(S l, S m) {
  CAPTURE(double(l));
  CAPTURE(double(m));
  Matrix<S, 3> metric;
  metric << m, 0, 0, 0, m, m * l / 2, 0, m * l / 2, m * l * l * S(0.75);
  Matrix<S, 3, 2> d;
  d << 1, 0, 0, 0, 0, 1;
  using V = Vector<S, 3>;
  const auto system = mechanical(SE2Cover{}, metric);
  const auto problem = vakonomic(system, Split(system, d));
  const auto x = SE2Cover{}.template identity<S>();
  const S u = S(0.1), third = S(1) / S(3);
  const V mu(0, third * m * l, 0);
  CHECK_NOTHROW(problem.start(x, V(-3 * l, 0, u), mu));
  // rounding of a computed velocity and multiplier
  const S rounding = 2 * epsilon<S>();
  CHECK_NOTHROW(problem.start(x, V(-3 * l, l * rounding, u), mu));
  CHECK_NOTHROW(
      problem.start(x, V(-3 * l, 0, u), V(m * l * rounding, mu[1], m * l * l * rounding)));
  // a thousandth is no rounding
  const S part = S(1e-3);
  CHECK_THROWS_AS(problem.start(x, V(-3 * l, l * part, u), mu), ConstraintViolation);
  CHECK_THROWS_AS(problem.start(x, V(-3 * l, 0, u), V(m * l * part, mu[1], 0)),
                  ConstraintViolation);
  CHECK_THROWS_AS(problem.start(x, V(-3 * l, 0, u), V(0, mu[1], m * l * l * part)),
                  ConstraintViolation);
  // dependent vectors, and a metric of rank 2
  Matrix<S, 3, 2> dependent;
  dependent << l, third * l, 0, 0, 1, third;
  CHECK_THROWS_AS(Split(system, dependent), ConstraintViolation);
  Matrix<S, 3> flat = metric;
  flat(2, 2) = m * l * l / 4;
  CHECK_THROWS_AS(mechanical(SE2Cover{}, flat), DegenerateMetric);
  flat = metric;
  flat(1, 2) *= S(1) + part;
  CHECK_THROWS_AS(mechanical(SE2Cover{}, flat), DegenerateMetric);
}

}  // namespace

TEST_CASE("a sleigh from micrometres to megametres and from 1e-9 to 1e12 masses") {
  for (const double l : {1e-9, 1e-6, 1e-3, 1., 1e3, 1e6, 1e9})
    for (const double m : {1e-9, 1e-3, 1., 1e6, 1e12}) {
      check_sleigh<double>(l, m);
      check_sleigh<long double>(l, m);
      if (std::abs(std::log10(l)) < 7) check_sleigh<float>(float(l), float(m));
    }
}

TEST_CASE("rank is that of the numbers in any units") {
  CHECK(rank_of<double>(rows<double>({{1, 2, 3}, {2, 4, 6}, {3, 6, 10}})) == 2);
  CHECK(rank_of<double>(rows<double>({{1e-12, 0}, {0, 1}})) == 2);
  CHECK(rank_of<double>(rows<double>({{1 / 3., 2 / 3.}, {2 / 7., 4 / 7.}})) == 1);
  CHECK(rank_of<double>(rows<double>({{1 / 3., 2 / 3.}, {2 / 7., 4 / 7. + 1e-12}})) == 2);
  CHECK(rank_of<float>(rows<float>({{1 / 3.f, 2 / 3.f}, {2 / 7.f, 4 / 7.f}})) == 1);
  CHECK(rank_of<float>(rows<float>({{1 / 3.f, 2 / 3.f}, {2 / 7.f, 4 / 7.f + 1e-4f}})) == 2);
  CHECK(rank_of<double>(rows<double>({{0, 0}, {0, 0}})) == 0);
  // rows and columns scaled from 1e-20 to 1e20
  for (int k = 0; k < 200; ++k) {
    SummedMatrix m(4, 4), full(4, 4);
    const auto row = [k](int i) { return std::pow(10, 20 * std::sin(i + 3.1 * k)); };
    const auto column = [k](int j) { return std::pow(10, 20 * std::cos(2 * j + k)); };
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) {
        const double scale = row(i) * column(j);
        for (int l = 0; l < 2; ++l) {
          const double product = std::sin(1.7 * i + l + k) * std::cos(j - 2.3 * l + k) * scale;
          m(i, j).add(product);
          full(i, j).add(product);
        }
        if (i == j) full(i, j).add(1e-3 * scale);
      }
    CHECK(rank_of<double>(m) == 2);
    CHECK(rank_of<double>(full) == 4);
  }
}

TEST_CASE("signature of scaled forms, null directions included") {
  const long double limit = few_roundings * resolution<double>();
  for (int k = 0; k < 200; ++k) {
    SummedMatrix form(4, 4);
    const auto s = [&](int i) { return std::pow(10, 15 * std::sin(i + 3.1 * k)); };
    // x1 x2 - x3^2 + x4^2, sheared
    const double base[4][4] = {{0, 1, 1, 0}, {1, 0, 1, 0}, {1, 1, 1, 0}, {0, 0, 0, 1}};
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) form(i, j).add(base[i][j] * s(i) * s(j));
    const Signature found = signature(form, limit);
    CHECK(found.positive == 2);
    CHECK(found.negative == 2);
    form(2, 2) = {};
    form(2, 2).add(2 * s(2) * s(2));  // the third is the sum of the first two
    CHECK(signature(form, limit).zero == 1);
  }
}

TEST_CASE("a heavy bystander does not hide a violation, nor does its rounding make one") {
  using V = Vector<double, 6>;
  const auto group = SE2Cover{} * SE2Cover{};
  const V diagonal(1e12, 1e12, 1e12, 1e-9, 1e-9, 1e-9);
  const Matrix<double, 6> m = diagonal.asDiagonal();
  Matrix<double, 6, 4> d = Matrix<double, 6, 4>::Zero();
  d(0, 0) = d(2, 1) = d(3, 2) = d(5, 3) = 1;
  const auto system = mechanical(group, m);
  const auto problem = nonholonomic(system, Split(system, d));
  const auto x = group.identity<double>();
  CHECK_NOTHROW(problem.start(x, V(1, 0, 1, 1, 1e-17, 1)));
  CHECK_NOTHROW(problem.start(x, V(1, 1e-17, 1, 1, 0, 1)));
  CHECK_THROWS_AS(problem.start(x, V(1, 0, 1, 1, 0.01, 1)), ConstraintViolation);
}

TEST_CASE("a float rotation starts a float motion; as doubles it is refused, with the way out") {
  const SO3 group;
  auto x = group.identity<float>();
  for (int k = 0; k < 1000; ++k)
    x = group.compose(x, group.exp(Vector<float, 3>(0.3f, -0.7f, 1.1f + 0.1f * float(k))));
  x = group.from_coordinates(group.coordinates(x));  // the nine numbers a robot sends
  Matrix<float, 3> inertia = Matrix<float, 3>::Identity() / 3;
  inertia(0, 1) = inertia(1, 0) = 0.1f;
  const auto light = mechanical(group, inertia);
  Matrix<float, 3, 2> d;
  d << 1, 0.1f, 0, 1, 0.7f, 0.3f;
  const Vector<float, 3> a = d * Vector<float, 2>(1 / 3.f, 1 / 7.f);
  CHECK_NOTHROW(nonholonomic(light, Split(light, d)).start(x, a));
  CHECK_NOTHROW(hamel::free(light).start(x, a));

  const Matrix<double, 3> unit = Matrix<double, 3>::Identity();
  const auto problem = hamel::free(mechanical(group, unit));
  const Vector<double, 3> b(1, 2, 3);
  const Element<SO3, double> wide_x{x.data.cast<double>()};
  CHECK_THROWS_WITH_AS(problem.start(wide_x, b), doctest::Contains("normalized"), OffGroup);
  CHECK_NOTHROW(problem.start(group.normalized(wide_x), b));
}
