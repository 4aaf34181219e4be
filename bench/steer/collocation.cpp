// The ends of bench_steer by direct collocation with Ipopt: time, cost reached, accuracy at the end, as a line of JSON
// for each group.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "hermite_simpson.hpp"

namespace {

double milliseconds() {
  return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// An end with what steering took to find it.
struct End {
  double time, cost;
  std::vector<double> coordinates;
};

/// With the fewest intervals among 25, 50, 100, ... whose controls lead to the target within 1e-8; the time is that of
/// this run alone.
struct Collocated {
  bool solved = false;
  double cost = 0, miss = 0, time = 0;
  int intervals = 0;
};
template <class System>
Collocated collocated(Ipopt::IpoptApplication& solver,
                      const std::array<double, System::states>& target) {
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

double median(std::vector<double> list) {
  if (list.empty()) return 0;
  std::sort(list.begin(), list.end());
  return list[list.size() / 2];
}

template <class System, class State>
void compare(const char* name, const std::vector<End>& ends, const State& state) {
  Ipopt::SmartPtr<Ipopt::IpoptApplication> solver = IpoptApplicationFactory();
  solver->Options()->SetIntegerValue("print_level", 0);
  solver->Options()->SetStringValue("sb", "yes");
  solver->Options()->SetNumericValue("tol", 1e-10);
  solver->Initialize();
  std::vector<double> ours, theirs, ratios, misses, intervals;
  int dearer = 0, cheaper = 0;
  for (const End& end : ends) {
    const Collocated other = collocated<System>(*solver, state(end.coordinates));
    ours.push_back(end.time);
    if (!other.solved) continue;
    theirs.push_back(other.time);
    ratios.push_back(other.time / end.time);
    misses.push_back(other.miss);
    intervals.push_back(other.intervals);
    dearer += end.cost > other.cost * (1 + 1e-6);
    cheaper += end.cost < other.cost * (1 - 1e-6);
  }
  std::printf(
      "{\"group\": \"%s\", \"ends\": %zu, \"ours\": %.4f, \"reached\": %zu, \"intervals\": %.0f, "
      "\"median\": %.2f, \"miss\": %.1e, \"ratio\": %.1f, \"cheaper\": %d, \"dearer\": %d}\n",
      name, ends.size(), median(ours), theirs.size(), median(intervals), median(theirs),
      median(misses), median(ratios), cheaper, dearer);
  std::fflush(stdout);
}

/// The quaternion (b, c, d, a), a >= 0, of the matrix with these entries, row by row.
std::array<double, 4> quaternion(const double* r) {
  const auto at = [&](int i, int j) { return r[3 * i + j]; };
  const double squares[] = {1 + at(0, 0) - at(1, 1) - at(2, 2), 1 - at(0, 0) + at(1, 1) - at(2, 2),
                            1 - at(0, 0) - at(1, 1) + at(2, 2), 1 + at(0, 0) + at(1, 1) + at(2, 2)};
  const int k = static_cast<int>(std::max_element(squares, squares + 4) - squares);
  std::array<double, 4> q;
  q[k] = std::sqrt(squares[k]) / 2;
  const double by = 1 / (4 * q[k]);
  if (k == 3) {
    for (int i = 0; i < 3; ++i)
      q[i] = by * (at((i + 2) % 3, (i + 1) % 3) - at((i + 1) % 3, (i + 2) % 3));
  } else {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    q[i] = by * (at(k, i) + at(i, k));
    q[j] = by * (at(k, j) + at(j, k));
    q[3] = by * (at(j, i) - at(i, j));
  }
  if (q[3] < 0)
    for (double& c : q) c = -c;
  return q;
}

template <std::size_t n>
std::array<double, n> as_they_are(const std::vector<double>& c) {
  std::array<double, n> state;
  std::copy_n(c.begin(), n, state.begin());
  return state;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr,
                 "bench_steer_collocation ENDS, the file that bench_steer COUNT ENDS writes\n");
    return 2;
  }
  std::map<std::string, std::vector<End>> ends;
  std::ifstream file(argv[1]);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string group;
    End end;
    words >> group >> end.time >> end.cost;
    for (double c; words >> c;) end.coordinates.push_back(c);
    ends[group].push_back(std::move(end));
  }
  compare<AreaInThePlane>("H3", ends["H3"], as_they_are<3>);
  compare<CarInThePlane>("SE2", ends["SE2"], as_they_are<3>);
  compare<Attitude>("SO3", ends["SO3"],
                    [](const std::vector<double>& c) { return quaternion(c.data()); });
  compare<DiskInThePlane>("SE2xT1", ends["SE2xT1"], as_they_are<4>);
  compare<Glider>("SE3", ends["SE3"], [](const std::vector<double>& c) {
    const auto q = quaternion(c.data() + 3);
    return std::array<double, 7>{c[0], c[1], c[2], q[0], q[1], q[2], q[3]};
  });
}
