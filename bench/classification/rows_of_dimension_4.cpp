// The lists: algebras of dimension 4, hyperplanes and planes in adapted bases.
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "algebras_of_dimension_4.hpp"
#include "exact_formula.hpp"

namespace classification {

namespace {

using hamel::Expression;

Constants parsed(const std::string& structure, const Expression::Scope& scope) {
  Constants constants(4);
  const auto file = nlohmann::json::parse(structure);
  for (const auto& [pair, bracket] : file.items())
    for (const auto& [index, coefficient] : bracket.items()) {
      const std::string text = coefficient.template get<std::string>();
      constants.set(pair[0] - '1', pair[2] - '1', index[0] - '1', exact_value(text, scope));
    }
  return constants;
}

/// An algebra of the lists; its brackets and its name have the parameters by their names.
Algebra algebra(const std::string& name, Kind kind, const std::string& structure, int f = 3,
                const std::map<std::string, std::string>& parameters = {}) {
  Expression::Scope scope;
  std::string values;
  for (const auto& [parameter, value] : parameters) {
    scope.parameters.emplace(parameter, Expression(exact_value(value, {})));
    values.append(", ").append(parameter).append(" = ").append(value);
  }
  return {name + values, kind, parsed(structure, scope), f};
}

}  // namespace

std::vector<Algebra> algebras_of_dimension_4() {
  const auto flat = Kind::abelian_ideal;
  std::vector<Algebra> all{
      algebra("4A1", flat, "{}"),
      algebra("A2 + 2A1", flat, R"({"1,2": {"2": "1"}})", 0),
      algebra("2A2", Kind::two_planes, R"({"1,2": {"2": "1"}, "3,4": {"4": "1"}})"),
      algebra("A3,1 + A1", flat, R"({"2,3": {"1": "1"}})", 2),
      algebra("A3,2 + A1", flat, R"({"1,3": {"1": "1"}, "2,3": {"1": "1", "2": "1"}})", 2),
      algebra("A3,3 + A1", flat, R"({"1,3": {"1": "1"}, "2,3": {"2": "1"}})", 2),
      algebra("A3,4 + A1", flat, R"({"1,3": {"1": "1"}, "2,3": {"2": "-1"}})", 2),
      algebra("A3,6 + A1", flat, R"({"1,3": {"2": "-1"}, "2,3": {"1": "1"}})", 2),
      algebra("A3,8 + A1", Kind::simple,
              R"({"1,2": {"1": "1"}, "2,3": {"3": "1"}, "1,3": {"2": "-2"}})"),
      algebra("A3,9 + A1", Kind::simple,
              R"({"1,2": {"3": "1"}, "2,3": {"1": "1"}, "3,1": {"2": "1"}})"),
      algebra("A4,1", flat, R"({"2,4": {"1": "1"}, "3,4": {"2": "1"}})"),
      algebra("A4,3", flat, R"({"1,4": {"1": "1"}, "3,4": {"2": "1"}})"),
      algebra("A4,4", flat,
              R"({"1,4": {"1": "1"}, "2,4": {"1": "1", "2": "1"}, "3,4": {"2": "1", "3": "1"}})"),
      algebra(
          "A4,7", Kind::heisenberg,
          R"({"2,3": {"1": "1"}, "1,4": {"1": "2"}, "2,4": {"2": "1"}, "3,4": {"2": "1", "3": "1"}})"),
      algebra("A4,8", Kind::heisenberg,
              R"({"2,3": {"1": "1"}, "2,4": {"2": "1"}, "3,4": {"3": "-1"}})"),
      algebra("A4,10", Kind::heisenberg,
              R"({"2,3": {"1": "1"}, "2,4": {"3": "-1"}, "3,4": {"2": "1"}})"),
      algebra("A4,12", Kind::complex_plane,
              R"({"1,3": {"1": "1"}, "2,3": {"2": "1"}, "1,4": {"2": "-1"}, "2,4": {"1": "1"}})"),
  };
  // those with parameters, at some of their values, special ones among them
  for (const std::string a : {"-1/2", "1/3"})
    all.push_back(
        algebra("A3,5 + A1", flat, R"({"1,3": {"1": "1"}, "2,3": {"2": "a"}})", 2, {{"a", a}}));
  for (const std::string a : {"1/2", "2"})
    all.push_back(algebra("A3,7 + A1", flat,
                          R"({"1,3": {"1": "a", "2": "-1"}, "2,3": {"1": "1", "2": "a"}})", 2,
                          {{"a", a}}));
  for (const std::string a : {"-2", "-1", "1", "1/2"})
    all.push_back(algebra("A4,2", flat,
                          R"({"1,4": {"1": "a"}, "2,4": {"2": "1"}, "3,4": {"2": "1", "3": "1"}})",
                          3, {{"a", a}}));
  for (const auto& [a, b] : std::vector<std::pair<std::string, std::string>>{
           {"1", "1"}, {"1", "-1"}, {"1", "-2"}, {"-1/2", "-1/2"}, {"1/2", "-1/3"}})
    all.push_back(algebra("A4,5", flat,
                          R"({"1,4": {"1": "1"}, "2,4": {"2": "a"}, "3,4": {"3": "b"}})", 3,
                          {{"a", a}, {"b", b}}));
  for (const auto& [a, b] :
       std::vector<std::pair<std::string, std::string>>{{"1", "0"}, {"2", "1"}, {"-2", "1"}})
    all.push_back(
        algebra("A4,6", flat,
                R"({"1,4": {"1": "a"}, "2,4": {"2": "b", "3": "-1"}, "3,4": {"2": "1", "3": "b"}})",
                3, {{"a", a}, {"b", b}}));
  for (const std::string b : {"-1/2", "0", "1/2", "1"})
    all.push_back(
        algebra("A4,9", Kind::heisenberg,
                R"({"2,3": {"1": "1"}, "1,4": {"1": "1+b"}, "2,4": {"2": "1"}, "3,4": {"3": "b"}})",
                3, {{"b", b}}));
  for (const std::string a : {"1/2", "1"})
    all.push_back(algebra(
        "A4,11", Kind::heisenberg,
        R"({"2,3": {"1": "1"}, "1,4": {"1": "2*a"}, "2,4": {"2": "a", "3": "-1"}, "3,4": {"2": "1", "3": "a"}})",
        3, {{"a", a}}));
  return all;
}

std::vector<Adapted> hyperplanes() {
  const std::string flat = "R f + R^3";
  return {
      {flat + ", d holds no invariant line of R^3",
       R"({"1,2": {"4": "1", "3": "c1"}, "1,3": {"2": "1", "3": "c2"}, "1,4": {"3": "c0"}})",
       {"c0", "c1", "c2"},
       {"1", "1", "1"},
       {}},
      {flat + ", an invariant line e3 that has an invariant complement, or s = k t - k^2",
       R"({"1,2": {"4": "1"}, "1,3": {"3": "k"}, "1,4": {"2": "-s", "4": "t"}})",
       {"s", "t", "k"},
       {"1", "1", "1"},
       {}},
      {flat + ", an invariant line e3 without",
       R"({"1,2": {"4": "1"}, "1,3": {"3": "k"}, "1,4": {"2": "k^2-t*k", "4": "t", "3": "1"}})",
       {"t", "k"},
       {"1", "1"},
       {}},
      {"A4,7 to A4,11 but b = 1, d through the derived algebra of h3",
       R"({"1,2": {"4": "1"}, "1,4": {"2": "-s", "4": "t"}, "2,4": {"3": "1"}, "1,3": {"3": "t"}})",
       {"s", "t"},
       {"1", "1"},
       {}},
      {"A4,7 to A4,11 but b = 1, d not through it",
       R"({"1,2": {"4": "1"}, "3,1": {"2": "1"}, "3,2": {"1": "-s", "2": "t"}, "3,4": {"4": "t"}})",
       {"s", "t"},
       {"1", "1"},
       {}},
      {"A4,9 with b = 1",
       R"({"1,2": {"4": "1"}, "3,1": {"1": "1"}, "3,2": {"2": "1"}, "3,4": {"4": "2"}})",
       {},
       {},
       {}},
      {"2A2, d through no ideal line",
       R"({"1,3": {"4": "1"}, "2,3": {"4": "-1", "3": "1"}, "1,4": {"4": "1"}})",
       {},
       {},
       {}},
      {"2A2, d through one",
       R"({"1,3": {"4": "-1"}, "1,4": {"4": "1"}, "2,3": {"2": "-1"}})",
       {},
       {},
       {}},
      {"A4,12",
       R"({"1,3": {"3": "1"}, "1,4": {"4": "1"}, "2,3": {"4": "-1"}, "2,4": {"3": "1"}})",
       {},
       {},
       {}},
      {"A3,8 + A1, A3,9 + A1, d through the centre",
       R"({"1,2": {"4": "1"}, "2,4": {"1": "k"}, "4,1": {"2": "l"}})",
       {"k", "l"},
       {"1", "1"},
       {"k", "l"}},
      {"A3,8 + A1, A3,9 + A1, d not through it",
       R"({"1,2": {"4": "1"}, "2,4": {"1": "k"}, "4,1": {"2": "l"}, "1,3": {"2": "-l"}, "2,3": {"1": "k"}})",
       {"k", "l"},
       {"1", "1"},
       {"k", "l"}},
      {"A3,8 + A1, d meets it in a tangent plane of the null cone",
       R"({"1,2": {"1": "2"}, "1,4": {"2": "1"}, "2,4": {"4": "2"}, "1,3": {"2": "1"}, "2,3": {"4": "2"}})",
       {},
       {},
       {}},
  };
}

std::vector<Adapted> planes_that_generate() {
  return {
      {"R f + R^3",
       R"({"1,2": {"3": "1"}, "1,3": {"4": "1"}, "1,4": {"2": "c0", "3": "c1", "4": "c2"}})",
       {"c0", "c1", "c2"},
       {"1", "1", "1"},
       {}},
      {"2A2 (p > 0), A4,9 with b = 0 (p = 0), A4,12 (p < 0)",
       R"({"1,2": {"3": "1"}, "1,3": {"4": "1"}, "1,4": {"3": "p"}, "2,3": {"3": "1"}, "2,4": {"4": "1"}})",
       {"p"},
       {"1"},
       {}},
      {"A3,8 + A1",
       R"({"1,2": {"3": "1"}, "1,3": {"4": "1"}, "2,3": {"2": "1"}, "2,4": {"3": "1"}, "3,4": {"4": "1"}})",
       {},
       {},
       {}},
      {"h3 + R f",
       R"({"1,2": {"3": "1"}, "1,3": {"4": "1"}, "2,3": {"1": "a", "3": "c"}, "2,4": {"4": "c"}})",
       {"a", "c"},
       {"1", "1"},
       {"a"}},
      {"A3,8 + A1, A3,9 + A1",
       R"({"1,2": {"3": "1"}, "1,3": {"4": "1"}, "2,3": {"1": "a"}, "1,4": {"3": "p"}, "3,4": {"1": "-a*p"}})",
       {"a", "p"},
       {"1", "1"},
       {"a", "p"}},
  };
}

Constants constants_of(const Adapted& row, const std::vector<Rational>& parameters) {
  Expression::Scope scope;
  for (std::size_t k = 0; k < parameters.size(); ++k)
    scope.parameters.emplace(row.parameters[k], Expression(parameters[k]));
  return parsed(row.structure, scope);
}

Constants in_basis(const Constants& constants, const Columns& basis) {
  const int n = constants.dimension();
  Constants result(n);
  const Columns inverse = *hamel::inverse<Rational>(basis);
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      const Column value = inverse * constants.bracket(basis.col(i), basis.col(j));
      for (int k = 0; k < n; ++k) result.set(i, j, k, value(k));
    }
  return result;
}

}  // namespace classification
