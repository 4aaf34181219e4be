// Systems that the command refuses, with the place and the reason.
#pragma once

#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "run_command.hpp"

/// `hamel subcommand FILE options...` refuses the system: it names the place and says this of it.
inline void check_refused(const std::string& subcommand, const nlohmann::json& system,
                          const std::vector<std::string>& options, const std::string& place,
                          const std::string& part) {
  const TemporaryFolder folder;
  std::vector<std::string> arguments{subcommand, folder.write("bad.json", system.dump())};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const auto run = run_command(folder, arguments);
  CAPTURE(run.err);
  CHECK(run.status == 2);
  CHECK(run.out.empty());
  CHECK(run.err.find(place + ": found ") != std::string::npos);
  CHECK(run.err.find(part) != std::string::npos);
}
