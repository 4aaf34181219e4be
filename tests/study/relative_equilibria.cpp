// hamel study: steady motions with potentials, and where along a family stability is lost.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "../io/run_command.hpp"
#include "study_flow.hpp"

using Json = nlohmann::json;

namespace {

/// Lagrange's top, I1 = 2, I3 = 1, m g l = 2.
std::string lagrange(const TemporaryFolder& folder) {
  return folder.write("top.json", R"({"schema": 1, "name": "top", "group": ["SO3"],
    "metric": [["2","0","0"],["0","2","0"],["0","0","1"]], "potential": "2*R33"})");
}

std::vector<std::string> verdicts(const Json& pieces) {
  std::vector<std::string> all;
  for (const auto& piece : pieces)
    all.push_back(piece["stable"].get<std::string>() +
                  (piece.value("semisimple", false) ? "!" : ""));
  return all;
}

}  // namespace

TEST_CASE("tops upright and hanging are found without a start, with their limits in the spin") {
  const TemporaryFolder folder;
  const Json steady = flow_of(folder, lagrange(folder), "free")["steady"];
  CHECK(steady["variables"] == Json({"p1", "p2", "p3", "R31", "R32", "R33"}));
  CHECK(steady["not_covered"] == "");
  REQUIRE(steady["families"].size() == 5);  // behind them precessions, see steady_sets.cpp
  for (std::size_t i = 0; i < 2; ++i) {
    const Json family = steady["families"][i];
    const bool upright = family["where"].back() == "R33 = 1";
    CHECK((upright || family["where"].back() == "R33 = -1"));
    CHECK(family["along"]["variable"] == "p3");
    const Json pieces = family["along"]["pieces"];
    REQUIRE(pieces.size() == 3);
    if (upright) {  // I3^2 w^2 > 4 I1 m g l = 16
      CHECK(verdicts(pieces) == std::vector<std::string>{"spectral!", "unstable", "spectral!"});
      CHECK(pieces[1]["from"] == "-4");
      CHECK(pieces[1]["to"] == "4");
      CHECK(pieces[1]["right"] == 2);
    } else {
      CHECK(verdicts(pieces) == std::vector<std::string>(3, "spectral!"));
    }
    CHECK(pieces[0]["from"].is_null());
    CHECK(pieces[2]["to"].is_null());
  }
}

TEST_CASE("limits that are not rational are roots of a polynomial that is told") {
  const TemporaryFolder folder;
  const Json steady = flow_of(folder, system_path("heavy_top"), "free")["steady"];
  const Json limit = steady["families"][0]["along"]["pieces"][1]["to"];
  CHECK(limit["root_of"] == "-573885/64 + w^2");  // 4 I1 m g l
  CHECK(limit["near"].get<double>() == doctest::Approx(std::sqrt(573885.0 / 64)).epsilon(1e-12));
  const auto run = run_unhurried(folder, {"study", system_path("heavy_top")});
  CHECK(run.out.find("for -94.694 < p2 < 94.694 unstable\n") != std::string::npos);
  CHECK(run.out.find("roots of -573885/64 + p2^2\n") != std::string::npos);
}

