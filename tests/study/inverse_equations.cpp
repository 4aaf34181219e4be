// hamel inverse where only the multiplier 0 is possible: Q1 by equations, for metrics in an adapted basis.
#include <string>

#include "inverse_certificate.hpp"

using Json = nlohmann::ordered_json;

namespace {

/// The oscillator algebra, a circle turning a Heisenberg group, and d of dimension 3.
std::string oscillator(const TemporaryFolder& folder) {
  return folder.write("oscillator.json",
                      R"json({"schema": 1, "name": "oscillator", "algebra": {"dim": 4, "brackets":
    {"1,2": {"3": "4"}, "1,3": {"2": "-1"}, "2,3": {"4": "2"}}},
    "metric": [["1", "0", "0", "0"], ["0", "1", "0", "0"], ["0", "0", "1", "0"], ["0", "0", "0", "1"]],
    "constraint": {"span": [["0", "-1/3", "-1", "-1"], ["2", "1", "1", "-1"], ["2", "-1/3", "0", "0"]]}})json");
}

}  // namespace

TEST_CASE(
    "all metrics on d of dimension 3 in dimension 4 are one set of equations, which are proved "
    "again") {
  const TemporaryFolder folder;
  const std::string path = oscillator(folder);
  const auto file = hamel::read_system_file(path);
  const Json whole = inverse_certificate(folder, path);
  const Json& metrics = whole["metrics_q1"];
  CHECK(metrics["by_equations"] == true);
  REQUIRE(metrics["yes_iff"].size() == 1);
  CHECK(whole["without_certificate"] == Json::array());
  const auto refused_with = [&](const std::string& place, const Json& value) {
    CAPTURE(place);
    Json altered = whole;
    altered[Json::json_pointer("/metrics_q1" + place)] = value;
    return is_refused(file, altered);
  };
  CHECK_FALSE(refused_with("/by_equations", true));
  CHECK(refused_with("/by_equations", false));
  CHECK(refused_with("/by_equations", "true"));
  CHECK(refused_with("/yes_iff", Json::array()));
  const Json& zero = metrics["yes_iff"][0]["zero"];
  for (std::size_t i = 0; i < zero.size(); ++i) {
    CHECK(
        refused_with("/yes_iff/0/zero/" + std::to_string(i), zero[i].get<std::string>() + "+h11"));
    Json fewer = zero;
    fewer.erase(i);
    CHECK(refused_with("/yes_iff/0/zero", fewer));
  }
  CHECK(refused_with("/yes_iff/0/nonzero", Json{"h11"}));
  CHECK(refused_with("/parts", Json::array()));
}

TEST_CASE("families for which a multiplier other than 0 is possible are not proved by equations") {
  const TemporaryFolder folder;
  const auto file = hamel::read_system_file(system_path("unicycle"));
  Json whole = inverse_certificate(folder, system_path("unicycle"));
  REQUIRE(whole["metrics_q1"].contains("parts"));
  whole["metrics_q1"] = {{"yes_iff", whole["metrics_q1"]["yes_iff"]}, {"by_equations", true}};
  CHECK(is_refused(file, whole));
}

TEST_CASE("that fast motions have no multiplier with any potential is proved again") {
  const TemporaryFolder folder;
  for (const char* name : {"suslov", "chaplygin_sleigh", "carriage_offset", "z2_sl2"}) {
    CAPTURE(name);
    const auto file = hamel::read_system_file(system_path(name));
    const Json whole = inverse_certificate(folder, system_path(name));
    REQUIRE(whole["potentials"].contains("start"));
    CHECK(whole["without_certificate"] == Json::array());
    const std::size_t n = whole["potentials"]["start"].size();
    const auto refused_with = [&](const std::string& place, const Json& value) {
      CAPTURE(place);
      Json altered = whole;
      altered["potentials"][Json::json_pointer(place)] = value;
      return is_refused(file, altered);
    };
    CHECK(refused_with("/start", Json(std::vector<std::string>(n, "0"))));
    CHECK(refused_with("/start", Json(std::vector<std::string>(n, "1"))));  // not in d
    CHECK(refused_with("/start", Json(std::vector<std::string>(n + 1, "1"))));
    CHECK(refused_with("/orders", 0));
    CHECK(refused_with("/orders", 100));
    CHECK(refused_with("/basis", Json::array()));
    if (whole["potentials"]["orders"] > 1) CHECK(refused_with("/orders", 1));
  }
  // Where the motions have multipliers no start shows that.
  const auto file = hamel::read_system_file(system_path("unicycle"));
  Json forged = inverse_certificate(folder, system_path("unicycle"));
  for (const char* u : {"1", "-2/3"}) {
    forged["potentials"] = {{"start", {"9", "0", u, "10"}}, {"orders", 6}};
    CHECK(is_refused(file, forged));
  }
}
