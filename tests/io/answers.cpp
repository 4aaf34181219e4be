// What `hamel check` and `hamel compare` answer, against the contract.
#include <cmath>
#include <set>
#include <string>
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
  REQUIRE(is_answered(result));
  return Json::parse(result.out);
}

}  // namespace

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
  CHECK(potential["q2"]["residual"].get<double>() > 1e-2);  // no rounding: no multiplier fits

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
  CHECK(disk["q2"]["exact"] == true);  // by a section
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

TEST_CASE("a start where the minor of the constraints that is divided by vanishes") {
  const TemporaryFolder folder;
  const auto skate = [&](const char* angle) {  // on an incline
    const Json file = {{"schema", 1},
                       {"name", "skate"},
                       {"chart", {{"coordinates", {"x", "y", "th"}}}},
                       {"metric", {{"1", "0", "0"}, {"0", "1", "0"}, {"0", "0", "1"}}},
                       {"potential", "x"},
                       {"constraints", {"x_dot*sin(th) - y_dot*cos(th)"}},
                       {"initial",
                        {{"q", {{"th", angle}}},
                         {"q_dot",
                          {{"x", std::string("cos(") + angle + ")"},
                           {"y", std::string("sin(") + angle + ")"},
                           {"th", "1"}}}}}};
    return folder.write("skate.json", file.dump());
  };
  for (const char* angle : {"0", "1/3"}) {
    CAPTURE(angle);
    const Json q2 = json_of({"compare", skate(angle), "--t-end", "1", "--json"})["q2"];
    CHECK(q2["answer"] == "no");
    CHECK(q2["exact"] == true);
  }
  const Json flow = json_of({"study", skate("0"), "--json"});
  CHECK(flow.dump().find("(th)^2*u2^2") == std::string::npos);  // the heading turns at rate u2
}

TEST_CASE("a constraint that can be integrated, of numbers that are not rational") {
  // z' = 5/2 sin(x) x': the equations of a multiplier are 0 = 0, up to what their terms leave when they cancel.
  const TemporaryFolder folder;
  const auto file = folder.write("leaves.json", R"json({"schema": 1, "name": "leaves",
    "chart": {"coordinates": ["x", "y", "z"]}, "parameters": {"m": "sqrt(2)/2"},
    "metric": [["m", "1/4", "0"], ["1/4", "5/3", "0"], ["0", "0", "3/2"]],
    "constraints": ["z_dot - 5/2*sin(x)*x_dot"],
    "initial": {"q": {"x": "-3/7", "y": "1/7", "z": "6/7"},
                "q_dot": {"x": "3/4", "y": "1", "z": "15/8*sin(-3/7)"}}})json");
  const Json q2 = json_of({"compare", file, "--t-end", "2", "--json"})["q2"];
  CHECK(q2["exact"] == false);
  CHECK(q2["answer"] == "yes");
  CHECK(q2["residual"].get<double>() < 1e-6);
  Json bent = Json::parse(read_file(file));  // y' x' is no derivative of a function
  bent["constraints"] = {"z_dot - 5/2*sin(x)*y_dot"};
  bent["initial"]["q_dot"]["z"] = "5/2*sin(-3/7)";
  CHECK(json_of({"compare", folder.write("bent.json", bent.dump()), "--t-end", "2",
                 "--json"})["q2"]["answer"] == "no");
}

TEST_CASE("a motion of little or no length decides nothing") {
  const TemporaryFolder folder;
  const auto without_proof =
      [&](const std::string& name) {  // nothing is proved of numbers that are not rational
        Json file = Json::parse(read_file(system_path(name)));
        file["parameters"][name == "chart_rolling_disk" ? "R" : "m"] = "sqrt(2)";
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
