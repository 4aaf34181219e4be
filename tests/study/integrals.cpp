// hamel study: known integrals, measures and steady motions.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "../io/run_command.hpp"

using Json = nlohmann::json;

namespace {

Json study_of(const TemporaryFolder& folder, const std::string& file) {
  const auto run = run_unhurried(folder, {"study", file, "--json"});
  CAPTURE(run.err);
  REQUIRE(is_answered(run));
  CHECK(is_answered(run_unhurried(folder, {"study", file})));
  return Json::parse(run.out);
}

Json flow(const Json& study, const std::string& name) {
  for (const auto& one : study["flows"])
    if (one["flow"] == name) return one;
  FAIL("no flow " << name);
  return {};
}

Json named(const Json& flow, const std::string& name) {
  Json found = Json::array();
  for (const auto& integral : flow["integrals"]["generators"])
    if (integral["name"] == name) found.push_back(integral);
  return found;
}

Json top(const std::string& inertia, const std::string& span) {
  return Json::parse(R"({"schema": 1, "name": "top", "group": ["SO3"], "metric": )" + inertia +
                     (span.empty() ? "" : R"(, "constraint": {"span": )" + span + "}") + "}");
}

/// The stability of the member of a family at u.
std::string stability(const Json& flow, const std::vector<std::string>& u) {
  for (const auto& family : flow["steady"]["families"])
    for (const auto& member : family["members"])
      if (member["u"] == Json(u)) return member["stable"];
  return "no such motion";
}

/// A top whose centre of mass is at c in the body, with the vertical e_z seen from it as R31, R32, R33.
Json heavy(const std::string& inertia, const std::string& potential,
           const std::string& spin = "3") {
  Json file = top(inertia, "");
  file["potential"] = potential;
  file["initial"] = {{"a", {"0", "0", spin}}};
  return file;
}

/// The field as numbers: polynomials such as `1/2*p1^2 - p1*R31` at random points.
double value(std::string polynomial, const std::vector<std::string>& names,
             const std::vector<double>& at) {
  std::replace(polynomial.begin(), polynomial.end(), '*', ' ');
  double sum = 0, term = 1;
  bool any = false;
  std::istringstream words(polynomial);
  for (std::string word; words >> word;) {
    if (word == "+" || word == "-") {
      if (any) sum += term;
      term = word == "-" ? -1 : 1;
      any = false;
      continue;
    }
    any = true;
    if (word[0] == '-') term = -term, word.erase(0, 1);
    if (std::isdigit(static_cast<unsigned char>(word[0]))) {
      const std::size_t slash = word.find('/');
      term *=
          std::stod(word) / (slash == std::string::npos ? 1 : std::stod(word.substr(slash + 1)));
      continue;
    }
    const std::size_t power = word.find('^');
    const auto place = std::find(names.begin(), names.end(), word.substr(0, power));
    REQUIRE(place != names.end());
    term *= std::pow(at[static_cast<std::size_t>(place - names.begin())],
                     power == std::string::npos ? 1 : std::stoi(word.substr(power + 1)));
  }
  return any ? sum + term : sum;
}

/// Every integral that is printed is constant along the field that is printed, by differences.
void keeps_its_integrals(const Json& flow) {
  const auto names = flow["variables"].get<std::vector<std::string>>();
  const auto rates = flow["field"].get<std::vector<std::string>>();
  std::vector<double> z, forward, back;
  for (std::size_t i = 0; i < names.size(); ++i)
    z.push_back(std::sin(1. + 2.3 * static_cast<double>(i)));
  const double h = 1e-5;  // differences of polynomials: errors of h^2 and of 1e-16 / h
  for (std::size_t i = 0; i < names.size(); ++i) {
    const double rate = value(rates[i], names, z);
    forward.push_back(z[i] + h * rate);
    back.push_back(z[i] - h * rate);
  }
  for (const auto& integral : flow["integrals"]["generators"]) {
    CAPTURE(integral["polynomial"]);
    const std::string p = integral["polynomial"];
    CHECK(std::abs(value(p, names, forward) - value(p, names, back)) / (2 * h) <
          1e-6 * (1 + std::abs(value(p, names, z))));
  }
}

}  // namespace

TEST_CASE("Euler's top: two quadratic integrals, its axes steady, the middle one unstable") {
  const TemporaryFolder folder;
  const auto file =
      folder.write("top.json", top(R"([["1","0","0"],["0","2","0"],["0","0","3"]])", "").dump());
  const Json free = flow(study_of(folder, file), "free");
  CHECK(free["integrals"]["dimensions"] == Json({0, 2, 0, 3}));
  CHECK(free["integrals"]["independent"] == 2);
  CHECK(named(free, "casimir").size() == 1);
  CHECK(named(free, "energy").size() == 1);
  CHECK(free["casimirs"] == 1);
  CHECK(free["measure"]["smooth"] == true);
  keeps_its_integrals(free);
  CHECK(free["steady"]["families"].size() == 3);
  CHECK(free["steady"]["not_covered"] == "");
  CHECK(stability(free, {"1", "0", "0"}) == "spectral");
  CHECK(stability(free, {"0", "1", "0"}) == "unstable");
  CHECK(stability(free, {"0", "0", "-1"}) == "spectral");
}

