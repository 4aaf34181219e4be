// Formulas: reading, exact values, derivatives, and what is refused.
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/algebra/rational.hpp>
#include <hamel/core/dual.hpp>
#include <hamel/io/expression.hpp>

#include "formulas/expression_value.hpp"
#include "formulas/formula_tape.hpp"

using hamel::Expression;
using hamel::ExpressionError;
using hamel::Rational;

namespace {

const Expression::Scope scope{{"x", "y"}, {{"m", Expression::parse("13/10", {})}}};

Expression parse(const std::string& text) {
  return Expression::parse(text, scope);
}

double value(const std::string& text, double x = 0.5, double y = 2) {
  const std::vector<double> point{x, y};
  return parse(text).evaluate(std::span<const double>(point));
}

std::optional<Rational> exact(const std::string& text) {
  const std::vector<Rational> point{Rational(1) / Rational(2), Rational(2)};
  return parse(text).exact(point);
}

Rational ratio(int p, int q) {
  return Rational(p) / Rational(q);
}

}  // namespace

TEST_CASE("numbers are read exactly") {
  CHECK(exact("0.1") == ratio(1, 10));
  CHECK(exact("1.5e-2") == ratio(3, 200));
  CHECK(exact("15E+1") == Rational(150));
  CHECK(exact("3/10") == ratio(3, 10));
  CHECK(exact(".5") == ratio(1, 2));
  CHECK(exact("007") == Rational(7));
  CHECK(exact("0.1 + 0.2 - 0.3") == Rational(0));
  CHECK(value("0.1") == 0.1);
  CHECK(value("123456789012345678901234567890/3") == 123456789012345678901234567890. / 3);
}

TEST_CASE("precedence and associativity") {
  CHECK(value("-x^2", 3) == -9);
  CHECK(value("2^3^2") == 512);
  CHECK(value("2^-1") == 0.5);
  CHECK(value("-2^-2") == -0.25);
  CHECK(value("8/4/2") == 1);
  CHECK(value("1-2-3") == -4);
  CHECK(value("2*-x", 3) == -6);
  CHECK(value("--x", 3) == 3);
  CHECK(value("1+2*3^2/6") == 4);
  CHECK(value(" ( x + y ) * m ", 1, 2) == doctest::Approx(3.9).epsilon(1e-15));
}

TEST_CASE("functions in floating point and at exact points") {
  CHECK(value("sin(x)+cos(x)+tan(x)+exp(x)+log(x)+sqrt(x)") ==
        doctest::Approx(std::sin(.5) + std::cos(.5) + std::tan(.5) + std::exp(.5) + std::log(.5) +
                        std::sqrt(.5))
            .epsilon(1e-15));
  CHECK(exact("sin(0)+cos(0)+tan(0)+exp(0)+log(1)") == Rational(2));
  CHECK(exact("sqrt(4/9)") == ratio(2, 3));
  CHECK(exact("x^3*y") == ratio(1, 4));
  CHECK(exact("y^-2") == ratio(1, 4));
  CHECK(exact("4^(1/2)") == Rational(2));
  CHECK_FALSE(exact("sqrt(2)").has_value());
  CHECK_FALSE(exact("sin(x)").has_value());
  CHECK_FALSE(exact("9^9^9^9").has_value());
  CHECK(value("x^(1/3)", 8) == doctest::Approx(2).epsilon(1e-15));
}

TEST_CASE("derivatives by dual numbers agree with the formulas") {
  using D = hamel::Dual<double, 2>;
  const double x = 0.7, y = 1.3;
  const std::vector<D> point{D::variable(x, 0), D::variable(y, 1)};
  const auto slope = [&](const std::string& text) {
    const D value = parse(text).evaluate(std::span<const D>(point));
    return Eigen::Vector2d(value.derivatives()[0], value.derivatives()[1]);
  };
  CHECK((slope("x^3*sin(y)/m") -
         Eigen::Vector2d(3 * x * x * std::sin(y), x * x * x * std::cos(y)) / 1.3)
            .norm() < 1e-15);
  CHECK((slope("x^y") - Eigen::Vector2d(y * std::pow(x, y - 1), std::log(x) * std::pow(x, y)))
            .norm() < 1e-15);
  CHECK((slope("sqrt(x)+exp(y)-log(x)*tan(y)") -
         Eigen::Vector2d(0.5 / std::sqrt(x) - std::tan(y) / x,
                         std::exp(y) - std::log(x) / (std::cos(y) * std::cos(y))))
            .norm() < 1e-14);
}

