// Compiled equations of motion where a distribution moves, against those with matrices.
#include "running/moving_equations.hpp"

#include <array>
#include <cmath>
#include <string>
#include <variant>

#include <doctest/doctest.h>

#include <hamel/dynamics/problem.hpp>
#include <hamel/io/system_file.hpp>

#include "cases/any_system.hpp"

using namespace hamel;
using V = SystemGroup::V;
using ByMatrices = Problem<Dynamics::nonholonomic, AnySystem, AnyMovingSplit>;

namespace {

GroupSystem system_of(const std::string& text) {
  const SystemFile file = parse_system_file(text);
  return std::get<GroupSystem>(file.system);
}

/// Both vector fields at some places.
void check_field(const GroupSystem& file, double tolerance = 1e-13) {
  const auto equations = running::MovingEquations::of(file);
  REQUIRE(equations);
  const AnySystem system = any_system(file);
  const ByMatrices plain(
      system, AnyMovingSplit(system, ExpressionDistribution(file.group, file.moving_span),
                             any_start(file), ExpressionOffset(file.group, {})));
  const int n = file.dim(), r = plain.state_dim();
  for (int trial = 0; trial < 20; ++trial) {
    V xi(n), m(r);
    for (int i = 0; i < n; ++i) xi[i] = std::sin(1 + 3.7 * trial + 1.3 * i);
    for (int j = 0; j < r; ++j) m[j] = std::cos(2 + 2.9 * trial + 1.9 * j);
    const auto x = file.group.compose(any_start(file), file.group.exp(xi));
    const auto expected = plain.field(0., x, m);
    Velocity<double, dynamic, dynamic> found;
    REQUIRE(equations->field(file.group, x, m, found));
    CHECK((found.a - expected.a).norm() < tolerance * (1 + expected.a.norm()));
    CHECK((found.m_dot - expected.m_dot).norm() < tolerance * (1 + expected.m_dot.norm()));
  }
}

// Texts, not code.
// clang-format off
const std::string group = R"json({"schema": 1, "name": "car", "group": ["SE2", "T1"], )json";
const std::string metric = R"json("metric": [["6/5","0","0","0"], ["0","6/5","9/25","0"], ["0","9/25","229/500","1/20"], ["0","0","1/20","1/20"]], )json";
const std::string turning = R"json("constraint": {"span": [["4/5*cos(theta1)","0","sin(theta1)","0"], ["0","0","0","1"]]}, )json";
const std::string rest = R"json("initial": {"a": ["4/5","0","0","3/10"]}})json";
// clang-format on

}  // namespace

// clang-format off
TEST_CASE("a car that steers") {
  check_field(system_of(group + metric + R"json("potential": "theta1^2/10", )json" + turning + rest));
}

TEST_CASE("three directions on a group with many brackets, with a metric that varies") {
  check_field(system_of(R"json({"schema": 1, "name": "arm", "group": ["SO3", "SE2", "R2"],
    "metric": [["2","0","0","0","0","0","0","0"], ["0","3","0","0","0","0","0","0"], ["0","0","4","1/5","0","0","0","0"],
      ["0","0","1/5","2","0","0","0","0"], ["0","0","0","0","2+sin(r1)","r2/9","0","0"], ["0","0","0","0","r2/9","3","0","1/7"],
      ["0","0","0","0","0","0","1+r1^2","0"], ["0","0","0","0","0","1/7","0","2"]],
    "potential": "cos(phi)*r2 + exp(r1/3)",
    "constraint": {"span": [["1","r1","0","sin(phi)","0","1","0","r2"], ["0","1/3","cos(r2)","1","0","0","1","0"],
      ["0","0","1","0","1","1/2","r1*r2","0"]]},
    "initial": {"a": ["1","0","0","0","0","1","0","0"]}})json"), 1e-12);
}

TEST_CASE("what the compiled equations leave to matrices") {
  const auto none = [](const std::string& text) { CHECK_FALSE(running::MovingEquations::of(system_of(text))); };
  none(group + metric + R"json("potential": "x/3", )json" + turning + rest);  // x changes along two vectors
  none(group + metric + R"json("force": ["0","0","0","-a4"], )json" + turning + rest);
  none(group + metric + R"json("inputs": {"turn": {"force": ["0","0","0","1"], "signal": "sin(t)"}}, )json" + turning + rest);
  none(group + metric + R"json("constraint": {"span": [["4/5","0","0","0"], ["0","0","0","1"]]}, )json" + rest);  // D is constant
}

TEST_CASE("a metric that is singular on the distribution tells nothing") {
  const auto file = system_of(group + R"json("metric": [["1","0","0","0"], ["0","1","0","0"], ["0","0","1","0"], ["0","0","0","1"]], )json" +
    R"json("constraint": {"span": [["cos(theta1)","0","sin(theta1)","0"], ["1","0","0","0"]]},
    "initial": {"x": {"theta1": "1"}, "a": ["1","0","0","0"]}})json");
  const auto equations = running::MovingEquations::of(file);
  REQUIRE(equations);
  Velocity<double, dynamic, dynamic> velocity;
  const V m = V::Ones(2);
  const auto at = [&](double angle) { return file.group.from_coordinates({0., 0., 0., angle}); };
  CHECK(equations->field(file.group, at(1), m, velocity));
  CHECK_FALSE(equations->field(file.group, at(1e-3), m, velocity));
  CHECK_FALSE(equations->field(file.group, at(0), m, velocity));
}
// clang-format on
