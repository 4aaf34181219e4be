// Formulas of a file over polynomials.
#pragma once

#include <span>
#include <vector>

#include <hamel/check/coordinate_polynomial.hpp>
#include <hamel/io/expression.hpp>

#include "adjoined_polynomial.hpp"
#include "formulas/expression_value.hpp"

namespace hamel {

/// Formulas over polynomials in `variables` coordinates and what they adjoin.
class FormulaReader {
 public:
  explicit FormulaReader(int variables) : adjoined_(variables) {
    for (int i = 0; i < variables; ++i) at_.emplace_back(CoordinatePolynomial::variable(i));
  }
  CoordinatePolynomial operator()(const Expression& formula) { return at(formula, at_); }
  /// Variable i of the formula being number places[i] of these.
  CoordinatePolynomial operator()(const Expression& formula, const std::vector<int>& places) {
    std::vector<AdjoinedPolynomial> moved;
    for (const int i : places) moved.emplace_back(CoordinatePolynomial::variable(i));
    return at(formula, moved);
  }
  AdjoinedFunctions& adjoined() { return adjoined_; }

 private:
  CoordinatePolynomial at(const Expression& formula,
                          const std::vector<AdjoinedPolynomial>& variables) {
    const AdjoinedFunctions::Scope scope(adjoined_);
    return formula.evaluate(std::span<const AdjoinedPolynomial>(variables)).polynomial();
  }

  AdjoinedFunctions adjoined_;
  std::vector<AdjoinedPolynomial> at_;
};

}  // namespace hamel
