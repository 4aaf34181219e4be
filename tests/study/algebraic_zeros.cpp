// Zeros at algebraic numbers: known ones of polynomials, steady motions whose axes are irrational, and their roots.
#include "studying/algebraic_zeros.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <Eigen/Eigenvalues>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/study_certificate.hpp>
#include <hamel/io/system_file.hpp>

#include "../io/run_command.hpp"
#include "exact/root_counts.hpp"
#include "numbers_in.hpp"
#include "refused.hpp"
#include "study_flow.hpp"

using Json = nlohmann::ordered_json;
using hamel::AlgebraicNumber;
using hamel::AlgebraicZero;
using hamel::Polynomial;
using hamel::PolynomialOver;
using hamel::Rational;
using Formula = hamel::CoordinatePolynomial;

namespace {

const Formula x = Formula::variable(0), y = Formula::variable(1), z = Formula::variable(2);

/// The variables 0, 1, 2 at a zero in rounded numbers.
std::vector<double> rounded(const AlgebraicZero& zero) {
  std::vector<double> all(3, 0);
  for (const auto& [k, p] : zero.values) {
    double value = 0;
    for (auto c = p.coefficients().rbegin(); c != p.coefficients().rend(); ++c)
      value = value * zero.number.approximate() + hamel::to_double(*c);
    all[static_cast<std::size_t>(k)] = value;
  }
  return all;
}

/// How many real zeros; -1 where they are not found. Each is a zero.
int count(const std::vector<Formula>& equations) {
  const auto zeros = hamel::algebraic_zeros(equations);
  if (!zeros) return -1;
  for (const auto& zero : *zeros) {
    const auto at = rounded(zero);
    for (const auto& p : equations) {
      double sum = 0;
      for (const auto& [monomial, factor] : p.terms()) {
        double term = hamel::to_double(factor);
        for (const auto& [variable, power] : monomial)
          term *= std::pow(at[static_cast<std::size_t>(variable / 3)], power);
        sum += term;
      }
      CHECK(std::abs(sum) < 1e-9);
    }
  }
  return static_cast<int>(zeros->size());
}

}  // namespace

TEST_CASE("finitely many zeros are found at algebraic numbers, all real ones") {
  const Formula one(1), two(2);
  CHECK(count({x * x - two, y - x * x * x}) == 2);
  CHECK(count({x * x + y * y - Formula(3), x * y - one}) == 4);  // a circle and a hyperbola
  CHECK(count({x * x + y * y - one, x * y - one}) == 0);         // none is real
  CHECK(count({x * x + y * y - two, x * y - one}) == 2);         // they touch: each twice
  CHECK(count({x * x - two, y * y - Formula(3), z - x * y}) ==
        4);                                          // of degree 4, one named by another
  CHECK(count({x * x - two * y * y, z - x}) == -1);  // lines
  CHECK(count({x * y - one, x * y - two}) == 0);     // only at infinity
  CHECK(count({x * x - two}) == 2);
  CHECK(count({x * x - two, x * y - x}) == 2);  // y = 1
  CHECK(count({x * x - y}) == -1);              // a curve
  CHECK(count({x * y, x * z}) == -1);
  // With a double zero beside simple ones: (x^2 - 2)^2 (x^2 - 3) on a curve.
  const Formula double_root = x * x - two;
  CHECK(count({double_root * double_root * (x * x - Formula(3)), y - x}) == 4);
}

