// A search that ends early says of each question of each flow that it is not covered.
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "../io/run_command.hpp"

using Json = nlohmann::ordered_json;

TEST_CASE(
    "where the work ends integrals, measure and steady motions each have an answer or a reason") {
  const TemporaryFolder folder;
  const std::string file = paths::data() + "/faults/study_silent_steady.json";
  const auto run = run_unhurried(folder, {"study", file, "--json"});
  REQUIRE(is_answered(run));
  const Json study = Json::parse(run.out);
  REQUIRE(study["flows"].size() + study["not_covered"].size() == 3);
  for (const auto& flow : study["flows"]) {
    CAPTURE(flow["flow"].dump());
    REQUIRE(flow.contains("steady"));
    CHECK((!flow["steady"]["families"].empty() || flow["steady"]["not_covered"] != ""));
    const Json& measure = flow["measure"];
    CHECK((!measure["divergence"].is_null() || !measure["densities"].empty() ||
           measure["smooth"] == true || measure["not_covered"] != ""));
  }
}
