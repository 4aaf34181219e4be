// Error at the end against time, for six problems with answers of 22 digits, and energy over a long time. Prints tables
// with tabs, for bench/run:
//   precision  problem solver tolerance error microseconds
//   evaluations  problem solver tolerance error evaluations (of explicit Runge-Kutta methods)
//   energy     solver t error
// All runs of a problem are taken in turns and the fastest of each counts, so that their ratios hold on a busy machine.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/energy_midpoint.hpp>
#include <hamel/integrator/gauss.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>

#include "counted.hpp"
#include "equations.hpp"
#include "solvers.hpp"
#include "systems.hpp"

namespace {

using namespace hamel;

/// One curve point: how to compute it, and so that evaluations are counted, its error, the least time.
struct Point {
  const char* solver;
  double tolerance;
  std::function<std::vector<double>()> run, counting = nullptr;
  double error = 0, microseconds = HUGE_VAL;
};

/// What tests/data says of the end: coordinates, then velocity.
template <class E>
std::vector<double> reference(const std::string& folder) {
  std::ifstream stream(folder + "/" + E::file + ".json");
  const nlohmann::ordered_json result =
      nlohmann::ordered_json::parse(stream).at("results").at(E::dynamics);
  std::vector<double> all;
  for (const nlohmann::ordered_json& x : result.at("x"))
    all.push_back(std::stod(x.get<std::string>()));
  for (const nlohmann::ordered_json& a : result.at("a"))
    all.push_back(std::stod(a.get<std::string>()));
  return all;
}

template <class P, class State>
std::vector<double> observe(const P& problem, double t, const State& state) {
  const auto x = problem.group().coordinates(state.x);
  const auto a = problem.velocity(t, state.x, state.m);
  std::vector<double> all(x.begin(), x.end());
  all.insert(all.end(), a.data(), a.data() + a.size());
  return all;
}

/// The library's steps of fixed size, or one interval where the error is controlled.
template <class P, class State, class M>
auto by_library(const P& problem, const State& start, const M& method, double t_end, long steps) {
  return [=] {
    State state = start;
    typename M::Memory memory{};
    const double h = t_end / double(steps);
    for (long i = 0; i < steps; ++i)
      if (!method.step(problem, double(i) * h, h, state, memory)) return std::vector<double>{};
    return observe(problem, t_end, state);
  };
}

template <class E>
void add_library(std::vector<Point>& points) {
  const auto [problem, start] = systems::of(E{});
  const counted::Problem counting(problem);
  for (int k = 4; k <= 12; ++k) {
    const double tolerance = std::pow(10, -k);
    Adaptive<DormandPrince8> eighth;
    eighth.tolerance = tolerance;
    Adaptive<DormandPrince5> fifth;
    fifth.tolerance = tolerance;
    points.push_back({"Hamel dop853", tolerance, by_library(problem, start, eighth, E::t_end, 1),
                      by_library(counting, start, eighth, E::t_end, 1)});
    points.push_back({"Hamel dopri5", tolerance, by_library(problem, start, fifth, E::t_end, 1),
                      by_library(counting, start, fifth, E::t_end, 1)});
  }
  for (long steps = 8; steps <= 1024; steps *= 2) {
    const double h = E::t_end / double(steps);
    points.push_back(
        {"Hamel gauss6", h, by_library(problem, start, Collocation<Gauss6>{}, E::t_end, steps)});
    points.push_back(
        {"Hamel variational6", h,
         by_library(problem, start, Composition<KahanLi6, Variational<>>{}, E::t_end, steps)});
  }
}

/// Another solver; one that takes equations of any type is counted too.
template <class E, class Solver, class Counting = void>
void add(std::vector<Point>& points, const char* name) {
  const auto solver = std::make_shared<Solver>();
  for (int k = 4; k <= 12; ++k) {
    const double tolerance = std::pow(10, -k);
    points.push_back({name, tolerance, [=] { return E::observe((*solver)(tolerance).data()); }});
    if constexpr (!std::is_void_v<Counting>)
      points.back().counting = [=] { return E::observe(Counting()(tolerance).data()); };
  }
}

double seconds_of(const std::function<std::vector<double>()>& run, int count) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < count; ++i) static_cast<void>(run());
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / count;
}

