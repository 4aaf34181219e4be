// Starts at the door of system files: moved onto their constraint where rounding left it, refused beyond with the way.
#include <cmath>
#include <fstream>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/comparison.hpp>
#include <hamel/io/model.hpp>
#include <hamel/io/system_file.hpp>

#include "../paths.hpp"

using namespace hamel;
using Json = nlohmann::json;

namespace {

std::string fault(const std::string& name) {
  return paths::data() + "/faults/" + name + ".json";
}

/// A skate whose d is spanned by rational vectors, with this start.
Json skate(const Json& initial) {
  Json system = Json::parse(R"({"schema": 1, "name": "skate", "group": "SE2",
    "metric": [["2","0","0"], ["0","2","1/3"], ["0","1/3","1"]],
    "constraint": {"span": [["1","0","1/3"], ["0","0","1"]]}})");
  system["initial"] = initial;
  return system;
}

/// A unit mass on the rotations, or on a group of matrices, with this element and velocity.
Json turning(const Json& x) {
  Json system = Json::parse(R"({"schema": 1, "name": "top", "group": "SO3",
    "metric": [["1","0","0"], ["0","1","0"], ["0","0","1"]], "initial": {"a": ["1","0","0"]}})");
  system["initial"]["x"] = x;
  return system;
}

SystemFile read(const Json& system) {
  return parse_system_file(system.dump());
}
const GroupStart& start_of(const SystemFile& file) {
  return *std::get<GroupSystem>(file.system).start;
}

std::string refusal(const Json& system) {
  try {
    static_cast<void>(read(system));
  } catch (const InputError& error) {
    return error.where() + ": found " + error.found() + ", expected " + error.expected();
  }
  return "";
}
bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a start whose constraint cancels to rounding is one") {
  const SystemFile file = read_system_file(fault("start_refused"));
  CHECK(file.projected().velocity > 0);
  CHECK(file.projected().velocity < 1e-15);
  CHECK(has(file.projection(), "its velocity was off the constraint by"));
  const auto& start = *std::get<ChartSystem>(file.system).start;
  CHECK(std::abs(start.q_dot[1].value) < 1e-15);
  RunPlan plan;
  plan.t_end = 1;
  CHECK(tabulate(file, plan).status);
}

