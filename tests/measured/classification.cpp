// docs/classification.md in dimension 4: its tables as they are written, at fewer subspaces than
// `classification_document` takes.
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "../paths.hpp"
#include "dimension_4.hpp"

using namespace classification;

TEST_CASE("the page has the tables, and single systems agree with them") {
  std::ostringstream tables;
  auto answers = write_tables_of_dimension_4(tables);
  std::ifstream file(paths::source() + "/docs/classification.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  CHECK(page.find(tables.str()) != std::string::npos);

  const Comparison all = compare_planes(answers, 6);
  CHECK(all.subspaces > 20);
  CHECK(all.wrong_bases == 0);
  CHECK(all.asked > 50);
  CHECK(all.yes > 5);
  CHECK(all.undecided == 0);
  CHECK(all.contradictions == 0);

  for (auto& row : answers) std::swap(row.answers[0].yes, row.answers[1].yes);
  CHECK(compare_planes(answers, 6).contradictions > 0);
}

TEST_CASE("hyperplanes of every algebra are those of a row") {
  const Comparison all = compare_hyperplanes(6);
  CHECK(all.subspaces > 100);
  CHECK(all.wrong_bases == 0);
  CHECK(all.asked > 150);
  CHECK(all.yes > 50);
  CHECK(all.undecided == 0);
  CHECK(all.contradictions == 0);
}

TEST_CASE("every row is an algebra") {
  for (const auto& rows : {hyperplanes(), planes_that_generate()})
    for (const auto& row : rows) {
      CAPTURE(row.name);
      std::vector<Rational> parameters;
      for (std::size_t k = 0; k < row.parameters.size(); ++k)
        parameters.emplace_back(static_cast<int>(k) + 2);
      CHECK_NOTHROW(hamel::require_lie_algebra(constants_of(row, parameters)));
    }
}
