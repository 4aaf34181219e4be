// Structure constants: bracket, coadjoint action, Jacobi identity, subspaces, change of basis.
#include <array>

#include <doctest/doctest.h>

#include <hamel/algebra/matrix_algebra.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/algebra/structure_constants.hpp>

#include "exact/ideals.hpp"
#include "exact/jacobi_modular.hpp"
#include "exact/subspaces.hpp"

using namespace hamel;

namespace {

StructureConstants<Rational> se2() {
  StructureConstants<Rational> algebra(3);
  algebra.set(2, 0, 1, 1);
  algebra.set(2, 1, 0, -1);
  return algebra;
}

DynamicVector<Rational> vector(int a, int b, int c) {
  DynamicVector<Rational> v(3);
  v << a, b, c;
  return v;
}

}  // namespace

TEST_CASE("bracket, ad and ad* say the same") {
  const auto algebra = se2();
  const auto a = vector(1, 2, 3), b = vector(-1, 4, 2), p = vector(5, -2, 1);
  CHECK(algebra.ad(a) * b == algebra.bracket(a, b));
  CHECK(algebra.bracket(a, b) == -algebra.bracket(b, a));
  CHECK(algebra.ad_star(a, p) == algebra.ad(a).transpose() * p);
  CHECK(algebra.ad_star(a, p).dot(b) == p.dot(algebra.bracket(a, b)));
  CHECK(algebra(2, 0, 1) == 1);
  CHECK(algebra(0, 2, 1) == -1);
  CHECK(algebra(0, 1, 2) == 0);
}

TEST_CASE("constants are antisymmetric and checked") {
  StructureConstants<Rational> algebra(3);
  CHECK_THROWS_AS(algebra.set(0, 0, 1, 1), NotALieAlgebra);
  CHECK_THROWS_AS(algebra.set(0, 3, 1, 1), DimensionError);
  CHECK_THROWS_AS(StructureConstants<Rational>(-1), DimensionError);
  algebra.set(1, 0, 2, 5);
  CHECK(algebra(0, 1, 2) == -5);
  algebra.set(0, 1, 2, 0);
  CHECK(algebra.entries().empty());
}

TEST_CASE("the Jacobi identity names the triple that breaks it") {
  auto algebra = se2();
  CHECK_FALSE(jacobi_defect(algebra).nonzero);
  CHECK_NOTHROW(require_lie_algebra(algebra));
  algebra.set(0, 1, 0, 1);
  CHECK(jacobi_defect(algebra).nonzero);
  CHECK_THROWS_WITH_AS(require_lie_algebra(algebra), doctest::Contains("[[e1,e2],e3]"),
                       NotALieAlgebra);
  CHECK_THROWS_AS(require_lie_algebra(algebra.cast<double>()), NotALieAlgebra);
}

TEST_CASE("a change of basis is undone by its inverse") {
  DynamicMatrix<Rational> change(3, 3);
  change << 1, 2, 0, 0, 1, 1, 1, 0, 3;
  const auto there = se2().in_basis(change);
  CHECK_FALSE(jacobi_defect(there).nonzero);
  const auto back = there.in_basis(*inverse<Rational>(change));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) CHECK(back(i, j, k) == se2()(i, j, k));
  CHECK_THROWS_AS(se2().in_basis(DynamicMatrix<Rational>::Constant(3, 3, 1)), InputError);
}

TEST_CASE("generated subalgebras, ideals and growth") {
  const auto algebra = se2();
  DynamicMatrix<Rational> skate(3, 2);
  skate << 1, 0, 0, 0, 0, 1;
  CHECK(growth<Rational>(algebra, skate).dimensions == std::vector<int>{2, 3});
  CHECK(generated_ideal<Rational>(algebra, vector(1, 0, 0)).cols() == 2);
  CHECK(generated_ideal<Rational>(algebra, vector(0, 0, 1)).cols() == 3);
  CHECK(is_ideal<Rational>(algebra, whole(algebra).leftCols(2)));
  CHECK_FALSE(is_ideal<Rational>(algebra, vector(0, 0, 1)));
  CHECK(is_subalgebra<Rational>(algebra, vector(0, 0, 1)));
  for (const auto& ideal : known_ideals(algebra)) CHECK(is_ideal<Rational>(algebra, ideal));
}

TEST_CASE("matrices give structure constants, or the reason why not") {
  DynamicMatrix<Rational> e(2, 2), f(2, 2), h(2, 2);
  e << 0, 1, 0, 0;
  f << 0, 0, 1, 0;
  h << 1, 0, 0, -1;
  const auto sl2 = matrix_algebra<Rational>({e, f, h});
  CHECK(sl2(0, 1, 2) == 1);
  CHECK(sl2(2, 0, 0) == 2);
  CHECK_THROWS_AS(matrix_algebra<Rational>({e, f}), NotALieAlgebra);
  CHECK_THROWS_AS(matrix_algebra<Rational>({e, e}), InputError);
  CHECK_THROWS_AS(matrix_algebra<Rational>({}), DimensionError);
  CHECK_THROWS_AS(matrix_algebra<Rational>({e, DynamicMatrix<Rational>::Constant(3, 3, 0)}),
                  DimensionError);
}

TEST_CASE("large tables are tested modulo primes, with the same answer") {
  constexpr int copies = 5, n = 3 * copies;
  StructureConstants<Rational> product(n);
  for (int k = 0; k < n; k += 3)
    for (int i = 0; i < 3; ++i) product.set(k + i, k + (i + 1) % 3, k + (i + 2) % 3, 1);
  DynamicMatrix<Rational> basis(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      basis(i, j) = Rational((7 * i + 5 * j + i * j * j) % 5 - (i == j ? 9 : 2));
  const auto dense = product.in_basis(basis);
  REQUIRE(dense.entries().size() > 1000);
  CHECK_FALSE(jacobi_defect(dense).nonzero);
  CHECK_FALSE(jacobi_sum(n, dense.entries()).nonzero);

  const Rational prime(Residue::standard_prime);
  for (const Rational& factor : {Rational(1), prime, Rational(1) / prime}) {
    StructureConstants<Rational> scaled(n), wrong(n);
    for (const auto& c : dense.entries()) {
      scaled.set(c.i, c.j, c.k, factor * c.value);
      wrong.set(c.i, c.j, c.k, factor * c.value);
    }
    wrong.set(n - 2, n - 1, n - 1, wrong(n - 2, n - 1, n - 1) + factor * factor);
    CHECK_FALSE(jacobi_defect(scaled).nonzero);
    const auto found = jacobi_defect(wrong), expected = jacobi_sum(n, wrong.entries());
    CHECK(found.nonzero);
    CHECK(std::array{found.i, found.j, found.k} == std::array{expected.i, expected.j, expected.k});
    CHECK(found.value == expected.value);
  }
}