TEST_CASE("members of a family say what its pieces say, moving constraints too") {
  const TemporaryFolder folder;
  int seen = 0;
  for (const std::string name : {"car", "roller_racer", "tractor_trailer", "heavy_top"}) {
    const auto run = run_unhurried(folder, {"study", system_path(name), "--json"});
    REQUIRE(is_answered(run));
    const Json study = Json::parse(run.out);
    for (const auto& flow : study["flows"]) {
      if (!flow.contains("steady")) continue;
      const Json variables = flow["steady"].value("variables", Json::array());
      for (const auto& family : flow["steady"]["families"]) {
        if (!family.contains("along")) continue;
        std::size_t place = 0;
        while (variables[place] != family["along"]["variable"]) ++place;
        const auto number = [](const Json& end, double none) {
          return end.is_null()     ? none
                 : end.is_string() ? std::stod(end.get<std::string>())  // a whole one
                                   : end["near"].get<double>();
        };
        for (const auto& member : family["members"]) {
          const double w = std::stod(member["u"][place].get<std::string>());
          for (const auto& piece : family["along"]["pieces"]) {
            if (w <= number(piece["from"], -1e300) || w >= number(piece["to"], 1e300)) continue;
            CAPTURE(name);
            CAPTURE(w);
            CHECK(piece["stable"] == member["stable"]);
            CHECK(piece["left"] == member["left"]);
            CHECK(piece["right"] == member["right"]);
            ++seen;
          }
        }
      }
    }
  }
  CHECK(seen > 12);
}

TEST_CASE("a roller racer with a spring in its joint goes straight one way alone, up to a speed") {
  const TemporaryFolder folder;
  const Json flow = flow_of(folder, system_path("roller_racer"), "nonholonomic");
  const Json pieces = flow["steady"]["families"][0]["along"]["pieces"];
  CHECK(verdicts(pieces) ==
        std::vector<std::string>{"unstable", "transversal!", "unstable", "unstable"});
  CHECK(pieces[1]["from"]["root_of"] == "-100/3 + w^2");
  CHECK(pieces[1]["to"] == "0");
}

TEST_CASE(
    "functions that the velocities do not need are left out, and what falls has no steady motion") {
  const TemporaryFolder folder;
  const std::string file = system_path("skate_on_incline");
  const Json skate = flow_of(folder, file, "nonholonomic")["steady"];
  CHECK(skate["variables"] == Json({"u1", "u2", "cos(phi)", "sin(phi)"}));  // y is cyclic
  REQUIRE(skate["families"].size() == 2);
  for (const auto& family : skate["families"])
    for (const auto& member : family["members"]) CHECK(member["u"][1] == "0");
  const Json free = flow_of(folder, file, "free")["steady"];
  CHECK(free["families"].empty());
  CHECK(free["not_covered"] == "");
  CHECK(run_unhurried(folder, {"study", file}).out.find("steady motions: none\n") !=
        std::string::npos);
}

TEST_CASE("the energy is named once, whatever the level of its potential") {
  const TemporaryFolder folder;
  for (const std::string name : {"nonholonomic", "free", "vakonomic"}) {
    const Json flow = flow_of(folder, system_path("unicycle_potential"), name);
    for (const auto& integral : flow["integrals"]["generators"])
      CHECK(integral["independent"] == true);
  }
}

TEST_CASE(
    "functions of the coordinates have values of an element: no other zeros of the field are "
    "motions") {
  const TemporaryFolder folder;
  // X11 > 0 and X22 = 1 / X11: of -2 X11 (X11 - c) the zero 0 is nowhere, -1 in another component of X11 X22 = 1.
  const auto of_diagonal = [&](const std::string& potential) {
    return flow_of(folder,
                   folder.write("diagonal.json", R"({"schema": 1, "name": "diagonal",
      "group": {"matrices": [[["1","0"],["0","-1"]]]}, "metric": [["2"]], "potential": ")" +
                                                     potential + "\"}"),
                   "free");
  };
  const Json wrong_side = of_diagonal("X11^2 + 2*X11")["steady"];
  CHECK(wrong_side["families"].empty());
  const Json right_side = of_diagonal("X11^2 - 2*X11")["steady"]["families"];
  REQUIRE(right_side.size() == 1);
  CHECK(right_side[0]["where"] == Json({"p1 = 0", "X11 = 1"}));
  // Rows of SL(2) are not 0.
  const std::string sl2 = folder.write("sl2.json", R"({"schema": 1, "name": "sl2",
    "group": {"matrices": [[["1","0"],["0","-1"]], [["0","1"],["0","0"]], [["0","0"],["1","0"]]]},
    "metric": [["2","0","0"],["0","3","0"],["0","0","5"]],
    "constraint": {"span": [["1","0","0"],["0","1","1"]]}, "potential": "X21^2 + X22"})");
  for (const char* flow : {"nonholonomic", "free", "vakonomic"}) {
    CAPTURE(flow);
    const Json steady = flow_of(folder, sl2, flow)["steady"];
    for (const auto& family : steady["families"]) {
      const Json where = family["where"];
      CHECK_FALSE(
          (std::ranges::count(where, "X21 = 0") > 0 && std::ranges::count(where, "X22 = 0") > 0));
    }
  }
  const Json free = flow_of(folder, sl2, "free")["steady"]["families"];
  REQUIRE(free.size() == 4);  // a line, a curve that equations describe, and two motions of it
  CHECK(free[0]["where"] == Json({"p1 = 0", "p3 = 0", "X21 = 0", "X22 = 2/3*p2^2"}));
  CHECK(free[1]["dimension"] == 1);
}

