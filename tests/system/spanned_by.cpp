// A distribution that basis vectors span, known when compiling, beside the same as a matrix.
#include <cmath>

#include <doctest/doctest.h>

#include <hamel/core/error.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/picks.hpp>
#include <hamel/system/spanned_by.hpp>
#include <hamel/system/split.hpp>

using namespace hamel;

namespace {

using Cart = decltype(SE2Cover{} * Torus<1>{});

struct Pendulum {
  template <class S>
  Matrix<S, 4> operator()(const Element<Cart, S>& q) const {
    using std::cos, std::sin;
    const S c = cos(q.data[4]), s = sin(q.data[4]);
    Matrix<S, 4> m = Matrix<S, 4>::Zero();
    m(0, 0) = m(1, 1) = S(2);
    m(2, 2) = S(0.7) + S(0.1) * s * s;
    m(3, 3) = S(0.3);
    m(0, 3) = m(3, 0) = S(0.4) * c;
    m(1, 2) = m(2, 1) = S(0.2) * s;
    return m;
  }
};

/// The same with its derivatives.
struct PendulumWithSlope : Pendulum {
  template <class S>
  Matrix<S, 4> slope(const Element<Cart, S>& q, const Vector<S, 4>& a) const {
    using std::cos, std::sin;
    const S c = cos(q.data[4]), s = sin(q.data[4]);
    Matrix<S, 4> rows = Matrix<S, 4>::Zero();
    rows(3, 0) = S(-0.4) * s * a[3];
    rows(3, 1) = S(0.2) * c * a[2];
    rows(3, 2) = S(0.2) * c * a[1] + S(0.2) * s * c * a[2];
    rows(3, 3) = S(-0.4) * s * a[0];
    return rows;
  }
};

/// D of e_k, k = 0, 3, 2 in this order.
Matrix<double, 4, 3> columns() {
  Matrix<double, 4, 3> d = Matrix<double, 4, 3>::Zero();
  d(0, 0) = d(3, 1) = d(2, 2) = 1;
  return d;
}

template <class Method, class A, class B>
void check_same_run(const A& one, const B& other) {
  const auto x = one.group().exp(Vector<double, 4>(0.1, 0.2, 0.3, 0.4));
  const Vector<double, 4> a(0.9, 0, 0.5, 1);
  auto p = one.start(x, a);
  auto q = other.start(x, a);
  typename Method::Memory memory{}, other_memory{};
  for (int i = 0; i < 100; ++i) {
    REQUIRE(Method{}.step(one, 0., 0.01, p, memory).outcome == Outcome::ok);
    REQUIRE(Method{}.step(other, 0., 0.01, q, other_memory).outcome == Outcome::ok);
  }
  CHECK((p.x.data - q.x.data).cwiseAbs().maxCoeff() < 1e-13);
  CHECK((p.m - q.m).cwiseAbs().maxCoeff() < 1e-13);
}

template <class System>
void check_same_motions(const System& system) {
  const auto split = spanned_by<0, 3, 2>(system);
  const Split matrix(system, columns());
  CHECK(split.distribution() == matrix.distribution());
  CHECK(split.annihilator() == matrix.annihilator());
  using Explicit = RungeKutta<Classical4>;
  check_same_run<Explicit>(nonholonomic(system, split), nonholonomic(system, matrix));
  check_same_run<Explicit>(vakonomic(system, split), vakonomic(system, matrix));
  check_same_run<Variational<>>(nonholonomic(system, split), nonholonomic(system, matrix));
  check_same_run<Variational<>>(vakonomic(system, split), vakonomic(system, matrix));
}

}  // namespace

TEST_CASE("D of basis vectors is the matrix with these columns, and the motions are the same") {
  check_same_motions(mechanical(Cart{}, Pendulum{}));
  check_same_motions(mechanical(Cart{}, PendulumWithSlope{}));
  check_same_motions(
      mechanical(Cart{}, Matrix<double, 4>(Vector<double, 4>(1.3, 1.3, 0.7, 0.4).asDiagonal())));
}

