// Steady motions of vakonomic flows where functions are entries of matrices, roots and quotients.
#include <algorithm>
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

/// A variable of a member.
double value(const Json& steady, const Json& member, const std::string& name) {
  const auto names = steady["variables"].get<std::vector<std::string>>();
  const auto place = std::ranges::find(names, name) - names.begin();
  REQUIRE(place < static_cast<std::ptrdiff_t>(names.size()));
  return rounded(member)[static_cast<std::size_t>(place)];
}

int roots(const Json& member) {
  return int(member["left"]) + int(member["on"]) + int(member["right"]);
}

}  // namespace

TEST_CASE("by its momenta a ball that rolls is steady at rest alone, whatever multipliers push") {
  const TemporaryFolder folder;
  const Json flow = flow_of(folder, system_path("chaplygin_ball"), "vakonomic");
  const Json& steady = flow["steady"];
  CHECK(steady["not_covered"] == "");
  int sets = 0, members = 0;
  for (const auto& family : steady["families"]) {
    if (!family.contains("within")) {
      ++sets;
      CHECK(family["dimension"] == 5);  // of SO(3), and two multipliers
    }
    for (const auto& member : family["members"]) {
      for (const char* u : {"u1", "u2", "u3"}) CHECK(value(steady, member, u) == 0);
      CHECK(roots(member) == 8);
      ++members;
    }
  }
  CHECK(sets == 1);
  CHECK(members >= 4);
}

TEST_CASE("by its momenta a coin rolls straight on where multipliers push across its track") {
  const TemporaryFolder folder;
  const Json flow = flow_of(folder, system_path("tilting_disk"), "vakonomic");
  const Json& steady = flow["steady"];
  CHECK(steady["not_covered"] == "");
  REQUIRE(steady["turning"].size() == 1);
  const Json& turning = steady["turning"][0];
  CHECK(turning["not_covered"] == "");
  CHECK(turning["xi"] == Json::array({Json::array({"1", "0", "0", "0", "0"})}));
  int members = 0;
  for (const auto& family : turning["families"])
    for (const auto& member : family["members"]) {
      CAPTURE(member.dump());
      const auto at = [&](const char* name) { return value(turning, member, name); };
      CHECK(at("R31") == 0);  // upright
      CHECK(at("u2") == 0);
      CHECK(at("u3") == 0);
      CHECK(at("c") == at("u1"));
      // e1 is the axis of the coin: no push along it, that is none that the track feels
      CHECK(std::abs(at("u1") * (at("R11") * at("l1") + at("R21") * at("l2"))) < 1e-12);
      CHECK(roots(member) == 7);
      ++members;
    }
  CHECK(members >= 6);
  for (const auto& family : steady["families"])
    for (const auto& member : family["members"]) {
      CHECK(value(steady, member, "R31") == 0);
      CHECK(value(steady, member, "u1") == 0);
      CHECK(int(member["right"]) > 0);  // it falls
    }
}
