// The ideal of Corollary 3.9 among the complements of d: found or excluded in every basis.
#include "checking/ideal_search.hpp"

#include <initializer_list>
#include <vector>

#include <doctest/doctest.h>

using namespace hamel;

namespace {

using RationalMatrix = DynamicMatrix<Rational>;

RationalMatrix matrix(int rows, int columns, std::initializer_list<int> entries) {
  RationalMatrix m(rows, columns);
  auto entry = entries.begin();
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) m(i, j) = *entry++;
  return m;
}

IdealSearch<Rational> searched(const AlgebraicSystem<Rational>& system) {
  const Splitting<Rational> split(system);
  const MultiplierEquations<Rational> equations(split);
  return find_ideal(
      split, section_space<Rational>(equations, whole(StructureConstants<Rational>(equations.s))));
}

/// The same system in the basis of the columns of `change`.
AlgebraicSystem<Rational> in_basis(const AlgebraicSystem<Rational>& system,
                                   const RationalMatrix& change) {
  return {system.algebra.in_basis(change), change.transpose() * system.metric * change,
          inverse<Rational>(change).value() * system.d()};
}

/// so(3) and a line.
StructureConstants<Rational> so3_and_line() {
  StructureConstants<Rational> algebra(4);
  algebra.set(0, 1, 2, 1);
  algebra.set(1, 2, 0, 1);
  algebra.set(2, 0, 1, 1);
  return algebra;
}

const RationalMatrix mixed = matrix(4, 4, {1, 1, 0, 2, 0, 1, -1, 0, 0, 0, 1, 1, 1, 0, 0, 4});

}  // namespace

TEST_CASE("many linear multipliers and no ideal among their complements") {
  // so(3) + R has no ideal of dimension 2 at all.
  const AlgebraicSystem<Rational> system{
      so3_and_line(), matrix(4, 4, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -1, 0, 0, -1, 1}),
      matrix(4, 2, {1, 0, 0, 0, 0, 1, 0, 0})};
  for (const auto& described : {system, in_basis(system, mixed)}) {
    const auto search = searched(described);
    CHECK_FALSE(search.ideal);
    CHECK(search.exhaustive);
    CHECK(search.reason == "no complement of d that gives a linear multiplier is an ideal");
  }
}

TEST_CASE("one ideal in a family of complements") {
  // d = so(3) + nothing of the line: the line is the only ideal of dimension 1.
  const AlgebraicSystem<Rational> system{
      so3_and_line(), matrix(4, 4, {1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 3}),
      matrix(4, 3, {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0})};
  for (const auto& described : {system, in_basis(system, mixed)}) {
    const auto search = searched(described);
    REQUIRE(search.ideal);
    CHECK(verify_ideal<Rational>(described, *search.ideal));
  }
}
