// hamel check --vary where polynomials that are linear in no parameter meet: components by Singular, proved, and real
// zeros of sums of squares without it.
#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "run_command.hpp"

using Json = nlohmann::ordered_json;

namespace {

/// A rotating body, d = <e1, e2>: Q1 is yes iff g12 = 0 and g11 = g22.
std::string body(const TemporaryFolder& folder, const std::string& g12, const std::string& g22,
                 const Json& parameters) {
  const Json system{{"schema", 1},
                    {"name", "body"},
                    {"group", "SO3"},
                    {"parameters", parameters},
                    {"metric", {{"2", g12, "0"}, {g12, g22, "0"}, {"0", "0", "1"}}},
                    {"constraint", {{"span", {{"1", "0", "0"}, {"0", "1", "0"}}}}}};
  return folder.write("body.json", system.dump());
}

Json answer(const TemporaryFolder& folder, const std::string& file, const std::string& names,
            const std::string& environment = "") {
  const auto run = run_command(folder, {"check", file, "--vary", names, "--json"}, environment);
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  return Json::parse(run.out)["q1"];
}

/// What vanishes on each piece.
std::set<std::set<std::string>> zeros(const Json& q1) {
  std::set<std::set<std::string>> all;
  for (const auto& piece : q1["yes_iff"]) {
    CHECK(piece["nonzero"].empty());
    all.insert(piece["zero"].get<std::set<std::string>>());
  }
  return all;
}

using Zeros = std::set<std::set<std::string>>;

const Json two{{"x", "1"}, {"y", "1"}}, three{{"x", "1"}, {"y", "1"}, {"z", "3"}};

/// Polynomials in the numerator of x^2 + y^2 = 5, x^2 - x y + y^2 = 3: four points.
std::string four_points(const TemporaryFolder& folder) {
  return body(folder, "x^2 + y^2 - 5", "2 + x^2 - x*y + y^2 - 3", two);
}

}  // namespace

#ifdef HAMEL_FLINT

TEST_CASE("words name the size of a polynomial that nobody would read, and JSON has it") {
  const TemporaryFolder folder;
  const std::string file = body(folder, "(1 + x + 2*y)^9 - y", "2", two);
  const auto words = run_command(folder, {"check", file, "--vary", "x,y"});
  CHECK(words.out.find("(a polynomial of 55 terms, see --json) = 0") != std::string::npos);
  const auto all = answer(folder, file, "x,y")["yes_iff"];
  REQUIRE(all.size() == 1);
  REQUIRE(all[0]["zero"].size() == 1);
  CHECK(all[0]["zero"][0].get<std::string>().find("512*y^9") != std::string::npos);
}

TEST_CASE("without Singular what needs it is undecided, and the package is named") {
  const TemporaryFolder folder;
  const Json q1 = answer(folder, four_points(folder), "x,y", "PATH=/nowhere");
  REQUIRE(q1["undecided"].size() == 1);
  CHECK(q1["undecided"][0]["zero"].size() == 2);
  CHECK(q1["undecided"][0]["reason"].get<std::string>().find("Debian package singular-ui") !=
        std::string::npos);
  CHECK(q1["yes_iff"].empty());
}

TEST_CASE("a program that answers nonsense, or another question, is not believed") {
  const TemporaryFolder folder;
  const std::string file = four_points(folder);
  for (const std::string said :
       {"echo no", "echo component; echo x1; echo x2; echo end",
        "printf 'basis\\nx1\\n1\\n0\\ncomponent\\nx1-1\\nx2-2\\nend\\n'", "exit 3"}) {
    CAPTURE(said);
    const std::string program = folder.write("Singular", "#!/bin/sh\n" + said + "\n");
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    const Json q1 = answer(folder, file, "x,y", "PATH=" + folder.file("") + ":$PATH");
    CHECK(q1["yes_iff"].empty());
    CHECK(q1["undecided"].size() == 1);
  }
}

