// Motions that a symmetry of the flow turns all the time, and steady motions where formulas adjoin roots.
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "../io/run_command.hpp"
#include "rounded.hpp"
#include "study_flow.hpp"

using Json = nlohmann::json;

namespace {

/// A top, I1 = I2 = 2, I3 = 1, m g l = 2.
std::string top(const TemporaryFolder& folder, const char* second = "2") {
  return folder.write("top.json",
                      R"({"schema": 1, "name": "top", "group": ["SO3"],
    "metric": [["2","0","0"],["0",")" +
                          std::string(second) + R"(","0"],["0","0","1"]], "potential": "2*R33"})");
}

}  // namespace

TEST_CASE("tops precess regularly at the two rates of Lagrange") {
  const TemporaryFolder folder;
  const Json steady = flow_of(folder, top(folder), "free")["steady"];
  CHECK(steady["not_covered"] == "");
  REQUIRE(steady["turning"].size() == 1);
  const Json turning = steady["turning"][0];
  CHECK(turning["not_covered"] == "");
  CHECK(turning["variables"] == Json({"p1", "p2", "p3", "R31", "R32", "R33", "c"}));
  const double sign = turning["xi"][0][2] == "1" ? 1 : -1;
  int members = 0;
  for (const auto& family : turning["families"])
    for (const auto& member : family["members"]) {
      const auto z = rounded(member);
      CAPTURE(member.dump());
      const double w1 = z[0] / 2, w2 = z[1] / 2, w3 = z[2], c = sign * z[6];
      CHECK(z[3] * z[3] + z[4] * z[4] + z[5] * z[5] == doctest::Approx(1));
      // w = W R3 + n e3: W about the vertical, n the own spin, which turns the vertical seen from the top by n
      const double rate = (std::abs(z[3]) > std::abs(z[4])) ? w1 / z[3] : w2 / z[4];
      CHECK(w1 == doctest::Approx(rate * z[3]));
      CHECK(w2 == doctest::Approx(rate * z[4]));
      CHECK(c == doctest::Approx(w3 - rate * z[5]));
      // I1 W^2 cos(theta) - I3 w3 W + m g l = 0
      CHECK(std::abs(2 * rate * rate * z[5] - w3 * rate + 2) < 1e-9);
      CHECK(int(member["left"]) + int(member["on"]) + int(member["right"]) == 4);
      ++members;
    }
  CHECK(members >= 2);
}

TEST_CASE("certificates of turning motions are proved again, of the symmetry too") {
  const TemporaryFolder folder;
  const std::string file = top(folder), certificate = folder.file("certificate.json");
  REQUIRE(is_answered(run_unhurried(folder, {"study", file, "--certificate", certificate})));
  const Json good = Json::parse(read_file(certificate));
  CHECK(good["without_certificate"].empty());
  int turning = 0;
  for (std::size_t i = 0; i < good["flows"][0]["steady"].size(); ++i) {
    if (!good["flows"][0]["steady"][i].contains("turning")) continue;
    ++turning;
    const auto refuses = [&](const std::string& at, const Json& value) {
      Json bad = good;
      bad["flows"][0]["steady"][i][Json::json_pointer(at)] = value;
      const std::string path = folder.write("bad.json", bad.dump());
      CAPTURE(at);
      CHECK(run_unhurried(folder, {"verify", file, path}).status == 2);
    };
    refuses("/turning/0/xi", {"1", "0", "0"});
    refuses("/turning/0/xi", {"0", "0", "2"});
    refuses("/turning/0/xi", {"0", "0"});
    refuses("/turning/0/rates/0", Json::array());
    refuses("/turning", Json::array());
    refuses("/rates", {"p1"});
    refuses("/motions/0/stable", "transversal");
    refuses("/motions/0/at/0", "5");
  }
  CHECK(turning > 0);
  CHECK(run_unhurried(folder, {"verify", file, certificate}).status == 0);
  // Of a symmetry alone: the third axis is one, the first is turned to as its rates say but leads to other motions.
  const auto verified = [&](const Json& xi, const Json& rates) {
    Json only = good;
    Json family;
    for (const auto& entry : good["flows"][0]["steady"])
      if (entry.contains("turning")) family = entry;
    Json symmetry;
    symmetry["xi"] = xi;
    symmetry["rates"] = rates;
    Json kept;
    kept["variables"] = family["variables"];
    kept["turning"] = Json::array({symmetry});
    kept["rates"] = family["rates"];
    kept["motions"] = Json::array();
    only["flows"][0]["steady"] = Json::array({kept});
    return run_unhurried(folder, {"verify", file, folder.write("only.json", only.dump())}).status;
  };
  const auto term = [](const char* factor, const char* name) {
    return Json::array({Json::array({factor, name, "1"})});
  };
  const Json none = Json::array();
  CHECK(verified({"0", "0", "1"}, {term("1", "p2"), term("-1", "p1"), none, term("1", "R32"),
                                   term("-1", "R31"), none}) == 0);
  CHECK(verified({"1", "0", "0"}, {none, term("1", "p3"), term("-1", "p2"), none, term("1", "R33"),
                                   term("-1", "R32")}) == 2);
}

