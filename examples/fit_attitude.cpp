// Attitude, momentum and inertia of a body from noisy attitudes: the gradient of a run in an optimiser of Ceres.
//
// A satellite turns under known torques and its attitude is measured. The cost is the squared distance of a run from
// what was seen. run_gradient has its derivatives by the start, which is an attitude and a momentum, and by the three
// principal moments, in one sweep back over the run; its work does not grow with their number.
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <random>
#include <vector>

#include <ceres/ceres.h>

#include <hamel/dynamics/problem.hpp>
#include <hamel/group/operations.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/statistics.hpp>
#include <hamel/integrator/run_gradient.hpp>
#include <hamel/integrator/signal.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/interop/ceres_manifold.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>

#include "lesson.hpp"

using namespace hamel;

namespace {

constexpr int steps = 80;
constexpr double h = 0.1, noise = 0.01;
using Point = State<SO3, double, 3>;
using Attitude = Element<SO3, double>;

/// The body of principal moments theta; inputs are torques about its axes.
struct Body {
  template <class T>
  auto operator()(const Vector<T, 3>& theta) const {
    const Matrix<double, 3> axes = Matrix<double, 3>::Identity();
    return free(with_inputs(mechanical(SO3{}, Matrix<T, 3>(theta.asDiagonal())), axes));
  }
};

Eigen::Matrix3Xd torques() {
  Eigen::Matrix3Xd w(3, steps);
  for (int k = 0; k < steps; ++k) w.col(k) << 0.5 * std::cos(h * k), 0.4 * std::sin(2 * h * k), 0.3;
  return w;
}

/// Half the squares of log(seen^-1 x) over the noise, in any numbers.
struct Distance {
  const std::vector<Attitude>& seen;
  template <class St>
  auto at(double t, const St& state) const {
    using T = typename decltype(St::m)::Scalar;
    const auto k = static_cast<std::size_t>(std::lround(t / h));
    const Vector<T, 3> gap = state.x - seen[k].cast<T>();
    return T(gap.squaredNorm() * T(0.5 / (noise * noise)));
  }
  template <class St, class W>
  auto stage(double t, const St& state, const W&) const {
    return at(t, state);
  }
  template <class St>
  auto end(double t, const St& state) const {
    return at(t, state);
  }
};

/// The cost by the numbers of the attitude, the momentum and the moments at the start, in a row.
class Misfit final : public ceres::FirstOrderFunction {
 public:
  explicit Misfit(const std::vector<Attitude>& seen) : seen_(seen) {}
  int NumParameters() const override { return 10; }
  bool Evaluate(const double* p, double* cost, double* gradient) const override {
    const Point start{{Eigen::Map<const Eigen::Vector4d>(p)},
                      Eigen::Map<const Eigen::Vector3d>(p + 4)};
    const Vector<double, 3> theta = Eigen::Map<const Eigen::Vector3d>(p + 7);
    if (!(theta.minCoeff() > 0)) return false;
    const auto run = run_gradient(Body{}, theta, Variational<>{}, start,
                                  {.step = h, .steps = steps}, torques(), Distance{seen_});
    if (!run.status) return false;
    *cost = run.cost;
    if (!gradient) return true;
    // Ceres asks for a derivative by the four numbers: any that agrees along x exp(e).
    Eigen::Matrix<double, 3, 4, Eigen::RowMajor> minus;
    CeresManifold<SO3>().MinusJacobian(p, minus.data());
    Eigen::Map<Eigen::Vector4d>{gradient} = minus.transpose() * run.by_start.head<3>();
    Eigen::Map<Eigen::Vector3d>{gradient + 4} = run.by_start.tail<3>();
    Eigen::Map<Eigen::Vector3d>{gradient + 7} = run.by_parameters;
    return true;
  }

 private:
  const std::vector<Attitude>& seen_;
};

}  // namespace

int main() {
  Lesson lesson("Attitude, momentum and moments of inertia of a body from noisy attitudes");
  const Vector<double, 3> truth(1.4, 1.1, 0.7);
  const Point start{exp<SO3>(Vector<double, 3>(0.2, -0.4, 0.1)), Vector<double, 3>(0.8, -0.3, 0.4)};
  const auto motion =
      integrate(Body{}(truth), start, Variational<>{}, {.step = h, .steps = steps}, torques());
  std::mt19937 random(5);
  std::vector<Attitude> seen;
  for (const auto& state : motion.states)
    seen.push_back(
        random_near(SO3{}, state.x, noise * noise * Matrix<double, 3>::Identity(), random));

  // The guess: the first attitude seen, the velocity from it to the next, a ball.
  Eigen::Matrix<double, 10, 1> p;
  p << seen[0].data, (seen[1] - seen[0]) / h, 1, 1, 1;
  using Numbers = ceres::EuclideanManifold<6>;
  ceres::GradientProblem problem(new Misfit(seen),
                                 new ceres::ProductManifold<CeresManifold<SO3>, Numbers>());
  ceres::GradientProblemSolver::Options options;
  options.line_search_direction_type = ceres::BFGS;
  options.max_num_iterations = 200;
  options.function_tolerance = 1e-12;
  options.logging_type = ceres::SILENT;
  ceres::GradientProblemSolver::Summary summary;
  ceres::Solve(options, problem, p.data(), &summary);
  std::printf("\n  moments (%.4f, %.4f, %.4f) in %d iterations\n", p[7], p[8], p[9],
              static_cast<int>(summary.iterations.size()));
  const Attitude found{p.head<4>()};
  lesson.claim("iterations", double(summary.iterations.size()), 100);
  lesson.claim("moments off, relative", (p.tail<3>() - truth).norm() / truth.norm(), 0.01);
  lesson.claim("momentum off", (p.segment<3>(4) - start.m).norm(), 0.02);
  lesson.claim("attitude off", (normalized(found) - start.x).norm(), noise);
  lesson.claim("residual over noise, off 1 by",
               std::abs(std::sqrt(2 * summary.final_cost / (3. * double(seen.size()))) - 1), 0.1);
  return lesson.done();
}
