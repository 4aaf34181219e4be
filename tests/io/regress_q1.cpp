// Systems whose Q1 was answered wrongly, or not within minutes.
#include <chrono>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "../paths.hpp"
#include "run_command.hpp"

using Json = nlohmann::ordered_json;

namespace {

/// Runs the command and requires an end within seconds.
CommandResult timed(const std::vector<std::string>& arguments) {
  const TemporaryFolder folder;
  const auto begin = std::chrono::steady_clock::now();
  const CommandResult result = run_command(folder, arguments);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  CHECK(time.count() < 20);
  return result;
}

Json report_of(const std::string& name) {
  CAPTURE(name);
  const CommandResult result = timed({"check", paths::regress(name), "--json"});
  CAPTURE(result.err);
  REQUIRE(result.status == 0);
  return Json::parse(result.out);
}

}  // namespace

TEST_CASE(
    "one system in two bases of d, and in two orders: yes, generic, with an exception named") {
  for (const char* name : {"q1_basis_a", "q1_basis_b", "q1_order_a", "q1_order_b"}) {
    CAPTURE(name);
    const Json q1 = report_of(name)["q1"];
    CHECK(q1["answer"] == "yes");
    CHECK(q1["generic"] == true);
    CHECK(q1["exact"] == true);
    REQUIRE(!q1["exceptions"].empty());
    for (const auto& exception : q1["exceptions"]) {
      CHECK(!exception["start"].empty());
      CHECK(exception["certificate"]["kind"] == "no");
      CHECK(exception["certificate"]["value"] != "0");
    }
  }
}

TEST_CASE("a product of factors that are each yes, generic, is yes, generic") {
  const Json q1 = report_of("q1_product")["q1"];
  CHECK(q1["answer"] == "yes");
  CHECK(q1["generic"] == true);
  CHECK(q1["exact"] == true);
  CHECK(q1["certificate"]["kind"] == "product");
}

TEST_CASE("the answer of a family says generic") {
  const CommandResult result =
      timed({"check", paths::regress("vary_generic"), "--vary", "l", "--json"});
  REQUIRE(result.status == 0);
  const Json report = Json::parse(result.out);
  bool any = false;
  for (const auto& range : report["q1"]["ranges"])
    if (range["answer"] == "yes") {
      any = true;
      CHECK(range["generic"] == true);
    }
  CHECK(any);
}

TEST_CASE("exact work is bounded: an answer, undecided or a refusal within seconds") {
  for (const char* name : {"exact_growth", "two_bodies", "compare_slow", "compare_hang"}) {
    CAPTURE(name);
    const CommandResult result = timed({"check", paths::regress(name), "--json"});
    CHECK((result.status == 0 || result.status == 2));
  }
  CHECK(timed({"check", paths::regress("vary_hang"), "--vary", "l"}).status == 0);
  CHECK(timed({"check", paths::regress("vary_long_roots"), "--vary", "a", "--budget", "3"})
            .err.find("the budget of an answer is used up") != std::string::npos);
  // A determinant of order 17, which by minors has 17! products.
  CHECK(timed({"check", paths::regress("vary_many_velocities"), "--vary", "c", "--budget", "3"})
            .err.find("the budget of an answer is used up") != std::string::npos);
  // The dimension of coadjoint orbits, whose points would be ten million.
  CHECK(timed({"study", paths::regress("study_many_points"), "--budget", "3"}).status == 3);
  // Products of many integrals, equations of degree 30, slopes with long numbers, many functions at points.
  for (const char* name : {"study_products_of_integrals", "study_degree_in_zeros",
                           "study_long_slopes", "study_many_functions"}) {
    CAPTURE(name);
    CHECK(timed({"study", paths::regress(name), "--budget", "3"}).status == 3);
  }
  // A function of the file whose values are polynomials with long numbers.
  CHECK(timed({"compare", paths::regress("compare_tower")}).status == 0);
}

TEST_CASE("sets of steady motions without coordinates of their own name their variables") {
  const CommandResult result = timed({"study", paths::regress("study_steady_set")});
  CHECK(result.status == 3);
  CHECK(result.out.find("steady motions") != std::string::npos);
}

TEST_CASE(
    "a cosine of sines is no relation between functions that steady motions are looked for with") {
  const CommandResult result = timed({"study", paths::regress("study_cosine_of_sines")});
  CHECK(result.status == 3);
  CHECK(result.out.find("(noether momentum)") != std::string::npos);
}

TEST_CASE("a generic no with long numbers is proved modulo a prime") {
  const Json q1 = report_of("two_bodies")["q1"];
  CHECK(q1["answer"] == "no");
  CHECK(q1["exact"] == true);
}
