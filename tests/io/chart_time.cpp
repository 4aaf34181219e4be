// Systems in coordinates under forces, with formulas in t, and with holonomic constraints: closed forms.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/model.hpp>
#include <hamel/io/reactions.hpp>

#include "refused.hpp"

using namespace hamel;
using Json = nlohmann::json;

namespace {

/// x'' + 2 c x' + x = cos(2 t) from x = 1/2, x' = 0, c = 1/5.
const Json damped = Json::parse(R"json({
  "schema": 1, "name": "damped", "chart": {"coordinates": ["x"]}, "parameters": {"c": "1/5"},
  "metric": [["1"]], "potential": "x^2/2", "force": ["cos(2*t) - 2*c*x_dot"],
  "initial": {"q": {"x": "1/2"}, "q_dot": {"x": "0"}} })json");

/// x'' + 2 c x' + x = 0 of L = exp(2 c t) (x'^2 - x^2)/2.
const Json growing = Json::parse(R"json({
  "schema": 1, "name": "growing", "chart": {"coordinates": ["x"]}, "parameters": {"c": "1/5"},
  "metric": [["exp(2*c*t)"]], "potential": "exp(2*c*t)*x^2/2",
  "initial": {"q": {"x": "1"}, "q_dot": {"x": "0"}} })json");

/// A bead on a straight wire through the origin that turns at the rate 3/2.
const Json bead = Json::parse(R"json({
  "schema": 1, "name": "bead", "chart": {"coordinates": ["x", "y"]}, "parameters": {"w": "3/2"},
  "metric": [["2", "0"], ["0", "2"]],
  "initial": {"q": {"x": "1"}, "q_dot": {"x": "0", "y": "w"}} })json");

/// y' = t x' of two free coordinates.
const Json steering = Json::parse(R"json({
  "schema": 1, "name": "steering", "chart": {"coordinates": ["x", "y"]},
  "metric": [["1", "0"], ["0", "1"]], "constraints": ["y_dot - t*x_dot"],
  "initial": {"q_dot": {"x": "3/4"}, "lambda": ["1/2"]} })json");

/// A mass on a rod of length 1, at rest at the angle 2 from below.
const Json pendulum = Json::parse(R"json({
  "schema": 1, "name": "pendulum", "chart": {"coordinates": ["x", "y"]},
  "metric": [["1", "0"], ["0", "1"]], "potential": "981/100*y",
  "holonomic": ["x^2 + y^2 - 1"],
  "initial": {"q": {"x": "sin(2)", "y": "-cos(2)"}, "q_dot": {"x": "0"}} })json");

Json with(Json system, const std::string& pointer, const Json& value) {
  system[Json::json_pointer(pointer)] = value;
  return system;
}

SystemFile read(const Json& system) {
  return parse_system_file(system.dump());
}

RunPlan plan_of(const std::string& method, double step, double t_end,
                Dynamics dynamics = Dynamics::nonholonomic) {
  RunPlan plan;
  plan.method = method;
  plan.step = step;
  plan.t_end = t_end;
  plan.dynamics = dynamics;
  return plan;
}

Sample end_of(const Json& system, const RunPlan& plan) {
  Sample last;
  const RunStatus status =
      simulate(read(system), plan, [&](const Sample& sample) { last = sample; });
  REQUIRE(status);
  return last;
}

/// `error(end)` after 2 s by all methods: dop853 to rounding, others at their order.
template <class Error>
void check_methods(const Json& system, const Error& error) {
  for (const auto& method : methods()) {
    if (!method.on_charts) continue;
    CAPTURE(method.name);
    const auto at = [&](double h) { return error(end_of(system, plan_of(method.name, h, 2))); };
    if (method.adaptive) {
      CHECK(at(0.5) < 1e-11);
      continue;
    }
    const double h = method.order > 6 ? 0.5 : method.order > 3 ? 0.2 : 0.02;
    const double one = at(h), half = at(h / 2);
    if (half > 1e-12) CHECK(std::log2(one / half) > method.order - 0.5);
  }
}

double damped_oscillation(double t, double c) {
  const double w = std::sqrt(1 - c * c);
  return std::exp(-c * t) * (std::cos(w * t) + c / w * std::sin(w * t));
}

}  // namespace

