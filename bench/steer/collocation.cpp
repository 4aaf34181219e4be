// The same targets by direct collocation with Ipopt: time, cost reached, accuracy at the end.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numbers>
#include <random>
#include <vector>

#include <hamel/hamel.hpp>
#include <hamel/steer/steer.hpp>

#include "hermite_simpson.hpp"

using namespace hamel;

namespace {

double milliseconds() {
  return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// With the fewest intervals among 25, 50, 100, ... whose controls lead to the target within 1e-8; the time is that of
/// this run alone.
struct Collocated {
  bool solved = false;
  double cost = 0, miss = 0, time = 0;
  int intervals = 0;
};
template <class System>
Collocated collocated(Ipopt::IpoptApplication& solver, const std::array<double, 3>& target) {
  Collocated found;
  for (int n = 25; n <= 1600; n *= 2) {
    Ipopt::SmartPtr<HermiteSimpson<System>> problem = new HermiteSimpson<System>(n, target);
    const double before = milliseconds();
    solver.OptimizeTNLP(problem);
    found = {problem->solved, problem->cost, problem->miss(), milliseconds() - before, n};
    if (!found.solved || found.miss < 1e-8) break;
  }
  found.solved = found.solved && found.miss < 1e-8;
  return found;
}

template <class System, class G>
void compare(const char* name, const G& group, int first, int second, int count,
             std::array<double, 3> size) {
  Matrix<double, 3, 2> d = Matrix<double, 3, 2>::Zero();
  d(first, 0) = d(second, 1) = 1;
  const auto system = mechanical(group, Matrix<double, 3>(Matrix<double, 3>::Identity()));
  Steering steering(vakonomic(system, Split(system, d)));
  const auto start = group.template identity<double>();
  Ipopt::SmartPtr<Ipopt::IpoptApplication> solver = IpoptApplicationFactory();
  solver->Options()->SetIntegerValue("print_level", 0);
  solver->Options()->SetStringValue("sb", "yes");
  solver->Options()->SetNumericValue("tol", 1e-10);
  solver->Initialize();

  std::mt19937 random(2024);
  std::vector<double> ours, theirs, times;
  int reached = 0, solved = 0, dearer = 0, cheaper = 0;
  double worst = 0;
  long intervals = 0;
  for (int i = 0; i < count; ++i) {
    std::array<double, 3> c;
    for (int k = 0; k < 3; ++k)
      c[k] = std::uniform_real_distribution<double>(-size[k], size[k])(random);
    const auto target = group.from_coordinates(std::vector<double>(c.begin(), c.end()));
    double t = milliseconds();
    const auto motions = steering.solve(start, target, 1);
    ours.push_back(milliseconds() - t);
    const Collocated other = collocated<System>(*solver, c);
    reached += !motions.empty();
    if (!motions.empty()) worst = std::max(worst, motions[0].residual);
    if (!other.solved) continue;
    ++solved;
    theirs.push_back(other.time);
    intervals += other.intervals;
    if (motions.empty()) continue;
    times.push_back(other.time / ours.back());
    dearer += motions[0].cost > other.cost * (1 + 1e-6);
    cheaper += motions[0].cost < other.cost * (1 - 1e-6);
  }
  for (auto* list : {&ours, &theirs, &times}) std::sort(list->begin(), list->end());
  const auto median = [](const std::vector<double>& list) {
    return list.empty() ? 0. : list[list.size() / 2];
  };
  std::printf("%-4s steering     reached %d of %d, worst residual %.1e, ms each: median %.3f\n",
              name, reached, count, worst, median(ours));
  std::printf(
      "%-4s collocation  reached %d to 1e-8, with %.0f intervals on average, ms each: median "
      "%.1f, %.0f times ours\n",
      "", solved, double(intervals) / std::max(1, solved), median(theirs), median(times));
  std::printf("%-4s of those both reached ours cost less %d times, more %d times\n", "", cheaper,
              dearer);
}

}  // namespace

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100;
  compare<AreaInThePlane>("H3", Heisenberg<1>{}, 0, 1, count, {2, 2, 2});
  compare<CarInThePlane>("SE2", SE2{}, 0, 2, count, {6, 6, std::numbers::pi});
}
