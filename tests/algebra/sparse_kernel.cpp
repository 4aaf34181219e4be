// Kernels by numbers modulo primes are those of elimination over the rationals.
#include "exact/sparse_kernel.hpp"

#include <random>

#include <doctest/doctest.h>

using namespace hamel;

namespace {

SparseRows random_rows(std::mt19937& generator, int rows, int unknowns, int rank) {
  std::uniform_int_distribution<int> digit(-9, 9), share(0, 2);
  DynamicMatrix<Rational> basis(rank, unknowns), factors(rows, rank);
  for (auto& x : basis.reshaped())
    x = share(generator) == 0 ? Rational(digit(generator)) / Rational(7) : Rational(0);
  for (auto& x : factors.reshaped()) x = digit(generator);
  const DynamicMatrix<Rational> dense = factors * basis;
  SparseRows sparse(static_cast<std::size_t>(rows));
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < unknowns; ++j)
      if (!dense(i, j).is_zero()) sparse[static_cast<std::size_t>(i)][j] = dense(i, j);
  return sparse;
}

DynamicMatrix<Rational> by_elimination(const SparseRows& rows, int unknowns) {
  SparseSystem<Rational> system(unknowns);
  for (const auto& row : rows) system.add(row, Rational(0));
  return system.kernel();
}

}  // namespace

TEST_CASE("a sparse kernel is the one that elimination finds") {
  std::mt19937 generator(2);
  for (int k = 0; k < 200; ++k) {
    const int unknowns = 1 + static_cast<int>(generator() % 12),
              rank = static_cast<int>(generator() % static_cast<unsigned>(unknowns)) + 1;
    const auto rows =
        random_rows(generator, 1 + static_cast<int>(generator() % 15), unknowns, rank);
    const SparseKernel kernel(rows, unknowns);
    const auto basis = kernel.basis();
    CHECK(basis == by_elimination(rows, unknowns));
    CHECK(kernel.bound() == basis.cols());
  }
}

TEST_CASE("the columns beside known elements complete them to a basis of the kernel") {
  std::mt19937 generator(3);
  for (int k = 0; k < 100; ++k) {
    const int unknowns = 3 + static_cast<int>(generator() % 12);
    const auto rows = random_rows(generator, 1 + static_cast<int>(generator() % 6), unknowns, 4);
    const SparseKernel kernel(rows, unknowns);
    const DynamicMatrix<Rational> all = kernel.basis();
    DynamicMatrix<Rational> factors(all.cols(), 3);
    for (auto& x : factors.reshaped()) x = Rational(static_cast<int>(generator() % 3));
    const DynamicMatrix<Rational> known = all * factors;
    SparseRows elements(3);
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < unknowns; ++i)
        if (!known(i, j).is_zero()) elements[static_cast<std::size_t>(j)][i] = known(i, j);
    const DynamicMatrix<Rational> others = kernel.basis(elements);
    CHECK(others.cols() == all.cols() - rank<Rational>(known));
    CHECK(rank<Rational>(join<Rational>(known, others)) == all.cols());
  }
}

TEST_CASE("where the first prime divides what decides, the kernel is still the right one") {
  const Rational p = Rational(Integer(Residue::standard_prime));
  // Modulo p the rows depend on each other, or have no meaning.
  for (const Rational& x : {p, Rational(Rational(1) / p), Rational(Rational(1) + p)}) {
    const SparseRows rows{{{0, Rational(1)}, {1, Rational(1)}}, {{0, Rational(1)}, {1, x}, {2, p}}};
    const SparseKernel kernel(rows, 3);
    CHECK(kernel.basis() == by_elimination(rows, 3));
    CHECK(kernel.bound() >= 1);
  }
}
