// hamel inverse --certificate and hamel verify: the metrics of (3.11) are proved again, what was altered is refused.
#include "inverse_certificate.hpp"

#include <string>
#include <vector>

using Json = nlohmann::ordered_json;

TEST_CASE("a basis of the metrics with (3.11) is proved again, and every altered number refused") {
  const TemporaryFolder folder;
  for (const char* name : {"suslov", "unicycle", "chaplygin_sleigh", "heisenberg"}) {
    CAPTURE(name);
    const auto file = hamel::read_system_file(system_path(name));
    const Json whole = inverse_certificate(folder, system_path(name));
    const Json& metrics = whole["eq_3_11_metrics"];
    REQUIRE(metrics.is_object());
    CHECK_FALSE(is_refused(file, whole));
    const auto refused_with = [&](const std::string& place, const Json& value) {
      Json altered = whole;
      altered["eq_3_11_metrics"][Json::json_pointer(place)] = value;
      CAPTURE(place);
      return is_refused(file, altered);
    };
    for (std::size_t i = 0; i < metrics["basis"].size(); ++i) {
      const std::string row = "/basis/" + std::to_string(i);
      for (std::size_t j = 0; j < metrics["basis"][i].size(); ++j) {
        const std::string number = metrics["basis"][i][j];
        CHECK(refused_with(row + "/" + std::to_string(j), number == "0" ? "7" : number + "7"));
      }
      Json fewer = metrics["basis"];
      fewer.erase(i);
      CHECK(refused_with("/basis", fewer));
    }
    for (std::size_t i = 0; i < metrics["signatures"].size(); ++i)
      for (const char* key : {"plus", "minus"})
        CHECK(refused_with("/signatures/" + std::to_string(i) + "/" + key,
                           metrics["signatures"][i][key].get<std::string>() + "7"));
    CHECK(refused_with("/all_signatures", !metrics["all_signatures"].get<bool>()));
    CHECK(refused_with("/surprise", 1));
  }
}

TEST_CASE("the signatures of a plane of metrics are all found and proved to be all") {
  // A boost leaves indefinite forms alone.
  const TemporaryFolder folder;
  const std::string path = folder.write("plane.json", R"json({"schema": 1, "name": "plane",
    "group": ["SO21", "T1"],
    "metric": [["1", "0", "0", "0"], ["0", "1", "0", "0"], ["0", "0", "1", "0"], ["0", "0", "0", "1"]],
    "constraint": {"span": [["1", "0", "0", "0"], ["0", "0", "1", "0"], ["0", "0", "0", "1"]]}})json");
  const auto read = hamel::read_system_file(path);
  const Json whole = inverse_certificate(folder, path);
  const Json& metrics = whole["eq_3_11_metrics"];
  CHECK(metrics["basis"].size() == 2);
  CHECK(metrics["all_signatures"] == true);
  REQUIRE(metrics["signatures"].size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(metrics["signatures"][i]["plus"] == (i == 0 ? "2" : "1"));
    Json altered = whole;
    altered["eq_3_11_metrics"]["signatures"].erase(i);
    CHECK(is_refused(read, altered));
  }
}

TEST_CASE("the metrics with (3.11) are proved again on all algebras of dimension three") {
  // Bianchi's types with parameters 1/2 and 2 where they have one, d = <e1, e2>.
  const TemporaryFolder folder;
  for (const char* brackets :
       {"", R"("2,3": {"1": "1"})", R"("1,3": {"1": "1"}, "2,3": {"1": "1", "2": "1"})",
        R"("1,3": {"1": "1"}, "2,3": {"2": "1"})", R"("1,3": {"1": "1"}, "2,3": {"2": "-1"})",
        R"("1,3": {"1": "1"}, "2,3": {"2": "1/2"})", R"("1,3": {"1": "1"})",
        R"("1,3": {"2": "-1"}, "2,3": {"1": "1"})",
        R"("1,3": {"1": "1", "2": "-2"}, "2,3": {"1": "2", "2": "1"})",
        R"("1,2": {"3": "-1"}, "2,3": {"1": "1"}, "1,3": {"2": "-1"})",
        R"("1,2": {"3": "1"}, "2,3": {"1": "1"}, "1,3": {"2": "-1"})", R"("1,2": {"1": "1"})"}) {
    CAPTURE(brackets);
    const std::string path = folder.write(
        "algebra.json",
        std::string(R"({"schema": 1, "name": "algebra", "algebra": {"dim": 3, "brackets": {)") +
            brackets + R"(}}, "metric": [["2", "0", "1"], ["0", "3", "0"], ["1", "0", "4"]],
            "constraint": {"span": [["1", "0", "0"], ["0", "1", "0"]]}})");
    const auto file = hamel::read_system_file(path);
    const Json whole = inverse_certificate(folder, path);
    REQUIRE(whole["eq_3_11_metrics"].is_object());
    Json altered = whole;
    Json& basis = altered["eq_3_11_metrics"]["basis"];
    if (basis.empty())
      basis.push_back(std::vector<std::string>{"1", "0", "0"});
    else
      basis.erase(basis.size() - 1);
    CHECK(is_refused(file, altered));
  }
}

TEST_CASE("what is no certificate of inverse answers of this system is refused") {
  const TemporaryFolder folder;
  const auto file = hamel::read_system_file(system_path("suslov"));
  const Json whole = inverse_certificate(folder, system_path("suslov"));
  CHECK(is_refused(hamel::read_system_file(system_path("unicycle")), whole));
  CHECK(is_refused(hamel::read_system_file(system_path("chart_sleigh")), whole));
  for (const char* text : {"", "[", "{}", "[]", R"({"schema": 2})"})
    CHECK_THROWS_AS(hamel::verify_inverse_certificate(file, text), hamel::InputError);
  for (std::size_t i = 0; i < whole["without_certificate"].size(); ++i) {
    Json altered = whole;
    altered["without_certificate"][i] = "nothing";
    CHECK(is_refused(file, altered));
    altered["without_certificate"].erase(i);
    CHECK(is_refused(file, altered));
  }
  CHECK(run_unhurried(folder,
                      {"inverse", system_path("suslov"), "--certificate", system_path("suslov")})
            .status == 2);
}
