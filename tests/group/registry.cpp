// Every row of the library: its name, the laws on the groups it makes, their retractions, relations and scalars.
#include <cmath>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <Eigen/LU>
#include <doctest/doctest.h>

#include <hamel/core/types.hpp>
#include <hamel/group/any_group.hpp>
#include <hamel/group/concept.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/library.hpp>
#include <hamel/retraction/cayley.hpp>
#include <hamel/retraction/concept.hpp>
#include <hamel/retraction/exponential.hpp>

#include "../retraction/suite.hpp"
#include "suite.hpp"

namespace {

using namespace hamel;

/// Calls f(group) on every single group, and on the two smallest of every family.
template <class F>
void for_each_member(F&& f) {
  for_each_library_group([&](const auto& row) {
    CAPTURE(row.shown());
    f(row.make(row.first));
    if (row.is_family()) f(row.make(row.first + row.step));
  });
}

TEST_CASE("a name is that of one group") {
  std::set<std::string> names;
  for_each_library_group([&](const auto& row) {
    CHECK(names.insert(std::string(row.name)).second);
    CHECK(!row.description.empty());
    CHECK(!row.algebra.empty());
  });
  const auto readers = [](const std::string& text) {
    int count = 0;
    for_each_library_group([&](const auto& row) { count += row.called(text).has_value(); });
    return count;
  };
  for_each_library_group([&](const auto& row) {
    const std::string name = std::string(row.name) + (row.is_family() ? "3" : "");
    CAPTURE(name);
    CHECK(readers(name) == 1);
    for (const std::string& other : {name + " ", name + "x", " " + name, name + "-1"})
      CHECK(readers(other) == 0);
  });
  for (const char* text : {"", "S", "SO", "so3", "T", "T0", "T-1", "T03", "T3.0", "T65", "H1", "H4",
                           "H65", "R99999999999999"})
    CHECK(readers(text) == 0);
}

TEST_CASE("a family makes the dimension that was asked for") {
  for_each_library_group([&](const auto& row) {
    for (int n = row.first; row.is_family() && n <= max_dimension; n += row.step) {
      const auto group = row.called(std::string(row.name) + std::to_string(n));
      REQUIRE(group.has_value());
      CHECK(group->dim() == n);
    }
  });
}

TEST_CASE("every named group obeys the laws") {
  for_each_member([](const auto& group) { suite::run(group, 3.1); });
}

TEST_CASE("both retractions of every named group") {
  for_each_member([](const auto& group) {
    suite::check_retraction(Exponential{}, group);
    suite::check_retraction(Cayley{}, group);
  });
}

TEST_CASE(
    "the relations a group states hold at its elements, and leave as many numbers free as "
    "dimensions") {
  std::mt19937 random(3);
  for_each_member([&](const auto& group) {
    using G = std::remove_cvref_t<decltype(group)>;
    constexpr bool states = requires(const Element<G, double>& x) {
      group.relations(x);
    };
    int count = 0;
    if constexpr (states) {
      for (int repeat = 0; repeat < 5; ++repeat) {
        const auto x = group.exp(suite::random_vector<G::dimension>(group.dim(), random));
        const std::vector<double> values = group.relations(x);
        count = int(values.size());
        for (const double value : values) CHECK(std::abs(value) < 1e-13);
      }
    }
    CHECK(group.size() - count == group.dim());
  });
}

TEST_CASE(
    "a group says how its coordinates are written without the heap, and these are its "
    "coordinates") {
  std::mt19937 random(4);
  for_each_member([&](const auto& group) {
    using G = std::remove_cvref_t<decltype(group)>;
    const auto x = group.exp(suite::random_vector<G::dimension>(group.dim(), random));
    const std::vector<double> expected = group.coordinates(x);
    std::vector<double> written;
    if constexpr (requires { G::coordinate_count; }) {
      written.resize(G::coordinate_count);
      CHECK(group.write_coordinates(x, written.data()) == written.data() + written.size());
    } else if constexpr (requires { requires G::stores_coordinates; }) {
      written.assign(x.data.begin(), x.data.end());
    }
    CHECK(written == expected);
    CHECK(group.coordinate_names().size() == expected.size());
  });
}

TEST_CASE("elements of a fixed size are their numbers in a row, and nothing else") {
  for_each_library_group([](const auto& row) {
    using G = typename std::remove_cvref_t<decltype(row)>::Group;
    if constexpr (G::storage != dynamic) {
      static_assert(std::is_standard_layout_v<Element<G, double>>);
      static_assert(sizeof(Element<G, double>) == G::storage * sizeof(double));
    }
  });
}

}  // namespace
