// One step of the integrators beside hand-written code of the same computation.
//
// Each pair starts from the same state; 100 steps are chained per call, the way a simulation runs. Both sides
// solve the same equations to the same stopping rule; main() first checks that they agree to 1e-12 after 1000
// steps. The repetitions of all rows are interleaved at random and the fastest of each counts, so that the ratios
// library / hand-written at the end hold on a busy machine too.
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/LU>
#include <benchmark/benchmark.h>

#include <hamel/dynamics/problem.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/integrator/energy_midpoint.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/retraction/cayley.hpp>
#include <hamel/system/depends_on.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/moving_split.hpp>
#include <hamel/system/spanned_by.hpp>
#include <hamel/system/split.hpp>

#include "arm.hpp"
#include "fastest.hpp"
#include "forced_unicycle.hpp"
#include "heavy_top.hpp"
#include "moving_carts.hpp"
#include "rigid_body.hpp"
#include "rigid_body_cayley.hpp"
#include "rigid_body_midpoint.hpp"
#include "rigid_body_runge_kutta.hpp"
#include "unicycle.hpp"
#include "vakonomic_se2.hpp"

namespace {

using namespace hamel;
constexpr double h = 0.01;
constexpr double geodesic = 1.15, given = 1.2, automatic = 2;  // budgets, as ratios

/// A problem with its start, the method, and the same by hand; `difference` compares two states. `budget` is the ratio
/// that the library may take.
template <class P, class St, class M, class Body, class S, class Difference>
struct Pair {
  const char* name;
  double budget;
  P problem;
  St start;
  M method;
  Body body;
  S by_hand_start;
  Difference difference;
};
template <class... Parts>
Pair(const char*, double, Parts...) -> Pair<Parts...>;

template <class A, class B>
void copy(const A& from, B& to) {
  for (int i = 0; i < from.rows(); ++i)
    for (int j = 0; j < from.cols(); ++j) to[i][j] = from(i, j);
}

template <class Body, class M>
auto rigid_body(const char* name, const M& method) {
  Matrix<double, 3> inertia;
  inertia << 2, 0, 0.5, 0, 3, 0.7, 0.5, 0.7, 4;
  const auto problem = free(mechanical(SO3{}, inertia));
  const auto start = problem.start(SO3{}.identity<double>(), Vector<double, 3>(0.8, -0.3, 0.4));
  Body body;
  copy(inertia, body.inertia);
  copy(inertia.inverse(), body.inverse);
  using S = by_hand::FreeBody::State;
  const auto difference = [](const auto& a, const S& b) {
    double worst = 0;
    for (int i = 0; i < 4; ++i) worst = std::fmax(worst, std::fabs(a.x.data[i] - b.q[i]));
    for (int i = 0; i < 3; ++i) worst = std::fmax(worst, std::fabs(a.m[i] - b.p[i]));
    return worst;
  };
  return Pair{name,
              geodesic,
              problem,
              start,
              method,
              body,
              S{{1, 0, 0, 0}, {start.m[0], start.m[1], start.m[2]}},
              difference};
}

/// Distance of coordinates and momenta.
template <class G, class A, class X, class M>
double distance(const G& group, const A& a, const X& x, const M& m) {
  const auto c = group.coordinates(a.x);
  double worst = 0;
  for (std::size_t i = 0; i < c.size(); ++i) worst = std::fmax(worst, std::fabs(c[i] - x[i]));
  for (int i = 0; i < a.m.size(); ++i) worst = std::fmax(worst, std::fabs(a.m[i] - m[i]));
  return worst;
}

auto unicycle() {
  const auto group = SE2Cover{} * Torus<1>{};
  const Matrix<double, 4> metric = Vector<double, 4>(1.3, 1.3, 0.7, 0.4).asDiagonal();
  Matrix<double, 4, 2> d;
  d << 0.9, 0, 0, 0, 0, 1, 1, 0;
  const auto system = mechanical(group, metric);
  const auto problem = nonholonomic(system, Split(system, d));
  const auto start = problem.start(group.identity<double>(), Vector<double, 4>(0.9, 0, 0.5, 1));
  by_hand::WheeledBody body;
  copy(d, body.d);
  copy(metric * d, body.md);
  copy(Matrix<double, 2>(d.transpose() * metric * d).inverse(), body.inverse);
  using S = by_hand::WheeledBody::State;
  const auto difference = [group](const auto& a, const S& b) {
    return distance(group, a, b.x, b.m);
  };
  return Pair{"unicycle, nonholonomic",
              geodesic,
              problem,
              start,
              Variational<>{},
              body,
              S{{0, 0, 0, 0}, {start.m[0], start.m[1]}},
              difference};
}

auto plane_body() {
  const Matrix<double, 3> metric = Vector<double, 3>(1.3, 1.3, 0.7).asDiagonal();
  Matrix<double, 3, 2> d;
  d << 1, 0, 0, 0, 0, 1;
  const auto system = mechanical(SE2Cover{}, metric);
  const auto problem = vakonomic(system, Split(system, d));
  const auto start = problem.start(SE2Cover{}.identity<double>(), Vector<double, 3>(0.9, 0, 0.5),
                                   Vector<double, 3>(0, 1. / 3, 0));
  by_hand::VakonomicBody body;
  copy(d, body.d);
  copy(metric * d, body.md);
  copy(Matrix<double, 2>(d.transpose() * metric * d).inverse(), body.inverse);
  for (int i = 0; i < 3; ++i) body.c[i] = problem.split().annihilator()(i, 0);
  using S = by_hand::VakonomicBody::State;
  const auto difference = [](const auto& a, const S& b) {
    return distance(SE2Cover{}, a, b.x, b.p);
  };
  return Pair{"SE(2), vakonomic",
              geodesic,
              problem,
              start,
              Variational<>{},
              body,
              S{{0, 0, 0}, {start.m[0], start.m[1], start.m[2]}},
              difference};
}

template <class Potential>
auto heavy_top(const char* name, double budget, const Potential& potential) {
  Matrix<double, 3> inertia;
  inertia << 2, 0, 0.5, 0, 3, 0.7, 0.5, 0.7, 4;
  const auto problem = free(mechanical(SO3{}, inertia, potential));
  const auto x = SO3{}.exp(Vector<double, 3>(0.3, 0.2, 0.1));
  const auto start = problem.start(x, Vector<double, 3>(0.8, -0.3, 0.4));
  by_hand::HeavyTopRungeKutta body;
  copy(inertia, body.inertia);
  copy(inertia.inverse(), body.inverse);
  using S = by_hand::FreeBody::State;
  S by_hand_start;
  for (int i = 0; i < 4; ++i) by_hand_start.q[i] = x.data[i];
  for (int i = 0; i < 3; ++i) by_hand_start.p[i] = start.m[i];
  const auto difference = [](const auto& a, const S& b) {
    double worst = 0;
    for (int i = 0; i < 4; ++i) worst = std::fmax(worst, std::fabs(a.x.data[i] - b.q[i]));
    for (int i = 0; i < 3; ++i) worst = std::fmax(worst, std::fabs(a.m[i] - b.p[i]));
    return worst;
  };
  return Pair{name, budget,        problem,   start, RungeKutta<Classical4>{},
              body, by_hand_start, difference};
}

template <class Potential, class Force>
auto forced_unicycle(const char* name, double budget, const Potential& potential,
                     const Force& force) {
  const WheeledGroup group;
  const Matrix<double, 4> metric = Vector<double, 4>(1.3, 1.3, 0.7, 0.4).asDiagonal();
  Matrix<double, 4, 2> d;
  d << 0.9, 0, 0, 0, 0, 1, 1, 0;
  const auto system = mechanical(group, metric, potential, force);
  const auto problem = nonholonomic(system, Split(system, d));
  const auto start = problem.start(group.identity<double>(), Vector<double, 4>(0.9, 0, 0.5, 1));
  by_hand::ForcedWheeledBody body;
  copy(d, body.d);
  copy(metric * d, body.md);
  copy(Matrix<double, 2>(d.transpose() * metric * d).inverse(), body.inverse);
  using S = by_hand::WheeledBody::State;
  const auto difference = [group](const auto& a, const S& b) {
    return distance(group, a, b.x, b.m);
  };
  return Pair{name,
              budget,
              problem,
              start,
              Variational<>{},
              body,
              S{{0, 0, 0, 0}, {start.m[0], start.m[1]}},
              difference};
}

/// D of the cart, which the twin knows when compiling, and as a matrix.
constexpr auto known = [](const auto& system) { return spanned_by<0, 2, 3>(system); };
constexpr auto as_matrix = [](const auto& system) {
  Matrix<double, 4, 3> d = Matrix<double, 4, 3>::Zero();
  d(0, 0) = d(2, 1) = d(3, 2) = 1;
  return Split(system, d);
};

template <class Metric, class Distribution, class Body = by_hand::PendulumCart>
auto pendulum_cart(const char* name, double budget, const Metric& metric, const Distribution& split,
                   const Body& body = {}) {
  const CartGroup group;
  const auto system = mechanical(group, metric);
  const auto problem = nonholonomic(system, split(system));
  const auto start =
      problem.start(group.exp(Vector<double, 4>(0, 0, 0, 0.4)), Vector<double, 4>(0.9, 0, 0.5, 1));
  using S = typename Body::State;
  const auto difference = [group](const auto& a, const S& b) {
    return distance(group, a, b.x, b.m);
  };
  return Pair{name,
              budget,
              problem,
              start,
              RungeKutta<Classical4>{},
              body,
              S{{0, 0, 0, 0.4}, {start.m[0], start.m[1], start.m[2]}},
              difference};
}

template <class Distribution>
auto car(const char* name, double budget, const Distribution& distribution) {
  const CartGroup group;
  const Matrix<double, 4> metric = Vector<double, 4>(1.3, 1.3, 0.7, 0.4).asDiagonal();
  const auto system = mechanical(group, metric);
  const auto x = group.identity<double>();
  const auto problem = nonholonomic(system, MovingSplit(system, distribution, x));
  const auto start = problem.start(x, Vector<double, 4>(0.9, 0, 0, 0.3));
  const by_hand::Car body{{{1.3, 1.3, 0.7, 0.4}}};
  using S = by_hand::Car::State;
  const auto difference = [group](const auto& a, const S& b) {
    return distance(group, a, b.x, b.m);
  };
  return Pair{name,
              budget,
              problem,
              start,
              RungeKutta<Classical4>{},
              body,
              S{{0, 0, 0, 0}, {start.m[0], start.m[1]}},
              difference};
}

template <class Metric>
auto arm(const char* name, double budget, const Metric& metric) {
  const ArmGroup group;
  const auto problem = free(mechanical(group, metric));
  Vector<double, 8> velocity;
  velocity << 0.1, 0.2, 0.3, 0.4, -0.2, 0.3, 0.5, -0.6;
  const auto start = problem.start(group.exp(velocity), velocity);
  using Body = by_hand::ArmRungeKutta;
  using S = Body::State;
  S by_hand_start;
  for (int i = 0; i < 3; ++i) by_hand_start.r[i] = start.x.data[i];
  for (int i = 0; i < 4; ++i) by_hand_start.q[i] = start.x.data[3 + i];
  for (int i = 0; i < 2; ++i) by_hand_start.joints[i] = start.x.data[7 + i];
  for (int i = 0; i < 8; ++i) by_hand_start.p[i] = start.m[i];
  const auto difference = [](const auto& a, const S& b) {
    double worst = 0;
    for (int i = 0; i < 3; ++i) worst = std::fmax(worst, std::fabs(a.x.data[i] - b.r[i]));
    for (int i = 0; i < 4; ++i) worst = std::fmax(worst, std::fabs(a.x.data[3 + i] - b.q[i]));
    for (int i = 0; i < 2; ++i)
      worst = std::fmax(worst, std::fabs(std::remainder(a.x.data[7 + i] - b.joints[i], 2 * M_PI)));
    for (int i = 0; i < 8; ++i) worst = std::fmax(worst, std::fabs(a.m[i] - b.p[i]));
    return worst;
  };
  return Pair{name,   budget,        problem,   start, RungeKutta<Classical4>{},
              Body{}, by_hand_start, difference};
}

void report(benchmark::State& run, long iterations) {
  run.counters["newton"] =
      benchmark::Counter(double(iterations) / steps_per_call, benchmark::Counter::kAvgIterations);
}

template <class Pair>
void library(benchmark::State& run, const Pair& pair) {
  typename decltype(pair.method)::Memory memory{};
  long iterations = 0;
  for (auto _ : run) {
    auto state = pair.start;
    for (int i = 0; i < steps_per_call; ++i) {
      iterations += pair.method.step(pair.problem, 0., h, state, memory).iterations;
    }
    benchmark::DoNotOptimize(state);
  }
  report(run, iterations);
}

template <class Pair>
void hand_written(benchmark::State& run, const Pair& pair) {
  long iterations = 0;
  for (auto _ : run) {
    auto state = pair.by_hand_start;
    for (int i = 0; i < steps_per_call; ++i) iterations += pair.body.step(h, state);
    benchmark::DoNotOptimize(state);
  }
  report(run, iterations);
}

/// Registers both sides; false when they disagree after 1000 steps.
template <class Pair>
bool add(const Pair& pair) {
  typename decltype(pair.method)::Memory memory{};
  auto a = pair.start;
  auto b = pair.by_hand_start;
  for (int i = 0; i < 1000; ++i) {
    pair.method.step(pair.problem, 0., h, a, memory);
    pair.body.step(h, b);
  }
  const double difference = pair.difference(a, b);
  std::printf("%-40s the two sides differ by %.1e after 1000 steps\n", pair.name, difference);
  benchmark::RegisterBenchmark((std::string(pair.name) + "/library").c_str(),
                               [=](benchmark::State& run) { library(run, pair); });
  benchmark::RegisterBenchmark((std::string(pair.name) + "/by hand").c_str(),
                               [=](benchmark::State& run) { hand_written(run, pair); });
  return difference < 1e-12;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::pair<const char*, double>> names;
  bool agree = true;
  const auto row = [&](const auto& pair) {
    names.push_back({pair.name, pair.budget});
    agree = add(pair) && agree;
  };
  row(rigid_body<by_hand::RigidBodyRungeKutta>("rigid body, Munthe-Kaas 4",
                                               RungeKutta<Classical4>{}));
  row(rigid_body<by_hand::RigidBodyMidpoint>("rigid body, implicit midpoint", EnergyMidpoint{}));
  row(rigid_body<by_hand::RigidBodyCayley>("rigid body, variational, Cayley",
                                           Variational<Cayley>{}));
  row(rigid_body<by_hand::RigidBody>("rigid body, variational, exp", Variational<>{}));
  row(unicycle());
  row(plane_body());
  row(heavy_top("heavy top, gradient given", given, WeightWithGradient{}));
  row(heavy_top("heavy top, automatic", automatic, Weight{}));
  row(forced_unicycle("unicycle with force, derivatives given", given, SlopeWithGradient{},
                      DragWithDerivative{}));
  row(forced_unicycle("unicycle with force, automatic", automatic, Slope{}, Drag{}));
  row(pendulum_cart("cart with M(theta), slope given", given, PendulumMetricWithSlope{}, known));
  row(pendulum_cart("cart with M(theta), depends_on", automatic, depends_on<3>(PendulumMetric{}),
                    known));
  row(pendulum_cart("cart with M(theta), automatic", automatic, PendulumMetric{}, known));
  // The same with D a matrix on both sides, and beside the twin that knows D.
  const by_hand::PendulumCartOnD on_d{{{{1, 0, 0}, {0, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
  row(pendulum_cart("cart, D a matrix, slope given", given, PendulumMetricWithSlope{}, as_matrix,
                    on_d));
  row(pendulum_cart("cart, D a matrix, automatic", automatic, PendulumMetric{}, as_matrix, on_d));
  row(pendulum_cart("the same, slope given; twin knows D", given, PendulumMetricWithSlope{},
                    as_matrix));
  row(pendulum_cart("the same, automatic; twin knows D", automatic, PendulumMetric{}, as_matrix));
  row(car("car with D(x), slope given", given, SteeringWithSlope{}));
  row(car("car with D(x), automatic", automatic, Steering{}));
  row(arm("SE3 x T2 with M(q), slope given", given, ArmMetricWithSlope{}));
  row(arm("SE3 x T2 with M(q), depends_on", automatic, depends_on<6, 7>(ArmMetric{})));
  row(arm("SE3 x T2 with M(q), automatic", automatic, ArmMetric{}));
  if (!agree) return 1;

  std::vector<char*> arguments(argv, argv + argc);
  char repetitions[] = "--benchmark_repetitions=20", least[] = "--benchmark_min_time=0.01",
       interleave[] = "--benchmark_enable_random_interleaving=true";
  arguments.insert(arguments.begin() + 1, {repetitions, least, interleave});
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  Fastest fastest;
  benchmark::RunSpecifiedBenchmarks(&fastest);
  std::printf(
      "\n%-40s %8s %8s %6s %6s %6s   Newton iterations\n%-40s %8s %8s %6s %6s %6s %9s %7s\n",
      "ns per step", "library", "by hand", "ratio", "budget", "", "", "", "", "", "", "", "library",
      "by hand");
  for (const auto& [name, budget] : names) fastest.print(name, budget);
}
