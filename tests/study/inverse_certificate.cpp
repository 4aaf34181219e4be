// hamel inverse --certificate and hamel verify: the metrics of (3.11) are proved again, what was altered is refused.
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/inverse_certificate.hpp>
#include <hamel/io/system_file.hpp>

#include "../io/run_command.hpp"

using Json = nlohmann::ordered_json;

namespace {

/// The answer of `hamel inverse` for (3.11), as it is read from its certificate.
Json certificate(const TemporaryFolder& folder, const std::string& path) {
  const std::string out = folder.file("inverse.json");
  REQUIRE(run_command(folder, {"inverse", path, "--certificate", out}).status == 0);
  const auto run = run_command(folder, {"verify", path, out});
  CHECK(run.status == 0);
  CHECK(run.out.find("proved again, exactly") != std::string::npos);
  return Json::parse(read_file(out));
}

bool is_refused(const hamel::SystemFile& file, const std::string& text) {
  try {
    hamel::verify_inverse_certificate(file, text);
  } catch (const hamel::InputError&) {
    return true;
  }
  return false;
}

std::string path_of(const std::string& name) {
  return paths::systems() + "/" + name + ".json";
}

}  // namespace

TEST_CASE("a basis of the metrics with (3.11) is proved again, and every altered number refused") {
  const TemporaryFolder folder;
  for (const char* name : {"suslov", "unicycle", "chaplygin_sleigh", "heisenberg"}) {
    CAPTURE(name);
    const auto file = hamel::read_system_file(path_of(name));
    const Json whole = certificate(folder, path_of(name));
    const Json& metrics = whole["eq_3_11_metrics"];
    REQUIRE(metrics.is_object());
    CHECK_FALSE(is_refused(file, whole.dump()));
    const auto refused_with = [&](const std::string& place, const Json& value) {
      Json altered = whole;
      altered["eq_3_11_metrics"][Json::json_pointer(place)] = value;
      CAPTURE(place);
      return is_refused(file, altered.dump());
    };
    for (std::size_t i = 0; i < metrics["basis"].size(); ++i) {
      const std::string row = "/basis/" + std::to_string(i);
      for (std::size_t j = 0; j < metrics["basis"][i].size(); ++j) {
        const std::string number = metrics["basis"][i][j];
        CHECK(refused_with(row + "/" + std::to_string(j), number == "0" ? "7" : number + "7"));
      }
      Json fewer = metrics["basis"];
      fewer.erase(i);
      CHECK(refused_with("/basis", fewer));
    }
    for (std::size_t i = 0; i < metrics["signatures"].size(); ++i)
      for (const char* key : {"plus", "minus"})
        CHECK(refused_with("/signatures/" + std::to_string(i) + "/" + key,
                           metrics["signatures"][i][key].get<std::string>() + "7"));
    CHECK(refused_with("/all_signatures", !metrics["all_signatures"].get<bool>()));
    CHECK(refused_with("/surprise", 1));
  }
}

TEST_CASE("what is no certificate of inverse answers of this system is refused") {
  const TemporaryFolder folder;
  const auto file = hamel::read_system_file(path_of("suslov"));
  const Json whole = certificate(folder, path_of("suslov"));
  CHECK(is_refused(hamel::read_system_file(path_of("unicycle")), whole.dump()));
  CHECK(is_refused(hamel::read_system_file(path_of("chart_sleigh")), whole.dump()));
  for (const char* text : {"", "[", "{}", "[]", R"({"schema": 2})"}) CHECK(is_refused(file, text));
  for (std::size_t i = 0; i < whole["without_certificate"].size(); ++i) {
    Json altered = whole;
    altered["without_certificate"][i] = "nothing";
    CHECK(is_refused(file, altered.dump()));
    altered["without_certificate"].erase(i);
    CHECK(is_refused(file, altered.dump()));
  }
  CHECK(run_command(folder, {"inverse", path_of("suslov"), "--certificate", path_of("suslov")})
            .status == 2);
}
