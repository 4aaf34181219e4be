// Certificates of `check --vary`: written by the command, read in this process.
#pragma once

#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/parameter_pieces.hpp>

#include "../io/run_command.hpp"

using Json = nlohmann::ordered_json;

struct Family {
  std::string file, parameters;
};

inline Json certificate_of(const TemporaryFolder& folder, const Family& family) {
  const std::string out = folder.file("certificate.json");
  const auto run = run_unhurried(
      folder, {"check", family.file, "--vary", family.parameters, "--certificate", out});
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  return Json::parse(read_file(out));
}

/// What was found where a certificate is refused; empty where it is not.
inline std::string refusal_of(const Family& family, const Json& certificate) {
  try {
    hamel::verify_in_parameters(family.file, certificate.dump());
  } catch (const hamel::InputError& error) {
    return error.found();
  }
  return "";
}

inline bool is_refused(const Family& family, const Json& certificate) {
  return !refusal_of(family, certificate).empty();
}