TEST_CASE("decimals off d by rounding are moved along d_perp, exactly") {
  const SystemFile file = read(skate({{"a", {"0.3", "0", "0.10000000000000003"}}}));
  CHECK_FALSE(file.projected());  // the second vector of d takes all of it
  const SystemFile off = read(skate({{"a", {"0.3", "0.00000000000000002", "0.1"}}}));
  CHECK(off.projected().velocity > 0);
  CHECK(off.projected().velocity < 1e-15);
  const GroupStart& start = start_of(off);
  CHECK(start.a[1].exact == Rational(0));
  // M-orthogonal to (0, 0, 1): M_32 b + M_33 c is kept
  CHECK(*start.a[2].exact == Rational(1, 10) + Rational(1, 3) * Rational(2) / Rational(1'000'000) /
                                                   Rational(1'000'000) / Rational(100'000));
  CHECK(std::get<GroupSystem>(off.system).exact->velocity);
}

TEST_CASE("a multiplier off the annihilator by rounding is moved onto it") {
  const SystemFile file =
      read(skate({{"a", {"1", "0", "1/3"}}, {"mu", {"0.00000000000000001", "0.7", "0"}}}));
  CHECK(file.projected().multiplier > 0);
  const GroupStart& start = start_of(file);
  CHECK(*start.mu[0].exact + *start.mu[2].exact / Rational(3) == Rational(0));
  CHECK(start.mu[2].exact == Rational(0));
}

TEST_CASE("what is off by more than rounding is refused with the nearest that is not") {
  const Json off = skate({{"a", {"0.3", "1e-11", "0.1"}}});
  const std::string why = refusal(off);
  CAPTURE(why);
  CHECK(has(why, "$.initial.a: found a velocity with a part"));
  CHECK(has(why, "outside d (a2 by 1e-11; at "));
  CHECK(has(why, "degrees to d)"));
  const auto from = why.find('[', why.find("the nearest is"));
  REQUIRE(from != std::string::npos);
  CHECK(refusal(skate({{"a", Json::parse(why.substr(from))}})).empty());

  const std::string covector =
      refusal(skate({{"a", {"1", "0", "1/3"}}, {"mu", {"0", "1", "1e-9"}}}));
  CHECK(has(covector, "$.initial.mu: found a pairing with d of"));
  const auto near = covector.find('[', covector.find("the nearest is"));
  REQUIRE(near != std::string::npos);
  CHECK(refusal(skate({{"a", {"1", "0", "1/3"}}, {"mu", Json::parse(covector.substr(near))}}))
            .empty());

  Json chart =
      Json::parse(R"json({"schema": 1, "name": "c", "chart": {"coordinates": ["x", "y", "p"]},
    "metric": [["1","0","0"], ["0","1","0"], ["0","0","1"]],
    "constraints": ["x_dot*sin(p) - y_dot*cos(p)"],
    "initial": {"q": {"p": "0.3"}, "q_dot": {"x": "1", "y": "0.3093362"}}})json");
  const std::string velocities = refusal(chart);
  CAPTURE(velocities);
  CHECK(has(velocities, "$.initial.q_dot: found velocities with"));
  const auto nearest = velocities.find('{', velocities.find("the nearest q_dot is"));
  REQUIRE(nearest != std::string::npos);
  chart["initial"]["q_dot"] = Json::parse(velocities.substr(nearest));
  CHECK(refusal(chart).empty());
}

TEST_CASE("t, p and u of a start") {
  const SystemFile by_u =
      read(skate({{"u", {"3/10", "2"}}, {"p", {"0.6", "0.5", "2.1"}}, {"t", "1/2"}}));
  const GroupStart& start = start_of(by_u);
  CHECK(*start.a[0].exact == Rational(3, 10));
  CHECK(*start.a[2].exact == Rational(21, 10));
  CHECK(by_u.start_time() == 0.5);
  CHECK(has(refusal(skate({{"u", {"1", "0"}}, {"a", {"1", "0", "1/3"}}})), "either a or u"));
  CHECK(has(refusal(skate({{"u", {"1"}}})), "coefficients, one for each vector of span"));
  CHECK(has(
      refusal(skate({{"a", {"1", "0", "1/3"}}, {"mu", {"0", "0", "0"}}, {"p", {"0", "0", "0"}}})),
      "either mu or p"));

  // p = M a + mu
  const SystemFile by_p = read(skate(
      {{"a", {"1", "0", "1/3"}}, {"p", {"2", "0.71111111111111114", "0.33333333333333331"}}}));
  CHECK(by_p.projected().multiplier < 1e-15);
  CHECK(std::abs(start_of(by_p).mu[1].value - 0.6) < 1e-15);
  CHECK(start_of(by_p).mu[0].exact == Rational(0));

  Json pushed = skate({{"a", {"0", "0", "0"}}});
  pushed["inputs"]["push"] = {{"force", {"1", "0", "0"}}, {"signal", "cos(t)"}};
  RunPlan plan;
  plan.t_end = 1.5;
  const Table whole = tabulate(read(pushed), plan);
  Model model = Model::parse(pushed.dump());
  std::vector<double> row;
  for (std::size_t k = 0; k < whole.columns.size(); ++k) row.push_back(whole(70, k));
  model.set_start(start_of_row(model.file(), whole.columns, row));
  CHECK(model.file().start_time() == whole(70, 0));
  const Table rest = tabulate(model.file(), plan);
  CHECK(rest(rest.rows() - 1, 0) == 1.5);
  for (std::size_t k = 0; k < whole.columns.size(); ++k)
    CHECK(std::abs(rest(rest.rows() - 1, k) - whole(whole.rows() - 1, k)) < 1e-13);
  Simulation steps(model.file());
  CHECK(steps.time() == whole(70, 0));
  CHECK(steps.look().t == whole(70, 0));
  plan.t_end = 0.5;
  CHECK_THROWS_AS(tabulate(model.file(), plan), InputError);
}

TEST_CASE("an attitude with 17 digits becomes the nearest") {
  const double c = std::cos(0.7), s = std::sin(0.7);
  const SystemFile file = read(turning({{"R11", c}, {"R12", -s}, {"R21", s}, {"R22", c}}));
  CHECK(file.projected().element > 0);
  CHECK(file.projected().element < 1e-15);
  CHECK_FALSE(
      read(turning({{"R11", "3/5"}, {"R12", "-4/5"}, {"R21", "4/5"}, {"R22", "3/5"}})).projected());
  CHECK_FALSE(read(turning({{"R11", "cos(7/10)"},
                            {"R12", "-sin(7/10)"},
                            {"R21", "sin(7/10)"},
                            {"R22", "cos(7/10)"}}))
                  .projected());
  CHECK(has(refusal(turning({{"R11", "0.6"}, {"R12", "-0.8"}, {"R21", "0.8"}, {"R22", "0.6001"}})),
            "off the group"));
}

TEST_CASE("coefficients that are not named stay as they are where the place varies") {
  Model model = Model::read(fault("sweep_u_and_coordinate"));
  for (const double theta : {0.1, 0.4})
    for (const int u : {1, 2}) {
      model.set(
          {{"u1", Rational(u)}, {"theta1", Rational(theta)}, {"mu1", 0}, {"mu2", 0}, {"mu3", 0}});
      const GroupStart& start = start_of(model.file());
      CHECK(std::abs(start.a[0].value - u * 0.8 * std::cos(theta)) < 1e-15);
      CHECK(std::abs(start.a[2].value - u * std::sin(theta)) < 1e-15);
      CHECK(std::abs(start.a[3].value - 0.3) < 1e-15);
    }
}

TEST_CASE("coefficients that are not named follow the parameters") {
  Json system = skate({{"a", {"v", "0", "v/3+2*w"}}});
  system["parameters"] = {{"v", "1"}, {"w", "1"}};
  Model model = Model::parse(system.dump());
  for (const int w : {1, 5, 7}) {
    model.set({{"u1", Rational(4)}, {"w", Rational(w)}});
    CHECK(*start_of(model.file()).a[2].exact == Rational(4, 3) + Rational(2 * w));
  }
  model.set({{"a3", Rational(1)}, {"a1", Rational(3)}, {"u1", Rational(6)}});
  CHECK(*start_of(model.file()).a[0].exact == Rational(6));
  CHECK(*start_of(model.file()).a[2].exact == Rational(2));  // u2 = a3 - a1/3 = 0
}

TEST_CASE("a matrix that satisfies what is linear and yet is no similarity is refused") {
  Json system = Json::parse(std::ifstream(fault("sim3_off_group")));
  CHECK(has(refusal(system), "$.initial.x: found an element off the group"));
  // a similarity: scale 3, a rational rotation by more than a right angle, a translation
  system["initial"]["x"] = {{"X11", "-9/5"}, {"X12", "-12/5"}, {"X21", "12/5"}, {"X22", "-9/5"},
                            {"X33", "3"},    {"X14", "100"},   {"X24", "-7"}};
  CHECK(refusal(system).empty());
  system["initial"]["x"]["X44"] = "1.0001";
  CHECK_FALSE(refusal(system).empty());
  system["initial"]["x"]["X44"] = "1";
  system["initial"]["x"]["X33"] = "-3";  // another component
  CHECK_FALSE(refusal(system).empty());
}

TEST_CASE("elements of matrix groups are accepted however far, others are not") {
  // diag(exp(s), exp(3 s)), whose equation is a cubic
  Json cubic = Json::parse(R"({"schema": 1, "name": "cubic",
    "group": {"matrices": [[["1","0"],["0","3"]]]}, "metric": [["1"]],
    "initial": {"a": ["1"], "x": {"X11": "2", "X22": "8"}}})");
  CHECK(refusal(cubic).empty());
  cubic["initial"]["x"]["X22"] = "8.001";
  CHECK(has(refusal(cubic), "off the group"));
  // SL(2): a matrix that is no exponential
  Json special = Json::parse(R"({"schema": 1, "name": "special",
    "group": {"matrices": [[["1","0"],["0","-1"]], [["0","1"],["0","0"]], [["0","0"],["1","0"]]]},
    "metric": [["1","0","0"], ["0","1","0"], ["0","0","1"]],
    "initial": {"a": ["1", "0", "0"], "x": {"X11": "-50", "X22": "-1/50"}}})");
  CHECK(refusal(special).empty());
  special["initial"]["x"]["X22"] = "-1/49";
  CHECK(has(refusal(special), "off the group"));

  std::mt19937 generator(7);
  std::normal_distribution<double> normal;
  for (const Json& group : {special, cubic, Json::parse(std::ifstream(fault("sim3_off_group")))}) {
    Json system = group;
    system["initial"].erase("x");
    const auto file = read(system);
    const auto& g = std::get<GroupSystem>(file.system).group;
    const auto names = g.coordinate_names();
    for (int draw = 0; draw < 20; ++draw) {
      auto x = g.identity<double>();
      for (int factor = 0; factor < 3; ++factor) {
        SystemGroup::V a(g.dim());
        for (double& c : a) c = normal(generator);
        x = g.compose(x, g.exp(a));
      }
      const auto c = g.coordinates(x);
      for (std::size_t i = 0; i < c.size(); ++i) system["initial"]["x"][names[i]] = c[i];
      CHECK(refusal(system) == "");
    }
  }
}

