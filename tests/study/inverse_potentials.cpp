// hamel inverse --certificate: potentials that keep a multiplier are proved again, what was altered is refused.
#include <string>

#include "inverse_certificate.hpp"

using Json = nlohmann::ordered_json;

TEST_CASE("potentials that keep a multiplier are proved again, and others refused") {
  const TemporaryFolder folder;
  struct Row {
    const char *name, *other;  ///< a potential that does not keep it
  };
  const Row rows[] = {{"unicycle", "x"},          {"unicycle_potential", "phi * cos(phi) + y"},
                      {"heisenberg", "z"},        {"carriage", "y^2"},
                      {"so3_biinvariant", "R11"}, {"so21_lorentz", "g12 * g11"}};
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const auto file = hamel::read_system_file(system_path(row.name));
    const Json whole = inverse_certificate(folder, system_path(row.name));
    const Json& potentials = whole["potentials"];
    REQUIRE(potentials.is_object());
    CHECK(potentials["basis"].size() > 3);
    const auto refused_with = [&](const std::string& place, const Json& value) {
      Json altered = whole;
      altered["potentials"][Json::json_pointer(place)] = value;
      CAPTURE(place);
      return is_refused(file, altered);
    };
    CHECK(refused_with("/basis/0", row.other));
    CHECK_FALSE(
        refused_with("/basis/0", "7 * (" + potentials["basis"][1].get<std::string>() + ")"));
    for (const Json& bad : {Json("1 +"), Json("nowhere"), Json(7), Json(nullptr), Json("1/0")})
      CHECK(refused_with("/basis/1", bad));
    for (std::size_t i = 0; i < potentials["multiplier"].size(); ++i)
      for (const char* number : {"7", "1/0", "x"})
        CHECK(refused_with("/multiplier/" + std::to_string(i) + "/0", number));
    CHECK(refused_with("/multiplier/0", Json::array()));
    CHECK(refused_with("/surprise", 1));

    Json fewer = whole;
    fewer["potentials"] = nullptr;
    CHECK(is_refused(file, fewer));
    fewer["without_certificate"].push_back("potentials");
    CHECK_FALSE(is_refused(file, fewer));
    fewer["potentials"] = potentials;
    CHECK(is_refused(file, fewer));
  }
}
