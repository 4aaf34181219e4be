// Groups put together at run time obey the same laws, and agree with their compile-time twins.
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/core/error.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/algebra_group.hpp>
#include <hamel/group/any_group.hpp>
#include <hamel/group/laws.hpp>

#include "suite.hpp"

namespace {

using namespace hamel;

/// c_ij^k from a function.
template <class F>
struct Constants {
  int n;
  F f;
  int dim() const { return n; }
  double c(int i, int j, int k) const { return f(i, j, k); }
};

double so3_constant(int i, int j, int k) {
  return (i - j) * (j - k) * (k - i) / 2.0;
}

using Run = Vector<double, dynamic>;

TEST_CASE("a run-time product obeys the laws") {
  suite::run(AnyGroup({{SO3{}, SE2Cover{}, Torus<>(2)}}), 3.1);
  suite::run(AnyGroup({{SE3{}, SO21{}, Heisenberg<>(2), Euclidean<>(1)}}), 3.1);
}

TEST_CASE("a run-time product agrees with the compile-time one") {
  const auto twin = SE3{} * Torus<1>{} * SO21{};
  const AnyGroup any({{SE3{}, Torus<>(1), SO21{}}});
  using Fixed = Vector<double, 10>;
  std::mt19937 random(11);
  const auto draw = [&] { return suite::random_vector<10>(10, random); };
  const Fixed xi = draw(), eta = draw(), p = draw();
  const Run run_xi = xi, run_eta = eta, run_p = p;
  CHECK(any.dim() == 10);
  CHECK(any.size() == 12);
  CHECK(any.coordinate_names() == twin.coordinate_names());
  CHECK(any.exp(run_xi).data == twin.exp(xi).data);
  CHECK(any.dexp(run_xi, run_eta) == twin.dexp(xi, eta));
  CHECK(any.dexp_inv_star_derivative(run_xi, run_p) == twin.dexp_inv_star_derivative(xi, p));
  CHECK(any.Ad_star(any.exp(run_xi), run_p) == twin.Ad_star(twin.exp(xi), p));
  CHECK(any.coordinates(any.exp(run_xi)) == std::vector<double>(twin.coordinates(twin.exp(xi))));
}

TEST_CASE("an algebra by structure constants is as good as its group") {
  const AlgebraGroup<> algebra(Constants<decltype(&so3_constant)>{3, so3_constant});
  const SO3 so3;
  std::mt19937 random(5);
  for (const double size : {0.0, 1e-9, 0.2, 0.9, 1.5, 3.1, 6.0}) {
    CAPTURE(size);
    Vector<double, 3> xi = suite::random_vector<3>(3, random);
    xi *= size / xi.norm();
    const Vector<double, 3> a = suite::random_vector<3>(3, random),
                            p = suite::random_vector<3>(3, random);
    const Run run_xi = xi, run_a = a, run_p = p, run_b = suite::random_vector<3>(3, random);
    suite::expect_all(algebra_laws(algebra, run_xi, run_a, run_b, run_p));
    CHECK((algebra.Ad_exp(run_xi, run_a) - so3.Ad_exp(xi, a)).norm() < 1e-14);
    CHECK((algebra.dexp(run_xi, run_a) - so3.dexp(xi, a)).norm() < 1e-14);
    CHECK((algebra.dexp_inv_star(run_xi, run_p) - so3.dexp_inv_star(xi, p)).norm() <
          1e-13 * (1 + size * size));
  }
}

TEST_CASE("algebras that no other group of the library has") {
  // aff(1): [e1,e2] = e2, not unimodular; Engel: [e1,e2] = e3, [e1,e3] = e4
  const auto affine = [](int i, int j, int k) {
    return k == 1 && i + j == 1 ? double(j - i) : 0.0;
  };
  const auto engel = [](int i, int j, int k) {
    const int low = std::min(i, j), high = std::max(i, j);
    const bool bracket = low == 0 && high > 0 && high < 3 && k == high + 1;
    return bracket ? (i < j ? 1.0 : -1.0) : 0.0;
  };
  std::mt19937 random(8);
  const auto go = [&](const auto& group) {
    const auto draw = [&] { return Run(suite::random_vector<dynamic>(group.dim(), random)); };
    for (int repeat = 0; repeat < 5; ++repeat)
      suite::expect_all(algebra_laws(group, draw(), draw(), draw(), draw()));
  };
  go(AlgebraGroup<>(Constants<decltype(affine)>{2, affine}));
  go(AlgebraGroup<>(Constants<decltype(engel)>{4, engel}));
}

TEST_CASE("tables that are no Lie algebra are refused") {
  const auto symmetric = [](int, int, int) { return 1.0; };
  CHECK_THROWS_AS(AlgebraGroup<>(Constants<decltype(symmetric)>{2, symmetric}), NotALieAlgebra);
  // antisymmetric, but Jacobi fails: [e1,e2] = e1, [e1,e3] = e2
  const auto no_jacobi = [](int i, int j, int k) {
    const double sign = i < j ? 1 : -1;
    const int low = std::min(i, j), high = std::max(i, j);
    return (low == 0 && high == 1 && k == 0) || (low == 0 && high == 2 && k == 1) ? sign : 0.0;
  };
  CHECK_THROWS_AS(AlgebraGroup<>(Constants<decltype(no_jacobi)>{3, no_jacobi}), NotALieAlgebra);
  const auto zero = [](int, int, int) { return 0.0; };
  CHECK_THROWS_AS(AlgebraGroup<>(Constants<decltype(zero)>{max_dimension + 1, zero}),
                  DimensionError);
  const auto undefined = [](int i, int j, int) { return i == j ? 0.0 : std::nan(""); };
  CHECK_THROWS_AS(AlgebraGroup<>(Constants<decltype(undefined)>{2, undefined}), NotALieAlgebra);
}

TEST_CASE("products beyond the capacity are refused") {
  CHECK_THROWS_AS(AnyGroup({{Torus<>(40), Euclidean<>(25)}}), DimensionError);
  CHECK_THROWS_AS(Torus<>(65), DimensionError);
  CHECK_THROWS_AS(Torus<>(-1), DimensionError);
  CHECK(AnyGroup({{Torus<>(40), Euclidean<>(24)}}).dim() == 64);
}

TEST_CASE("an algebra has no elements, and says so") {
  const AnyGroup group(
      {{SO3{}, AlgebraGroup<>(Constants<decltype(&so3_constant)>{3, so3_constant})}});
  const auto x = group.exp(Run(Run::Constant(6, 0.1)));
  CHECK(x.data.size() == 4);
  CHECK(group.log(x).head(3).allFinite());
  CHECK(group.log(x).tail(3).array().isNaN().all());
  CHECK(group.Ad_exp_star(Run(Run::Constant(6, 0.1)), Run(Run::Constant(6, 1.0))).allFinite());
}

}  // namespace
