// hamel inverse: planes up to isometric automorphisms, and by numbers over the centroid.
#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "inverse/certificate_parts.hpp"
#include "inverse/cyclic_planes.hpp"
#include "inverse/family_files.hpp"
#include "inverse/plane_choices.hpp"
#include "inverse/plane_invariants.hpp"
#include "inverse_certificate.hpp"
#include "proving/planes_again.hpp"

using hamel::Rational;
using Exact = hamel::DynamicMatrix<Rational>;
using Json = nlohmann::ordered_json;
using System = hamel::AlgebraicSystem<Rational>;

namespace {

/// A metric of these squares, d of the first vectors.
std::string system_on(const std::string& group, const std::vector<int>& squares, int r) {
  Json file{{"schema", 1}, {"name", "body"}, {"group", group}, {"metric", Json::array()}};
  for (std::size_t i = 0; i < squares.size(); ++i) {
    std::vector<std::string> row(squares.size(), "0");
    row[i] = std::to_string(squares[i]);
    file["metric"].push_back(row);
    if (static_cast<int>(i) >= r) continue;
    row[i] = "1";
    file["constraint"]["span"].push_back(row);
  }
  return file.dump();
}

hamel::SystemFile file_on(const std::string& group, const std::vector<int>& squares, int r) {
  return hamel::parse_system_file(system_on(group, squares, r));
}

/// How many parameters each family has.
std::vector<Eigen::Index> sizes(const std::vector<hamel::GraphsOfPlanes>& families) {
  std::vector<Eigen::Index> result;
  for (const auto& graphs : families) result.push_back(graphs.maps.rows());
  return result;
}

Exact vector(const std::vector<int>& entries) {
  Exact v(static_cast<Eigen::Index>(entries.size()), 1);
  for (std::size_t i = 0; i < entries.size(); ++i)
    v(static_cast<Eigen::Index>(i), 0) = Rational(entries[i]);
  return v;
}

/// Nothing where it is refused.
std::optional<hamel::ProvedAgain> proved_again(const System& system, const Json& planes) {
  const hamel::JsonValue document = hamel::parse_json(planes.dump());
  try {
    return hamel::q1_of_planes_again(system, hamel::JsonNode(document));
  } catch (const hamel::InputError&) {
    return std::nullopt;
  }
}

bool is_zero(const Exact& m) {
  return hamel::rank<Rational>(m) == 0;
}

}  // namespace

TEST_CASE("isometric derivations are those of the group that keeps the metric") {
  const auto count = [](const std::string& group, const std::vector<int>& squares) {
    const auto file = file_on(group, squares, 1);
    const System& system = hamel::system_of_inverse(file);
    const auto all = hamel::isometric_derivations(system);
    for (const auto& x : all) {
      CHECK(is_zero(Exact(x.transpose() * system.metric + system.metric * x)));
      for (int i = 0; i < system.dimension(); ++i)
        for (int j = 0; j < i; ++j) {
          const auto& algebra = system.algebra;
          const auto a = algebra.basis_vector(i), b = algebra.basis_vector(j);
          const Exact moved = x * algebra.bracket(a, b);
          CHECK(is_zero(moved - algebra.bracket(Exact(x * a).col(0), b) -
                        algebra.bracket(a, Exact(x * b).col(0))));
        }
    }
    return all.size();
  };
  CHECK(count("SE3", {1, 1, 1, 1, 1, 1}) == 3);
  CHECK(count("SE3", {3, 3, 3, 2, 2, 2}) == 3);
  CHECK(count("SE3", {3, 3, 3, 1, 1, 2}) == 1);
  CHECK(count("SE3", {2, 3, 5, 1, 1, 1}) == 0);
  CHECK(count("SO3", {1, 1, 1}) == 3);
  CHECK(count("SE2", {1, 1, 1}) == 1);
  CHECK(count("H3", {1, 1, 1}) == 1);
}