TEST_CASE("a density that is smooth on the group is not denied") {
  const TemporaryFolder folder;
  const std::string file = folder.write("diagonal.json", R"({"schema": 1, "name": "diagonal",
    "group": {"matrices": [[["1","0"],["0","-1"]]]}, "metric": [["2"]], "potential": "X11^2"})");
  const Json measure = flow_of(folder, file, "free")["measure"];
  CHECK(measure["smooth"].is_null());  // 1 / X11 is one: X11 is positive
  CHECK(measure["densities"][0]["polynomial"] == "X11");
  CHECK(flow_of(folder, system_path("chaplygin_ball"), "nonholonomic")["measure"]["smooth"] ==
        true);
  CHECK(flow_of(folder, system_path("chaplygin_sleigh"), "nonholonomic")["measure"]["smooth"] ==
        false);
}

TEST_CASE("a ball rolls steadily about its axes, stably about the shortest and the longest") {
  const TemporaryFolder folder;
  const Json steady = flow_of(folder, system_path("chaplygin_ball"), "nonholonomic")["steady"];
  CHECK(steady["variables"] == Json({"R31", "R32", "R33", "u1", "u2", "u3"}));
  CHECK(steady["not_covered"] == "");
  REQUIRE(steady["families"].size() == 7);
  const double inertia[] = {0.5, 0.75, 1}, d = 0.64;  // m r^2
  int axes = 0;
  for (const auto& family : steady["families"]) {
    if (family["dimension"] == 2) {
      CHECK(family["where"] == Json({"u1 = 0", "u2 = 0", "u3 = 0"}));
      continue;
    }
    ++axes;
    const auto& member = family["members"][0];
    std::size_t k = 0;
    while (member["u"][3 + k] == "0") ++k;
    CHECK((member["u"][k] == "1" || member["u"][k] == "-1"));
    // A1 e1' = w e2 (I2 - I3), A2 e2' = w e1 (I3 - I1) with A = I + m r^2, and the vertical turns by w.
    const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
    const double c =
        (inertia[k] - inertia[i]) * (inertia[k] - inertia[j]) / (inertia[i] + d) / (inertia[j] + d);
    const std::string text = member["characteristic"];
    const auto slash = text.find('/');
    const double printed = std::stod(text.substr(0, slash)) / std::stod(text.substr(slash + 1));
    CHECK(printed == doctest::Approx(c).epsilon(1e-12));
    CHECK(member["stable"] == (k == 1 ? "unstable" : "spectral"));
    for (const auto& piece : family["along"]["pieces"]) CHECK(piece["stable"] == member["stable"]);
  }
  CHECK(axes == 6);
}

