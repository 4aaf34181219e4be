// Polynomials as people and programs read them.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <hamel/check/coordinate_polynomial.hpp>

namespace hamel {

/// As `1/2*u1^2 - u1*u2`, a formula of a system file, variable k under names[k].
inline std::string polynomial_text(const CoordinatePolynomial& p,
                                   const std::vector<std::string>& names) {
  std::string text;
  for (const auto& [monomial, factor] : p.terms()) {
    const Rational size = abs(factor);
    text += text.empty() ? (factor.sign() < 0 ? "-" : "") : (factor.sign() < 0 ? " - " : " + ");
    if (size != Rational(1) || monomial.empty()) text += size.str() + (monomial.empty() ? "" : "*");
    bool first = true;
    for (const auto& [variable, power] : monomial) {
      text += (first ? "" : "*") + names[static_cast<std::size_t>(index_of(variable))];
      if (power > 1) text += "^" + std::to_string(power);
      first = false;
    }
  }
  return text.empty() ? "0" : text;
}

/// Whether a certificate says this text; those of version 0.1 have a blank for `*`.
inline bool is_said(const std::string& said, std::string text) {
  if (said == text) return true;
  std::ranges::replace(text, '*', ' ');
  return said == text;
}

}  // namespace hamel
