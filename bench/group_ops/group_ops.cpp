// Nanoseconds per group operation over 1024 random inputs, beside the same operations written out in doubles and, where
// their headers are found, those of other libraries.
//
// The repetitions of all rows are interleaved at random and the fastest of each counts, so that the ratios in the table
// at the end hold on a busy machine too.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <map>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <Eigen/Core>
#include <benchmark/benchmark.h>

#include <hamel/core/types.hpp>
#include <hamel/group/between.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/gl2.hpp>
#include <hamel/group/heisenberg.hpp>
#include <hamel/group/interpolation.hpp>
#include <hamel/group/jacobians.hpp>
#include <hamel/group/matrices.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se23.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/sim2.hpp>
#include <hamel/group/sim3.hpp>
#include <hamel/group/sl3.hpp>
#include <hamel/group/so2.hpp>
#include <hamel/group/so21.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>

#include "peers.hpp"
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

/// Operations in the order of their first row, with the sides that have them.
std::vector<std::string> rows;

/// Where inputs and results lie while a row is measured, the same place for all sides: how addresses fall on the lines of
/// the cache can double a nanosecond.
constexpr std::size_t room = 1536 * count;
alignas(4096) std::byte input_room[room], output_room[room];

/// The values in their place, of which the compiler knows no more than of any other.
template <class T>
std::span<T> placed(std::byte* place, const std::vector<T>& values) {
  static_assert(std::is_trivially_destructible_v<T> && sizeof(T) * count <= room);
  T* first = reinterpret_cast<T*>(place);
  std::uninitialized_copy(values.begin(), values.end(), first);
  benchmark::DoNotOptimize(first);
  return {first, values.size()};
}

/// One side of a row: f over all inputs, result after result into memory.
template <class In, class F>
void row(const std::string& operation, const char* side, const std::vector<In>& in, F f) {
  if (std::find(rows.begin(), rows.end(), operation) == rows.end()) rows.push_back(operation);
  benchmark::RegisterBenchmark((operation + "/" + side).c_str(), [in, f](benchmark::State& state) {
    std::vector<std::decay_t<decltype(f(in[0]))>> results;
    for (const In& x : in) results.push_back(f(x));
    const auto inputs = placed(input_room, in);
    const auto out = placed(output_room, results);
    for (auto _ : state) {
      for (std::size_t i = 0; i < inputs.size(); ++i) out[i] = f(inputs[i]);
      benchmark::DoNotOptimize(out.data());
      benchmark::ClobberMemory();
    }
  });
}

template <class G>
void library(const std::string& name) {
  const G g{};
  const auto in = vectors<G::dimension>();
  std::vector<Element<G, double>> x;
  for (const auto& a : in) x.push_back(g.exp(a));
  const auto y = x[7];
  const Vector<double, G::dimension> b = in[3];
  row(name + " exp", "hamel", in, [g](const auto& a) { return g.exp(a); });
  row(name + " log", "hamel", x, [g](const auto& x) { return g.log(x); });
  row(name + " compose", "hamel", x, [g, y](const auto& x) { return g.compose(x, y); });
  if constexpr (std::is_same_v<G, SO3> ||
                std::is_same_v<G, SO2>)  // what compose does anyway, for peers that do not
    row(name + " compose, norm 1", "hamel", x, [g, y](const auto& x) { return g.compose(x, y); });
  row(name + " inverse", "hamel", x, [g](const auto& x) { return g.inverse(x); });
  row(name + " between", "hamel", x, [g, y](const auto& x) { return between(g, x, y); });
  if constexpr (requires { G::space; }) {
    const Vector<double, G::space> p = Vector<double, G::space>::Constant(0.7);
    row(name + " act", "hamel", x, [g, p](const auto& x) { return g.act(x, p); });
  }
  if constexpr (G::dimension == 1) return;  // Ad and the Jacobians are 1
  row(name + " Ad", "hamel", x, [g, b](const auto& x) { return g.Ad(x, b); });
  row(name + " right Jacobian", "hamel", in, [g](const auto& a) { return g.right_jacobian(a); });
  row(name + " its inverse", "hamel", in,
      [g](const auto& a) { return g.right_jacobian_inverse(a); });
  row(name + " dexp_inv_star", "hamel", in,
      [g, b](const auto& a) { return g.dexp_inv_star(a, b); });
  row(name + " its derivative", "hamel", in,
      [g, b](const auto& a) { return g.dexp_inv_star_derivative(a, b); });
}

/// Where splines over eight elements are asked for: 1024 times in their domain.
std::vector<double> spline_times() {
  std::vector<double> times;
  for (std::size_t i = 0; i < count; ++i) times.push_back(5. * double(i) / double(count));
  return times;
}

