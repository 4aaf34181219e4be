// Momenta of translations that a potential does not feel, in functions of coordinates that it does not name.
#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/study.hpp>
#include <hamel/io/study_certificate.hpp>
#include <hamel/io/system_file.hpp>

#include "../io/run_command.hpp"
#include "flows/study.hpp"
#include "numbers_in.hpp"
#include "refused.hpp"

using Json = nlohmann::ordered_json;

namespace {

hamel::SystemFile system_of(const TemporaryFolder& folder, const std::string& rest) {
  return hamel::read_system_file(
      folder.write("system.json", R"({"schema": 1, "name": "system", )" + rest + "}"));
}

int momenta(const hamel::FlowStudy& flow) {
  return static_cast<int>(std::ranges::count(flow.integrals.generators, "noether momentum",
                                             &hamel::FirstIntegral::name));
}

const char* const body = R"("group": "SE3", "metric":
    [["1", "0", "0", "0", "0", "0"], ["0", "1", "0", "0", "0", "0"], ["0", "0", "1", "0", "0", "0"],
     ["0", "0", "0", "1", "0", "0"], ["0", "0", "0", "0", "2", "0"], ["0", "0", "0", "0", "0", "3"]],
    "potential": ")";

const char* const plate = R"("group": ["SE2", "R1"], "metric":
    [["2", "0", "0", "0"], ["0", "3", "1", "0"], ["0", "1", "4", "0"], ["0", "0", "0", "1"]],
    "potential": ")";

}  // namespace

TEST_CASE("a body that falls keeps its horizontal momenta and that about the vertical") {
  const TemporaryFolder folder;
  const auto file = system_of(folder, body + std::string(R"(z + 2*R33")"));
  const hamel::Study study = *hamel::study_of(file);
  const hamel::FlowStudy& free = study.flows[0];
  CHECK(momenta(free) == 4);  // that about its centre, too
  // Beside these the energy, that of turning alone and six relations; the square of the horizontal momentum, of degree
  // four in p and R3, depends on them on the group.
  CHECK(free.integrals.independent == 12);
  CHECK(free.dimension == 18);
  CHECK(!free.integrals.generators.back().independent);

  const Json whole = Json::parse(hamel::study_certificate_of(file, study));
  CHECK(whole["without_certificate"].empty());
  CHECK(whole["flows"][0]["coordinates"] == "all");
  CHECK(hamel::verify_study_certificate(file, whole.dump())[0].words.starts_with(
      "free flow: 13 integrals, 6 independent, the volume preserved"));
  std::vector<Json::json_pointer> places;
  numbers_in(whole["flows"][0], Json::json_pointer("/flows/0"), places);
  for (const auto& place : places) {
    CAPTURE(place.to_string());
    Json altered = whole;
    altered[place] = whole[place] == "2" ? "3" : "2";
    CHECK(is_refused(file, altered.dump()));
  }
}

TEST_CASE(
    "a potential of the angle alone is not felt by translations, nor by screws that keep it") {
  const TemporaryFolder folder;
  struct Case {
    const char* potential;
    int count;
  };
  for (const Case& one : {Case{"phi^2", 3}, Case{"(phi - r1)^2", 3}, Case{"phi^2 + r1", 2},
                          Case{"phi^2 + x^2 + r1^2", 1}, Case{"phi^2 + x^2 + y^3 + r1^2", 0}}) {
    CAPTURE(one.potential);
    const auto file = system_of(folder, plate + std::string(one.potential) + "\"");
    const hamel::Study study = *hamel::study_of(file);
    CHECK(momenta(study.flows[0]) == one.count);
    const auto text = hamel::study_certificate_of(file, study);
    CHECK(Json::parse(text)["without_certificate"].empty());
    CHECK(hamel::verify_study_certificate(file, text).size() == 1);
  }
}

TEST_CASE("what is known of a flow may mix degrees, and coordinates may move by no polynomials") {
  const TemporaryFolder folder;
  // phi is constant, so that phi / 2 of the energy is kept apart from the rest.
  const auto mixed = system_of(folder, R"json("group": ["SE2", "T1"],
    "metric": [["3", "0", "0", "0"], ["0", "2", "0", "0"], ["0", "0", "1", "0"], ["0", "0", "0", "4"]],
    "constraint": {"span": [["1", "0", "0", "1"], ["1", "1", "0", "0"]]}, "potential": "1/2*phi + 1/3*y^2")json");
  const auto flows = hamel::study_of(mixed)->flows;
  std::vector<std::string> names;
  for (const auto& integral : flows[0].integrals.generators) names.push_back(integral.name);
  CHECK(std::ranges::count(names, "energy") == 1);
  CHECK(flows[0].integrals.independent ==
        5);  // with phi, its cosine and sine, and what is left of the energy
  // On Aff1 no polynomials in its coordinates are their rates; theta1 alone is named.
  const auto affine = system_of(folder, R"json("group": ["Aff1", "T1"],
    "metric": [["4", "0", "0"], ["0", "3", "0"], ["0", "0", "3"]], "potential": "1/3*sin(theta1)")json");
  CHECK(hamel::study_of(affine)->flows[0].integrals.independent == 3);
}
