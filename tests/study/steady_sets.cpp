// Steady motions that no variables parametrise: sets that equations describe, with some of their members; and those of
// vakonomic flows whose constraint moves.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Dense>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/study_certificate.hpp>
#include <hamel/io/system_file.hpp>

#include "../io/run_command.hpp"
#include "numbers_in.hpp"
#include "refused.hpp"

using Json = nlohmann::json;

namespace {

/// Lagrange's top, I1 = 2, I3 = 1, m g l = 2.
constexpr const char* top = R"({"schema": 1, "name": "top", "group": ["SO3"],
  "metric": [["2","0","0"],["0","2","0"],["0","0","1"]], "potential": "2*R33"})";

/// The same motions in Euler's angles: I1 = 2, I3 = 3, m g l = 4.
constexpr const char* in_angles = R"json({"schema": 1, "name": "angles",
  "chart": {"coordinates": ["theta", "phi", "psi"]},
  "metric": [["2", "0", "0"], ["0", "2*sin(theta)^2 + 3*cos(theta)^2", "3*cos(theta)"], ["0", "3*cos(theta)", "3"]],
  "potential": "4*cos(theta)"})json";

Json steady_of_file(const TemporaryFolder& folder, const std::string& file, int flow) {
  const auto run = run_unhurried(folder, {"study", file, "--json"});
  CAPTURE(run.err);
  REQUIRE(is_answered(run));
  const Json study = Json::parse(run.out);
  return study["flows"][flow]["steady"];
}
Json steady_of(const TemporaryFolder& folder, const char* system) {
  return steady_of_file(folder, folder.write("system.json", system), 0);
}

}  // namespace

TEST_CASE(
    "a top that turns steadily about the vertical while it leans is in a set of dimension 2") {
  const TemporaryFolder folder;
  const Json steady = steady_of(folder, top);
  CHECK(steady["not_covered"] == "");
  std::vector<Json> sets, members;
  for (const auto& family : steady["families"]) {
    if (family.contains("within"))
      members.push_back(family);
    else if (family["members"].empty())
      sets.push_back(family);
  }
  REQUIRE(sets.size() == 1);
  // With p = lambda M R^T e3 and the equation of balance, lambda^2 (I3 - I1) R33 = m g l.
  CHECK(sets[0]["where"] == Json({"R31 = -1/4*p1*p3", "R32 = -1/4*p2*p3", "R33 = -1/2*p3^2",
                                  "0 = -1 + 1/16*p1^2*p3^2 + 1/16*p2^2*p3^2 + 1/4*p3^4"}));
  CHECK(sets[0]["dimension"] == 2);
  REQUIRE(members.size() == 2);
  for (const auto& family : members) {
    CHECK(family["within"] == 2);
    const Json near = family["members"][0]["near"];
    const auto z = near.get<std::vector<double>>();
    const double p1 = z[0], p2 = z[1], p3 = z[2];
    CHECK(std::abs(p1 * p1 * p3 * p3 / 16 + p2 * p2 * p3 * p3 / 16 + std::pow(p3, 4) / 4 - 1) <
          1e-12);
    CHECK(std::abs(z[5] + p3 * p3 / 2) < 1e-12);
    const double lambda = p3 / z[5];
    CHECK(std::abs(lambda * lambda * (1 - 2) * z[5] - 2) < 1e-11);
    CHECK(family["members"][0]["on"] == 5);
  }
}

