// Steps of system files beside those of the same systems in C++, gradients and slopes given, by the same methods; a
// chart beside equations of motion by hand. What counts are the ratios: both sides run in turns.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>

#include <hamel/group/any_group.hpp>
#include <hamel/hamel.hpp>
#include <hamel/io/model.hpp>
#include <hamel/system/moving_split.hpp>

using namespace hamel;

namespace {

// Texts, not code.
// clang-format off
constexpr const char* top = R"json({"schema": 1, "name": "top", "group": "SO3",
  "metric": [["15","0","0"], ["0","1/2","0"], ["0","0","15"]], "potential": "147*R32",
  "initial": {"a": ["1/10","10","-2"]}})json";
constexpr const char* unicycle = R"json({"schema": 1, "name": "unicycle", "group": ["SE2", "T1"],
  "metric": [["13/10","0","0","0"], ["0","13/10","0","0"], ["0","0","7/10","0"], ["0","0","0","2/5"]],
  "potential": "x/2", "constraint": {"span": [["9/10","0","0","1"], ["0","0","1","0"]]},
  "initial": {"a": ["9/10","0","1/2","1"]}})json";
constexpr const char* car = R"json({"schema": 1, "name": "car", "group": ["SE2", "T1"],
  "metric": [["6/5","0","0","0"], ["0","6/5","9/25","0"], ["0","9/25","229/500","1/20"], ["0","0","1/20","1/20"]],
  "potential": "theta1^2/10", "constraint": {"span": [["4/5*cos(theta1)","0","sin(theta1)","0"], ["0","0","0","1"]]},
  "initial": {"a": ["4/5","0","0","3/10"]}})json";
constexpr const char* disk = R"json({"schema": 1, "name": "disk", "chart": {"coordinates": ["x","y","theta","phi"]},
  "metric": [["1","0","0","0"], ["0","1","0","0"], ["0","0","7/10","0"], ["0","0","0","2/5"]],
  "constraints": ["x_dot*sin(theta) - y_dot*cos(theta)", "x_dot*cos(theta) + y_dot*sin(theta) - 9/10*phi_dot"],
  "initial": {"q_dot": {"x": "9/10", "theta": "1/2", "phi": "1"}}})json";
// clang-format on

struct TopPotential {
  template <class S>
  S operator()(const Element<SO3, S>& x) const {
    return S(147) * SO3{}.matrix(x)(2, 1);
  }
  template <class S>
  Vector<S, 3> gradient(const Element<SO3, S>& x) const {
    const auto r = SO3{}.matrix(x);
    return {S(147) * r(2, 2), S(0), S(-147) * r(2, 0)};
  }
};

using Plane = Product<SE2Cover, Torus<1>>;

struct SlopePotential {
  template <class S>
  S operator()(const Element<Plane, S>& x) const {
    return S(0.5) * x.data[0];
  }
  template <class S>
  Vector<S, 4> gradient(const Element<Plane, S>& x) const {
    using std::cos, std::sin;
    return {S(0.5) * cos(x.data[2]), S(-0.5) * sin(x.data[2]), S(0), S(0)};
  }
};

struct SpringPotential {
  template <class S>
  S operator()(const Element<Plane, S>& x) const {
    return S(0.1) * x.data[4] * x.data[4];
  }
  template <class S>
  Vector<S, 4> gradient(const Element<Plane, S>& x) const {
    return {S(0), S(0), S(0), S(0.2) * x.data[4]};
  }
};

struct Steering {
  template <class S>
  Matrix<S, 4, 2> operator()(const Element<Plane, S>& x) const {
    using std::cos, std::sin;
    Matrix<S, 4, 2> d = Matrix<S, 4, 2>::Zero();
    d(0, 0) = S(0.8) * cos(x.data[4]);
    d(2, 0) = sin(x.data[4]);
    d(3, 1) = S(1);
    return d;
  }
  template <class S>
  Matrix<S, 4, 2> slope(const Element<Plane, S>& x, const Vector<S, 4>& a) const {
    using std::cos, std::sin;
    Matrix<S, 4, 2> d = Matrix<S, 4, 2>::Zero();
    d(0, 0) = S(-0.8) * sin(x.data[4]) * a[3];
    d(2, 0) = cos(x.data[4]) * a[3];
    return d;
  }
};

/// Nanoseconds for one of `count` calls.
template <class F>
double time_of(int count, const F& f) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < count; ++i) f();
  const auto end = std::chrono::steady_clock::now();
  return std::chrono::duration<double, std::nano>(end - start).count() / count;
}

