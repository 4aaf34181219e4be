// A pose graph of 10 000 poses in space with loop closures, solved by Ceres with Hamel's SE3 and with Ceres' own types,
// from the same measurements and start: seconds, iterations, the answers.
//
// The poses go round a torus in spirals, so that neighbours of the round before are close: each pose measures the one
// after it and the one a round later, the last ones the first. The residual is the error of a relative pose, of unit weight in position and
// rotation: with Hamel log(z^-1 x^-1 y), with Ceres' types that of its example pose_graph_3d.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <vector>

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <ceres/autodiff_cost_function.h>
#include <ceres/manifold.h>
#include <ceres/problem.h>
#include <ceres/sized_cost_function.h>
#include <ceres/solver.h>

#include <hamel/core/types.hpp>
#include <hamel/group/convert.hpp>
#include <hamel/group/element_map.hpp>
#include <hamel/group/jacobians.hpp>
#include <hamel/group/left_tangent.hpp>
#include <hamel/group/operations.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/statistics.hpp>
#include <hamel/interop/ceres_manifold.hpp>

namespace {

using namespace hamel;
using Pose = Element<SE3, double>;

struct Edge {
  int from, to;
  Pose measured;
};
struct Graph {
  std::vector<Pose> truth, guess;
  std::vector<Edge> edges;
};

Graph torus(int count) {
  constexpr int round = 100;
  Graph graph;
  std::mt19937 random(1);
  for (int i = 0; i < count; ++i) {
    const double u = 2 * M_PI * i / round, v = 2 * M_PI * i / count;
    const Vector<double, 3> place(std::cos(v) * (10 + 3 * std::cos(u)),
                                  std::sin(v) * (10 + 3 * std::cos(u)), 3 * std::sin(u));
    const auto turn = exp<SO3>(Vector<double, 3>(0, 0, v)) * exp<SO3>(Vector<double, 3>(0, -u, 0));
    graph.truth.push_back(SE3{}.motion(place, turn));
  }
  const Matrix<double, 6> noise = 4e-4 * Matrix<double, 6>::Identity();
  graph.guess.push_back(graph.truth[0]);
  for (int i = 0; i < count; ++i)
    for (const int next : {(i + 1) % count, (i + round) % count}) {
      const auto a = std::size_t(i), b = std::size_t(next);
      const Pose seen = inverse(graph.truth[a]) * graph.truth[b];
      graph.edges.push_back({i, next, random_near(SE3{}, seen, noise, random)});
    }
  const Matrix<double, 6> off = 4e-2 * Matrix<double, 6>::Identity();
  for (int i = 1; i < count; ++i)
    graph.guess.push_back(random_near(SE3{}, graph.truth[std::size_t(i)], off, random));
  return graph;
}

/// log(z^-1 x^-1 y), differentiated by Ceres.
struct Relative {
  Pose measured;
  template <class S>
  bool operator()(const S* from, const S* to, S* residuals) const {
    const ElementMap<SE3, const S> x(from), y(to);
    Eigen::Map<Vector<S, 6>>{residuals} = log(inverse(measured.cast<S>()) * (inverse(x) * y));
    return true;
  }
};

/// The same with its Jacobians: by y the inverse of the right Jacobian, by x minus that of the left one times Ad_z^-1.
class RelativeInClosedForm final : public ceres::SizedCostFunction<6, 7, 7> {
 public:
  explicit RelativeInClosedForm(const Pose& measured) : back_(inverse(measured)) {}

  bool Evaluate(const double* const* poses, double* residuals, double** jacobians) const override {
    const ElementMap<SE3, const double> x(poses[0]), y(poses[1]);
    const Vector<double, 6> r = log(back_ * (inverse(x) * y));
    Eigen::Map<Vector<double, 6>>{residuals} = r;
    if (jacobians && jacobians[0])
      write(x, Matrix<double, 6>(-SE3{}.left_jacobian_inverse(r) * Ad_matrix(back_)), jacobians[0]);
    if (jacobians && jacobians[1]) write(y, SE3{}.right_jacobian_inverse(r), jacobians[1]);
    return true;
  }