TEST_CASE("two coupled bodies turn steadily where the energy has no slope on their orbits") {
  const TemporaryFolder folder;
  const std::string file = folder.write("coupled.json", R"({"schema": 1, "name": "coupled",
    "group": ["SO3", "SO3"], "metric": [["19", "3", "1", "-5", "-8", "-5"], ["3", "14", "-3", "5", "-1", "5"],
      ["1", "-3", "19", "-4", "-3", "-7"], ["-5", "5", "-4", "15", "7", "2"], ["-8", "-1", "-3", "7", "12", "1"],
      ["-5", "5", "-7", "2", "1", "16"]]})");
  const Json steady = steady_of_file(folder, file, 0);
  CHECK(steady["not_covered"] == "");
  Eigen::Matrix<double, 6, 6> metric;
  metric << 19, 3, 1, -5, -8, -5, 3, 14, -3, 5, -1, 5, 1, -3, 19, -4, -3, -7, -5, 5, -4, 15, 7, 2,
      -8, -1, -3, 7, 12, 1, -5, 5, -7, 2, 1, 16;
  int within = 0;
  for (const auto& family : steady["families"]) {
    if (family.contains("within")) ++within;
    for (const auto& member : family["members"]) {
      const auto near = member["near"].get<std::vector<double>>();
      const Eigen::Matrix<double, 6, 1> p = Eigen::Map<const Eigen::Matrix<double, 6, 1>>(
                                            near.data()),
                                        a = metric.inverse() * p;
      const Eigen::Vector3d p1 = p.head<3>(), a1 = a.head<3>(), p2 = p.tail<3>(), a2 = a.tail<3>();
      CHECK(p1.cross(a1).norm() + p2.cross(a2).norm() < 1e-9 * (1 + p.squaredNorm()));
      CHECK((family.contains("within") ? std::min(p1.norm(), p2.norm()) : 1) > 0);
    }
  }
  CHECK(within == 2);
  const std::string proof = folder.file("proof.json");
  REQUIRE(is_answered(run_unhurried(folder, {"study", file, "--certificate", proof})));
  const Json certificate = Json::parse(read_file(proof));
  CHECK(certificate["without_certificate"].empty());
  const auto proved = run_unhurried(folder, {"verify", file, proof});
  CAPTURE(proved.err);
  CHECK(proved.status == 0);
}

TEST_CASE("in Euler's angles precessions are a family, the spin being a quotient") {
  const TemporaryFolder folder;
  const Json steady = steady_of(folder, in_angles);
  CHECK(steady["not_covered"] == "");
  const Json family = steady["families"][0];
  CHECK(family["where"] == Json({"u1 = 0", "u3 = (4/3 - 1/3*cos(theta)*u2^2) / (u2)"}));
  CHECK(family["dimension"] == 2);
  for (const auto& member : family["members"]) CHECK(member["semisimple"] == true);
}

TEST_CASE("a set of steady motions is proved again, and what was altered is refused") {
  const TemporaryFolder folder;
  const auto file = hamel::read_system_file(folder.write("system.json", top));
  const Json whole = Json::parse(hamel::study_certificate_of(file, *hamel::study_of(file)));
  CHECK(whole["without_certificate"].empty());
  CHECK(hamel::verify_study_certificate(file, whole.dump()).size() == 1);
  const Json families = whole["flows"][0]["steady"];
  std::size_t place = 0;
  while (place < families.size() && !families[place].contains("zeros")) ++place;
  REQUIRE(place < families.size());
  const auto set = Json::json_pointer("/flows/0/steady") / place;
  REQUIRE(whole[set / "motions"].size() == 2);
  const auto refused = [&](const Json& altered) { return is_refused(file, altered.dump()); };
  std::vector<Json::json_pointer> places;
  numbers_in(whole[set], set, places);
  CHECK(places.size() > 40);
  for (const auto& number : places) {
    if (number.to_string().find("/between/") != std::string::npos) continue;
    Json altered = whole;
    altered[number] = altered[number] == "2" ? "3" : "2";
    if (altered == whole) continue;
    CAPTURE(number.to_string());
    CHECK(refused(altered));
  }
  const auto motion = set / "motions" / 0;
  const Json constant = Json::parse(R"([["1"]])");
  const std::vector<std::pair<Json::json_pointer, Json>> changes{
      {set / "zeros", Json::array()},            // then all of the variables would do
      {set / "zeros", Json::array({constant})},  // then none would, of which all is true
      {motion / "stable", "transversal"},
      {motion / "number" / "between", Json::parse(R"(["100", "101"])")},
      {motion / "number" / "name", "s"}};
  for (const auto& change : changes) {
    CAPTURE(change.second.dump());
    CHECK(is_refused_with(file, whole, change.first, change.second));
  }
  Json without = whole;
  without[motion].erase("number");
  CHECK(refused(without));
  without = whole;
  without[set].erase("where");
  CHECK(refused(without));
}

