// Holonomic constraints of system files: closed forms, closed chains, drift, starts, and who refuses them.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/model.hpp>
#include <hamel/io/reactions.hpp>

#include "held_runs.hpp"
#include "refused.hpp"
#include "run_command.hpp"

using namespace hamel;

namespace {

/// A mass on a rod of length 1, at rest at the angle 2 from below.
const Json pendulum = Json::parse(R"json({
  "schema": 1, "name": "pendulum", "group": "R2", "parameters": {"g": "981/100"},
  "metric": [["1", "0"], ["0", "1"]], "potential": "g*r2",
  "constraint": {"holonomic": ["r1^2 + r2^2 - 1"]},
  "initial": {"x": {"r1": "sin(2)", "r2": "-cos(2)"}, "a": ["0", "0"]} })json");

/// A body in the plane that hangs at a point of it, at a distance c from its center.
const Json hung = Json::parse(R"json({
  "schema": 1, "name": "hung", "group": "SE2",
  "parameters": {"m": "13/10", "J": "1/5", "c": "1/2", "g": "981/100"},
  "metric": [["m", "0", "0"], ["0", "m", "0"], ["0", "0", "J"]], "potential": "m*g*y",
  "constraint": {"holonomic": ["x - c*cos(phi)", "y - c*sin(phi)"]},
  "initial": {"x": {"phi": "2 - pi/2", "x": "c*cos(2 - pi/2)", "y": "c*sin(2 - pi/2)"},
              "a": ["0", "0", "0"]} })json");

/// A body with equal inertia, whose third axis keeps its angle 1 to the vertical.
const Json tilted = Json::parse(R"json({
  "schema": 1, "name": "tilted", "group": "SO3",
  "metric": [["2", "0", "0"], ["0", "2", "0"], ["0", "0", "2"]],
  "constraint": {"holonomic": ["R33 - cos(1)"]},
  "initial": {"x": {"R22": "cos(1)", "R23": "-sin(1)", "R32": "sin(1)", "R33": "cos(1)"},
              "a": ["0", "3/5*sin(1)", "3/5*cos(1) + 1/2"]} })json");

/// Crank, coupler and rocker, each by its angle; the third equation follows from the others.
const Json linkage = Json::parse(R"json({
  "schema": 1, "name": "four bars", "group": "T3",
  "parameters": {"p": "1", "q": "5/2", "s": "2", "d": "11/5"},
  "define": {"X": "p*cos(theta1) + q*cos(theta2) - d", "Y": "p*sin(theta1) + q*sin(theta2)",
             "X0": "d - p*cos(2/5)", "Y0": "-p*sin(2/5)", "D2": "X0^2 + Y0^2"},
  "metric": [["13/10", "0", "0"], ["0", "4/5", "0"], ["0", "0", "3/5"]],
  "potential": "-8*cos(theta1)",
  "constraint": {"holonomic": ["X - s*cos(theta3)", "Y - s*sin(theta3)", "X^2 + Y^2 - s^2"]} })json");

/// Three bars by their places, pinned to each other and to the ground; the ninth equation follows from the others.
const Json bars = Json::parse(R"json({
  "schema": 1, "name": "three bars", "group": ["SE2", "SE2", "SE2"],
  "parameters": {"J": "1/12", "g": "981/100", "p": "1/2", "q": "1", "s": "3/4", "d": "9/5"},
  "metric": [["1", "0", "0", "0", "0", "0", "0", "0", "0"], ["0", "1", "0", "0", "0", "0", "0", "0", "0"],
             ["0", "0", "J", "0", "0", "0", "0", "0", "0"], ["0", "0", "0", "1", "0", "0", "0", "0", "0"],
             ["0", "0", "0", "0", "1", "0", "0", "0", "0"], ["0", "0", "0", "0", "0", "J", "0", "0", "0"],
             ["0", "0", "0", "0", "0", "0", "1", "0", "0"], ["0", "0", "0", "0", "0", "0", "0", "1", "0"],
             ["0", "0", "0", "0", "0", "0", "0", "0", "J"]],
  "potential": "g*(y + y2 + y3)",
  "constraint": {"holonomic": [
    "x - p*cos(phi)", "y - p*sin(phi)", "x + p*cos(phi) - x2 + q*cos(phi2)", "y + p*sin(phi) - y2 + q*sin(phi2)",
    "x2 + q*cos(phi2) - x3 - s*cos(phi3)", "y2 + q*sin(phi2) - y3 - s*sin(phi3)",
    "x3 - d - s*cos(phi3)", "y3 - s*sin(phi3)", "2*p*cos(phi) + 2*q*cos(phi2) - d - 2*s*cos(phi3)"]},
  "initial": {"x": {"phi": "-1", "phi2": "1/2", "phi3": "1"}, "a": ["0", "0", "0", "0", "0", "0", "0", "0", "0"],
              "find": ["x", "y", "x2", "y2", "x3", "y3", "phi2", "phi3"]} })json");

