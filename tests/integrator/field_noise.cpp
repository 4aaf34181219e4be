// Error control where momentum and rate vanish because terms cancel: rounding is known as such.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/dynamics/problem.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/euclidean.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/field_noise.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

using namespace hamel;

namespace {

using Line = Euclidean<1>;
using Exact = Adaptive<DormandPrince8>;

/// x^2/2 - x cos 2t.
struct Driven {
  template <class S>
  S operator()(const S& t, const Element<Line, S>& q) const {
    using std::cos;
    return S(0.5) * q.data[0] * q.data[0] - q.data[0] * cos(S(2) * t);
  }
};

/// A weight on a spring, 981 x^2/2 + 9.81 x, under the force t^3.
struct Hung {
  template <class S>
  S operator()(const S& t, const Element<Line, S>& q) const {
    return S(9.81) * q.data[0] + S(490.5) * q.data[0] * q.data[0] - q.data[0] * t * t * t;
  }
};

template <class U>
auto particle(const U& potential) {
  return free(mechanical(Line{}, Matrix<double, 1>(Matrix<double, 1>::Identity()), potential));
}

/// The largest error at 20 times up to t_end, and the steps that were tried.
template <class U, class X>
std::pair<double, int> run(const U& potential, double x, double t_end, const X& exact) {
  const auto problem = particle(potential);
  auto state =
      problem.start(Line{}.from_coordinates(std::vector<double>{x}), Vector<double, 1>::Zero());
  Exact::Memory memory;
  std::pair<double, int> result{};
  for (int i = 0; i < 20; ++i) {
    const auto status = Exact{}.step(problem, t_end * i / 20, t_end / 20, state, memory);
    CAPTURE(i);
    REQUIRE(status);
    result.first = std::max(result.first, std::abs(state.x.data[0] - exact(t_end * (i + 1) / 20)));
    result.second += status.iterations;
  }
  return result;
}

}  // namespace

TEST_CASE("a motion starts from a place where two forces cancel") {
  // From rest at 1: x'' = 0, x''' = 0.
  const auto exact = [](double t) { return 4. / 3 * std::cos(t) - 1. / 3 * std::cos(2 * t); };
  for (const double t_end : {0.1, 1., 10., 100.}) {
    CAPTURE(t_end);
    const auto [error, tried] = run(Driven{}, 1, t_end, exact);
    CHECK(error <= 1e-15 * (1 + t_end));
    CHECK(tried <= 200 + 50 * t_end);
  }
}

TEST_CASE("a weight hangs at rest until it is pulled") {
  const double w = std::sqrt(981.);
  const auto exact = [&](double t) {
    return -0.01 + (t * t * t - 6 * t / 981) / 981 + 6 * std::sin(w * t) / std::pow(w, 5);
  };
  for (const double t_end : {0.1, 1., 10.}) {
    CAPTURE(t_end);
    const auto [error, tried] = run(Hung{}, -0.01, t_end, exact);
    CHECK(error <= 1e-15 * (1 + t_end));
    CHECK(tried <= 400 + 400 * t_end);
  }
}

TEST_CASE("the noise of a field is that of its terms, and none where all is exact") {
  const auto noise = [](const auto& potential, double x, double m, double h) {
    const auto problem = particle(potential);
    const auto state =
        problem.start(Line{}.from_coordinates(std::vector<double>{x}), Vector<double, 1>(m));
    return field_noise(problem, 0., h, state);
  };
  const auto hung = noise(Hung{}, -0.01, 0, 0.01);
  CHECK(hung.m[0] > 1e-16);
  CHECK(hung.m[0] < 1e-13);
  CHECK(hung.s[0] == doctest::Approx(0.01 * hung.m[0]));
  // A large slope is no noise, nor is a curve.
  const auto steep = [](const auto& q) { return 1024. * q.data[0] * q.data[0]; };
  CHECK(noise(steep, 1, 3, 0.01).m[0] == 0);
  CHECK(noise(steep, 1, 3, 0.01).s[0] == 0);
  const auto curved = [](const auto& q) {
    using std::cos;
    return cos(1000 * q.data[0]);
  };
  CHECK(noise(curved, 0.3, 1, 0.01).m[0] < 1e-9);  // rounding of 300 in cos, times 1000
}
