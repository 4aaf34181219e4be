// The signatures of the forms in a plane: all of them, however close and irrational the roots between which they hold.
#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>

#include "verifying/metrics_again.hpp"

using hamel::ClaimedMember;
using hamel::Rational;
using Form = hamel::DynamicMatrix<Rational>;

namespace {

Form form(const std::vector<std::vector<Rational>>& rows) {
  const auto n = static_cast<Eigen::Index>(rows.size());
  Form m(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j)
      m(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  return m;
}

}  // namespace

TEST_CASE("a plane has the signatures of its open intervals, and no others") {
  using Signatures = std::set<std::pair<int, int>>;
  struct Case {
    Form a, b;
    Signatures signatures;
  };
  const Rational close = Rational(1) / Rational(1000000);
  const Case cases[] = {
      // det(A + t B) = 2 - t^2, -2 - t^2, t (1 + t), 1.
      {form({{1, 0}, {0, 2}}), form({{0, 1}, {1, 0}}), {{2, 0}, {1, 1}, {0, 2}}},
      {form({{1, 0}, {0, -2}}), form({{0, 1}, {1, 0}}), {{1, 1}}},
      {form({{0, 0}, {0, 1}}), form({{1, 0}, {0, 1}}), {{2, 0}, {1, 1}, {0, 2}}},
      {form({{1, 0}, {0, 1}}), form({{0, 0}, {0, 0}}), {{2, 0}, {0, 2}}},
      // A degenerate plane: none.
      {form({{1, 0}, {0, 0}}), form({{2, 0}, {0, 0}}), {}},
      // Definite only between 1 and 1 + 10^-6.
      {form({{-1, 0}, {0, Rational(1) + close}}),
       form({{1, 0}, {0, -1}}),
       {{2, 0}, {1, 1}, {0, 2}}},
      // A double root.
      {form({{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}}),
       form({{1, 0, 0}, {0, 1, 0}, {0, 0, 0}}),
       {{3, 0}, {1, 2}, {2, 1}, {0, 3}}},
      // t (2 - t^2): a rational root between two that are not.
      {form({{1, 0, 0}, {0, 2, 0}, {0, 0, 0}}),
       form({{0, 1, 0}, {1, 0, 0}, {0, 0, 1}}),
       {{3, 0}, {2, 1}, {1, 2}, {0, 3}}},
  };
  for (std::size_t k = 0; k < std::size(cases); ++k) {
    CAPTURE(k);
    const auto& c = cases[k];
    const int r = static_cast<int>(c.a.rows());
    const auto rows = hamel::rows_of_forms({c.a, c.b}, r);
    REQUIRE(rows.rows() == 2);
    const std::vector<ClaimedMember> members = hamel::members_of_plane(rows, r);
    Signatures found;
    for (const ClaimedMember& member : members) {
      CHECK(hamel::has_signature(rows, r, member));
      found.insert(member.signature);
    }
    CHECK(found == c.signatures);
    std::vector<ClaimedMember> one_of_each;
    for (const auto& signature : found)
      one_of_each.push_back(*std::ranges::find(members, signature, &ClaimedMember::signature));
    CHECK(hamel::no_other_signatures(rows, r, one_of_each));
    if (one_of_each.empty()) continue;
    one_of_each.pop_back();
    CHECK_FALSE(hamel::no_other_signatures(rows, r, one_of_each));
  }
}

TEST_CASE("the signatures of a line and of all forms are known, those of other spaces are not") {
  using Signatures = std::set<std::pair<int, int>>;
  const auto signatures_of = [](const std::vector<Form>& forms) -> std::optional<Signatures> {
    const int r = static_cast<int>(forms[0].rows());
    const auto rows = hamel::row_echelon<Rational>(hamel::rows_of_forms(forms, r)).rows;
    const auto members = hamel::members_of_space(rows, r);
    if (!members) {
      CHECK_FALSE(hamel::no_other_signatures(rows, r, {}));
      return std::nullopt;
    }
    CHECK(hamel::no_other_signatures(rows, r, *members));
    Signatures found;
    for (const ClaimedMember& member : *members) {
      CHECK(hamel::has_signature(rows, r, member));
      found.insert(member.signature);
    }
    CHECK(found.size() == members->size());
    return found;
  };
  CHECK(signatures_of({form({{1, 2}, {2, 1}})}) == Signatures{{1, 1}});
  CHECK(signatures_of({form({{1, 0}, {0, 2}})}) == Signatures{{2, 0}, {0, 2}});
  CHECK(signatures_of({form({{1, 0}, {0, 0}})}) == Signatures{});
  std::vector<Form> all;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j) {
      Form m = Form::Constant(3, 3, Rational(0));
      m(i, j) = m(j, i) = Rational(1);
      all.push_back(m);
    }
  CHECK(signatures_of(all) == Signatures{{3, 0}, {2, 1}, {1, 2}, {0, 3}});
  all.pop_back();
  CHECK(signatures_of(all) == std::nullopt);
  all.resize(3);  // of e1 and e2 alone
  CHECK(signatures_of(all) == Signatures{});
}
