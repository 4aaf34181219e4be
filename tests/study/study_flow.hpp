// One flow of a study, from the command.
#pragma once

#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "../io/run_command.hpp"

inline nlohmann::json flow_of(const TemporaryFolder& folder, const std::string& file,
                              const std::string& name) {
  const auto run = run_unhurried(folder, {"study", file, "--json"});
  CAPTURE(run.err);
  REQUIRE(is_answered(run));
  const nlohmann::json study = nlohmann::json::parse(run.out);
  for (const auto& flow : study["flows"])
    if (flow["flow"] == name) return flow;
  FAIL("no flow " << name);
  return {};
}
