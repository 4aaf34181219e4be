// Named parts of formulas, and words that leave exact numbers, in files.
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/system_file.hpp>

#include "run_command.hpp"

using Json = nlohmann::ordered_json;

namespace {

Json sleigh() {
  return Json::parse(R"json({"schema": 1, "name": "sleigh", "group": "SE2",
    "parameters": {"m": "2", "J": "1/3"},
    "metric": [["m", "0", "0"], ["0", "m", "0"], ["0", "0", "J"]],
    "potential": "m*sin(1/2*x)+m*sin(1/2*x)^2",
    "force": ["0", "0", "-a3*(1+t)*m*sin(1/2*x)"],
    "constraint": {"span": [["1", "0", "0"], ["0", "0", "1"]]},
    "initial": {"a": ["1", "0", "1/2"]}})json");
}

/// What is refused, found and expected.
std::string refusal(const Json& file) {
  try {
    hamel::parse_system_file(file.dump());
  } catch (const hamel::InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("definitions stand for their formulas, wherever their names have a meaning") {
  const TemporaryFolder folder;
  Json file = sleigh();
  const auto plain = folder.write("plain.json", file.dump());
  file["define"] = {{"half", "x/2"}, {"wave", "m*sin(half)"}, {"drag", "a3*(1+t)"}};
  file["potential"] = "wave+wave^2/m";
  file["force"] = {"0", "0", "-drag*wave"};
  const auto named = folder.write("named.json", file.dump());
  for (const char* const dynamics : {"nonholonomic", "vakonomic"}) {
    const std::vector<std::string> options{"--dynamics", dynamics, "--t-end", "1", "--csv"};
    const auto with = [&](const std::string& path) {
      std::vector<std::string> call{"simulate", path};
      call.insert(call.end(), options.begin(), options.end());
      return run_command(folder, call);
    };
    const auto one = with(plain), other = with(named);
    CHECK(one.status == other.status);
    CHECK(one.out == other.out);
  }
  const auto first = run_command(folder, {"check", plain, "--json"}),
             second = run_command(folder, {"check", named, "--json"});
  CHECK(Json::parse(first.out)["q1"] == Json::parse(second.out)["q1"]);
}

TEST_CASE("definitions that mean nothing are refused where they stand") {
  const auto with = [](const Json& define) {
    Json file = sleigh();
    file["define"] = define;
    return refusal(file);
  };
  CHECK(with({{"a", "b+1"}, {"b", "2*a"}}).find("leads back to itself") != std::string::npos);
  CHECK(with({{"b", "x+nothing"}}).find("$.define.b, character 3: found undefined name") !=
        std::string::npos);
  CHECK(with({{"m", "1"}}).find("the name of a parameter") != std::string::npos);
  CHECK(with({{"phi", "1"}}).find("the name of a coordinate") != std::string::npos);
  Json file = sleigh();
  file["define"] = {{"quick", "a1^2"}};
  file["potential"] = "quick";  // which knows no velocity
  CHECK(refusal(file).find("$.define.quick, character 1") != std::string::npos);
}

TEST_CASE(
    "words that exact numbers do not have run, and exact questions say that they do not know") {
  const TemporaryFolder folder;
  Json file = sleigh();
  file["force"] = {"0", "0", "-tanh(a3/0.1)/10"};  // dry friction, smoothed
  auto path = folder.write("friction.json", file.dump());
  auto run = run_command(folder, {"simulate", path, "--t-end", "1", "--json"});
  CAPTURE(run.err);
  CHECK(run.status == 0);
  file["potential"] = "atan2(y,1+x^2)";
  path = folder.write("angle.json", file.dump());
  run = run_command(folder, {"simulate", path, "--t-end", "1", "--json"});
  CHECK(run.status == 0);
  run = run_command(folder, {"check", path, "--json"});
  CAPTURE(run.out);
  CHECK(run.status != 2);
  CHECK(Json::parse(run.out)["q1"]["exact"] == false);
}
