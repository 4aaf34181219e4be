// Linear equations along g(t,x) = 0, on groups and in coordinates, against closed forms, charts and differences of runs.
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>
#include <vector>

#include <Eigen/Core>
#include <Eigen/LU>
#include <doctest/doctest.h>

#include <hamel/core/error.hpp>
#include <hamel/io/linear_flow.hpp>
#include <hamel/io/linear_map.hpp>
#include <hamel/io/system_file.hpp>

#include "end_of_run.hpp"

using namespace hamel;

namespace {

/// A body on SE2, of mass 3 and inertia 1/4, that hangs by a pin at (0, 1/2) of its own: the pin is at (s sin t, 0).
std::string pendulum(const std::string& numbers) {
  return R"json({"schema": 1, "name": "pendulum", "group": ["SE2"], "parameters": {)json" +
         numbers + R"json(, "l": "1/2"},
    "metric": [["3","0","0"],["0","3","0"],["0","0","1/4"]], "potential": "3*981/100*y",
    "inputs": {"torque": {"force": ["0","0","1"]}},
    "constraint": {"holonomic": ["x - l*sin(phi) - s*sin(t)", "y + l*cos(phi)"]},
    "initial": {"x": {"x": "l*sin(p)", "y": "-l*cos(p)", "phi": "p"},
                "a": ["l*w + s*cos(p)", "-s*sin(p)", "w"]}})json";
}

std::string moving_pendulum(double angle, double rate, const std::string& s) {
  return pendulum("\"p\": \"" + text(angle) + "\", \"w\": \"" + text(rate) + "\", \"s\": \"" + s +
                  "\"");
}

/// A parallelogram of two cranks of length 1, mass 2 and inertia 1/5, and a coupler of length 3, mass 4, that hangs; as a
/// product of SE2 and in the same coordinates. One equation is there twice.
std::string four_bar(bool in_coordinates) {
  const auto c = [](const char* name, int k) {
    return name + (k > 0 ? std::to_string(k + 1) : std::string());
  };
  std::string equations;
  const auto pin = [&](const std::string& x, const std::string& y) {
    equations += (equations.empty() ? "\"" : ", \"") + x + "\", \"" + y + "\"";
  };
  const auto end = [&](int k, const char* along, const char* up) {  // of body k, at (along, up)
    const std::string turn = c("phi", k), sin = "sin(" + turn + ")", cos = "cos(" + turn + ")";
    return std::pair(c("x", k) + " + (" + along + ")*" + cos + " - (" + up + ")*" + sin,
                     c("y", k) + " + (" + along + ")*" + sin + " + (" + up + ")*" + cos);
  };
  const auto top1 = end(0, "0", "1/2"), top2 = end(1, "0", "1/2"), low1 = end(0, "0", "-1/2"),
             low2 = end(1, "0", "-1/2"), left = end(2, "-3/2", "0"), right = end(2, "3/2", "0");
  pin(top1.first, top1.second);
  pin(top2.first + " - 3", top2.second);
  pin(low1.first + " - (" + left.first + ")", low1.second + " - (" + left.second + ")");
  pin(low2.first + " - (" + right.first + ")", low2.second + " - (" + right.second + ")");
  equations += ", \"2*(" + top1.first + ")\"";
  std::string coordinates, metric;
  const char* const masses[] = {"2", "2", "1/5", "2", "2", "1/5", "4", "4", "7"};
  for (int i = 0; i < 9; ++i) {
    const char* const names[] = {"x", "y", "phi"};
    coordinates += (i == 0 ? "\"" : ", \"") + c(names[i % 3], i / 3) + "\"";
    metric += i == 0 ? "[" : ", [";
    for (int j = 0; j < 9; ++j)
      metric += std::string(j == 0 ? "\"" : ", \"") + (i == j ? masses[i] : "0") + "\"";
    metric += "]";
  }
  const std::string place = "{\"" + c("y", 0) + "\": \"-1/2\", \"" + c("x", 1) + "\": \"3\", \"" +
                            c("y", 1) + "\": \"-1/2\", \"" + c("x", 2) + "\": \"3/2\", \"" +
                            c("y", 2) + "\": \"-1\"}";
  return R"({"schema": 1, "name": "four bars", )" +
         (in_coordinates ? "\"chart\": {\"coordinates\": [" + coordinates + "]}"
                         : std::string(R"("group": ["SE2", "SE2", "SE2"])")) +
         ", \"metric\": [" + metric + "], \"potential\": \"10*(2*" + c("y", 0) + " + 2*" +
         c("y", 1) + " + 4*" + c("y", 2) + ")\", " +
         (in_coordinates ? "\"holonomic\": [" + equations + "]"
                         : "\"constraint\": {\"holonomic\": [" + equations + "]}") +
         ", \"initial\": " +
         (in_coordinates
              ? "{\"q\": " + place + ", \"q_dot\": {}}"
              : "{\"x\": " + place + R"(, "a": ["0","0","0","0","0","0","0","0","0"]})") +
         "}";
}

