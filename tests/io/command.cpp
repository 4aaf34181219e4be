// What the command prints and writes, against its contract.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "../paths.hpp"
#include "run_command.hpp"

using Json = nlohmann::json;

namespace {

Json json_of(const std::vector<std::string>& arguments) {
  const TemporaryFolder folder;
  const auto result = run_command(folder, arguments);
  CAPTURE(result.err);
  REQUIRE(result.status == 0);
  return Json::parse(result.out);
}

std::vector<std::vector<std::string>> csv_of(std::vector<std::string> arguments) {
  const TemporaryFolder folder;
  arguments.insert(arguments.end(), {"--csv", folder.file("out.csv")});
  REQUIRE(run_command(folder, arguments).status == 0);
  return read_csv(folder.file("out.csv"));
}

}  // namespace

TEST_CASE("CSV columns, digits, and the last row") {
  const auto rows =
      csv_of({"simulate", system_path("unicycle"), "--dynamics", "vakonomic", "--t-end", "0.505"});
  CHECK(rows[0] == std::vector<std::string>{"t", "x", "y", "phi", "theta1", "a1", "a2", "a3", "a4",
                                            "p1", "p2", "p3", "p4", "energy"});
  CHECK(rows.size() == 1 + 52);
  CHECK(std::stod(rows.back()[0]) == 0.505);
  CHECK(std::stod(rows[1][0]) == 0);
  CHECK(rows[1][3] == "0.20000000000000001");
  CHECK(rows[1][10] == "0.33333333333333331");
  for (const auto& row : rows) CHECK(row.size() == rows[0].size());

  const auto reduced = csv_of({"simulate", system_path("z2_sl2"), "--t-end", "0.1"});
  CHECK(reduced[0] == std::vector<std::string>{"t", "a1", "a2", "a3", "p1", "p2", "p3", "energy"});
  const auto chart = csv_of(
      {"simulate", system_path("chart_particle"), "--dynamics", "vakonomic", "--t-end", "0.1"});
  CHECK(chart[0] == std::vector<std::string>{"t", "x", "y", "z", "x_dot", "y_dot", "z_dot",
                                             "lambda1", "energy"});
}

TEST_CASE("every and h thin the output and keep both ends") {
  const auto rows =
      csv_of({"simulate", system_path("suslov"), "--t-end", "1", "--h", "0.03", "--every", "7"});
  CHECK(rows.size() == 1 + 6);  // 0, 0.21, 0.42, 0.63, 0.84, 1
  CHECK(std::stod(rows[2][0]) == doctest::Approx(0.21).epsilon(1e-14));
  CHECK(std::stod(rows.back()[0]) == 1);
}

TEST_CASE("check --json has the contract's fields and the unicycle's answers") {
  const Json report = json_of({"check", system_path("unicycle"), "--json"});
  CHECK(report["name"] == "unicycle");
  CHECK(report["dim"] == 4);
  CHECK(report["rank"] == 2);
  CHECK(report["signature"] == Json({4, 0}));
  CHECK(report["growth"] == Json({2, 3, 4}));
  std::set<std::string> seen;
  for (const auto& condition : report["conditions"]) {
    for (const char* key : {"id", "answer", "exact", "defect", "witness"})
      CHECK(condition.contains(key));
    const std::string id = condition["id"], answer = condition["answer"];
    CHECK(seen.insert(id).second);
    CHECK((answer == "holds" || answer == "fails" || answer == "undecided"));
    CHECK(condition["exact"] == true);
    if (id == "eq_3_11") {
      CHECK(answer == "fails");
      CHECK(condition["witness"]["on_spanning_vectors"] == "holds");
      const std::string value = condition["witness"]["S"];
      CHECK((value == "-117/100" || value == "117/100"));  // -m R, up to the sign of the witness
    }
    if (id == "jacobi" || id == "nondegenerate" || id == "bracket_generating")
      CHECK(answer == "holds");
    if (id == "integrable") CHECK(answer == "fails");
  }
  for (const char* id :
       {"jacobi", "nondegenerate", "integrable", "bracket_generating", "eq_3_11"}) {
    CHECK(seen.count(id) == 1);
  }
  for (const char* key : {"answer", "exact", "generic", "reason", "certificate"})
    CHECK(report["q1"].contains(key));
  CHECK(report["q1"]["answer"] == "yes");
  CHECK(report["q1"]["exact"] == true);
}

