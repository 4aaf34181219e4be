// hamel study --certificate and hamel verify: every claim is proved again, every number that was altered is refused.
#include <cstddef>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/study_certificate.hpp>
#include <hamel/io/system_file.hpp>

#include "../io/run_command.hpp"
#include "flows/study.hpp"
#include "numbers_in.hpp"
#include "refused.hpp"

using Json = nlohmann::ordered_json;

namespace {

hamel::SystemFile system_called(const std::string& name) {
  return hamel::read_system_file(paths::systems() + "/" + name + ".json");
}

Json certificate(const hamel::SystemFile& file) {
  return Json::parse(hamel::study_certificate_of(file, *hamel::study_of(file)));
}

}  // namespace

TEST_CASE("studies are proved again from their certificates, and what was altered is refused") {
  for (const char* name : {"suslov", "chaplygin_sleigh", "heavy_top"}) {
    CAPTURE(name);
    const auto file = system_called(name);
    const Json whole = certificate(file);
    CHECK(whole["without_certificate"].empty());
    CHECK(hamel::verify_study_certificate(file, whole.dump()).size() == whole["flows"].size());
    std::vector<Json::json_pointer> places;
    numbers_in(whole["flows"], Json::json_pointer(""), places);
    CHECK(places.size() > 20);
    for (const auto& place : places) {
      Json altered = whole;
      const std::string number = whole["flows"][place];
      // What stays in a space of steady motions is steady too: of vectors the zeros in lines are altered.
      const std::string where = place.to_string();
      if (where.find("/between/") != std::string::npos) continue;  // other numbers part roots too
      if (whole["flows"][0]["integrals"].size() > 2 &&
          where.find("/polynomial/") != std::string::npos)
        continue;  // p2 is an integral, and p2^2 may be added to others
      if (where.find("/space/") != std::string::npos || where.find("/at/") != std::string::npos) {
        const auto end = where.find('/', where.find("/steady/") + 8);
        const Json& family = whole["flows"][Json::json_pointer(where.substr(0, end))];
        if (family.contains("space") && (number != "0" || family["space"].size() != 1)) continue;
      }
      altered["flows"][place] = number == "0" ? "7" : number + "7";
      CAPTURE(place.to_string());
      CHECK(is_refused(file, altered.dump()));
    }
  }
}

namespace {

/// A heavy top whose weight is so many times that of the public one.
hamel::SystemFile top_of_weight(const TemporaryFolder& folder, const std::string& times) {
  Json file = Json::parse(read_file(paths::systems() + "/heavy_top.json"));
  file["potential"] = times + "*15*9.81*R32";
  return hamel::read_system_file(folder.write("top.json", file.dump()));
}

}  // namespace

TEST_CASE("where quadratures are out of reach, integrals name coordinates that no formula names") {
  // A constraint that stands still in space, <e_z, x' x^-1> = 0: the momenta about the other axes are constant
  // (Veselova).
  const TemporaryFolder folder;
  const auto standing = [&](const char* group, const char* metric, const char* span) {
    return hamel::read_system_file(folder.write(
        "standing.json", std::string(R"({"schema": 1, "name": "standing", "group": ")") + group +
                             R"(", "metric": )" + metric + R"(, "constraint": {"span": )" + span +
                             "}}"));
  };
  const char* body = R"([["2", "0", "0"], ["0", "3", "0"], ["0", "0", "4"]])";
  for (const auto& file :
       {standing("SO3", body, R"([["R33", "0", "-R31"], ["0", "R33", "-R32"]])"),
        standing("SO3", R"([["2", "1/3", "0"], ["1/3", "3", "1/2"], ["0", "1/2", "5"]])",
                 R"([["R33", "0", "-R31"], ["R33", "R33", "-R31 - R32"]])"),
        standing("SO21", body, R"([["g33", "0", "-g32"], ["0", "g33", "g31"]])")}) {
    const hamel::Study study = *hamel::study_of(file);
    const auto& flow = study.flows[0];
    CHECK(flow.integrals.independent == 3);
    CHECK(flow.dimension == 5);
    CHECK(flow.integrability.ends_with("integrable by quadratures (Euler & Jacobi)"));
    const Json whole = Json::parse(hamel::study_certificate_of(file, study));
    CHECK(hamel::verify_study_certificate(file, whole.dump())[0].words.starts_with(
        "nonholonomic flow: 3 integrals, 3 independent"));
    REQUIRE(whole["flows"][0]["coordinates"] == "all");
    std::vector<Json::json_pointer> places;
    numbers_in(whole["flows"][0], Json::json_pointer("/flows/0"), places);
    std::size_t turn = 0;
    const std::size_t one_in = places.size() > 500 ? 10 : 1;
    for (const auto& place : places) {
      // Of the many numbers of a field on the vertical alone some, of the others all or some.
      const bool steady = place.to_string().find("/steady/") != std::string::npos;
      if (++turn % (steady ? 13 * one_in : one_in) != 0) continue;
      Json altered = whole;
      altered[place] = altered[place] == "2" ? "3" : "2";
      CHECK(is_refused(file, altered.dump()));
    }
    Json named = whole;
    named["flows"][0].erase("coordinates");
    CHECK(is_refused(file, named.dump()));
    named["flows"][0]["coordinates"] = "some";
    CHECK(is_refused(file, named.dump()));
  }
  const auto ball = system_called("chaplygin_ball");  // the formulas name what is needed
  CHECK(!certificate(ball)["flows"][0].contains("coordinates"));
}