TEST_CASE("planes on SE3 are four families up to rotations, with as few parameters as can be") {
  const auto file = file_on("SE3", {1, 1, 1, 1, 1, 1}, 2);
  const System& system = hamel::system_of_inverse(file);
  const auto families = hamel::families_up_to_symmetries(system);
  REQUIRE(sizes(families) == std::vector<Eigen::Index>{5, 3, 1, 0});  // 8 - 3 parameters at least
  CHECK(hamel::in_words(hamel::span_of(families[0])) ==
        "(t11, t12, t13, 1, 0, 0), ((-1)*t12, t22, t23, 0, 1, 0)");
  CHECK(hamel::in_words(hamel::span_of(families[1])) ==
        "(t11, 0, t13, 1, 0, 0), (t21, 1, 0, 0, 0, 0)");
  CHECK(hamel::in_words(hamel::span_of(families[2])) == "(0, t12, 0, 1, 0, 0), (1, 0, 0, 0, 0, 0)");
  // Of three dimensions the symmetric part of a 3 x 3 matrix becomes diagonal.
  const auto larger = file_on("SE3", {1, 1, 1, 1, 1, 1}, 3);
  CHECK(sizes(hamel::families_up_to_symmetries(hamel::system_of_inverse(larger))).front() == 6);
}

TEST_CASE("slices and rests are orthogonal to what vectors are turned into") {
  const auto file = file_on("SE3", {3, 3, 3, 2, 2, 2}, 2);
  const System& system = hamel::system_of_inverse(file);
  const auto all = hamel::all_planes(system);
  const Exact c = vector({0, 0, 0, 1, 0, 0});
  const auto with = hamel::with_vector(all, c.col(0), system.metric);
  CHECK(with.turnings.size() == 1);
  CHECK(with.rest.cols() == 5);
  REQUIRE(with.slices.front().cols() == 3);  // no other rotation
  CHECK(is_zero(Exact(with.slices.front().bottomRows(3))));
  const auto without = hamel::without_vector(all, c.col(0), system.metric);
  CHECK(without.turnings.size() == 3);
  REQUIRE(without.rest.cols() == 3);
  CHECK(is_zero(Exact(without.rest.bottomRows(3))));
}

TEST_CASE("choices that leave planes out are none") {
  const auto file = file_on("SE3", {1, 1, 1, 1, 1, 1}, 2);
  const System& system = hamel::system_of_inverse(file);
  const auto choices = hamel::choices_of_planes(system, 2).value();
  using Alter = std::function<void(hamel::PlaneChoices&)>;
  const auto are_none = [&](const Alter& alter) {
    hamel::PlaneChoices altered = choices;
    alter(altered);
    return !hamel::families_by(system, 2, altered).has_value();
  };
  CHECK_FALSE(are_none([](auto&) {}));
  CHECK(are_none([](auto& root) { root.next.pop_back(); }));
  CHECK(are_none([](auto& root) { root.next[0].next.pop_back(); }));
  CHECK(are_none([](auto& root) { root.next.push_back(root.next[1]); }));
  CHECK(are_none([](auto& root) { root.next[0] = root.next[1]; }));
  CHECK(are_none([](auto& root) { root.next[0] = root.next[0].next[0]; }));
  CHECK(are_none([](auto& root) { root.next[0].next[0].next = {root.next[1]}; }));
  CHECK(are_none([](auto& root) { root.vector = vector({0, 0, 0, 0, 0, 0}).col(0); }));
  CHECK(are_none([](auto& root) { root.vector = vector({0, 0, 1}).col(0); }));
  // Not orthogonal to the first; of the module that d is orthogonal to.
  CHECK(are_none([](auto& root) { root.next[0].vector = root.vector; }));
  CHECK(are_none([](auto& root) { root.next[1].vector = root.vector; }));
  CHECK(are_none([](auto& root) { root.next[0].next[0].largest = {{0, 6}}; }));
  CHECK(are_none([](auto& root) { root.next[0].next[0].largest = {{2, 0}}; }));
  CHECK(are_none([](auto& root) { root.largest = {{0, 0}}; }));
  // Another component is as good, and fewer leave more parameters.
  hamel::PlaneChoices fewer = choices;
  fewer.next[0].next[0].largest.clear();
  CHECK(sizes(hamel::families_by(system, 2, fewer).value()).front() == 6);
}

TEST_CASE("no planes are turned where the group is not compact") {
  auto file = file_on("SE3", {-1, -1, -1, 1, 1, 1}, 2);
  const System& system = hamel::system_of_inverse(file);
  CHECK(hamel::isometric_derivations(system).size() == 3);
  CHECK_FALSE(hamel::choices_of_planes(system, 2).has_value());
  const auto other = file_on("SE3", {1, 1, 1, 1, 1, 1}, 2);
  const auto choices = hamel::choices_of_planes(hamel::system_of_inverse(other), 2).value();
  CHECK_FALSE(hamel::families_by(system, 2, choices).has_value());
}

