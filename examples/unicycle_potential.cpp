// The unicycle in a potential: a class of potentials that was claimed to work, and one that does.
//
// Without potential every nonholonomic motion of the unicycle on SE(2) x T^1 is vakonomic. Jozwikowski &
// Respondek (2013, Ex. 4.2) let in all potentials U(phi, I theta + R m (x cos phi + y sin phi)). They are
// constant along d_perp, condition (3.10); but the condition on the metric that goes with it, (3.9),
// holds on basis vectors only, and for such a potential the best multiplier misses by 3 per cent. What
// works is U(phi, theta): <e1, e2> is an ideal complementary to d, and L on d does not see it.
#include <cmath>

#include <hamel/diagnostics/q2_along.hpp>
#include <hamel/hamel.hpp>

#include "lesson.hpp"
#include "motion.hpp"
#include "picture.hpp"

using namespace hamel;
using V4 = Vector<double, 4>;

constexpr double m = 1.3, J = 0.7, I = 0.4, R = 0.9;

/// (1 - cos phi)/2 + (I theta + R m (x cos phi + y sin phi))^2/4.
struct Claimed {
  template <class G, class S>
  S operator()(const Element<G, S>& at) const {
    using std::cos, std::sin;
    const S &x = at.data[0], &y = at.data[1], &phi = at.data[2], &theta = at.data[4];
    const S q = S(I) * theta + S(R * m) * (x * cos(phi) + y * sin(phi));
    return (S(1) - cos(phi)) / S(2) + q * q / S(4);
  }
};

/// (1 - cos phi)/2 + theta^2/4 + theta sin(phi)/5.
struct Invariant {
  template <class G, class S>
  S operator()(const Element<G, S>& at) const {
    using std::cos, std::sin;
    const S &phi = at.data[2], &theta = at.data[4];
    return (S(1) - cos(phi)) / S(2) + theta * theta / S(4) + theta * sin(phi) / S(5);
  }
};

int main(int argc, char** argv) {
  Lesson lesson("The unicycle in a potential: which potentials keep its motions vakonomic?");
  const auto group = SE2Cover{} * Torus<1>{};
  const Matrix<double, 4> metric = V4(m, m, J, I).asDiagonal();
  Matrix<double, 4, 2> d;
  d << R, 0, 0, 0, 0, 1, 1, 0;
  const auto x = group.from_coordinates(std::vector<double>{0.1, -0.2, 0.2, 0});
  const V4 a(R, 0, 0.5, 1), mu(0, 1. / 3, 0, 0);
  const auto where = [&](const auto& state) { return V4(coordinates(group, state)); };
  const auto plane = [](const auto& state) { return Vector<double, 2>(state.x.data.head(2)); };

  const auto claimed = mechanical(group, metric, Claimed{});
  const Split split(claimed, d);
  const auto rolling = nonholonomic(claimed, split);
  const auto steered = vakonomic(claimed, split);
  const auto sliding = free(claimed);
  const auto start = rolling.start(x, a);
  std::printf("\nThe claimed potential, t = 4, against 22-digit references:\n");
  lesson.claim("nonholonomic",
               (where(state_at(rolling, start, 4)) -
                V4(1.061535388190357252241351, -0.4046076692361989897800464,
                   1.751877364485194012401255, 0.3848259271820612505468521))
                   .norm(),
               1e-11);
  lesson.claim("vakonomic, mu(0) = (0,1/3,0,0)",
               (where(state_at(steered, steered.start(x, a, mu), 4)) -
                V4(0.8990775965111718423609053, -0.6391487294086700201498987,
                   1.60249603162006557905561, 0.1722712377804610309597831))
                   .norm(),
               1e-11);
  lesson.claim("free",
               (where(state_at(sliding, sliding.start(x, a), 4)) -
                V4(1.850338871354951331428718, -0.8755377812280337970009922,
                   1.17364233313884586789536, 1.49759401306888174239106))
                   .norm(),
               1e-11);

  std::printf("\nThe best multiplier for the nonholonomic motion, relative residual over T = 4:\n");
  const auto misses = fit_along(rolling, start, 4).fit;
  lesson.differs("claimed potential", misses.residual, 3e-2);
  const auto invariant = mechanical(group, metric, Invariant{});
  const auto rolling_well = nonholonomic(invariant, split);
  const auto steered_well = vakonomic(invariant, split);
  const auto start_well = rolling_well.start(x, a);
  const auto fits = fit_along(rolling_well, start_well, 4).fit;
  lesson.claim("U(phi, theta)", fits.residual, 1e-11);

  std::printf("\nThe vakonomic motion with that multiplier, beside the nonholonomic one:\n");
  const double t_end = 8;
  const auto nearest = motion(steered, steered.start(x, a, misses.multiplier), t_end);
  const auto same = motion(steered_well, steered_well.start(x, a, fits.multiplier), t_end);
  const auto rolls = motion(rolling, start, t_end);
  const auto rolls_well = motion(rolling_well, start_well, t_end);
  const Curve away = distance("U(phi, I theta + ...)", 1, nearest, rolls, where);
  const Curve close = distance("U(phi, theta)", 0, same, rolls_well, where);
  lesson.differs("claimed potential: distance at t = 8", away.y.back(), 0.1);
  lesson.claim("U(phi, theta): distance at t = 8", close.y.back(), 1e-9);

  picture(
      "unicycle_potential",
      {"The unicycle in a potential: where a multiplier exists, and where it does not",
       panel("Path, U(phi, I theta + R m (x cos phi + y sin phi))", "x  (length)", "y  (length)",
             {path("nonholonomic", 0, rolls, plane),
              path("vakonomic, best multiplier", 1, nearest, plane),
              path("free, t < 4", 2, motion(sliding, sliding.start(x, a), 4), plane)},
             Panel::Frame::plane),
       {key_at("center right", log_panel("Distance from the nonholonomic motion", "t  (time)",
                                         "distance", {close, away})),
        panel("Path, U(phi, theta): both", "x  (length)", "y  (length)",
              {path("nonholonomic = vakonomic", 0, rolls_well, plane)})}},
      argc, argv);
  return lesson.done();
}
