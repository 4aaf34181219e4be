// hamel inverse --certificate: q1 of every metric and of every d of a rank is proved again, what was altered is
// refused.
#include <string>
#include <vector>

#include "inverse_certificate.hpp"

using Json = nlohmann::ordered_json;

namespace {

const std::string every_metric = "q1 in the entries of the metric";

/// The places of what the parts of a family hold.
std::vector<std::string> places_in(const Json& parts, const std::string& at) {
  std::vector<std::string> places;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string part = at + "/" + std::to_string(i);
    places.push_back(part + "/answer");
    if (parts[i].contains("section")) places.push_back(part + "/section/denominator");
    if (parts[i].contains("no_multiplier")) places.push_back(part + "/no_multiplier");
    if (!parts[i].contains("refutation")) continue;
    places.push_back(part + "/refutation/remainder");
    places.push_back(part + "/refutation/combination/0");
    places.push_back(part + "/refutation/rows/0/w/0");
  }
  return places;
}

Json other_than(const Json& value) {
  if (value == "yes") return "no";
  return value == "no" ? "yes" : value == "0" ? "1" : "0";
}

}  // namespace

TEST_CASE("pieces of every metric and every d are proved again, those that hamel inverse finds") {
  const TemporaryFolder folder;
  for (const char* name : {"suslov", "unicycle", "heisenberg", "chaplygin_sleigh", "z2_sl2"}) {
    CAPTURE(name);
    const Json whole = inverse_certificate(folder, system_path(name));
    const auto found = run_unhurried(folder, {"inverse", system_path(name), "--json"});
    const Json answers = Json::parse(found.out);
    CHECK(whole["metrics_q1"]["yes_iff"] == answers["metrics"]["q1_in_basis"]["yes_iff"]);
    CHECK(answers["metrics"]["q1"]["undecided"].empty());
    const Json& families = answers["distributions"]["families"];
    REQUIRE(whole["distributions_q1"].size() == families.size());
    for (std::size_t i = 0; i < families.size(); ++i) {
      CHECK(whole["distributions_q1"][i]["pivots"] == families[i]["pivots"]);
      CHECK(whole["distributions_q1"][i]["yes_iff"] == families[i]["q1"]["yes_iff"]);
      CHECK(families[i]["q1"]["undecided"]
                .empty());  // of suslov two planes are at irrational numbers
    }
    const bool kept = whole["potentials"].is_object();
    CHECK(kept == answers["potentials"]["not_covered"].get<std::string>().empty());
    CHECK(whole["without_certificate"] == (kept ? Json::array() : Json{"potentials"}));
    const auto claims =
        hamel::verify_inverse_certificate(hamel::read_system_file(system_path(name)), whole.dump());
    CHECK(claims.size() == (kept ? 3 : 2) + families.size());
  }
}

TEST_CASE("proofs in the parameters that were altered are refused") {
  const TemporaryFolder folder;
  for (const char* name : {"suslov", "heisenberg"}) {
    CAPTURE(name);
    const auto file = hamel::read_system_file(system_path(name));
    const Json whole = inverse_certificate(folder, system_path(name));
    const auto refused_with = [&](const std::string& place, const Json& value) {
      CAPTURE(place);
      Json altered = whole;
      altered[Json::json_pointer(place)] = value;
      return is_refused(file, altered);
    };
    std::vector<std::string> families{"/metrics_q1"};
    for (std::size_t i = 0; i < whole["distributions_q1"].size(); ++i)
      families.push_back("/distributions_q1/" + std::to_string(i));
    for (const auto& family : families) {
      CAPTURE(family);
      const Json& proofs = whole[Json::json_pointer(family)];
      const Json& parts = proofs["parts"];
      for (const auto& place : places_in(parts, family + "/parts")) {
        CAPTURE(place);
        CHECK(refused_with(place, other_than(whole[Json::json_pointer(place)])));
      }
      Json twice = parts, left_out = proofs, more = proofs["yes_iff"];
      twice.push_back(parts[0]);
      CHECK(refused_with(family + "/parts", twice));
      twice.back()["part"] = "nowhere";
      CHECK(refused_with(family + "/parts", twice));
      CHECK(refused_with(family + "/parts", Json::array()));
      Json without = proofs["without_certificate"];
      without.push_back(parts[0]["part"]);
      CHECK(refused_with(family + "/without_certificate", without));
      left_out["parts"].erase(0);
      CHECK(refused_with(family, left_out));
      more.push_back({{"zero", Json::array()}, {"nonzero", Json{"1"}}});
      CHECK(refused_with(family + "/yes_iff", more));
      CHECK(refused_with(family + "/surprise", 1));
    }
    CHECK(refused_with("/distributions_q1/0/pivots", Json{2, 1}));
    CHECK(refused_with("/distributions_q1/1/pivots", whole["distributions_q1"][0]["pivots"]));
  }
}

