// Q1 and Q2 in coordinates where constraints are not linear in the velocities.
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "q1_of.hpp"

namespace {

/// Q2 for the start of the file, which has an exact answer.
Json exact_q2_of(const TemporaryFolder& folder, const std::string& file,
                 const char* t_end = "0.5") {
  const auto run = run_unhurried(folder, {"compare", file, "--t-end", t_end, "--json"});
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  const Json q2 = Json::parse(run.out)["q2"];
  CHECK(q2["exact"] == true);
  return q2;
}

}  // namespace

TEST_CASE("constraints that are not linear in the velocities have an exact no") {
  const TemporaryFolder folder;
  const auto chart = [&](const char* lagrangian, const char* constraint, const char* x_dot,
                         const char* y_dot) {
    Json file = Json::parse(read_file(system_path("chart_nonlinear")));
    file["lagrangian"] = lagrangian;
    file["constraints"] = {constraint};
    file["initial"] = {{"q", {{"x", "1/2"}}}, {"q_dot", {{"x", x_dot}, {"y", y_dot}}}};
    file.erase("reference");
    return folder.write("chart.json", file.dump());
  };
  const char* natural = "(x_dot^2+y_dot^2)/2";
  const std::string falling = std::string(natural) + " - y",
                    swinging = std::string(natural) + " - sin(x)*y";
  const char* hyperbola = "y_dot - sqrt(1+x_dot^2)";
  const char* circle = "x_dot^2 + y_dot^2 - 25/16";
  const char* parabola = "y_dot - x_dot^2/2";
  for (const auto& lagrangian : {falling, swinging})
    for (const char* constraint : {hyperbola, circle, parabola}) {
      CAPTURE(lagrangian);
      CAPTURE(constraint);
      const auto file = chart(lagrangian.c_str(), constraint, "3/4",
                              constraint == hyperbola ? "5/4"
                              : constraint == circle  ? "1"
                                                      : "9/32");
      const Json q1 = q1_of(folder, file);
      CHECK(q1["answer"] == "no");
      CHECK(q1["exact"] == true);
      const Json q2 = exact_q2_of(folder, file, "1");
      CHECK(q2["answer"] == "no");
      CHECK(q2["residual"].get<double>() > 1e-3);
    }
  // Where free motions keep phi, nu vanishes.
  CHECK(q1_of(folder, chart(falling.c_str(), "x_dot^2 - 9/16", "3/4", "1"))["answer"] == "yes");
  CHECK(q1_of(folder, chart(natural, hyperbola, "3/4", "5/4"))["answer"] == "yes");
  // xy is constant: the two problems coincide where the constraint is holonomic.
  const char* holonomic = "(y*x_dot + x*y_dot)*(1+x_dot^2)";
  CHECK(q1_of(folder, chart(swinging.c_str(), holonomic, "3/4", "0"))["answer"] == "yes");
}

TEST_CASE("a constraint times what is nowhere 0 has the same answer") {
  const TemporaryFolder folder;
  const auto times = [&](const char* name, const std::string& factor) {
    Json file = Json::parse(read_file(system_path(name)));
    for (auto& phi : file["constraints"]) phi = "(" + phi.get<std::string>() + ")*(" + factor + ")";
    file["initial"].erase("lambda");
    file.erase("reference");
    const auto path = folder.write("times.json", file.dump());
    const Json q1 = q1_of(folder, path);
    return q1["answer"].get<std::string>() + (q1["exact"] == true ? "" : ", sampled");
  };
  CHECK(times("chart_sleigh", "1 + x_dot^2") == "no");
  CHECK(times("chart_particle", "2 + x_dot^2 + y_dot^4") == "no");
  CHECK(times("chart_sleigh", "(3 + cos(phi)^2 + phi_dot^2)^2") == "no");
  CHECK(times("chart_sleigh", "3 + cos(phi)^2*phi_dot^2") == "no");
  CHECK(times("chart_rolling_disk", "2 + cos(theta)^2*x_dot^2 + x^2*phi_dot^2") == "yes");
  CHECK(times("chart_rolling_disk", "3 + sin(theta)^2") == "yes");
  CHECK(times("chart_carriage", "1 + x_dot^2") == "no");
  CHECK(times("chart_rolling_disk", "1 + theta_dot^2") == "yes");
  CHECK(times("chart_rolling_disk", "(1 + theta_dot^2)*(2 + x_dot^2)") == "yes");
  CHECK(times("chart_mobile_robot", "1 + x_dot^2") == "yes");
}

