// Q1 of a file by the command, its certificate proved again, and altered.
#pragma once

#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "../io/run_command.hpp"

using Json = nlohmann::json;

inline Json q1_of(const TemporaryFolder& folder, const std::string& file) {
  const auto run =
      run_unhurried(folder, {"check", file, "--json", "--certificate", folder.file("c.json")});
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  const auto again = run_unhurried(folder, {"verify", file, folder.file("c.json"), "--json"});
  CAPTURE(again.err);
  CHECK(again.status == 0);
  const Json q1 = Json::parse(run.out)["q1"];
  bool proved = false;
  const Json verdicts = Json::parse(again.out)["verdicts"];
  for (const auto& verdict : verdicts) proved = proved || verdict["id"] == "q1";
  CHECK(proved == (q1["exact"] == true && q1["answer"] != "undecided"));
  return q1;
}
