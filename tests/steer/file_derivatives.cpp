// The derivatives of the vakonomic field of a file against differences of the field, which is compiled apart.
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include <hamel/io/system_file.hpp>

#include "../io/run_command.hpp"
#include "searching/adapted_frame.hpp"
#include "steering/file_motion.hpp"

using namespace hamel;
using steering::FileMotion;
using V = SystemGroup::V;
using M = SystemGroup::M;

namespace {

/// d/ds f(s) at 0 by differences of order 8.
template <class F>
V slope(const F& f) {
  constexpr double h = 2e-2;
  const auto apart = [&](int k) { return V(f(k * h) - f(-k * h)); };
  return (672 * apart(1) - 168 * apart(2) + 32 * apart(3) - 3 * apart(4)) / (840 * h);
}

void compare(const std::string& path) {
  CAPTURE(path);
  const FileMotion motion(read_system_file(path));
  REQUIRE(motion.has_derivatives());
  const auto& group = motion.group();
  const int n = motion.dim();
  const double t = 0.4;
  V way(n), p(n);
  for (int i = 0; i < n; ++i) way[i] = 0.4 * std::sin(1 + 2.1 * i), p[i] = std::cos(0.3 + 1.7 * i);
  const auto x = group.exp(way);
  const auto known = motion.linearised_field(t, x, p);
  const auto field = motion.field(t, x, p);
  CHECK((known.rate.a - field.a).norm() < 1e-12 * (1 + field.a.norm()));
  CHECK((known.rate.m_dot - field.m_dot).norm() < 1e-12 * (1 + field.m_dot.norm()));
  for (int k = 0; k < n; ++k) {
    const V e = V::Unit(n, k);
    const auto moved = [&](double s) {
      return motion.field(t, group.compose(x, group.exp(V(s * e))), p);
    };
    const auto pushed = [&](double s) { return motion.field(t, x, V(p + s * e)); };
    const double near = 1e-9 * (1 + known.m_x.norm() + known.a_x.norm() + known.m_p.norm());
    CAPTURE(k);
    CHECK((slope([&](double s) { return moved(s).a; }) - V(known.a_x.col(k))).norm() < near);
    CHECK((slope([&](double s) { return moved(s).m_dot; }) - V(known.m_x.col(k))).norm() < near);
    CHECK((slope([&](double s) { return pushed(s).a; }) - V(known.a_p.col(k))).norm() < near);
    CHECK((slope([&](double s) { return pushed(s).m_dot; }) - V(known.m_p.col(k))).norm() < near);
  }
}

}  // namespace

TEST_CASE(
    "potentials, metrics and constraints that vary, offsets in time, free motion, coordinates") {
  for (const char* name :
       {"car", "snakeboard", "tractor_trailer", "unicycle_potential", "heavy_top", "chaplygin_ball",
        "snakeboard_gait", "heisenberg_generalized", "chart_sleigh", "ball_on_turntable"})
    compare(system_path(name));
}

TEST_CASE("rotations, places and hyperbolic rotations, with a metric that varies") {
  const TemporaryFolder folder;
  const auto with = [&](const char* group, const std::string& varying, const char* span) {
    std::string metric;
    for (int i = 0; i < 3; ++i) {
      metric += i == 0 ? "[" : ",[";
      for (int j = 0; j < 3; ++j)
        metric += (j == 0 ? "\"" : ",\"") + (i == j ? varying : std::string("0")) + "\"";
      metric += "]";
    }
    return folder.write(std::string(group) + ".json",
                        std::string(R"({"schema": 1, "name": "v", "group": [")") + group +
                            R"("], "metric": [)" + metric + R"(], "constraint": {"span": )" + span +
                            "}}");
  };
  const char* const two = R"([["1","0","0"],["0","1","0"]])";
  compare(with("SO3", "3+R11*R23", two));
  compare(with("SO21", "30+g11*g23", two));
  compare(with("H3", "2+cos(x)*y+z^2", two));
  compare(with("SE2", "3+sin(x+phi)", R"json([["1","0","sin(y)"],["0","cos(phi)","1"]])json"));
}

TEST_CASE("brackets of a constraint that moves: exact, and brackets of those nearly") {
  const TemporaryFolder folder;
  const auto file =
      folder.write("car.json", R"json({"schema": 1, "name": "car", "group": ["SE2", "T1"],
    "metric": [["1","0","0","0"],["0","1","0","0"],["0","0","1","0"],["0","0","0","1"]],
    "constraint": {"span": [["cos(theta1)","0","sin(theta1)","0"],["0","0","0","1"]]}})json");
  const FileMotion motion(read_system_file(file));
  const double at = 0.3, c = std::cos(at), s = std::sin(at);
  const auto x = motion.group().from_coordinates({0.2, 0.1, 0.5, at});
  Eigen::MatrixXd momenta(4, 2);
  momenta << c, 0, 0, 0, s, 0, 0, 1;
  const searching::MotionsOf<FileMotion> motions(motion);
  const searching::MovingFields fields(motions, searching::point(x));
  // X = cos(theta - at) (cos theta, 0, sin theta, 0), [X, e4] = -dX/dtheta, and once more by e4.
  const V first = fields.bracket(momenta, {{0, 0}, {0, 0}}, 0, 1);
  CHECK((first - V(Eigen::Vector4d(s, 0, -c, 0))).norm() < 1e-14);
  const V second = fields.bracket(momenta, {{0, 0}, {0, 0}, {0, 1}}, 1, 2);
  CHECK((second - V(Eigen::Vector4d(2 * c, 0, 2 * s, 0))).norm() < 1e-7);
}