/// The best of many turns of each.
template <class Left, class Right>
void compare(const char* name, const Left& left, const Right& right) {
  double first = HUGE_VAL, second = HUGE_VAL;
  for (int turn = 0; turn < 60; ++turn) {
    first = std::min(first, time_of(200, left));
    second = std::min(second, time_of(200, right));
  }
  std::printf("  %-42s %9.0f ns %9.0f ns %7.2f\n", name, first, second, second / first);
}

template <class P, class State, class M>
void against_file(const char* name, const P& problem, const State& start, const M& method,
                  const char* text, Dynamics dynamics, const std::string& by) {
  auto state = start;
  typename M::Memory memory{};
  Simulation simulation(parse_system_file(text), dynamics, by);
  const double h = 1e-5;
  compare((std::string(name) + ", " + by).c_str(),
          [&] { static_cast<void>(method.step(problem, 0., h, state, memory)); },
          [&] { static_cast<void>(simulation.step(h)); });
}

template <class P, class State>
void against_file(const char* name, const P& problem, const State& start, const char* text,
                  Dynamics dynamics) {
  against_file(name, problem, start, RungeKutta<Classical4>{}, text, dynamics, "rk4");
  against_file(name, problem, start, Variational<>{}, text, dynamics, "variational");
}

/// The rolling disk with its equations of motion solved by hand, by the classical method.
struct Disk {
  std::array<double, 8> y{0, 0, 0, 0, 0.9, 0, 0.5, 1};

  static std::array<double, 8> rate(const std::array<double, 8>& s) {
    const double c = std::cos(s[2]), d = std::sin(s[2]), turn = s[6], roll = 0.9 * s[7];
    // theta'' = phi'' = 0, x = R phi' cos theta, y = R phi' sin theta
    return {s[4], s[5], s[6], s[7], -roll * turn * d, roll * turn * c, 0, 0};
  }
  void step(double h) {
    const auto moved = [&](const std::array<double, 8>& k, double by) {
      auto z = y;
      for (int i = 0; i < 8; ++i) z[i] += by * k[i];
      return z;
    };
    const auto k1 = rate(y), k2 = rate(moved(k1, h / 2)), k3 = rate(moved(k2, h / 2)),
               k4 = rate(moved(k3, h));
    for (int i = 0; i < 8; ++i) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
};

}  // namespace

int main() {
  std::printf("  %-42s %12s %12s %7s\n", "one step of", "C++", "file", "ratio");
  Matrix<double, 3> inertia = Vector<double, 3>(15, 0.5, 15).asDiagonal();
  const auto spinning = free(mechanical(SO3{}, inertia, TopPotential{}));
  against_file("heavy top", spinning,
               spinning.start(SO3{}.identity<double>(), Vector<double, 3>(0.1, 10, -2)), top,
               Dynamics::free);
  const Plane plane = SE2Cover{} * Torus<1>{};
  Matrix<double, 4> m = Vector<double, 4>(1.3, 1.3, 0.7, 0.4).asDiagonal();
  Matrix<double, 4, 2> d;
  d << 0.9, 0, 0, 0, 0, 1, 1, 0;
  const auto system = mechanical(plane, m, SlopePotential{});
  const auto rolling = nonholonomic(system, Split(system, d));
  const auto x = plane.identity<double>();
  const Vector<double, 4> a(0.9, 0, 0.5, 1), b(0.8, 0, 0, 0.3);
  against_file("unicycle on a slope", rolling, rolling.start(x, a), unicycle,
               Dynamics::nonholonomic);
  const auto optimal = vakonomic(system, Split(system, d));
  against_file("unicycle on a slope, vakonomic", optimal, optimal.start(x, a), unicycle,
               Dynamics::vakonomic);
  Matrix<double, 4> g;
  g << 1.2, 0, 0, 0, 0, 1.2, 0.36, 0, 0, 0.36, 0.458, 0.05, 0, 0, 0.05, 0.05;
  const auto chassis = mechanical(plane, g, SpringPotential{});
  const auto driving = nonholonomic(chassis, MovingSplit(chassis, Steering{}, x));
  against_file("car that steers", driving, driving.start(x, b), car, Dynamics::nonholonomic);
  const auto steered = vakonomic(chassis, MovingSplit(chassis, Steering{}, x));
  against_file("car that steers, vakonomic", steered, steered.start(x, b), car,
               Dynamics::vakonomic);

  Disk by_hand;
  Simulation chart(parse_system_file(disk), Dynamics::nonholonomic, "rk4");
  compare(
      "rolling disk as a chart, rk4 (by hand)", [&] { by_hand.step(1e-5); },
      [&] { static_cast<void>(chart.step(1e-5)); });
  double sum = 0;  // of all: a compiler leaves out what nobody looks at
  for (const double number : by_hand.y) sum += number;
  return std::isfinite(sum) ? 0 : 1;
}
