// Q1 with potentials, metrics that vary, constraints that move, and in coordinates: exact "no", never beside a "yes".
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "q1_of.hpp"

TEST_CASE("public systems that vary have exact answers, each with a certificate") {
  const TemporaryFolder folder;
  for (const char* name : {"unicycle_potential", "chart_sleigh", "chart_carriage",
                           "skate_on_incline", "car", "chaplygin_ball"}) {
    CAPTURE(name);
    const Json q1 = q1_of(folder, system_path(name));
    CHECK(q1["answer"] == "no");
    CHECK(q1["exact"] == true);
  }
}

TEST_CASE("where an ideal keeps every motion vakonomic no start contradicts") {
  const TemporaryFolder folder;
  for (const char* potential : {"sin(phi)", "sin(phi)*cos(theta1)", "theta1^2 + cos(phi)"}) {
    CAPTURE(potential);
    Json file = Json::parse(read_file(system_path("unicycle")));
    file["potential"] = potential;
    CHECK(q1_of(folder, folder.write("unicycle.json", file.dump()))["answer"] == "yes");
  }
}

TEST_CASE("the same d, spanned by vectors that move, has the same answer or none") {
  const TemporaryFolder folder;
  Json moving = Json::parse(read_file(system_path("chaplygin_sleigh")));
  Json& span = moving["constraint"]["span"];
  for (auto& entry : span[0]) entry = entry.get<std::string>() + "*(2 + cos(x))";  // d is the same
  CHECK(q1_of(folder, folder.write("moving.json", moving.dump()))["answer"] == "no");
  for (const char* name : {"unicycle", "carriage", "heisenberg"}) {
    CAPTURE(name);
    Json file = Json::parse(read_file(system_path(name)));
    for (auto& entry : file["constraint"]["span"][0]) entry = entry.get<std::string>() + "*(2 + x)";
    const Json q1 = q1_of(folder, folder.write("moving.json", file.dump()));
    CHECK(q1["answer"] == "yes");
    CHECK(q1["exact"] == true);
  }
}

TEST_CASE("in coordinates every motion of a disk has the multiplier (0, -R phi')") {
  const TemporaryFolder folder;
  for (const char* name : {"chart_rolling_disk", "chart_mobile_robot", "chart_nonlinear"}) {
    CAPTURE(name);
    const Json q1 = q1_of(folder, system_path(name));
    CHECK(q1["answer"] == "yes");
    CHECK(q1["exact"] == true);
    CHECK(q1["generic"] == false);
  }
  // With a = (9/10 cos u2, 9/10 sin u2, u1, u2): mu = -R phi' (cos, sin, 0, -R), which is -R phi' times the second
  // constraint.
  const Json section = q1_of(folder, system_path("chart_rolling_disk"))["certificate"]["section"];
  CHECK(section ==
        Json::parse(
            R"([["4","2","0","0","81/100"],["1","2","1","0","-9/10"],["2","2","0","1","-9/10"]])"));
}

TEST_CASE("a disk has its answer in coordinates where a multiplier is of low degree") {
  const TemporaryFolder folder;
  Json file = Json::parse(R"json({"schema": 1, "name": "disk",
    "chart": {"coordinates": ["x", "y", "th", "ph"]}})json");
  const auto disk = [&](const char* x, const char* y, const char* first, const char* second,
                        const char* potential) {
    file["metric"] = {
        {x, "0", "0", "0"}, {"0", y, "0", "0"}, {"0", "0", "1", "0"}, {"0", "0", "0", "1"}};
    file["constraints"] = {first, second};
    file["potential"] = potential;
    return folder.write("disk.json", file.dump());
  };
  // Constraints times functions that vanish somewhere have the same vectors.
  const Json times = q1_of(folder, disk("1", "1", "(1+x)^2*(x_dot - cos(th)*ph_dot)",
                                        "(y+2)*(y_dot - sin(th)*ph_dot)", "0"));
  CHECK(times["answer"] == "yes");
  CHECK(times["certificate"]["velocities"] == "(cos(th)*u2, sin(th)*u2, u1, u2)");
  const char *const cubic = "(1+x^2)*x_dot - cos(th)*ph_dot", *const plain =
                                                                  "y_dot - sin(th)*ph_dot";
  CHECK(q1_of(folder, disk("(1+x^2)^2", "1", cubic, plain, "x"))["answer"] == "no");
  const Json turning = q1_of(folder, disk("(1+x^2)^2", "1", cubic, plain, "cos(th)*ph"));
  CHECK(turning["answer"] == "undecided");
  CHECK(turning["reason"].get<std::string>().find("no multiplier is linear in the velocities") !=
        std::string::npos);
}

TEST_CASE("a certificate of a kind that was given up is refused by its name") {
  const TemporaryFolder folder;
  const auto file = system_path("chart_rolling_disk");
  q1_of(folder, file);
  Json certificate = Json::parse(read_file(folder.file("c.json")));
  for (const char* kind :
       {"closed_multiplier", "closed_lambda", "lambda_section", "no_enclosure"}) {
    for (auto& verdict : certificate["verdicts"])
      if (verdict["id"] == "q1") verdict["evidence"] = {{"kind", kind}, {"orders", "2"}};
    const auto run =
        run_unhurried(folder, {"verify", file, folder.write("older.json", certificate.dump())});
    CHECK(run.status == 2);
    CHECK(run.err.find(std::string("of the kind '") + kind + "'") != std::string::npos);
  }
}

