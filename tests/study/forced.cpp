// Q1 and Q2 under forces, which act on the nonholonomic and on the vakonomic motion alike: p' = ad*_a p + F + f in
// both. And the flows under them.
#include <cmath>
#include <cstddef>
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

/// Q1 and Q2, which agree here, both by proof, proved again from the file of their certificates.
std::string answer(const Json& file) {
  const TemporaryFolder folder;
  const std::string path = folder.write("forced.json", file.dump());
  CAPTURE(file.dump());
  const Json q1 = q1_of(folder, path);
  CHECK(q1["exact"] == true);
  const auto run = run_unhurried(folder, {"compare", path, "--t-end", "1", "--json"});
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  const Json q2 = Json::parse(run.out)["q2"];
  CHECK(q2["exact"] == true);
  CHECK(q2["answer"] == q1["answer"]);
  const std::string proof = folder.file("proof.json");
  REQUIRE(run_unhurried(folder, {"check", path, "--certificate", proof}).status == 0);
  CHECK(run_unhurried(folder, {"verify", path, proof}).status == 0);
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
    return run_unhurried(folder, {"verify", path, folder.file("c.json")}).status;
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

TEST_CASE("constraints that are not linear, under inputs whose signals name t") {
  CHECK(answer(in_space("z_dot - x_dot^2", {"0", "1+x", "0"}, "sin(t)", {"1", "2", "1"})) == "yes");
  CHECK(answer(in_space("z_dot - x_dot^2", {"1", "0", "0"}, "sin(t)", {"1", "2", "1"})) == "no");
  CHECK(answer(in_space("z_dot - x_dot^2", {"4", "0", "1"}, "t", {"1", "2", "1"})) == "no");
  CHECK(answer(in_space("z_dot^2-x_dot^2-y_dot^2", {"1", "0", "y"}, "t", {"3", "4", "5"})) == "no");
}

TEST_CASE("what no polynomial in the velocity tells is undecided") {
  const TemporaryFolder folder;
  const auto drag = system_with("unicycle", {"-a1*sqrt(1+a1^2)", "0", "0", "0"});
  CHECK(q1_of(folder, folder.write("drag.json", drag.dump()))["answer"] == "undecided");
}

namespace {

Json study_of(const TemporaryFolder& folder, const Json& file) {
  const std::string path = folder.write("forced.json", file.dump()),
                    proof = folder.file("proof.json");
  const auto run = run_unhurried(folder, {"study", path, "--json", "--certificate", proof});
  CAPTURE(run.err);
  REQUIRE(is_answered(run));
  const auto again = run_unhurried(folder, {"verify", path, proof});
  CAPTURE(again.err);
  CHECK(again.status == 0);
  Json certificate = Json::parse(read_file(proof));
  CHECK(certificate["without_certificate"].empty());
  // Without the force it proves nothing.
  Json free = file;
  free.erase("force");
  if (!certificate["flows"][0]["steady"].empty())
    CHECK(run_unhurried(folder, {"verify", folder.write("free.json", free.dump()), proof}).status ==
          2);
  return Json::parse(run.out);
}

}  // namespace

TEST_CASE("a driven wheel rolls steadily where the torque and the friction are equal") {
  const TemporaryFolder folder;
  Json wheel = system_with("unicycle", {"0", "0", "-a3", "1/2 - a4"});
  const Json study = study_of(folder, wheel);
  REQUIRE(study["flows"].size() == 2);  // of the vakonomic one nothing is said
  const Json rolling = study["flows"][0], sliding = study["flows"][1];
  REQUIRE(rolling["steady"]["families"].size() == 1);
  CHECK(rolling["steady"]["families"][0]["where"] == Json({"u1 = 1/2", "u2 = 0"}));
  CHECK(rolling["steady"]["families"][0]["members"][0]["stable"] == "asymptotic");
  CHECK(rolling["steady"]["not_covered"] == "");
  for (const auto& integral : rolling["integrals"]["generators"])
    CHECK(integral["name"] != "energy");
  CHECK(sliding["integrals"]["generators"][0]["polynomial"] == "u1^2 + u2^2");  // nothing brakes it
  CHECK(sliding["steady"]["families"][0]["members"][0]["stable"] == "transversal");
  // The motion goes there.
  wheel["initial"]["a"] = {"9/10", "0", "1/3", "1"};
  const std::string csv = folder.file("run.csv");
  REQUIRE(run_unhurried(folder, {"simulate", folder.write("wheel.json", wheel.dump()), "--t-end",
                                 "60", "--csv", csv})
              .status == 0);
  const std::string text = read_file(csv);
  const auto entry = [](const std::string& line, std::size_t k) {
    std::size_t at = 0;
    for (; k > 0; --k) at = line.find(',', at) + 1;
    return line.substr(at, line.find(',', at) - at);
  };
  const std::string names = text.substr(0, text.find('\n')),
                    last = text.substr(text.rfind('\n', text.size() - 2) + 1);
  std::size_t place = 0;
  while (entry(names, place) != "a4") ++place;
  CHECK(std::stod(entry(last, place)) == doctest::Approx(0.5).epsilon(1e-9));
  CHECK(std::abs(std::stod(entry(last, place - 1))) < 1e-9);
}

TEST_CASE("friction takes the energy and, from a top that stands, its stability") {
  const TemporaryFolder folder;
  const Json top{
      {"schema", 1},          {"name", "top"},
      {"group", "SO3"},       {"metric", {{"2", "0", "0"}, {"0", "2", "0"}, {"0", "0", "1"}}},
      {"potential", "2*R33"}, {"force", {"-a1", "-a2", "0"}}};
  const Json flow = study_of(folder, top)["flows"][0];
  REQUIRE(flow["integrals"]["generators"].size() == 1);
  CHECK(flow["integrals"]["generators"][0]["polynomial"] == "u3");
  for (const auto& family : flow["steady"]["families"])
    for (const auto& member : family["members"])
      CHECK(member["stable"] == (member["u"][2] == "1" ? "unstable" : "transversal"));
  Json gyroscopic = top;  // does no work
  gyroscopic["force"] = {"a2", "-a1", "0"};
  const Json kept = study_of(folder, gyroscopic)["flows"][0]["integrals"]["generators"];
  CHECK(kept[0]["name"] == "energy");
}

TEST_CASE("terms of L that are linear in the velocities turn motions, and do no work") {
  const TemporaryFolder folder;
  // A charge in a magnetic field B = 3 on a hill of curvature -2: stable iff B^2 > 4 * 2, at x^4 + (B^2 - 4) x^2 + 4.
  const auto hill = [](const char* half_field) {
    return Json{{"schema", 1},
                {"name", "hill"},
                {"chart", {{"coordinates", {"x", "y"}}}},
                {"lagrangian", std::string("(x_dot^2 + y_dot^2)/2 + x^2 + y^2 + (") + half_field +
                                   ")*(x*y_dot - y*x_dot)"}};
  };
  const auto member = [&](const char* half_field) {
    const auto run = run_unhurried(
        folder, {"study", folder.write("hill.json", hill(half_field).dump()), "--json"});
    CAPTURE(run.err);
    REQUIRE(is_answered(run));
    const Json study = Json::parse(run.out);
    const Json flow = study["flows"][0];
    CHECK(flow["integrals"]["independent"].get<int>() >= 2);  // energy and an angular momentum
    return Json(flow["steady"]["families"][0]["members"][0]);
  };
  CHECK(member("3/2")["characteristic"] == "4 + 5*x^2 + x^4");
  CHECK(member("3/2")["semisimple"] == true);
  CHECK(member("1")["stable"] == "unstable");
  // With a constraint: Q1 and Q2, proved again.
  Json held = {{"schema", 1},
               {"name", "held"},
               {"chart", {{"coordinates", {"x", "y", "z"}}}},
               {"lagrangian", "(x_dot^2 + y_dot^2 + z_dot^2)/2 + 2*x*y_dot"},
               {"constraints", {"z_dot - y*x_dot"}},
               {"initial", {{"q_dot", {{"x", "1"}, {"y", "1/2"}, {"z", "0"}}}}}};
  const auto file = folder.write("held.json", held.dump()), certificate = folder.file("held.c");
  const auto compare = run_unhurried(folder, {"compare", file, "--t-end", "1", "--json"});
  REQUIRE(compare.status == 0);
  const Json q2 = Json::parse(compare.out)["q2"];
  CHECK(q2["answer"] == "no");
  CHECK(q2["exact"] == true);
  CHECK(q2["residual"].get<double>() > 1e-6);
  REQUIRE(run_unhurried(folder, {"check", file, "--json", "--certificate", certificate}).status ==
          0);
  CHECK(run_unhurried(folder, {"verify", file, certificate}).status == 0);
}