double least_distance(const LinearFlow& flow, std::complex<double> number) {
  double nearest = HUGE_VAL;
  for (const auto& mode : flow.modes)
    nearest = std::min(nearest, std::abs(std::complex<double>(mode.re, mode.im) - number));
  return nearest;
}

}  // namespace

TEST_CASE("a body that hangs by a pin: the equation of its angle") {
  const LinearFlow flow = linear_flow(parse_system_file(moving_pendulum(0, 0, "0")));
  const double inertia = 0.25 + 3 * 0.25;
  CHECK(flow.names == std::vector<std::string>{"phi", "a3"});
  Eigen::Matrix2d A;
  A << 0, 1, -3 * 9.81 * 0.5 / inertia, 0;
  CHECK((flow.A - A).norm() < 1e-13 * A.norm());
  CHECK((flow.B - Eigen::Vector2d(0, 1 / inertia)).norm() < 1e-14);
  CHECK(flow.steady);
  CHECK(flow.stability == FlowStability::marginal);
}

TEST_CASE("four bars: the frequency of a parallelogram, also in coordinates") {
  // (m_c l^2 + 2 (J + m l^2/4)) q'' + g l (m_c + m) q = 0
  const double pull = 10. * (4 + 2), inertia = 4 + 2 * (0.2 + 2 * 0.25);
  const LinearFlow group = linear_flow(parse_system_file(four_bar(false))),
                   chart = linear_flow(parse_system_file(four_bar(true)));
  for (const LinearFlow* flow : {&group, &chart}) {
    CHECK(flow->names.size() == 2);
    CHECK(flow->steady);
    CHECK(least_distance(*flow, {0, std::sqrt(pull / inertia)}) < 1e-12);
  }
  CHECK((group.A - chart.A).norm() < 1e-12 * chart.A.norm());
}

TEST_CASE(
    "a top on SE3, pinned by its point, is one on SO3, and steady by symmetries from both sides") {
  for (const double w : {4., 6.}) {
    const std::string spin = std::to_string(w);
    // inertia 2 about the point = 1 + 1 * 1^2, weight 3
    const LinearFlow held =
        linear_flow(parse_system_file(R"json({"schema": 1, "name": "top", "group": ["SE3"],
      "metric": [["1","0","0","0","0","0"],["0","1","0","0","0","0"],["0","0","1","0","0","0"],
                 ["0","0","0","1","0","0"],["0","0","0","0","1","0"],["0","0","0","0","0","1"]],
      "potential": "3*z", "constraint": {"holonomic": ["x - R13", "y - R23", "z - R33"]},
      "initial": {"x": {"z": "1"}, "a": ["0","0","0","0","0",")json" +
                                      spin + R"("]}})"));
    const LinearFlow top =
        linear_flow(parse_system_file(R"({"schema": 1, "name": "top", "group": ["SO3"],
      "metric": [["2","0","0"],["0","2","0"],["0","0","1"]], "potential": "3*R33",
      "initial": {"a": ["0","0",")" + spin +
                                      R"("]}})"));
    CHECK(held.names.size() == 6);
    CHECK(held.steady);
    CHECK(held.symmetries == top.symmetries);
    CHECK(held.stability == top.stability);
    for (const auto& mode : top.modes) CHECK(least_distance(held, {mode.re, mode.im}) < 1e-12 * 10);
  }
}

