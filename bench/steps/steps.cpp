// One step of the variational integrators beside hand-written code of the same computation.
//
// Each pair runs in one process on the same start; "steps_per_call" steps are chained per call, the way a
// simulation runs. Both sides solve the same equations to the same stopping rule (relative update 1.5e-10,
// quadratic convergence: residual at rounding level); main() first checks that they agree to 1e-12.
// The ratio library / hand-written is printed at the end.
#include <cmath>
#include <cstdio>
#include <map>
#include <string>

#include <benchmark/benchmark.h>

#include <hamel/dynamics/problem.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

#include "rigid_body.hpp"
#include "unicycle.hpp"

namespace {

using namespace hamel;
constexpr double h = 0.01;
constexpr int steps_per_call = 100;

Matrix<double, 3> inertia() {
  Matrix<double, 3> m;
  m << 2, 0, 0.5, 0, 3, 0.7, 0.5, 0.7, 4;
  return m;
}

auto rigid_body() {
  return free(mechanical(SO3{}, inertia()));
}

by_hand::RigidBody rigid_body_by_hand() {
  by_hand::RigidBody body;
  const Matrix<double, 3> m = inertia(), inverse = m.inverse();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) body.inertia[i][j] = m(i, j), body.inverse[i][j] = inverse(i, j);
  return body;
}

Matrix<double, 4> unicycle_metric() {
  return Vector<double, 4>(1.3, 1.3, 0.7, 0.4).asDiagonal();
}
Matrix<double, 4, 2> unicycle_distribution() {
  Matrix<double, 4, 2> d;
  d << 0.9, 0, 0, 0, 0, 1, 1, 0;
  return d;
}

auto unicycle() {
  const auto system = mechanical(SE2{} * Torus<1>{}, unicycle_metric());
  return nonholonomic(system, Split(system, unicycle_distribution()));
}

by_hand::WheeledBody unicycle_by_hand() {
  by_hand::WheeledBody body;
  const auto d = unicycle_distribution();
  const Matrix<double, 4, 2> md = unicycle_metric() * d;
  const Matrix<double, 2> inverse = (d.transpose() * md).inverse();
  for (int j = 0; j < 2; ++j) {
    for (int i = 0; i < 4; ++i) body.md[i][j] = md(i, j), body.d[i][j] = d(i, j);
    for (int i = 0; i < 2; ++i) body.inverse[i][j] = inverse(i, j);
  }
  return body;
}

const Vector<double, 3> spin(0.8, -0.3, 0.4);
const Vector<double, 4> roll(0.9, 0, 0.5, 1);

template <class P, class V>
auto start_of(const P& problem, const V& a) {
  return problem.start(problem.group().template identity<double>(), a);
}

template <class P, class V>
void library(benchmark::State& run, const P& problem, const V& a) {
  const Variational<> method;
  Variational<>::Memory memory;
  const auto start = start_of(problem, a);
  auto state = start;
  long iterations = 0;
  for (auto _ : run) {
    state = start;
    for (int i = 0; i < steps_per_call; ++i) {
      iterations += method.step(problem, 0., h, state, memory).iterations;
    }
    benchmark::DoNotOptimize(state);
  }
  run.counters["newton"] =
      benchmark::Counter(double(iterations) / steps_per_call, benchmark::Counter::kAvgIterations);
  run.SetItemsProcessed(run.iterations() * steps_per_call);
}

template <class Body, class S>
void hand_written(benchmark::State& run, const Body& body, const S& start) {
  auto state = start;
  long iterations = 0;
  for (auto _ : run) {
    state = start;
    for (int i = 0; i < steps_per_call; ++i) iterations += body.step(h, state);
    benchmark::DoNotOptimize(state);
  }
  run.counters["newton"] =
      benchmark::Counter(double(iterations) / steps_per_call, benchmark::Counter::kAvgIterations);
  run.SetItemsProcessed(run.iterations() * steps_per_call);
}

by_hand::RigidBody::State body_start() {
  const auto s = start_of(rigid_body(), spin);
  return {{1, 0, 0, 0}, {s.m[0], s.m[1], s.m[2]}};
}

by_hand::WheeledBody::State wheel_start() {
  const auto s = start_of(unicycle(), roll);
  return {{0, 0, 0, 0}, {s.m[0], s.m[1]}};
}

/// Largest difference between the two sides after 1000 steps.
double disagreement() {
  const Variational<> method;
  Variational<>::Memory memory;
  const auto body = rigid_body();
  auto s = start_of(body, spin);
  const auto by_hand_body = rigid_body_by_hand();
  auto r = body_start();
  const auto wheel = unicycle();
  auto u = start_of(wheel, roll);
  const auto by_hand_wheel = unicycle_by_hand();
  auto v = wheel_start();
  for (int i = 0; i < 1000; ++i) {
    method.step(body, 0., h, s, memory);
    by_hand_body.step(h, r);
    method.step(wheel, 0., h, u, memory);
    by_hand_wheel.step(h, v);
  }
  double worst = 0;
  for (int i = 0; i < 3; ++i) worst = std::fmax(worst, std::fabs(s.m[i] - r.p[i]));
  for (int i = 0; i < 4; ++i) worst = std::fmax(worst, std::fabs(s.x.data[i] - r.q[i]));
  for (int i = 0; i < 2; ++i) worst = std::fmax(worst, std::fabs(u.m[i] - v.m[i]));
  for (int i = 0; i < 4; ++i) worst = std::fmax(worst, std::fabs(u.x.data[i] - v.x[i]));
  return worst;
}

/// Prints as usual, and keeps the time per step of every benchmark for the ratios.
class Ratios : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      if (run.run_type == Run::RT_Aggregate && run.aggregate_name != "median") continue;
      times_[run.run_name.function_name] = run.GetAdjustedCPUTime() / steps_per_call;
    }
  }
  void print() const {
    for (const char* what : {"free_rigid_body", "nonholonomic_unicycle"}) {
      const auto a = times_.find(std::string(what) + "/library"),
                 b = times_.find(std::string(what) + "/by_hand");
      if (a == times_.end() || b == times_.end()) continue;
      std::printf("%-24s library %.1f ns, by hand %.1f ns per step, ratio %.2f\n", what, a->second,
                  b->second, a->second / b->second);
    }
  }

 private:
  std::map<std::string, double> times_;
};

}  // namespace

int main(int argc, char** argv) {
  const double difference = disagreement();
  std::printf("library and hand-written code differ by %.1e after 1000 steps\n", difference);
  if (!(difference < 1e-12)) return 1;
  benchmark::RegisterBenchmark("free_rigid_body/library",
                               [](benchmark::State& s) { library(s, rigid_body(), spin); });
  benchmark::RegisterBenchmark("free_rigid_body/by_hand", [](benchmark::State& s) {
    hand_written(s, rigid_body_by_hand(), body_start());
  });
  benchmark::RegisterBenchmark("nonholonomic_unicycle/library",
                               [](benchmark::State& s) { library(s, unicycle(), roll); });
  benchmark::RegisterBenchmark("nonholonomic_unicycle/by_hand", [](benchmark::State& s) {
    hand_written(s, unicycle_by_hand(), wheel_start());
  });
  benchmark::Initialize(&argc, argv);
  Ratios reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  reporter.print();
}
