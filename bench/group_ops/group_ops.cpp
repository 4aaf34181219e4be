// Nanoseconds per group operation over 1024 random inputs, beside the same operations written out in doubles.
#include <array>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

#include <Eigen/Core>
#include <benchmark/benchmark.h>

#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so21.hpp>
#include <hamel/group/so3.hpp>

#include "raw.hpp"

namespace {

using namespace hamel;
constexpr std::size_t count = 1024;

/// The same vectors for everybody: directions uniform, angles uniform in (0.01, 3), translations normal.
template <int N>
std::vector<Vector<double, N>> vectors() {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> angle(0.01, 3);
  std::vector<Vector<double, N>> all(count);
  for (auto& v : all) {
    for (int i = 0; i < N; ++i) v[i] = normal(random);
    if (N == 3) v *= angle(random) / v.norm();
    if (N == 6) v.tail(3) *= angle(random) / v.tail(3).norm();
  }
  return all;
}

/// Runs f over all inputs, result after result into memory.
template <class In, class F>
void run(benchmark::State& state, const std::vector<In>& in, F&& f) {
  std::vector<decltype(f(in[0]))> out(in.size());
  for (auto _ : state) {
    for (std::size_t i = 0; i < in.size(); ++i) out[i] = f(in[i]);
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * std::int64_t(in.size()));
  state.counters["ns"] =
      benchmark::Counter(double(in.size()) * 1e-9, benchmark::Counter::kIsIterationInvariantRate |
                                                       benchmark::Counter::kInvert);
}

template <class G>
auto elements(const G& group) {
  std::vector<Element<G, double>> all;
  for (const auto& v : vectors<G::dimension>()) all.push_back(group.exp(v));
  return all;
}

template <int N>
std::vector<raw::Numbers<N>> numbers(const auto& vectors_or_elements) {
  std::vector<raw::Numbers<N>> all;
  for (const auto& item : vectors_or_elements) {
    raw::Numbers<N> n;
    for (int i = 0; i < N; ++i) {
      if constexpr (requires { item.data[i]; }) {
        n[std::size_t(i)] = item.data[i];
      } else {
        n[std::size_t(i)] = item[i];
      }
    }
    all.push_back(n);
  }
  return all;
}

template <class G>
void exponential(benchmark::State& state) {
  run(state, vectors<G::dimension>(), [g = G{}](const auto& a) { return g.exp(a); });
}
template <class G>
void logarithm(benchmark::State& state) {
  run(state, elements(G{}), [g = G{}](const auto& x) { return g.log(x); });
}
template <class G>
void compose(benchmark::State& state) {
  const auto all = elements(G{});
  const auto first = all[7];
  run(state, all, [g = G{}, &first](const auto& x) { return g.compose(x, first); });
}
template <class G>
void inverse(benchmark::State& state) {
  run(state, elements(G{}), [g = G{}](const auto& x) { return g.inverse(x); });
}
template <class G>
void adjoint(benchmark::State& state) {
  const auto all = elements(G{});
  const Tangent<G, double> b = vectors<G::dimension>()[3];
  run(state, all, [g = G{}, b](const auto& x) { return g.Ad(x, b); });
}
template <class G>
void right_jacobian(benchmark::State& state) {
  run(state, vectors<G::dimension>(), [g = G{}](const auto& a) { return g.right_jacobian(a); });
}
template <class G>
void right_jacobian_inverse(benchmark::State& state) {
  run(state, vectors<G::dimension>(),
      [g = G{}](const auto& a) { return g.right_jacobian_inverse(a); });
}
template <class G>
void dexp_inv_star(benchmark::State& state) {
  const Tangent<G, double> p = vectors<G::dimension>()[3];
  run(state, vectors<G::dimension>(),
      [g = G{}, p](const auto& a) { return g.dexp_inv_star(a, p); });
}
template <class G>
void dexp_inv_star_derivative(benchmark::State& state) {
  const Tangent<G, double> p = vectors<G::dimension>()[3];
  run(state, vectors<G::dimension>(),
      [g = G{}, p](const auto& a) { return g.dexp_inv_star_derivative(a, p); });
}

void raw_so3_exp(benchmark::State& state) {
  run(state, numbers<3>(vectors<3>()), [](const auto& a) { return raw::so3_exp(a); });
}
void raw_so3_log(benchmark::State& state) {
  run(state, numbers<4>(elements(SO3{})), [](const auto& q) { return raw::so3_log(q); });
}
void raw_so3_compose(benchmark::State& state) {
  const auto all = numbers<4>(elements(SO3{}));
  const auto first = all[7];
  run(state, all, [&first](const auto& q) { return raw::so3_compose(q, first); });
}
void raw_se2_exp(benchmark::State& state) {
  run(state, numbers<3>(vectors<3>()), [](const auto& a) { return raw::se2_exp(a); });
}
void raw_se2_log(benchmark::State& state) {
  run(state, numbers<3>(elements(SE2{})), [](const auto& x) { return raw::se2_log(x); });
}

BENCHMARK(raw_so3_exp);
BENCHMARK(exponential<SO3>);
BENCHMARK(raw_so3_log);
BENCHMARK(logarithm<SO3>);
BENCHMARK(raw_so3_compose);
BENCHMARK(compose<SO3>);
BENCHMARK(right_jacobian<SO3>);
BENCHMARK(right_jacobian_inverse<SO3>);
BENCHMARK(dexp_inv_star<SO3>);
BENCHMARK(dexp_inv_star_derivative<SO3>);
BENCHMARK(exponential<SO21>);
BENCHMARK(logarithm<SO21>);
BENCHMARK(raw_se2_exp);
BENCHMARK(exponential<SE2>);
BENCHMARK(raw_se2_log);
BENCHMARK(logarithm<SE2>);
BENCHMARK(compose<SE2>);
BENCHMARK(right_jacobian<SE2>);
BENCHMARK(right_jacobian_inverse<SE2>);
BENCHMARK(exponential<SE3>);
BENCHMARK(logarithm<SE3>);
BENCHMARK(compose<SE3>);
BENCHMARK(inverse<SE3>);
BENCHMARK(adjoint<SE3>);
BENCHMARK(right_jacobian<SE3>);
BENCHMARK(right_jacobian_inverse<SE3>);
BENCHMARK(dexp_inv_star<SE3>);
BENCHMARK(dexp_inv_star_derivative<SE3>);

}  // namespace

BENCHMARK_MAIN();