TEST_CASE("a conical pendulum: multipliers of its orbit, around which its coordinates turn") {
  // cos(theta) = 4/5, W = 1; theta'' = -W^2 (1 + 3 cos^2 theta) dtheta (Landau & Lifshitz)
  const PeriodicOrbit orbit =
      periodic_orbit(parse_system_file(R"({"schema": 1, "name": "cone", "group": ["R3"],
    "metric": [["1","0","0"],["0","1","0"],["0","0","1"]], "potential": "4/5*r3",
    "constraint": {"holonomic": ["r1^2 + r2^2 + r3^2 - 1"]},
    "initial": {"x": {"r1": "3/5", "r3": "-4/5"}, "a": ["0", "3/5", "0"]}})"),
                     Dynamics::nonholonomic, 2 * std::numbers::pi);
  REQUIRE(orbit.multipliers.size() == 4);
  CHECK(orbit.neutral == 2);
  CHECK(orbit.stability == FlowStability::marginal);
  const std::complex<double> known =
      std::polar(1., 2 * std::numbers::pi * std::sqrt(1 + 3 * 16. / 25));
  double nearest = HUGE_VAL;
  for (const auto& m : orbit.multipliers) nearest = std::min(nearest, std::abs(m - known));
  CHECK(nearest < 1e-10);
}

TEST_CASE("the map of a body whose pin moves is what runs from starts near by end in") {
  const double h = 0.8;
  const LinearMap map =
      linear_map(parse_system_file(moving_pendulum(0.4, 0.7, "1/3")), Dynamics::nonholonomic, h);
  REQUIRE(map.status);
  CHECK(map.names == std::vector<std::string>{"phi", "a3"});
  const auto end = [&](double angle, double rate) {
    const Sample at =
        end_of_run(moving_pendulum(0.4 + angle, 0.7 + rate, "1/3"), Dynamics::nonholonomic, h);
    return Eigen::VectorXd(Eigen::Vector2d(at.x[2], at.a[2]));
  };
  CHECK((map.A.col(0) - slope_at_zero([&](double e) { return end(e, 0); })).norm() < 1e-8);
  CHECK((map.A.col(1) - slope_at_zero([&](double e) { return end(0, e); })).norm() < 1e-8);
  const LinearFlow flow = linear_flow(parse_system_file(moving_pendulum(0.4, 0.7, "1/3")));
  CHECK(flow.in_time);
  CHECK(!flow.steady);
  CHECK_THROWS_AS(linear_map(parse_system_file(moving_pendulum(0.4, 0.7, "1/3")),
                             Dynamics::nonholonomic, h, "variational"),
                  InputError);
}

TEST_CASE(
    "equations that do not integrate beside g = 0: a blade, and a lift that the heading moves") {
  const LinearFlow flow = linear_flow(
      parse_system_file(R"json({"schema": 1, "name": "sled with a lift", "group": ["SE2", "R1"],
    "metric": [["2","0","0","0"],["0","2","1/2","0"],["0","1/2","3","0"],["0","0","0","1"]],
    "potential": "0", "constraint": {"annihilator": [["0","1","0","0"]],
                                     "holonomic": ["r1 - 1/2*sin(phi)"]},
    "initial": {"a": ["3","0","0","0"]}})json"));
  // w' = -(m b v) w / inertia with m b = 1/2 and the inertia 3 + 1/4 of sled and lift; no symmetry turns it
  CHECK(flow.steady);
  CHECK(flow.names.size() == 5);
  CHECK(least_distance(flow, -0.5 * 3 / 3.25) < 1e-12);
}