TEST_CASE("Q1 of the public systems") {
  for (const char* name : {"so3_biinvariant", "so21_lorentz", "unicycle", "carriage", "heisenberg",
                           "z2_so4", "heisenberg_generalized"}) {
    CAPTURE(name);
    CHECK(json_of({"check", system_path(name), "--json"})["q1"]["answer"] == "yes");
  }
  for (const char* name :
       {"suslov", "chaplygin_skate", "chaplygin_sleigh", "carriage_offset", "z2_sl2"}) {
    CAPTURE(name);
    const Json q1 = json_of({"check", system_path(name), "--json"})["q1"];
    CHECK(q1["answer"] == "no");
    CHECK(q1["exact"] == true);
    CHECK(q1["certificate"].is_object());
  }
  const Json varying = json_of({"check", system_path("unicycle_potential"), "--json"})["q1"];
  CHECK(varying["answer"] == "no");
  CHECK(varying["exact"] == true);
}

TEST_CASE("compare --json answers Q2") {
  const Json unicycle = json_of({"compare", system_path("unicycle"), "--t-end", "4", "--json"});
  CHECK(unicycle["q2"]["answer"] == "yes");
  CHECK(unicycle["q2"]["exact"] == true);
  CHECK(unicycle["q2"]["residual"].get<double>() < 1e-12);
  CHECK(unicycle["q2"]["multiplier_at_0"][0].get<double>() ==
        doctest::Approx(-1.17));  // -m R u, u = 1
  CHECK(unicycle["distance"]["vakonomic"].get<double>() > 1);
  CHECK(unicycle["distance"]["free"].get<double>() > 1);

  const Json potential =
      json_of({"compare", system_path("unicycle_potential"), "--t-end", "4", "--json"});
  CHECK(potential["q2"]["answer"] == "no");
  CHECK(potential["q2"]["exact"] == true);
  CHECK(potential["q2"]["residual"].get<double>() > 1e-2);

  const Json offset =
      json_of({"compare", system_path("carriage_offset"), "--t-end", "4", "--json"});
  CHECK(offset["q2"]["answer"] == "no");
  CHECK(offset["q2"]["exact"] == true);
  CHECK(offset["q2"]["residual"].get<double>() == doctest::Approx(2.7e-4).epsilon(0.05));

  const Json biinvariant = json_of({"compare", system_path("so3_biinvariant"), "--json"});
  CHECK(biinvariant["distance"]["free"].get<double>() < 1e-11);
}

TEST_CASE("without a constraint the answers are yes, exactly") {
  const Json top = json_of({"compare", system_path("heavy_top"), "--t-end", "1", "--json"})["q2"];
  CHECK(top["answer"] == "yes");
  CHECK(top["exact"] == true);
  CHECK(top["distance"].get<double>() < 1e-10);

  const TemporaryFolder folder;
  Json chart = Json::parse(read_file(system_path("chart_particle")));
  chart["constraints"] = Json::array();
  chart["initial"].erase("lambda");
  const std::string free = folder.write("free.json", chart.dump());
  const Json particle = json_of({"compare", free, "--t-end", "1", "--json"})["q2"];
  CHECK(particle["answer"] == "yes");
  CHECK(particle["exact"] == true);
  CHECK(json_of({"check", free, "--json"})["q1"]["answer"] == "yes");
}

