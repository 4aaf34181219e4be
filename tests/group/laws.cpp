// Every group of fixed type obeys every law, at random and at edge elements; broken groups are found out.
#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/core/types.hpp>
#include <hamel/group/concept.hpp>
#include <hamel/group/euclidean.hpp>
#include <hamel/group/heisenberg.hpp>
#include <hamel/group/laws.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so21.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>

#include "suite.hpp"

namespace {

using hamel::Vector;
constexpr double pi = std::numbers::pi;

using Nested = hamel::Product<hamel::Product<hamel::SE2, hamel::Torus<2>>, hamel::SO3>;
using Mixed = hamel::Product<hamel::SO21, hamel::Heisenberg<1>, hamel::Euclidean<2>>;

static_assert(hamel::LieGroup<hamel::SO3> && hamel::LieGroup<hamel::SE3> &&
              hamel::LieGroup<Nested>);
static_assert(!hamel::LieGroup<int> && !hamel::LieGroup<Vector<double, 3>>);

TEST_CASE_TEMPLATE("the laws of a Lie group", G, hamel::Heisenberg<1>, hamel::Heisenberg<2>,
                   hamel::Torus<2>, hamel::Euclidean<3>, hamel::SE2, hamel::SE2Cover, Nested,
                   Mixed) {
  suite::run(G{}, 3.1);
}

/// The laws at one given vector.
template <class G>
void at(const G& group, const hamel::Tangent<G, double>& xi) {
  CAPTURE(xi.transpose());
  std::mt19937 random(7);
  const auto draw = [&] { return suite::random_vector<G::dimension>(group.dim(), random); };
  const auto element = [&] { return group.exp(draw()); };
  suite::expect_all(
      hamel::group_laws(group, element(), element(), element(), xi, draw(), draw(), draw()));
}

TEST_CASE("up to the cut locus: angles of pi - 1e-9") {
  const double angle = pi - 1e-9;
  at(hamel::SO3{}, {0, 0, angle});
  at(hamel::SO3{}, {angle * 0.6, 0, -angle * 0.8});
  at(hamel::SO21{}, {0, 0, angle});
  at(hamel::SE2{}, {3, -2, angle});
  at(hamel::SE2Cover{}, {3, -2, angle});
  Vector<double, 6> screw;
  screw << 3, -2, 1, angle * 0.6, 0, -angle * 0.8;
  at(hamel::SE3{}, screw);
}

TEST_CASE("parabolic, nearly parabolic and strongly hyperbolic elements") {
  const hamel::SO21 group;
  for (const double defect : {0.0, 1e-12, -1e-12, 1e-6, -1e-6, 1e-3}) {
    at(group, {1, 0, 1 + defect});
    at(group, {0.6, -0.8, -1 + defect});
    CHECK(std::abs(group.square(Vector<double, 3>(1, 0, 1))) == 0.0);
  }
  at(group, {3, 4, 0});
  at(group, {-2, 1, 0.5});
}

TEST_CASE("beyond 2 pi the differentials and exp stay right") {
  std::mt19937 random(3);
  const auto go = [&](const auto& group, auto xi) {
    using V = decltype(xi);
    const auto draw = [&] {
      return suite::random_vector<V::RowsAtCompileTime>(group.dim(), random);
    };
    suite::expect_all(hamel::algebra_laws(group, xi, V(draw()), V(draw()), V(draw())));
    const auto x = group.exp(xi);
    CHECK(group.residual(x) < 1e-14);
    const auto back = group.coordinates(group.exp(group.log(x))), there = group.coordinates(x);
    for (std::size_t i = 0; i < there.size(); ++i)
      CHECK(back[i] == doctest::Approx(there[i]).epsilon(1e-13));
  };
  go(hamel::SO3{}, Vector<double, 3>(4, 5, -3));
  go(hamel::SO21{}, Vector<double, 3>(1, 2, -8));
  go(hamel::SE2{}, Vector<double, 3>(10, 1, 15));
  go(hamel::SE2Cover{}, Vector<double, 3>(10, 1, 15));
  Vector<double, 6> screw;
  screw << 1, 20, 3, 5, -4, 6;
  go(hamel::SE3{}, screw);
}

TEST_CASE("log undoes exp far away") {  // the laws there: dilation.cpp
  const hamel::SE2 plane;
  const hamel::SE2Cover cover;
  const hamel::SE3 space;
  for (const double angle : {1e-9, 1e-5, 0.1, 2.0, pi - 1e-9}) {
    CAPTURE(angle);
    const Vector<double, 3> a(1000, -2000, angle);
    CHECK((plane.log(plane.exp(a)) - a).norm() < 1e-11);
    CHECK((cover.log(cover.exp(a)) - a).norm() < 1e-11);
    Vector<double, 6> b;
    b << 1000, -2000, 3000, angle * 0.48, angle * 0.6, -angle * 0.64;
    CHECK((space.log(space.exp(b)) - b).norm() < 1e-11);
  }
}

struct WrongSign : hamel::SO3 {
  template <class S>
  Vector<S, 3> dexp(const Vector<S, 3>& xi, const Vector<S, 3>& eta) const noexcept {
    return hamel::SO3::dexp(Vector<S, 3>(-xi), eta);
  }
};
struct WrongDerivative : hamel::SE2 {
  template <class S>
  hamel::Matrix<S, 3> dexp_inv_star_derivative(const Vector<S, 3>&,
                                               const Vector<S, 3>& p) const noexcept {
    return lie_poisson(p) / S(-2);
  }
};
struct NotANumber : hamel::SO3 {
  template <class S>
  Vector<S, 3> Ad_exp(const Vector<S, 3>& xi, const Vector<S, 3>& b) const noexcept {
    return hamel::SO3::Ad_exp(xi, b) / S(0) * S(0);
  }
};

template <class G>
std::vector<std::string> broken_laws(const G& group) {
  std::vector<std::string> broken;
  const Vector<double, 3> xi(0.3, -0.2, 0.4), a(1, 2, 3), b(-1, 0, 2), p(1, 1, -2);
  for (const auto& law : hamel::algebra_laws(group, xi, a, b, p))
    if (!law.holds()) broken.push_back(law.law);
  return broken;
}

TEST_CASE("the laws find broken groups, and name what is broken") {
  CHECK(broken_laws(hamel::SO3{}).empty());
  CHECK(broken_laws(WrongDerivative{}) == std::vector<std::string>{"dexp_inv_star_derivative"});
  const auto wrong = broken_laws(WrongSign{});
  CHECK(std::find(wrong.begin(), wrong.end(), "dexp_inv dexp = 1") != wrong.end());
  CHECK(std::find(wrong.begin(), wrong.end(), "left_jacobian b = dexp b") != wrong.end());
  CHECK(broken_laws(NotANumber{}).size() >= 5);
}

}  // namespace