TEST_CASE("constraints that are not linear in the velocities have an exact yes") {
  const TemporaryFolder folder;
  struct Case {
    const char *lagrangian, *constraint, *x_dot, *y_dot, *z_dot, *q1, *q2;
    bool generic = false;
  };
  const Case cases[] = {
      // Appell and Hamel: the horizontal direction and the slope stay, any lambda(0) serves; not where a force turns
      // it.
      {" - z", "z_dot^2 - x_dot^2 - y_dot^2", "3", "4", "5", "yes", "yes"},
      {" - x", "z_dot^2 - x_dot^2 - y_dot^2", "3", "4", "5", "no", "no"},
      {" - z", "z_dot^2 - x_dot^2 - y_dot^2 - 1", "2", "2", "3", "no", "no"},
      // Energy is kept by free motions.
      {" - x^2 - y*z", "x_dot^2+y_dot^2+z_dot^2 + 2*x^2 + 2*y*z - 14", "3", "2", "1", "yes", "yes"},
      // Forces beside what is constrained.
      {" - z^2", "y_dot - sqrt(1 + x_dot^2)", "3/4", "5/4", "2", "yes", "yes"},
      {" - z^2 - y", "y_dot - sqrt(1 + x_dot^2)", "3/4", "5/4", "2", "no", "no"},
      // A cubic of which one root is rational: the start of the file is known to be on it.
      {"", "(z_dot - y*x_dot)^3 + z_dot - y*x_dot", "1", "1", "-1", "no", "no"},
      // Divided by x_dot only, with a leading coefficient that vanishes at x = 0.
      {" - y^2", "x*x_dot^3 + 1", "-1", "2", "1", "yes", "yes", true},
  };
  for (const auto& c : cases) {
    CAPTURE(std::string(c.lagrangian));
    CAPTURE(std::string(c.constraint));
    Json file = Json::parse(read_file(system_path("chart_nonlinear")));
    file["chart"]["coordinates"] = {"x", "y", "z"};
    file["lagrangian"] = std::string("(x_dot^2+y_dot^2+z_dot^2)/2") + c.lagrangian;
    file["constraints"] = {c.constraint};
    file["initial"] = {{"q", {{"x", "1"}, {"y", "-1"}, {"z", "1"}}},
                       {"q_dot", {{"x", c.x_dot}, {"y", c.y_dot}, {"z", c.z_dot}}}};
    file.erase("reference");
    const auto path = folder.write("chart.json", file.dump());
    const Json q1 = q1_of(folder, path);
    CHECK(q1["answer"] == c.q1);
    CHECK(q1["exact"] == true);
    CHECK(q1["generic"] == c.generic);
    const Json q2 = exact_q2_of(folder, path);
    CHECK(q2["answer"] == c.q2);
    if (q2["residual"].is_number())
      CHECK((q2["residual"].get<double>() < 1e-8) == (std::string(c.q2) == "yes"));
  }
}