TEST_CASE("steady motions under constraints that move are proved on the functions they need") {
  for (const char* name : {"chaplygin_ball", "tractor_trailer", "z2_so4"}) {
    CAPTURE(name);
    const auto file = system_called(name);
    const Json whole = certificate(file);
    const std::size_t at = std::string(name) == "z2_so4" ? 2 : 0;
    CHECK(whole["without_certificate"].empty());
    CHECK_FALSE(is_refused(file, whole.dump()));
    const Json& steady = whole["flows"][at]["steady"];
    REQUIRE(steady.size() > 2);
    std::vector<Json::json_pointer> places;
    numbers_in(steady, Json::json_pointer(""), places);
    std::size_t turn = 0;
    for (const auto& place : places) {
      const std::string where = place.to_string();
      // Other members of a family are steady too, and other numbers part roots.
      if (where.find("/at/") != std::string::npos || where.find("/between/") != std::string::npos)
        continue;
      if (where.find("/space/") != std::string::npos || ++turn % 17 != 0) continue;
      Json altered = whole;
      altered["flows"][at]["steady"][place] = steady[place] == "2" ? "3" : "2";
      CAPTURE(where);
      CHECK(is_refused(file, altered.dump()));
    }
    const auto with = [&](const std::string& place, const Json& value) {
      Json altered = whole;
      altered["flows"][at]["steady"][Json::json_pointer(place)] = value;
      return is_refused(file, altered.dump());
    };
    if (at == 2) continue;
    CHECK(with("/0/field", Json::object()));
    CHECK(with("/0/field/over", Json::array()));
    CHECK(with("/0/spheres", Json::array({Json::array({steady[0]["variables"][0]})})));
    CHECK(with("/0/spheres", Json::array({Json::array({"R99", "R98"})})));
    CHECK(with("/0/motions/0/stable", "asymptotic"));
    Json without = whole;  // what the field is has to be said
    without["flows"][at]["steady"][0].erase("field");
    CHECK(is_refused(file, without.dump()));
  }
}

