// Quotients of polynomials in coordinates, sines and cosines, brought to a normal form.
#include "hidden_constant.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include <hamel/check/coordinate_polynomial.hpp>

#include "exact/argument_names.hpp"
#include "exact/coordinate_quotient.hpp"
#include "formulas/expression_value.hpp"

namespace hamel::reading {

namespace {

constexpr std::size_t max_nodes = 200;  // of a formula that is tried

/// Formulas beyond these limits are no candidates.
using Quotient = CoordinateQuotient<30>;

/// Do values at a few points rule out a constant?
bool varies(const Expression& formula, int variables) {
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> draw(0.3, 1.2);
  std::vector<double> point(static_cast<std::size_t>(variables)), found;
  for (int k = 0; k < 4; ++k) {
    for (double& x : point) x = draw(generator);
    const double value = formula.evaluate<double>(std::span<const double>(point));
    if (std::isfinite(value)) found.push_back(value);
  }
  return found.size() > 1 &&
         std::abs(*std::ranges::max_element(found) - *std::ranges::min_element(found)) > 1e-3;
}

}  // namespace

Expression without_hidden_constant(const Expression& formula, int variables) {
  if (formula.is_constant() || formula.nodes().size() > max_nodes || varies(formula, variables))
    return formula;
  // every variable as a multiple of a part of it, so that x/2 and x/3 are integer multiples
  for (const int parts : {1, 2, 3, 4, 6, 12}) {
    const ArgumentNames names(variables);
    std::vector<Quotient> point;
    for (int i = 0; i < variables; ++i)
      point.emplace_back(CoordinatePolynomial(parts) * CoordinatePolynomial::variable(i), 1);
    const Quotient value = formula.evaluate<Quotient>(std::span<const Quotient>(point));
    if (const auto c = value.constant()) return Expression(*c);
    if (value.is_known()) break;
  }
  return formula;
}

void reveal_constants(std::vector<Expression>& formulas, int variables) {
  for (auto& formula : formulas) formula = without_hidden_constant(formula, variables);
}

}  // namespace hamel::reading
