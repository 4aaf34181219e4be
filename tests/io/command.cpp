// What the command prints and writes, against its contract.
#include <cmath>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "../paths.hpp"
#include "run_command.hpp"

using Json = nlohmann::json;

namespace {

std::vector<std::vector<std::string>> csv_of(std::vector<std::string> arguments) {
  const TemporaryFolder folder;
  arguments.insert(arguments.end(), {"--csv", folder.file("out.csv")});
  REQUIRE(run_command(folder, arguments).status == 0);
  return read_csv(folder.file("out.csv"));
}

}  // namespace

TEST_CASE("CSV columns, digits, and the last row") {
  const auto rows =
      csv_of({"simulate", system_path("unicycle"), "--dynamics", "vakonomic", "--t-end", "0.505"});
  CHECK(rows[0] == std::vector<std::string>{"t", "x", "y", "phi", "theta1", "a1", "a2", "a3", "a4",
                                            "p1", "p2", "p3", "p4", "energy"});
  CHECK(rows.size() == 1 + 52);
  CHECK(std::stod(rows.back()[0]) == 0.505);
  CHECK(std::stod(rows[1][0]) == 0);
  CHECK(rows[1][3] == "0.20000000000000001");
  CHECK(rows[1][10] == "0.33333333333333331");
  for (const auto& row : rows) CHECK(row.size() == rows[0].size());

  const auto reduced = csv_of({"simulate", system_path("z2_sl2"), "--t-end", "0.1"});
  CHECK(reduced[0] == std::vector<std::string>{"t", "a1", "a2", "a3", "p1", "p2", "p3", "energy"});
  const auto chart = csv_of(
      {"simulate", system_path("chart_particle"), "--dynamics", "vakonomic", "--t-end", "0.1"});
  CHECK(chart[0] == std::vector<std::string>{"t", "x", "y", "z", "x_dot", "y_dot", "z_dot",
                                             "lambda1", "energy"});
}

TEST_CASE("every and h thin the output and keep both ends") {
  const auto rows =
      csv_of({"simulate", system_path("suslov"), "--t-end", "1", "--h", "0.03", "--every", "7"});
  CHECK(rows.size() == 1 + 6);  // 0, 0.21, 0.42, 0.63, 0.84, 1
  CHECK(std::stod(rows[2][0]) == doctest::Approx(0.21).epsilon(1e-14));
  CHECK(std::stod(rows.back()[0]) == 1);
}

TEST_CASE("an affine constraint keeps the velocity in offset + d") {
  Json system = Json::parse(read_file(system_path("chaplygin_skate")));
  system["constraint"]["offset"] = {"0", "1/5 + y/10", "0"};
  system["initial"]["a"] = {"9/10", "1/5", "1/2"};
  const TemporaryFolder folder;
  const std::string file = folder.write("affine.json", system.dump());
  for (const char* dynamics : {"nonholonomic", "vakonomic"}) {
    const auto rows = csv_of({"simulate", file, "--dynamics", dynamics, "--t-end", "1"});
    const double y = std::stod(rows.back()[2]), a2 = std::stod(rows.back()[5]);
    CHECK(a2 == doctest::Approx(0.2 + y / 10).epsilon(1e-11));
  }
  CHECK(run_command(folder, {"compare", file, "--t-end", "1"}).status == 0);
  CHECK(run_command(folder, {"check", file}).status == 0);
}

TEST_CASE("forces, potentials and matrix groups") {
  // A particle on a line with friction and gravity: r'' = -r' - 1, from rest.
  const std::string falling =
      R"json({"schema": 1, "name": "falling", "group": "R1", "metric": [["1"]], "potential": "r1",
    "force": ["-a1 + 0*t"], "initial": {"a": ["0"]}})json";
  const TemporaryFolder folder;
  const auto rows = csv_of({"simulate", folder.write("falling.json", falling), "--t-end", "2"});
  CHECK(std::stod(rows.back()[2]) == doctest::Approx(std::exp(-2.) - 1).epsilon(1e-11));

  // SE2 as 3 x 3 matrices moves as SE2 does.
  Json system = Json::parse(read_file(system_path("chaplygin_sleigh")));
  const auto reference = csv_of({"simulate", system_path("chaplygin_sleigh"), "--t-end", "2"});
  const auto matrix = [](int i, int j) {
    Json m = {{"0", "0", "0"}, {"0", "0", "0"}, {"0", "0", "0"}};
    m[i][j] = "1";
    return m;
  };
  Json turn = matrix(1, 0);
  turn[0][1] = "-1";
  system["group"] = {{"matrices", {matrix(0, 2), matrix(1, 2), turn}}};
  const auto same =
      csv_of({"simulate", folder.write("matrices.json", system.dump()), "--t-end", "2"});
  CHECK(same[0][1] == "X11");
  CHECK(std::stod(same.back()[3]) ==
        doctest::Approx(std::stod(reference.back()[1])).epsilon(1e-11));
  CHECK(std::stod(same.back()[10]) ==
        doctest::Approx(std::stod(reference.back()[4])).epsilon(1e-11));
}

