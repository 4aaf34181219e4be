// What deciding Q1 exactly costs on random systems: processor time and size of numbers by dimension.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "catalogue.hpp"
#include "checking/q1.hpp"

using namespace hamel;

namespace {

/// Digits of the largest numerator or denominator.
std::size_t most_digits(const DynamicMatrix<Rational>& m) {
  std::size_t most = 0;
  for (Eigen::Index i = 0; i < m.rows(); ++i)
    for (Eigen::Index j = 0; j < m.cols(); ++j)
      most = std::max({most, m(i, j).numerator().str().size(), m(i, j).denominator().str().size()});
  return most;
}

struct Cost {
  int systems = 0;
  double worst = 0, total = 0;
  std::size_t digits = 0;
  std::map<std::string, int> kinds;
};

}  // namespace

int main() {
  std::mt19937 generator(10);
  const auto digit = [&](int low, int high) {
    return low + static_cast<int>(generator() % static_cast<unsigned>(high - low + 1));
  };
  const auto fraction = [&](int bound) { return Rational(digit(-bound, bound)) / digit(1, 9); };
  std::map<int, Cost> costs;
  for (const auto& entry : catalogue::all()) {
    const auto& algebra = entry.algebra;
    const int n = algebra.dimension();
    if (n > 10) continue;
    for (int k = 0; k < 20;) {
      const int r = digit(2, n - 1);
      const bool full = digit(0, 1) == 1;
      AlgebraicSystem<Rational> system{algebra, DynamicMatrix<Rational>::Constant(n, n, 0),
                                       DynamicMatrix<Rational>::Constant(n, r, 0)};
      for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j)
          if (i == j || (full && digit(0, 2) == 0))
            system.metric(i, j) = system.metric(j, i) = fraction(30);
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < r; ++j)
          system.distribution(i, j) = full ? fraction(9) : Rational(digit(0, 2) == 0);
      if (rank<Rational>(system.distribution) < r) continue;
      const DynamicMatrix<Rational> gram =
          system.distribution.transpose() * system.metric * system.distribution;
      if (rank<Rational>(gram) < r) continue;
      ++k;
      const Splitting<Rational> split(system);
      const std::clock_t begin = std::clock();
      const auto proof = prove_q1(split);
      const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
      Cost& cost = costs[n];
      ++cost.systems;
      ++cost.kinds[proof.kind];
      cost.worst = std::max(cost.worst, seconds);
      cost.total += seconds;
      cost.digits = std::max(cost.digits, most_digits(proof.certificate));
      if (proof.contradiction)
        cost.digits = std::max(cost.digits, most_digits(proof.contradiction->combination));
    }
  }
  std::printf("%3s %8s %12s %12s %16s  %s\n", "n", "systems", "mean (s)", "worst (s)",
              "largest digits", "proofs");
  for (const auto& [n, cost] : costs) {
    std::string kinds;
    for (const auto& [kind, number] : cost.kinds)
      kinds += kind + " " + std::to_string(number) + "  ";
    std::printf("%3d %8d %12.2g %12.2g %16zu  %s\n", n, cost.systems, cost.total / cost.systems,
                cost.worst, cost.digits, kinds.c_str());
  }
}
