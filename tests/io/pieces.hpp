// What `hamel check --vary l,J,m` says of systems.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "run_command.hpp"

inline nlohmann::json pieces_of(const std::string& file, const std::string& parameters) {
  const TemporaryFolder folder;
  const auto result = run_command(folder, {"check", file, "--vary", parameters, "--json"});
  CAPTURE(result.err);
  REQUIRE(result.status == 0);
  return nlohmann::json::parse(result.out);
}

inline nlohmann::json pieces_of(const nlohmann::json& system, const std::string& parameters) {
  const TemporaryFolder folder;
  return pieces_of(folder.write("family.json", system.dump()), parameters);
}

inline nlohmann::json system_of(const std::string& name) {
  return nlohmann::json::parse(read_file(system_path(name)));
}

inline nlohmann::json answer_to(const nlohmann::json& report, const std::string& id) {
  if (id == "q1") return report["q1"];
  for (const auto& answer : report["conditions"])
    if (answer["id"] == id) return answer;
  FAIL("no answer to " << id);
  return {};
}

using Piece = std::vector<std::string>;  // what vanishes, then | and what does not

/// The pieces of a yes, in order; nothing may be undecided.
inline std::vector<Piece> yes(const nlohmann::json& report, const std::string& id) {
  const nlohmann::json answer = answer_to(report, id);
  CHECK(!answer.contains("undecided"));
  std::vector<Piece> result;
  for (const auto& piece : answer["yes_iff"]) {
    Piece texts = piece["zero"].get<Piece>();
    for (const std::string nonzero : piece["nonzero"]) texts.push_back("| " + nonzero);
    result.push_back(std::move(texts));
  }
  std::sort(result.begin(), result.end());
  return result;
}

using Pieces = std::vector<Piece>;
