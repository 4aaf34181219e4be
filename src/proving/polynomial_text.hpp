// Polynomials as people read them.
#pragma once

#include <string>
#include <vector>

#include <hamel/check/coordinate_polynomial.hpp>

namespace hamel {

/// As `1/2 u1^2 - u1 u2`, variable k under names[k]; with " * " as `times` a formula of a system file.
inline std::string polynomial_text(const CoordinatePolynomial& p,
                                   const std::vector<std::string>& names,
                                   const std::string& times = " ") {
  std::string text;
  for (const auto& [monomial, factor] : p.terms()) {
    const Rational size = abs(factor);
    text += text.empty() ? (factor.sign() < 0 ? "-" : "") : (factor.sign() < 0 ? " - " : " + ");
    if (size != Rational(1) || monomial.empty())
      text += size.str() + (monomial.empty() ? "" : times);
    bool first = true;
    for (const auto& [variable, power] : monomial) {
      text += (first ? "" : times) + names[static_cast<std::size_t>(variable / 3)];
      if (power > 1) text += "^" + std::to_string(power);
      first = false;
    }
  }
  return text.empty() ? "0" : text;
}

}  // namespace hamel
