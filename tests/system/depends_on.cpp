// Derivatives of terms along left-invariant fields: of the stored numbers, and along the directions a term names.
#include <cmath>

#include <doctest/doctest.h>

#include <hamel/core/dual.hpp>
#include <hamel/core/error.hpp>
#include <hamel/group/aff1.hpp>
#include <hamel/group/heisenberg.hpp>
#include <hamel/group/left_tangent.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so21.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/system/depends_on.hpp>
#include <hamel/system/few_directions.hpp>
#include <hamel/system/mechanical.hpp>

using namespace hamel;

namespace {

template <class G>
void check_left_tangent(const G& group) {
  constexpr int n = G::dimension;
  Vector<double, n> a;
  for (int i = 0; i < n; ++i) a[i] = std::sin(1. + i);
  const auto x = group.exp(a);
  const auto t = left_tangent(group, x);
  for (int k = 0; k < n; ++k) {
    const Vector<double, n> direction = Vector<double, n>::Unit(k);
    const auto y = displaced<Dual<double, 1>>(group, x, infinitesimal_along(direction));
    for (int i = 0; i < G::storage; ++i)
      CHECK(t(i, k) == doctest::Approx(y.data[i].derivatives()[0]).epsilon(1e-14));
  }
}

/// Covectors on the stored numbers, and on how their rates along b change with x.
template <class G>
void check_covectors_on_numbers(const G& group) {
  using D = Dual<double, 1>;
  constexpr int n = G::dimension;
  Vector<double, n> a, b;
  for (int i = 0; i < n; ++i) {
    a[i] = std::sin(1. + i);
    b[i] = std::cos(2. + 3 * i);
  }
  Vector<double, G::storage> c;
  for (int i = 0; i < c.size(); ++i) c[i] = std::cos(1. + i);
  const auto x = group.exp(a);
  const Vector<double, n> star = by_numbers(group, x, c);
  const Vector<double, n> expected = left_tangent(group, x).transpose() * c;
  for (int k = 0; k < n; ++k) CHECK(star[k] == doctest::Approx(expected[k]).epsilon(1e-14));
  if constexpr (Bends<G>) {
    const Vector<double, n> bent = group.bend_star(x, b, c);
    for (int k = 0; k < n; ++k) {
      const Vector<double, n> direction = Vector<double, n>::Unit(k);
      const auto moved = displaced<D>(group, x, infinitesimal_along(direction));
      const auto t = left_tangent(group, moved);
      double rate = 0;
      for (int i = 0; i < c.size(); ++i)
        for (int j = 0; j < n; ++j) rate += c[i] * b[j] * t(i, j).derivatives()[0];
      CHECK(bent[k] == doctest::Approx(rate).epsilon(1e-14));
    }
  }
}

using Arm = decltype(SE2Cover{} * Torus<1>{});

/// Depends on the joint, stored last.
struct Metric {
  template <class S>
  Matrix<S, 4> operator()(const Element<Arm, S>& q) const {
    using std::cos;
    Matrix<S, 4> m = Matrix<S, 4>::Identity();
    m(0, 3) = m(3, 0) = S(0.4) * cos(q.data[4]);
    return m;
  }
};
/// The same, but for an inertia that begins to depend on the heading where x exceeds 1.
struct Uneven : Metric {
  template <class S>
  Matrix<S, 4> operator()(const Element<Arm, S>& q) const {
    using std::sin;
    Matrix<S, 4> m = Metric::operator()(q);
    if (q.data[0] > S(1)) m(2, 2) += S(0.3) * sin(q.data[2]);
    return m;
  }
};
struct Height {
  template <class S>
  S operator()(const Element<Arm, S>& q) const {
    using std::sin;
    return sin(q.data[4]) * S(2);
  }
};

}  // namespace

TEST_CASE("the stored numbers change along left-invariant fields as x exp(s e_k) says") {
  check_left_tangent(SO3{});
  check_left_tangent(SO21{});
  check_left_tangent(SE2{});
  check_left_tangent(SE2Cover{});
  check_left_tangent(SE3{});
  check_left_tangent(Aff1{});
  check_left_tangent(Heisenberg<2>{});
  check_left_tangent(SE3{} * SE2Cover{} * Torus<2>{} * Heisenberg<1>{});
}

