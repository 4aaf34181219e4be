// What hamel verify says that a proof is worth: proved, recomputed or rounded, as the table of kinds has it.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/io/proof_kinds.hpp>

#include "../io/run_command.hpp"

using Json = nlohmann::ordered_json;

namespace {

/// The certificate of an answer verified, with --json.
Json verified(const TemporaryFolder& folder, std::vector<std::string> command) {
  const std::string file = command[1], proof = folder.file("proof.json");
  command.insert(command.end(), {"--certificate", proof});
  REQUIRE(is_answered(run_unhurried(folder, command)));
  const auto run = run_unhurried(folder, {"verify", file, proof, "--json"});
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  return Json::parse(run.out);
}

/// Kinds and how many, of all claims under a key.
std::map<std::string, int> kinds_of(const Json& claims) {
  std::map<std::string, int> counts;
  for (const auto& claim : claims)
    for (const auto& proof : claim["proofs"]) counts[proof["kind"]] += proof["count"].get<int>();
  return counts;
}

const hamel::ProofKind& kind_called(const std::string& id) {
  const auto kinds = hamel::proof_kinds();
  const auto place = std::ranges::find(kinds, id, &hamel::ProofKind::id);
  REQUIRE(place != kinds.end());
  return *place;
}

}  // namespace

TEST_CASE("the how-to lists each kind of proof with its sentence, its status and its file") {
  const std::string page = read_file(paths::source() + "/docs/proofs.md");
  std::set<std::string> ids;
  for (const auto& kind : hamel::proof_kinds()) {
    const std::string id(kind.id);
    CAPTURE(id);
    CHECK(ids.insert(id).second);
    CHECK(page.find("| `" + id + "` | " + std::string(kind.of) + " | " +
                    std::string(kind.sentence) + " | " + text(kind.status) + " | `" +
                    std::string(kind.where) + "` |\n") != std::string::npos);
    CHECK(!read_file(paths::source() + "/" + std::string(kind.where)).empty());
  }
}

TEST_CASE("each answer of check is proved, recomputed or rounded, by its kind") {
  const TemporaryFolder folder;
  std::set<std::string> seen;
  for (const char* name : {"suslov", "chaplygin_skate", "unicycle_potential", "skate_on_incline",
                           "chart_rolling_disk", "chart_nonlinear", "car"}) {
    CAPTURE(name);
    const Json answer = verified(folder, {"check", system_path(name)});
    std::map<std::string, int> counts{{"proved", 0}, {"recomputed", 0}, {"rounded", 0}};
    for (const auto& verdict : answer["verdicts"]) {
      const std::string kind = verdict["proof"];
      seen.insert(kind);
      CHECK(verdict["status"] == text(kind_called(kind).status));
      ++counts[verdict["status"].get<std::string>()];
    }
    for (const auto& [status, count] : counts) CHECK(answer["proofs"][status] == count);
  }
  for (const char* kind : {"products_of_basis", "vectors", "no_combination", "functions_on_group"})
    CHECK(seen.contains(kind));
}

TEST_CASE("where a potential varies its conditions are expanded by the functions that answer") {
  const TemporaryFolder folder;
  const Json answer = verified(folder, {"check", system_path("unicycle_potential")});
  for (const auto& verdict : answer["verdicts"])
    if (verdict["id"] == "eq_3_10") CHECK(verdict["status"] == "recomputed");
  const std::string file = system_path("unicycle_potential"), proof = folder.file("proof.json");
  const auto words = run_unhurried(folder, {"verify", file, proof});
  CHECK(words.out.find("recomputed: the functions on the group") != std::string::npos);
  CHECK(words.out.find("proved again") == std::string::npos);
}

TEST_CASE("components of groups are told by signs, elsewhere by a path in floating point") {
  const TemporaryFolder folder;
  const Json top = verified(folder, {"study", system_path("heavy_top")});
  auto kinds = kinds_of(top["flows"]);
  CHECK(kinds["steady_motion"] > 0);
  CHECK(!kinds.contains("steady_motion_by_path"));
  CHECK(top["proofs"]["rounded"] == 0);
  for (const auto& claim : top["flows"]) CHECK(claim["status"] == "proved");
  const Json other{{"schema", 1},
                   {"name", "a top by matrices"},
                   {"group",
                    {{"matrices",
                      {{{"0", "0", "0"}, {"0", "0", "-1"}, {"0", "1", "0"}},
                       {{"0", "0", "1"}, {"0", "0", "0"}, {"-1", "0", "0"}},
                       {{"0", "-1", "0"}, {"1", "0", "0"}, {"0", "0", "0"}}}}}},
                   {"metric", {{"1", "0", "0"}, {"0", "1", "0"}, {"0", "0", "2"}}},
                   {"potential", "X33"}};
  const Json by_path = verified(folder, {"study", folder.write("top.json", other.dump())});
  kinds = kinds_of(by_path["flows"]);
  CHECK(kinds["steady_motion_by_path"] > 0);
  CHECK(by_path["proofs"]["rounded"] == kinds["steady_motion_by_path"]);
  CHECK(by_path["flows"][0]["status"] == "rounded");
}

TEST_CASE("parts of parameters are proved one by one, that there are no others by a walk") {
  const TemporaryFolder folder;
  const Json answer = verified(folder, {"check", system_path("carriage_offset"), "--vary", "l,J"});
  REQUIRE(answer.contains("q1"));
  const Json& q1 = answer["q1"];
  const bool walks = std::ranges::any_of(
      q1["proofs"], [](const Json& proof) { return proof["kind"] == "walk_of_parts"; });
  CHECK(q1["status"] == (walks ? "recomputed" : "proved"));
  CHECK(walks == (q1["yes_iff"].size() != 1 || !q1["yes_iff"][0]["zero"].empty()));
}

TEST_CASE("inverse answers say which of them is a proof") {
  const TemporaryFolder folder;
  const Json answer = verified(folder, {"inverse", system_path("suslov")});
  for (const auto& claim : answer["inverse"]) {
    bool weak = false;
    for (const auto& proof : claim["proofs"]) {
      const std::string kind = proof["kind"];
      CHECK(proof["status"] == text(kind_called(kind).status));
      weak = weak || proof["status"] != "proved";
    }
    CHECK(claim["status"] == (weak ? "recomputed" : "proved"));
  }
  const auto kinds = kinds_of(answer["inverse"]);
  CHECK(kinds.contains("metrics_basis"));
}