/// What is made of operations: Jacobians beside values, geodesics, splines with their rates, nearest elements.
template <class G>
void curves(const std::string& name) {
  const G g{};
  const auto in = vectors<G::dimension>();
  std::vector<Element<G, double>> x;
  for (const auto& a : in) x.push_back(g.exp(a));
  const auto y = x[7];
  std::vector<Element<G, double>> control(x.begin(), x.begin() + 8);
  const BSpline<G, double> spline(g, control);
  row(name + " minus, Jacobians", "hamel", x,
      [g, y](const auto& x) { return with_jacobians::minus(g, y, x); });
  row(name + " geodesic", "hamel", x, [g, y](const auto& x) { return geodesic(g, x, y, 0.3); });
  row(name + " spline, rates", "hamel", spline_times(), [spline](double t) { return spline.at(t); });
  std::vector<decltype(matrix(y))> matrices;
  for (const auto& element : x) matrices.push_back(1.01 * matrix(element));
  row(name + " nearest", "hamel", matrices, [](const auto& m) { return nearest<G>(m); });
}

template <class Peer, int N, int Space>
[[maybe_unused]] void peer(const std::string& name) {
  const auto in = vectors<N>();
  std::vector<typename Peer::Element> x;
  for (const auto& a : in) {
    if constexpr (requires { Peer::element(a); })
      x.push_back(Peer::element(a));
    else
      x.push_back(Peer::exp(a));
  }
  const auto y = x[7];
  const Vector<double, N> b = in[3];
  const Vector<double, Space> p = Vector<double, Space>::Constant(0.7);
  if constexpr (requires { Peer::exp(b); }) {
    row(name + " exp", Peer::name, in, [](const auto& a) { return Peer::exp(a); });
    row(name + " log", Peer::name, x, [](const auto& x) { return Peer::log(x); });
  }
  row(name + " compose", Peer::name, x, [y](const auto& x) { return Peer::compose(x, y); });
  if constexpr (requires { Peer::compose_normalized(y, y); })
    row(name + " compose, norm 1", Peer::name, x,
        [y](const auto& x) { return Peer::compose_normalized(x, y); });
  if constexpr (requires { Peer::inverse(y); }) {
    row(name + " inverse", Peer::name, x, [](const auto& x) { return Peer::inverse(x); });
    row(name + " between", Peer::name, x, [y](const auto& x) { return Peer::between(x, y); });
  }
  if constexpr (N > 1 && requires { Peer::minus_with_jacobians(y, y); })
    row(name + " minus, Jacobians", Peer::name, x,
        [y](const auto& x) { return Peer::minus_with_jacobians(x, y); });
  if constexpr (N > 1 && requires { Peer::geodesic(y, y, 0.3); })
    row(name + " geodesic", Peer::name, x,
        [y](const auto& x) { return Peer::geodesic(x, y, 0.3); });
  if constexpr (N > 1 && requires { Peer::spline(x); })
    row(name + " spline, rates", Peer::name, spline_times(),
        Peer::spline(std::vector(x.begin(), x.begin() + 8)));
  if constexpr (requires { Peer::act(y, p); })
    row(name + " act", Peer::name, x, [p](const auto& x) { return Peer::act(x, p); });
  if constexpr (N == 1) return;
  if constexpr (requires { Peer::adjoint(y, b); })
    row(name + " Ad", Peer::name, x, [b](const auto& x) { return Peer::adjoint(x, b); });
  if constexpr (requires { Peer::right_jacobian(b); })
    row(name + " right Jacobian", Peer::name, in,
        [](const auto& a) { return Peer::right_jacobian(a); });
  if constexpr (requires { Peer::right_jacobian_inverse(b); })
    row(name + " its inverse", Peer::name, in,
        [](const auto& a) { return Peer::right_jacobian_inverse(a); });
}

/// Vectors, or the stored numbers of elements, as plain arrays.
template <int N, class G>
std::vector<raw::Numbers<N>> numbers(const G& group, bool elements) {
  std::vector<raw::Numbers<N>> all;
  for (const auto& a : vectors<G::dimension>()) {
    raw::Numbers<N> n;
    for (int i = 0; i < N; ++i) n[std::size_t(i)] = elements ? group.exp(a).data[i] : a[i];
    all.push_back(n);
  }
  return all;
}

void by_hand() {
  const auto a = numbers<3>(SO3{}, false);
  const auto q = numbers<4>(SO3{}, true);
  const auto y = q[7];
  row("SO3 exp", "by hand", a, [](const auto& a) { return raw::so3_exp(a); });
  row("SO3 log", "by hand", q, [](const auto& q) { return raw::so3_log(q); });
  row("SO3 compose", "by hand", q, [y](const auto& q) { return raw::so3_compose(q, y); });
  row("SE2 exp", "by hand", a, [](const auto& a) { return raw::se2_exp(a); });
  row("SE2 log", "by hand", numbers<3>(SE2Cover{}, true),
      [](const auto& x) { return raw::se2_log(x); });
}