TEST_CASE("a damped oscillator under a periodic force") {
  // the part that stays is (a cos 2t + b sin 2t) with -3 a + 4 c b = 1, -3 b - 4 c a = 0
  const double c = 0.2, d = 9 + 16 * c * c, a = -3 / d, b = 4 * c / d, w = std::sqrt(1 - c * c);
  const double x0 = 0.5 - a, v0 = -2 * b;
  const auto exact = [&](double t) {
    return std::exp(-c * t) * (x0 * std::cos(w * t) + (v0 + c * x0) / w * std::sin(w * t)) +
           a * std::cos(2 * t) + b * std::sin(2 * t);
  };
  check_methods(damped, [&](const Sample& end) { return std::abs(end.x[0] - exact(2)); });
  const Json free = with(damped, "/force", {"-2*c*x_dot"});
  check_methods(
      free, [&](const Sample& end) { return std::abs(end.x[0] - damped_oscillation(2, c) / 2); });
  // a force of a Lagrangian system, and a start at another time
  Json later = with(damped, "/initial/t", "1");
  later.erase("metric");
  later.erase("potential");
  later["lagrangian"] = "(x_dot^2 - x^2)/2";
  later["force"] = {"cos(2*(t - 1)) - 2*c*x_dot"};
  const Sample end = end_of(later, plan_of("dop853", 0.5, 3));
  CHECK(end.t == 3);
  CHECK(end.x[0] == doctest::Approx(exact(2)).epsilon(1e-11));
}

TEST_CASE("a Lagrangian that grows in time damps") {
  const auto error = [](const Sample& end) {
    return std::abs(end.x[0] - damped_oscillation(2, 0.2));
  };
  check_methods(growing, error);
  Json lagrangian = growing;
  lagrangian.erase("metric");
  lagrangian.erase("potential");
  lagrangian["lagrangian"] = "exp(2*c*t)*(x_dot^2 - x^2)/2";
  const Sample end = end_of(lagrangian, plan_of("dop853", 0.5, 2));
  CHECK(error(end) < 1e-11);
  CHECK(end.x.size() == 1);
  CHECK(end.a.size() == 1);
  const double v = end.a[0], x = end.x[0];
  CHECK(end.energy == doctest::Approx(std::exp(0.8) * (v * v + x * x) / 2).epsilon(1e-12));
  CHECK(error(end_of(lagrangian, plan_of("dop853", 0.5, 2, Dynamics::free))) < 1e-11);
  CHECK(error(end_of(with(growing, "/initial/t", "-1/2"), plan_of("dop853", 0.5, 1.5))) < 1e-11);
}

TEST_CASE("a bead on a wire that turns, by its velocity and by its place") {
  const auto error = [](const Sample& end) {  // r'' = w^2 r
    const double r = std::cosh(3.);
    return std::hypot(end.x[0] - r * std::cos(3.), end.x[1] - r * std::sin(3.)) / r;
  };
  check_methods(
      with(bead, "/constraints", {"y_dot*cos(w*t) - x_dot*sin(w*t) - w*(x*cos(w*t) + y*sin(w*t))"}),
      error);
  const Json held = with(bead, "/holonomic", {"y*cos(w*t) - x*sin(w*t)"});
  check_methods(held, [&](const Sample& end) {
    CHECK(end.off_manifold < 1e-13);
    CHECK(end.off_constraint < 1e-13);
    return error(end);
  });
  const Sample vakonomic = end_of(held, plan_of("dop853", 0.5, 2, Dynamics::vakonomic));
  CHECK(error(vakonomic) < 1e-11);
  CHECK(vakonomic.p.empty());
}

TEST_CASE("a constraint in time, under both laws") {
  check_methods(steering,
                [](const Sample& end) { return std::abs(end.x[0] - 0.75 * std::asinh(2.)); });
  const Sample end = end_of(steering, plan_of("dop853", 0.5, 2, Dynamics::vakonomic));
  CHECK(end.x[0] == doctest::Approx(0.75 * std::atan(2.) + 0.25 * std::log(5.)).epsilon(1e-11));
  REQUIRE(end.p.size() == 1);
  CHECK(end.p[0] == doctest::Approx((0.5 - 0.75 * 2) / 5).epsilon(1e-11));
}