TEST_CASE("compare --json answers Q2 in coordinates") {
  const Json disk =
      json_of({"compare", system_path("chart_rolling_disk"), "--t-end", "4", "--json"});
  CHECK(disk["q2"]["answer"] == "yes");
  CHECK(disk["q2"]["exact"] == false);
  CHECK(disk["q2"]["residual"].get<double>() < 1e-10);
  REQUIRE(disk["q2"]["multiplier_at_0"].size() == 2);
  CHECK(std::abs(disk["q2"]["multiplier_at_0"][0].get<double>()) < 1e-9);
  CHECK(disk["q2"]["multiplier_at_0"][1].get<double>() == doctest::Approx(-0.9));  // -R
  CHECK(disk["q2"]["distance"].get<double>() < 1e-9);

  const Json carriage =
      json_of({"compare", system_path("chart_carriage"), "--t-end", "4", "--json"});
  CHECK(carriage["q2"]["answer"] == "no");
  CHECK(carriage["q2"]["multiplier_at_0"].size() == 3);
  CHECK(json_of({"compare", system_path("chart_sleigh"), "--t-end", "2",
                 "--json"})["q2"]["answer"] == "no");

  // phi and x phi constrain the same motion: lambda goes with 1/x, the answer stays.
  const Json particle =
      json_of({"compare", system_path("chart_particle_xphi"), "--t-end", "1", "--json"})["q2"];
  Json plain = Json::parse(read_file(system_path("chart_particle_xphi")));
  plain["constraints"] = {"z_dot - y*x_dot"};
  const TemporaryFolder folder;
  const Json same = json_of(
      {"compare", folder.write("plain.json", plain.dump()), "--t-end", "1", "--json"})["q2"];
  CHECK(same["answer"] == "no");
  CHECK(particle["residual"].get<double>() ==
        doctest::Approx(same["residual"].get<double>()).epsilon(1e-9));
  CHECK(0.5 * particle["multiplier_at_0"][0].get<double>() ==
        doctest::Approx(same["multiplier_at_0"][0].get<double>()).epsilon(1e-9));
}

TEST_CASE("a motion of little or no length decides nothing") {
  const TemporaryFolder folder;
  const auto without_proof =
      [&](const std::string& name) {  // nothing is proved of numbers that are not rational
        Json file = Json::parse(read_file(system_path(name)));
        file["parameters"]["m"] = "sqrt(2)";
        return folder.write(name + ".json", file.dump());
      };
  for (const char* name : {"chart_carriage", "chart_rolling_disk", "unicycle_potential"}) {
    CAPTURE(name);
    const Json q2 = json_of({"compare", without_proof(name), "--t-end", "0", "--json"})["q2"];
    CHECK(q2["answer"] == "undecided");
    CHECK(q2["residual"].is_null());
    CHECK(q2["multiplier_at_0"].empty());
    CHECK(q2["reason"].get<std::string>().find("no length") != std::string::npos);
  }
  // Any stretch that is short enough has a multiplier that fits; on [0, 4] these motions have none.
  for (const char* name : {"chart_carriage", "unicycle_potential"}) {
    for (const char* t_end : {"1e-9", "1e-6", "1e-3"}) {
      const Json q2 = json_of({"compare", without_proof(name), "--t-end", t_end, "--json"})["q2"];
      CHECK(q2["answer"] == "undecided");
      CHECK(q2["reason"].get<std::string>().find("too short") != std::string::npos);
    }
  }
  // A proof needs no motion.
  const Json unicycle =
      json_of({"compare", system_path("unicycle"), "--t-end", "0", "--json"})["q2"];
  CHECK(unicycle["answer"] == "yes");
  CHECK(unicycle["exact"] == true);
  CHECK(unicycle["multiplier_at_0"][0].get<double>() == doctest::Approx(-1.17));
  for (const char* name : {"chart_carriage", "unicycle_potential"}) {
    const Json q2 = json_of({"compare", system_path(name), "--t-end", "0", "--json"})["q2"];
    CHECK(q2["answer"] == "no");
    CHECK(q2["exact"] == true);
  }
  for (const char* name : {"unicycle", "chart_carriage"}) {
    const auto shown = run_command(folder, {"compare", system_path(name), "--t-end", "0"});
    CHECK(shown.status == 0);
    CHECK(shown.out.find("nan") == std::string::npos);
  }
  CHECK(run_command(folder, {"compare", system_path("unicycle"), "--t-end", "-1"}).status == 2);
}

TEST_CASE("an affine constraint keeps the velocity in offset + d") {
  Json system = Json::parse(read_file(system_path("chaplygin_skate")));
  system["constraint"]["offset"] = {"0", "1/5 + y/10", "0"};
  system["initial"]["a"] = {"9/10", "1/5", "1/2"};
  const TemporaryFolder folder;
  const std::string file = folder.write("affine.json", system.dump());
  for (const char* dynamics : {"nonholonomic", "vakonomic"}) {
    const auto rows = csv_of({"simulate", file, "--dynamics", dynamics, "--t-end", "1"});
    const double y = std::stod(rows.back()[2]), a2 = std::stod(rows.back()[5]);
    CHECK(a2 == doctest::Approx(0.2 + y / 10).epsilon(1e-11));
  }
  CHECK(run_command(folder, {"compare", file, "--t-end", "1"}).status == 0);
  CHECK(run_command(folder, {"check", file}).status == 0);
}

