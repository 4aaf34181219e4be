// Mass, inertia and centre of mass of a sleigh from where it was seen: Ceres with the derivatives of the steps.
//
// A sleigh on a blade is pushed and turned by known inputs, and its place and heading are measured with noise. The run
// is taken in numbers that carry derivatives by the three parameters, so that residuals and Jacobian come from one run
// and are those of the steps themselves, exact to rounding: least squares converge in a few iterations.
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include <ceres/ceres.h>

#include <hamel/core/dual.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/integrator/signal.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

#include "lesson.hpp"
#include "picture.hpp"

using namespace hamel;

namespace {

constexpr int steps = 60;
constexpr double h = 0.05;

/// The sleigh of mass theta_0, inertia theta_1, its centre theta_2 ahead of the blade; inputs push and turn it.
template <class T>
auto sleigh(const Vector<T, 3>& theta) {
  const T m = theta[0], moment = T(theta[0] * theta[2]);
  Matrix<T, 3> metric;
  metric << m, T(0), T(0), T(0), m, moment, T(0), moment, T(theta[1] + moment * theta[2]);
  Matrix<double, 3, 2> d, inputs;
  d << 1, 0, 0, 0, 0, 1;
  inputs << 1, 0, 0, 0, 0, 1;
  const auto system = mechanical(SE2Cover{}, metric);
  return nonholonomic(with_inputs(system, inputs), Split(system, Matrix<T, 3, 2>(d.cast<T>())));
}

Eigen::Matrix<double, 2, Eigen::Dynamic> signal() {
  Eigen::Matrix<double, 2, Eigen::Dynamic> w(2, steps);
  for (int k = 0; k < steps; ++k) w.col(k) << 1.5 * std::cos(2 * h * k), 0.8 * std::sin(3 * h * k);
  return w;
}

/// The run from rest with the given parameters, in their numbers.
template <class T>
auto run(const Vector<T, 3>& theta) {
  const auto problem = sleigh(theta);
  const typename std::decay_t<decltype(problem)>::template State<T> rest{
      SE2Cover{}.template identity<T>(), Vector<T, 2>(Vector<T, 2>::Zero())};
  return integrate(problem, rest, Variational<>{}, {.step = T(h), .steps = steps}, signal());
}

/// Place and heading of every state, beside those that were measured.
class Seen final : public ceres::CostFunction {
 public:
  explicit Seen(std::vector<double> measured) : measured_(std::move(measured)) {
    set_num_residuals(static_cast<int>(measured_.size()));
    mutable_parameter_block_sizes()->push_back(3);
  }

  bool Evaluate(const double* const* parameters, double* residuals,
                double** jacobians) const override {
    using D = Dual<double, 3>;
    Vector<D, 3> theta;
    for (int i = 0; i < 3; ++i) {
      theta[i] = D::variable(parameters[0][i], i);
    }
    const auto seen = run(theta);
    if (!seen.status) return false;
    for (std::size_t i = 0; i < measured_.size(); ++i) {
      const D& number = seen.states[i / 3 + 1].x.data[static_cast<int>(i % 3)];
      residuals[i] = number.value() - measured_[i];
      for (std::size_t k = 0; jacobians && jacobians[0] && k < 3; ++k)
        jacobians[0][3 * i + k] = number.derivatives()[k];
    }
    return true;
  }

 private:
  std::vector<double> measured_;
};

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson(
      "Mass, inertia and centre of mass of a sleigh from noisy measurements of its place");
  const Vector<double, 3> truth(1.3, 0.4, 0.25);
  const double noise = 1e-3;
  const auto motion = run(truth);
  std::mt19937 generator(7);
  std::normal_distribution<double> error(0, noise);
  std::vector<double> measured;
  for (int k = 1; k <= steps; ++k)
    for (int i = 0; i < 3; ++i)
      measured.push_back(motion.states[std::size_t(k)].x.data[i] + error(generator));

  double theta[3] = {2., 0.8, 0.5};
  ceres::Problem problem;
  problem.AddResidualBlock(new Seen(measured), nullptr, theta);
  for (int i = 0; i < 3; ++i) problem.SetParameterLowerBound(theta, i, 0.05);
  ceres::Solver::Options options;
  options.function_tolerance = 1e-14;
  ceres::Solver::Summary summary;
  ceres::Solve(options, &problem, &summary);
  std::printf("\n  from (2, 0.8, 0.5) to (%.4f, %.4f, %.4f) in %d iterations\n", theta[0], theta[1],
              theta[2], static_cast<int>(summary.iterations.size()));
  lesson.claim("least squares did not converge",
               summary.termination_type == ceres::CONVERGENCE ? 0. : 1., 0);
  lesson.claim("iterations", double(summary.iterations.size()), 20);
  lesson.claim("mass off, relative", std::abs(theta[0] / truth[0] - 1), 0.01);
  lesson.claim("inertia off, relative", std::abs(theta[1] / truth[1] - 1), 0.01);
  lesson.claim("centre of mass off", std::abs(theta[2] - truth[2]), 0.01);
  lesson.claim("residual over noise, off 1 by",
               std::abs(std::sqrt(2 * summary.final_cost / double(measured.size())) / noise - 1),
               0.15);

  const auto fitted = run(Vector<double, 3>(theta[0], theta[1], theta[2]));
  const auto guess = run(Vector<double, 3>(2, 0.8, 0.5));
  const auto plane = [](const auto& s) { return Vector<double, 2>(s.x.data.head(2)); };
  picture("fit_sleigh",
          {"A sleigh is fitted to where it was seen",
           panel("Paths (ring: start, disc: end)", "x  (m)", "y  (m)",
                 {path("true", 0, motion, plane), path("first guess", 1, guess, plane),
                  path("fitted", 2, fitted, plane)},
                 Panel::Frame::plane),
           {}},
          argc, argv);
  return lesson.done();
}