TEST_CASE("words of formulas have the values and slopes of their functions") {
  const double x = 0.5, y = 2, pi = std::acos(-1.);
  CHECK(value("2*pi*x") == 2 * pi * x);
  CHECK(value("asin(x)+acos(x)") == doctest::Approx(pi / 2).epsilon(1e-15));
  CHECK(value("atan(y)+atan2(-x,-y)") == std::atan(y) + std::atan2(-x, -y));
  CHECK(value("sinh(x)-cosh(y)*tanh(x)") == std::sinh(x) - std::cosh(y) * std::tanh(x));
  CHECK(value("abs(-x)+sign(-y)+sign(x)+sign(x-1/2)") == x);
  CHECK(value("min(x,y)+10*max(x,y)") == x + 10 * y);
  CHECK(value("if(x-1/2,1,if(y,7,8))") == 7);
  CHECK(std::isnan(value("if(log(-y),1,2)")));
  CHECK(value("if(-1,1/(x-1/2),3)") == 3);  // what is not chosen is not felt

  CHECK(exact("cos(pi)+sin(pi/6)+cos(-7*pi/3)+tan(3*pi/4)") == Rational(-1));
  CHECK(exact("(3*pi-pi)/pi") == Rational(2));
  CHECK(exact("asin(1)/acos(0)+atan(-1)/pi") == ratio(3, 4));
  CHECK(exact("min(x,1/3)+max(x,y)+abs(x-y)+sign(-y)+if(x,1,sin(1))") == ratio(1, 3) + ratio(7, 2));
  CHECK_FALSE(exact("pi").has_value());
  CHECK_FALSE(exact("pi^2/pi").has_value());
  CHECK_FALSE(exact("tan(pi/2)").has_value());
  CHECK_FALSE(exact("cos(pi/5)").has_value());

  using D = hamel::Dual<double, 2>;
  for (const std::string text : {"asin(x*y/3)", "acos(x/y)", "atan(x*y)", "atan2(x,y)", "sinh(x*y)",
                                 "cosh(x-y)", "tanh(x+y)", "abs(x-y)*x", "min(x^2,y)", "max(x^2,y)",
                                 "if(x-y,sin(x),cos(x*y))", "sign(x)*y"}) {
    CAPTURE(text);
    const Expression formula = parse(text);
    const std::vector<D> at{D::variable(0.7, 0), D::variable(1.3, 1)};
    const D dual = formula.evaluate(std::span<const D>(at));
    Eigen::Vector2d tape = Eigen::Vector2d::Zero();
    hamel::SlopeTape(std::span(&formula, 1), 0, 2)
        .for_each(std::vector{0.7, 1.3}, [&](int, int k, double slope) { tape[k] = slope; });
    constexpr double h = 1e-6;
    const Eigen::Vector2d difference(
        (value(text, .7 + h, 1.3) - value(text, .7 - h, 1.3)) / (2 * h),
        (value(text, .7, 1.3 + h) - value(text, .7, 1.3 - h)) / (2 * h));
    CHECK((tape - Eigen::Vector2d(dual.derivatives()[0], dual.derivatives()[1])).norm() < 1e-15);
    CHECK((tape - difference).norm() < 1e-9);
  }
}

TEST_CASE("a name of the file hides the word") {
  const Expression::Scope own{{"pi", "max"}, {}};
  const std::vector<double> point{3, 4};
  CHECK(Expression::parse("pi+max", own).evaluate(std::span<const double>(point)) == 7);
}

TEST_CASE("what occurs") {
  CHECK(parse("3*m").is_constant());
  CHECK(parse("m-13/10").is_zero());
  CHECK(parse("x+1").occurring(2) == std::vector<bool>{true, false});
}

TEST_CASE("errors name position, found and expected") {
  const auto error_of = [](const std::string& text) {
    try {
      parse(text);
    } catch (const ExpressionError& error) {
      return error;
    }
    FAIL("no error for " << text);
    return ExpressionError("", 0, "", "");
  };
  CHECK(error_of("x+*y").position() == 3);
  CHECK(error_of("x+*y").found() == "'*'");
  CHECK(error_of("").found() == "the end of the formula");
  CHECK(error_of("(x").expected() == "')' or an operator");
  CHECK(error_of("x)").position() == 2);
  CHECK(error_of("2 exp(x)").position() == 3);
  CHECK(error_of("foo+1").found() == "undefined name 'foo'");
  CHECK(error_of("sin x").position() == 5);
  CHECK(error_of("atan2(x)").expected() == "',' and argument 2 of atan2");
  CHECK(error_of("if(x,1,2,3)").expected() == "')' or an operator");
  CHECK(error_of("min()").position() == 5);
  CHECK(error_of("+x").position() == 1);
  CHECK(error_of("1/0").found() == "division by zero");
  CHECK(error_of("1e400").found() == "a number outside the range of double");
  CHECK(error_of("1e-400").found() == "a number outside the range of double");
  CHECK(error_of("1e999999").position() == 1);
  CHECK(error_of(std::string(1000, '(') + "x").found() == "nesting deeper than 60");
  CHECK(error_of(std::string(30000, ' ') + "x").found() == "30001 characters");
  CHECK(error_of("\x80").found() == "'\\x80'");
}

TEST_CASE("a long flat formula is no problem") {
  std::string sum = "x";
  for (int i = 0; i < 2000; ++i) sum += "+x";
  CHECK(value(sum, 1) == 2001);
}