/// The linkage, its crank at 2/5 with the rate 3/2.
Json turning_linkage() {
  const double a = 0.4, x = 2.2 - std::cos(a), y = -std::sin(a), d = std::hypot(x, y);
  const double b = std::atan2(y, x) + std::acos((2.5 * 2.5 + d * d - 4) / (2 * 2.5 * d));
  const double c = std::atan2(2.5 * std::sin(b) - y, 2.5 * std::cos(b) - x);
  return with(linkage, "/initial",
              {{"x", {{"theta1", a}, {"theta2", b}, {"theta3", c}}},
               {"a",
                {1.5, 1.5 * std::sin(c - a) / (2.5 * std::sin(b - c)),
                 1.5 * std::sin(b - a) / (2 * std::sin(b - c))}}});
}

/// Is it refused at that place, with these words?
bool refused(const Json& system, const std::string& place, const std::string& part) {
  try {
    read(system);
  } catch (const InputError& error) {
    CAPTURE(error.what());
    CHECK(error.where().starts_with(place));
    CHECK((error.found() + error.expected()).find(part) != std::string::npos);
    return true;
  }
  return false;
}

/// sin(theta/2) = k sn(K + w t, k), k = sin(1), of a pendulum with the square w2 of the rate of small swings.
double swing(double t, double w2) {
  const double k = std::sin(1.), w = std::sqrt(w2);
  return 2 * std::asin(k * boost::math::jacobi_sn(k, boost::math::ellint_1(k) + w * t));
}

double pendulum_error(const std::string& method, double step, double t_end = 2) {
  const Sample end = end_of(read(pendulum), plan_of(method, step, t_end));
  const double angle = swing(t_end, 9.81);
  return std::hypot(end.x[0] - std::sin(angle), end.x[1] + std::cos(angle));
}

}  // namespace

TEST_CASE("a pendulum on a rod follows elliptic functions by every method") {
  for (const auto& method : methods()) {
    CAPTURE(method.name);
    if (method.adaptive) {
      CHECK(pendulum_error(method.name, 0.5) < (method.order > 5 ? 1e-12 : 1e-11));
      continue;
    }
    const double h = method.order > 4 ? 0.1 : method.order > 3 ? 0.05 : 0.02;
    const double order =
        std::log2(pendulum_error(method.name, h) / pendulum_error(method.name, h / 2));
    CHECK(order > method.order - 0.35);
    CHECK(worst_of(read(pendulum), plan_of(method.name, 0.02, 20))[0] < 1e-14);
  }
}

TEST_CASE("both laws are the motion on the manifold, free motion leaves it") {
  const SystemFile file = read(pendulum);
  RunPlan plan = plan_of("dop853", 0.5, 2);
  plan.dynamics = Dynamics::vakonomic;
  const Sample end = end_of(file, plan);
  CHECK(end.x[0] == doctest::Approx(std::sin(swing(2, 9.81))).epsilon(1e-11));
  plan.dynamics = Dynamics::free;
  const Sample fallen = end_of(file, plan);
  CHECK(fallen.x[1] == doctest::Approx(-std::cos(2.) - 9.81 * 2));
  CHECK(fallen.off_manifold > 100);
}

TEST_CASE("a body that hangs at a point of it is a pendulum") {
  const double w2 = 1.3 * 9.81 * 0.5 / (0.2 + 1.3 * 0.25);
  const Sample end = end_of(read(hung), plan_of("dop853", 0.5, 2));
  CHECK(end.x[2] + std::acos(0.) == doctest::Approx(swing(2, w2)).epsilon(1e-11));
  CHECK(std::hypot(end.x[0] - 0.5 * std::cos(end.x[2]), end.x[1] - 0.5 * std::sin(end.x[2])) <
        1e-14);
  CHECK(worst_of(read(hung), plan_of("variational", 0.01, 20))[0] < 1e-14);
}