TEST_CASE("several constraints that are not linear in the velocities have an exact answer") {
  const TemporaryFolder folder;
  struct Case {
    const char *potential, *first, *second;
    std::vector<const char*> v;
    const char *q1, *q2;
  };
  const Case cases[] = {
      // Few points of two circles are rational; one of them is the start.
      {"x+z",
       "x_dot^2+y_dot^2-1",
       "z_dot^2+w_dot^2-1",
       {"3/5", "4/5", "1", "0"},
       "undecided",
       "no"},
      {"x", "x_dot^2+y_dot^2-z_dot^2", "w_dot-x_dot", {"3", "4", "5", "3"}, "no", "no"},
      {"x^2+y", "z_dot-x_dot^2", "w_dot-y_dot^2", {"1", "1/2", "1", "1/4"}, "no", "no"},
      // The second is the derivative of y - log w or of w - x^2 - t: its lambda is free, that of the first is not.
      {"x*y", "z_dot-x_dot^2", "w_dot-w*y_dot", {"1", "1/2", "1", "0"}, "no", "no"},
      {"x*y", "z_dot^2-x_dot^2-y_dot^2", "w_dot-2*x*x_dot-1", {"3", "4", "5", "7"}, "no", "no"},
      // So is what is left of two by a third.
      {"x*y", "z_dot-x_dot^2-w*y_dot", "w_dot-z_dot+x_dot^2", {"1", "1/2", "1", "0"}, "no", "no"},
  };
  for (const auto& c : cases) {
    CAPTURE(std::string(c.first));
    CAPTURE(std::string(c.potential));
    Json file = Json::parse(read_file(system_path("chart_nonlinear")));
    file["chart"]["coordinates"] = {"x", "y", "z", "w"};
    file["lagrangian"] = std::string("(x_dot^2+y_dot^2+z_dot^2+w_dot^2)/2 - (") + c.potential + ")";
    file["constraints"] = {c.first, c.second};
    file["initial"] = {{"q", {{"x", "1"}}},
                       {"q_dot", {{"x", c.v[0]}, {"y", c.v[1]}, {"z", c.v[2]}, {"w", c.v[3]}}}};
    file.erase("reference");
    const auto path = folder.write("chart.json", file.dump());
    const Json q1 = q1_of(folder, path);
    CHECK(q1["answer"] == c.q1);
    CHECK(q1["exact"] == (q1["answer"] != "undecided"));
    const Json q2 = exact_q2_of(folder, path);
    CHECK(q2["answer"] == c.q2);
  }
}

TEST_CASE("a yes for constraints that are not linear, altered, proves nothing") {
  const TemporaryFolder folder;
  Json file = Json::parse(read_file(system_path("chart_nonlinear")));
  file["lagrangian"] = "(x_dot^2+y_dot^2)/2 - x^2 - y^2";
  file["constraints"] = {"x_dot^2 + y_dot^2 + 2*x^2 + 2*y^2 - 2"};
  file.erase("reference");
  file["initial"] = {{"q", {{"x", "4/5"}}}, {"q_dot", {{"x", "3/5"}, {"y", "3/5"}}}};
  const auto path = folder.write("energy.json", file.dump());
  REQUIRE(q1_of(folder, path)["answer"] == "yes");
  const Json whole = Json::parse(read_file(folder.file("c.json")));
  const auto status = [&](const std::string& of, const auto& alter) {
    Json altered = whole;
    for (auto& verdict : altered["verdicts"])
      if (verdict["id"] == "q1") alter(verdict);
    return run_unhurried(folder, {"verify", of, folder.write("altered.json", altered.dump())})
        .status;
  };
  CHECK(status(path, [](Json&) {}) == 0);
  CHECK(status(path, [](Json& v) { v["evidence"]["kind"] = "variations_close"; }) == 2);
  CHECK(status(path, [](Json& v) { v["evidence"]["kind"] = "straight"; }) == 2);
  CHECK(status(path, [](Json& v) { v["evidence"]["by"] = "x"; }) == 2);
  CHECK(status(path, [](Json& v) { v["evidence"]["by"] = ""; }) == 2);
  CHECK(status(path, [](Json& v) { v["answer"] = "fails"; }) == 2);
  CHECK(status(path, [](Json& v) { v["generic"] = true; }) == 2);
  file["lagrangian"] = "(x_dot^2+y_dot^2)/2 - x^2";  // another force
  CHECK(status(folder.write("other.json", file.dump()), [](Json&) {}) == 2);
}