TEST_CASE("planes up to symmetries are proved again, and what was altered is refused") {
  const auto file = file_on("SO3", {1, 1, 2}, 2);  // where all are decided by pivots, too
  const System& system = hamel::system_of_inverse(file);
  hamel::InverseAnswers answers;
  answers.distributions_normal_form = "some";
  const auto written = hamel::q1_of_planes(system, answers);
  CHECK(written.left_out.empty());
  const Json& whole = written.json;
  const auto proved = proved_again(system, whole);
  REQUIRE(proved.has_value());
  CHECK(proved->left_out.empty());
  REQUIRE(proved->claims.size() == 3);
  CHECK(proved->claims[0] ==
        "each d of this rank is taken to one of 2 families by automorphisms that are isometric, a "
        "group of dimension 1");
  const auto refused_with = [&](const std::string& place, const Json& value) {
    CAPTURE(place);
    Json altered = whole;
    altered[Json::json_pointer(place)] = value;
    return !proved_again(system, altered).has_value();
  };
  CHECK(refused_with("/families", Json::array()));
  CHECK(refused_with("/families/0", whole["families"][1]));
  CHECK(refused_with("/families/0/span/0/1", "t12"));
  CHECK(refused_with("/families/1/span", Json::array()));
  CHECK(refused_with("/families/0/yes_iff", Json{{{"zero", {"t11"}}, {"nonzero", Json::array()}}}));
  CHECK(refused_with("/families/0/where", "d"));
  CHECK(refused_with("/families/0/basis", "b"));
  CHECK(refused_with("/choices", Json::object()));
  CHECK(refused_with("/choices", nullptr));
  CHECK(refused_with("/choices/vector/0", "7"));
  CHECK(refused_with("/choices/surprise", 1));
  CHECK(refused_with("/choices/largest", Json::array()));
  CHECK(refused_with("/choices/with", whole["choices"]));
  CHECK(refused_with("/choices/with", {{"largest", Json::array()}}));
  const auto refused_without = [&](const std::string& node, const std::string& branch) {
    CAPTURE(branch);
    Json altered = whole;
    Json& at = altered[Json::json_pointer(node)];
    REQUIRE(at.contains(branch));
    at.erase(branch);
    return !proved_again(system, altered).has_value();
  };
  CHECK(refused_without("/choices", "with"));
  CHECK(refused_without("/choices/with", "with"));
  CHECK(refused_without("/choices/with", "without"));
  // A family may be left out, which is told.
  Json fewer = whole;
  fewer["families"].erase(0);
  const auto of_one = proved_again(system, fewer);
  REQUIRE(of_one.has_value());
  CHECK(of_one->left_out.size() == 1);
}

TEST_CASE("centroids of two dimensions are R + R, C and the dual numbers") {
  const auto square_on = [](const std::string& group) {
    const auto file = file_on(group, {1, 1, 1, 1, 1, 1}, 2);
    const auto e = hamel::second_unit(hamel::system_of_inverse(file).algebra);
    REQUIRE(e.has_value());
    return Exact(*e * *e)(0, 0);
  };
  CHECK(square_on("SE3") == Rational(0));
  hamel::StructureConstants<Rational> sums(6), complex(6), others(6);
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    sums.set(i, j, k, Rational(1));
    sums.set(i + 3, j + 3, k + 3, Rational(1));
    others.set(i, j, k, Rational(1));   // so(3) + R^3
    complex.set(i, j, k, Rational(1));  // so(3, 1)
    complex.set(i + 3, j + 3, k, Rational(-1));
    complex.set(i, j + 3, k + 3, Rational(1));
    complex.set(j, i + 3, k + 3, Rational(-1));
  }
  CHECK(Exact(*hamel::second_unit(sums) * *hamel::second_unit(sums))(0, 0) > Rational(0));
  CHECK(Exact(*hamel::second_unit(complex) * *hamel::second_unit(complex))(0, 0) < Rational(0));
  CHECK_FALSE(hamel::second_unit(others).has_value());
  CHECK_FALSE(hamel::second_unit(hamel::StructureConstants<Rational>(3)).has_value());
}