TEST_CASE("a body whose axis keeps its angle to the vertical precesses uniformly") {
  // R = Rz(3 t / 5) Rx(1) Rz(t / 2)
  const auto error = [](const std::string& method, double h) {
    const Sample end = end_of(read(tilted), plan_of(method, h, 2));
    const double p = 1.2, s = 1;
    const std::array<double, 3> axis{std::sin(1.) * std::sin(p), -std::sin(1.) * std::cos(p),
                                     std::cos(1.)};
    const double r11 = std::cos(p) * std::cos(s) - std::sin(p) * std::cos(1.) * std::sin(s);
    double off = std::abs(end.x[0] - r11);
    for (std::size_t i = 0; i < 3; ++i) off = std::max(off, std::abs(end.x[3 * i + 2] - axis[i]));
    return off;
  };
  CHECK(error("dop853", 0.5) < 1e-12);
  CHECK(std::log2(error("gauss4", 0.2) / error("gauss4", 0.1)) == doctest::Approx(4).epsilon(0.1));
  CHECK(std::log2(error("variational", 0.1) / error("variational", 0.05)) ==
        doctest::Approx(2).epsilon(0.1));
}

TEST_CASE("a closed chain turns with an equation too many as without it") {
  const Json system = turning_linkage();
  const SystemFile file = read(system);
  CHECK(row_names(file) == std::vector<std::string>{"holonomic1", "holonomic2", "holonomic3"});
  CHECK(dependent_rows(file) == std::vector<std::string>{"holonomic3"});
  Json fewer = system;
  fewer["constraint"]["holonomic"].erase(2);
  CHECK(dependent_rows(read(fewer)).empty());
  const RunPlan plan = plan_of("dop853", 1, 5);
  const Sample one = end_of(file, plan), other = end_of(read(fewer), plan);
  for (std::size_t i = 0; i < 3; ++i) CHECK(std::abs(one.x[i] - other.x[i]) < 1e-10);
  const auto soon = worst_of(file, plan_of("variational", 0.02, 40)),
             late = worst_of(file, plan_of("variational", 0.02, 400, 7));
  CHECK(late[0] < 1e-13);
  CHECK(late[1] < 1.01 * soon[1]);
  CHECK(worst_of(file, plan_of("rk4", 0.02, 100))[0] < 1e-13);
  const auto kept = worst_of(file, plan_of("energy-midpoint", 0.02, 20));
  CHECK(kept[0] < 1e-14);
  CHECK(kept[1] < 1e-13);
  for (const char* const gauss : {"gauss4", "gauss6"}) {  // which begin beside the manifold
    const auto worst = worst_of(file, plan_of(gauss, 0.05, 20));
    CHECK(worst[0] < 1e-13);
    CHECK(worst[1] < 1e-5);  // of the energy, which a step of 0.05 keeps to the order of the method
  }
}

TEST_CASE("bars that swing from rest keep their pins where they turn back") {
  // There a step is short, and what g grows by along it is far below the rounding of g.
  const SystemFile file = read(bars);
  CHECK(dependent_rows(file) == std::vector<std::string>{"holonomic9"});
  const auto kept = worst_of(file, plan_of("energy-midpoint", 0.01, 100));
  CHECK(kept[0] < 4e-15);
  CHECK(kept[1] < 3e-13);
  for (const char* const method : {"rk4", "variational", "gauss4", "dop853"}) {
    CAPTURE(method);
    CHECK(worst_of(file, plan_of(method, 0.01, 10))[0] < 4e-15);
  }
}

