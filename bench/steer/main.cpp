// Random end states on five groups: how many are reached to 1e-10, in what time, what a warm start takes, and what a
// plain single shooting does. A line of JSON for each group; the first ends, with time and cost, go to a file for
// bench_steer_collocation.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numbers>
#include <random>
#include <vector>

#include <Eigen/LU>

#include <hamel/hamel.hpp>
#include <hamel/steer/steer.hpp>

using namespace hamel;

namespace {

using Random = std::mt19937;

constexpr int to_compare = 30;  // ends written for collocation

double uniform(Random& random, double size) {
  return std::uniform_real_distribution<double>(-size, size)(random);
}

/// A rotation vector of a rotation drawn evenly.
Vector<double, 3> rotation(Random& random) {
  std::normal_distribution<double> normal;
  const Vector<double, 3> axis(normal(random), normal(random), normal(random));
  return 2 * std::atan2(axis.norm(), normal(random)) * axis.normalized();
}

double milliseconds() {
  return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// As one writes it by hand: a guess of p(0) by the logarithm, Newton's method with differences, a fixed step of order
/// 4, at most 50 iterations. Negative cost: not reached.
template <class P>
double by_hand(const P& problem, const Element<typename P::Group, double>& target) {
  using V = Vector<double, P::dimension>;
  const auto& group = problem.group();
  const auto e = group.template identity<double>();
  const RungeKutta<Classical4> method;
  const auto end = [&](const V& p) {
    typename P::template State<double> state{e, p};
    RungeKutta<Classical4>::Memory memory;
    for (int k = 0; k < 200; ++k)
      if (!method.step(problem, k * 0.005, 0.005, state, memory)) break;
    return V(group.log(group.compose(group.inverse(target), state.x)));
  };
  V p = group.log(target) + V::Constant(0.1);
  for (int k = 0; k < 50; ++k) {
    const V r = end(p);
    if (!r.allFinite() || r.norm() > 1e6) return -1;
    if (r.norm() < 1e-10) return problem.velocity(e, p).dot(p) / 2;
    Matrix<double, P::dimension> j;
    for (int i = 0; i < group.dim(); ++i)
      j.col(i) = (end(V(p + 1e-6 * V::Unit(group.dim(), i))) - r) / 1e-6;
    p -= j.fullPivLu().solve(r);
  }
  return -1;
}

double quantile(std::vector<double> list, double part) {
  if (list.empty()) return 0;
  std::sort(list.begin(), list.end());
  return list[std::min(list.size() - 1, static_cast<std::size_t>(part * double(list.size())))];
}

template <class P, class Sample>
void measure(const char* name, const P& problem, int count, std::FILE* ends, const Sample& sample) {
  const auto& group = problem.group();
  const auto e = group.template identity<double>();
  const double before = milliseconds();
  Steering steering(problem);
  Adaptive<DormandPrince8> fine;
  fine.tolerance = 1e-14;
  Random random(2024);
  std::vector<double> times, plain, again, once, ratios, dearness;
  int solved = 0, wrong = 0, by_newton = 0, dearer = 0, followed = 0;
  using V = Vector<double, std::decay_t<decltype(problem)>::dimension>;
  const V shift = V::Constant(group.dim(), 0.01 / std::sqrt(group.dim()));
  double worst = 0;
  for (int i = 0; i < count; ++i) {
    const auto target = sample(random);
    double t = milliseconds();
    const auto motions = steering.solve(e, target, 1);
    times.push_back(milliseconds() - t);
    if (ends != nullptr && i < to_compare && !motions.empty()) {
      std::fprintf(ends, "%s %.17g %.17g", name, times.back(), motions[0].cost);
      for (const double c : group.coordinates(target)) std::fprintf(ends, " %.17g", c);
      std::fprintf(ends, "\n");
    }
    t = milliseconds();
    const double cost = by_hand(problem, target);
    plain.push_back(milliseconds() - t);
    by_newton += cost >= 0;
    if (motions.empty()) continue;
    ++solved;
    worst = std::max(worst, motions[0].residual);
    const auto run = integrate(problem, motions[0].start, fine, {.step = 0.1, .steps = 10});
    const auto moved = group.compose(target, group.exp(shift));
    t = milliseconds();
    followed += steering.resolve(motions[0], e, EndPoint{moved}).solved;
    again.push_back(milliseconds() - t);
    auto state = motions[0].start;
    typename Adaptive<DormandPrince8>::Memory memory;
    t = milliseconds();
    static_cast<void>(Adaptive<DormandPrince8>{}.step(problem, 0., 1., state, memory));
    once.push_back(milliseconds() - t);
    ratios.push_back(again.back() / once.back());
    wrong += group.log(group.compose(group.inverse(target), run.states.back().x)).norm() > 1e-9;
    if (cost < 0) continue;
    dearer += motions[0].cost > cost * (1 + 1e-6);
    dearness.push_back(cost / motions[0].cost);
  }
  std::printf(
      "{\"group\": \"%s\", \"ends\": %d, \"reached\": %d, \"wrong\": %d, \"residual\": %.3e, "
      "\"median\": %.4f, \"ninety\": %.4f, \"followed\": %d, \"again\": %.4f, \"trajectory\": "
      "%.4f, "
      "\"ratio\": %.3f, \"plain_reached\": %d, \"plain_median\": %.4f, \"plain_dearness\": %.4f, "
      "\"dearer\": %d, \"all_seconds\": %.1f}\n",
      name, count, solved, wrong, worst, quantile(times, .5), quantile(times, .9), followed,
      quantile(again, .5), quantile(once, .5), quantile(ratios, .5), by_newton, quantile(plain, .5),
      quantile(dearness, .5), dearer, (milliseconds() - before) / 1e3);
  std::fflush(stdout);
}

template <int N, int R>
auto kinetic(const auto& group, const Matrix<double, N, R>& d) {
  const auto system = mechanical(group, Matrix<double, N>(Matrix<double, N>::Identity()));
  return vakonomic(system, Split(system, d));
}

template <int N, int R>
Matrix<double, N, R> columns(std::initializer_list<double> by_column) {
  Matrix<double, N, R> m;
  std::copy(by_column.begin(), by_column.end(), m.data());
  return m;
}

}  // namespace

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 1000;
  std::FILE* const ends = argc > 2 ? std::fopen(argv[2], "w") : nullptr;
  if (argc > 2 && ends == nullptr) {
    std::fprintf(stderr, "bench_steer: cannot write %s\n", argv[2]);
    return 1;
  }
  const double pi = std::numbers::pi;
  const auto plane = [&](Random& random) {
    return std::vector<double>{uniform(random, 6), uniform(random, 6), uniform(random, pi)};
  };
  measure("H3", kinetic(Heisenberg<1>{}, columns<3, 2>({1, 0, 0, 0, 1, 0})), count, ends,
          [&](Random& random) {
            return Heisenberg<1>{}.from_coordinates(
                std::vector<double>{uniform(random, 2), uniform(random, 2), uniform(random, 2)});
          });
  measure("SE2", kinetic(SE2Cover{}, columns<3, 2>({1, 0, 0, 0, 0, 1})), count, ends,
          [&](Random& random) { return SE2Cover{}.from_coordinates(plane(random)); });
  measure("SO3", kinetic(SO3{}, columns<3, 2>({1, 0, 0, 0, 1, 0})), count, ends,
          [&](Random& random) { return SO3{}.exp(rotation(random)); });
  const auto disk = SE2Cover{} * Torus<1>{};
  measure("SE2xT1", kinetic(disk, columns<4, 2>({1, 0, 0, 1, 0, 0, 1, 0})), count, ends,
          [&](Random& random) {
            auto c = plane(random);
            c.push_back(uniform(random, 6));
            return disk.from_coordinates(c);
          });
  measure("SE3",
          kinetic(SE3{}, columns<6, 3>({1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1})),
          count, ends, [&](Random& random) {
            Vector<double, 6> shift = Vector<double, 6>::Zero(), turn = shift;
            shift.head<3>() << uniform(random, 2), uniform(random, 2), uniform(random, 2);
            turn.tail<3>() = rotation(random);
            return SE3{}.compose(SE3{}.exp(shift), SE3{}.exp(turn));
          });
  if (ends != nullptr) std::fclose(ends);
}
