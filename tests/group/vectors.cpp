// Every member of a group takes any of Eigen's vectors as it takes its own, and refuses those of another length.
#include <array>
#include <random>
#include <vector>

#include <Eigen/Core>
#include <doctest/doctest.h>

#include <hamel/algebra/structure_constants.hpp>
#include <hamel/core/error.hpp>
#include <hamel/group/aff1.hpp>
#include <hamel/group/algebra_group.hpp>
#include <hamel/group/brackets.hpp>
#include <hamel/group/euclidean.hpp>
#include <hamel/group/heisenberg.hpp>
#include <hamel/group/matrix_group.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so21.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>

#include "suite.hpp"

namespace {

using namespace hamel;

template <class X, class Y>
bool same(const X& x, const Y& y) {
  if constexpr (requires { x.data; })
    return x.data == y.data;
  else
    return x == y;
}

/// use(f), where f calls one member on vectors of any type.
template <class G, class X, class Use>
void for_each_member(const G& g, const X& x, const Use& use) {
  use([&](const auto& a, const auto&) { return g.exp(a); });
  use([&](const auto& a, const auto&) { return g.Ad(x, a); });
  use([&](const auto& a, const auto&) { return g.Ad_star(x, a); });
  use([&](const auto& a, const auto&) { return g.ad_matrix(a); });
  use([&](const auto& a, const auto&) { return g.lie_poisson(a); });
  use([&](const auto& a, const auto&) { return g.left_jacobian(a); });
  use([&](const auto& a, const auto&) { return g.right_jacobian(a); });
  use([&](const auto& a, const auto&) { return g.left_jacobian_inverse(a); });
  use([&](const auto& a, const auto&) { return g.right_jacobian_inverse(a); });
  use([&](const auto& a, const auto& b) { return g.ad(a, b); });
  use([&](const auto& a, const auto& b) { return g.ad_star(a, b); });
  use([&](const auto& a, const auto& b) { return g.Ad_exp(a, b); });
  use([&](const auto& a, const auto& b) { return g.Ad_exp_star(a, b); });
  use([&](const auto& a, const auto& b) { return g.dexp(a, b); });
  use([&](const auto& a, const auto& b) { return g.dexp_inv(a, b); });
  use([&](const auto& a, const auto& b) { return g.dexp_star(a, b); });
  use([&](const auto& a, const auto& b) { return g.dexp_inv_star(a, b); });
  use([&](const auto& a, const auto& b) { return g.dexp_inv_star_derivative(a, b); });
}

template <class G>
void check_vectors(const G& g) {
  const int n = g.dim();
  std::mt19937 random(11);
  const Tangent<G, double> a = suite::random_vector<G::dimension>(n, random) / 4,
                           b = suite::random_vector<G::dimension>(n, random) / 4;
  const auto x = g.exp(b);
  const Eigen::VectorXd by_size = a, other = b;
  std::vector<double> numbers(a.data(), a.data() + n);
  numbers.push_back(0);
  const Eigen::Map<const Eigen::VectorXd> map(numbers.data(), n);
  const Eigen::Map<const Eigen::VectorXd, 0, Eigen::InnerStride<>> reversed_twice(
      numbers.data(), n, Eigen::InnerStride<>(1));
  Eigen::MatrixXd table(2, n + 1);
  table.setConstant(7);
  table.row(1).tail(n) = a.transpose();
  for_each_member(g, x, [&](const auto& member) {
    const auto expected = member(a, b);
    if constexpr (!requires { expected.data.array().isNaN(); })
      if (expected.array().isNaN().any()) return;  // an algebra knows no elements
    CHECK(same(member(by_size, other), expected));
    CHECK(same(member(by_size, b), expected));
    CHECK(same(member(a, other), expected));
    CHECK(same(member(2 * a - a, b), member(Tangent<G, double>(2 * a - a), b)));
    CHECK(same(member(map, other), expected));
    CHECK(same(member(reversed_twice, b), expected));
    CHECK(same(member(table.row(1).tail(n), other.transpose()), expected));
    CHECK(same(member(by_size.head(n), other.segment(0, n)), expected));
    for (const int wrong : {0, n - 1, n + 1, 40, 100}) {
      if (wrong < 0 || wrong == n) continue;
      const Eigen::VectorXd no_vector = Eigen::VectorXd::Zero(wrong);
      CHECK_THROWS_AS(member(no_vector, b), DimensionError);
      CHECK_THROWS_AS(member(2 * no_vector, b), DimensionError);
    }
  });
  const Eigen::VectorXd longer = Eigen::VectorXd::Zero(n + 1);
  CHECK_THROWS_AS(g.ad(a, longer), DimensionError);
  CHECK_THROWS_AS(g.dexp_inv_star(by_size, longer), DimensionError);
}

template <class G>
void check_points(const G& g, int space) {
  std::mt19937 random(12);
  const auto x = g.exp(Tangent<G, double>(suite::random_vector<G::dimension>(g.dim(), random)));
  const Eigen::VectorXd point = Eigen::VectorXd::LinSpaced(space, 0.5, 1.5);
  const Eigen::VectorXd moved = g.act(x, point);
  CHECK(g.act(x, 0.5 * point + point / 2).isApprox(moved, 1e-15));
  CHECK(g.act(x, point.transpose()) == moved);
  for (const int wrong : {0, space + 1, 50})
    CHECK_THROWS_AS(g.act(x, Eigen::VectorXd(Eigen::VectorXd::Zero(wrong))), DimensionError);
}

/// The algebra of rotations as matrices.
MatrixGroup rotations() {
  std::vector<DynamicMatrix<double>> basis(3, DynamicMatrix<double>::Constant(3, 3, 0));
  for (int k = 0; k < 3; ++k) {
    basis[std::size_t(k)]((k + 2) % 3, (k + 1) % 3) = 1;
    basis[std::size_t(k)]((k + 1) % 3, (k + 2) % 3) = -1;
  }
  return MatrixGroup(basis);
}

}  // namespace