TEST_CASE("a rod whose length is prescribed in time, from a time on") {
  Json rod = with(pendulum, "/constraint/holonomic", {"r1^2 + r2^2 - (1 + sin(t)/5)^2"});
  rod["initial"] = {
      {"t", "1/2"},
      {"x", {{"r1", "(1 + sin(1/2)/5)*sin(4/5)"}, {"r2", "-(1 + sin(1/2)/5)*cos(4/5)"}}},
      {"a", {"cos(1/2)/5*sin(4/5)", "-cos(1/2)/5*cos(4/5)"}}};
  const Json angle = Json::parse(R"json({
    "schema": 1, "name": "angle", "group": "T1", "metric": [["1"]],
    "force": ["-(2*cos(t)/5*a1 + 981/100*sin(theta1))/(1 + sin(t)/5)"],
    "initial": {"t": "1/2", "x": {"theta1": "4/5"}, "a": ["0"]} })json");
  const double theta = end_of(read(angle), plan_of("dop853", 0.5, 3)).x[0],
               l = 1 + std::sin(3.) / 5;
  const auto error = [&](const std::string& method, double h) {
    const Sample end = end_of(read(rod), plan_of(method, h, 3));
    CHECK(end.off_manifold < 1e-14);
    CHECK(end.off_constraint < 1e-14);
    return std::hypot(end.x[0] - l * std::sin(theta), end.x[1] + l * std::cos(theta));
  };
  CHECK(error("dop853", 0.5) < 1e-11);
  CHECK(std::log2(error("variational", 0.02) / error("variational", 0.01)) ==
        doctest::Approx(2).epsilon(0.1));
  CHECK(std::log2(error("gauss4", 0.1) / error("gauss4", 0.05)) == doctest::Approx(4).epsilon(0.1));
  rod["initial"]["a"] = {"0", "0"};
  CHECK(refused(rod, "$.initial.a", "changes at the rate"));
}

TEST_CASE("starts are projected where they are off by rounding, else refused with the nearest") {
  CHECK_FALSE(read(pendulum).projected());
  const SystemFile near = read(with(pendulum, "/initial/x/r1", "0.9092974268259"));
  CHECK(near.projected().element > 1e-14);
  CHECK(near.projection().find("holonomic") != std::string::npos);
  CHECK(end_of(near, plan_of("dop853", 1, 1)).off_manifold < 1e-15);
  CHECK(refused(with(pendulum, "/initial/x/r1", "0.9"), "$.initial.x",
                "$.constraint.holonomic[0], \"r1^2 + r2^2 - 1\", is -0.01682"));
  CHECK(refused(with(pendulum, "/initial/x/r1", "0.9"), "$.initial.x", "at a distance of 0.0084"));
  CHECK(refused(with(pendulum, "/initial/a", {"1", "0"}), "$.initial.a",
                "the nearest velocity is [\"0.17"));
  CHECK(refused(with(pendulum, "/initial/mu", {"1", "0"}), "$.initial.mu", "without a constraint"));
  // three rods in a line: the equations depend on each other there alone
  Json flat = with(
      linkage, "/constraint/holonomic",
      {"cos(theta1) + cos(theta2) + cos(theta3) - 1", "sin(theta1) + sin(theta2) + sin(theta3)"});
  flat["initial"] = {{"x", {{"theta3", "pi"}}}, {"a", {"0", "0", "0"}}};
  CHECK_THROWS_WITH_AS(end_of(read(flat), plan_of("dop853", 1, 1)), doctest::Contains("rank 1"),
                       InputError);
}

TEST_CASE("equations beside an empty span, on an algebra, and none are refused") {
  CHECK(refused(with(pendulum, "/constraint/span", Json::array()), "$.constraint.span",
                "no vectors beside holonomic equations"));
  CHECK(refused(with(pendulum, "/constraint/holonomic", Json::array()), "$.constraint.holonomic",
                "between 1 and 64"));
  CHECK(refused(with(pendulum, "/constraint/drift", {"1"}), "$.constraint", "drift"));
  CHECK(
      refused(with(pendulum, "/constraint/holonomic", {"a1"}), "$.constraint.holonomic[0]", "a1"));
}

TEST_CASE("programs step along the manifold, and restart") {
  Model model = Model::parse(pendulum.dump());
  model.set("g", Rational(5));
  Simulation run(model.file(), Dynamics::nonholonomic, "gauss4");
  for (int k = 0; k < 200; ++k) REQUIRE(run.step(0.01));
  const Sample there = run.look();
  CHECK(there.x[0] == doctest::Approx(std::sin(swing(2, 5))).epsilon(1e-6));
  CHECK(there.off_manifold < 1e-15);
  run.restart();
  CHECK(run.look().x[0] == doctest::Approx(std::sin(2.)).epsilon(1e-15));
}