TEST_CASE(
    "a body whose angular velocity about the vertical is given turns steadily about its axes") {
  const TemporaryFolder folder;  // Veselova
  const auto veselova = [&](const std::string& offset, const std::string& moment) {
    return flow_of(
        folder,
        folder.write("veselova.json", R"({"schema": 1, "name": "veselova", "group": ["SO3"],
      "metric": [["2","0","0"],["0","3","0"],["0","0",")" +
                                          moment + R"("]], "constraint": {"offset":)" + offset +
                                          R"(, "span": [["R33","0","-R31"],["0","R33","-R32"]]}})"),
        "nonholonomic")["steady"];
  };
  const Json rest = veselova(R"(["0","0","0"])", "5");
  CHECK(rest["not_covered"] == "");
  REQUIRE(rest["families"].size() == 1);
  CHECK(rest["families"][0]["where"] == Json({"u1 = 0", "u2 = 0"}));
  CHECK(rest["families"][0]["members"][0]["characteristic"] == "x^4");
  for (const std::string moment : {"4", "5/2", "1"}) {  // above, between and below the others
    CAPTURE(moment);
    const Json turning = veselova(R"(["R31","R32","R33"])", moment);
    REQUIRE(turning["families"].size() >= 2);
    for (const auto& family : turning["families"]) {
      const auto& member = family["members"][0];
      if (member["u"][2] == "0") continue;
      CHECK(member["u"][0] == "0");
      CHECK(member["stable"] == (moment == "5/2" ? "unstable" : "spectral"));
    }
  }
}

TEST_CASE("variables of a family may be quotients of others") {
  const TemporaryFolder folder;
  const Json steady = flow_of(folder, system_path("z2_so4"), "vakonomic")["steady"];
  CHECK(steady["not_covered"] == "");
  int quotients = 0;
  for (const auto& family : steady["families"])
    if (family.contains("where"))
      for (const auto& condition : family["where"])
        quotients += condition.get<std::string>().find(") / (") != std::string::npos;
  CHECK(quotients > 0);
}

TEST_CASE("where every motion is steady the group alone says what the variables are") {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("straight.json", R"json({"schema": 1, "name": "straight", "group": ["SE2"],
    "metric": [["4","0","0"],["0","2","0"],["0","0","3"]], "potential": "sin(phi)^2",
    "constraint": {"span": [["cos(phi)","1","0"]]}})json");
  const Json family = flow_of(folder, file, "nonholonomic")["steady"]["families"][0];
  CHECK(family["dimension"] == 2);  // phi and the speed
  CHECK(family["where"] == Json::array());
  const std::string proof = folder.file("proof.json");
  REQUIRE(is_answered(run_unhurried(folder, {"study", file, "--certificate", proof})));
  const Json written = Json::parse(read_file(proof));
  CHECK(written["without_certificate"].empty());
  CHECK(run_unhurried(folder, {"verify", file, proof}).status == 0);
}

TEST_CASE("equilibria without a free number are at their points") {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("ball.json", R"({"schema": 1, "name": "ball", "group": ["SO3"],
    "metric": [["2","0","0"],["0","3","0"],["0","0","5"]],
    "constraint": {"span": [["1","0","0"],["0","1","0"]]}, "potential": "R31^2 + 2*R32^2 + R33^4"})");
  const Json steady = flow_of(folder, file, "nonholonomic")["steady"];
  int alone = 0, lowest = 0;
  for (const auto& family : steady["families"]) {
    if (family["dimension"] != 0) continue;
    if (family.contains("number")) {  // R31^2 = R33^2 = 1/2, where U = 3/4 is least
      ++lowest;
      REQUIRE(family["members"].size() == 1);
      const auto at = family["members"][0]["near"].get<std::vector<double>>();
      CHECK(std::abs(at[2] * at[2] - .5) < 1e-14);
      CHECK(std::abs(at[4] * at[4] - .5) < 1e-14);
      CHECK(at[3] == 0);
      CHECK(family["members"][0]["stable"] == "spectral");
      continue;
    }
    ++alone;  // U is 1 there, and more on one side: R33^4 decreases faster than R31^2 grows
    REQUIRE(family["members"].size() == 1);
    const Json at = family["members"][0]["u"];
    CHECK((at == Json({"0", "0", "0", "0", "1"}) || at == Json({"0", "0", "0", "0", "-1"})));
    CHECK(family["members"][0]["stable"] == "unstable");
    CHECK(family["members"][0]["right"] == 1);
  }
  CHECK(alone == 2);
  CHECK(lowest == 4);
}

