// Velocities and coordinates of a start that the constraint determines: initial.find.
#include <cmath>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/model.hpp>
#include <hamel/io/start.hpp>

#include "refused.hpp"

using namespace hamel;
using Json = nlohmann::json;

namespace {

Json public_system(const std::string& name, Json initial) {
  Json system = Json::parse(read_file(system_path(name)));
  for (const char* key : {"expect", "reference", "target"}) system.erase(key);
  system["initial"] = std::move(initial);
  return system;
}

GroupStart group_start(const Json& system) {
  return *std::get<GroupSystem>(parse_system_file(system.dump()).system).start;
}
ChartStart chart_start(const Json& system) {
  return *std::get<ChartSystem>(parse_system_file(system.dump()).system).start;
}

std::string refusal_of(const Json& system) {
  try {
    parse_system_file(system.dump());
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

void check_says(const Json& system, const std::string& part) {
  const std::string refusal = refusal_of(system);
  CAPTURE(refusal);
  CHECK(refusal.find("$.initial.find") != std::string::npos);
  CHECK(refusal.find(part) != std::string::npos);
}

Json unicycle(Json a, Json find) {
  return public_system("unicycle", {{"a", std::move(a)}, {"find", std::move(find)}});
}

/// A particle of the plane with constraints that need not be linear.
Json plane(Json constraints, Json q_dot, Json find, Json q = Json::object()) {
  return {
      {"schema", 1},
      {"name", "plane"},
      {"chart", {{"coordinates", {"x", "y"}}}},
      {"metric", {{1, 0}, {0, 1}}},
      {"constraints", std::move(constraints)},
      {"initial", {{"q", std::move(q)}, {"q_dot", std::move(q_dot)}, {"find", std::move(find)}}}};
}

}  // namespace

TEST_CASE("velocities on a group are found exactly where span and start are rational") {
  const auto start = group_start(unicycle({"0", "7", "1/2", "1"}, {"a2", "a1"}));
  CHECK(start.a[0].exact == Rational(9, 10));
  CHECK(start.a[1].exact == Rational(0));
  CHECK(start.a_written[0].exact() == Rational(9, 10));
  CHECK(!start.projected);

  std::mt19937 random(1);
  std::uniform_int_distribution<int> digit(-9, 9);
  for (int trial = 0; trial < 40; ++trial) {
    constexpr int n = 5, r = 2;
    Json span = Json::array(), a = Json::array(), find = Json::array();
    std::vector<Rational> velocity(n), u(r);
    for (int j = 0; j < r; ++j) {
      u[j] = Rational(digit(random), 7);
      span.push_back(Json::array());
      for (int i = 0; i < n; ++i) {
        const Rational entry(digit(random) + (i == j ? 20 : 0),
                             3);  // the first r components give u
        velocity[i] += entry * u[j];
        span.back().push_back(entry.str());
      }
    }
    Json metric = Json::array();
    for (int i = 0; i < n; ++i) {
      metric.push_back(Json::array());
      for (int j = 0; j < n; ++j) metric.back().push_back(i == j ? 1 : 0);
      a.push_back(i < r ? velocity[i].str() : "0");
      if (i >= r) find.push_back("a" + std::to_string(i + 1));
    }
    const auto found = group_start({{"schema", 1},
                                    {"name", "random"},
                                    {"algebra", {{"dim", n}, {"brackets", Json::object()}}},
                                    {"metric", metric},
                                    {"constraint", {{"span", span}}},
                                    {"initial", {{"a", a}, {"find", find}}}});
    for (int i = 0; i < n; ++i) CHECK(found.a[i].exact == velocity[i]);
  }
}

TEST_CASE("what is asked of a found start is answered as of the same start written out") {
  const TemporaryFolder folder;
  for (const auto& [found, written] :
       {std::pair{unicycle({"0", "0", "1/2", "1"}, {"a1"}),
                  public_system("unicycle", {{"a", {"R", "0", "1/2", "1"}}})},
        std::pair{public_system("car", {{"a", {"1", "0", "0", "1/3"}}, {"find", {"a3"}}}),
                  public_system("car", {{"a", {"1", "0", "0", "1/3"}}})}})
    for (const std::string subcommand : {"check", "study", "compare"}) {
      CAPTURE(subcommand);
      Json answers[2];
      for (int k = 0; k < 2; ++k) {
        const std::string path = folder.write("system.json", (k == 0 ? found : written).dump());
        const auto run = run_command(folder, {subcommand, path, "--json"});
        CAPTURE(run.err);
        REQUIRE(is_answered(run));
        answers[k] = Json::parse(run.out);
        answers[k].erase("system");
      }
      CHECK(answers[0] == answers[1]);
    }
}

TEST_CASE("where d moves velocities are found to rounding, with what is given kept") {
  const Json initial{
      {"x", {{"theta1", "1/4"}}}, {"a", {"3/10", "0", "0", "1/3"}}, {"find", {"a3"}}};
  const Json car = public_system("car", initial);
  const auto start = group_start(car);
  const double wheelbase = Model::parse(car.dump()).parameter("L").value;
  CHECK(std::fabs(start.a[2].value - 0.3 * std::tan(0.25) / wheelbase) < 1e-16);
  CHECK(start.a[0].value == 0.3);
  CHECK(start.a[3].value == 1. / 3);
  CHECK(start.is_admissible);

  // the offset is taken at the start, with the time of the start
  const Json gait = public_system(
      "snakeboard_gait",
      {{"t", "1/2"}, {"a", {"1", "0", "0", "0", "0"}}, {"find", {"a1", "a2", "a3", "a4", "a5"}}});
  check_says(gait, "found a1, which the constraint leaves free");
}

TEST_CASE("a file by rows, and one without vectors") {
  Json rows = public_system("unicycle", {{"a", {"0", "0", "1/2", "1"}}, {"find", {"a1", "a2"}}});
  rows["constraint"] = {{"annihilator", {{"1", "0", "0", "-R"}, {"0", "1", "0", "0"}}},
                        {"drift", {"1/3", "2"}}};
  const auto start = group_start(rows);
  CHECK(start.a[0].exact == Rational(37, 30));
  CHECK(start.a[1].exact == Rational(2));
  rows["constraint"] = {{"span", Json::array()}, {"offset", {"1/2", "R", "t+1/4", "0"}}};
  rows["initial"] = {{"t", "1"}, {"a", {"0", "9/10", "0", "0"}}, {"find", {"a1", "a3"}}};
  const auto given = group_start(rows);
  CHECK(given.a[0].exact == Rational(1, 2));
  CHECK(given.a[2].exact == Rational(5, 4));
}

TEST_CASE("in coordinates velocities and coordinates are found") {
  const Json linear{"y_dot - (1 + y)*x_dot"};
  auto start = chart_start(plane(linear, {{"x", "1/3"}}, {"y_dot"}, {{"y", "1/2"}}));
  CHECK(start.q_dot[1].exact == Rational(1, 2));
  CHECK(start.q_dot_written[1].exact() == Rational(1, 2));
  start = chart_start(plane(linear, {{"x", "1/3"}, {"y", "1/2"}}, {"y"}));
  CHECK(start.q[1].exact == Rational(1, 2));
  start = chart_start(plane({"y_dot - sin(y)*x_dot"}, {{"x", "2"}}, {"y_dot"}, {{"y", "1/2"}}));
  CHECK(start.q_dot[1].value == 2 * std::sin(0.5));
  CHECK(!start.q_dot[1].exact);
  CHECK(start.is_admissible);

  // x'^2 + y'^2 = 25 has the two ends of each guess
  const Json speed{"x_dot^2 + y_dot^2 - 25"};
  CHECK(chart_start(plane(speed, {{"x", "0.1"}, {"y", "3"}}, {"x_dot"})).q_dot[0].exact ==
        Rational(4));
  CHECK(chart_start(plane(speed, {{"x", "-9"}, {"y", "3"}}, {"x_dot"})).q_dot[0].exact ==
        Rational(-4));
  const double root = chart_start(plane({"x_dot^2 - 2"}, {{"x", "1"}}, {"x_dot"})).q_dot[0].value;
  CHECK(std::fabs(root - std::sqrt(2.)) < 3e-16);
  const auto both = chart_start(plane({"x_dot^2 + y_dot^2 - 25", "x_dot - y_dot - 1"},
                                      {{"x", "1"}, {"y", "1"}}, {"x_dot", "y_dot"}));
  CHECK(both.q_dot[0].exact == Rational(4));
  CHECK(both.q_dot[1].exact == Rational(3));
}

TEST_CASE("coordinates are found from holonomic equations") {
  Json circle = plane(Json::array(), {{"x", "0"}}, {"y"}, {{"x", "3/5"}, {"y", "1"}});
  circle.erase("constraints");
  circle["holonomic"] = {"x^2 + y^2 - 1 - t"};
  circle["initial"]["q_dot"] = {{"y", "5/8"}};  // d/dt g = 0
  CHECK(std::fabs(chart_start(circle).q[1].value - 0.8) < 1e-15);
  circle["initial"] = {{"q", {{"x", "3/5"}, {"y", "4/5"}}}, {"q_dot", {{"x", "1"}}}};
  circle["initial"]["find"] = {"y_dot"};  // 2 x x' + 2 y y' = 1
  CHECK(chart_start(circle).q_dot[1].exact == Rational(-1, 8));
  circle["initial"]["q"]["y"] = "1";
  circle["initial"]["find"] = {"y", "y_dot"};
  const auto both = chart_start(circle);
  CHECK(std::fabs(both.q[1].value - 0.8) < 1e-15);
  CHECK(std::fabs(both.q_dot[1].value + 0.125) < 1e-15);
  circle["initial"]["find"] = {"x_dot", "y_dot"};
  circle["initial"]["q"]["y"] = "4/5";
  check_says(circle, "x_dot, y_dot, which the constraint leaves free");

  // beside a constraint on velocities, from a time on, with an equation too many
  Json held = plane({"z_dot - y*x_dot"}, {{"x", "2"}}, {"y_dot", "z_dot"}, {{"y", "3"}});
  held["holonomic"] = {"y - 1 - t^2/2 - x", "2*y - 2 - t^2 - 2*x"};
  held["chart"]["coordinates"] = {"x", "y", "z"};
  held["metric"] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  held["initial"]["t"] = "2";
  const auto start = chart_start(held);
  CHECK(start.q_dot[1].exact == Rational(4));
  CHECK(start.q_dot[2].exact == Rational(6));
  held["initial"]["q_dot"] = {{"x", "2"}, {"y", "1"}};
  held["initial"]["find"] = {"z_dot"};
  check_says(held, "d/dt $.holonomic[");
}

TEST_CASE("places and velocities on a group are found from holonomic equations") {
  // A rod of length 1 between the walls: its foot at r1, its head at r2.
  const auto rod = [](Json initial) {
    return Json{{"schema", 1},
                {"name", "rod"},
                {"group", "R2"},
                {"metric", {{1, 0}, {0, 1}}},
                {"constraint", {{"holonomic", {"r1^2 + r2^2 - 1"}}}},
                {"initial", std::move(initial)}};
  };
  const auto start = group_start(
      rod({{"x", {{"r1", "3/5"}, {"r2", "-0.7"}}}, {"a", {"1", "0"}}, {"find", {"r2", "a2"}}}));
  CHECK(start.coordinates[0].exact == Rational(3, 5));
  CHECK(start.coordinates[1].value == doctest::Approx(-0.8).epsilon(1e-15));
  CHECK(start.a[0].exact == Rational(1));
  CHECK(start.a[1].value == doctest::Approx(0.75).epsilon(1e-15));
  check_says(rod({{"x", {{"r1", 2}, {"r2", 1}}}, {"a", {0, 0}}, {"find", {"r2"}}}),
             "$.constraint.holonomic[0] = 3 is left");
  check_says(rod({{"x", {{"r1", 1}}}, {"a", {0, 1}}, {"find", {"a1", "a2"}}}),
             "a2, which the constraint leaves free");
  check_says(rod({{"x", {{"r1", 1}}}, {"a", {0, 1}}, {"find", {"x1"}}}), "one of r1, r2, a1, a2");

  // A body whose centre is held at a height that grows; its attitude is bound by the group.
  Json body{{"schema", 1},
            {"name", "body"},
            {"group", "SE3"},
            {"metric", Json::array()},
            {"constraint", {{"holonomic", {"z - 1/2 - t/4"}}}},
            {"initial", {{"t", 1}, {"a", {1, 0, 0, 0, 0, 0}}, {"find", {"z", "a3"}}}}};
  for (int i = 0; i < 6; ++i) {
    body["metric"].push_back(Json::array());
    for (int j = 0; j < 6; ++j) body["metric"][i].push_back(int(i == j));
  }
  const SystemFile read = parse_system_file(body.dump());
  const auto& group = std::get<GroupSystem>(read.system);
  std::size_t z = 0;
  while (group.coordinates[z] != "z") ++z;
  CHECK(group.start->coordinates[z].value == doctest::Approx(0.75).epsilon(1e-15));
  CHECK(group.start->a[2].value == doctest::Approx(0.25).epsilon(1e-15));
  body["constraint"]["holonomic"] = {"R33 - 1/2"};
  body["initial"]["find"] = {"R33"};
  check_says(body, "coordinates that the group binds to others");
}

TEST_CASE("what stays free and what contradicts is refused by name") {
  check_says(unicycle({"1", "0", "1/2", "1"}, {"a1", "a4"}),
             "a1, a4, which the constraint leaves free");
  check_says(unicycle({"1", "0", "1/2", "1"}, {"a1", "a3"}), "found a3, which");
  check_says(unicycle({"0", "1", "1/2", "1"}, {"a1"}), "(v0 + D u - a)2 = -1 is left");
  check_says(unicycle({"0", "0", "1/2", "1"}, {"a9"}), "'a9'");
  check_says(unicycle({"0", "0", "1/2", "1"}, {"x"}), "'x'");
  check_says(unicycle({"0", "0", "1/2", "1"}, {"a1", "a1"}), "each name once");
  check_says(unicycle({"0", "0", "1/2", "1"}, "a1"), "found");
  check_says(public_system("unicycle", {{"u", {"1", "2"}}, {"find", {"a1"}}}), "beside u");
  Json free = unicycle({"0", "0", "1/2", "1"}, {"a1"});
  free.erase("constraint");
  check_says(free, "names without a constraint");

  free["constraint"] = {{"holonomic", {"y - R"}}};
  free["initial"]["x"] = {{"y", "R"}};
  check_says(free, "a1, which the constraint leaves free");

  const Json speed{"x_dot^2 + y_dot^2 - 25"};
  check_says(plane(speed, {{"x", "1"}, {"y", "3"}}, {"x_dot", "y_dot"}),
             "x_dot, y_dot, which the constraint leaves free");
  check_says(plane(speed, {{"x", "1"}, {"y", "6"}}, {"x_dot"}), "no x_dot by Newton's method");
  check_says(plane(speed, {{"x", "1"}, {"y", "6"}}, {"x_dot"}), "$.constraints[0] = 11");
  check_says(plane(speed, {{"x", "0"}, {"y", "3"}}, {"x_dot"}), "$.constraints[0] = -16");
  check_says(plane(speed, {{"x", "1"}, {"y", "3"}}, {"x"}), "$.constraints[0] = -15 is left");
  check_says(plane(Json::array(), {{"x", "1"}}, {"x_dot"}),
             "x_dot, which the constraint leaves free");
}

TEST_CASE("a start is found again where a parameter, a place or a row is set") {
  Model model = Model::parse(unicycle({"0", "0", "1/2", "1"}, {"a1"}).dump());
  const auto velocity = [&] { return std::get<GroupSystem>(model.file().system).start->a; };
  model.set("R", Rational(2));
  CHECK(velocity()[0].exact == Rational(2));
  model.set(std::vector<std::pair<std::string, Rational>>{{"a4", Rational(3)}});
  CHECK(velocity()[0].exact == Rational(6));
  model.set(
      std::vector<std::pair<std::string, Rational>>{{"u2", Rational(1)}});  // all of the velocity
  CHECK(velocity()[0].exact == Rational(6));
  CHECK(velocity()[2].exact == Rational(1));
  StartGiven start;
  start.a = {"0", "0", "0", "1/2"};
  model.set_start(start);
  CHECK(velocity()[0].exact == Rational(1));

  Model car = Model::parse(public_system("car", {{"a", {"0", "0", "0", "0"}}}).dump());
  start.x = {{"theta1", "1/4"}};
  start.a = {"1", "0", "0", "1"};
  CHECK_THROWS_AS(car.set_start(start), InputError);
  start.find = {"a3"};
  car.set_start(start);
  const double wheelbase = car.parameter("L").value;
  CHECK(std::fabs(std::get<GroupSystem>(car.file().system).start->a[2].value -
                  std::tan(0.25) / wheelbase) < 1e-16);

  // a run goes on from its table, under every dynamics
  const TemporaryFolder folder;
  Json system = public_system("car", {{"x", {{"theta1", "1/4"}}}, {"a", {"1", "0", "0", "1"}}});
  system["initial"]["find"] = {"a3"};
  const std::string path = folder.write("car.json", system.dump());
  for (const std::string dynamics : {"nonholonomic", "vakonomic", "free"}) {
    CAPTURE(dynamics);
    const auto run = [&](const std::string& end, const std::string& csv,
                         std::vector<std::string> more) {
      std::vector<std::string> all{"simulate", path,  "--dynamics", dynamics, "--t-end",
                                   end,        "--h", "0.1",        "--csv",  folder.file(csv)};
      all.insert(all.end(), more.begin(), more.end());
      CHECK(run_command(folder, all).status == 0);
      return read_csv(folder.file(csv)).back();
    };
    const auto whole = run("1", "whole.csv", {});
    const auto rest = run("1", "rest.csv", {"--from", folder.file("whole.csv") + "#t=0.5"});
    REQUIRE(whole.size() == rest.size());
    for (std::size_t i = 0; i < whole.size(); ++i)
      CHECK(std::fabs(std::stod(whole[i]) - std::stod(rest[i])) < 1e-12);
  }
}