TEST_CASE("a Lagrangian with a total derivative beside has the same answer") {
  const TemporaryFolder folder;
  Json file = Json::parse(read_file(system_path("chart_sleigh")));
  file.erase("metric");
  file.erase("reference");
  file["lagrangian"] = "(x_dot^2+y_dot^2+phi_dot^2)/2 + y*x_dot + x*y_dot";
  const Json q1 = q1_of(folder, folder.write("gauge.json", file.dump()));
  CHECK(q1["answer"] == "no");
  CHECK(q1["exact"] == true);
}

TEST_CASE("a start with an altered number proves nothing") {
  const TemporaryFolder folder;
  Json file = Json::parse(read_file(system_path("chart_nonlinear")));
  file["lagrangian"] = "(x_dot^2+y_dot^2)/2 - y";
  file.erase("reference");
  const auto path = folder.write("falls.json", file.dump());
  q1_of(folder, path);
  const Json whole = Json::parse(read_file(folder.file("c.json")));
  const auto refused = [&](const auto& alter) {
    Json altered = whole;
    for (auto& verdict : altered["verdicts"])
      if (verdict["id"] == "q1") alter(verdict);
    const auto run =
        run_unhurried(folder, {"verify", path, folder.write("altered.json", altered.dump())});
    CHECK(run.status == 2);
    CHECK(run.err.find("$.verdicts[") != std::string::npos);
  };
  refused([](Json& v) { v["evidence"]["point"][3][0] = "1/7"; });  // phi is not 0 there
  refused([](Json& v) { v["evidence"]["point"].erase(0); });
  refused([](Json& v) {
    for (auto& row : v["evidence"]["combination"])
      for (auto& entry : row) entry = "0";
  });
  refused([](Json& v) { v["answer"] = "holds"; });
  refused([](Json& v) { v["generic"] = true; });
}

TEST_CASE("velocities that a constraint alone makes 0 are rounding, not a remainder of Q2") {
  const TemporaryFolder folder;
  for (const char* potential : {"0", "-4*cos(z) - x"}) {  // z' = 0: multipliers always serve
    Json system = Json::parse(R"json({"schema": 1, "name": "holonomic",
      "chart": {"coordinates": ["x", "y", "z"]},
      "metric": [["3+cos(z)", "0", "0"], ["0", "4/3", "0"], ["0", "0", "2/3"]],
      "constraints": ["z_dot*(1+x_dot^2)"],
      "initial": {"q": {"x": "-3/7", "y": "3/7", "z": "-3/7"},
                  "q_dot": {"x": "-9/8", "y": "-3/4", "z": "0"}}})json");
    system["potential"] = potential;
    const auto file = folder.write("holonomic.json", system.dump());
    const auto run = run_unhurried(folder, {"compare", file, "--t-end", "2", "--json"});
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    const Json q2 = Json::parse(run.out)["q2"];
    CHECK(q2["answer"] == "yes");
    CHECK(q2["worst_equation"].get<double>() < 1e-9);
  }
}

TEST_CASE("a multiplier that leaves no inertia: its motion is not determined, nor the answer") {
  const TemporaryFolder folder;
  Json file = Json::parse(read_file(system_path("chart_nonlinear")));
  file["chart"]["coordinates"] = {"x", "y", "z", "w"};
  file["lagrangian"] = "(x_dot^2+y_dot^2+z_dot^2+w_dot^2)/2";
  file["constraints"] = {"x_dot^2+y_dot^2+z_dot^2+w_dot^2-2", "z_dot-y*x_dot"};
  file["initial"] = {{"q", {{"x", "1"}}}, {"q_dot", {{"x", "3/5"}, {"y", "4/5"}, {"w", "1"}}}};
  file.erase("reference");
  const auto path = folder.write("chart.json", file.dump());
  const auto run = run_unhurried(folder, {"compare", path, "--t-end", "0.5"});
  CAPTURE(run.out);
  CAPTURE(run.err);
  CHECK(run.status == 0);
  CHECK(run.out.find("vakonomic? undecided (numerical)") != std::string::npos);
  CHECK(run.out.find("vakonomic motion is not determined") != std::string::npos);
}
