// hamel check --certificate and hamel verify: what is proved is proved again, what was altered is refused.
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/certificate.hpp>
#include <hamel/io/system_file.hpp>

#include "../io/run_command.hpp"

using Json = nlohmann::ordered_json;

namespace {

Json certificate(const TemporaryFolder& folder, const std::string& file) {
  const std::string out = folder.file("certificate.json");
  const auto run = run_unhurried(folder, {"check", file, "--certificate", out});
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  CHECK(run.out.find("Is every nonholonomic motion vakonomic?") != std::string::npos);
  return Json::parse(read_file(out));
}

CommandResult verified(const TemporaryFolder& folder, const std::string& file, const Json& text) {
  return run_unhurried(folder,
                       {"verify", file, folder.write("altered.json", text.dump()), "--json"});
}

void refused(const TemporaryFolder& folder, const std::string& file, const Json& text,
             const std::string& place) {
  const auto run = verified(folder, file, text);
  CAPTURE(run.err);
  CHECK(run.status == 2);
  CHECK(run.out.empty());
  CHECK(run.err.find(place) != std::string::npos);
}

/// What the library says of a certificate, as the command does; nothing where it proves it.
std::string objection(const hamel::SystemFile& file, const Json& text) {
  try {
    hamel::verify_certificate(file, text.dump());
  } catch (const hamel::InputError& error) {
    return error.what();
  }
  return "";
}

std::size_t place_of(const Json& document, const std::string& id) {
  for (std::size_t i = 0; i < document["verdicts"].size(); ++i)
    if (document["verdicts"][i]["id"] == id) return i;
  FAIL("no verdict " << id);
  return 0;
}

std::vector<std::string> systems_on_groups() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(paths::systems()))
    if (entry.path().extension() == ".json" &&
        Json::parse(read_file(entry.path().string())).contains("metric") &&
        !Json::parse(read_file(entry.path().string())).contains("chart"))
      files.push_back(entry.path().string());
  return files;
}

}  // namespace

TEST_CASE("the exact answers of every public system are proved again from their certificates") {
  const TemporaryFolder folder;
  int answers = 0, kinetic = 0;
  for (const auto& file : systems_on_groups()) {
    CAPTURE(file);
    const Json document = certificate(folder, file);
    const auto run = verified(folder, file, document);
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    const Json list = Json::parse(run.out)["verdicts"];
    CHECK(list.size() == document["verdicts"].size());
    answers += static_cast<int>(list.size());
    for (const auto& verdict : list) kinetic += verdict["id"] == "q1";
    for (const auto& id : document["without_certificate"]) {
      // No ideal, brackets of a distribution that moves, no constraint at all: nothing to show.
      const std::string name = id;
      CHECK((name == "cor_3_9" || name == "integrable" || name == "bracket_generating" ||
             name == "q1" || (name == "q2" && file.ends_with("/heavy_top.json"))));
    }
  }
  CHECK(answers > 100);
  CHECK(kinetic > 8);
}

TEST_CASE("an answer that was turned round is refused, whatever it is") {
  const TemporaryFolder folder;
  for (const auto& file : systems_on_groups()) {
    CAPTURE(file);
    const Json document = certificate(folder, file);
    const auto system = hamel::read_system_file(file);
    for (std::size_t i = 0; i < document["verdicts"].size(); ++i) {
      Json altered = document;
      Json& verdict = altered["verdicts"][i];
      CAPTURE(verdict["id"]);
      verdict["answer"] = verdict["answer"] == "holds" ? "fails" : "holds";
      const std::string place = "$.verdicts[" + std::to_string(i) + "]: found '";
      if (i == 0) refused(folder, file, altered, place);
      const std::string said = objection(system, altered);
      CAPTURE(said);
      CHECK(said.find(place) != std::string::npos);
    }
  }
}

TEST_CASE("evidence that was altered is refused, whatever its shape") {
  const TemporaryFolder folder;
  const auto file = system_path("chaplygin_skate");
  const Json document = certificate(folder, file);
  const std::size_t q1 = place_of(document, "q1");
  const std::string place = "$.verdicts[" + std::to_string(q1) + "]";
  REQUIRE(document["verdicts"][q1]["answer"] == "fails");
  Json altered = document;
  auto& combination = altered["verdicts"][q1]["evidence"]["combination"];
  for (auto& row : combination)
    for (auto& entry : row) entry = "0";
  refused(folder, file, altered, place);
  altered = document;
  altered["verdicts"][q1]["evidence"]["start"][2] = Json::array({"0"});
  refused(folder, file, altered, place);
  altered = document;
  altered["verdicts"][q1]["evidence"]["kind"] = "section";
  refused(folder, file, altered, place);
  altered = document;
  altered["verdicts"][q1]["evidence"]["combination"][0][0] = "1/0";
  refused(folder, file, altered, place + ".evidence.combination[0][0]");

  for (const char* name :
       {"chaplygin_skate", "carriage_offset", "heisenberg", "unicycle", "z2_so4"}) {
    const Json whole = certificate(folder, system_path(name));
    const auto system = hamel::read_system_file(system_path(name));
    for (std::size_t i = 0; i < whole["verdicts"].size(); ++i)
      for (const auto& row : whole["verdicts"][i]["evidence"].items()) {
        const std::string& key = row.key();
        const Json& value = row.value();
        if (!value.is_array()) continue;
        Json empty = whole, longer = whole, wider = whole;
        empty["verdicts"][i]["evidence"][key] = Json::array();
        longer["verdicts"][i]["evidence"][key].push_back(value[0]);
        for (auto& line : wider["verdicts"][i]["evidence"][key]) line.push_back("1");
        CAPTURE(key);
        for (const Json& text : {empty, longer, wider}) {
          const std::string said = objection(system, text);
          CHECK((said.empty() || said.starts_with("$.verdicts[")));
        }
      }
  }
}

