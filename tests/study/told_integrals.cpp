// What hamel study prints of a flow is whole, or said not to be: integrals in all variables, measures, steady motions.
#include <map>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/algebra/linear.hpp>
#include <hamel/io/study.hpp>
#include <hamel/io/system_file.hpp>

#include "../io/run_command.hpp"
#include "exact/subspaces.hpp"
#include "flows/study.hpp"

using Json = nlohmann::ordered_json;

namespace {

using Polynomial = hamel::CoordinatePolynomial;

Json study_of(const TemporaryFolder& folder, const std::string& file) {
  const auto run = run_unhurried(folder, {"study", file, "--json"});
  CAPTURE(run.err);
  REQUIRE(is_answered(run));
  return Json::parse(run.out);
}

/// The linear polynomials in the variables that a field keeps, as columns: combinations of its rates that are 0.
hamel::DynamicMatrix<hamel::Rational> kept_linear_forms(const hamel::PolynomialField& field) {
  std::map<Polynomial::Monomial, int> places;
  for (const auto& rate : field.rates)
    for (const auto& [monomial, factor] : rate.terms())
      places.emplace(monomial, static_cast<int>(places.size()));
  const auto n = static_cast<Eigen::Index>(field.rates.size());
  hamel::DynamicMatrix<hamel::Rational> equations = hamel::DynamicMatrix<hamel::Rational>::Constant(
      static_cast<Eigen::Index>(places.size()), n, hamel::Rational(0));
  for (Eigen::Index k = 0; k < n; ++k)
    for (const auto& [monomial, factor] : field.rates[static_cast<std::size_t>(k)].terms())
      equations(places.at(monomial), k) = factor;
  return hamel::kernel<hamel::Rational>(equations);
}

/// The integrals of degree 1 that are listed, as columns.
hamel::DynamicMatrix<hamel::Rational> listed_linear_forms(const hamel::FlowStudy& flow) {
  const auto n = static_cast<Eigen::Index>(flow.field.rates.size());
  hamel::DynamicMatrix<hamel::Rational> all(n, 0);
  for (const auto& integral : flow.integrals.generators) {
    if (integral.degree != 1) continue;
    all.conservativeResize(n, all.cols() + 1);
    all.col(all.cols() - 1).setConstant(hamel::Rational(0));
    for (const auto& [monomial, factor] : integral.polynomial.terms())
      all(monomial.front().first / 3, all.cols() - 1) = factor;
  }
  return all;
}

/// A group with angles, a potential in one or two of them, and a constraint that mostly lets nothing of SE2 turn.
Json random_system(std::mt19937& generator) {
  struct Kind {
    std::vector<const char*> groups;
    int dim, turn;  // which velocity turns SE2, -1 without
    std::vector<const char*> angles;
  };
  static const Kind kinds[] = {{{"SE2", "T1"}, 4, 2, {"phi", "theta1"}},
                               {{"SE2"}, 3, 2, {"phi"}},
                               {{"SE2", "R1"}, 4, 2, {"phi"}},
                               {{"SE2", "T2"}, 5, 2, {"phi", "theta1", "theta2"}},
                               {{"T2", "R1"}, 3, -1, {"theta1", "theta2"}},
                               {{"T3"}, 3, -1, {"theta1", "theta2", "theta3"}},
                               {{"T1", "SE2"}, 4, 3, {"phi", "theta1"}}};
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(generator() % n); };
  const Kind& kind = kinds[below(std::size(kinds))];
  const int r = 1 + static_cast<int>(below(static_cast<std::size_t>(kind.dim - 1)));
  Json metric = Json::array(), span = Json::array();
  for (int i = 0; i < kind.dim; ++i) {
    metric.push_back(Json::array());
    for (int j = 0; j < kind.dim; ++j)
      metric[static_cast<std::size_t>(i)].push_back(i == j ? std::to_string(1 + below(3)) : "0");
  }
  const bool turns = below(5) == 0;
  for (int k = 0, next = 0; k < r;
       ++k, ++next) {  // a unit vector each, and something of the others
    if (!turns && next == kind.turn) ++next;
    if (next >= kind.dim) break;
    span.push_back(Json::array());
    for (int i = 0; i < kind.dim; ++i) {
      const int entry = i == next ? 1 : i > next ? static_cast<int>(below(3)) - 1 : 0;
      span.back().push_back(std::to_string(!turns && i == kind.turn ? 0 : entry));
    }
  }
  const auto function = [&] {
    return std::string(below(2) == 0 ? "sin(" : "cos(") + kind.angles[below(kind.angles.size())] +
           ")";
  };
  const char* between[] = {" * ", " + 2 * "};
  const std::string first = function();
  return {{"schema", 1},
          {"name", "angles"},
          {"group", kind.groups},
          {"metric", metric},
          {"constraint", {{"span", span}}},
          {"potential", below(3) == 0 ? first : first + between[below(2)] + function()}};
}

}  // namespace

TEST_CASE("cosine and sine of an angle that the vakonomic motion does not turn are integrals") {
  const TemporaryFolder folder;
  const Json study = study_of(folder, paths::data() + "/faults/study_missing_integrals.json");
  const Json& flow = study["flows"][2];
  REQUIRE(flow["flow"] == "vakonomic");
  int found = 0;
  for (const auto& integral : flow["integrals"]["generators"])
    found += integral["polynomial"] == "cos(phi)" || integral["polynomial"] == "sin(phi)";
  CHECK(found == 2);
}

TEST_CASE("every linear combination of what is printed that stays is listed") {
  std::mt19937 generator(20261127);
  for (int trial = 0; trial < 40; ++trial) {
    const Json system = random_system(generator);
    CAPTURE(system.dump());
    const auto found = hamel::study_of(hamel::parse_system_file(system.dump()));
    for (const auto& flow : found->flows) {
      CAPTURE(flow.flow);
      const auto kept = kept_linear_forms(flow.field), listed = listed_linear_forms(flow);
      CHECK(hamel::rank<hamel::Rational>(listed) == kept.cols());
      CHECK(listed.cols() == kept.cols());
      CHECK(hamel::contains<hamel::Rational>(kept, listed));
    }
  }
}

TEST_CASE("a flow that is not studied is named with the reason") {
  const TemporaryFolder folder;
  const std::string wheel =
      R"({"schema": 1, "name": "wheel", "group": ["SE2", "T1"],
 "metric": [["1","0","0","0"], ["0","1","0","0"], ["0","0","1","0"], ["0","0","0","1"]],
 "constraint": {"span": [["1","0","0","1"], ["0","0","1","0"]])";
  const std::string forced = folder.write("forced.json",
                                          wheel + R"(}, "force": ["-a1", "0", "0", "0"]})"),
                    timed =
                        folder.write("timed.json", wheel + R"(, "offset": ["t", "0", "0", "0"]}})");
  const auto open = [&](const std::string& file) {
    const Json study = study_of(folder, file);
    std::vector<std::string> all;
    for (const Json& one : study["not_covered"]) {
      CHECK(one["status"] == "not covered");
      all.push_back(one["flow"].get<std::string>() + ": " + one["reason"].get<std::string>());
    }
    return all;
  };
  CHECK(open(forced) == std::vector<std::string>{"vakonomic: a force that acts"});
  CHECK(open(timed) == std::vector<std::string>{"vakonomic: formulas that name time"});
  CHECK(open(system_path("suslov")).empty());
  const auto words = run_unhurried(folder, {"study", forced});
  CHECK(words.out.find("\nvakonomic flow\n  not covered: a force that acts\n") !=
        std::string::npos);
}
