// Factors of polynomials in the velocities on the quadric g(u, u) = 0.
#include "parameters/null_velocities.hpp"

#include <set>
#include <string>

#include <doctest/doctest.h>

#include "parameters/read_family.hpp"

namespace {

using hamel::varying::ParameterPolynomial;
using Lists = std::set<std::set<std::string>>;

/// so(4) with d of dimension 3, where g(u, [u, .]) on d is N u x u with N = diag(k14, k25, 0): on the quadric
/// E = h11 u1^2 + h22 u2^2 + h33 u3^2 the form A of its motions is h11 k14 u1^2 + h22 k25 u2^2.
const char* const with_diagonal_n =
    R"json({"schema": 1, "name": "diagonal", "algebra": {"dim": 6, "brackets": {
  "1,2": {"6": "1"}, "2,3": {"4": "1"}, "3,1": {"5": "1"}, "4,5": {"6": "1"}, "5,6": {"4": "1"},
  "6,4": {"5": "1"}, "4,2": {"3": "1"}, "5,3": {"1": "1"}, "6,1": {"2": "1"}, "4,3": {"2": "-1"},
  "5,1": {"3": "-1"}, "6,2": {"1": "-1"}}},
  "metric": [["h11", "0", "0", "k14", "0", "0"], ["0", "h22", "0", "0", "k25", "0"],
    ["0", "0", "h33", "0", "0", "0"], ["k14", "0", "0", "w", "0", "0"],
    ["0", "k25", "0", "0", "w", "0"], ["0", "0", "0", "0", "0", "w"]],
  "parameters": {"h11": "1", "h22": "2", "h33": "3", "k14": "1", "k25": "3", "w": "100"},
  "constraint": {"span": [["1", "0", "0", "0", "0", "0"], ["0", "1", "0", "0", "0", "0"],
    ["0", "0", "1", "0", "0", "0"]]}})json";

struct Of {
  hamel::varying::ReadFamily read = hamel::varying::read_family(
      hamel::reading::FamilyFile(with_diagonal_n, {"h11", "h22", "h33", "k14", "k25", "w"}));

  ParameterPolynomial polynomial(const char* text) const {
    return *ParameterPolynomial::parse(read.family.ring, text);
  }
  Lists lists(const ParameterPolynomial& p) const {
    Lists all;
    for (const auto& list : hamel::varying::factors_in_parameters(read.family, p)) {
      std::set<std::string> texts;
      for (const auto& q : list) texts.insert(q.str());
      all.insert(texts);
    }
    return all;
  }
};

}  // namespace

TEST_CASE("a product is 0 where a factor is, which the metric never is") {
  const Of of;
  const auto quadric = of.polynomial("h11*u1^2+h22*u2^2+h33*u3^2");
  CHECK(of.lists(of.polynomial("k14*u1^2+k25*u2*u3")) == Lists{{"k14", "k25"}});
  CHECK(of.lists(quadric * of.polynomial("k14*u1+k25*u2")) == Lists{{"k14", "k25"}});
  CHECK(of.lists(quadric * of.polynomial("h33*u3")) == Lists{{"1"}});
}

TEST_CASE("what the form of motions divides at null velocities is 0 where it or the rest is") {
  const Of of;
  const auto quadric = of.polynomial("h11*u1^2+h22*u2^2+h33*u3^2"),
             motions = of.polynomial("h11*k14*u1^2+h22*k25*u2^2");
  // the polynomial itself has no factors
  const auto p = motions * motions * of.polynomial("k14*u2+k25*u3+w*u1") +
                 quadric * of.polynomial("u1^3+u2*u3^2");
  REQUIRE(p.factors().size() == 1);
  CHECK(of.lists(p) == Lists{{"k14", "k25-k14"}, {"k14", "k25", "w"}});
  // beside something else it does not divide
  CHECK(of.lists(p + of.polynomial("u2^5")).size() == 1);
}
