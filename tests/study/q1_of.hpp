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

/// How `verify` ends on the certificate that q1_of wrote last, with every verdict altered.
template <class Alter>
int status_of_altered(const TemporaryFolder& folder, const std::string& file, const Alter& alter) {
  Json certificate = Json::parse(read_file(folder.file("c.json")));
  for (auto& verdict : certificate["verdicts"]) alter(verdict);
  return run_unhurried(folder, {"verify", file, folder.write("altered.json", certificate.dump())})
      .status;
}