TEST_CASE("vakonomic flows are proved in momenta M a + mu where metric or constraint vary") {
  for (const char* name : {"snakeboard", "tractor_trailer", "chart_sleigh", "chaplygin_ball"}) {
    CAPTURE(name);
    const auto file = system_called(name);
    const Json whole = certificate(file);
    CHECK(whole["without_certificate"].empty());
    CHECK(hamel::verify_study_certificate(file, whole.dump()).size() == whole["flows"].size());
    const Json& flow = whole["flows"].back();
    const Json::json_pointer at("/flows/" + std::to_string(whole["flows"].size() - 1));
    REQUIRE(flow["flow"] == "vakonomic");
    REQUIRE(flow.contains("volume"));
    CHECK(flow["volume"] == "preserved");
    const auto with = [&](const char* place, const Json& value) {
      return is_refused_with(file, whole, at / Json::json_pointer(place), value);
    };
    CHECK(with("/volume", "not preserved"));
    CHECK(with("/multiplier_rows", Json::array()));
    CHECK(with("/multiplier_rows/0", "0"));
    CHECK(with("/multiplier_rows/0", flow["multiplier_rows"][1]));
    CHECK(with("/multiplier_rows/1", "7"));
    std::vector<Json::json_pointer> places, of_steady;
    for (std::size_t i = 0; i < flow["integrals"].size(); ++i) {
      const Json& terms = flow["integrals"][i]["polynomial"];
      for (std::size_t j = 0; j < terms.size() && flow["integrals"].size() < 3; ++j)
        if (terms[j].size() > 1)  // other constants, and combinations of integrals are kept, too
          numbers_in(terms[j], at / "integrals" / i / "polynomial" / j, places);
      numbers_in(flow["integrals"][i]["degree"], at / "integrals" / i / "degree", places);
    }
    numbers_in(flow["independent"], at / "independent", places);
    numbers_in(flow["steady"], at / "steady", of_steady);
    // Some of many: of the ball's, with the rates of nine functions, fewer than of the others.
    const std::size_t step = name == std::string("chaplygin_ball") ? 101 : 13;
    for (std::size_t i = 0; i < of_steady.size(); i += step) {
      const std::string where = of_steady[i].to_string();
      // Other members of a family are steady too, and other numbers part roots.
      if (where.find("/at/") == std::string::npos && where.find("/space/") == std::string::npos &&
          where.find("/between/") == std::string::npos)
        places.push_back(of_steady[i]);
    }
    for (const auto& place : places) {
      CAPTURE(place.to_string());
      CHECK(is_refused_with<Json>(file, whole, place, whole[place] == "2" ? "3" : "2"));
    }
    CHECK(is_refused_with(file, whole, Json::json_pointer("/flows/0/multiplier_rows"),
                          flow["multiplier_rows"]));
    Json without = whole;
    without[at].erase("multiplier_rows");
    CHECK(is_refused(file, without.dump()));
  }
}

TEST_CASE("mu is what the given rows say, and these have a minor") {
  const auto file = system_called("snakeboard");
  const Json whole = certificate(file);
  const auto with = [&](const Json& rows) {
    return is_refused_with(file, whole, Json::json_pointer("/flows/2/multiplier_rows"), rows);
  };
  REQUIRE(whole["flows"][2]["multiplier_rows"] == Json::array({"1", "4", "5"}));
  CHECK(with(Json::array({"2", "4", "5"})));  // no column of D has that component
  CHECK(with(Json::array({"3", "4", "5"})));  // other l, whose rates are others
  Json of_integrals = whole;
  of_integrals["flows"][2]["steady"] = Json::array();
  of_integrals["flows"][2]["multiplier_rows"] = Json::array({"3", "4", "5"});
  CHECK_FALSE(is_refused(file, of_integrals.dump()));  // which name momenta, whatever l are
}

TEST_CASE("the volume of momenta is not proved to be preserved on groups that are not unimodular") {
  const TemporaryFolder folder;
  const auto file = hamel::read_system_file(folder.write(
      "moving.json", R"json({"schema": 1, "name": "moving", "group": ["Aff1", "T1"], "metric":
        [["2", "0", "0"], ["0", "3", "0"], ["0", "0", "1"]],
        "constraint": {"span": [["1", "0", "sin(theta1)"], ["0", "1", "0"]]}})json"));
  Json whole = certificate(file);
  Json& flow = whole["flows"].back();
  REQUIRE(flow["flow"] == "vakonomic");
  CHECK_FALSE(flow.contains("volume"));
  CHECK_FALSE(is_refused(file, whole.dump()));
  flow["volume"] = "preserved";
  CHECK(is_refused(file, whole.dump()));
}

TEST_CASE("a zero of the field that no element of the group has is refused as a steady motion") {
  const TemporaryFolder folder;
  // A vertical of length 2 feels half the weight alike: equations and linear parts of both are the same.
  const auto heavy = top_of_weight(folder, "2"), light = top_of_weight(folder, "1");
  Json claims = certificate(light);
  const Json steady = certificate(heavy)["flows"][0]["steady"];
  for (std::size_t i = 0; i < steady.size(); ++i) {
    Json family = steady[i];
    family["where"]["R32"][0][0] = family["where"]["R32"][0][0] == "1" ? "2" : "-2";
    for (auto& motion : family["motions"]) motion["at"][4] = motion["at"][4] == "1" ? "2" : "-2";
    Json altered = claims;
    altered["flows"][0]["steady"] = Json::array({family});
    CHECK(is_refused(light, altered.dump()));
    family.erase("where");
    family.erase("along");
    altered["flows"][0]["steady"] = Json::array({family});
    CHECK(is_refused(light, altered.dump()));
  }
  CHECK_FALSE(is_refused(light, claims.dump()));
}

