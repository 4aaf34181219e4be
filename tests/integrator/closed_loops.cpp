// A differential drive, a car and a satellite under linear-quadratic regulators on the linearised step: every
// disturbance of a set dies out.
#include <cmath>
#include <random>
#include <vector>

#include <Eigen/Core>
#include <Eigen/LU>
#include <doctest/doctest.h>

#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/operations.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/integrator/linearise.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/moving_split.hpp>
#include <hamel/system/split.hpp>

namespace {

using namespace hamel;

/// The largest deviation at the end of 30 runs of `steps` steps from places `size` off `start`, half of them with kicks of
/// the momentum on the way, beside the motion under `driving`, along which the step is everywhere the same. Deviations
/// count by `weights`.
template <class P, class State, class W>
double worst_end(const P& problem, const State& start, const W& driving, double h, int steps,
                 double size, const Vector<double, P::dimension + P::variations>& weights) {
  constexpr int n = P::dimension, w = P::variations, m = W::RowsAtCompileTime;
  using A = Matrix<double, n + w>;
  using Rows = Vector<double, n + w>;
  const Variational<> method;
  Variational<>::Memory memory;
  const auto step = linearise(problem, method, 0., h, start, driving);
  REQUIRE(step.status);
  const A q = weights.asDiagonal();
  A p = q;
  Matrix<double, m, n + w> gain;
  for (int k = 0; k < 3000; ++k) {  // Riccati's recursion
    const Matrix<double, m> inner = Matrix<double, m>::Identity() + step.B.transpose() * p * step.B;
    gain = inner.inverse() * (step.B.transpose() * p * step.A);
    p = (q + step.A.transpose() * p * (step.A - step.B * gain)).eval();
  }
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  const auto drawn = [&]<int k>(std::integral_constant<int, k>) {
    Vector<double, k> v;
    for (double& number : v) number = size * normal(random);
    return v;
  };
  double worst = 0;
  for (int run = 0; run < 30; ++run) {
    auto reference = start, state = start;
    state.x = start.x + drawn(std::integral_constant<int, n>());
    for (int k = 0; k < steps; ++k) {
      Rows off;
      off << state.x - reference.x, state.m - reference.m;
      const W input = driving - gain * off;
      REQUIRE(method.step(problem, 0., h, state, input, memory));
      REQUIRE(method.step(problem, 0., h, reference, driving, memory));
      if (run % 2 == 0 && k % 40 == 39 && k < steps / 2)
        state.m += 0.3 * drawn(std::integral_constant<int, w>());
    }
    Rows off;
    off << state.x - reference.x, state.m - reference.m;
    worst = std::max(worst, std::sqrt(off.dot(q * off)));
  }
  return worst;
}

// The last push comes half way. What the slowest mode of a loop has not damped at the end, measured: of the drive 5.2e-5 and
// of the car 8.4e-5 after 10 s more, of the satellite 2.1e-6 after 30 s.
TEST_CASE("a differential drive returns to a straight line") {
  const double r = 0.1, half = 0.2;
  const auto friction = []<class S>(const S&, const auto&, const Vector<S, 5>& a) {
    Vector<S, 5> f = Vector<S, 5>::Zero();
    f[3] = S(-0.02) * a[3];
    f[4] = S(-0.02) * a[4];
    return f;
  };
  const Matrix<double, 5> metric = Vector<double, 5>(4, 4, 0.1, 0.01, 0.01).asDiagonal();
  Matrix<double, 5, 2> d, motors = Matrix<double, 5, 2>::Zero();
  d << r / 2, r / 2, 0, 0, r / (2 * half), -r / (2 * half), 1, 0, 0, 1;
  motors(3, 0) = motors(4, 1) = 1;
  const auto system =
      with_inputs(mechanical(SE2{} * Torus<2>{}, metric, NoPotential{}, friction), motors);
  const auto drive = nonholonomic(system, Split(system, d));
  const Vector<double, 2> speeds(8, 8);
  const auto start = drive.start(unit<Product<SE2, Torus<2>>>(), Vector<double, 5>(d * speeds));
  Vector<double, 7> weights;
  weights << 1, 1, 1, 0, 0, 1, 1;  // not the angles of the wheels, which follow from the way
  const Vector<double, 2> against_friction = 0.02 * speeds;
  CHECK(worst_end(drive, start, against_friction, 0.02, 1000, 0.15, weights) < 1e-4);
}

/// Forward with the turn that the steering makes, and steering.
struct CarWheels {
  template <class S>
  Matrix<S, 4, 2> operator()(const Element<Product<SE2, Torus<1>>, S>& x) const {
    using std::cos, std::sin;
    const S theta = x.data[4];
    Matrix<S, 4, 2> d = Matrix<S, 4, 2>::Zero();
    d(0, 0) = S(0.8) * cos(theta);
    d(2, 0) = sin(theta);
    d(3, 1) = S(1);
    return d;
  }
};

TEST_CASE("a car returns to a straight line") {
  using Group = Product<SE2, Torus<1>>;
  const Matrix<double, 4> metric = Vector<double, 4>(2, 2, 0.4, 0.05).asDiagonal();
  Matrix<double, 4, 2> inputs = Matrix<double, 4, 2>::Zero();
  inputs(0, 0) = inputs(3, 1) = 1;
  const auto system = with_inputs(mechanical(Group{}, metric), inputs);
  const auto car = nonholonomic(system, MovingSplit(system, CarWheels{}, unit<Group>()));
  const auto start = car.start(unit<Group>(), Vector<double, 4>(1, 0, 0, 0));
  CHECK(worst_end(car, start, Vector<double, 2>(0, 0), 0.02, 1000, 0.1, Vector<double, 6>::Ones()) <
        1e-4);
}

TEST_CASE("a satellite returns to its attitude, from turns of up to a right angle and more") {
  const Matrix<double, 3> inertia = Vector<double, 3>(1, 2, 2.5).asDiagonal();
  const Matrix<double, 3> torques = Matrix<double, 3>::Identity();
  const auto satellite = free(with_inputs(mechanical(SO3{}, inertia), torques));
  const auto start = satellite.start(unit<SO3>(), Vector<double, 3>(0, 0, 0));
  // the last kick is 30 s before the end, and what is left of it falls as exp(-0.44 t)
  CHECK(worst_end(satellite, start, Vector<double, 3>(0, 0, 0), 0.02, 3000, 0.9,
                  Vector<double, 6>::Ones()) < 1e-5);
}

}  // namespace