TEST_CASE("a section that was altered is refused") {
  const TemporaryFolder folder;
  const auto file = system_path("chart_rolling_disk");
  q1_of(folder, file);
  const Json whole = Json::parse(read_file(folder.file("c.json")));
  const auto refused = [&](const auto& alter) {
    Json altered = whole;
    for (auto& verdict : altered["verdicts"])
      if (verdict["id"] == "q1") alter(verdict);
    const auto run =
        run_unhurried(folder, {"verify", file, folder.write("altered.json", altered.dump())});
    CAPTURE(run.err);
    CHECK(run.status == 2);
    CHECK(run.err.find("$.verdicts[") != std::string::npos);
  };
  refused([](Json& v) { v["evidence"]["section"][0][4] = "8"; });
  refused([](Json& v) { v["evidence"]["section"][0][0] = "9"; });
  refused([](Json& v) { v["evidence"]["section"][0][2] = "1000000000000"; });
  refused([](Json& v) { v["evidence"]["section"] = Json::array(); });
  refused([](Json& v) { v["evidence"]["power"] = "1"; });
  refused([](Json& v) { v["evidence"]["kind"] = "straight"; });
  refused([](Json& v) { v["generic"] = true; });
  refused([](Json& v) { v["answer"] = "fails"; });
}

TEST_CASE("affine constraints have exact answers") {
  const TemporaryFolder folder;
  const auto with_offset = [&](const char* name, int place, const std::string& value) {
    Json file = Json::parse(read_file(system_path(name)));
    const auto n = file["metric"].size();
    file["constraint"]["offset"] = std::vector<std::string>(n, "0");
    file["constraint"]["offset"][static_cast<std::size_t>(place)] = value;
    auto& entry = file["initial"]["a"][static_cast<std::size_t>(place)];
    entry = entry.get<std::string>() + "+" + value;
    return folder.write("offset.json", file.dump());
  };
  const auto answer = [&](const std::string& file) {
    const Json q1 = q1_of(folder, file);
    CHECK(q1["exact"] == true);
    return q1["answer"].get<std::string>();
  };
  CHECK(answer(with_offset("unicycle", 0, "1/3")) == "yes");
  CHECK(answer(with_offset("unicycle", 1, "1/3")) == "no");
  CHECK(answer(with_offset("heisenberg", 2, "1/3")) == "yes");
  CHECK(answer(with_offset("skate_on_incline", 1, "1/3")) == "no");
  CHECK(answer(with_offset("carriage_offset", 1, "1/3")) == "no");
  CHECK(answer(system_path("ball_on_turntable")) == "no");
}

TEST_CASE("single motions are decided by proof, angles and velocities of sines too") {
  const TemporaryFolder folder;
  const auto q2 = [&](const char* name) {
    const auto run =
        run_unhurried(folder, {"compare", system_path(name), "--t-end", "1", "--json"});
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    return Json::parse(run.out)["q2"];
  };
  for (const char* name : {"car", "car_chart", "snakeboard", "two_trailers", "tractor_trailer",
                           "roller_racer", "chart_sleigh", "chaplygin_ball"}) {
    CAPTURE(name);
    CHECK(q2(name)["answer"] == "no");
    CHECK(q2(name)["exact"] == true);
  }
  for (const char* name : {"chart_rolling_disk", "chart_mobile_robot", "heisenberg_generalized"}) {
    CAPTURE(name);
    CHECK(q2(name)["answer"] == "yes");
    CHECK(q2(name)["exact"] == true);
  }
}

TEST_CASE("formulas on the affine group and on triangular matrices are decided") {
  const TemporaryFolder folder;
  const auto answer = [&](const char* group, const char* metric, const char* span,
                          const char* potential) {
    const std::string text =
        std::string(R"({"schema": 1, "name": "affine", "group": )") + group + R"(, "metric": [[")" +
        metric + R"(", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]], "potential": ")" + potential +
        R"(", "constraint": {"span": [["1","0","0"], )" + span + "]}}";
    const Json q1 = q1_of(folder, folder.write("affine.json", text));
    CHECK(q1["exact"] == true);
    return q1["answer"].get<std::string>();
  };
  const char* affine = R"(["Aff1", "R1"])";
  const char* matrices = R"({"matrices": [
    [["1","0","0"],["0","0","0"],["0","0","0"]], [["0","1","0"],["0","0","0"],["0","0","0"]],
    [["0","0","0"],["0","0","0"],["0","0","1"]]]})";
  CHECK(answer(affine, "1+s^2", R"(["0","1","1"])", "0") == "no");
  CHECK(answer(affine, "1", R"(["0","1","1"])", "sin(s)*r1") == "no");
  CHECK(answer(affine, "1+s^2", R"(["0","1","0"])", "s") == "yes");  // d is an algebra
  CHECK(answer(matrices, "1", R"(["0","1","X33"])", "X12+X33") == "no");
  CHECK(answer(matrices, "1+X11^2", R"(["0","1","0"])", "X12") == "yes");
}
