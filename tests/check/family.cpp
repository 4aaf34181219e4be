// One-parameter families: the values found are all of them, irrational ones included.
#include "families/family.hpp"

#include <doctest/doctest.h>

#include "literature.hpp"

using namespace hamel;
using namespace literature;

namespace {

using F = RationalFunction;

/// Values at which the answer differs from the generic one.
std::vector<double> special(const ParameterVerdict& verdict, Answer answer) {
  std::vector<double> values;
  for (const auto& range : verdict.ranges)
    if (range.is_point && range.answer == answer) values.push_back(range.lower->approximate());
  return values;
}

AlgebraicSystem<F> offset_family(const F& mass) {
  auto family = carriage_offset("0").cast<F>();
  family.metric(1, 2) = family.metric(2, 1) = F(2) * F::parameter();
  family.metric(0, 0) = family.metric(1, 1) = mass;
  return family;
}

}  // namespace

TEST_CASE("roots of polynomials are isolated exactly") {
  const Polynomial x = Polynomial::variable();
  const auto c = [](int n) { return Polynomial(Rational(n)); };
  const auto roots =
      real_roots((x * x - c(2)) * (x * x - c(2)) * (c(3) * x - c(1)) * (x * x + c(1)) * x);
  REQUIRE(roots.size() == 4);
  CHECK(roots[0].approximate() == doctest::Approx(-1.4142135623730951).epsilon(1e-15));
  CHECK(roots[1].lower == Rational(0));
  CHECK(roots[1].is_rational());
  CHECK(roots[2].lower == Rational(1) / 3);
  CHECK(roots[3].approximate() == doctest::Approx(1.4142135623730951).epsilon(1e-15));
  CHECK(real_roots(c(5)).empty());
  CHECK(real_roots(x * x + c(1)).empty());
  Polynomial wilkinson = c(1);
  for (int k = 1; k <= 12; ++k) wilkinson = wilkinson * (x - c(k));
  const auto twelve = real_roots(wilkinson);
  REQUIRE(twelve.size() == 12);
  for (int k = 0; k < 12; ++k) CHECK(twelve[static_cast<std::size_t>(k)].lower == Rational(k + 1));
}

TEST_CASE("whether there are real roots is counted without isolating them") {
  const Polynomial x = Polynomial::variable();
  const auto c = [](int n) { return Polynomial(Rational(n)); };
  const Polynomial none = x * x + c(1), far = x * x - c(1000000);
  for (const Polynomial& p : {c(0), c(5), none, none * none, none * (x * x - x + c(1))})
    CHECK(!has_real_roots(p));
  for (const Polynomial& p : {x, x * x, none * x, far, none * far, none * (x - c(3)) * (x - c(3)),
                              (x * x - c(2)) * (x * x - c(3))})
    CHECK(has_real_roots(p));
  for (int b = -4; b <= 4; ++b)  // x^4 + b x^2 + 1 has some iff b <= -2
    CHECK(has_real_roots(x * x * x * x + c(b) * x * x + c(1)) == (b <= -2));
}

TEST_CASE("arithmetic at an irrational root is a field") {
  const Polynomial x = Polynomial::variable();
  const auto c = [](int n) { return Polynomial(Rational(n)); };
  // The polynomial is reducible on purpose: sqrt(2) is one of the roots of (x^2-2)(x^2-3).
  const auto roots = real_roots((x * x - c(2)) * (x * x - c(3)));
  REQUIRE(roots.size() == 4);
  const auto root = std::make_shared<const RealRoot>(roots[2]);
  const AlgebraicNumber alpha(x, root);
  CHECK(alpha * alpha == AlgebraicNumber(2));
  CHECK_FALSE(alpha * alpha == AlgebraicNumber(3));
  CHECK((alpha * alpha - AlgebraicNumber(2)).is_zero());
  const AlgebraicNumber shifted =
      alpha * alpha - AlgebraicNumber(3);  // a zero divisor of Q[x]/(p), but not 0
  CHECK(shifted.sign() == -1);
  CHECK(AlgebraicNumber(1) / shifted == AlgebraicNumber(-1));
  CHECK((AlgebraicNumber(1) / alpha) * alpha == AlgebraicNumber(1));
  CHECK(alpha.sign() == 1);
  CHECK((alpha - AlgebraicNumber(parse_rational("1.4142135623730951"))).sign() == -1);
  CHECK((alpha - AlgebraicNumber(parse_rational("1.4142135623730950"))).sign() == 1);
  CHECK_THROWS(AlgebraicNumber(1) / (alpha * alpha - AlgebraicNumber(2)));
}

TEST_CASE(
    "products modulo a polynomial are taken by whole numbers, common divisors seen modulo a "
    "prime") {
  const Polynomial x = Polynomial::variable();
  const auto c = [](Rational number) { return Polynomial(std::move(number)); };
  const Polynomial modulus =
      c(Rational(-3) / 7) + c(Rational(5) / 2) * x - c(Rational(4) / 3) * x * x * x;
  Polynomial p = c(Rational(2) / 3) - x, q = c(Rational(1) / 5) * x * x + c(7);
  for (int k = 0; k < 4; ++k) {
    const Polynomial expected = (p * q).divided_by(modulus).second;
    CHECK(product_modulo(p, q, modulus) == expected);
    p = q + c(Rational(1) / (k + 3));
    q = expected;
  }
  CHECK(product_modulo(Polynomial(), q, modulus).is_zero());
  CHECK(product_modulo(modulus, q, modulus).is_zero());
  CHECK(are_seen_coprime(x - c(1), x * x - c(2)));
  CHECK(!are_seen_coprime(x * x - c(2), (x * x - c(2)) * (x - c(5))));
  CHECK(!are_seen_coprime(Polynomial(), modulus));
  // What vanishes modulo the prime says nothing.
  const Rational prime{Integer(Residue::standard_prime)};
  CHECK(!are_seen_coprime(c(prime), modulus));
  CHECK(!are_seen_coprime(x, c(prime) * x + c(1)));
  CHECK(!are_seen_coprime(c(Rational(1) / prime), modulus));
}