TEST_CASE(
    "a number that is the square root of two has the roots that it has, not those of its "
    "conjugate") {
  const auto root = std::make_shared<const hamel::RealRoot>(
      hamel::RealRoot{Polynomial(std::vector<Rational>{-2, 0, 1}), Rational(1), Rational(2)});
  const AlgebraicNumber s(Polynomial::variable(), root), one(1);
  using Over = PolynomialOver<AlgebraicNumber>;
  const auto counts = [](const std::vector<AlgebraicNumber>& c) {
    const auto roots = hamel::count_roots(Over(c));
    return std::vector<int>{roots.left, roots.on, roots.right};
  };
  CHECK(counts({s - one, one}) == std::vector<int>{1, 0, 0});                 // x + s - 1, s > 1
  CHECK(counts({-s, AlgebraicNumber(0), one}) == std::vector<int>{1, 0, 1});  // x^2 - s
  CHECK(counts({s, AlgebraicNumber(0), one}) == std::vector<int>{0, 2, 0});   // x^2 + s
  // (x^2 + s) (x + s): a pair on the axis beside one on the left; and both twice.
  CHECK(counts({s * s, s, s, one}) == std::vector<int>{1, 2, 0});
  const Over p(std::vector<AlgebraicNumber>{s * s, s, s, one});
  CHECK(counts((p * p).coefficients()) == std::vector<int>{2, 4, 0});
  // As with rational coefficients.
  for (int seed = 1; seed < 60; ++seed) {
    std::vector<Rational> c;
    std::vector<AlgebraicNumber> same;
    for (int i = 0; i < 5; ++i) {
      c.emplace_back(i == 4 ? 1 : (seed * (i + 3) * (i + 7)) % 11 - 5);
      same.emplace_back(c.back());
    }
    const auto roots = hamel::count_roots(Polynomial(c));
    CHECK(counts(same) == std::vector<int>{roots.left, roots.on, roots.right});
  }
}

namespace {

/// A body with nondiagonal inertia, and one whose turning drives two slides.
const char* top = R"({"schema": 1, "name": "top", "group": "SO3",
  "metric": [["2","1/3","0"],["1/3","3","1/2"],["0","1/2","4"]]})";
const char* slides = R"({"schema": 1, "name": "slides", "group": ["SO3", "R2"],
  "metric": [["2","1/3","0","0","0"],["1/3","3","1/2","0","0"],["0","1/2","4","0","0"],["0","0","0","5","0"],
             ["0","0","0","0","6"]],
  "constraint": {"span": [["1","0","0","1/2","0"],["0","1","0","0","1/3"],["0","0","1","0","1"]]}})";

Json flow_of(const TemporaryFolder& folder, const char* system, const std::string& name) {
  return ::flow_of(folder, folder.write("system.json", system), name);
}

}  // namespace

TEST_CASE("a body turns steadily about the axes of its inertia, irrational ones too") {
  const TemporaryFolder folder;
  const Json flow = flow_of(folder, top, "free");
  CHECK(flow["steady"]["not_covered"] == "");
  const Json families = flow["steady"]["families"];
  REQUIRE(families.size() == 3);
  Eigen::Matrix3d inertia;
  inertia << 2, 1. / 3, 0, 1. / 3, 3, .5, 0, .5, 4;
  const Eigen::Vector3d moments =
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(inertia).eigenvalues();
  std::vector<int> seen(3, 0);
  for (const auto& family : families) {
    CHECK(family["dimension"] == 1);
    REQUIRE(family["members"].size() == 2);  // both directions
    for (const auto& member : family["members"]) {
      const auto near = member["near"].get<std::vector<double>>();
      const Eigen::Vector3d a(near[0], near[1], near[2]);
      const double moment = a.dot(inertia * a) / a.dot(a);
      CHECK((inertia * a - moment * a).norm() < 1e-12 * a.norm());
      Eigen::Index which = 0;
      (moments.array() - moment).abs().minCoeff(&which);
      ++seen[static_cast<std::size_t>(which)];
      CHECK(member["stable"] == (which == 1 ? "unstable" : "spectral"));  // about the middle one
    }
  }
  CHECK(seen == std::vector<int>{2, 2, 2});
  const auto words = run_unhurried(folder, {"study", folder.write("top.json", top)});
  CHECK(words.out.find("with s near ") != std::string::npos);
  CHECK(words.out.find("not covered") == std::string::npos);
}

