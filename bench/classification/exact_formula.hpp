// Values of formulas in numbers.
#pragma once

#include <span>
#include <string>

#include <hamel/io/expression.hpp>

#include "formulas/expression_value.hpp"
#include "lowering/tangent_number.hpp"

namespace classification {

/// The value of a polynomial in the parameters of the scope.
inline hamel::Rational exact_value(const std::string& polynomial,
                                   const hamel::Expression::Scope& scope) {
  return hamel::Expression::parse(polynomial, scope, polynomial)
      .evaluate(std::span<const hamel::TangentNumber>{})
      .value()
      .value();
}

}  // namespace classification