TEST_CASE("the offset carriage: l = 0 and (m0 l)^2 = (J + 2 J2 c^2/R^2)(m + 2 J2/R^2)") {
  const auto q1 = check_family("q1", offset_family(F(3)));  // 4 l^2 = 9 * 4
  CHECK(special(q1, Answer::holds) == std::vector<double>{-3, 0, 3});
  for (const auto& range : q1.ranges)
    if (!range.is_point) CHECK(range.answer == Answer::fails);
  CHECK(q1.ranges.size() == 7);
  const auto ideal = check_family("cor_3_9", offset_family(F(3)));
  CHECK(special(ideal, Answer::holds) == std::vector<double>{0});
  CHECK(check_family("eq_3_11", offset_family(F(3))).ranges.size() == 1);
  CHECK(text(q1.ranges[1]) == "l = -3");
  CHECK(text(q1.ranges[2]) == "-3 < l < 0");
}

TEST_CASE("an irrational special value is decided in its own field") {
  const auto q1 = check_family("q1", offset_family(F(2)));  // 4 l^2 = 9 * 3
  const auto values = special(q1, Answer::holds);
  REQUIRE(values.size() == 3);
  CHECK(values[2] == doctest::Approx(std::sqrt(6.75)).epsilon(1e-14));
  CHECK_FALSE(q1.ranges[1].lower->is_rational());
}

TEST_CASE("Suslov with one moment of inertia free") {
  auto family = suslov_diagonal("1", "1", "3").cast<F>();
  family.metric(1, 1) = F::parameter();
  const auto verdicts = check_family(family);
  for (const auto& verdict : verdicts) {
    CAPTURE(verdict.id);
    if (verdict.id == "eq_3_11" || verdict.id == "cor_4_10" || verdict.id == "q1") {
      CHECK(special(verdict, Answer::holds) == std::vector<double>{1});
      CHECK(special(verdict, Answer::undecided) == std::vector<double>{0});  // degenerate there
    }
    if (verdict.id == "nondegenerate")
      CHECK(special(verdict, Answer::fails) == std::vector<double>{0});
  }
}

TEST_CASE("a pole of the numbers is no system, and the answers around it are right") {
  auto family = suslov_diagonal("1", "1", "3").cast<F>();
  family.metric(1, 1) = F(1) / (F::parameter() - F(2));
  const auto q1 = check_family("q1", family);
  CHECK(special(q1, Answer::undecided) == std::vector<double>{2});
  CHECK(special(q1, Answer::holds) == std::vector<double>{3});
}

TEST_CASE("a family of algebras: Jacobi only where it holds") {
  AlgebraicSystem<F> family{StructureConstants<F>(3),
                            suslov_diagonal("1", "1", "1").cast<F>().metric,
                            suslov().cast<F>().distribution};
  family.algebra.set(0, 1, 2, 1);
  family.algebra.set(1, 2, 0, 1);
  family.algebra.set(2, 0, 1, 1);
  family.algebra.set(0, 1, 0, F::parameter());
  const auto jacobi = check_family("jacobi", family);
  CHECK(special(jacobi, Answer::holds) == std::vector<double>{0});
  const auto q1 = check_family("q1", family);
  CHECK(special(q1, Answer::holds) == std::vector<double>{0});
  for (const auto& range : q1.ranges)
    if (!range.is_point) CHECK(range.answer == Answer::undecided);
}

TEST_CASE("answers at sampled values agree with the family's ranges") {
  const auto family = offset_family(F(3));
  for (const auto& id : family_questions()) {
    CAPTURE(id);
    const auto verdict = check_family(id, family);
    for (int twice = -9; twice <= 9; ++twice) {
      const Rational value = Rational(twice) / 2;
      const RealRoot at{Polynomial(std::vector<Rational>{-value, 1}), value, value};
      const auto direct = answer_at(id, family, at);
      for (const auto& range : verdict.ranges) {
        const bool inside = range.is_point
                                ? range.lower->is_rational() && range.lower->lower == value
                                : (!range.lower || range.lower->upper < value) &&
                                      (!range.upper || value < range.upper->lower);
        if (inside) CHECK(direct.answer == range.answer);
      }
    }
  }
}

TEST_CASE("a question of another name is refused, not answered as another") {
  const auto family = offset_family(F(3));
  CHECK_THROWS_WITH_AS(check_family("cor_3_8", family), doctest::Contains("cor_3_8"), InputError);
  CHECK_THROWS_AS(check_family("eq_3_9", family), InputError);  // needs formulas
  CHECK_THROWS_AS(answer_at("", family, RealRoot{Polynomial(std::vector<Rational>{0, 1}), 0, 0}),
                  InputError);
}