TEST_CASE_TEMPLATE("members take any vector", G, SO3, SO21, SE2, SE2Cover, SE3, Aff1, Heisenberg<1>,
                   Torus<2>, Euclidean<3>, Product<SE2, Torus<1>>) {
  check_vectors(G{});
}

TEST_CASE("of groups of run-time size too") {
  check_vectors(Torus<>(3));
  check_vectors(Heisenberg<>(2));
  check_vectors(SO3{} * Euclidean<>(2));
  check_vectors(rotations());
  check_vectors(AlgebraGroup<3>(constants_of<double>(SO3{})));
}

TEST_CASE("so do actions on points") {
  check_points(SO3{}, 3);
  check_points(SO21{}, 3);
  check_points(SE2{}, 2);
  check_points(SE2Cover{}, 2);
  check_points(SE3{}, 3);
  check_points(Aff1{}, 1);
  check_points(rotations(), 3);
  const Eigen::VectorXd p = Eigen::VectorXd::LinSpaced(3, 0, 1);
  const auto r = SO3{}.exp(2 * p);
  CHECK(SE3{}.motion(p, r).data == SE3{}.motion(Vector<double, 3>(p), r).data);
  CHECK_THROWS_AS(SE3{}.motion(p.head(2), r), DimensionError);
}

TEST_CASE("a map of float is refused by nobody, and keeps its scalar") {
  const std::array<float, 3> numbers{0.1f, 0.2f, 0.3f};
  const Eigen::Map<const Eigen::Vector3f> a(numbers.data());
  static_assert(std::is_same_v<decltype(SO3{}.exp(a)), Element<SO3, float>>);
  CHECK(SO3{}.exp(a).data == SO3{}.exp(Vector<float, 3>(a)).data);
}