TEST_CASE("an answer is in a certificate of inverse questions or is left out, not both") {
  const TemporaryFolder folder;
  const auto file = hamel::read_system_file(system_path("suslov"));
  const Json whole = inverse_certificate(folder, system_path("suslov"));
  Json fewer = whole;
  fewer["metrics_q1"] = nullptr;
  CHECK(is_refused(file, fewer));
  fewer["without_certificate"].insert(fewer["without_certificate"].begin(), every_metric);
  CHECK_FALSE(is_refused(file, fewer));
  Json both = whole;
  both["without_certificate"] = fewer["without_certificate"];
  CHECK(is_refused(file, both));

  fewer["distributions_q1"].erase(1);
  CHECK(is_refused(file, fewer));
  fewer["without_certificate"].insert(fewer["without_certificate"].begin() + 1,
                                      "q1 in all d with pivots e1, e3");
  CHECK_FALSE(is_refused(file, fewer));
  fewer["distributions_q1"] = Json::array();
  CHECK(is_refused(file, fewer));
  fewer["distributions_q1"] = nullptr;
  fewer["without_certificate"] = {every_metric, "q1 in all d of this rank"};
  CHECK_FALSE(is_refused(file, fewer));
}

TEST_CASE("a certificate of inverse questions may prove less of a family, which verify says") {
  const TemporaryFolder folder;
  const auto file = hamel::read_system_file(system_path("heisenberg"));
  Json whole = inverse_certificate(folder, system_path("heisenberg"));
  Json& planes = whole["distributions_q1"][0];
  REQUIRE(planes["parts"][2]["part"] == "t13;t23;");
  REQUIRE(planes["parts"][2]["answer"] == "yes");
  planes["parts"].erase(2);
  CHECK(is_refused(file, whole));
  planes["without_certificate"].push_back("t13;t23;");
  CHECK(is_refused(file, whole));  // the yes is not proved
  planes["yes_iff"].erase(0);
  REQUIRE_FALSE(is_refused(file, whole));
  const auto claims = hamel::verify_inverse_certificate(file, whole.dump());
  CHECK(claims[2].words ==
        "q1 in all d with pivots e1, e2: not proved: t23 = 0, t13 = 0; no: elsewhere");
  planes["without_certificate"] = Json::array({"t23;"});
  CHECK(is_refused(file, whole));
}

TEST_CASE("planes on which the metric is degenerate are none to ask about") {
  const TemporaryFolder folder;
  const Json system{{"schema", 1},
                    {"name", "body"},
                    {"group", "SO3"},
                    {"metric", {{"0", "0", "1"}, {"0", "1", "0"}, {"1", "0", "0"}}},
                    {"constraint", {{"span", {{"1", "0", "1"}, {"0", "1", "0"}}}}}};
  const std::string path = folder.write("body.json", system.dump());
  const Json whole = inverse_certificate(folder, path);
  REQUIRE(whole["distributions_q1"].size() == 2);  // not e2, e3
  CHECK(whole["without_certificate"] == Json::array());
  const auto claims =
      hamel::verify_inverse_certificate(hamel::read_system_file(path), whole.dump());
  CHECK(claims[4].words ==
        "q1 in all d with pivots e2, e3: none, the metric is degenerate on each");
}

TEST_CASE("metrics in a normal form are proved again, under that normal form alone") {
  const TemporaryFolder folder;
  const auto file = hamel::read_system_file(system_path("z2_so4"));
  const Json whole = inverse_certificate(folder, system_path("z2_so4"));
  const Json& metrics = whole["metrics_q1"];
  CHECK(metrics["normal_form"] ==
        "h12 = 0, h13 = 0, h23 = 0 by automorphisms of g and d; k36 = 0 by changes that no motion "
        "feels");
  CHECK(metrics["yes_iff"].size() == 13);
  CHECK(metrics["without_certificate"].empty());
  const auto refused_with = [&](const char* key, const Json& value) {
    CAPTURE(key);
    Json altered = whole;
    if (value.is_null())
      altered["metrics_q1"].erase(key);
    else
      altered["metrics_q1"][key] = value;
    return is_refused(file, altered);
  };
  CHECK(refused_with("normal_form", nullptr));
  CHECK(refused_with("normal_form", "h12 = 0 by automorphisms of g and d"));
  Json fewer = metrics["yes_iff"];
  fewer.erase(0);
  CHECK(refused_with("yes_iff", fewer));
}
