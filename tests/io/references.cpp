// Every public system simulated by the command agrees with its independent reference to 1e-11.
#include <filesystem>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "../paths.hpp"
#include "reference_error.hpp"
#include "run_command.hpp"

using Json = nlohmann::json;

TEST_CASE("the default method reaches the references") {
  int compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(paths::data())) {
    if (entry.path().extension() != ".json") continue;
    const Json reference = Json::parse(read_file(entry.path().string()));
    for (const auto& row : reference["results"].items()) {
      const std::string& dynamics = row.key();
      const Json& result = row.value();
      CAPTURE(entry.path().string());
      CAPTURE(dynamics);
      const TemporaryFolder folder;
      const std::string csv = folder.file("out.csv");
      const auto run =
          run_command(folder, {"simulate", system_path(reference["system"]), "--dynamics", dynamics,
                               "--t-end", result["t"], "--csv", csv});
      REQUIRE(run.status == 0);
      const ReferenceError error(read_csv(csv), result);
      CHECK(error.worst < 1e-11);
      compared += error.compared;
    }
  }
  CHECK(compared > 400);
}
