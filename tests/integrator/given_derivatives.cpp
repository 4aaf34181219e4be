// Derivatives written out take the place of automatic ones: metric, force, potential.
#include <cmath>

#include <doctest/doctest.h>

#include <hamel/dynamics/problem.hpp>
#include <hamel/group/euclidean.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/system/mechanical.hpp>

using namespace hamel;

namespace {

using Plane = Euclidean<2>;
using V = Vector<double, 2>;

/// g = (1 + r1^2) a1^2 + a2^2.
struct Metric {
  template <class S>
  Matrix<S, 2> operator()(const Element<Plane, S>& x) const {
    Matrix<S, 2> m = Matrix<S, 2>::Identity();
    m(0, 0) += x.data[0] * x.data[0];
    return m;
  }
};
/// Rows (d_k M) a.
struct MetricByHand : Metric {
  int* calls;
  template <class S>
  Matrix<S, 2> slope(const Element<Plane, S>& x, const Vector<S, 2>& a) const {
    ++*calls;
    Matrix<S, 2> rows = Matrix<S, 2>::Zero();
    rows(0, 0) = S(2) * x.data[0] * a[0];
    return rows;
  }
};

/// Friction that grows with the square of the speed, and a wind.
struct Friction {
  template <class S>
  Vector<S, 2> operator()(const S& t, const Element<Plane, S>&, const Vector<S, 2>& a) const {
    using std::cos;
    const S square = a[0] * a[0] + a[1] * a[1];
    return Vector<S, 2>(S(cos(t)) - square * a[0], S(-square * a[1]));
  }
};
struct FrictionByHand : Friction {
  int* calls;
  template <class S>
  Matrix<S, 2> velocity_derivative(const S&, const Element<Plane, S>&,
                                   const Vector<S, 2>& a) const {
    ++*calls;
    const S square = a[0] * a[0] + a[1] * a[1];
    return S(-2) * a * a.transpose() - square * Matrix<S, 2>::Identity();
  }
};

auto end_of(const auto& metric, const auto& force, const auto& method) {
  const auto problem = free(mechanical(Plane{}, metric, NoPotential{}, force));
  Element<Plane, double> x;
  x.data = V(0.3, -0.2);
  const auto run =
      integrate(problem, problem.start(x, V(0.8, 0.5)), method, {.step = 0.05, .steps = 40});
  REQUIRE(run.status);
  return run.states.back();
}

}  // namespace

TEST_CASE("derivatives written out give the same motion") {
  int metric_calls = 0, force_calls = 0;
  MetricByHand metric;
  metric.calls = &metric_calls;
  FrictionByHand force;
  force.calls = &force_calls;
  const auto check = [&](const auto& method) {
    metric_calls = force_calls = 0;
    const auto automatic = end_of(Metric{}, Friction{}, method);
    CHECK(metric_calls + force_calls == 0);
    const auto given = end_of(metric, force, method);
    CHECK(metric_calls > 0);
    CHECK(force_calls > 0);
    CHECK((automatic.x.data - given.x.data).norm() < 1e-14);
    CHECK((automatic.m - given.m).norm() < 1e-14);
  };
  check(Variational<>{});
  check(Variational<Exponential, Midpoint>{});
}