TEST_CASE("a multiplier that is found is never tested as if it were given") {
  const Comparison found = compare(read_system_file(fault("compare_refused")), 2);
  CHECK(found.q2.answer != Answer::undecided);
  // solvable and nilpotent algebras: [e1, .] acts on an ideal by a matrix, e2, e3 may bracket to e4
  std::mt19937 generator(20261127);
  const auto entry = [&] { return std::to_string(int(generator() % 5) - 2); };
  int compared = 0;
  for (int draw = 0; draw < 200; ++draw) {
    Json system = Json::parse(R"({"schema": 1, "name": "random", "algebra": {"dim": 4},
      "metric": [["1","0","0","0"], ["0","1","0","0"], ["0","0","1","0"], ["0","0","0","1"]]})");
    const bool nilpotent = draw % 2 == 0;
    Json& brackets = system["algebra"]["brackets"];
    if (nilpotent) {
      brackets = {{"1,2", {{"3", entry()}, {"4", entry()}}}, {"1,3", {{"4", entry()}}}};
    } else {
      for (const char* const pair : {"1,2", "1,3", "1,4"})
        brackets[pair] = {{"2", entry()}, {"3", entry()}, {"4", entry()}};
    }
    const int rank = 2 + int(generator() % 2);
    std::vector<std::vector<int>> span(static_cast<std::size_t>(rank), std::vector<int>(4));
    std::vector<std::string> a;
    for (auto& vector : span)
      for (int& x : vector) x = int(generator() % 5) - 2;
    for (std::size_t i = 0; i < 4; ++i) {
      int sum = 0;
      for (const auto& vector : span) sum += vector[i];
      a.push_back(std::to_string(sum));
    }
    for (const auto& vector : span) {
      Json row = Json::array();
      for (const int x : vector) row.push_back(std::to_string(x));
      system["constraint"]["span"].push_back(row);
    }
    system["initial"]["a"] = a;
    if (!refusal(system).empty()) continue;  // dependent vectors
    CAPTURE(system.dump());
    CHECK_NOTHROW(compare(read(system), 1));
    ++compared;
  }
  CHECK(compared > 150);
}