TEST_CASE("a pendulum in the plane is held on its rod") {
  const double k = std::sin(1.);
  const double angle =
      2 * std::asin(k * boost::math::jacobi_sn(k, boost::math::ellint_1(k) + 2 * std::sqrt(9.81)));
  const auto error = [&](const Sample& end) {
    CHECK(end.off_manifold < 1e-14);
    return std::hypot(end.x[0] - std::sin(angle), end.x[1] + std::cos(angle));
  };
  CHECK(error(end_of(pendulum, plan_of("dop853", 0.5, 2))) < 1e-11);
  CHECK(error(end_of(pendulum, plan_of("dop853", 0.5, 2, Dynamics::vakonomic))) < 1e-11);
  for (const auto& method : methods()) {
    if (!method.on_charts || method.adaptive) continue;
    CAPTURE(method.name);
    const double h = method.order > 4 ? 0.1 : method.order > 3 ? 0.05 : 0.02;
    const double order = std::log2(error(end_of(pendulum, plan_of(method.name, h, 2))) /
                                   error(end_of(pendulum, plan_of(method.name, h / 2, 2))));
    CHECK(order > std::min(method.order, 4) - 0.5);
  }
  Json twice = with(pendulum, "/holonomic", {"x^2 + y^2 - 1", "(x^2 + y^2)^2 - 1"});
  CHECK(error(end_of(twice, plan_of("dop853", 0.5, 2))) < 1e-11);
  Simulation run(read(pendulum), Dynamics::nonholonomic, "variational");
  for (int i = 0; i < 1000; ++i) REQUIRE(run.step(0.02));
  CHECK(run.look().off_manifold < 1e-14);
}

TEST_CASE("forces of constraints in time, by their rows") {
  const auto rows_of = [](const Json& system, const Sample& end, std::vector<double>& nu) {
    const SystemFile file = read(system);
    const auto reactions = reactions_of(file, Dynamics::nonholonomic, {end});
    nu = reactions[0];
    return row_multipliers(file, {end}, reactions)[0];
  };
  std::vector<double> nu;
  const Sample swung = end_of(pendulum, plan_of("dop853", 0.5, 2));
  const double tension = swung.a[0] * swung.a[0] + swung.a[1] * swung.a[1] - 9.81 * swung.x[1];
  CHECK(rows_of(pendulum, swung, nu)[0] == doctest::Approx(-tension / 2).epsilon(1e-11));
  CHECK(nu[0] == doctest::Approx(-tension * swung.x[0]).epsilon(1e-11));
  // the wire pushes by 2 m w r' across it, m = 2: r' = w sinh(w t)
  const Json held = with(bead, "/holonomic", {"y*cos(w*t) - x*sin(w*t)"});
  const Sample end = end_of(held, plan_of("dop853", 0.5, 2));
  CHECK(rows_of(held, end, nu)[0] ==
        doctest::Approx(2 * 2 * 1.5 * 1.5 * std::sinh(3.)).epsilon(1e-11));
  // the force of the file is no reaction
  const Json forced = with(steering, "/force", {"1", "0"});
  const Sample moved = end_of(forced, plan_of("dop853", 0.5, 2));
  const auto lambda = rows_of(forced, moved, nu);
  CHECK(nu[0] == doctest::Approx(-2 * lambda[0]));
  CHECK(nu[1] == doctest::Approx(lambda[0]));
  // x'' (1 + t^2) + t x' = 1, y'' = x' + t x'' = nu_2
  const double acceleration = (1 - 2 * moved.a[0]) / 5;
  CHECK(nu[1] == doctest::Approx(moved.a[0] + 2 * acceleration).epsilon(1e-11));
}

TEST_CASE("what a chart may not say, and questions that do not cover it") {
  const auto refused = [](const Json& system, const std::string& place) {
    try {
      read(system);
    } catch (const InputError& error) {
      CAPTURE(error.what());
      return error.where().starts_with(place);
    }
    return false;
  };
  CHECK(refused(with(damped, "/force", {"1", "2"}), "$.force"));
  CHECK(refused(with(damped, "/force", {"1/(t + x - 1/2)"}), "$.force[0]"));
  CHECK(refused(with(pendulum, "/initial/q/x", "1/2"), "$.initial.q"));
  CHECK(refused(with(pendulum, "/initial/q_dot/x", "1"), "$.initial.q_dot"));
  CHECK(refused(with(pendulum, "/holonomic", {"x_dot"}), "$.holonomic[0]"));
  for (const char* const subcommand : {"check", "study"}) {
    CAPTURE(subcommand);
    const std::string part = std::string("not covered by ") + subcommand;
    check_refused(subcommand, damped, {}, "$.force", part);
    check_refused(subcommand, growing, {}, "$.metric", part);
    check_refused(subcommand, steering, {}, "$.constraints", part);
    check_refused(subcommand, pendulum, {}, "$.holonomic", part);
  }
  check_refused("steer", damped, {"--to", "x=0"}, "$.force", "not covered by steer");
}