TEST_CASE("the tension of the rod is the multiplier of its equation") {
  const SystemFile file = read(pendulum);
  const Sample end = end_of(file, plan_of("dop853", 0.5, 2));
  const auto reactions = reactions_of(file, Dynamics::nonholonomic, {end});
  const double tension = end.a[0] * end.a[0] + end.a[1] * end.a[1] - 9.81 * end.x[1];
  CHECK(reactions[0][0] == doctest::Approx(-tension * end.x[0]).epsilon(1e-11));
  CHECK(reactions[0][1] == doctest::Approx(-tension * end.x[1]).epsilon(1e-11));
  const auto rows = row_multipliers(file, {end}, reactions);
  REQUIRE(rows[0].size() == 1);
  CHECK(rows[0][0] == doctest::Approx(-tension / 2).epsilon(1e-11));
}

TEST_CASE("a blade pushes sideways as its row says, a row too many does not") {
  const SystemFile sled = read(Json::parse(R"json({
    "schema": 1, "name": "sled", "group": "SE2",
    "metric": [["2", "0", "0"], ["0", "2", "0"], ["0", "0", "1"]],
    "constraint": {"annihilator": [["0", "3", "0"]]}, "initial": {"a": ["5", "0", "1/2"]} })json"));
  const TemporaryFolder folder;
  const Sample end = end_of(sled, plan_of("dop853", 0.5, 1));
  const auto reactions = reactions_of(sled, Dynamics::nonholonomic, {end});
  CHECK(reactions[0][1] == doctest::Approx(2 * 5 * 0.5));
  CHECK(row_multipliers(sled, {end}, reactions)[0][0] == doctest::Approx(5. / 3));
  const std::string file = folder.write("linkage.json", turning_linkage().dump());
  REQUIRE(run_command(folder, {"simulate", file, "--t-end", "1", "--h", "0.5", "--reactions",
                               folder.file("forces.csv")})
              .status == 0);
  const auto rows = read_csv(folder.file("forces.csv"));
  CHECK(rows[0] == std::vector<std::string>{"t", "nu1", "nu2", "nu3", "holonomic1", "holonomic2",
                                            "holonomic3"});
  CHECK(std::stod(rows[2][4]) != 0);
  CHECK(std::stod(rows[2][6]) == 0);
}

TEST_CASE("the command runs what it covers and refuses the rest by name") {
  const TemporaryFolder folder;
  const std::string file = folder.write("linkage.json", turning_linkage().dump());
  const auto run =
      run_command(folder, {"simulate", file, "--method", "variational", "--t-end", "2", "--json"});
  REQUIRE(run.status == 0);
  const Json answer = Json::parse(run.out);
  CHECK(answer["dynamics"] == "nonholonomic");
  CHECK(answer["off_manifold"] < 1e-14);
  CHECK(answer["dependent"] == Json::array({"holonomic3"}));
  const auto words =
      run_command(folder, {"simulate", file, "--t-end", "2", "--csv", folder.file("run.csv")});
  CHECK(words.out.find("holonomic   largest |g| ") != std::string::npos);
  CHECK(words.out.find("holonomic3 follows from the rows before it") != std::string::npos);
  CHECK(run_command(folder, {"simulate", file, "--from", folder.file("run.csv"), "--t-end", "3"})
            .status == 0);
  CHECK(run_command(folder, {"sweep", file, "--vary", "s=2,2", "--t-end", "1"}).status == 0);
  const auto orders = run_command(folder, {"converge", file, "--method", "gauss4", "--json"});
  REQUIRE(orders.status == 0);
  CHECK(Json::parse(orders.out)["methods"][0]["measured"] == doctest::Approx(4).epsilon(0.1));
  const auto refuse = [](const std::string& subcommand,
                         const std::vector<std::string>& options = {}) {
    check_refused(subcommand, turning_linkage(), options, "$.constraint.holonomic",
                  "not covered by " + subcommand);
  };
  for (const char* const subcommand : {"check", "study", "inverse"}) refuse(subcommand);
  refuse("steer", {"--to", "theta1=1"});
  refuse("check", {"--vary", "s"});
}
