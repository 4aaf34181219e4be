// Ensembles beside the same computation by hand on blocks of members, and two threads beside one, of the library and by
// hand: what two threads gain where nothing is shared is what the machine has to give. All are taken in turns, the
// fastest of each counts; states are compared at the end.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <thread>
#include <vector>

#include <Eigen/LU>

#include <hamel/dynamics/problem.hpp>
#include <hamel/ensemble/integrate_many.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/integrator/energy_midpoint.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/system/mechanical.hpp>

#include "by_hand.hpp"

namespace {

using namespace hamel;

constexpr int count = 4096, steps = 100, turns = 40;
constexpr double h = 0.01;

double seconds_of(const auto& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

template <class M, class Many>
bool row(const char* name, const M& method) {
  Matrix<double, 3> inertia;
  inertia << 2, 0, 0.5, 0, 3, 0.7, 0.5, 0.7, 4;
  const Matrix<double, 3> inverse = inertia.inverse();
  const auto problem = free(mechanical(SO3{}, inertia));
  using State = typename decltype(problem)::template State<double>;
  std::vector<State> starts;
  Many many;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      many.inertia[i][j] = inertia(i, j), many.inverse[i][j] = inverse(i, j);
  std::vector<by_hand::Block> blocks(count / by_hand::lanes);
  for (int i = 0; i < count; ++i) {
    const Vector<double, 3> a(std::sin(i), std::cos(2. * i), std::sin(3. * i + 1));
    starts.push_back(problem.start(SO3{}.exp(a), a));
    auto& block = blocks[static_cast<std::size_t>(i / by_hand::lanes)];
    for (int k = 0; k < 4; ++k) block.q[k][i % by_hand::lanes] = starts.back().x.data[k];
    for (int k = 0; k < 3; ++k) block.p[k][i % by_hand::lanes] = starts.back().m[k];
  }
  const auto first = blocks;
  const RunOptions options{.step = h, .steps = steps};
  const auto walk = [&](std::size_t from, std::size_t to) {
    for (std::size_t b = from; b < to; ++b)
      for (int k = 0; k < steps; ++k) many.step(h, blocks[b]);
  };
  double library = HUGE_VAL, hand = HUGE_VAL, two = HUGE_VAL, two_by_hand = HUGE_VAL, worst = 0;
  for (int turn = 0; turn < turns; ++turn) {
    Members<SO3, double, 3> members(starts);
    library = std::min(library, seconds_of([&] {
                         members = integrate_many(problem, starts, method, options, {.threads = 1});
                       }));
    hand = std::min(hand, seconds_of([&] {
                      blocks = first;
                      walk(0, blocks.size());
                    }));
    two_by_hand = std::min(two_by_hand, seconds_of([&] {
                             blocks = first;
                             std::thread other(walk, 0, blocks.size() / 2);
                             walk(blocks.size() / 2, blocks.size());
                             other.join();
                           }));
    two = std::min(two, seconds_of([&] {
                     members = integrate_many(problem, starts, method, options, {.threads = 2});
                   }));
    if (turn > 0) continue;
    for (int i = 0; i < count; ++i) {
      const auto state = members.state(static_cast<std::size_t>(i));
      const auto& block = blocks[static_cast<std::size_t>(i / by_hand::lanes)];
      for (int k = 0; k < 4; ++k)
        worst = std::fmax(worst, std::fabs(state.x.data[k] - block.q[k][i % by_hand::lanes]));
      for (int k = 0; k < 3; ++k)
        worst = std::fmax(worst, std::fabs(state.m[k] - block.p[k][i % by_hand::lanes]));
    }
  }
  constexpr double each = 1e9 / (double(count) * steps);
  std::printf("%-30s %8.2f %8.2f %6.2f %6.2f %-6s %8.2f %6.2f %-6s %8.2f %9.1e\n", name,
              library * each, hand * each, library / hand, 1.25,
              library / hand > 1.25 ? "missed" : "", library / two, 1.8,
              library / two < 1.8 ? "missed" : "", hand / two_by_hand, worst);
  return worst < 1e-12;
}

}  // namespace

int main() {
  std::printf("%d rigid bodies, %d steps; nanoseconds for a step of a body\n", count, steps);
  std::printf("%-30s %8s %8s %6s %6s %-6s %8s %6s %-6s %8s %9s\n", "", "library", "by hand",
              "ratio", "budget", "", "threads", "budget", "", "by hand", "differ by");
  const bool kutta = row<RungeKutta<Classical4>, by_hand::ManyRungeKutta>("Munthe-Kaas 4",
                                                                          RungeKutta<Classical4>{});
  const bool midpoint =
      row<EnergyMidpoint, by_hand::ManyMidpoints>("implicit midpoint", EnergyMidpoint{});
  return kutta && midpoint ? 0 : 1;
}