/// Keeps the fastest repetition of every benchmark, for the table.
class Fastest : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type == Run::RT_Aggregate) continue;
      double& best = times_.try_emplace(run.run_name.function_name, HUGE_VAL).first->second;
      best = std::min(best, run.GetAdjustedCPUTime() / double(count));
    }
  }
  void print() const {
    constexpr std::array sides{"hamel", "by hand", "Eigen",  "Ceres",
                               "KDL",   "manif",   "Sophus", "smooth"};
    std::printf("%-22s", "ns");
    for (const char* side : sides) std::printf(" %8s", side);
    std::printf("  hamel / best peer, / best that stores as few numbers\n");
    for (const std::string& operation : rows) {
      std::printf("%-22s", operation.c_str());
      double own = 0, peer = HUGE_VAL, alike = HUGE_VAL;
      for (const std::string side : sides) {
        const auto found = times_.find(operation + "/" + side);
        if (found == times_.end()) {
          std::printf(" %8s", "-");
          continue;
        }
        std::printf(" %8.2f", found->second);
        if (side == "hamel")
          own = found->second;
        else if (side != "by hand") {
          peer = std::min(peer, found->second);
          if (!stores_matrices(operation, side)) alike = std::min(alike, found->second);
        }
      }
      if (peer < HUGE_VAL) std::printf("  %.2f", own / peer);
      if (alike < HUGE_VAL && alike > peer) std::printf("  %.2f", own / alike);
      std::printf("\n");
    }
  }

 private:
  /// Rotations as nine numbers have no less to store, and less to compute where they act.
  static bool stores_matrices(const std::string& operation, const std::string& side) {
    return side == "KDL" || (side == "Eigen" && operation.starts_with("SE3"));
  }

  std::map<std::string, double> times_;
};

}  // namespace

int main(int argc, char** argv) {
  library<SO3>("SO3");
  library<SO21>("SO21");
  library<SE2>("SE2");
  library<SE2Cover>("SE2Cover");
  library<SE3>("SE3");
  library<Heisenberg<1>>("Heisenberg");
  library<Torus<2>>("torus");
  library<SO2>("SO2");
  library<SE23>("SE23");
  library<Sim2>("Sim2");
  library<Sim3>("Sim3");
  library<GL2>("GL2");
  library<SL3>("SL3");
  curves<SO3>("SO3");
  curves<SE2>("SE2");
  curves<SE3>("SE3");
  curves<SE23>("SE23");
  curves<Sim2>("Sim2");
  curves<Sim3>("Sim3");
  peer<peers::EigenRotation, 3, 3>("SO3");
  peer<peers::EigenMotion, 6, 3>("SE3");
#ifdef HAMEL_BENCH_CERES
  peer<peers::CeresRotation, 3, 3>("SO3");
#endif
#ifdef HAMEL_BENCH_KDL
  peer<peers::KdlRotation, 3, 3>("SO3");
  peer<peers::KdlMotion, 6, 3>("SE3");
#endif
  by_hand();
#ifdef HAMEL_BENCH_MANIF
  peer<peers::Manif<manif::SO2d>, 1, 2>("SO2");
  peer<peers::Manif<manif::SO3d>, 3, 3>("SO3");
  peer<peers::Manif<manif::SE2d>, 3, 2>("SE2");
  peer<peers::Manif<manif::SE3d>, 6, 3>("SE3");
  peer<peers::Manif<manif::SE_2_3d>, 9, 3>("SE23");
#endif
#ifdef HAMEL_BENCH_SOPHUS
  peer<peers::Sophus<Sophus::SO2d>, 1, 2>("SO2");
  peer<peers::Sophus<Sophus::SO3d>, 3, 3>("SO3");
  peer<peers::Sophus<Sophus::SE2d>, 3, 2>("SE2");
  peer<peers::Sophus<Sophus::SE3d>, 6, 3>("SE3");
  peer<peers::Sophus<Sophus::Sim2d>, 4, 2>("Sim2");
  peer<peers::Sophus<Sophus::Sim3d>, 7, 3>("Sim3");
#endif
#ifdef HAMEL_BENCH_SMOOTH
  peer<peers::Smooth<smooth::SO2d>, 1, 2>("SO2");
  peer<peers::Smooth<smooth::SO3d>, 3, 3>("SO3");
  peer<peers::Smooth<smooth::SE2d>, 3, 2>("SE2");
  peer<peers::Smooth<smooth::SE3d>, 6, 3>("SE3");
  peer<peers::Smooth<smooth::SE_K_3<double, 2>>, 9, 3>("SE23");
#endif
  std::vector<char*> arguments(argv, argv + argc);
  char repetitions[] = "--benchmark_repetitions=20", least[] = "--benchmark_min_time=0.005",
       interleave[] = "--benchmark_enable_random_interleaving=true";
  arguments.insert(arguments.begin() + 1, {repetitions, least, interleave});
  int size = static_cast<int>(arguments.size());
  benchmark::Initialize(&size, arguments.data());
  Fastest fastest;
  benchmark::RunSpecifiedBenchmarks(&fastest);
  fastest.print();
}