TEST_CASE("planes on SE3 with independent rotations are proved in invariants, and in no others") {
  const auto file = file_on("SE3", {3, 3, 3, 2, 2, 2}, 2);
  const System& system = hamel::system_of_inverse(file);
  const auto families = hamel::families_up_to_symmetries(system);
  REQUIRE(families.size() == 4);
  const auto numbers =
      hamel::planes_in_invariants(system, hamel::planes_family(system, families[0]));
  REQUIRE(numbers.size() == 2);
  for (std::size_t k = 1; k < 4; ++k)
    for (const auto& part :
         hamel::planes_in_invariants(system, hamel::planes_family(system, families[k])))
      CHECK(part.where.starts_with("dim Lie(d)"));
  hamel::InverseAnswers answers;
  answers.distributions_normal_form = "some";
  answers.distributions.push_back({{}, {}, hamel::span_of(families[0]), "some", "some"});
  const auto written = hamel::q1_of_planes(system, answers);
  const Json& whole = written.json;
  REQUIRE(whole["families"].size() + written.left_out.size() == 5);
  CHECK(whole["families"][0]["where"] == "g([d,d], d) != 0");
  CHECK(whole["families"][0]["yes_iff"][0]["zero"] == Json{"k11*h22-k22+h22", "k12"});
  const auto proved = proved_again(system, whole);
  REQUIRE(proved.has_value());
  CHECK(proved->left_out == written.left_out);
  const auto refused_with = [&](const std::string& place, const Json& value) {
    CAPTURE(place);
    Json altered = whole;
    altered[Json::json_pointer(place)] = value;
    return !proved_again(system, altered).has_value();
  };
  CHECK(refused_with("/families/0/where", numbers[1].where));
  CHECK(refused_with("/families/0/basis", numbers[1].basis));
  CHECK(refused_with("/families/0/yes_iff/0/zero", Json{"k12"}));
  CHECK(refused_with("/families/1/basis", numbers[0].basis));
  CHECK(refused_with("/families/1/where", numbers[0].where));
  CHECK(refused_with("/families/0/span", whole["families"][2]["span"]));
  Json plain = whole;
  plain["families"][0].erase("where");
  plain["families"][0].erase("basis");
  CHECK(!proved_again(system, plain).has_value());
}

TEST_CASE("planes with a vector of an abelian ideal are told by cyclic spaces") {
  const auto file = file_on("SE3", {5, 3, 2, 1, 1, 1}, 2);  // which no rotation keeps
  const System& system = hamel::system_of_inverse(file);
  const auto families = hamel::families_up_to_symmetries(system);
  REQUIRE(families.size() == 15);
  int over_centroid = 0, on_ideal = 0;
  for (const auto& graphs : families) {
    const auto parts = hamel::planes_in_invariants(system, hamel::planes_family(system, graphs));
    REQUIRE(!parts.empty());
    over_centroid += parts.front().where == "g([d,d], d) != 0";
    on_ideal += parts.front().where == "dim Lie(d) = 2";
  }
  CHECK(over_centroid == 3);  // two rotations of three
  CHECK(on_ideal == 12);
  // Neither is in an ideal that has no brackets where both may be rotations.
  CHECK(hamel::planes_on_ideal(system, *hamel::planes_family(system, {0, 1})).empty());
  CHECK(hamel::planes_on_ideal(system, *hamel::planes_family(system, {0, 3})).empty());
  CHECK(hamel::planes_in_invariants(system, *hamel::planes_family(system, {0, 3})).empty());
  CHECK(hamel::planes_on_ideal(system, *hamel::planes_family(system, {3, 4})).empty());
  // Nor do numbers exist where a metric is not definite.
  const auto other = file_on("SE3", {5, 3, -2, 1, 1, 1}, 2);
  CHECK(hamel::planes_in_invariants(hamel::system_of_inverse(other),
                                    hamel::planes_family(system, families.back()))
            .empty());
}

TEST_CASE("cyclic spaces have the answers of planes") {
  const auto file = file_on("SE3", {5, 3, 2, 1, 1, 1}, 2);
  const System& system = hamel::system_of_inverse(file);
  const auto families = hamel::families_up_to_symmetries(system);
  const auto parts = hamel::planes_on_ideal(system, hamel::planes_family(system, families.back()));
  REQUIRE(parts.size() == 3);
  const auto yes_on = [&](std::size_t k) {
    const auto found =
        hamel::decide_text_in_parameters(parts[k].text.json, parts[k].text.parameters, {"q1"});
    CHECK(found.answers.front().undecided.empty());
    return found.answers.front().yes;
  };
  REQUIRE(yes_on(0).size() == 1);
  CHECK(yes_on(0).front().zero.empty());  // d is a subalgebra
  const auto of_four = yes_on(2);
  REQUIRE(of_four.size() == 2);
  CHECK(of_four[1].zero == std::vector<std::string>{"h23", "h13^2*c2-h22*c0", "h13^2+h22*c1"});
}
