// Every public system simulated by the command agrees with its independent reference to 1e-9.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "run_command.hpp"

using Json = nlohmann::json;

TEST_CASE("the default method reaches the references") {
  int compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(HAMEL_TEST_DATA)) {
    const Json reference = Json::parse(read_file(entry.path().string()));
    for (const auto& [dynamics, result] : reference["results"].items()) {
      CAPTURE(entry.path().string());
      CAPTURE(dynamics);
      const TemporaryFolder folder;
      const std::string csv = folder.file("out.csv");
      const std::string t_end = result["t"];
      const auto run =
          run_command(folder, {"simulate", system_path(reference["system"]), "--dynamics", dynamics,
                               "--t-end", t_end, "--csv", csv});
      REQUIRE(run.status == 0);
      const auto rows = read_csv(csv);
      std::map<std::string, double> last;
      for (std::size_t i = 0; i < rows[0].size(); ++i) last[rows[0][i]] = std::stod(rows.back()[i]);
      CHECK(last.at("t") == std::stod(t_end));
      double scale = 0, worst = 0;
      const auto compare = [&](const std::string& column, const Json& expected) {
        const double value = std::stod(expected.get<std::string>());
        scale = std::max(scale, std::abs(value));
        const double error = std::abs(last.at(column) - value);
        worst = std::max(worst, error / std::max(1., std::abs(value)));
        ++compared;
      };
      for (const char* key : {"x", "q"}) {
        if (!result.contains(key)) continue;
        for (const auto& [name, value] : result[key].items()) compare(name, value);
      }
      if (result.contains("q_dot")) {
        for (const auto& [name, value] : result["q_dot"].items()) compare(name + "_dot", value);
      }
      for (const auto& [key, prefix] :
           std::map<std::string, std::string>{{"a", "a"}, {"p", "p"}, {"lambda", "lambda"}}) {
        if (!result.contains(key)) continue;
        for (std::size_t i = 0; i < result[key].size(); ++i)
          compare(prefix + std::to_string(i + 1), result[key][i]);
      }
      compare("energy", result["energy"]);
      CHECK(worst < 1e-11);
    }
  }
  CHECK(compared > 400);
}
