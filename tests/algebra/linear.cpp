// Linear algebra over the rationals and over double.
#include <random>

#include <doctest/doctest.h>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>

using namespace hamel;

namespace {

DynamicMatrix<Rational> random_matrix(std::mt19937& generator, int rows, int columns,
                                      int bound = 3) {
  std::uniform_int_distribution<int> digit(-bound, bound);
  DynamicMatrix<Rational> m(rows, columns);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) m(i, j) = digit(generator);
  return m;
}

}  // namespace

TEST_CASE("kernel, rank, solve and inverse fit together") {
  std::mt19937 generator(1);
  for (int k = 0; k < 300; ++k) {
    const int rows = 1 + static_cast<int>(generator() % 5),
              columns = 1 + static_cast<int>(generator() % 5);
    const auto m = random_matrix(generator, rows, columns, 2);
    const auto null = kernel<Rational>(m);
    CHECK(null.cols() + rank<Rational>(m) == columns);
    CHECK(((m * null).array() == Rational(0)).all());
    CHECK(rank<Rational>(m) == rank<double>(cast<double>(m)));
    const auto x = random_matrix(generator, columns, 2);
    const auto solution = solve<Rational>(m, m * x);
    REQUIRE(solution);
    CHECK(m * *solution == m * x);
    if (rows == columns) {
      const auto back = inverse<Rational>(m);
      CHECK(back.has_value() == (rank<Rational>(m) == rows));
      if (back) CHECK((m * *back).isIdentity(Rational(0)));
    }
  }
}

TEST_CASE("an unsolvable system has no solution") {
  DynamicMatrix<Rational> m(2, 1), right(2, 1);
  m << 1, 2;
  right << 1, 3;
  CHECK_FALSE(solve<Rational>(m, right));
}

TEST_CASE("spans are canonical, intersections have the right dimension") {
  std::mt19937 generator(2);
  for (int k = 0; k < 100; ++k) {
    const auto left = random_matrix(generator, 5, 3), right = random_matrix(generator, 5, 3);
    const auto change = random_matrix(generator, 3, 3);
    if (rank<Rational>(change) == 3) CHECK(span<Rational>(left) == span<Rational>(left * change));
    const auto common = intersection<Rational>(left, right);
    CHECK(common.cols() == rank<Rational>(left) + rank<Rational>(right) -
                               rank<Rational>(join<Rational>(left, right)));
    CHECK(contains<Rational>(left, common));
    CHECK(contains<Rational>(right, common));
  }
}

TEST_CASE("signature survives congruence") {
  std::mt19937 generator(3);
  for (int k = 0; k < 200; ++k) {
    DynamicMatrix<Rational> form = DynamicMatrix<Rational>::Constant(4, 4, 0);
    Signature expected;
    for (int i = 0; i < 4; ++i) {
      const int value = static_cast<int>(generator() % 3) - 1;
      form(i, i) = value;
      (value > 0 ? expected.positive : value < 0 ? expected.negative : expected.zero) += 1;
    }
    const auto change = random_matrix(generator, 4, 4);
    if (rank<Rational>(change) < 4) continue;
    const DynamicMatrix<Rational> changed = change.transpose() * form * change;
    for (const Signature& found :
         {signature<Rational>(changed), signature<double>(cast<double>(changed))}) {
      CHECK(found.positive == expected.positive);
      CHECK(found.negative == expected.negative);
      CHECK(found.zero == expected.zero);
    }
  }
  DynamicMatrix<Rational> hyperbolic(2, 2);
  hyperbolic << 0, 1, 1, 0;
  CHECK(signature<Rational>(hyperbolic).positive == 1);
  CHECK(signature<Rational>(hyperbolic).negative == 1);
}

TEST_CASE("empty matrices are harmless") {
  const DynamicMatrix<Rational> none(4, 0);
  CHECK(rank<Rational>(none) == 0);
  CHECK(kernel<Rational>(none.transpose()).cols() == 4);
  CHECK(span<Rational>(none).cols() == 0);
  CHECK(contains<Rational>(none, none));
}
