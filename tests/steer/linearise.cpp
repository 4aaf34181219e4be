// Linearised equations of files against closed forms.
#include <algorithm>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/core/error.hpp>
#include <hamel/io/linear_flow.hpp>
#include <hamel/io/model.hpp>
#include <hamel/io/system_file.hpp>

#include "../io/run_command.hpp"

using namespace hamel;

namespace {

/// Is each of the numbers an eigenvalue, up to rounding?
void require_modes(const LinearFlow& flow, const std::vector<std::complex<double>>& numbers) {
  for (const auto& number : numbers) {
    double nearest = HUGE_VAL;
    for (const auto& mode : flow.modes)
      nearest = std::min(nearest, std::abs(std::complex<double>(mode.re, mode.im) - number));
    CAPTURE(number.real());
    CAPTURE(number.imag());
    CHECK(nearest < 1e-12 * (1 + std::abs(number)));
  }
}

/// A rider fixed on a skateboard, whose tilt steers its axles (Hubbard 1979), rolling straight on.
std::string skateboard() {
  return paths::source() + std::string("/examples/linear/skateboard.json");
}

std::string top(const std::string& start) {
  return R"({"schema": 1, "name": "top", "group": ["SO3"],
    "metric": [["2","0","0"],["0","2","0"],["0","0","1"]], "potential": "3*R33",
    "initial": )" +
         start + "}";
}

}  // namespace

TEST_CASE("a skateboard that rolls straight on: the equation of its tilt") {
  Model model = Model::read(skateboard());
  for (const double v : {0., 1., 3.}) {
    CAPTURE(v);
    model.set("v", v);
    const LinearFlow flow = linear_flow(model.file());
    CHECK(flow.names == std::vector<std::string>{"e1", "e2", "phi", "theta1", "u1", "u2"});
    CHECK(flow.inputs == std::vector<std::string>{"push", "lean"});
    // (Ix + m h^2) g'' + m h l (c/a) v g' + (k - m g h + m h (c/a) v^2) g = the torque of `lean`
    const double inertia = 75, pull = (400 - 686.7 + 70 * 1.25 * v * v) / inertia,
                 damping = 70 * 0.05 * 1.25 * v / inertia;
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(6, 6), B = Eigen::MatrixXd::Zero(6, 2);
    A(0, 4) = 1;
    A(1, 2) = v;  // (0, v) across is where a heading leads
    A(2, 3) = 1.25 * v;
    A(3, 5) = 1;
    A(5, 3) = -pull;
    A(5, 5) = -damping;
    B(4, 0) = 1. / 70;
    B(5, 1) = 1 / inertia;
    CHECK((flow.A - A).norm() < 1e-13 * A.norm());
    CHECK((flow.B - B).norm() < 1e-14);
    CHECK(flow.steady);
    CHECK(flow.symmetries == 3);
    CHECK(flow.neutral == 1);
    const std::complex<double> root = std::sqrt(std::complex<double>(damping * damping / 4 - pull));
    require_modes(flow, {-damping / 2 + root, -damping / 2 - root});
    CHECK(flow.stability == (v == 3 ? FlowStability::stable : FlowStability::unstable));
  }
}

TEST_CASE("tops that stand upright") {
  // 2 z'' - i w z' - 3 z = 0 for the tilt z as the table sees it: Lagrange's w^2 > 4 * 2 * 3; the body turns under it by w.
  for (const double w : {4., 6.}) {
    const LinearFlow flow =
        linear_flow(parse_system_file(top(R"({"a": ["0","0",")" + std::to_string(w) + R"("]})")));
    CHECK(flow.steady);
    CHECK(flow.symmetries == 1);  // turns about the vertical, which is its own axis too
    const std::complex<double> root = std::sqrt(std::complex<double>(w * w - 24)), i(0, 1);
    require_modes(flow, {i * (w + root) / 4. - i * w, i * (w - root) / 4. - i * w});
    CHECK(flow.stability == (w > 5 ? FlowStability::marginal : FlowStability::unstable));
  }
}