TEST_CASE("charts along which the coordinates that determine the others change") {
  // A pendulum of length 2 that swings beyond the horizontal, by x^2 + z^2 = 4 and by its angle.
  const double w = 4, h = 1.1;
  const LinearMap held =
      linear_map(parse_system_file(
                     R"json({"schema": 1, "name": "pendulum", "chart": {"coordinates": ["x", "z"]},
    "metric": [["1","0"],["0","1"]], "potential": "981/100*z", "holonomic": ["x^2 + z^2 - 4"],
    "initial": {"q": {"x": "0", "z": "-2"}, "q_dot": {"x": "8", "z": "0"}}})json"),
                 Dynamics::nonholonomic, h);
  const std::string angle =
      R"json({"schema": 1, "name": "pendulum", "chart": {"coordinates": ["p"]},
    "metric": [["4"]], "potential": "-2*981/100*cos(p)", "initial": {"q_dot": {"p": "4"}}})json";
  const LinearMap free = linear_map(parse_system_file(angle), Dynamics::free, h);
  REQUIRE(held.status);
  REQUIRE(free.status);
  const Sample end = end_of_run(angle, Dynamics::free, h);
  CHECK(std::cos(end.x[0]) < -0.1);
  const auto by_angle = [](double p, double rate) {  // (x, x') by (p, p')
    Eigen::Matrix2d slopes;
    slopes << 2 * std::cos(p), 0, -2 * std::sin(p) * rate, 2 * std::cos(p);
    return slopes;
  };
  const Eigen::Matrix2d expected = by_angle(end.x[0], end.a[0]) * free.A * by_angle(0, w).inverse();
  CHECK((held.A - expected).norm() < 1e-9 * expected.norm());
}

TEST_CASE("coordinates in t: A of the moment, the map of the time between, as on a group") {
  const auto mathieu = [](const char* t) {
    return R"json({"schema": 1, "name": "mathieu", "chart": {"coordinates": ["x"]}, "metric": [["1"]],
      "potential": "(1 + cos(t)/2)*x^2/2", "inputs": {"push": {"force": ["1"]}},
      "initial": {"t": ")json" +
           std::string(t) + R"json(", "q": {"x": "0"}, "q_dot": {"x": "0"}}})json";
  };
  const std::string group =
      R"json({"schema": 1, "name": "mathieu", "group": ["R1"], "metric": [["1"]],
    "force": ["-(1 + cos(t)/2)*r1"], "inputs": {"push": {"force": ["1"]}},
    "initial": {"t": "1", "x": {"r1": "0"}, "a": ["0"]}})json";
  for (const char* t : {"0", "1"}) {
    const LinearFlow flow = linear_flow(parse_system_file(mathieu(t)));
    Eigen::Matrix2d A;
    A << 0, 1, -(1 + std::cos(std::atof(t)) / 2), 0;
    CHECK((flow.A - A).norm() < 1e-14);
    CHECK((flow.B - Eigen::Vector2d(0, 1)).norm() < 1e-14);
    CHECK(flow.in_time);
    CHECK(flow.stability == FlowStability::not_judged);
  }
  const LinearMap by_chart = linear_map(parse_system_file(mathieu("1")), Dynamics::free, 2.5),
                  by_group = linear_map(parse_system_file(group), Dynamics::free, 2.5);
  CHECK(by_chart.t == 1);
  CHECK((by_chart.A - by_group.A).norm() < 1e-12);
  CHECK((by_chart.B - by_group.B).norm() < 1e-12);
  CHECK(std::abs(by_chart.A.determinant() - 1) < 1e-12);
}