TEST_CASE("potentials with functions adjoined are studied, under a constant metric too") {
  const TemporaryFolder folder;
  for (const char* potential : {"exp(x)", "sqrt(2 + x^2)", "1/(2 + x^2)"}) {
    CAPTURE(potential);
    const Json flow =
        flow_of(folder,
                folder.write("slope.json", R"({"schema": 1, "name": "slope", "group": ["SE2"],
          "metric": [["2","0","0"],["0","3","0"],["0","0","1"]],
          "constraint": {"span": [["1","0","0"],["0","0","1"]]}, "potential": ")" +
                                               std::string(potential) + "\"}"),
                "nonholonomic");
    CHECK(flow["integrals"]["independent"] == 2);  // energy and u2
    CHECK(flow["integrals"]["generators"][0]["name"] == "energy");
  }
}

TEST_CASE("an angle that stands beside its cosine is one coordinate of the group, not two") {
  // theta'' + theta' + 2 theta = 0 near rest.
  const TemporaryFolder folder;
  const auto damped =
      folder.write("damped.json", R"json({"schema": 1, "name": "damped", "group": "T1",
    "metric": [["1"]], "potential": "theta1^2/2 - cos(theta1)", "force": ["-a1"]})json");
  const Json rest = flow_of(folder, damped, "free")["steady"]["families"][0]["members"][0];
  CHECK(rest["stable"] == "asymptotic");
  CHECK(rest["characteristic"] == "2 + x + x^2");
  const auto certificate = folder.file("damped_proof.json");
  REQUIRE(is_answered(run_unhurried(folder, {"study", damped, "--certificate", certificate})));
  CHECK(run_unhurried(folder, {"verify", damped, certificate}).status == 0);
  Json altered = Json::parse(read_file(certificate));  // a root 0 more, as if sin(theta) were free
  Json& motion = altered["flows"][0]["steady"][0]["motions"][0];
  motion["characteristic"] = {"0", "2", "1", "1"};
  motion["roots"] = {"2", "1", "0"};
  motion["stable"] = "spectral";
  CHECK(run_unhurried(folder, {"verify", damped, folder.write("altered.json", altered.dump())})
            .status == 2);
  // A car that goes straight on down the slope: x^2 for its place across, and its heading and steering.
  const Json car = flow_of(folder, system_path("car"), "nonholonomic")["steady"]["families"][0];
  CHECK(car["members"][0]["characteristic"] == "4*x^2 + x^3 + x^4");
}

TEST_CASE("where the vectors that are admissible depend on each other, motions are not covered") {
  // On a sphere rest at the poles is steady; of the three columns (-y, x, 0), ... two are taken.
  const TemporaryFolder folder;
  const auto sphere = folder.write("sphere.json", R"({"schema": 1, "name": "sphere",
    "chart": {"coordinates": ["x", "y", "z"]}, "metric": [["1","0","0"],["0","1","0"],["0","0","1"]],
    "constraints": ["x*x_dot + y*y_dot + z*z_dot"], "potential": "z",
    "initial": {"q": {"x": "1"}, "q_dot": {"y": "1"}}})");
  CHECK(flow_of(folder, sphere, "nonholonomic")["steady"]["not_covered"] ==
        "motions where the vectors of D depend on each other");
  CHECK(flow_of(folder, system_path("chart_sleigh"), "nonholonomic")["steady"]["not_covered"] ==
        "");
}