TEST_CASE("forces, potentials and matrix groups") {
  // A particle on a line with friction and gravity: r'' = -r' - 1, from rest.
  const std::string falling =
      R"json({"schema": 1, "name": "falling", "group": "R1", "metric": [["1"]], "potential": "r1",
    "force": ["-a1 + 0*t"], "initial": {"a": ["0"]}})json";
  const TemporaryFolder folder;
  const auto rows = csv_of({"simulate", folder.write("falling.json", falling), "--t-end", "2"});
  CHECK(std::stod(rows.back()[2]) == doctest::Approx(std::exp(-2.) - 1).epsilon(1e-11));

  // SE2 as 3 x 3 matrices moves as SE2 does.
  Json system = Json::parse(read_file(system_path("chaplygin_sleigh")));
  const auto reference = csv_of({"simulate", system_path("chaplygin_sleigh"), "--t-end", "2"});
  const auto matrix = [](int i, int j) {
    Json m = {{"0", "0", "0"}, {"0", "0", "0"}, {"0", "0", "0"}};
    m[i][j] = "1";
    return m;
  };
  Json turn = matrix(1, 0);
  turn[0][1] = "-1";
  system["group"] = {{"matrices", {matrix(0, 2), matrix(1, 2), turn}}};
  const auto same =
      csv_of({"simulate", folder.write("matrices.json", system.dump()), "--t-end", "2"});
  CHECK(same[0][1] == "X11");
  CHECK(std::stod(same.back()[3]) ==
        doctest::Approx(std::stod(reference.back()[1])).epsilon(1e-11));
  CHECK(std::stod(same.back()[10]) ==
        doctest::Approx(std::stod(reference.back()[4])).epsilon(1e-11));
}

TEST_CASE("numerical failure keeps what was computed and ends with status 1") {
  const std::string pole =
      R"json({"schema": 1, "name": "pole", "group": "R1", "metric": [["1"]], "potential": "log(r1)",
    "initial": {"x": {"r1": "1"}, "a": ["0"]}})json";
  const TemporaryFolder folder;
  const std::string csv = folder.file("out.csv");
  const auto result = run_command(
      folder, {"simulate", folder.write("pole.json", pole), "--t-end", "3", "--csv", csv});
  CHECK(result.status == 1);
  CHECK(result.err.find("stopped at t = 1.2") != std::string::npos);
  CHECK(read_csv(csv).size() > 100);
}

TEST_CASE("a chart whose constraint loses rank stops there with status 1") {
  Json system = Json::parse(read_file(system_path("chart_particle_xphi")));
  system["initial"] = {{"q", {{"x", "-1/2"}, {"y", "1/2"}}},
                       {"q_dot", {{"x", "1"}, {"y", "-1/3"}, {"z", "1/2"}}}};
  const TemporaryFolder folder;
  const std::string file = folder.write("through_zero.json", system.dump());
  for (const char* method : {"dop853", "rk4", "variational"}) {
    CAPTURE(method);
    const std::string csv = folder.file(std::string(method) + ".csv");
    const auto result =
        run_command(folder, {"simulate", file, "--method", method, "--t-end", "2", "--csv", csv});
    CHECK(result.status == 1);
    CHECK(result.err.find("stopped at t = 0.4") != std::string::npos);
    CHECK(result.err.find("singular") != std::string::npos);
    const auto rows = read_csv(csv);
    REQUIRE(rows.size() > 40);
    CHECK(std::stod(rows.back()[1]) < 0);  // x, on the side it came from
  }
  // Long output intervals in which normals merely turn are no loss of rank.
  CHECK(run_command(folder,
                    {"simulate", system_path("chart_rolling_disk"), "--h", "5", "--t-end", "20"})
            .status == 0);
}

TEST_CASE("plots") {
  const TemporaryFolder folder;
  if (std::system("command -v gnuplot > /dev/null") != 0) {
    MESSAGE("gnuplot is not installed: nothing drawn");
    return;
  }
  for (const char* name :
       {"unicycle", "suslov", "so21_lorentz", "z2_so4", "heisenberg", "chart_nonlinear"}) {
    for (const char* ending : {"svg", "png"}) {
      const std::string plot = folder.file(std::string(name) + "." + ending);
      for (const char* command : {"simulate", "compare"}) {
        CAPTURE(name);
        const auto result =
            run_command(folder, {command, system_path(name), "--t-end", "1", "--plot", plot});
        CHECK(result.status == 0);
        CHECK(result.err.empty());
        CHECK(std::filesystem::file_size(plot) > 5000);
      }
    }
  }
  CHECK(read_file(folder.file("unicycle.svg")).find("</svg>") != std::string::npos);
}

