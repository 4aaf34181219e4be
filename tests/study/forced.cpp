// Q1 and Q2 under forces, which act on the nonholonomic and on the vakonomic motion alike: p' = ad*_a p + F + f in
// both.
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "q1_of.hpp"

namespace {

Json system_with(const char* name, const std::vector<std::string>& force) {
  Json file = Json::parse(read_file(system_path(name)));
  file["force"] = force;
  return file;
}

Json input(const std::vector<std::string>& force, const char* signal) {
  return {{"push", {{"force", force}, {"signal", signal}}}};
}

/// Q1 and Q2, which agree here, both by proof.
std::string answer(const Json& file) {
  const TemporaryFolder folder;
  const std::string path = folder.write("forced.json", file.dump());
  CAPTURE(file.dump());
  const Json q1 = q1_of(folder, path);
  CHECK(q1["exact"] == true);
  const auto run = run_command(folder, {"compare", path, "--t-end", "1", "--json"});
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  const Json q2 = Json::parse(run.out)["q2"];
  CHECK(q2["exact"] == true);
  CHECK(q2["answer"] == q1["answer"]);
  const double residual = q2["residual"];
  if (q2["answer"] == "yes")
    CHECK(residual < 1e-12);
  else
    CHECK(residual > 1e-6);
  return q1["answer"].get<std::string>();
}

}  // namespace

// With mu = (lambda, 0, 0, -R lambda) the second equation gives lambda = f2/u2 - m R u1, and the first lambda' = -m R
// u1' + f1.
TEST_CASE("a rolling wheel keeps its multiplier under torques, not under a push on its centre") {
  CHECK(answer(system_with("unicycle", {"0", "0", "-a3/5", "sin(t)-a4/3"})) == "yes");
  CHECK(answer(system_with("unicycle", {"0", "0", "phi*a3", "a3*a4"})) == "yes");
  CHECK(answer(system_with("unicycle", {"-a1/3", "0", "0", "0"})) == "no");
  Json with_potential = system_with("unicycle", {"0", "0", "0", "sin(phi)-a4/3"});
  with_potential["potential"] = "sin(phi) + theta1^2";
  CHECK(answer(with_potential) == "yes");
  CHECK(answer(system_with("unicycle_potential", {"0", "0", "0", "-a4/3"})) == "no");
}

TEST_CASE("a force that grows in time needs a multiplier that does: f2 = t u2, f1 = 1") {
  CHECK(answer(system_with("unicycle", {"1", "t*a3", "0", "0"})) == "yes");
  CHECK(answer(system_with("unicycle", {"0", "t*a3", "0", "0"})) == "no");
}

TEST_CASE("inputs with signals are forces") {
  Json file = Json::parse(read_file(system_path("unicycle")));
  file["inputs"] = input({"0", "0", "0", "1"}, "sin(t)");
  CHECK(answer(file) == "yes");
  file["inputs"] = input({"1", "0", "0", "0"}, "sin(t)");
  CHECK(answer(file) == "no");
  Json chart = Json::parse(read_file(system_path("chart_rolling_disk")));
  chart["inputs"] = input({"0", "0", "0", "1"}, "sin(t)+t^2");
  CHECK(answer(chart) == "yes");
  chart["inputs"] = input({"1", "0", "0", "0"}, "sin(t)+t^2");
  CHECK(answer(chart) == "no");
  chart["inputs"] = input({"cos(theta)", "sin(theta)", "0", "0"}, "3/2");
  CHECK(answer(chart) == "no");
}

// The blade of a skate acts with m u1 u2; where a force does so in its place the motion is an unconstrained one.
TEST_CASE("friction leaves a skate its answer, a force in place of its blade does not") {
  CHECK(answer(system_with("chaplygin_skate", {"-a1/3", "0", "0"})) == "no");
  CHECK(answer(system_with("chaplygin_skate", {"0", "m*a1*a3", "0"})) == "yes");
  CHECK(answer(system_with("chaplygin_skate", {"-a1/3", "m*a1*a3", "-a3"})) == "yes");
  CHECK(answer(system_with("chaplygin_skate", {"-a1/3", "m*a1*a3+t", "-a3"})) == "no");
}

TEST_CASE("the proof of one force is none of another") {
  const TemporaryFolder folder;
  const auto file = [&](const char* push) {
    return folder.write("forced.json", system_with("unicycle", {push, "0", "0", "-a4/3"}).dump());
  };
  const auto status = [&](const std::string& path) {
    return run_command(folder, {"verify", path, folder.file("c.json")}).status;
  };
  CHECK(q1_of(folder, file("0"))["answer"] == "yes");
  CHECK(status(file("0")) == 0);
  CHECK(status(file("a1")) == 2);
  CHECK(q1_of(folder, file("a1"))["answer"] == "no");
  CHECK(status(file("a1")) == 0);
  CHECK(status(file("0")) == 2);
}

namespace {

Json in_space(const char* constraint, const std::vector<std::string>& push, const char* signal,
              const std::vector<std::string>& velocity) {
  Json file = Json::parse(R"({"schema": 1, "name": "space",
    "chart": {"coordinates": ["x", "y", "z"]},
    "metric": [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "2"]]})");
  file["constraints"] = {constraint};
  file["inputs"] = input(push, signal);
  file["initial"]["q_dot"] = {{"x", velocity[0]}, {"y", velocity[1]}, {"z", velocity[2]}};
  return file;
}

}  // namespace

// z' = x'^2: nu is a multiple of f3 - 4 x' f1, which vanishes under pushes along y alone.
TEST_CASE("constraints that are not linear, under inputs with constant signals") {
  CHECK(answer(in_space("z_dot - x_dot^2", {"0", "1+x", "0"}, "3", {"1", "2", "1"})) == "yes");
  CHECK(answer(in_space("z_dot - x_dot^2", {"1", "0", "0"}, "3", {"1", "2", "1"})) == "no");
  CHECK(answer(in_space("z_dot^2-x_dot^2-y_dot^2", {"1", "0", "y"}, "1", {"3", "4", "5"})) == "no");
}

TEST_CASE("what no polynomial in the velocity tells is undecided, as is a signal in t there") {
  const TemporaryFolder folder;
  const auto drag = system_with("unicycle", {"-a1*sqrt(1+a1^2)", "0", "0", "0"});
  CHECK(q1_of(folder, folder.write("drag.json", drag.dump()))["answer"] == "undecided");
  const Json cone = in_space("z_dot^2-x_dot^2-y_dot^2", {"1", "0", "y"}, "t", {"3", "4", "5"});
  CHECK(q1_of(folder, folder.write("cone.json", cone.dump()))["answer"] == "undecided");
}
