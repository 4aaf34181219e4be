// Matrix groups from a basis: laws, exact structure constants, elements accepted and refused.
#include <cmath>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/matrix_group.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so21.hpp>
#include <hamel/group/torus.hpp>

#include "suite.hpp"

namespace {

using namespace hamel;
using Basis = std::vector<DynamicMatrix<Rational>>;
using V = Vector<double, dynamic>;

/// E_ij - sign E_ji, n x n, indices from 1; E_ij alone for sign 0.
DynamicMatrix<Rational> unit(int n, int i, int j, int sign = 0) {
  DynamicMatrix<Rational> m = DynamicMatrix<Rational>::Constant(n, n, Rational(0));
  m(i - 1, j - 1) += 1;
  m(j - 1, i - 1) -= sign;
  return m;
}

Basis sl2() {
  return {unit(2, 1, 2), unit(2, 2, 1), unit(2, 1, 1) - unit(2, 2, 2)};
}
Basis so21() {
  return {unit(3, 1, 3, -1), unit(3, 2, 3, -1), unit(3, 2, 1, 1)};
}
Basis so4() {
  Basis basis;
  for (int i = 2; i <= 4; ++i)
    for (int j = 1; j < i; ++j) basis.push_back(unit(4, i, j, 1));
  return basis;
}
Basis se3() {
  return {unit(4, 1, 4),    unit(4, 2, 4),    unit(4, 3, 4),
          unit(4, 3, 2, 1), unit(4, 1, 3, 1), unit(4, 2, 1, 1)};
}
Basis gl2() {
  return {unit(2, 1, 1), unit(2, 1, 2), unit(2, 2, 1), unit(2, 2, 2)};
}

TEST_CASE("elements of more numbers than any vector has, as factors of a product") {
  const auto group = MatrixGroup(Basis{unit(7, 1, 2, 1)}) * Torus<1>{};  // 49 numbers and one
  V a(2);
  a << 0.3, 1.5;
  const auto x = group.exp(a);
  REQUIRE(x.data.size() == 50);
  CHECK((group.log(x) - a).norm() < 1e-15);
  CHECK(x.data[0] == doctest::Approx(std::cos(0.3)).epsilon(1e-15));
  const auto one = group.compose(x, group.inverse(x));
  CHECK((one.data - group.identity<double>().data).norm() < 1e-15);
  CHECK(group.residual(x) < 1e-15);
}

TEST_CASE("matrix groups obey the laws") {
  suite::run(MatrixGroup(sl2()), 1.5);
  suite::run(MatrixGroup(so4()), 2.0);
  suite::run(MatrixGroup(se3()), 3.0);
  suite::run(MatrixGroup(gl2()), 1.5);
}

TEST_CASE("the library's own groups are matrix groups with their bases") {
  std::mt19937 random(2);
  const MatrixGroup lorentz(so21()), motions(se3());
  for (int repeat = 0; repeat < 10; ++repeat) {
    const Vector<double, 3> a = suite::random_vector<3>(3, random),
                            b = suite::random_vector<3>(3, random);
    CHECK((lorentz.ad(V(a), V(b)) - SO21{}.ad(a, b)).norm() < 1e-15);
    const std::vector<double> entries = lorentz.coordinates(lorentz.exp(V(a))),
                              expected = SO21{}.coordinates(SO21{}.exp(a));
    for (std::size_t i = 0; i < 9; ++i)
      CHECK(entries[i] == doctest::Approx(expected[i]).epsilon(1e-13));

    const Vector<double, 6> c = suite::random_vector<6>(6, random),
                            d = suite::random_vector<6>(6, random);
    CHECK((motions.ad(V(c), V(d)) - SE3{}.ad(c, d)).norm() < 1e-14);
    CHECK((motions.dexp_inv_star(V(c), V(d)) - SE3{}.dexp_inv_star(c, d)).norm() < 1e-12);
    const SmallMatrix<double> m = motions.matrix(motions.exp(V(c)));
    CHECK((m.topRightCorner(3, 1) - SE3{}.position(SE3{}.exp(c))).norm() < 1e-13);
  }
}

TEST_CASE("structure constants are exact over the rationals") {
  const auto third = [](DynamicMatrix<Rational> m) {
    m *= Rational(1, 3);
    return m;
  };
  // [h, e/3] = 2 e/3, [e/3, f] = h/3
  const MatrixGroup group(
      Basis{third(unit(2, 1, 2)), unit(2, 2, 1), unit(2, 1, 1) - unit(2, 2, 2)});
  const auto e = [](int i) { return V(V::Unit(3, i)); };
  CHECK(group.ad(e(2), e(0)) == V(2 * e(0)));
  CHECK(group.ad(e(0), e(1)) == V(e(2) * (1.0 / 3)));
}

TEST_CASE("bases that are none are refused") {
  CHECK_THROWS_AS(MatrixGroup(Basis{unit(2, 1, 2), unit(2, 2, 1)}), NotALieAlgebra);
  CHECK_THROWS_AS(MatrixGroup(Basis{unit(2, 1, 2), unit(2, 1, 2)}), InputError);
  CHECK_THROWS_AS(MatrixGroup(Basis{unit(2, 1, 2), unit(3, 1, 2)}), DimensionError);
  CHECK_THROWS_AS(MatrixGroup(Basis{}), DimensionError);
  CHECK_THROWS_AS(MatrixGroup(Basis{DynamicMatrix<Rational>::Constant(2, 3, Rational(1))}),
                  DimensionError);
  CHECK_THROWS_AS(MatrixGroup(Basis{unit(9, 1, 2)}), DimensionError);
}

TEST_CASE("matrices off the group are refused: determinant, form, affine row") {
  const auto refuses = [](const MatrixGroup& group, const std::vector<double>& entries) {
    CHECK_THROWS_AS(group.from_coordinates(entries), OffGroup);
  };
  refuses(MatrixGroup(sl2()), {2, 0, 0, 1});
  refuses(MatrixGroup(sl2()), {1, 0, 0, std::nan("")});
  CHECK(MatrixGroup(sl2()).residual(
            MatrixGroup(sl2()).from_coordinates<double>({-2, 0, 0, -0.5})) == 0);
  std::vector<double> c{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  CHECK(MatrixGroup(so4()).from_coordinates(c).data.size() == 16);
  c[1] = 1e-3;
  refuses(MatrixGroup(so4()), c);
  refuses(MatrixGroup(se3()), c);
  c[1] = 0;
  c[3] = 7;  // a translation
  CHECK(MatrixGroup(se3()).from_coordinates(c).data[3] == 7);
  refuses(MatrixGroup(so4()), c);
  c[12] = 1e-3;  // the affine row
  refuses(MatrixGroup(se3()), c);
}

TEST_CASE("normalized returns to the group, by about as much as one was off") {
  std::mt19937 random(4);
  for (const Basis& basis : {sl2(), so4(), se3()}) {
    const MatrixGroup group(basis);
    auto x = group.exp(V(suite::random_vector<dynamic>(group.dim(), random)));
    const auto before = x.data;
    for (int i = 0; i < group.size(); ++i) x.data[i] += 1e-3 * std::cos(3.0 * i);
    CHECK(group.residual(x) > 1e-5);
    const auto y = group.normalized(x);
    CHECK(group.residual(y) < 1e-14);
    CHECK((y.data - x.data).norm() <= (before - x.data).norm());
  }
}

TEST_CASE("no logarithm, no number") {
  const MatrixGroup group(sl2());
  const auto x = group.from_coordinates<double>({-2, 0, 0, -0.5});
  CHECK(!group.log(x).allFinite());
}

}  // namespace
