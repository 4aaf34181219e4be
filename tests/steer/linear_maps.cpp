// Linear maps along motions against matrix exponentials, and multipliers of orbits against closed forms.
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>

#include <Eigen/Core>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/linear_flow.hpp>
#include <hamel/io/linear_map.hpp>
#include <hamel/io/system_file.hpp>

#include "../io/run_command.hpp"

using namespace hamel;

namespace {

std::string rider() {
  return paths::source() + "/examples/linear/skateboard.json";
}

/// exp(A) by its series.
Eigen::MatrixXd exponential(const Eigen::MatrixXd& A) {
  Eigen::MatrixXd sum = Eigen::MatrixXd::Identity(A.rows(), A.cols()), term = sum;
  for (int k = 1; k < 60; ++k) {
    term = (term * A / k).eval();
    sum += term;
  }
  return sum;
}

std::string two_springs(const std::string& stiffness) {
  return R"json({"schema": 1, "name": "springs", "group": ["R2"], "metric": [["1","0"],["0","1"]],
    "potential": "(r1^2 + ()json" +
         stiffness + R"json()*r2^2)/2", "initial": {"a": ["1","0"]}})json";
}

}  // namespace

TEST_CASE(
    "about a steady motion the discrete equations are the exponential of the continuous ones") {
  const SystemFile file = read_system_file(rider());
  const LinearFlow flow = linear_flow(file);
  const double h = 0.3;
  const LinearMap map = linear_map(file, Dynamics::nonholonomic, h);
  REQUIRE(map.status);
  CHECK(map.names == flow.names);
  Eigen::MatrixXd whole = Eigen::MatrixXd::Zero(8, 8);  // z' = A z + B w, w' = 0
  whole.topLeftCorner(6, 6) = flow.A;
  whole.topRightCorner(6, 2) = flow.B;
  const Eigen::MatrixXd exact = exponential(Eigen::MatrixXd(h * whole));
  CHECK((map.A - exact.topLeftCorner(6, 6)).norm() < 1e-12);
  CHECK((map.B - exact.topRightCorner(6, 2)).norm() < 1e-12);
}

TEST_CASE("a variational step is the motion to its order, also where the motion is not steady") {
  const SystemFile file = read_system_file(system_path("chaplygin_sleigh"));
  const auto off = [&](double h) {
    return (linear_map(file, Dynamics::nonholonomic, h, "variational").A -
            linear_map(file, Dynamics::nonholonomic, h).A)
        .norm();
  };
  const double ratio = off(0.02) / off(0.01);
  CHECK(ratio > 7.5);
  CHECK(ratio < 8.5);
  CHECK_THROWS_AS(linear_map(file, Dynamics::nonholonomic, 0.1, "rk4"), InputError);
  CHECK_THROWS_AS(linear_map(file, Dynamics::nonholonomic, 0.), InputError);
}

TEST_CASE("orbits beside which motions part, or turn") {
  const double turn = 2 * std::numbers::pi;
  // r2'' = r2 / 4
  const auto apart = periodic_orbit(parse_system_file(two_springs("-1/4")), Dynamics::free, turn);
  REQUIRE(apart.multipliers.size() == 4);
  CHECK(std::abs(apart.multipliers[0] - std::exp(turn / 2)) < 1e-9);
  CHECK(std::abs(apart.multipliers[3] - std::exp(-turn / 2)) < 1e-10);
  CHECK(apart.neutral == 2);
  CHECK(apart.stability == FlowStability::unstable);
  // r2'' = -2 r2
  const auto turning = periodic_orbit(parse_system_file(two_springs("2")), Dynamics::free, turn);
  const std::complex<double> known = std::polar(1., turn * std::sqrt(2.));
  CHECK(std::any_of(turning.multipliers.begin(), turning.multipliers.end(),
                    [&](const auto& m) { return std::abs(m - known) < 1e-10; }));
  CHECK(turning.stability == FlowStability::marginal);
  CHECK_THROWS_AS(periodic_orbit(parse_system_file(two_springs("2")), Dynamics::free, 6.),
                  InputError);
}

TEST_CASE("the command prints maps and multipliers") {
  const TemporaryFolder folder;
  const auto run = run_command(folder, {"linearise", rider(), "--step", "0.1", "--json"});
  REQUIRE(run.status == 0);
  const auto step = nlohmann::json::parse(run.out)["step"];
  CHECK(step["A"].size() == 6);
  CHECK(step["method"] == "dop853");
  const std::string springs = folder.write("springs.json", two_springs("-1/4"));
  const auto orbit = run_command(folder, {"linearise", springs, "--orbit", "6.283185307179586"});
  CHECK(orbit.status == 0);
  CHECK(orbit.out.find("unstable, 2 of the multipliers") != std::string::npos);
  CHECK(run_command(folder, {"linearise", springs, "--orbit", "6"}).status == 2);
  CHECK(run_command(folder, {"linearise", rider(), "--method", "variational"}).status == 2);
}