TEST_CASE("Suslov: the energy alone, a line of steady motions, attracting on one side") {
  const TemporaryFolder folder;
  const auto file =
      folder.write("suslov.json", top(R"([["2","0","1/3"],["0","3","1/2"],["1/3","1/2","4"]])",
                                      R"([["1","0","0"],["0","1","0"]])")
                                      .dump());
  const Json nonholonomic = flow(study_of(folder, file), "nonholonomic");
  CHECK(nonholonomic["integrals"]["independent"] == 1);
  CHECK(nonholonomic["integrals"]["generators"].size() == 1);
  CHECK(nonholonomic["integrals"]["generators"][0]["name"] == "energy");
  CHECK(nonholonomic["measure"]["smooth"] == false);
  // I13 u1 + I23 u2 = 0
  const Json families = nonholonomic["steady"]["families"];
  REQUIRE(families.size() == 1);
  CHECK(families[0]["basis"] == Json::array({Json::array({"1", "-2/3"})}));
  const std::string there = stability(nonholonomic, {"1", "-2/3"}),
                    back = stability(nonholonomic, {"-1", "2/3"});
  CHECK(((there == "transversal" && back == "unstable") ||
         (there == "unstable" && back == "transversal")));
  // In the basis of principal axes every motion is steady.
  const auto diagonal = folder.write(
      "diagonal.json",
      top(R"([["2","0","0"],["0","3","0"],["0","0","4"]])", R"([["1","0","0"],["0","1","0"]])")
          .dump());
  const Json all = flow(study_of(folder, diagonal), "nonholonomic");
  CHECK(all["integrals"]["independent"] == 2);
  CHECK(all["integrals"]["generators"].size() == 2);
  CHECK(all["steady"]["families"][0]["basis"].size() == 2);
}

TEST_CASE("the reduced sleigh: the energy alone, no smooth measure, stable one way only") {
  const TemporaryFolder folder;
  const Json nonholonomic = flow(study_of(folder, system_path("chaplygin_sleigh")), "nonholonomic");
  CHECK(nonholonomic["integrals"]["generators"].size() == 1);
  CHECK(nonholonomic["integrals"]["generators"][0]["name"] == "energy");
  CHECK(nonholonomic["measure"]["smooth"] == false);
  REQUIRE(nonholonomic["measure"]["densities"].size() == 1);
  CHECK(nonholonomic["measure"]["densities"][0]["power"] == "-1");
  REQUIRE(nonholonomic["steady"]["families"].size() == 1);
  const std::string there = stability(nonholonomic, {"1", "0"}),
                    back = stability(nonholonomic, {"-1", "0"});
  CHECK(there == "transversal");
  CHECK(back == "unstable");
}

TEST_CASE("the vertical disk: linear integrals, every motion steady") {
  const TemporaryFolder folder;
  const Json nonholonomic = flow(study_of(folder, system_path("unicycle")), "nonholonomic");
  CHECK(named(nonholonomic, "gauge momentum").size() == 2);
  CHECK(nonholonomic["integrals"]["independent"] == 2);
  CHECK(nonholonomic["measure"]["smooth"] == true);
  CHECK(nonholonomic["steady"]["families"][0]["basis"].size() == 2);
}

TEST_CASE("Lagrange's top: the spin is the fourth integral") {
  const TemporaryFolder folder;
  const Json free = flow(
      study_of(
          folder,
          folder.write("lagrange.json",
                       heavy(R"([["2","0","0"],["0","2","0"],["0","0","1"]])", "3*R33").dump())),
      "free");
  CHECK(free["integrals"]["independent"] == 4);
  CHECK(free["integrals"]["generators"].size() == 4);
  CHECK(named(free, "energy").size() == 1);
  CHECK(named(free, "noether momentum").size() == 2);  // about the axis and about the vertical
  CHECK(named(free, "constant on the group").size() == 1);
  CHECK(free["integrability"].get<std::string>().find("by quadratures") != std::string::npos);
  keeps_its_integrals(free);
}

TEST_CASE("Kovalevskaya's top has a quartic integral, its neighbours have none") {
  const TemporaryFolder folder;
  const auto study = [&](const std::string& third, const std::string& potential) {
    return flow(
        study_of(folder,
                 folder.write(
                     "top.json",
                     heavy(R"([["2","0","0"],["0","2","0"],["0","0",")" + third + "\"]]", potential)
                         .dump())),
        "free");
  };
  const Json top = study("1", "3*R31");
  CHECK(top["integrals"]["independent"] == 4);
  CHECK(top["integrals"]["generators"].back()["degree"] == 4);
  CHECK(top["integrability"].get<std::string>().find("by quadratures") != std::string::npos);
  keeps_its_integrals(top);
  CHECK(study("3/2", "3*R31")["integrals"]["independent"] == 3);  // A = B, but not 2 C
  CHECK(study("1", "3*R31 + R33")["integrals"]["independent"] ==
        3);  // centre of mass off the equator
}

