// Steps as terms of least squares: derivatives of their defect, and one estimate by Ceres and by the types of GTSAM.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <gtsam/base/Lie.h>
#include <random>
#include <vector>

#include <Eigen/Cholesky>
#include <ceres/ceres.h>
#include <doctest/doctest.h>

#include <hamel/dynamics/problem.hpp>
#include <hamel/group/operations.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/statistics.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/step_defect.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/interop/ceres_manifold.hpp>
#include <hamel/interop/ceres_step.hpp>
#include <hamel/interop/gtsam.hpp>
#include <hamel/interop/gtsam_step.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

using namespace hamel;

namespace {

constexpr double h = 0.1;

/// A body of principal moments theta under a known torque, which makes their size observable.
struct Body {
  struct Torque {
    template <class S>
    Vector<S, 3> operator()(const S& t, const Element<SO3, S>&, const Vector<S, 3>&) const {
      using std::cos, std::sin;
      return {S(0.5) * cos(t), S(0.4) * sin(S(2) * t), S(0.3)};
    }
  };
  template <class T>
  auto operator()(const Vector<T, 3>& theta) const {
    return free(mechanical(SO3{}, Matrix<T, 3>(theta.asDiagonal()), NoPotential{}, Torque{}));
  }
};
using Point = State<SO3, double, 3>;

/// A sleigh of mass theta_0 whose centre is theta_1 ahead of its blade.
struct Sleigh {
  template <class T>
  auto operator()(const Vector<T, 2>& theta) const {
    const T moment = theta[0] * theta[1];
    Matrix<T, 3> metric;
    metric << theta[0], T(0), T(0), T(0), theta[0], moment, T(0), moment,
        T(T(0.4) + moment * theta[1]);
    Matrix<T, 3, 2> d;
    d << T(1), T(0), T(0), T(0), T(0), T(1);
    const auto system = mechanical(SE2{}, metric);
    return nonholonomic(system, Split(system, d));
  }
};

/// The Jacobians of a defect against central differences of its value.
template <class Family, int K, class M, class G, int W>
void check(const Family& problem_at, const Vector<double, K>& theta, const M& method,
           const State<G, double, W>& from, const State<G, double, W>& to) {
  using T = gtsam::traits<State<G, double, W>>;
  const auto defect = step_defect(problem_at, theta, method, 0.3, h, from, to);
  DOCTEST_REQUIRE(defect.status);
  constexpr double e = 1e-5;  // of central differences: e^2 and 1e-16 / e are below 1e-8
  for (int k = 0; k < T::dimension; ++k) {
    const typename T::TangentVector d = e * T::TangentVector::Unit(k);
    const auto value = [&](const auto& a, const auto& b) {
      return step_defect(problem_at, theta, method, 0.3, h, a, b).value;
    };
    DOCTEST_CHECK((defect.by_from.col(k) -
                   (value(T::Retract(from, d), to) - value(T::Retract(from, -d), to)) / (2 * e))
                      .norm() < 1e-8);
    DOCTEST_CHECK((defect.by_to.col(k) -
                   (value(from, T::Retract(to, d)) - value(from, T::Retract(to, -d))) / (2 * e))
                      .norm() < 1e-8);
  }
  if constexpr (K > 0)
    for (int k = 0; k < K; ++k) {
      const Vector<double, K> d = e * Vector<double, K>::Unit(k);
      const auto value = [&](const Vector<double, K>& at) {
        return step_defect(problem_at, at, method, 0.3, h, from, to).value;
      };
      DOCTEST_CHECK(
          (defect.by_parameters.col(k) - (value(theta + d) - value(theta - d)) / (2 * e)).norm() <
          1e-8);
    }
}

/// Attitudes of the body over 60 steps, measured to 0.01.
struct Seen {
  static constexpr double noise = 0.01;
  Vector<double, 3> theta{1.4, 1.1, 0.7};
  Trajectory<Point> truth =
      integrate(Body{}(theta), Point{unit<SO3>(), Vector<double, 3>(0.8, -0.3, 0.4)},
                Variational<>{}, {.step = h, .steps = 60});
  std::vector<Element<SO3, double>> attitudes;

