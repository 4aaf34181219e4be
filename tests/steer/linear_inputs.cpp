// Linear equations where inputs are velocities, and of vakonomic motion, against closed forms and differences of runs.
#include <algorithm>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include <Eigen/Core>
#include <doctest/doctest.h>

#include <hamel/core/error.hpp>
#include <hamel/io/linear_flow.hpp>
#include <hamel/io/linear_map.hpp>
#include <hamel/io/system_file.hpp>

#include "end_of_run.hpp"

using namespace hamel;

namespace {

/// A sled across which the wind moves it; a wind w0 blows. Its start is told by the coefficients of d less the part of the
/// wind along it, P b = (0, 1/3), that its momentum has.
std::string sled(double wind, const std::string& signal) {
  return R"json({"schema": 1, "name": "sled", "group": ["SE2"],
    "metric": [["2","0","0"],["0","2","1"],["0","1","3"]], "potential": "x^2/2 + y",
    "constraint": {"span": [["1","0","0"],["0","0","1"]]},
    "inputs": {"wind": {"velocity": ["0","1","0"])json" +
         signal + R"json(}}, "parameters": {"w0": ")json" + text(wind) + R"json("},
    "initial": {"x": {"phi": "1/5"}, "u": ["1", "1/2 - w0/3"]}})json";
}

const std::string blows = R"(, "signal": "w0")";

/// (x,y,phi) in the frame of another place, and the coefficients of d that the momentum has.
Eigen::VectorXd near_place(const Sample& at, const Sample& from, double wind) {
  const double c = std::cos(from.x[2]), s = std::sin(from.x[2]);
  const double dx = at.x[0] - from.x[0], dy = at.x[1] - from.x[1];
  Eigen::VectorXd all(5);
  all << c * dx + s * dy, -s * dx + c * dy, at.x[2] - from.x[2], at.a[0], at.a[2] + wind / 3;
  return all;
}

std::string vakonomic_sled(double angle, double mu) {
  return R"json({"schema": 1, "name": "sled", "group": ["SE2"],
    "metric": [["2","0","0"],["0","2","1"],["0","1","3"]], "potential": "x^2/2 + y",
    "constraint": {"span": [["1","0","0"],["0","0","1"]]},
    "inputs": {"push": {"force": ["1","0","0"]}},
    "initial": {"x": {"phi": ")json" +
         text(angle) + R"json("}, "a": ["1","0","1/2"], "mu": ["0",")json" + text(mu) +
         R"json(","0"]}})json";
}

}  // namespace

TEST_CASE("an input that is a velocity moves across d with the part of the momentum it leaves") {
  const LinearFlow flow = linear_flow(parse_system_file(
      R"({"schema": 1, "name": "sled", "group": ["SE2"], "metric": [["2","0","0"],["0","2","1"],["0","1","3"]],
    "constraint": {"span": [["1","0","0"],["0","0","1"]]}, "inputs": {"wind": {"velocity": ["0","1","0"]}},
    "initial": {"a": ["0","0","0"]}})"));
  CHECK(flow.inputs == std::vector<std::string>{"wind"});
  Eigen::VectorXd B(5);
  B << 0, 1, -1. / 3, 0, 0;
  CHECK((flow.B - B).norm() < 1e-14);
  CHECK(flow.steady);
}

TEST_CASE("motion by offset and inputs alone") {
  const LinearFlow flow = linear_flow(parse_system_file(
      R"({"schema": 1, "name": "wheels", "group": ["SE2"], "metric": [["2","0","0"],["0","2","0"],["0","0","3"]],
    "constraint": {"span": [], "offset": ["2","0","1/2"]},
    "inputs": {"left": {"velocity": ["1/2","0","-1"]}, "right": {"velocity": ["1/2","0","1"]}}, "initial": {"u": []}})"));
  CHECK(flow.names == std::vector<std::string>{"e1", "e2", "phi"});
  Eigen::MatrixXd A(3, 3), B(3, 2);  // xi' = b w - [a, xi], at a = (2, 0, 1/2)
  A << 0, 0.5, 0, -0.5, 0, 2, 0, 0, 0;
  B << 0.5, 0.5, 0, 0, -1, 1;
  CHECK((flow.B - B).norm() < 1e-15);
  CHECK(flow.steady);
  const LinearMap map = linear_map(
      parse_system_file(
          R"({"schema": 1, "name": "wheels", "group": ["SE2"], "metric": [["2","0","0"],["0","2","0"],["0","0","3"]],
    "constraint": {"span": [], "offset": ["2","0","1/2"]},
    "inputs": {"left": {"velocity": ["1/2","0","-1"]}, "right": {"velocity": ["1/2","0","1"]}}, "initial": {"u": []}})"),
      Dynamics::nonholonomic, 0.7);
  Eigen::MatrixXd whole = Eigen::MatrixXd::Zero(5, 5), sum = Eigen::MatrixXd::Identity(5, 5);
  whole.topLeftCorner(3, 3) = A;
  whole.topRightCorner(3, 2) = B;
  Eigen::MatrixXd term = sum;
  for (int k = 1; k < 40; ++k) {
    term = (term * whole * (0.7 / k)).eval();
    sum += term;
  }
  CHECK((map.A - sum.topLeftCorner(3, 3)).norm() < 1e-13);
  CHECK((map.B - sum.topRightCorner(3, 2)).norm() < 1e-13);
}