TEST_CASE("intervals of stability are proved as wide as they are") {
  const auto file = system_called("heavy_top");
  const Json whole = certificate(file);
  const Json::json_pointer along("/flows/0/steady/0/along");
  REQUIRE(whole[along].size() == 3);  // stable, unstable, stable
  const auto with = [&](const char* place, const Json& value) {
    Json altered = whole;
    altered[along / Json::json_pointer(place)] = value;
    return is_refused(file, altered.dump());
  };
  CHECK(with("/0/to", Json()));
  CHECK(with("/0/to", whole[along][1]["to"]));
  CHECK(with("/1/to", Json()));
  CHECK(with("/1/through", Json::array()));
  CHECK(with("/1/stable", "spectral"));
  CHECK(with("/2/from", whole[along][1]["from"]));
  CHECK(with("/2/from/root_of", Json::array({"-1", "1"})));
  CHECK(with("/2/from/root_of", Json::array()));
  Json without = whole;
  without["flows"][0]["steady"][0].erase("where");
  CHECK(is_refused(file, without.dump()));
}

TEST_CASE("what is no certificate of a study of this system is refused") {
  const auto file = system_called("suslov");
  const Json whole = certificate(file);
  CHECK(is_refused(system_called("unicycle"), whole.dump()));
  for (const char* text : {"", "[", "{}", "[]", R"({"schema": 2})", R"({"schema": 1, "flows": 3})"})
    CHECK(is_refused(file, text));
  const auto with = [&](const char* place, const Json& value) {
    Json altered = whole;
    altered[Json::json_pointer(place)] = value;
    return is_refused(file, altered.dump());
  };
  CHECK(with("/flows/0/flow", "elsewhere"));
  CHECK(with("/flows/0/volume", "preserved"));
  CHECK(with("/flows/0/integrals/0/polynomial/0", Json::array({"1", "u9", "2"})));
  CHECK(with("/flows/0/integrals/0/polynomial/0", Json::array({"1", "u1"})));
  CHECK(with("/flows/0/integrals/0/polynomial", Json::array()));
  CHECK(with("/flows/0/steady/0/space/0", Json::array({"1"})));
  CHECK(with("/flows/0/steady/0/motions/0/characteristic", Json::array()));
  CHECK(with("/flows/0/steady/0/motions/0/stable", "asymptotic"));
  CHECK(with("/flows/0/surprise", 1));
  CHECK(with("/flows/-", whole["flows"][0]));
  const std::string name = whole["flows"][0]["flow"];
  CHECK_FALSE(with("/without_certificate", Json::array({name + ": an integral of degree 3"})));
  CHECK_FALSE(with("/without_certificate", Json::array({name + ": a density"})));
  for (const Json& left_out :
       {Json(name + " flow"), Json(name), Json("a density"), Json(name + ": a densityx"),
        Json(name + ": an integral of degree 0"), Json(name + ": an integral of degree "), Json(3)})
    CHECK(with("/without_certificate", Json::array({left_out})));
  CHECK(with("/without_certificate", "vakonomic flow"));
}

TEST_CASE("hamel study writes a certificate that hamel verify reads") {
  const TemporaryFolder folder;
  const std::string file = paths::systems() + "/suslov.json", out = folder.file("study.json");
  REQUIRE(is_answered(run_unhurried(folder, {"study", file, "--certificate", out})));
  const auto run = run_unhurried(folder, {"verify", file, out});
  CHECK(run.status == 0);
  CHECK(run.out.starts_with("suslov: the certificate is verified\n"));
  CHECK(run.out.find(" proved, 0 recomputed, 0 rounded\n") != std::string::npos);
  CHECK(run_unhurried(folder, {"study", file, "--certificate", file}).status == 2);
}
