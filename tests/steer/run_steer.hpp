// hamel steer, run by a test.
#pragma once

#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "../io/run_command.hpp"

using Json = nlohmann::json;

inline CommandResult steer(const TemporaryFolder& folder, const std::string& file,
                           std::vector<std::string> options) {
  options.insert(options.begin(), {"steer", file});
  return run_command(folder, options);
}

/// What is answered, which must be a motion.
inline Json answer(const TemporaryFolder& folder, const std::string& file,
                   std::vector<std::string> options) {
  options.push_back("--json");
  const auto run = steer(folder, file, options);
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  return Json::parse(run.out);
}
