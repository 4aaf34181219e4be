// Constraints that move with the configuration: the references, the printed errors of the variational methods, and
// what is conserved.
#include <array>
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include <hamel/diagnostics/observables.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/variational.hpp>

#include "moving_systems.hpp"
#include "references.hpp"

using namespace hamel;

namespace {

/// Largest error of coordinates and velocity.
template <class P, class St>
double error_of(const P& problem, const St& state, const Reference& expected) {
  double error = 0;
  const auto x = problem.group().coordinates(state.x);
  const auto a = problem.velocity(state.x, state.m);
  for (std::size_t i = 0; i < x.size(); ++i)
    error = std::fmax(error, std::fabs(x[i] - expected.x[i]));
  for (int i = 0; i < a.size(); ++i) error = std::fmax(error, std::fabs(a[i] - expected.a[i]));
  return error;
}

/// The error at the reference time after 20, 40 and 80 variational steps, as published for the method.
template <class P, class St>
void check_motion(const P& problem, const St& start, const std::string& name,
                  const std::string& dynamics, const std::array<double, 3>& published) {
  CAPTURE(name);
  CAPTURE(dynamics);
  const Reference expected = reference("moving/" + name, dynamics);
  const auto fine =
      integrate(problem, start, Adaptive<DormandPrince8>{}, {.step = expected.t, .steps = 1});
  REQUIRE(fine.status);
  CHECK(error_of(problem, fine.states.back(), expected) < 1e-13);
  CHECK(constraint_residual(problem, fine.states.back()) < 1e-14);
  CHECK(std::fabs(energy(problem, fine.states.back()) - expected.energy) < 1e-13);
  for (int k = 0; k < 3; ++k) {
    const int steps = 20 << k;
    const auto run = integrate(problem, start, Variational<>{},
                               {.step = expected.t / steps, .steps = steps, .every = steps});
    REQUIRE(run.status);
    CHECK(run.status.most_iterations <= 4);
    CHECK(error_of(problem, run.states.back(), expected) ==
          doctest::Approx(published[k]).epsilon(6e-3));
    CHECK(constraint_residual(problem, run.states.back()) < 1e-14);
  }
  // The map is symmetric: a step back undoes a step.
  auto state = start;
  Variational<>::Memory memory;
  REQUIRE(Variational<>{}.step(problem, 0., 0.1, state, memory));
  REQUIRE(Variational<>{}.step(problem, 0.1, -0.1, state, memory));
  CHECK((state.m - start.m).cwiseAbs().maxCoeff() < 1e-14);
  CHECK((state.x.data - start.x.data).cwiseAbs().maxCoeff() < 1e-14);
}

template <class Case>
void check_case(const Case& c, const std::array<double, 3>& nonholonomic_errors,
                const std::array<double, 3>& vakonomic_errors) {
  const auto rolling = c.nonholonomic();
  check_motion(rolling, rolling.start(c.x, c.a), c.name, "nonholonomic", nonholonomic_errors);
  const auto optimal = c.vakonomic();
  check_motion(optimal, optimal.start(c.x, c.a, c.mu), c.name, "vakonomic", vakonomic_errors);
}

/// The same turn rate with the slope of no other one: right where the wheel points ahead.
struct SlopeOfWrongSign : systems::CarDistribution<> {
  template <class G, class S>
  Matrix<S, 4, 2> slope(const Element<G, S>& x, const Vector<S, 4>& a) const {
    using std::cos, std::sin;
    const S theta = G{}.coordinates(x)[3];
    Matrix<S, 4, 2> d = Matrix<S, 4, 2>::Zero();
    d(0, 0) = S(0.8) * sin(theta) * a[3];
    d(2, 0) = cos(theta) * a[3];
    return d;
  }
};

/// The same turn rate with the slope of another one.
struct WrongSlope : systems::CarDistribution<> {
  template <class G, class S>
  Matrix<S, 4, 2> slope(const Element<G, S>&, const Vector<S, 4>&) const {
    return Matrix<S, 4, 2>::Zero();
  }
};

}  // namespace

TEST_CASE("a car that steers") {
  check_case(systems::car(), {2.82e-3, 6.98e-4, 1.74e-4}, {3.73e-1, 7.93e-2, 1.92e-2});
}

TEST_CASE("Chaplygin's ball") {
  check_case(systems::chaplygin_ball(), {1.94e-3, 4.86e-4, 1.21e-4}, {7.13e-3, 1.78e-3, 4.43e-4});
}

TEST_CASE("a tractor with its trailer, whose metric moves too") {
  check_case(systems::tractor_trailer(), {1.08e-2, 2.73e-3, 6.82e-4}, {1.56e-1, 4.02e-2, 1.01e-2});
}

TEST_CASE("a start off the moving constraint, and a wrong slope, are refused") {
  const auto c = systems::car();
  CHECK_THROWS_AS(static_cast<void>(c.nonholonomic().start(c.x, Vector<double, 4>(0, 1, 0, 0))),
                  ConstraintViolation);
  CHECK_THROWS_AS(static_cast<void>(c.vakonomic().start(c.x, c.a, Vector<double, 4>(0, 0, 0, 1))),
                  ConstraintViolation);
  CHECK_THROWS_AS(MovingSplit(c.system, WrongSlope{}, c.x), ConstraintViolation);
  const auto ahead = c.system.group().template identity<double>();
  CHECK_THROWS_AS(MovingSplit(c.system, SlopeOfWrongSign{}, ahead), ConstraintViolation);
}

TEST_CASE("a moving constraint without meaning where a motion starts is refused") {
  const auto c = systems::car();
  const auto refuse = [&](const auto& columns) {
    return [columns]<class G, class S>(const Element<G, S>&) {
      return Matrix<S, 4, 2>(columns.template cast<S>());
    };
  };
  Matrix<double, 4, 2> d;
  d << 1, 2, 0, 0, 3, 6, 0, 0;  // of rank 1
  CHECK_THROWS_AS(MovingSplit(c.system, refuse(d), c.x), ConstraintViolation);
  d.setZero();
  CHECK_THROWS_AS(MovingSplit(c.system, refuse(d), c.x), ConstraintViolation);
  d(0, 0) = d(3, 1) = std::nan("");
  CHECK_THROWS_AS(MovingSplit(c.system, refuse(d), c.x), ConstraintViolation);
  // the metric is degenerate on d
  Matrix<double, 4> light = Vector<double, 4>(1, -1, 1, 1).asDiagonal();
  const auto indefinite = mechanical(c.system.group(), light);
  Matrix<double, 4, 1> ray;
  ray << 1, 1, 0, 0;
  const auto along = [ray]<class G, class S>(const Element<G, S>&) {
    return Matrix<S, 4, 1>(ray.cast<S>());
  };
  CHECK_THROWS_AS(MovingSplit(indefinite, along, c.x), DegenerateMetric);
  const auto tall = [](const auto&) { return Eigen::MatrixXd(Eigen::MatrixXd::Identity(5, 2)); };
  CHECK_THROWS_AS(MovingSplit(c.system, tall, c.x), DimensionError);
}
