// The checkers of certificates in several parameters and of inverse questions, without any search.
#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include <hamel/core/error.hpp>
#include <hamel/io/inverse_certificate.hpp>
#include <hamel/io/parameter_pieces.hpp>
#include <hamel/io/system_file.hpp>

#include "../io/run_command.hpp"

TEST_CASE(
    "certificates of parameters and of inverse questions are verified where no search is linked") {
  const TemporaryFolder folder;
  const std::string path = paths::source() + "/examples/systems/unicycle_potential.json",
                    vary = folder.file("vary.json"), inverse = folder.file("inverse.json");
  REQUIRE(
      is_answered(run_unhurried(folder, {"check", path, "--vary", "m,J", "--certificate", vary})));
  REQUIRE(is_answered(run_unhurried(folder, {"inverse", path, "--certificate", inverse})));
  const auto proved = hamel::verify_in_parameters(path, read_file(vary));
  REQUIRE(!proved.answers.empty());
  CHECK(std::ranges::all_of(proved.answers,
                            [](const auto& answer) { return !answer.proofs.empty(); }));
  const hamel::SystemFile file = hamel::read_system_file(path);
  CHECK(!hamel::verify_inverse_certificate(file, read_file(inverse)).empty());
  CHECK_THROWS_AS(hamel::verify_in_parameters(path, read_file(inverse)), hamel::InputError);
  CHECK_THROWS_AS(hamel::verify_inverse_certificate(file, read_file(vary)), hamel::InputError);
}
