// A program that links hamel::io takes the arithmetic of long integers from it.
#include <hamel/algebra/rational.hpp>
#include <hamel/io/report.hpp>

#ifndef HAMEL_LONG_ARITHMETIC_ELSEWHERE
#error "the installed hamel::io does not say that it has the arithmetic of long integers"
#endif

int main() {
  hamel::Rational power(1);
  for (int i = 0; i < 90; ++i) power *= hamel::Rational(2);
  const hamel::Integer third = power.numerator() / 3;
  return hamel::question_texts().empty() || power.str() != "1237940039285380274899124224" ||
         power != hamel::Rational(3 * third + 1);
}
