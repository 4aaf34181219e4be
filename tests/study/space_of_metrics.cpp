// Signatures in linear spaces of forms: those that are possible are found, the others do not occur.
#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>

#include "inverse/signature_search.hpp"
#include "proving/possible_signatures.hpp"

using hamel::Rational;
using Form = hamel::DynamicMatrix<Rational>;
using Signatures = std::set<std::pair<int, int>>;

namespace {

Form zero(int n) {
  return Form::Constant(n, n, Rational(0));
}

/// The symmetric matrix with these entries.
Form form(int n, const std::vector<std::vector<int>>& entries) {
  Form m = zero(n);
  for (const auto& e : entries) m(e[0], e[1]) = m(e[1], e[0]) = Rational(e[2]);
  return m;
}

/// Blocks X on the diagonal of one of two copies, or between them.
Form pair_of(const Form& a, const Form& b, const Form& c) {
  const auto n = a.rows();
  Form m(2 * n, 2 * n);
  m.topLeftCorner(n, n) = a;
  m.topRightCorner(n, n) = b;
  m.bottomLeftCorner(n, n) = b.transpose();
  m.bottomRightCorner(n, n) = c;
  return m;
}

std::vector<Form> symmetric(int n) {
  std::vector<Form> all;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) all.push_back(form(n, {{i, j, 1}}));
  return all;
}

std::vector<Form> diagonal(const std::vector<int>& multiplicities) {
  int n = 0, at = 0;
  for (const int m : multiplicities) n += m;
  std::vector<Form> all;
  for (const int m : multiplicities) {
    all.push_back(zero(n));
    for (int i = 0; i < m; ++i, ++at) all.back()(at, at) = Rational(1);
  }
  return all;
}

/// Tr(x y z) of Q[t] / t^3 - 2, x = 1, t, t^2: one real place and a complex one.
std::vector<Form> cubic_field() {
  return {form(3, {{0, 0, 3}, {1, 2, 6}}), form(3, {{0, 2, 6}, {1, 1, 6}}),
          form(3, {{0, 1, 6}, {2, 2, 12}})};
}

/// Of C^n: a + i b, a symmetric and b skew.
std::vector<Form> hermitian(int n) {
  std::vector<Form> all;
  for (const auto& a : symmetric(n)) all.push_back(pair_of(a, zero(n), a));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      Form b = zero(n);
      b(i, j) = Rational(1);
      b(j, i) = Rational(-1);
      all.push_back(pair_of(zero(n), b, zero(n)));
    }
  return all;
}

/// Of H^2, by right multiplications with i and j that keep them.
std::vector<Form> quaternionic() {
  Form i = zero(4), j = zero(4);
  i(1, 0) = i(3, 2) = j(2, 0) = j(1, 3) = Rational(1);
  i(0, 1) = i(2, 3) = j(0, 2) = j(3, 1) = Rational(-1);
  std::vector<Form> all;
  Form unit = zero(4);
  for (int k = 0; k < 4; ++k) unit(k, k) = Rational(1);
  all.push_back(pair_of(unit, zero(4), zero(4)));
  all.push_back(pair_of(zero(4), zero(4), unit));
  for (const Form& x : {unit, i, j, Form(i * j)}) all.push_back(pair_of(zero(4), x, zero(4)));
  return all;
}

/// Rows of the forms in another basis, which hides what they have in common.
Form rows_of(const std::vector<Form>& forms) {
  const auto n = forms[0].rows();
  Form change = zero(static_cast<int>(n));
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j)
      change(i, j) = Rational(i == j ? 1 : j > i ? static_cast<int>((2 * i + j) % 3) - 1 : 0);
  for (Eigen::Index i = 1; i < n; ++i) change.row(i) += change.row(i - 1);
  std::vector<Form> mixed;
  for (std::size_t k = 0; k < forms.size(); ++k)
    mixed.push_back(change.transpose() *
                    (forms[k] + (k > 0 ? forms[k - 1] : zero(static_cast<int>(n)))) * change);
  return hamel::row_echelon<Rational>(hamel::rows_of_forms(mixed, static_cast<int>(n))).rows;
}

}  // namespace

TEST_CASE("the signatures in a space of forms are those that are possible") {
  std::vector<Form> pairing, dual, complex,
      degenerate = {form(3, {{0, 2, 1}}), form(3, {{1, 2, 1}}), form(3, {{2, 2, 1}})};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) pairing.push_back(form(4, {{i, 2 + j, 1}}));
  for (const auto& x : symmetric(2)) {
    dual.push_back(pair_of(zero(2), x, zero(2)));
    dual.push_back(pair_of(zero(2), zero(2), x));
    complex.push_back(pair_of(x, zero(2), Form(-x)));
    complex.push_back(pair_of(zero(2), x, zero(2)));
  }
  struct Case {
    const char* name;
    std::vector<Form> forms;
    Signatures signatures;
  };
  const Case cases[] = {
      {"all of three dimensions", symmetric(3), {{3, 0}, {2, 1}, {1, 2}, {0, 3}}},
      {"all of five dimensions", symmetric(5), {{5, 0}, {4, 1}, {3, 2}, {2, 3}, {1, 4}, {0, 5}}},
      {"four equal squares and two more",
       diagonal({4, 1, 1}),
       {{6, 0}, {5, 1}, {4, 2}, {2, 4}, {1, 5}, {0, 6}}},
      {"a pairing of two planes", pairing, {{2, 2}}},
      {"dual numbers", dual, {{2, 2}}},
      {"complex symmetric forms", complex, {{2, 2}}},
      {"a cubic field", cubic_field(), {{2, 1}, {1, 2}}},
      {"Hermitian forms", hermitian(2), {{4, 0}, {2, 2}, {0, 4}}},
      {"Hermitian forms of quaternions", quaternionic(), {{8, 0}, {4, 4}, {0, 8}}},
      {"degenerate forms", degenerate, {}},
  };
  for (const auto& one : cases) {
    const auto& forms = one.forms;
    const auto& signatures = one.signatures;
    CAPTURE(one.name);
    const auto r = static_cast<int>(forms[0].rows());
    const Form rows = rows_of(forms);
    REQUIRE(rows.rows() == static_cast<Eigen::Index>(forms.size()));
    const auto possible = hamel::possible_signatures(rows, r);
    CHECK(Signatures(possible.begin(), possible.end()) == signatures);
    Signatures found;
    for (const auto& member : hamel::members_of_space(rows, r)) {
      CHECK(hamel::has_signature(rows, r, member));
      found.insert(member.signature);
    }
    CHECK(found == signatures);
  }
}

TEST_CASE("a signature that holds in a thin cone is found") {
  // Definite only where (b - a) / a lies between 0 and 10^-6, c being small.
  const Rational close = Rational(1) / Rational(1000000);
  Form a = zero(3), b = zero(3), c = zero(3);
  a(0, 0) = Rational(-1);
  a(1, 1) = Rational(1) + close;
  a(2, 2) = Rational(1);
  b(0, 0) = Rational(1);
  b(1, 1) = Rational(-1);
  c(0, 2) = c(2, 0) = Rational(1);
  const Form rows = hamel::row_echelon<Rational>(hamel::rows_of_forms({a, b, c}, 3)).rows;
  Signatures found;
  for (const auto& member : hamel::members_of_space(rows, 3)) found.insert(member.signature);
  CHECK(found == Signatures{{3, 0}, {2, 1}, {1, 2}, {0, 3}});
}
