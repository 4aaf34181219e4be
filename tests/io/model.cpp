// System files in a program: parameters that are set, steps under inputs, runs in memory.
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/model.hpp>

#include "../integrator/allocations.hpp"
#include "../paths.hpp"
#include "tables_apart.hpp"

using namespace hamel;
using Json = nlohmann::json;

namespace {

std::string path_of(const std::string& name) {
  return paths::systems() + "/" + name + ".json";
}

/// A robot on two wheels of radius 1/10 at distance 1/5 from its middle, with a motor at each.
const char* const robot = R"({
  "schema": 1, "name": "robot", "group": "SE2",
  "parameters": {"m": "2", "J": "1/10", "R": "1/10", "c": "1/5", "half": "m/2"},
  "metric": [["m","0","0"], ["0","m","0"], ["0","0","J"]],
  "constraint": {"span": [["1","0","0"], ["0","0","1"]]},
  "inputs": {"left":  {"force": ["1/R","0","-c/R"], "signal": "sin(t)/20", "bounds": ["-1","1"]},
             "right": {"force": ["1/R","0","c/R"]}},
  "initial": {"a": ["1","0","0"]} })";

/// The same with the angles of its wheels, in coordinates.
const char* const robot_in_coordinates = R"json({
  "schema": 1, "name": "robot in coordinates", "chart": {"coordinates": ["x", "y", "phi"]},
  "parameters": {"m": "2", "J": "1/10", "R": "1/10", "c": "1/5"},
  "metric": [["m","0","0"], ["0","m","0"], ["0","0","J"]],
  "constraints": ["x_dot*sin(phi) - y_dot*cos(phi)"],
  "inputs": {"left":  {"force": ["cos(phi)/R","sin(phi)/R","-c/R"], "signal": "sin(t)/20"},
             "right": {"force": ["cos(phi)/R","sin(phi)/R","c/R"]}},
  "initial": {"q_dot": {"x": "1"}} })json";

Json robot_with(const std::string& pointer, const Json& value) {
  Json system = Json::parse(robot);
  system[Json::json_pointer(pointer)] = value;
  return system;
}

RunPlan plan_of(Dynamics dynamics, const std::string& method = "dop853") {
  RunPlan plan;
  plan.dynamics = dynamics;
  plan.method = method;
  plan.step = 0.05;
  plan.t_end = 1;
  return plan;
}

