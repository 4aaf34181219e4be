// Division by the constraints of a chart: what vanishes on phi = 0.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "lowering/chart_polynomials.hpp"

namespace hamel {

/// The phi, one after the other divided by in one velocity each, those that come later less what those before divide of
/// them.
class ChartDivision {
 public:
  using Polynomial = CoordinatePolynomial;
  using Polynomials = std::vector<Polynomial>;
  /// The constraint and the velocity of each step.
  using Choice = std::vector<std::pair<int, int>>;

  /// Choice `number` of all: an order of the constraints and a velocity for each.
  static std::optional<Choice> choice(const ChartPolynomials& chart, int number);

  ChartDivision(const ChartPolynomials& chart, const Choice& choice);

  bool is_possible() const { return possible_; }
  /// No leading coefficient vanishes.
  bool is_everywhere() const;
  /// With one constraint: what is so where the leading coefficient does not vanish is so at generic points of every
  /// piece of phi = 0. On a piece where it vanishes all coefficients would, the velocity being free, when none is a
  /// function of it.
  bool is_generic() const;
  /// Whether no leading coefficient vanishes where the functions of the chart have these values.
  bool is_possible_at(const std::vector<Rational>& functions) const;
  /// Whether a power of the leading coefficients times p is a combination of the phi. These are taken off p, times the
  /// leading coefficients, until it is of lower degree in the velocities of the steps; what is left is 0.
  bool vanishes(const Polynomial& p) const;

 private:
  struct Step {
    int variable;
    Polynomials phi;       ///< by its powers
    Polynomial lead_here;  ///< the leading coefficient in the functions of the chart
  };
  /// No function in the phi, and none of the chart, is one of the velocity that a step divides by.
  bool divides_by_all_of(const Step& step) const;

  const ChartPolynomials& chart_;
  std::vector<Step> steps_;
  bool possible_ = true;
};

}  // namespace hamel