TEST_CASE("a free body that turns about its middle axis: Euler's roots") {
  const LinearFlow flow = linear_flow(parse_system_file(
      R"({"schema": 1, "name": "body", "group": ["SO3"],
    "metric": [["1","0","0"],["0","2","0"],["0","0","4"]], "initial": {"a": ["0","3","0"]}})"));
  CHECK(flow.steady);
  CHECK(flow.stability == FlowStability::unstable);
  const double root = 3 * std::sqrt(double(4 - 2) * (2 - 1) / (1 * 4));
  // of a displacement that the body keeps: it turns back against the motion
  require_modes(flow, {root, -root, {0, 3}, {0, -3}, 0});
  CHECK(flow.symmetries == 3);
}

TEST_CASE("charts: velocities that the constraint leaves, and the same roots as on the group") {
  // A blade on a slope, straight down and its centre of mass behind: x' sin = y' cos.
  const auto sleigh = [](const char* system) {
    return linear_flow(parse_system_file(std::string(R"({"schema": 1, "name": "s", )") + system));
  };
  const LinearFlow chart = sleigh(R"json("chart": {"coordinates": ["x","y","phi"]},
    "metric": [["2","0","-2*b*sin(phi)"],["0","2","2*b*cos(phi)"],["-2*b*sin(phi)","2*b*cos(phi)","3+2*b^2"]],
    "parameters": {"b": "1/4"}, "potential": "0", "constraints": ["y_dot*cos(phi) - x_dot*sin(phi)"],
    "initial": {"q_dot": {"x": "3"}}})json");
  const LinearFlow group = sleigh(R"("group": ["SE2"], "parameters": {"b": "1/4"},
    "metric": [["2","0","0"],["0","2","2*b"],["0","2*b","3+2*b^2"]],
    "constraint": {"span": [["1","0","0"],["0","0","1"]]}, "initial": {"a": ["3","0","0"]}})");
  CHECK(chart.names == std::vector<std::string>{"x", "y", "phi", "x_dot", "phi_dot"});
  CHECK(chart.steady);
  CHECK(group.steady);
  // w' = -m b v w / (J + m b^2)
  const double decay = -2 * 0.25 * 3 / (3 + 2. / 16);
  require_modes(chart, {decay, 0});
  require_modes(group, {decay, 0});
  CHECK(group.stability == FlowStability::stable);
  // The plane turned is a symmetry of the coordinates too.
  CHECK(chart.symmetries == 3);
  CHECK(chart.neutral == 1);
  CHECK(chart.stability == FlowStability::stable);
}

TEST_CASE("charts: motions that turn are steady") {
  // A point that circles at the radius 1 under U = r^4/4 at the rate w = 1: r'' = -6 w^2 r near there. Turns are no
  // rotations of the coordinates: the circle lies around (1/5, -6/5) and is an ellipse in (x, y).
  const auto circles = [](const std::string& potential, const std::string& force = "0") {
    return linear_flow(
        parse_system_file(R"({"schema": 1, "name": "point", "chart": {"coordinates": ["x", "y"]},
      "metric": [["1","0"],["0","1/4"]], "potential": ")" +
                          potential + R"(", "force": ["0", ")" + force + R"("],
      "initial": {"q": {"x": "1"}, "q_dot": {"x": "-3/5", "y": "8/5"}}})"));
  };
  const std::string square = "((x - 1/5)^2 + (y/2 + 3/5)^2)";
  const LinearFlow flow = circles(square + "^2/4");
  CHECK(flow.steady);
  CHECK(flow.symmetries == 1);
  CHECK(flow.neutral == 1);
  require_modes(flow, {{0, std::sqrt(6.)}, {0, -std::sqrt(6.)}});
  CHECK(!circles(square + "^2/4 + (x - 1/5)^4/100").steady);
  CHECK(!circles(square + "^2/4", "1/1000").steady);
}