TEST_CASE("where an angle stands beside its cosine a set is told, and its members are not") {
  const TemporaryFolder folder;
  const Json steady = steady_of_file(folder, system_path("roller_racer"), 0);
  CHECK(steady["not_covered"] ==
        "the stability of motions at angles whose cosines are not rational");
  const Json set = steady["families"].back();  // the spring holds the joint against the turning
  CHECK(set["where"] == Json({"theta1 = 3/100*sin(theta1)*u1^2", "u2 = 0"}));
  CHECK(set["dimension"].is_null());
  CHECK(set["members"].empty());
  // All angles being 0 there, their sines are, and what is divided by them is nowhere.
  const Json car = steady_of_file(folder, system_path("car"), 0);
  CHECK(car["not_covered"] == "");
}

TEST_CASE("vakonomic motions of a disk that rolls straight on grow from it as their roots say") {
  const TemporaryFolder folder;
  const Json steady = steady_of_file(folder, system_path("chart_rolling_disk_mu"), 2);
  CHECK(steady["variables"] == Json({"cos(theta)", "sin(theta)", "u1", "u2", "l1", "l2"}));
  const Json turned = steady["families"].back();
  CHECK(turned["where"] == Json({"u1 = 0", "l1 = (cos(theta)*l2) / (sin(theta))"}));
  const Json member = turned["members"][0];
  CHECK(member["u"] == Json({"4/5", "3/5", "0", "1", "8/3", "2"}));
  CHECK(member["characteristic"] == "-381/70*x^3 + x^5");
  // mu = (l1, l2, 0, ..) = lambda1 (sin, -cos, 0, ..) + lambda2 (cos, sin, 0, ..), and theta' is a little more than 0.
  Json system = Json::parse(read_file(system_path("chart_rolling_disk_mu")));
  const std::string theta = "0.6435011087932844";  // cos theta = 4/5
  system["initial"] = {{"q", {{"theta", theta}}},
                       {"q_dot",
                        {{"x", "R*cos(" + theta + ")"},
                         {"y", "R*sin(" + theta + ")"},
                         {"theta", "1/1000000"},
                         {"phi", "1"}}},
                       {"lambda", {"0", "10/3"}}};
  const auto file = folder.write("disk.json", system.dump());
  std::vector<double> turning;
  for (const char* end : {"2", "3"}) {
    const auto csv = folder.file("motion.csv");
    const auto run = run_unhurried(
        folder, {"simulate", file, "--dynamics", "vakonomic", "--t-end", end, "--csv", csv});
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    turning.push_back(std::stod(read_csv(csv).back()[7]));  // theta'
  }
  // The mode that decays is by then exp(-2 sqrt(381/70) 2) = 9e-5 of the one that grows, and theta' less than 1e-3.
  CHECK(std::log(turning[1] / turning[0]) == doctest::Approx(std::sqrt(381.0 / 70)).epsilon(1e-4));
}

TEST_CASE("multipliers are written so that all momenta are reached") {
  // Vectors of D do not depend on each other, so that D^T mu = 0 has independent solutions at every angle.
  const TemporaryFolder folder;
  const auto run = run_unhurried(folder, {"study", system_path("car")});
  CHECK(run.out.find("mu = (-sin(theta1)*l2, 4/5*l1, 4/5*cos(theta1)*l2, 0)") != std::string::npos);
  CHECK(steady_of_file(folder, system_path("car"), 2)["not_covered"] == "");
  CHECK(steady_of_file(folder, system_path("heisenberg_generalized"), 2)["not_covered"] == "");
}