  Seen() {
    std::mt19937 random(5);
    const Matrix<double, 3> covariance = noise * noise * Matrix<double, 3>::Identity();
    for (const auto& state : truth.states)
      attitudes.push_back(random_near(SO3{}, state.x, covariance, random));
  }
};

constexpr double trust = 1e3;  // of a step: its defect is about 1e-3

struct Sighting {
  Element<SO3, double> seen;
  template <class S>
  bool operator()(const S* x, S* r) const {
    Eigen::Map<Eigen::Matrix<S, 3, 1>> residual(r);
    residual = (ElementMap<SO3, const S>(x) - seen.cast<S>()) / S(Seen::noise);
    return true;
  }
};

/// States and moments by Ceres, from the attitudes seen, their differences, and a ball.
std::vector<Point> by_ceres(const Seen& seen, Vector<double, 3>& theta) {
  std::vector<Point> states;
  theta.setOnes();
  for (std::size_t k = 0; k < seen.attitudes.size(); ++k) {
    const std::size_t i = std::min(k, seen.attitudes.size() - 2);
    states.push_back({seen.attitudes[k], (seen.attitudes[i + 1] - seen.attitudes[i]) / h});
  }
  CeresManifold<SO3> rotations;
  ceres::Problem::Options own;
  own.manifold_ownership = ceres::DO_NOT_TAKE_OWNERSHIP;
  ceres::Problem problem(own);
  for (std::size_t k = 0; k < states.size(); ++k) {
    problem.AddParameterBlock(states[k].x.data.data(), 4, &rotations);
    problem.AddResidualBlock(
        new ceres::AutoDiffCostFunction<Sighting, 3, 4>(new Sighting{seen.attitudes[k]}), nullptr,
        states[k].x.data.data());
    if (k == 0) continue;
    const Matrix<double, 6> weight = trust * Matrix<double, 6>::Identity();
    auto step = ceres_step<3>(Body{}, Variational<>{}, h * double(k - 1), h, weight);
    problem.AddResidualBlock(step.release(), nullptr, states[k - 1].x.data.data(),
                             states[k - 1].m.data(), states[k].x.data.data(), states[k].m.data(),
                             theta.data());
  }
  for (int i = 0; i < 3; ++i) problem.SetParameterLowerBound(theta.data(), i, 0.1);
  ceres::Solver::Options options;
  options.max_num_iterations = 100;
  options.function_tolerance = 1e-14;
  options.parameter_tolerance = 1e-12;
  ceres::Solver::Summary summary;
  ceres::Solve(options, &problem, &summary);
  DOCTEST_CHECK(summary.termination_type == ceres::CONVERGENCE);
  DOCTEST_MESSAGE(summary.BriefReport());
  return states;
}

/// One step of Gauss and Newton's for the same, with nothing but what GTSAM asks of types and of functions in its
/// expressions; the size of the step.
double newton(const Seen& seen, std::vector<Point>& states, Vector<double, 3>& theta) {
  using T = gtsam::traits<Point>;
  using X = gtsam::traits<Element<SO3, double>>;
  const int size = T::dimension * int(states.size()) + 3, last = size - 3;
  Eigen::MatrixXd normal = Eigen::MatrixXd::Zero(size, size);
  Eigen::VectorXd slope = Eigen::VectorXd::Zero(size);
  for (std::size_t k = 0; k < states.size(); ++k) {
    const int at = T::dimension * int(k);
    X::ChartJacobian::Jacobian by;
    const auto r = X::Local(seen.attitudes[k], states[k].x, {}, by);
    const double weight = 1 / (Seen::noise * Seen::noise);
    normal.block<3, 3>(at, at) += weight * by.transpose() * by;
    slope.segment<3>(at) += weight * by.transpose() * r;
    if (k == 0) continue;
    Eigen::Matrix<double, 6, 6> by_from, by_to;
    Eigen::Matrix<double, 6, 3> by_theta;
    const auto step = gtsam_step<3>(Body{}, Variational<>{}, h * double(k - 1), h);
    const auto defect = step(states[k - 1], states[k], theta, by_from, by_to, by_theta);
    Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(6, size);
    rows.middleCols<6>(at - 6) = trust * by_from;
    rows.middleCols<6>(at) = trust * by_to;
    rows.rightCols<3>() = trust * by_theta;
    normal += rows.transpose() * rows;
    slope += rows.transpose() * (trust * defect);
  }
  const Eigen::VectorXd change = -normal.ldlt().solve(slope);
  for (std::size_t k = 0; k < states.size(); ++k)
    states[k] = T::Retract(states[k], change.segment<T::dimension>(T::dimension * int(k)));
  theta += change.segment<3>(last);
  return change.norm();
}

}  // namespace

