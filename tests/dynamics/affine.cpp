// Affine constraints: a homogeneous ball rolls on a turning table.
#include <cmath>

#include <doctest/doctest.h>

#include <hamel/diagnostics/observables.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/dynamics/reaction.hpp>
#include <hamel/group/euclidean.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

using namespace hamel;

namespace {

// The ball's metric is bi-invariant, so the inverse attitude x = R^T serves: x' = x hat(-w), w the angular
// velocity in space. Rolling without slipping on a table turning at rate 1, ball of radius 1:
// r1' = -w_2 ... with a = (-w, r'):  r1' = -a_2 - r2,  r2' = a_1 + r1.
using Group = decltype(SO3{} * Euclidean<2>{});
using V5 = Vector<double, 5>;
constexpr double turning = 1, mass = 1, inertia = 0.4;

struct Table {
  template <class S>
  Vector<S, 5> operator()(const Element<Group, S>& x) const {
    Vector<S, 5> v;
    v << S(0), S(0), S(0), S(-turning) * x.data[5], S(turning) * x.data[4];
    return v;
  }
};

auto table() {
  const Group group = SO3{} * Euclidean<2>{};
  const Matrix<double, 5> m = V5(inertia, inertia, inertia, mass, mass).asDiagonal();
  const auto system = mechanical(group, m);
  Matrix<double, 5, 3> d;
  d << 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, -1, 0, 1, 0, 0;
  return std::pair(system, Split(system, d, Table{}));
}

auto start_of(const Group& group) {
  auto x = group.identity<double>();
  x.data[4] = 1;
  const double a1 = 0.3, a2 = -0.2;
  return std::pair(x, V5(a1, a2, 0.1, -a2, a1 + turning * 1));
}

template <class P, class St, class M>
auto end_of(const P& problem, const St& start, const M& method, double t, long steps) {
  const auto run = integrate(problem, start, method,
                             {.step = t / double(steps), .steps = steps, .every = steps});
  REQUIRE(run.status);
  return run.states.back();
}

}  // namespace

TEST_CASE("the ball moves on circles, at 2/7 of the table's rate") {
  const auto [system, split] = table();
  const auto problem = nonholonomic(system, split);
  const auto [x, a] = start_of(system.group());
  const auto start = problem.start(x, a);
  const double turn = 2 * std::acos(-1.) / (2. / 7 * turning);
  const auto once = end_of(problem, start, Adaptive<DormandPrince8>{}, turn, 20);
  CHECK((once.x.data.tail(2) - start.x.data.tail(2)).norm() < 1e-11);
  const auto half = end_of(problem, start, Adaptive<DormandPrince8>{}, turn / 2, 20);
  CHECK((half.x.data.tail(2) - start.x.data.tail(2)).norm() > 0.1);
  CHECK(constraint_residual(problem, half) < 1e-15);
  // The acceleration of the centre is 2/7 of the rate times its velocity, turned by 90 degrees.
  const auto b = acceleration(problem, 0., start);
  CHECK(std::abs(b[3] + 2. / 7 * turning * a[4]) < 1e-14);
  CHECK(std::abs(b[4] - 2. / 7 * turning * a[3]) < 1e-14);
  const auto nu = reaction(problem, 0., start);
  CHECK((split.distribution().transpose() * nu).norm() < 1e-14);
  CHECK(nu.norm() > 0.1);
}

TEST_CASE(
    "the variational method has order 2 under affine constraints, nonholonomic and vakonomic") {
  const auto [system, split] = table();
  const auto [x, a] = start_of(system.group());
  const auto slope = [&](const auto& problem, const auto& start, const auto& method) {
    const auto exact = end_of(problem, start, Adaptive<DormandPrince8>{}, 2, 10);
    const auto error = [&](long steps) {
      const auto end = end_of(problem, start, method, 2, steps);
      return (end.x.data - exact.x.data).norm() + (end.m - exact.m).norm();
    };
    return std::log2(error(50) / error(100));
  };
  const auto rolling = nonholonomic(system, split);
  const Variational<> trapezoidal;
  const Variational<Exponential, Midpoint> midpoint;
  CHECK(std::abs(slope(rolling, rolling.start(x, a), trapezoidal) - 2) < 0.1);
  CHECK(std::abs(slope(rolling, rolling.start(x, a), midpoint) - 2) < 0.1);
  const auto steered = vakonomic(system, split);
  const V5 mu(-0.2, 0.1, 0, 0.1, 0.2);  // annihilates d: mu(e1) + mu(r2) = 0, mu(e2) - mu(r1) = 0
  CHECK(std::abs(slope(steered, steered.start(x, a, mu), trapezoidal) - 2) < 0.1);
  CHECK(std::abs(slope(steered, steered.start(x, a, mu), midpoint) - 2) < 0.1);
}