template <class E>
void measure(const char* title, const std::string& folder) {
  constexpr int turns = 15;
  constexpr double least = 1e-3;  // seconds of a turn
  std::vector<Point> points;
  add_library<E>(points);
  using Counted = counted::Equations<E>;
  add<E, solvers::ByHand<E>, solvers::ByHand<Counted>>(points, "by hand, dop853");
  add<E, solvers::Odeint5<E>, solvers::Odeint5<Counted>>(points, "odeint dopri5");
  add<E, solvers::Odeint78<E>, solvers::Odeint78<Counted>>(points, "odeint fehlberg78");
  add<E, solvers::Cvode<E>>(points, "SUNDIALS CVODE Adams");
  add<E, solvers::Arkode<E>>(points, "SUNDIALS ARKODE 8");
  const auto exact = reference<E>(folder);
  std::vector<int> counts;
  for (auto& point : points) {
    const auto end = point.run();
    point.error = end.size() == exact.size() ? 0 : HUGE_VAL;
    for (std::size_t i = 0; i < end.size() && i < exact.size(); ++i) {
      const double off = std::fabs(end[i] - exact[i]) / std::max(1., std::fabs(exact[i]));
      point.error = std::fmax(point.error, off);
    }
    counts.push_back(std::clamp(static_cast<int>(least / seconds_of(point.run, 1)), 1, 1000));
  }
  for (int turn = 0; turn < turns; ++turn)
    for (std::size_t i = 0; i < points.size(); ++i)
      points[i].microseconds =
          std::min(points[i].microseconds, 1e6 * seconds_of(points[i].run, counts[i]));
  for (const auto& point : points)
    std::printf("precision\t%s\t%s\t%.3e\t%.3e\t%.4f\n", title, point.solver, point.tolerance,
                point.error, point.microseconds);
  for (const auto& point : points) {
    if (!point.counting) continue;
    counted::evaluations = 0;
    static_cast<void>(point.counting());
    std::printf("evaluations\t%s\t%s\t%.3e\t%.3e\t%ld\n", title, point.solver, point.tolerance,
                point.error, counted::evaluations);
  }
}

/// The energy of the heavy top over 1000 of its times, where every solver takes about as long.
double energy_of(const double* y) {
  double a[3];
  equations::HeavyTop::velocity(y + 4, a);
  const double s = 2 / (y[0] * y[0] + y[1] * y[1] + y[2] * y[2] + y[3] * y[3]);
  return 0.5 * (y[4] * a[0] + y[5] * a[1] + y[6] * a[2]) +
         equations::HeavyTop::weight * s * (y[2] * y[3] + y[0] * y[1]);
}

constexpr int long_time = 200, looks = 40;

template <class M>
void long_run(const char* name, const M& method, long steps_in_unit) {
  const auto [problem, start] = systems::of(equations::HeavyTop{});
  auto state = start;
  typename M::Memory memory{};
  const double h = 1. / double(steps_in_unit);
  const auto energy = [&] {
    const double y[7] = {state.x.data[0], state.x.data[1], state.x.data[2], state.x.data[3],
                         state.m[0],      state.m[1],      state.m[2]};
    return energy_of(y);
  };
  const double first = energy();
  const auto begin = std::chrono::steady_clock::now();
  std::vector<std::pair<double, double>> seen;
  double worst = 0;
  for (int t = 0; t < long_time; ++t) {
    for (long i = 0; i < steps_in_unit; ++i) {
      method.step(problem, 0., h, state, memory);
      worst = std::fmax(worst, std::fabs(energy() / first - 1));
    }
    if ((t + 1) % (long_time / looks) == 0) seen.push_back({t + 1, worst});
  }
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  for (const auto& [t, error] : seen)
    std::printf("energy\t%s\t%g\t%.3e\t%.3f\n", name, t, error, time.count());
}

/// Another library takes up where it left at every unit of time.
template <class Solver>
void long_run_of(const char* name, const Solver& solver) {
  auto y = equations::HeavyTop::start();
  const double first = energy_of(y.data());
  const auto begin = std::chrono::steady_clock::now();
  std::vector<std::pair<double, double>> seen;
  double worst = 0;
  for (int t = 0; t < long_time; ++t) {
    solver(y);
    worst = std::fmax(worst, std::fabs(energy_of(y.data()) / first - 1));
    if ((t + 1) % (long_time / looks) == 0) seen.push_back({t + 1, worst});
  }
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  for (const auto& [t, error] : seen)
    std::printf("energy\t%s\t%g\t%.3e\t%.3f\n", name, t, error, time.count());
}

void energies() {
  namespace ode = boost::numeric::odeint;
  using State = equations::HeavyTop::State;
  constexpr long steps = 1000;
  long_run("Hamel variational", Variational<>{}, steps);
  long_run("Hamel variational4", Composition<Suzuki4, Variational<>>{}, steps / 2);
  long_run("Hamel energy-midpoint", EnergyMidpoint{}, steps);
  long_run("Hamel rk4", RungeKutta<Classical4>{}, steps);
  const auto rate = [](const State& y, State& r, double) {
    equations::HeavyTop::rate(y.data(), r.data());
  };
  long_run_of("odeint rk4", [&](State& y) {
    ode::integrate_n_steps(ode::runge_kutta4<State>(), rate, y, 0., 1. / steps, steps);
  });
  long_run_of("odeint dopri5 1e-6", [&](State& y) {
    ode::integrate_adaptive(ode::make_controlled<ode::runge_kutta_dopri5<State>>(1e-6, 1e-6), rate,
                            y, 0., 1., 1e-3);
  });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: bench_precision FOLDER of the answers (tests/data)\n");
    return 2;
  }
  measure<equations::RigidBody>("free, rigid body", argv[1]);
  measure<equations::HeavyTop>("free, heavy top", argv[1]);
  measure<equations::Sleigh>("nonholonomic, Chaplygin sleigh", argv[1]);
  measure<equations::Unicycle>("nonholonomic, unicycle with potential", argv[1]);
  measure<equations::VakonomicBody>("vakonomic, Suslov body", argv[1]);
  measure<equations::VakonomicUnicycle>("vakonomic, unicycle with potential", argv[1]);
  energies();
  return 0;
}