TEST_CASE("without gnuplot the message is clear and the CSV is there") {
  const TemporaryFolder folder;
  const auto result = run_command(folder,
                                  {"simulate", system_path("suslov"), "--t-end", "1", "--csv",
                                   folder.file("out.csv"), "--plot", folder.file("out.svg")},
                                  "PATH=/nowhere");
  CHECK(result.status == 1);
  CHECK(result.err.find("gnuplot was not found") != std::string::npos);
  CHECK(std::filesystem::exists(folder.file("out.csv")));
  CHECK_FALSE(std::filesystem::exists(folder.file("out.svg")));
}

TEST_CASE("a mistyped subcommand or system is told the name it is close to") {
  const TemporaryFolder folder;
  for (const auto& [arguments, hint] :
       {std::pair(std::vector<std::string>{"simlate", "-"},
                  "'simlate', close to 'simulate', expected"),
        std::pair(std::vector<std::string>{"show", "suslow"},
                  "'suslow', close to 'suslov', expected"),
        std::pair(std::vector<std::string>{"simulate", system_path("suslov"), "--dynamics", "fre"},
                  "'fre', close to 'free', expected")}) {
    const auto run = run_command(folder, arguments);
    CHECK(run.status == 2);
    CHECK(run.err.find(hint) != std::string::npos);
  }
}

TEST_CASE("list and show") {
  const TemporaryFolder folder;
  for (const char* topic : {"groups", "methods", "conditions", "systems"}) {
    const auto result = run_command(folder, {"list", topic});
    CHECK(result.status == 0);
    CHECK(result.out.find(topic) == 0);
  }
  const std::string systems = run_command(folder, {"list", "systems"}).out;
  for (const auto& entry : std::filesystem::directory_iterator(paths::systems())) {
    const std::string name = entry.path().stem().string();
    CAPTURE(name);
    const Json says = Json::parse(read_file(entry.path().string())).at("expect");
    const std::string words =
        says.at("summary").get<std::string>() + "  [" + says.at("source").get<std::string>() + "]";
    const auto line = systems.find("  " + name + " ");
    REQUIRE(line != std::string::npos);
    CHECK(systems.substr(line, systems.find('\n', line) - line).ends_with(words));
    CHECK(run_command(folder, {"show", name}).out == read_file(entry.path().string()));
  }
}

TEST_CASE("what depends on the point is proved where it is polynomial") {
  const auto answer = [](const Json& report, const std::string& id) -> Json {
    for (const auto& verdict : report["conditions"])
      if (verdict["id"] == id) return {verdict["answer"], verdict["exact"]};
    return nullptr;
  };
  const Json holds{"holds", true};
  const Json h3 = json_of({"check", system_path("heisenberg_generalized"), "--json"});
  for (const char* id : {"invariant_decomposition", "eq_3_9", "eq_3_10"})
    CHECK(answer(h3, id) == holds);
  CHECK(h3["q1"]["answer"] == "yes");
  CHECK(h3["q1"]["exact"] == true);
  CHECK(answer(json_of({"check", system_path("heavy_top"), "--json"}), "eq_3_10") == holds);
  const Json unicycle = json_of({"check", system_path("unicycle_potential"), "--json"});
  CHECK(answer(unicycle, "eq_3_10") == holds);
  CHECK(unicycle["q1"]["answer"] == "no");

  const TemporaryFolder folder;
  const auto with_potential = [&](const std::string& potential) {
    Json system = Json::parse(read_file(system_path("heisenberg_generalized")));
    system["potential"] = potential;
    return json_of({"check", folder.write("h3.json", system.dump()), "--json"});
  };
  CHECK(answer(with_potential("exp(x*y)"), "eq_3_10") == Json{"undecided", false});
  CHECK(answer(with_potential("x*z"), "eq_3_10") == Json{"fails", true});
  CHECK(answer(with_potential("exp(z)"), "eq_3_10") == Json{"fails", false});
}
