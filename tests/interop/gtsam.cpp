// Elements as a Lie group of GTSAM's: the concept, and its Jacobians against differences.
#include <gtsam/base/Lie.h>
#include <random>
#include <string>

#include <doctest/doctest.h>

#include <hamel/dynamics/state.hpp>
#include <hamel/group/library.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/statistics.hpp>
#include <hamel/interop/gtsam.hpp>
#include <hamel/interop/gtsam_step.hpp>

using namespace hamel;

namespace {

/// The derivative of f at x, along x exp(d) and as f(x) exp(J d), by central differences.
template <class F, class X>
auto differences(const F& f, const X& x) {
  using From = gtsam::traits<X>;
  using To = gtsam::traits<std::decay_t<decltype(f(x))>>;
  Eigen::Matrix<double, To::dimension, From::dimension> by;
  const double h = 1e-6;
  for (int k = 0; k < From::dimension; ++k) {
    const typename From::TangentVector d = h * From::TangentVector::Unit(k);
    by.col(k) =
        (To::Local(f(x), f(From::Retract(x, d))) - To::Local(f(x), f(From::Retract(x, -d)))) /
        (2 * h);
  }
  return by;
}

/// What an operation of one or two arguments writes, against differences.
template <class F, class X>
void one(const F& f, const X& x) {
  Eigen::Matrix<double, gtsam::traits<X>::dimension, gtsam::traits<X>::dimension> by;
  f(x, by);
  DOCTEST_CHECK((by - differences([&](const X& a) { return f(a, nullptr); }, x)).norm() < 1e-7);
}
template <class F, class X, class Y>
void two(const F& f, const X& x, const Y& y) {
  Eigen::Matrix<double, gtsam::traits<X>::dimension, gtsam::traits<X>::dimension> first, second;
  f(x, y, first, second);
  const auto fixed = [&](const X& a, const Y& b) { return f(a, b, nullptr, nullptr); };
  DOCTEST_CHECK((first - differences([&](const X& a) { return fixed(a, y); }, x)).norm() < 1e-7);
  DOCTEST_CHECK((second - differences([&](const Y& b) { return fixed(x, b); }, y)).norm() < 1e-7);
}

template <class G>
void check() {
  using X = Element<G, double>;
  using T = gtsam::traits<X>;
  static_assert(gtsam::LieGroupType<X> && gtsam::TestableType<X>);
  std::mt19937 random(3);
  const Matrix<double, G::dimension> spread = 0.3 * Matrix<double, G::dimension>::Identity();
  const X x = random_near(G{}, unit<G>(), spread, random),
          y = random_near(G{}, unit<G>(), spread, random);
  const typename T::TangentVector a = T::Logmap(y);
  DOCTEST_CHECK(T::Equals(T::Compose(x, T::Between(x, y)), y));
  DOCTEST_CHECK(T::Equals(T::Retract(x, T::Local(x, y)), y));
  DOCTEST_CHECK(T::Equals(T::Compose(x, T::Inverse(x)), T::Identity()));
  DOCTEST_CHECK(!T::Equals(x, y));
  two([](auto&&... p) { return T::Compose(p...); }, x, y);
  two([](auto&&... p) { return T::Between(p...); }, x, y);
  two([](auto&&... p) { return T::Local(p...); }, x, y);
  two([](auto&&... p) { return T::Retract(p...); }, x, a);
  one([](auto&&... p) { return T::Inverse(p...); }, x);
  one([](auto&&... p) { return T::Logmap(p...); }, x);
  one([](auto&&... p) { return T::Expmap(p...); }, a);
}

}  // namespace

DOCTEST_TEST_CASE("elements of every group that needs no data are a Lie group of GTSAM's") {
  for_each_library_group([](const auto& row) {
    using G = std::decay_t<decltype(row.make(row.first))>;
    if constexpr (Stateless<G>) {
      DOCTEST_CAPTURE(row.shown());
      check<G>();
    }
  });
  check<SE2>();
  check<Product<SO3, Euclidean<2>>>();
}

DOCTEST_TEST_CASE("states are a manifold of GTSAM's") {
  using Point = State<SE3, double, 6>;
  static_assert(gtsam::ManifoldTypeOf<Point> && gtsam::TestableType<Point>);
  using T = gtsam::traits<Point>;
  const Point x{unit<SE3>(), Vector<double, 6>::Constant(0.5)};
  const T::TangentVector a = T::TangentVector::LinSpaced(-0.4, 0.7);
  DOCTEST_CHECK((T::Local(x, T::Retract(x, a)) - a).norm() < 1e-14);
  DOCTEST_CHECK(!T::Equals(x, T::Retract(x, a)));
}
