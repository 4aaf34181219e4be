// Certificates of inverse questions, and whether they are refused.
#pragma once

#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/core/answer_budget.hpp>
#include <hamel/core/error.hpp>
#include <hamel/io/inverse_certificate.hpp>
#include <hamel/io/system_file.hpp>

#include "../io/run_command.hpp"

/// What `hamel inverse --certificate` writes of a file, which `hamel verify` proves again.
inline nlohmann::ordered_json inverse_certificate(const TemporaryFolder& folder,
                                                  const std::string& path) {
  const std::string out = folder.file("inverse.json");
  REQUIRE(is_answered(run_unhurried(folder, {"inverse", path, "--certificate", out})));
  const auto run = run_unhurried(folder, {"verify", path, out});
  CAPTURE(run.err);
  CHECK(run.status == 0);
  CHECK(run.out.find(": the certificate is verified\n") != std::string::npos);
  return nlohmann::ordered_json::parse(read_file(out));
}

inline bool is_refused(const hamel::SystemFile& file, const nlohmann::ordered_json& certificate) {
  const hamel::AnswerBudget enough(600);
  try {
    hamel::verify_inverse_certificate(file, certificate.dump());
  } catch (const hamel::InputError&) {
    return true;
  }
  return false;
}