TEST_CASE("numerical failure keeps what was computed and ends with status 1") {
  const std::string pole =
      R"json({"schema": 1, "name": "pole", "group": "R1", "metric": [["1"]], "potential": "log(r1)",
    "initial": {"x": {"r1": "1"}, "a": ["0"]}})json";
  const TemporaryFolder folder;
  const std::string csv = folder.file("out.csv");
  const auto result = run_command(
      folder, {"simulate", folder.write("pole.json", pole), "--t-end", "3", "--csv", csv});
  CHECK(result.status == 1);
  CHECK(result.err.find("stopped at t = 1.2") != std::string::npos);
  CHECK(read_csv(csv).size() > 100);
}

TEST_CASE("a chart whose constraint loses rank stops there with status 1") {
  Json system = Json::parse(read_file(system_path("chart_particle_xphi")));
  system["initial"] = {{"q", {{"x", "-1/2"}, {"y", "1/2"}}},
                       {"q_dot", {{"x", "1"}, {"y", "-1/3"}, {"z", "1/2"}}}};
  const TemporaryFolder folder;
  const std::string file = folder.write("through_zero.json", system.dump());
  for (const char* method : {"dop853", "rk4", "variational"}) {
    CAPTURE(method);
    const std::string csv = folder.file(std::string(method) + ".csv");
    const auto result =
        run_command(folder, {"simulate", file, "--method", method, "--t-end", "2", "--csv", csv});
    CHECK(result.status == 1);
    CHECK(result.err.find("stopped at t = 0.4") != std::string::npos);
    CHECK(result.err.find("singular") != std::string::npos);
    const auto rows = read_csv(csv);
    REQUIRE(rows.size() > 40);
    CHECK(std::stod(rows.back()[1]) < 0);  // x, on the side it came from
  }
  // Long output intervals in which normals merely turn are no loss of rank.
  CHECK(run_command(folder,
                    {"simulate", system_path("chart_rolling_disk"), "--h", "5", "--t-end", "20"})
            .status == 0);
}

TEST_CASE("plots") {
  const TemporaryFolder folder;
  if (std::system("command -v gnuplot > /dev/null") != 0) {
    MESSAGE("gnuplot is not installed: nothing drawn");
    return;
  }
  for (const char* name :
       {"unicycle", "suslov", "so21_lorentz", "z2_so4", "heisenberg", "chart_nonlinear"}) {
    for (const char* ending : {"svg", "png"}) {
      const std::string plot = folder.file(std::string(name) + "." + ending);
      for (const char* command : {"simulate", "compare"}) {
        CAPTURE(name);
        const auto result =
            run_command(folder, {command, system_path(name), "--t-end", "1", "--plot", plot});
        CHECK(result.status == 0);
        CHECK(result.err.empty());
        CHECK(std::filesystem::file_size(plot) > 5000);
      }
    }
  }
  CHECK(read_file(folder.file("unicycle.svg")).find("</svg>") != std::string::npos);
}

TEST_CASE("without gnuplot the message is clear and the CSV is there") {
  const TemporaryFolder folder;
  const auto result = run_command(folder,
                                  {"simulate", system_path("suslov"), "--t-end", "1", "--csv",
                                   folder.file("out.csv"), "--plot", folder.file("out.svg")},
                                  "PATH=/nowhere");
  CHECK(result.status == 1);
  CHECK(result.err.find("gnuplot was not found") != std::string::npos);
  CHECK(std::filesystem::exists(folder.file("out.csv")));
  CHECK_FALSE(std::filesystem::exists(folder.file("out.svg")));
}

TEST_CASE("a mistyped subcommand or system is told the name it is close to") {
  const TemporaryFolder folder;
  for (const auto& [arguments, hint] :
       {std::pair(std::vector<std::string>{"simlate", "-"},
                  "'simlate', close to 'simulate', expected"),
        std::pair(std::vector<std::string>{"show", "suslow"},
                  "'suslow', close to 'suslov', expected"),
        std::pair(std::vector<std::string>{"list", "grups"},
                  "'grups', close to 'groups', expected"),
        std::pair(std::vector<std::string>{"simulate", system_path("suslov"), "--dynamics", "fre"},
                  "'fre', close to 'free', expected")}) {
    const auto run = run_command(folder, arguments);
    CHECK(run.status == 2);
    CHECK(run.err.find(hint) != std::string::npos);
  }
}

TEST_CASE("list and show") {
  const TemporaryFolder folder;
  for (const char* topic : {"groups", "methods", "conditions", "systems"}) {
    const auto result = run_command(folder, {"list", topic});
    CHECK(result.status == 0);
    CHECK(result.out.find(topic) == 0);
  }
  const std::string systems = run_command(folder, {"list", "systems"}).out;
  for (const auto& entry : std::filesystem::directory_iterator(paths::systems())) {
    const std::string name = entry.path().stem().string();
    CAPTURE(name);
    const Json says = Json::parse(read_file(entry.path().string())).at("expect");
    const std::string words =
        says.at("summary").get<std::string>() + "  [" + says.at("source").get<std::string>() + "]";
    const auto line = systems.find("  " + name + " ");
    REQUIRE(line != std::string::npos);
    CHECK(systems.substr(line, systems.find('\n', line) - line).ends_with(words));
    CHECK(run_command(folder, {"show", name}).out == read_file(entry.path().string()));
  }
}
