// Constraints given by rows A(x) a = drift are those given by the vectors that span d.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/model.hpp>
#include <hamel/io/report.hpp>
#include <hamel/io/system_file.hpp>

#include "../paths.hpp"
#include "run_command.hpp"

using namespace hamel;
using Json = nlohmann::json;

namespace {

Json public_system(const std::string& name) {
  return Json::parse(read_file(paths::systems() + "/" + name + ".json"));
}

struct GivenByRows {
  std::string system;
  Json constraint;
};

std::vector<GivenByRows> given_by_rows() {
  const auto rows = [](const char* annihilator) {
    return Json{{"annihilator", Json::parse(annihilator)}};
  };
  Json turntable = rows(
      R"json([["-r*R21", "-r*R22", "-r*R23", "1", "0"], ["r*R11", "r*R12", "r*R13", "0", "1"]])json");
  turntable["drift"] = {"-turn*r2", "turn*r1"};
  Json steering = rows(R"json([["-sin(theta1)", "cos(theta1)", "0", "0"],
      ["-sin(theta1)", "0", "L*cos(theta1)", "0"], ["0", "0", "0", "2"]])json");
  steering["drift"] = {"0", "0", "3/2*cos(3/2*t)"};
  return {
      {"unicycle", rows(R"json([["1", "0", "0", "-R"], ["0", "1", "0", "0"]])json")},
      {"suslov", rows(R"json([["0", "0", "3"]])json")},
      {"chaplygin_sleigh", rows(R"json([["0", "m", "0"]])json")},
      {"carriage_offset", rows(R"json([["0", "1", "0", "0", "0"], ["2", "0", "0", "R", "R"],
                                   ["0", "0", "2*c", "R", "-R"]])json")},
      {"z2_sl2", rows(R"json([["0", "0", "1"]])json")},
      {"car",
       rows(R"json([["0", "1", "0", "0"], ["sin(theta1)", "0", "-L*cos(theta1)", "0"]])json")},
      {"snakeboard", rows(R"json([["sin(theta2)", "1", "-l*cos(theta2)", "0", "0"],
                              ["-sin(theta2)", "1", "l*cos(theta2)", "0", "0"]])json")},
      {"tractor_trailer",
       rows(R"json([["0", "1", "0", "0"], ["sin(theta1)", "0", "d", "d"]])json")},
      {"ball_on_turntable", turntable},
      {"prescribed_steering", steering},
  };
}

SystemFile read(const Json& system) {
  return parse_system_file(system.dump());
}
const GroupSystem& group_of(const SystemFile& file) {
  return std::get<GroupSystem>(file.system);
}

std::string refusal(const Json& system) {
  try {
    static_cast<void>(read(system));
  } catch (const InputError& error) {
    return error.where() + ": found " + error.found() + ", expected " + error.expected();
  }
  return "";
}

/// The answers of `check`, without their witnesses.
Json answers(const SystemFile& file) {
  const Json report = Json::parse(as_json(report_on(file)));
  Json all{{"rank", report["rank"]}, {"growth", report["growth"]}};
  for (const auto& one : report["conditions"])
    all[one["id"].get<std::string>()] = {one["answer"], one["exact"]};
  all["q1"] = {report["q1"]["answer"], report["q1"]["exact"]};
  return all;
}

double distance(const Table& a, const Table& b) {
  REQUIRE(a.numbers.size() == b.numbers.size());
  double most = 0;
  for (std::size_t i = 0; i < a.numbers.size(); ++i)
    most = std::max(most, std::abs(a.numbers[i] - b.numbers[i]));
  return most;
}

/// A unit mass on H3 x R1.
Json on_heisenberg(const Json& constraint) {
  return {
      {"schema", 1},
      {"name", "rows"},
      {"group", {"H3", "R1"}},
      {"metric",
       {{"1", "0", "0", "0"}, {"0", "1", "0", "0"}, {"0", "0", "1", "0"}, {"0", "0", "0", "1"}}},
      {"constraint", constraint}};
}

}  // namespace

TEST_CASE("rows and vectors give the same answers and the same motions") {
  for (const auto& given : given_by_rows()) {
    const std::string& name = given.system;
    const Json& constraint = given.constraint;
    CAPTURE(name);
    Json system = public_system(name);
    const SystemFile by_span = read(system);
    system["constraint"] = constraint;
    const SystemFile by_rows = read(system);
    CHECK(by_rows.projected().velocity == by_span.projected().velocity);
    CHECK(group_of(by_rows).annihilator.size() ==
          constraint["annihilator"].size() * static_cast<std::size_t>(group_of(by_rows).dim()));
    CHECK(answers(by_rows) == answers(by_span));
    for (const Dynamics dynamics : {Dynamics::nonholonomic, Dynamics::vakonomic})
      for (const char* const method : {"dop853", "variational"}) {
        CAPTURE(method);
        RunPlan plan;
        plan.dynamics = dynamics;
        plan.method = method;
        plan.t_end = 1;
        const Table one = tabulate(by_span, plan), other = tabulate(by_rows, plan);
        CHECK(one.status);
        CHECK(distance(one, other) < 1e-14);
      }
  }
}