 private:
  /// J d by the stored numbers: d = (R^T dp, 2 im q^-1 dq), the transposed left tangent with its quaternions 4 times.
  static void write(const Pose& x, const Matrix<double, 6>& j, double* to) {
    Matrix<double, 6, 7> by = left_tangent(SE3{}, x).transpose();
    by.bottomRows<3>() *= 4;
    Eigen::Map<Eigen::Matrix<double, 6, 7, Eigen::RowMajor>>{to} = j * by;
  }
  Pose back_;
};

/// Position and rotation of y from x beside what was measured, as in Ceres' example pose_graph_3d.
struct OwnRelative {
  Eigen::Vector3d position;
  Eigen::Quaterniond rotation;
  template <class S>
  bool operator()(const S* p, const S* q, const S* to_p, const S* to_q, S* residuals) const {
    const Eigen::Map<const Eigen::Matrix<S, 3, 1>> a(p), b(to_p);
    const Eigen::Map<const Eigen::Quaternion<S>> r(q), s(to_q);
    const Eigen::Quaternion<S> back = r.conjugate();
    const Eigen::Quaternion<S> off = rotation.cast<S>() * (back * s).conjugate();
    Eigen::Map<Eigen::Matrix<S, 6, 1>> all(residuals);
    all.template head<3>() = back * (b - a) - position.cast<S>();
    all.template tail<3>() = S(2) * off.vec();
    return true;
  }
};

struct Answer {
  double seconds, jacobians, cost, off;
  int iterations;
  std::vector<Pose> poses;
};

Answer solved(ceres::Problem& problem, const Graph& graph, const auto& pose) {
  ceres::Solver::Options options;
  options.linear_solver_type = ceres::SPARSE_NORMAL_CHOLESKY;
  options.function_tolerance = 1e-10;
  options.max_num_iterations = 50;
  options.logging_type = ceres::SILENT;
  ceres::Solver::Summary summary;
  const std::clock_t start = std::clock();  // of the processor, as the machine may be busy
  ceres::Solve(options, &problem, &summary);
  Answer answer{double(std::clock() - start) / CLOCKS_PER_SEC,
                summary.jacobian_evaluation_time_in_seconds,
                summary.final_cost,
                0,
                int(summary.iterations.size()),
                {}};
  for (std::size_t i = 0; i < graph.truth.size(); ++i) {
    answer.poses.push_back(pose(i));
    answer.off += (answer.poses.back() - graph.truth[i]).squaredNorm();
  }
  answer.off = std::sqrt(answer.off / double(graph.truth.size()));
  return answer;
}

template <class Make>
Answer with_hamel(const Graph& graph, const Make& make) {
  std::vector<std::array<double, 7>> poses(graph.guess.size());
  ceres::Problem problem;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    ElementMap<SE3, double>(poses[i].data()) = graph.guess[i];
    problem.AddParameterBlock(poses[i].data(), 7, new CeresManifold<SE3>());
  }
  problem.SetParameterBlockConstant(poses[0].data());
  for (const Edge& e : graph.edges)
    problem.AddResidualBlock(make(e.measured), nullptr, poses[std::size_t(e.from)].data(),
                             poses[std::size_t(e.to)].data());
  return solved(problem, graph,
                [&](std::size_t i) { return ElementMap<SE3, double>(poses[i].data()).get(); });
}

Answer with_ceres(const Graph& graph) {
  struct Own {
    Eigen::Vector3d p;
    Eigen::Quaterniond q;
  };
  const auto own = [](const Pose& x) {
    return Own{SE3{}.position(x), to_quaternion(SE3{}.rotation(x))};
  };
  std::vector<Own> poses;
  for (const Pose& x : graph.guess) poses.push_back(own(x));
  ceres::Problem problem;
  for (Own& x : poses) {
    problem.AddParameterBlock(x.p.data(), 3);
    problem.AddParameterBlock(x.q.coeffs().data(), 4, new ceres::EigenQuaternionManifold());
  }
  problem.SetParameterBlockConstant(poses[0].p.data());
  problem.SetParameterBlockConstant(poses[0].q.coeffs().data());
  for (const Edge& e : graph.edges) {
    const Own z = own(e.measured);
    Own &x = poses[std::size_t(e.from)], &y = poses[std::size_t(e.to)];
    problem.AddResidualBlock(
        new ceres::AutoDiffCostFunction<OwnRelative, 6, 3, 4, 3, 4>(new OwnRelative{z.p, z.q}),
        nullptr, x.p.data(), x.q.coeffs().data(), y.p.data(), y.q.coeffs().data());
  }
  return solved(problem, graph, [&](std::size_t i) {
    return SE3{}.motion(Vector<double, 3>(poses[i].p), rotation(poses[i].q));
  });
}

}  // namespace

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 10'000;
  const Graph graph = torus(count);
  std::printf("%d poses, %d measurements\n\n", count, int(graph.edges.size()));
  std::printf("%-36s %8s %10s %10s %12s %12s\n", "", "seconds", "Jacobians", "iterations", "cost",
              "off (rms)");
  const auto tell = [](const char* name, const Answer& a) {
    std::printf("%-36s %8.2f %10.2f %10d %12.6f %12.6f\n", name, a.seconds, a.jacobians,
                a.iterations, a.cost, a.off);
  };
  const Answer own = with_ceres(graph);
  tell("Ceres' quaternions, autodiff", own);
  const Answer by_duals = with_hamel(graph, [](const Pose& z) {
    return new ceres::AutoDiffCostFunction<Relative, 6, 7, 7>(new Relative{z});
  });
  tell("Hamel's SE3, autodiff", by_duals);
  const Answer closed =
      with_hamel(graph, [](const Pose& z) { return new RelativeInClosedForm(z); });
  tell("Hamel's SE3, Jacobians in closed form", closed);
  double apart = 0, between = 0;
  for (std::size_t i = 0; i < closed.poses.size(); ++i) {
    apart = std::max(apart, (closed.poses[i] - by_duals.poses[i]).norm());
    between = std::max(between, (closed.poses[i] - own.poses[i]).norm());
  }
  std::printf("\nlargest distance of poses: %.1e between Hamel's two, %.1e from Ceres' residual\n",
              apart, between);
  return apart < 1e-4 && between < 0.05 ? 0 : 1;
}