TEST_CASE("a linear symmetry of velocities alone is not one of the group") {
  const TemporaryFolder folder;
  const std::string file = folder.write("sliding.json", R"({"schema": 1, "name": "sliding",
    "group": ["SO3", "R2"], "metric": [["2","0","0","0","0"],["0","3","0","0","0"],["0","0","1","0","0"],
      ["0","0","0","1","0"],["0","0","0","0","1"]], "potential": "2*R33"})");
  const std::string certificate = folder.file("certificate.json");
  REQUIRE(is_answered(run_unhurried(folder, {"study", file, "--certificate", certificate})));
  Json good = Json::parse(read_file(certificate));
  const auto verified = [&](const Json& fourth, const Json& fifth) {
    const Json none = Json::array();
    Json symmetry, family;
    symmetry["xi"] = {"0", "0", "0", "0", "0"};
    symmetry["rates"] = {none, none, none, fourth, fifth, none, none, none};
    family["variables"] = {"p1", "p2", "p3", "p4", "p5", "R31", "R32", "R33"};
    family["turning"] = Json::array({symmetry});
    family["rates"] = {"c"};
    family["motions"] = Json::array();
    good["flows"][0]["steady"] = Json::array({family});
    return run_unhurried(folder, {"verify", file, folder.write("only.json", good.dump())}).status;
  };
  const auto term = [](const char* factor, const char* name) {
    return Json::array({Json::array({factor, name, "1"})});
  };
  CHECK(verified(Json::array(), Json::array()) == 0);
  CHECK(verified(term("1", "p5"), term("-1", "p4")) == 2);
}

TEST_CASE("a top without an axis of symmetry has no such motions") {
  const TemporaryFolder folder;
  CHECK(!flow_of(folder, top(folder, "3"), "free")["steady"].contains("turning"));
}

TEST_CASE("a coin that rolls upright, spins in place, or rolls on a circle") {
  const TemporaryFolder folder;
  const auto run = run_unhurried(folder, {"study", system_path("tilting_disk"), "--json"});
  REQUIRE(run.status == 0);
  const Json study = Json::parse(run.out), steady = study["flows"][0]["steady"];
  CHECK(steady["not_covered"] == "");
  CHECK(study["flows"][1]["steady"]["not_covered"] == "");
  const Json measure = study["flows"][0]["measure"];
  CHECK(measure["not_covered"] == "");
  CHECK(measure["densities"][0]["polynomial"] == "1 - 3*R31^2 + 3*R31^4 - R31^6");
  CHECK(measure["densities"][0]["power"] == "1/2");
  // A = K = 1/4 about diameters, C = 1/2: it spins in place stably where w^2 > m g r / (A + m r^2) = 14^2/5^2 ...
  bool spins = false;
  for (const auto& family : steady["families"]) {
    CHECK(!family["members"].empty());
    if (family.contains("along") && family["along"]["pieces"].size() == 3)
      spins = spins || family["along"]["pieces"][1]["to"] == "14/5";
  }
  CHECK(spins);
  // ... and rolls straight on stably where w^2 > A m g r / (C (C + m r^2)) = 49/15
  REQUIRE(steady["turning"].size() == 1);
  const Json turning = steady["turning"][0];
  CHECK(turning["not_covered"] == "");
  CHECK(turning["xi"][0] == Json({"1", "0", "0", "0", "0"}));
  bool rolls = false, circles = false;
  for (const auto& family : turning["families"]) {
    if (family.contains("along") && family["along"]["pieces"].size() == 3) {
      CHECK(family["along"]["pieces"][2]["from"]["root_of"] == "-49/15 + w^2");
      rolls = true;
    }
    for (const auto& member : family["members"]) {
      const auto z = rounded(member);
      circles = circles || z[0] != 0;
      // R31, R32, R33, sqrt(1 - R31^2), 1 / that
      CHECK(z[0] * z[0] + z[3] * z[3] == doctest::Approx(1));
      CHECK(z[1] * z[1] + z[2] * z[2] == doctest::Approx(z[3] * z[3]));
      CHECK(z[3] * z[4] == doctest::Approx(1));
    }
  }
  CHECK(rolls);
  CHECK(circles);
}

TEST_CASE("a ball on a turning table that slopes has no steady motions, and all are covered") {
  const TemporaryFolder folder;
  const Json steady = flow_of(folder, system_path("ball_on_turntable"), "nonholonomic")["steady"];
  CHECK(steady["not_covered"] == "");
  CHECK(steady["families"].empty());
}
