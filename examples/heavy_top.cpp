// The heavy symmetric top of the multibody benchmarks: fast, and aimed at a singularity of Euler angles.
//
// A top on SO(3) with spin 150 rad/s about its symmetry axis e2, which starts horizontal; U = m g l R32
// (Geradin & Cardona 2001; Bruels & Cardona 2010). Its turning speed about e3, -4.61538 rad/s, is
// I2 spin/I1: with u = R32, the height of the axis,
//   u'^2 = (2 c/I1) (1 + u) u (u - e),   c = m g l,  e = 1 + w^2 I1/c,
// so the axis swings exactly through the lower vertical u = -1, in the period 4 K(k)/sqrt((2 c/I1)(e + 1)),
// k^2 = 1/(e + 1). Charts of three angles fail there; the group does not notice.
#include <algorithm>
#include <cmath>

#include <hamel/hamel.hpp>
#include <hamel/retraction/cayley.hpp>

#include "lesson.hpp"
#include "motion.hpp"
#include "picture.hpp"

using namespace hamel;
using V3 = Vector<double, 3>;

constexpr double I1 = 15.234375, I2 = 0.46875, c = 15 * 9.81, spin = 150;

/// m g l R32, from the rotation of e2.
struct Weight {
  template <class S>
  S operator()(const Element<SO3, S>& at) const {
    return S(c) * SO3{}.act(at, Vector<S, 3>(S(0), S(1), S(0)))[2];
  }
};

int main(int argc, char** argv) {
  Lesson lesson("The heavy top: three invariants and a vertical passage");
  const auto system = mechanical(SO3{}, Matrix<double, 3>(V3(I1, I2, I1).asDiagonal()), Weight{});
  const auto top = free(system);
  const auto x = SO3{}.identity<double>();
  const auto axis = [](const auto& state) { return SO3{}.act(state.x, V3(0, 1, 0)); };
  const auto start = top.start(x, V3(0, spin, -4.61538));
  const auto rate = [&](const auto& state) { return V3(top.velocity(state.x, state.m)); };

  std::printf("\nAgainst the 22-digit reference at t = 1, 24 turns later:\n");
  const auto end = state_at(top, start, 1);
  lesson.claim("axis",
               (axis(end) - V3(0.1733439640983860425919661, 0.640088592070568782860592,
                               -0.7484907911335813094835977))
                   .norm(),
               1e-10);
  lesson.claim(
      "angular velocity, relative",
      (rate(end) - V3(-0.8220781016827044562562894, spin, -5.923291348117336186076861)).norm() /
          spin,
      1e-10);

  std::printf("\nThe closed form, with the turning speed exactly I2 spin/I1:\n");
  const double w = I2 * spin / I1, e = 1 + w * w * I1 / c;
  const double period =
      4 * std::comp_ellint_1(1 / std::sqrt(e + 1)) / std::sqrt(2 * c / I1 * (e + 1));
  const auto aimed = top.start(x, V3(0, spin, -w));
  lesson.claim("half a period later the axis points straight down",
               (axis(state_at(top, aimed, period / 2)) - V3(0, 0, -1)).norm(), 1e-9);
  lesson.claim("a period later it is horizontal again",
               std::abs(axis(state_at(top, aimed, period))[2]), 1e-9);

  std::printf("\n200 000 variational steps of 0.001 s (Cayley):\n");
  const auto vertical = [&](const auto& state) { return spatial_momentum(top, state)[2]; };
  double noether = 0, own = 0, drift = 0, off = 0;
  const double scale = start.m.norm(), e0 = energy(top, start);
  const auto status = observe_run(
      top, start, Variational<Cayley>{}, {.step = 1e-3, .steps = 200000, .every = 100},
      [&](double, const auto& state, const RunStatus&) {
        noether = std::max(noether, std::abs(vertical(state) - vertical(start)) / scale);
        own = std::max(own, std::abs(state.m[1] - start.m[1]) / scale);
        drift = std::max(drift, std::abs(energy(top, state) - e0) / e0);
        off = std::max(off, SO3{}.residual(state.x));
      });
  lesson.claim("all steps done", !status, 0);
  lesson.claim("momentum about the vertical, relative", noether, 1e-10);
  lesson.claim("momentum about the top's axis, relative", own, 1e-10);
  lesson.claim("energy, relative: bounded", drift, 5e-4);
  lesson.claim("distance of the attitude from SO(3)", off, 1e-14);

  const auto shown = motion(top, start, 2 * period, 800);
  const auto stepped = integrate(top, start, Variational<Cayley>{},
                                 {.step = 1e-3, .steps = std::lround(2000 * period), .every = 2});
  const auto height = [&](double, const auto& state) { return axis(state)[2]; };
  picture(
      "heavy_top",
      {"The heavy top: its axis swings through the lower vertical",
       panel("Axis e2 of the top on the unit sphere, 2 periods (ring: start)", "1", "2",
             {path("fast top, 150 rad/s", 0, shown, axis),
              path("slower, 60 rad/s", 1,
                   motion(top, top.start(x, V3(0, 60, -4.61538)), 2 * period, 800), axis)},
             Panel::Frame::sphere),
       {panel("Height of the axis, R32", "t  (s)", "R32", {over_time("height", 0, shown, height)}),
        panel("Relative energy error, variational, step 0.001 s", "t  (s)", "E(t)/E(0) - 1",
              {over_time("error", 3, stepped,
                         [&](double, const auto& s) { return energy(top, s) / e0 - 1; })})}},
      argc, argv);
  return lesson.done();
}