DOCTEST_TEST_CASE("the defect of a step vanishes on it, and its derivatives are exact") {
  const Vector<double, 3> moments(1.4, 1.1, 0.7);
  const Point from{exp<SO3>(Vector<double, 3>(0.3, -0.2, 0.5)), Vector<double, 3>(0.8, -0.3, 0.4)};
  const auto body = Body{}(moments);
  auto to = from;
  Variational<>::Memory memory;
  DOCTEST_REQUIRE(Variational<>{}.step(body, 0.3, h, to, memory));
  DOCTEST_CHECK(step_defect(body, Variational<>{}, 0.3, h, from, to).value.norm() < 1e-15);
  to.x = to.x + Vector<double, 3>(0.4, 0.1, -0.3);
  to.m += Vector<double, 3>(0.1, -0.2, 0.3);
  check(Body{}, moments, Variational<>{}, from, to);
  check(Body{}, moments, RungeKutta<Classical4>{}, from, to);
  const auto fixed = [&](const auto&) { return body; };
  check(fixed, Vector<double, 0>(), Variational<>{}, from, to);

  const State<SE2, double, 2> start{exp<SE2>(Vector<double, 3>(0.3, -0.2, 0.5)),
                                    Vector<double, 2>(0.7, -0.5)};
  check(Sleigh{}, Vector<double, 2>(1.3, 0.25), Variational<>{}, start,
        {start.x + Vector<double, 3>(0.1, 0.2, -0.4), Vector<double, 2>(0.5, 0.2)});

  auto unbounded = from;
  unbounded.m[0] = std::nan("");
  DOCTEST_CHECK(!step_defect(body, Variational<>{}, 0.3, h, unbounded, to).status);
  DOCTEST_CHECK(gtsam_step(body, Variational<>{}, 0.3, h)(unbounded, to).hasNaN());
}

DOCTEST_TEST_CASE("attitudes and moments of inertia from noisy attitudes") {
  const Seen seen;
  Vector<double, 3> theta;
  const auto states = by_ceres(seen, theta);
  DOCTEST_MESSAGE("moments ", theta.transpose());
  DOCTEST_CHECK((theta - seen.theta).norm() < 0.02 * seen.theta.norm());
  double off = 0, off_seen = 0;
  for (std::size_t k = 0; k < states.size(); ++k) {
    off += (states[k].x - seen.truth.states[k].x).squaredNorm();
    off_seen += (seen.attitudes[k] - seen.truth.states[k].x).squaredNorm();
  }
  DOCTEST_CHECK(off < off_seen / 4);  // 9 unknowns in place of 183

  auto again = states;  // the answer of Ceres is that of the other
  Vector<double, 3> moments = theta + Vector<double, 3>(0.1, -0.1, 0.05);
  for (auto& state : again) state.m *= 1.1;
  double change = 1;
  for (int k = 0; k < 20 && change > 1e-9; ++k) change = newton(seen, again, moments);
  DOCTEST_CHECK(change < 1e-9);
  DOCTEST_CHECK((moments - theta).norm() < 1e-6);
}
