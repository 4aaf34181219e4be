// A step never allocates: every method on groups put together at run time, which hold every group.
#include <vector>

#include <doctest/doctest.h>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/group/any_group.hpp>

#include "heap_groups.hpp"

using namespace allocations;

namespace {

/// The brackets of so(3).
struct Rotations {
  int dim() const { return 3; }
  double c(int i, int j, int k) const { return (i - j) * (j - k) * (k - i) / 2.; }
};

/// SL(2), by the basis of its algebra.
MatrixGroup special_linear() {
  using Table = DynamicMatrix<Rational>;
  const auto matrix = [](int a, int b, int c, int d) {
    Table m(2, 2);
    m << Rational(a), Rational(b), Rational(c), Rational(d);
    return m;
  };
  return MatrixGroup(
      std::vector<Table>{matrix(0, 1, 0, 0), matrix(0, 0, 1, 0), matrix(1, 0, 0, -1)});
}

std::vector<AnyGroup> groups() {
  std::vector<AnyGroup> list;
  for_each_group(
      [&](const auto& row) { list.push_back(AnyGroup({{row.make(row.first + row.step)}})); });
  list.push_back(AnyGroup({{AlgebraGroup<>(Rotations{})}}));
  list.push_back(AnyGroup({{special_linear()}}));
  list.push_back(AnyGroup({{SE2Cover{}, Torus<>(1)}}));
  list.push_back(AnyGroup({{special_linear(), SO3{}, Heisenberg<>(2)}}));
  return list;
}

}  // namespace

TEST_CASE("methods that ask for the vector field") {
  for (const auto& group : groups()) check_group(OfField{}, group);
}

TEST_CASE("methods that solve a balance") {
  for (const auto& group : groups()) {
    check_group(OfBalance{}, group);
    check_group(OfLinearConstraint{}, group);
  }
}