template <int R>
void check_picks(const int (&rows)[R]) {
  Matrix<double, 4, R> d = Matrix<double, 4, R>::Zero();
  for (int j = 0; j < R; ++j) d(rows[j], j) = 1;
  const Picks<4, R> picks(d);
  REQUIRE(picks.all());
  Matrix<double, 4> m;
  m << 1, 2, 3, 4, 2, 6, 7, 8, 3, 7, 11, 12, 4, 8, 12, 16;
  Vector<double, R> u;
  for (int j = 0; j < R; ++j) u[j] = 0.3 - j;
  const Vector<double, 4> c(1, 2, 3, 4);
  CHECK(picks.gram(m) == Matrix<double, R>(d.transpose() * m * d));
  CHECK(picks.expand(u) == Vector<double, 4>(d * u));
  CHECK(picks.restrict(c) == Vector<double, R>(d.transpose() * c));
}

TEST_CASE(
    "products with a matrix of basis vectors pick entries, in any order, those with another do "
    "not") {
  for (int i = 0; i < 4; ++i) {
    check_picks({i});
    for (int j = 0; j < 4; ++j) {
      if (j == i) continue;
      check_picks({i, j});
      for (int k = 0; k < 4; ++k)
        if (k != i && k != j) check_picks({i, j, k});
    }
  }
  Matrix<double, 4, 3> longer = columns(), skew = columns();
  longer(0, 0) = 2;
  skew(1, 0) = 1;
  CHECK_FALSE(Picks<4, 3>(longer).all());
  CHECK_FALSE(Picks<4, 3>(skew).all());
  // The same d by longer vectors: the same motion, its momenta in other units.
  const auto system = mechanical(Cart{}, PendulumWithSlope{});
  const auto one = nonholonomic(system, Split(system, columns()));
  const auto other = nonholonomic(system, Split(system, longer));
  const auto x = one.group().exp(Vector<double, 4>(0.1, 0.2, 0.3, 0.4));
  const Vector<double, 4> a(0.9, 0, 0.5, 1);
  const auto p = one.field(0., x, one.start(x, a).m), q = other.field(0., x, other.start(x, a).m);
  CHECK((p.a - q.a).cwiseAbs().maxCoeff() < 1e-14);
  CHECK(std::abs(q.m_dot[0] - 2 * p.m_dot[0]) < 1e-14);
  CHECK((q.m_dot - p.m_dot).tail(2).cwiseAbs().maxCoeff() < 1e-14);
}

TEST_CASE("under held inputs too") {
  Matrix<double, 4, 2> pushes = Matrix<double, 4, 2>::Zero();
  pushes(0, 0) = pushes(3, 1) = 1;
  const auto system = with_inputs(mechanical(Cart{}, Pendulum{}), pushes);
  const auto one = nonholonomic(system, spanned_by<0, 3, 2>(system));
  const auto other = nonholonomic(system, Split(system, columns()));
  const auto x = one.group().identity<double>();
  const Vector<double, 4> a(0.9, 0, 0.5, 1);
  auto p = one.start(x, a);
  auto q = other.start(x, a);
  RungeKutta<Classical4>::Memory memory{};
  const Vector<double, 2> w(0.3, -0.2);
  for (int i = 0; i < 20; ++i) {
    RungeKutta<Classical4>{}.step(one, 0., 0.01, p, w, memory);
    RungeKutta<Classical4>{}.step(other, 0., 0.01, q, w, memory);
  }
  CHECK((p.x.data - q.x.data).cwiseAbs().maxCoeff() < 1e-13);
  CHECK((p.m - q.m).cwiseAbs().maxCoeff() < 1e-13);
}

TEST_CASE("a vector named twice, and a metric that is degenerate on d, are refused") {
  const auto system =
      mechanical(Cart{}, Matrix<double, 4>(Vector<double, 4>(1.3, 1.3, 0.7, 0.4).asDiagonal()));
  CHECK_THROWS_AS((spanned_by<0, 3, 0>(system)), ConstraintViolation);
  Matrix<double, 4> light = Matrix<double, 4>::Zero();
  light(0, 1) = light(1, 0) = light(2, 2) = light(3, 3) = 1;
  CHECK_THROWS_AS((spanned_by<0, 2>(mechanical(Cart{}, light))), DegenerateMetric);
  CHECK_NOTHROW(static_cast<void>(spanned_by<0, 1>(mechanical(Cart{}, light))));
}