TEST_CASE("sums of squares vanish where each of them does") {
  const TemporaryFolder folder;
  const auto yes = [&](const std::string& difference) {
    const Json q1 = answer(folder, body(folder, "0", "2 + " + difference, two), "x,y");
    CHECK(!q1.contains("undecided"));
    return zeros(q1);
  };
  CHECK(yes("x^2 + y^2") == Zeros{{"x", "y"}});
  CHECK(yes("x^2 + x*y + y^2") == Zeros{{"x", "y"}});
  CHECK(yes("x^2 + x*y + y^2 + 1") == Zeros{});
  CHECK(yes("(x - 1)^2 + (y + 2*x)^2") == Zeros{{"x-1", "y+2"}});
  CHECK(yes("x^2*y^2 + (x - 1)^2") == Zeros{{"x-1", "y"}});
  CHECK(yes("x^2 + 3*x*y + y^2") == Zeros{{"y^2+3*y*x+x^2"}});  // of both signs
}

TEST_CASE("common zeros of polynomials that are linear in no parameter") {
  if (std::system("command -v Singular > /dev/null") != 0) {
    MESSAGE("Singular is not there (Debian: singular-ui)");
    return;
  }
  const TemporaryFolder folder;
  const Json q1 = answer(folder, four_points(folder), "x,y");
  CHECK(!q1.contains("undecided"));
  CHECK(zeros(q1) == Zeros{{"x-1", "y-2"}, {"x+1", "y+2"}, {"x-2", "y-1"}, {"x+2", "y+1"}});
  const Json none = answer(folder, body(folder, "x^2 + y^2 - 1", "x^2 - y^2 - 1", two), "x,y");
  CHECK(!none.contains("undecided"));  // x^2 = 2, y^2 = -1
  CHECK(none["yes_iff"].empty());
  const Json curve = answer(
      folder, body(folder, "x^2 + y^2 - z^2 - 1", "2 + x^2 - y^2 + z^2 - 1", three), "x,y,z");
  CHECK(!curve.contains("undecided"));  // x^2 = 1, y^2 = z^2
  CHECK(zeros(curve) == Zeros{{"x-1", "z-y"}, {"x-1", "z+y"}, {"x+1", "z-y"}, {"x+1", "z+y"}});

  const Json touching = answer(folder, body(folder, "x^2 - y^13", "2 + x^4 - 2*y^26", two), "x,y");
  CHECK(!touching.contains("undecided"));  // at 0, where y^26 is their first power of y
  CHECK(zeros(touching) == Zeros{{"x", "y"}});

  const std::string file = four_points(folder), proof = folder.file("proof.json");
  REQUIRE(run_command(folder, {"check", file, "--vary", "x,y", "--certificate", proof}).status ==
          0);
  const auto proved = run_command(folder, {"verify", file, proof}, "PATH=/nowhere");
  CAPTURE(proved.err);
  CHECK(proved.status == 0);
  const Json whole = Json::parse(read_file(proof));
  REQUIRE(whole["decompositions"].size() >= 1);
  const auto refused = [&](const Json& other) {
    return run_command(folder, {"verify", file, folder.write("other.json", other.dump())}).status ==
           2;
  };
  for (std::size_t i = 0; i < whole["decompositions"].size(); ++i) {
    const Json& one = whole["decompositions"][i];
    Json other = whole;
    other["decompositions"].erase(i);
    CHECK(refused(other));
    for (std::size_t k = 0; k < one["components"].size(); ++k) {
      other = whole;
      other["decompositions"][i]["components"].erase(k);  // points are left out
      CHECK(refused(other));
      for (std::size_t j = 0; j < one["components"][k].size(); ++j) {
        other = whole;
        other["decompositions"][i]["components"][k][j] = "x^2+1";
        CHECK(refused(other));
      }
    }
    for (std::size_t k = 0; k < one["basis"].size(); ++k) {
      other = whole;
      other["decompositions"][i]["basis"][k]["factors"][0] = "x";
      CHECK(refused(other));
      other = whole;
      other["decompositions"][i]["basis"][k]["value"] = "1";
      CHECK(refused(other));
    }
    other = whole;
    other["decompositions"].push_back(one);
    CHECK(refused(other));
    other = whole;
    other["decompositions"][i]["surprise"] = "1";
    CHECK(refused(other));
  }
}

#endif