TEST_CASE("what is turned by a constraint is left by half its steady motions") {
  const TemporaryFolder folder;
  const Json flow = flow_of(folder, slides, "nonholonomic");
  CHECK(flow["steady"]["not_covered"] == "");
  REQUIRE(flow["steady"]["families"].size() == 3);
  for (const auto& family : flow["steady"]["families"]) {
    CHECK(family["number"]["root_of"].get<std::string>().find("s^3") != std::string::npos);
    std::vector<int> left;
    for (const auto& member : family["members"]) {
      left.push_back(member["left"]);
      CHECK(member["left"].get<int>() + member["on"].get<int>() + member["right"].get<int>() == 3);
      CHECK(member["on"] == 1);
      CHECK((member["stable"] == "transversal") == (member["right"] == 0));
    }
    // Backwards all roots change their sides.
    CHECK(left[0] == family["members"][1]["right"].get<int>());
  }
}

TEST_CASE("motions at algebraic numbers are proved again, and what was altered is refused") {
  const TemporaryFolder folder;
  for (const char* system : {top, slides}) {
    const auto file = hamel::read_system_file(folder.write("system.json", system));
    const Json whole = Json::parse(hamel::study_certificate_of(file, *hamel::study_of(file)));
    CHECK(whole["without_certificate"].empty());
    CHECK(hamel::verify_study_certificate(file, whole.dump()).size() == whole["flows"].size());
    const auto refused = [&](const Json& altered) { return is_refused(file, altered.dump()); };
    const Json::json_pointer families("/flows/0/steady");
    REQUIRE(whole[families].size() == 3);
    std::vector<Json::json_pointer> places;
    numbers_in(whole[families], families, places);
    CHECK(places.size() > 60);
    std::size_t turn = 0;
    for (const auto& place : places) {
      if (place.to_string().find("/between/") != std::string::npos || ++turn % 3 != 0) continue;
      Json altered = whole;
      altered[place] = altered[place] == "2" ? "3" : "2";
      if (altered == whole) continue;
      CAPTURE(place.to_string());
      CHECK(refused(altered));
    }
    const Json::json_pointer number = families / 0 / "number";
    std::vector<std::pair<Json::json_pointer, Json>> changes{
        {number / "between", Json::parse(R"(["-100", "100"])")},  // three roots
        {number / "between", Json::parse(R"(["100", "101"])")},   // none
        {number / "between", Json::parse(R"(["1", "1"])")},
        {number / "between", whole[families / 1 / "number" / "between"]},  // another one
        {number / "name", "u1"}};
    for (const auto& change : changes) {
      CAPTURE(change.second.dump());
      CHECK(is_refused_with(file, whole, change.first, change.second));
    }
    Json without = whole;
    without[families / 0].erase("number");
    CHECK(refused(without));
  }
}

TEST_CASE("a ball that rolls turns steadily about axes that are irrational in its basis") {
  const TemporaryFolder folder;
  Json ball = Json::parse(read_file(paths::systems() + "/chaplygin_ball.json"));
  ball["metric"][0][1] = ball["metric"][1][0] = "1/10";
  ball["metric"][1][2] = ball["metric"][2][1] = "1/7";
  ball.erase("reference");
  const Json flow = flow_of(folder, ball.dump().c_str(), "nonholonomic");
  CHECK(flow["steady"]["not_covered"] == "");
  REQUIRE(flow["steady"]["variables"] == Json({"R31", "R32", "R33", "u1", "u2", "u3"}));
  int unstable = 0, turning = 0;
  for (const auto& family : flow["steady"]["families"]) {
    if (!family.contains("number")) continue;
    const auto near = family["members"][0]["near"].get<std::vector<double>>();
    const Eigen::Vector3d up(near[0], near[1], near[2]), turn(near[3], near[4], near[5]);
    CHECK(std::abs(up.norm() - 1) < 1e-12);
    CHECK(up.cross(turn).norm() < 1e-12 * turn.norm());
    ++turning;
    unstable += family["members"][0]["stable"] == "unstable";
  }
  CHECK(turning == 6);  // either end of an axis up
  CHECK(unstable == 2);
}