TEST_CASE("the sleeping top is linearly stable iff I3^2 w^2 > 4 I1 m g l") {
  const TemporaryFolder folder;
  const auto start = [&](const std::string& spin) {  // I1 = 2, I3 = 1, m g l = 2: w > 4
    const Json free = flow(
        study_of(
            folder,
            folder.write(
                "top.json",
                heavy(R"([["2","0","0"],["0","2","0"],["0","0","1"]])", "2*R33", spin).dump())),
        "free");
    REQUIRE(free["steady"]["families"].size() == 5);  // upright, as it starts, hanging, and a set
    const Json hanging = free["steady"]["families"][1]["members"];
    for (const auto& member : hanging) CHECK(member["semisimple"] == true);
    return free["steady"]["families"][0]["members"][0];
  };
  CHECK(start("3999/1000")["stable"] == "unstable");
  CHECK(start("4001/1000")["stable"] == "spectral");
  CHECK(start("4001/1000")["semisimple"] == true);
  CHECK(start("4")["stable"] == "spectral");
  CHECK(start("4")["semisimple"] == false);
}

TEST_CASE("a body in a fluid screws steadily along each of its axes (Kirchhoff)") {
  // Components of the field are no products of linear forms: these motions are found by cases.
  const TemporaryFolder folder;
  const auto file =
      folder.write("body.json", R"({"schema": 1, "name": "body", "group": ["SE3"], "metric":
    [["1","0","0","0","0","0"], ["0","2","0","0","0","0"], ["0","0","4","0","0","0"],
     ["0","0","0","3","0","0"], ["0","0","0","0","5","0"], ["0","0","0","0","0","11"]]})");
  const Json free = flow(study_of(folder, file), "free");
  CHECK(stability(free, {"1", "0", "0", "0", "0", "0"}) == "unstable");
  CHECK(stability(free, {"0", "1", "0", "0", "0", "0"}) == "unstable");
  // Across the heaviest added mass, which is 4, the drift does not grow exponentially.
  CHECK(stability(free, {"0", "0", "1", "0", "0", "0"}) == "spectral");
  for (const auto& family : free["steady"]["families"]) CHECK(family["members"].size() > 0);
}

TEST_CASE("what a study does not cover is refused with its place") {
  const TemporaryFolder folder;
  const auto run = run_unhurried(folder, {"study", system_path("chart_nonlinear")});
  CHECK(run.status == 2);
  CHECK(run.out.empty());
  CHECK(run.err.find("which study covers") != std::string::npos);
}

TEST_CASE(
    "Chaplygin's ball keeps its energy and the vector K, and a density that is a square root") {
  const TemporaryFolder folder;
  const Json study = study_of(folder, system_path("chaplygin_ball"));
  const Json ball = flow(study, "nonholonomic");
  CHECK(named(ball, "energy").size() == 1);
  CHECK(named(ball, "gauge momentum").size() == 3);
  CHECK(ball["integrals"]["independent"] >= 4);
  REQUIRE(ball["measure"]["densities"].size() == 1);
  CHECK(ball["measure"]["densities"][0]["power"] == "1/2");
}

TEST_CASE("a disk that tilts keeps its energy, with the root that its height is") {
  const TemporaryFolder folder;
  const Json study = study_of(folder, system_path("tilting_disk"));
  const Json disk = flow(study, "nonholonomic");
  CHECK(named(disk, "energy").size() == 1);
  for (const auto& density : disk["measure"]["densities"]) CHECK(density["polynomial"] != "0");
  // Without the constraint: the spin about its axis, that about the vertical, and the momentum of the centre.
  CHECK(named(flow(study, "free"), "noether momentum").size() == 4);
}

TEST_CASE("disks in coordinates keep their velocities and the volume") {
  const TemporaryFolder folder;
  for (const char* name : {"chart_rolling_disk", "chart_mobile_robot"}) {
    CAPTURE(name);
    const Json disk = flow(study_of(folder, system_path(name)), "nonholonomic");
    CHECK(named(disk, "gauge momentum").size() == 2);
    CHECK(disk["measure"]["smooth"] == true);
  }
}

TEST_CASE(
    "where formulas vary integrals are searched up to degree four, in parts that no equation "
    "joins") {
  const TemporaryFolder folder;
  const auto integrals = [&](const char* name, const char* of) {
    const Json all = Json::parse(run_unhurried(folder, {"study", system_path(name), "--json"}).out);
    const Json found = flow(all, of)["integrals"];
    CHECK(found["not_covered"] == "");
    return found;
  };
  // Dimensions of the spaces by degrees in the velocities, which one elimination of all unknowns gives too.
  const Json slope = integrals("car_chart", "free");
  CHECK(slope["generators"].size() == 7);
  CHECK(slope["dimensions"] == Json({3, 9, 9, 12}));
  CHECK(integrals("car", "vakonomic")["dimensions"] == Json({1, 1, 1, 1}));
  CHECK(integrals("ball_on_turntable", "nonholonomic")["dimensions"] == Json({2, 4, 4, 4}));
  CHECK(integrals("heisenberg_generalized", "free")["dimensions"] == Json({0, 1, 0, 1}));
}
