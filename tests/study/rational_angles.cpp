// Steady motions at angles that are rational numbers, or quarters of turns: of angle and cosine one is not rational,
// yet stability is decided.
#include <cmath>
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

struct Studied {
  hamel::SystemFile file;
  Json steady, certificate;

  Studied(const std::string& path, std::size_t flow) : file(hamel::read_system_file(path)) {
    const hamel::Study study = *hamel::study_of(file);
    steady = Json::parse(hamel::as_json(study))["flows"][flow]["steady"];
    certificate = Json::parse(hamel::study_certificate_of(file, study));
  }
};

/// U = (theta - 1/3)^2 (cos theta - c) on a circle: U'' = 2 (cos(1/3) - c) at 1/3.
Studied well(const TemporaryFolder& folder, const std::string& c) {
  return {folder.write("well.json",
                       R"json({"schema": 1, "name": "well", "group": ["T1"], "metric": [["1"]],
            "potential": "(theta1 - 1/3)^2*(cos(theta1) - )json" +
                           c + ")\"}"),
          0};
}

}  // namespace

TEST_CASE("a snakeboard whose wheels are held at 1/3 runs straight on, linearly stable") {
  const Studied board(paths::systems() + "/snakeboard.json", 0);
  CHECK(board.steady["not_covered"] == "");
  REQUIRE(board.steady["families"].size() == 1);
  const Json& family = board.steady["families"][0];
  CHECK(family["where"] == Json({"theta1 = 0", "theta2 = 1/3", "u2 = 0", "u3 = 0"}));
  CHECK(family["dimension"] == 1);
  CHECK(family["number"]["tangent_of"] == "1/6");
  CHECK(family["number"]["near"].get<double>() == doctest::Approx(std::tan(1.0 / 6)));
  const Json& member = family["members"][0];
  CHECK(member["u"] == Json({"0", "1/3", "(1 - s^2)/(1 + s^2)", "(2*s)/(1 + s^2)", "1", "0", "0"}));
  CHECK(member["near"][2].get<double>() == doctest::Approx(std::cos(1.0 / 3)));
  CHECK(member["near"][3].get<double>() == doctest::Approx(std::sin(1.0 / 3)));
  // Springs: theta2 with 90/72 = 5/4, theta1 with 270 (G^-1)_22, G = (387 - 162 cos^2, 135 sin; 135 sin, 135); times
  // x, as u1 is kept.
  CHECK(member["characteristic"] ==
        "((5/2 + 61/5*s^2 + 5/2*s^4)/(1 + 62/25*s^2 + s^4))*x + "
        "((13/4 + 643/50*s^2 + 13/4*s^4)/(1 + 62/25*s^2 + s^4))*x^3 + x^5");
  CHECK(member["stable"] == "spectral");
  CHECK(member["semisimple"] == true);
  CHECK(member["on"] == 5);
  // No motion is where theta2 = 1/3 and its cosine is 0.
  const Studied vakonomic(paths::systems() + "/snakeboard.json", 2);
  for (const auto& of : vakonomic.steady["families"]) {
    const std::string where = of["where"].dump();
    CHECK((where.find("theta2 = 1/3\"") == std::string::npos ||
           where.find("cos(theta2) =") == std::string::npos));
  }
}

TEST_CASE("signs are seen however near a cosine is to a rational number") {
  const TemporaryFolder folder;  // cos(1/3) = 0.944956946314737664...
  struct Case {
    std::string c, stable;
  };
  for (const Case& one :
       {Case{"0.9449569463", "spectral"}, Case{"0.9449569464", "unstable"},
        Case{"0.944956946314737664", "spectral"}, Case{"0.944956946314737665", "unstable"}}) {
    const auto& [c, stable] = one;
    CAPTURE(one.c);
    const Studied of = well(folder, c);
    const Json& family = of.steady["families"][0];
    CHECK(family["where"] == Json({"p1 = 0", "theta1 = 1/3"}));
    CHECK(family["members"][0]["stable"] == one.stable);
    Json altered = of.certificate;
    CHECK_FALSE(is_refused(of.file, altered.dump()));
    Json& claim = altered["flows"][0]["steady"][0]["motions"][0];
    REQUIRE(claim["tangent_of"] == "1/6");
    claim["roots"] = stable == "unstable" ? Json({"0", "2", "0"}) : Json({"1", "0", "1"});
    CHECK(is_refused(of.file, altered.dump()));
  }
}

