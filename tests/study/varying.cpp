// Q1 with potentials, metrics that vary, constraints that move, and in coordinates: exact "no", never beside a "yes".
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "../io/run_command.hpp"

using Json = nlohmann::json;

namespace {

Json q1_of(const TemporaryFolder& folder, const std::string& file) {
  const auto run =
      run_command(folder, {"check", file, "--json", "--certificate", folder.file("c.json")});
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  const auto again = run_command(folder, {"verify", file, folder.file("c.json"), "--json"});
  CAPTURE(again.err);
  CHECK(again.status == 0);
  const Json q1 = Json::parse(run.out)["q1"];
  bool proved = false;
  const Json verdicts = Json::parse(again.out)["verdicts"];
  for (const auto& verdict : verdicts) proved = proved || verdict["id"] == "q1";
  CHECK(proved == (q1["exact"] == true && q1["answer"] != "undecided"));
  return q1;
}

}  // namespace

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
  // The same disk in coordinates has multipliers for every motion: never "no".
  CHECK(q1_of(folder, system_path("chart_rolling_disk"))["answer"] != "no");
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
    CHECK(q1_of(folder, folder.write("moving.json", file.dump()))["answer"] != "no");
  }
}
