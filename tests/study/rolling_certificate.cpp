// The certificate of a study where momenta roll: roots, quotients and symmetries that turn.
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "../io/run_command.hpp"

using Json = nlohmann::json;

TEST_CASE("motions of a coin by its momenta are proved again, and what was altered is refused") {
  const TemporaryFolder folder;
  const std::string file = system_path("tilting_disk"),
                    certificate = folder.file("certificate.json");
  REQUIRE(is_answered(run_unhurried(folder, {"study", file, "--certificate", certificate})));
  const Json good = Json::parse(read_file(certificate));
  CHECK(good["without_certificate"].empty());
  CHECK(run_unhurried(folder, {"verify", file, certificate}).status == 0);
  const Json& flow = good["flows"][2];
  REQUIRE(flow["flow"] == "vakonomic");
  std::size_t turning = 0;
  for (std::size_t i = 0; i < flow["steady"].size(); ++i)
    if (flow["steady"][i].contains("turning")) turning = i;
  REQUIRE(turning > 0);
  Json alone = good;  // the one family
  alone["flows"] = Json::array({flow});
  alone["flows"][0]["steady"] = Json::array({flow["steady"][turning]});
  const auto refuses = [&](const std::string& at, const Json& value) {
    Json bad = alone;
    bad["flows"][0]["steady"][0][Json::json_pointer(at)] = value;
    const std::string altered = folder.write("altered.json", bad.dump());
    CAPTURE(at);
    CHECK(run_unhurried(folder, {"verify", file, altered}).status != 0);
  };
  refuses("/turning/0/xi/1", "1");
  refuses("/motions/0/roots/0", "5");
}