TEST_CASE("several angles have one common divisor") {
  const TemporaryFolder folder;
  const Studied two(folder.write("two.json", R"json({"schema": 1, "name": "two", "group": ["T2"],
      "metric": [["2", "cos(theta1)"], ["cos(theta1)", "3 + sin(theta2)"]],
      "potential": "(theta1 - 1/2)^2 + (theta2 + 1/3)^2"})json"),
                    0);
  CHECK(two.steady["not_covered"] == "");
  const Json& family = two.steady["families"][0];
  CHECK(family["number"]["tangent_of"] == "1/12");  // 1/2 and 1/3 are multiples of 1/6
  // x^4 + tr(M^-1 K) x^2 + det(M^-1 K) with K = 2.
  const double c = std::cos(0.5), m = 3 - std::sin(1.0 / 3), det = 2 * m - c * c;
  const std::vector<double> at = family["members"][0]["near"];
  CHECK(at[1] == doctest::Approx(c));
  CHECK(at[5] == doctest::Approx(-std::sin(1.0 / 3)));
  const Json& claim = two.certificate["flows"][0]["steady"][0]["motions"][0];
  const auto value = [](const Json& pair) {
    const double s = std::tan(1.0 / 12);
    double parts[2] = {0, 0};
    for (const int i : {0, 1})
      for (std::size_t k = pair[i].size(); k-- > 0;) {
        const std::string text = pair[i][k];
        const auto slash = text.find('/');
        parts[i] =
            parts[i] * s +
            std::stod(text) / (slash == std::string::npos ? 1 : std::stod(text.substr(slash + 1)));
      }
    return parts[0] / parts[1];
  };
  CHECK(value(claim["characteristic"][0]) == doctest::Approx(4 / det));
  CHECK(value(claim["characteristic"][2]) == doctest::Approx(2 * (2 + m) / det));
}

TEST_CASE("motions at rational angles are proved again, and others are refused") {
  const Studied board(paths::systems() + "/snakeboard.json", 0);
  const Json& whole = board.certificate;
  CHECK(whole["without_certificate"].empty());
  CHECK_FALSE(is_refused(board.file, whole.dump()));
  for (const char* flow : {"/flows/0", "/flows/2"}) {
    const Json& families = whole[Json::json_pointer(flow) / "steady"];
    bool seen = false;
    for (std::size_t i = 0; i < families.size(); ++i) {
      if (families[i]["motions"].empty() || !families[i]["motions"][0].contains("tangent_of"))
        continue;
      seen = true;
      const auto at = Json::json_pointer(flow) / "steady" / i / "motions" / std::size_t{0};
      std::vector<Json::json_pointer> places;
      numbers_in(whole[at], at, places);
      for (const auto& place : places) {
        const std::string where = place.to_string();
        CAPTURE(where);
        if (where.find("/at/7/0") != std::string::npos ||
            where.find("/at/4/0") != std::string::npos)
          continue;  // l1 and u1, which no root depends on
        CHECK(is_refused_with<Json>(board.file, whole, place, whole[place] == "2" ? "3" : "2"));
      }
      for (const char* angle : {"0", "1/3", "1/12", "100", "x"})
        CHECK(is_refused_with<Json>(board.file, whole, at / "tangent_of", angle));
      Json without = whole;
      without[at].erase("tangent_of");
      CHECK(is_refused(board.file, without.dump()));
    }
    CHECK(seen);
  }
}

TEST_CASE("a rod that has turned once, or half, runs on as its roots in pi say") {
  const TemporaryFolder folder;
  const Studied rod(folder.write("rod.json", R"json({"schema": 1, "name": "rod", "group": ["SE2"],
      "metric": [["4", "0", "1/2"], ["0", "1", "0"], ["1/2", "0", "2"]],
      "constraint": {"span": [["1", "0", "y*phi"], ["0", "1", "1"]]}})json"),
                    0);
  struct Case {
    const char *cosine, *angle, *characteristic, *stable;
  };
  // Roots at phi = 2 pi, y = 0, u = (2, 0): x^4 + 8.96931 x^3 + 25.6675 x^2 + 51.3350 x by differences in doubles.
  for (const Case& one :
       {Case{"1", "2*s", "(768/47*s)*x + (384/47*s)*x^2 + (32/47 + 124/47*s)*x^3 + x^4",
             "transversal"},
        Case{"-1", "s", "(-384/47*s)*x + (-192/47*s)*x^2 + (32/47 - 62/47*s)*x^3 + x^4",
             "unstable"}}) {
    CAPTURE(one.cosine);
    const Json where({"y = 0", std::string("cos(phi) = ") + one.cosine, "sin(phi) = 0", "u2 = 0"});
    bool seen = false;
    for (std::size_t i = 0; i < rod.steady["families"].size(); ++i) {
      const Json& family = rod.steady["families"][i];
      if (family["where"] != where) continue;
      seen = true;
      CHECK(family["dimension"] == 1);  // the speed, beside turns
      CHECK(family["number"]["is"] == "pi");
      CHECK(family["members"][0]["u"] == Json({"0", one.angle, one.cosine, "0", "2", "0"}));
      CHECK(family["members"][0]["characteristic"] == one.characteristic);
      CHECK(family["members"][0]["stable"] == one.stable);
      const auto at = Json::json_pointer("/flows/0/steady") / i / "motions" / std::size_t{0};
      const Json& whole = rod.certificate;
      REQUIRE(whole[at]["powers_of"] == "pi");
      CHECK_FALSE(is_refused(rod.file, whole.dump()));
      std::vector<Json::json_pointer> places;
      numbers_in(whole[at], at, places);
      for (const auto& place : places) {
        CAPTURE(place.to_string());
        CHECK(is_refused_with<Json>(rod.file, whole, place, whole[place] == "2" ? "3" : "2"));
      }
      CHECK(is_refused_with<Json>(rod.file, whole, at / "powers_of", "e"));
      CHECK(is_refused_with<Json>(rod.file, whole, at / "tangent_of", "1/2"));
      CHECK(
          is_refused_with<Json>(rod.file, whole, at / "stable",
                                std::string(one.stable) == "unstable" ? "spectral" : "asymptotic"));
    }
    CHECK(seen);
  }
}