TEST_CASE("a certificate is about one system") {
  const TemporaryFolder folder;
  const Json skate = certificate(folder, system_path("chaplygin_skate"));
  refused(folder, system_path("chaplygin_sleigh"), skate, "$.system.");
  Json file = Json::parse(read_file(system_path("chaplygin_skate")));
  file["potential"] = "x";  // the numbers are the same, the answers no longer
  const auto other = folder.write("potential.json", file.dump());
  refused(folder, other, skate, "$.sha256");
  Json of_no_file = skate;
  of_no_file.erase("sha256");
  refused(folder, other, of_no_file, "$.verdicts[");
  refused(folder, system_path("chart_sleigh"), skate, "$.system");
  Json newer = skate;
  newer["schema"] = 2;
  refused(folder, system_path("chaplygin_skate"), newer, "$.schema");
  const auto garbage = run_unhurried(folder, {"verify", system_path("chaplygin_skate"),
                                              folder.write("garbage", "{\"schema\": 1")});
  CHECK(garbage.status == 2);
}

TEST_CASE("a certificate appears whole or not at all") {
  const TemporaryFolder folder;
  const auto file = system_path("unicycle");
  CHECK(
      run_unhurried(folder, {"check", file, "--certificate", folder.file("none/c.json")}).status ==
      2);
  const auto old = folder.write("old.json", "old");
  auto rounded = Json::parse(read_file(file));
  rounded["parameters"]["m"] = "sqrt(2)";
  const auto unproved = folder.write("rounded.json", rounded.dump());
  CHECK(run_unhurried(folder, {"check", unproved, "--certificate", old}).status == 2);
  CHECK(read_file(old) == "old");
  const auto copy = folder.write("copy.json", read_file(file));
  const auto same = run_unhurried(folder, {"check", copy, "--certificate", copy});
  CHECK(same.status == 2);
  CHECK(read_file(copy) == read_file(file));
  CHECK(
      run_unhurried(folder, {"check", file, "--vary", "m,nowhere", "--certificate", old}).status ==
      2);
  const auto out = run_unhurried(folder, {"check", file, "--certificate", "/dev/stdout"});
  CHECK(out.status == 0);
  CHECK(Json::parse(out.out)["certificate_for"] == "unicycle");
  CHECK(out.err.find("Is every nonholonomic motion vakonomic?") != std::string::npos);
}

TEST_CASE("answers in parameters have a certificate, and what was altered in it is refused") {
  const TemporaryFolder folder;
  const auto file = system_path("carriage_offset"), out = folder.file("c.json");
  for (const char* parameters : {"l,J,m", "l,J,m,J2,m0,c,R", "l"}) {
    CAPTURE(parameters);
    REQUIRE(
        run_unhurried(folder, {"check", file, "--vary", parameters, "--certificate", out}).status ==
        0);
    const auto again = run_unhurried(folder, {"verify", file, out, "--json"});
    CAPTURE(again.err);
    REQUIRE(again.status == 0);
    CHECK(Json::parse(again.out)["q1"]["yes_iff"].size() == (parameters[1] == 0   ? 3
                                                             : parameters[5] == 0 ? 2
                                                                                  : 4));
  }
  REQUIRE(run_unhurried(folder, {"check", file, "--vary", "l,J,m", "--certificate", out}).status ==
          0);
  const Json whole = Json::parse(read_file(out));
  const auto refused = [&](const auto& alter) {
    Json altered = whole;
    for (auto& part : altered["parts"]) alter(part);
    const auto run =
        run_unhurried(folder, {"verify", file, folder.write("altered.json", altered.dump())});
    CAPTURE(run.err);
    CHECK(run.status == 2);
  };
  refused([](Json& part) {
    if (part.contains("section")) part["section"]["momentum"][0][0] = "7";
  });
  refused([](Json& part) {
    if (part.contains("refutation")) part["refutation"]["remainder"] = "l";
  });
  refused([](Json& part) { part["exceptions"] = Json::array(); });
  refused([](Json& part) { part["answer"] = "no"; });
  refused([](Json& part) { part["part"] = "J"; });
  const auto refused_with = [&](const char* place, const Json& value) {
    Json altered = whole;
    altered[Json::json_pointer(place)] = value;
    const auto run =
        run_unhurried(folder, {"verify", file, folder.write("altered.json", altered.dump())});
    CAPTURE(run.err);
    CHECK(run.status == 2);
  };
  Json fewer = whole["yes_iff"], more = whole["parts"];
  fewer.erase(0);
  refused_with("/yes_iff", fewer);
  more.push_back(more[0]);
  refused_with("/parts", more);
  more.back()["part"] = "nowhere";
  refused_with("/parts", more);
  refused_with("/without_certificate", Json::array({"nowhere"}));
  refused_with("/without_certificate", Json::array({whole["parts"][0]["part"]}));
  refused_with("/certificate_for", "unicycle");
  CHECK(run_unhurried(folder, {"verify", system_path("unicycle"), out}).status == 2);
}