TEST_CASE("constant rows are solved over the rational numbers") {
  const SystemFile file =
      read(on_heisenberg({{"annihilator", {{"2", "3", "1/7", "5"}, {"4", "1/3", "0", "-1"}}},
                          {"drift", {"1", "1/2"}}}));
  const GroupSystem& system = group_of(file);
  CHECK_FALSE(system.moves());
  REQUIRE(system.span.size() == 2);
  REQUIRE(system.exact);
  DynamicMatrix<Rational> rows(2, 4), offset(4, 1);
  for (int i = 0; i < 8; ++i)
    rows(i / 4, i % 4) = *system.annihilator[static_cast<std::size_t>(i)].exact();
  for (int i = 0; i < 4; ++i) offset(i, 0) = *system.offset[static_cast<std::size_t>(i)].exact();
  const DynamicMatrix<Rational> paired = rows * system.exact->distribution, drift = rows * offset;
  for (const Rational& x : paired.reshaped()) CHECK(x == Rational(0));
  CHECK(drift(0, 0) == Rational(1));
  CHECK(drift(1, 0) == Rational(1, 2));
}

TEST_CASE("vectors of rows that move are polynomials and annihilated everywhere") {
  const Json rows = {
      {"h", "1+h^2", "h", "h^3+2"}, {"h-3", "h", "h^2", "h"}, {"h^2", "h-1", "2*h", "h"}};
  for (const char* const start : {"0", "1", "-2", "7/3"}) {
    CAPTURE(start);
    Json system = on_heisenberg({{"annihilator", rows}, {"drift", {"t", "1", "0"}}});
    std::string coordinate =
        group_of(read(on_heisenberg({{"span", {{"1", "0", "0", "0"}}}}))).coordinates[3];
    for (Json& row : system["constraint"]["annihilator"])
      for (Json& entry : row) {
        std::string text = entry;
        for (std::size_t i = 0; (i = text.find('h', i)) != std::string::npos;
             i += coordinate.size())
          text.replace(i, 1, coordinate);
        entry = text;
      }
    system["initial"] = {{"x", {{coordinate, start}}}, {"u", {"1"}}};
    const SystemFile file = read(system);
    const GroupSystem& g = group_of(file);
    REQUIRE(g.moving_span.size() == 4);
    for (const Expression& f : g.moving_span)
      CHECK(std::ranges::none_of(f.nodes(), [](const Expression::Node& node) {
        using enum Expression::Operation;
        return node.operation == divide || node.operation == power || node.operation >= sin;
      }));
    const std::vector<Rational> place{Rational(0), Rational(0), Rational(0), Rational(5, 11),
                                      Rational(3)};
    const std::span<const Rational> at(place);
    for (std::size_t i = 0; i < 3; ++i) {
      Rational on_d(0), on_offset(0);
      for (std::size_t j = 0; j < 4; ++j) {
        const Rational a = *g.annihilator[4 * i + j].exact(at);
        on_d += a * *g.moving_span[j].exact(at);
        on_offset += a * *g.offset[j].exact(at);
      }
      CHECK(on_d == Rational(0));
      CHECK(on_offset == (i == 0 ? Rational(3) : Rational(i == 1 ? 1 : 0)));
    }
  }
}

TEST_CASE("rows are refused by rank, number and neighbours") {
  const auto of = [](const Json& constraint) { return refusal(on_heisenberg(constraint)); };
  const Json one = {"1", "0", "2", "0"};
  CHECK(of({{"annihilator", {one, {"1/2", "0", "1", "0"}}}}) ==
        "$.constraint.annihilator: found 2 rows of rank 1, expected independent rows (exact test)");
  CHECK(of({{"annihilator", {one, {"sqrt(2)", "0", "2*sqrt(2)", "0"}}}}) ==
        "$.constraint.annihilator: found 2 rows of rank 1, expected independent rows");
  CHECK(of({{"annihilator", Json::array()}}) ==
        "$.constraint.annihilator: found 0 rows, expected between 1 and 3 rows");
  CHECK(of({{"annihilator", {one}}, {"span", {one}}}) ==
        "$.constraint.annihilator: found an annihilator beside span, expected either of them");
  CHECK(of({{"annihilator", {one}}, {"drift", {"1", "2"}}})
            .starts_with("$.constraint.drift: found "));
  CHECK(of({{"annihilator", {one}}, {"drift", {"1/0"}}}).starts_with("$.constraint.drift[0]"));
  CHECK(of({{"annihilator", {one}}, {"offset", one}}).starts_with("$.constraint"));
  Json off = on_heisenberg({{"annihilator", {one}}});
  off["initial"] = {{"a", {"1", "0", "0", "0"}}};
  CHECK(refusal(off).starts_with("$.initial.a: found a velocity with a part"));
}

TEST_CASE("parameters are varied where d is given by vectors") {
  Json system = public_system("chaplygin_sleigh");
  system["constraint"] = {{"annihilator", {{"0", "1", "0"}}}};
  const TemporaryFolder folder;
  const auto run =
      run_command(folder, {"check", folder.write("rows.json", system.dump()), "--vary", "l"});
  CHECK(run.status == 2);
  CHECK(
      run.err.find("$.constraint.annihilator: found rows, expected a span, to vary a parameter") !=
      std::string::npos);
}