TEST_CASE("the map by a velocity that is held is what runs under other ones end in") {
  const double h = 0.9, w0 = 0.3;
  const LinearMap map = linear_map(parse_system_file(sled(w0, blows)), Dynamics::nonholonomic, h);
  REQUIRE(map.status);
  const Sample middle = end_of_run(sled(w0, blows), Dynamics::nonholonomic, h);
  const auto end = [&](double e) {
    return near_place(end_of_run(sled(w0 + e, blows), Dynamics::nonholonomic, h), middle, w0 + e);
  };
  CHECK((map.B.col(0) - slope_at_zero(end)).norm() < 1e-8);
  // A table says the same as a formula, also where it jumps within the step.
  const auto table = [&](const char* rows) {
    return linear_map(parse_system_file(sled(w0, rows)), Dynamics::nonholonomic, h);
  };
  const LinearMap even = table(R"(, "signal": {"t": [0, 2], "w": [0.3, 0.3], "between": "held"})");
  CHECK((even.A - map.A).norm() + (even.B - map.B).norm() < 1e-12);
  const LinearMap jumps =
      table(R"(, "signal": {"t": [0, 0.4, 2], "w": [0.3, -0.5, -0.5], "between": "held"})");
  REQUIRE(jumps.status);
  CHECK((jumps.A - map.A).norm() > 1e-3);  // far beyond rounding: the jump within the step counts
}

TEST_CASE("a variational step under velocities is the motion to its order") {
  const SystemFile file = parse_system_file(sled(0.3, R"json(, "signal": "w0 + sin(3*t)")json"));
  const auto off = [&](double h) {
    const LinearMap step = linear_map(file, Dynamics::nonholonomic, h, "variational"),
                    motion = linear_map(file, Dynamics::nonholonomic, h);
    return (step.A - motion.A).norm() + (step.B - motion.B).norm();
  };
  const double ratio = off(0.02) / off(0.01);
  CHECK(ratio > 7.2);
  CHECK(ratio < 8.8);
}

TEST_CASE("vakonomic motion by place and momentum") {
  const SystemFile file = parse_system_file(vakonomic_sled(0.2, 0.6));
  const LinearFlow flow = linear_flow(file, Dynamics::vakonomic);
  CHECK(flow.names == std::vector<std::string>{"e1", "e2", "phi", "p1", "p2", "p3"});
  Eigen::VectorXd B(6);
  B << 0, 0, 0, 1, 0, 0;
  CHECK((flow.B - B).norm() < 1e-14);
  const double h = 0.9;
  const LinearMap map = linear_map(file, Dynamics::vakonomic, h);
  const Sample middle = end_of_run(vakonomic_sled(0.2, 0.6), Dynamics::vakonomic, h);
  const auto end = [&](double angle, double mu) {
    const Sample at = end_of_run(vakonomic_sled(0.2 + angle, 0.6 + mu), Dynamics::vakonomic, h);
    Eigen::VectorXd all(6);
    all << near_place(at, middle, 0).head(3), at.p[0], at.p[1], at.p[2];
    return all;
  };
  CHECK((map.A.col(2) - slope_at_zero([&](double e) { return end(e, 0); })).norm() < 1e-8);
  CHECK((map.A.col(4) - slope_at_zero([&](double e) { return end(0, e); })).norm() < 1e-8);
  CHECK(std::abs(map.A.determinant() - 1) <
        1e-11);  // Liouville: the measure dx dp of a group is kept
  // --at begins where the run is.
  const LinearFlow later = linear_flow(file, Dynamics::vakonomic, h);
  CHECK(later.A.allFinite());
}

TEST_CASE("vakonomic straight motion is steady, by symmetries from the left") {
  // p = (m v, mu, 0) turns with the body unless it stays; an invariant system
  const LinearFlow flow =
      linear_flow(parse_system_file(R"({"schema": 1, "name": "sled", "group": ["SE2"],
    "metric": [["2","0","0"],["0","2","0"],["0","0","1"]],
    "constraint": {"span": [["1","0","0"],["0","0","1"]]}, "initial": {"a": ["1","0","0"]}})"),
                  Dynamics::vakonomic);
  CHECK(flow.steady);
  // p2' = -a3 p1, p3' = -a1 p2: about p = (2, 0, 0), a = (1, 0, 0), with a3 = p3, growth sqrt 2 (a straight line of a unicycle)
  double nearest = HUGE_VAL;
  for (const auto& mode : flow.modes)
    nearest = std::min(nearest, std::abs(std::complex<double>(mode.re, mode.im) - std::sqrt(2.)));
  CHECK(nearest < 1e-12);
  CHECK(flow.stability == FlowStability::unstable);
}

TEST_CASE("vakonomic motion in coordinates, and what it refuses by name") {
  const auto chart = [](const std::string& more) {
    return parse_system_file(
        R"json({"schema": 1, "name": "particle", "chart": {"coordinates": ["x","y","z"]},
      "metric": [["1","0","0"],["0","1","0"],["0","0","1"]], "potential": "y^2",
      "constraints": ["z_dot - y*x_dot"],)json" +
        more + R"json("initial": {"q_dot": {"x": "1", "y": "1"}, "lambda": ["1/3"]}})json");
  };
  const LinearMap map = linear_map(chart(""), Dynamics::vakonomic, 0.7);
  REQUIRE(map.status);
  CHECK(map.A.rows() == 6);
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(6, 6);
  J.topRightCorner(3, 3).setIdentity();
  J.bottomLeftCorner(3, 3) = -Eigen::MatrixXd::Identity(3, 3);
  CHECK((map.A.transpose() * J * map.A - J).norm() < 1e-11);
  CHECK_THROWS_AS(linear_flow(chart(R"("force": ["-x_dot","0","0"],)"), Dynamics::vakonomic),
                  InputError);
  CHECK_THROWS_AS(linear_flow(parse_system_file(sled(0.3, blows)), Dynamics::vakonomic),
                  InputError);
}
