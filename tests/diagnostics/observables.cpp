// What is watched along a motion, against its formulas.
#include <type_traits>

#include <Eigen/Core>
#include <doctest/doctest.h>

#include <hamel/core/error.hpp>
#include <hamel/diagnostics/observables.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/moving_split.hpp>
#include <hamel/system/split.hpp>

using namespace hamel;

namespace {

using V = Vector<double, 3>;

/// The height of the third axis.
struct Height {
  template <class S>
  S operator()(const Element<SO3, S>& x) const {
    return S(2) * SO3{}.matrix(x)(2, 2);
  }
};

const V inertia(1, 2, 4), a(0.5, -1, 0), mu(0, 0, 0.75);
const auto body = mechanical(SO3{}, Matrix<double, 3>(inertia.asDiagonal()), Height{});
const auto x = SO3{}.exp(V(0.3, 0.2, -0.7));

Split<double, 3, 2> plane() {
  Matrix<double, 3, 2> d = Matrix<double, 3, 2>::Zero();
  d(0, 0) = d(1, 1) = 1;
  return Split(body, d);
}

}  // namespace

TEST_CASE("energy, momentum and what is seen in space") {
  const Matrix<double, 3> r = SO3{}.matrix(x);
  const double expected = 0.5 * a.dot(inertia.cwiseProduct(a)) + 2 * r(2, 2);
  const V lowered = inertia.cwiseProduct(a);
  const auto check = [&](const auto& problem, const auto& state, const V& p) {
    CHECK(energy(problem, state) == doctest::Approx(expected).epsilon(1e-15));
    CHECK((momentum(problem, state) - p).norm() < 1e-15);
    CHECK((spatial_momentum(problem, state) - r * p).norm() < 1e-15);
    const V zeta(1, -2, 0.5);
    const double seen = (r * p).dot(zeta);
    CHECK(noether_momentum(problem, state, zeta) == doctest::Approx(seen).epsilon(1e-14));
    CHECK(noether_momentum(problem, state, Eigen::VectorXd(2 * zeta)) ==
          doctest::Approx(2 * seen).epsilon(1e-14));
    CHECK_THROWS_AS(noether_momentum(problem, state, Eigen::VectorXd::Zero(4)), DimensionError);
    CHECK(constraint_residual(problem, state) < 1e-15);
  };
  const auto f = free(body);
  check(f, f.start(x, a), lowered);
  const auto n = nonholonomic(body, plane());
  check(n, n.start(x, a), lowered);
  const auto v = vakonomic(body, plane());
  check(v, v.start(x, a, mu), lowered + mu);
}

/// A problem whose velocities have a part off d.
struct Slipping : decltype(nonholonomic(body, plane())) {
  using Base = decltype(nonholonomic(body, plane()));
  using Base::Base;
  V velocity(const Element<SO3, double>& at, const Vector<double, 2>& m) const {
    return Base::velocity(at, m) + V(0, 0, 0.25);
  }
};

TEST_CASE("a velocity off d is seen as its part of the whole") {
  const Slipping problem(body, plane());
  const auto state = problem.start(x, V(3, 4, 0));
  const double whole = V(3, 4, 0.25).norm();
  CHECK(constraint_residual(problem, state) == doctest::Approx(0.25 / whole).epsilon(1e-14));
}

/// A plane that tilts with the element, d(identity) = <e1,e2>.
struct Tilting {
  template <class S>
  Matrix<S, 3, 2> operator()(const Element<SO3, S>& at) const {
    Matrix<S, 3, 2> d = Matrix<S, 3, 2>::Constant(S(0));
    d(0, 0) = d(1, 1) = S(1);
    d(2, 1) = at.data[1];
    return d;
  }
};
const auto identity_of_body = SO3{}.identity<double>();
const MovingSplit tilting(body, Tilting{}, identity_of_body);
using Tilted = decltype(nonholonomic(body, tilting));
struct SlippingOnTilted : Tilted {
  using Tilted::Tilted;
  V velocity(const Element<SO3, double>& at, const Vector<double, 2>& m) const {
    return Tilted::velocity(at, m) + V(0, 0, 0.25);
  }
};

TEST_CASE("so it is where the constraint moves") {
  const SlippingOnTilted problem(body, tilting);
  const auto state = problem.start(identity_of_body, V(3, 4, 0));
  CHECK(constraint_residual(problem, state) ==
        doctest::Approx(0.25 / V(3, 4, 0.25).norm()).epsilon(1e-14));
}

TEST_CASE("the offset of an affine constraint is no part off d") {
  const auto turning = [](const auto& at) {
    using S = typename std::decay_t<decltype(at)>::Scalar;
    return Vector<S, 3>(S(0), S(0), S(0.5));
  };
  const auto problem =
      nonholonomic(body, Split(body, Matrix<double, 3, 2>(plane().distribution()), turning));
  CHECK(constraint_residual(problem, problem.start(x, V(3, 4, 0.5))) < 1e-15);
}
