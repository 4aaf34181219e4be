// The checker of certificates without any search: linked with the rooms that it is built on, and nothing else.
#include <string>

#include <doctest/doctest.h>

#include <hamel/core/error.hpp>
#include <hamel/io/certificate.hpp>
#include <hamel/io/study_certificate.hpp>
#include <hamel/io/system_file.hpp>

#include "../io/run_command.hpp"

TEST_CASE("certificates of answers and of studies are verified where no search is linked") {
  for (const char* name : {"suslov", "heavy_top", "unicycle_potential"}) {
    CAPTURE(name);
    const TemporaryFolder folder;
    const std::string path = paths::source() + "/examples/systems/" + name + ".json",
                      answers = folder.file("answers.json"), study = folder.file("study.json");
    REQUIRE(is_answered(run_unhurried(folder, {"check", path, "--certificate", answers})));
    REQUIRE(is_answered(run_unhurried(folder, {"study", path, "--certificate", study})));
    const hamel::SystemFile file = hamel::read_system_file(path);
    CHECK(!hamel::verify_certificate(file, read_file(answers)).empty());
    CHECK(!hamel::verify_study_certificate(file, read_file(study)).empty());
    CHECK_THROWS_AS(hamel::verify_certificate(file, read_file(study)), hamel::InputError);
  }
}