/// What a system is refused with; nothing where it is not.
std::string refused(const Json& system) {
  try {
    static_cast<void>(parse_system_file(system.dump()));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a parameter that is set gives the system of a file that has it") {
  for (const std::string name :
       {"car", "unicycle", "carriage_offset", "car_chart", "two_trailers", "ball_on_turntable"}) {
    CAPTURE(name);
    Model model = Model::read(path_of(name));
    const SystemFile file = read_system_file(path_of(name));
    const auto run = [](const SystemFile& system) {
      return tabulate(system, plan_of(Dynamics::nonholonomic));
    };
    CHECK(largest_difference(run(model.file()), run(file)) == 0);
    const std::string mass = model.parameters().back();
    const Rational value = *model.parameter(mass).exact;
    model.set(mass, Rational(value * Rational(1)));
    CHECK(largest_difference(run(model.file()), run(file)) == 0);
  }
  Model model = Model::parse(robot);
  model.set("m", Rational(3));
  CHECK(model.parameter("half").exact == Rational(3, 2));
  CHECK(largest_difference(tabulate(model.file(), plan_of(Dynamics::nonholonomic)),
                           tabulate(parse_system_file(robot_with("/parameters/m", "3").dump()),
                                    plan_of(Dynamics::nonholonomic))) == 0);
}

TEST_CASE("a model may be as long as a file") {
  std::string sum = "k*r1";
  for (int i = 0; i < 6600; ++i) sum += "+r1";
  const int n = 32;
  const std::vector<std::string> zero(n, "0"), covector(n, sum);
  Json system{{"schema", 1},       {"name", "long"},
              {"group", "R32"},    {"parameters", {{"k", "1/3"}}},
              {"force", covector}, {"initial", {{"a", zero}}}};
  for (int i = 0; i < n; ++i) {
    system["metric"].push_back(zero);
    system["metric"][i][i] = "1";
  }
  system["inputs"]["half"]["force"] = zero;
  for (int i = 0; i < n / 2; ++i) system["inputs"]["half"]["force"][i] = sum;
  // 634,000 nodes of the 1,000,000 that a file may have
  CHECK_NOTHROW(parse_system_file(system.dump()));
  auto model = Model::parse(system.dump());
  CHECK_NOTHROW(model.set("k", 2.));
  system["inputs"]["half"]["force"] = system["inputs"]["whole"]["force"] = covector;
  CHECK_THROWS_AS(parse_system_file(system.dump()), InputError);
  CHECK_THROWS_AS(Model::parse(system.dump()), InputError);
}

TEST_CASE("a value that the checks refuse leaves the model as it was") {
  Model model = Model::parse(robot);
  CHECK_THROWS_AS(model.set("m", 0.), DegenerateMetric);
  CHECK_THROWS_AS(model.set("R", Rational(0)), InputError);
  CHECK_THROWS_AS(model.set("J", std::nan("")), InputError);
  CHECK_THROWS_AS(model.set("mass", 1.), InputError);
  CHECK(model.parameter("m").value == 2);
  model.set("m", 2.5);
  CHECK(model.parameter("m").value == 2.5);
}

TEST_CASE("a simulation steps as a run does") {
  for (const std::string name : {"car", "unicycle", "car_chart", "snakeboard_gait"}) {
    for (const std::string method : {"dop853", "rk4", "variational"}) {
      for (const auto dynamics : {Dynamics::free, Dynamics::nonholonomic, Dynamics::vakonomic}) {
        CAPTURE(name);
        CAPTURE(method);
        const SystemFile file = read_system_file(path_of(name));
        const Table run = tabulate(file, plan_of(dynamics, method));
        Simulation simulation(file, dynamics, method);
        for (int k = 0; k < 20; ++k) REQUIRE(simulation.step(0.05));
        const auto last = columns(simulation.look());
        for (std::size_t i = 0; i < last.size(); ++i)
          CHECK(std::fabs(last[i] - run(run.rows() - 1, i)) < 1e-11);
        simulation.restart();
        CHECK(simulation.time() == 0);
        CHECK(columns(simulation.look())[1] == run(0, 1));
      }
    }
  }
}

TEST_CASE("inputs are forces: as signals of the file, and held by a program") {
  Json forced = Json::parse(robot);
  forced.erase("inputs");
  forced["force"] = {"sin(t)/20/R", "0", "-c/R*sin(t)/20"};
  const auto plan = plan_of(Dynamics::nonholonomic);
  CHECK(largest_difference(tabulate(parse_system_file(forced.dump()), plan),
                           tabulate(parse_system_file(robot), plan)) < 1e-14);

  forced["force"] = {"(1/4-1/8)/R", "0", "c/R*(-1/4-1/8)"};
  const SystemFile constant = parse_system_file(forced.dump());
  for (const std::string method : {"dop853", "rk4", "gauss6", "variational"}) {
    CAPTURE(method);
    Simulation held(parse_system_file(robot), Dynamics::nonholonomic, method);
    Simulation expected(constant, Dynamics::nonholonomic, method);
    CHECK(held.inputs() == std::vector<std::string>{"left", "right"});
    const std::array<double, 2> w{0.25, -0.125};
    for (int k = 0; k < 20; ++k) {
      REQUIRE(held.step(0.05, w));
      REQUIRE(expected.step(0.05));
    }
    const auto found = columns(held.look()), right = columns(expected.look());
    for (std::size_t i = 0; i < found.size(); ++i) CHECK(std::fabs(found[i] - right[i]) < 1e-14);
  }
}

/// The largest difference of the places of a robot, on its group and in coordinates.
double off_in_coordinates(const Sample& on_group, const Sample& in_chart) {
  double worst = std::fabs(on_group.t - in_chart.t);
  for (std::size_t i = 0; i < 3; ++i)
    worst = std::fmax(worst, std::fabs(on_group.x[i] - in_chart.x[i]));
  return worst;
}

TEST_CASE("inputs move a system in coordinates as they move it on its group") {
  const SystemFile chart = parse_system_file(robot_in_coordinates);
  const SystemFile group = parse_system_file(robot);
  const std::array<double, 2> w{0.25, -0.125};
  for (const auto dynamics : {Dynamics::free, Dynamics::nonholonomic, Dynamics::vakonomic}) {
    for (const std::string method : {"dop853", "dopri5"}) {
      CAPTURE(method);
      Simulation there(chart, dynamics, method), here(group, dynamics, method);
      CHECK(there.inputs() == std::vector<std::string>{"left", "right"});
      for (int k = 0; k < 20; ++k) {
        REQUIRE(there.step(0.05));
        REQUIRE(here.step(0.05));
      }
      CHECK(off_in_coordinates(here.look(), there.look()) < 1e-10);
      for (int k = 0; k < 20; ++k) {
        REQUIRE(there.step(0.05, w));
        REQUIRE(here.step(0.05, w));
      }
      CHECK(std::fabs(there.look().x[2]) > 0.1);
      CHECK(off_in_coordinates(here.look(), there.look()) < 1e-10);
    }
  }
}

TEST_CASE("the variational method feels inputs in coordinates at its order") {
  const SystemFile chart = parse_system_file(robot_in_coordinates);
  const auto end = [&](Dynamics dynamics, const std::string& method, int steps) {
    Simulation run(chart, dynamics, method);
    for (int k = 0; k < steps; ++k) REQUIRE(run.step(2. / steps));
    return run.look();
  };
  for (const auto dynamics : {Dynamics::free, Dynamics::nonholonomic, Dynamics::vakonomic}) {
    const Sample exact = end(dynamics, "dop853", 20);
    const double coarse = off_in_coordinates(exact, end(dynamics, "variational", 40)),
                 fine = off_in_coordinates(exact, end(dynamics, "variational", 80));
    CHECK(std::log2(coarse / fine) == doctest::Approx(2).epsilon(0.1));
    const double coarse4 = off_in_coordinates(exact, end(dynamics, "variational4", 40)),
                 fine4 = off_in_coordinates(exact, end(dynamics, "variational4", 80));
    CHECK(std::log2(coarse4 / fine4) == doctest::Approx(4).epsilon(0.1));
  }
}

TEST_CASE("wrong inputs in coordinates are a status, or refused with their place") {
  Simulation simulation(parse_system_file(robot_in_coordinates));
  CHECK(simulation.step(0.1, std::array<double, 1>{1}).outcome == Outcome::wrong_inputs);
  CHECK(simulation.step(0.1, std::array<double, 2>{1, std::nan("")}).outcome ==
        Outcome::not_finite);
  CHECK(simulation.time() == 0);
  const auto refused_with = [](const std::string& pointer, const Json& value) {
    Json system = Json::parse(robot_in_coordinates);
    system[Json::json_pointer(pointer)] = value;
    return refused(system);
  };
  CHECK(has(refused_with("/inputs/left/force", {"1", "0"}), "$.inputs.left.force"));
  CHECK(has(refused_with("/inputs/left/force/1", "x_dot"), "undefined name 'x_dot'"));
  CHECK(has(refused_with("/inputs/left/force/2", "1/phi"), "$.inputs.left.force[2]"));
  CHECK(has(refused_with("/inputs/left/signal", "1/t"), "$.inputs.left.signal"));
  CHECK(has(refused_with("/inputs/left/torque", "1"), "unknown key 'torque'"));
}

TEST_CASE("wrong inputs are a status and leave the motion where it was") {
  Simulation simulation(parse_system_file(robot));
  const std::array<double, 1> few{1};
  CHECK(simulation.step(0.1, few).outcome == Outcome::wrong_inputs);
  const std::array<double, 2> bad{1, std::nan("")};
  CHECK(simulation.step(0.1, bad).outcome == Outcome::not_finite);
  CHECK(simulation.step(std::nan("")).outcome == Outcome::not_finite);
  CHECK(simulation.time() == 0);
}

TEST_CASE("wrong inputs of a file are refused") {
  CHECK(has(refused(robot_with("/inputs/left/force/0", "1/q")),
            "$.inputs.left.force[0], character 3"));
  CHECK(has(refused(robot_with("/inputs/left/force", {"1", "0"})), "$.inputs.left.force"));
  CHECK(has(refused(robot_with("/inputs/left/signal", "x")), "undefined name 'x'"));
  CHECK(has(refused(robot_with("/inputs/left/signal", "1/t")), "$.inputs.left.signal"));
  CHECK(
      has(refused(robot_with("/inputs/left/bounds", {"1", "-1"})), "the least, then the greatest"));
  CHECK(has(refused(robot_with("/inputs/left/torque", "1")), "unknown key 'torque'"));
  CHECK(has(refused(robot_with("/inputs/a b", {{"force", {"1", "0", "0"}}})),
            "the input name 'a b'"));
}

TEST_CASE("steps evaluate formulas without allocation") {
  for (const std::string name :
       {"car", "chaplygin_ball", "two_trailers", "snakeboard_gait", "tilting_disk", "heavy_top",
        "unicycle_potential", "heisenberg_generalized", "car_chart", "chart_nonlinear"}) {
    for (const std::string method : {"dop853", "rk4", "gauss4", "variational"}) {
      for (const auto dynamics : {Dynamics::nonholonomic, Dynamics::vakonomic}) {
        CAPTURE(name);
        CAPTURE(method);
        Simulation simulation(read_system_file(path_of(name)), dynamics, method);
        REQUIRE(simulation.step(0.01));  // makes the method
        const long before = allocations::count();
        for (int k = 0; k < 10; ++k) static_cast<void>(simulation.step(0.01));
        CHECK(allocations::count() == before);
      }
    }
  }
  Simulation driven(parse_system_file(robot));
  const std::array<double, 2> w{0.25, -0.125};
  REQUIRE(driven.step(0.01, w));
  const long before = allocations::count();
  for (int k = 0; k < 10; ++k) static_cast<void>(driven.step(0.01, w));
  CHECK(allocations::count() == before);
}