TEST_CASE("covectors on the stored numbers, and on their rates, go back to the algebra") {
  static_assert(Bends<SO3> && Bends<SO21> && Bends<SE2> && Bends<SE2Cover> && Bends<Torus<2>>);
  static_assert(Bends<decltype(SE2Cover{} * Torus<2>{})> && !Bends<decltype(SE2Cover{} * SE3{})>);
  check_covectors_on_numbers(SO3{});
  check_covectors_on_numbers(SO21{});
  check_covectors_on_numbers(SE2{});
  check_covectors_on_numbers(SE2Cover{});
  check_covectors_on_numbers(SE3{});
  check_covectors_on_numbers(SE2Cover{} * SO3{} * Torus<2>{});
  check_covectors_on_numbers(SE3{} * Heisenberg<1>{});
}

TEST_CASE("terms that name their directions have the same derivatives") {
  const Arm group;
  const auto plain = mechanical(group, Metric{}, Height{});
  const auto named = mechanical(group, depends_on<3>(Metric{}), depends_on<3>(Height{}));
  const Vector<double, 4> a(0.3, -0.2, 0.5, 0.7);
  const auto x = group.exp(a);
  const Vector<double, 4> f = plain.force(0., x, a);
  CHECK(f[3] == doctest::Approx(-0.4 * std::sin(0.7) * a[0] * a[3] - 2 * std::cos(0.7)));
  CHECK((named.force(0., x, a) - f).norm() <= 1e-16);
  CHECK((named.metric_slope(x, a) - plain.metric_slope(x, a)).norm() <= 1e-16);
  CHECK((named.metric_at(x).slope(a) - plain.metric_slope(x, a)).norm() <= 1e-16);
  CHECK((named.metric_at(x).matrix() - plain.metric(x)).norm() == 0);
}

TEST_CASE("a term that changes along other directions than it names is refused") {
  CHECK_THROWS_AS(mechanical(Arm{}, depends_on<0, 2>(Metric{})), InputError);
  CHECK_THROWS_AS(mechanical(Arm{}, Metric{}, depends_on<2>(Height{})), InputError);
}

TEST_CASE(
    "a metric is seen to change along few directions, and differentiated along others where it "
    "does") {
  const Arm group;
  CHECK(FewDirections<4>::seen(group, Metric{}).found);
  CHECK(FewDirections<4>::seen(group, Metric{}).along[0] == 3);
  const auto everywhere = []<class S>(const Element<Arm, S>& q) {
    return Matrix<S, 4>(Metric{}(q) * (S(1) + q.data[0] * q.data[1]));
  };
  CHECK_FALSE(FewDirections<4>::seen(group, everywhere).found);

  const auto uneven = mechanical(group, Uneven{});
  const Vector<double, 4> a(0.3, -0.2, 0.5, 0.7);
  for (const double along : {0.3, 3.}) {
    const auto x = group.exp(Vector<double, 4>(along, -0.2, 0.5, 0.7));
    const Matrix<double, 4> slope = uneven.metric_slope(x, a);
    CHECK((slope.row(2).norm() > 0.01) == (along > 1));
    CHECK((uneven.metric_at(x).slope(a) - slope).norm() <= 1e-16);
    CHECK((uneven.metric_at(x).force(a) - 0.5 * slope * a).norm() <= 1e-16);
    CHECK((uneven.metric_at(x).matrix() - uneven.metric(x)).norm() == 0);
    CHECK((uneven.metric_at<true>(x).slope(a) - slope).norm() <= 1e-16);
    CHECK((uneven.metric_at<true>(x).force(a) - 0.5 * slope * a).norm() <= 1e-16);
    CHECK((uneven.metric_at<true>(x).matrix() - uneven.metric(x)).norm() == 0);
  }
  const auto moving = mechanical(group, everywhere);
  const auto x = group.exp(a);
  CHECK((moving.metric_at<true>(x).force(a) - 0.5 * moving.metric_slope(x, a) * a).norm() <= 1e-15);
  CHECK((moving.metric_at<true>(x).matrix() - moving.metric(x)).norm() == 0);
}