TEST_CASE("constraints that are integrable leave the components of their leaf") {
  const LinearFlow flow =
      linear_flow(parse_system_file(R"({"schema": 1, "name": "plane", "group": ["R3"],
    "metric": [["1","0","0"],["0","1","0"],["0","0","1"]], "potential": "r1^2/2 + 2*r2^2 + 9*r3^2/2",
    "constraint": {"span": [["1","0","0"],["0","1","1"]]}, "initial": {"a": ["0","0","0"]}})"));
  CHECK(flow.names.size() == 4);
  CHECK(flow.steady);
  // along (0,1,1): 2 u'' + 13 u = 0
  require_modes(flow, {{0, 1}, {0, -1}, {0, std::sqrt(6.5)}, {0, -std::sqrt(6.5)}});
  CHECK(flow.stability == FlowStability::marginal);
}

TEST_CASE("charts on g = 0: perturbations along it, in coordinates that determine the others") {
  // A pendulum of length 2 by x^2 + z^2 = 4, hanging, with an input along x: x'' = -g x / l + w.
  const std::string pendulum = R"json({"schema": 1, "name": "pendulum",
    "chart": {"coordinates": ["x", "z"]}, "metric": [["1","0"],["0","1"]], "potential": "981/100*z",
    "inputs": {"push": {"force": ["1", "0"]}},
    "holonomic": ["x^2 + z^2 - 4", "2*x^2 + 2*z^2 - 8"],
    "initial": {"q": {"x": "0", "z": "-1.9"}, "q_dot": {"x": "0", "z": "0"}, "find": ["z"]} })json";
  const LinearFlow flow = linear_flow(parse_system_file(pendulum));
  CHECK(flow.names == std::vector<std::string>{"x", "x_dot"});
  CHECK(flow.A(0, 1) == doctest::Approx(1).epsilon(1e-14));
  CHECK(flow.A(1, 0) == doctest::Approx(-9.81 / 2).epsilon(1e-13));
  CHECK(std::abs(flow.A(0, 0)) + std::abs(flow.A(1, 1)) < 1e-14);
  CHECK(flow.B(1, 0) == doctest::Approx(1).epsilon(1e-14));
  CHECK(flow.steady);
  require_modes(flow, {{0, std::sqrt(9.81 / 2)}});
}

TEST_CASE("what is not steady is said and not judged, at any time of a motion") {
  const SystemFile file = read_system_file(system_path("chaplygin_sleigh"));
  for (const double t : {0., 2.}) {
    const LinearFlow flow = linear_flow(file, Dynamics::nonholonomic, t);
    CHECK(flow.t == t);
    CHECK(!flow.steady);
    CHECK(flow.unsteady > 0.01);
    CHECK(flow.stability == FlowStability::not_judged);
  }
  const LinearFlow late = linear_flow(file, Dynamics::nonholonomic, 200.);
  CHECK(late.steady);  // it came to roll straight on
  CHECK(late.stability == FlowStability::stable);
  CHECK(!linear_flow(read_system_file(system_path("snakeboard_gait"))).steady);
  CHECK_THROWS_AS(linear_flow(file, Dynamics::nonholonomic, -1.), InputError);
}

TEST_CASE("the command says the same") {
  const TemporaryFolder folder;
  const std::string file = skateboard();
  const auto run = run_command(folder, {"linearise", file});
  CHECK(run.status == 0);
  CHECK(run.out.find("stable, oscillating with period 2.43292") != std::string::npos);
  CHECK(run.out.find("stability    stable, on each level of the energy") != std::string::npos);
  CHECK(run_command(folder, {"linearise", file, "--steady"}).status == 0);
  const auto refused =
      run_command(folder, {"linearise", system_path("chaplygin_sleigh"), "--steady"});
  CHECK(refused.status == 2);
  CHECK(refused.err.find("--steady") != std::string::npos);
}
