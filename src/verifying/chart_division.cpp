// Pseudo-division in one variable after the other.
#include "chart_division.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "lowering/normal_form.hpp"
#include "lowering/nowhere_zero.hpp"
#include "lowering/stored_system.hpp"

namespace hamel {

namespace {

using Polynomials = std::vector<CoordinatePolynomial>;

/// p less a multiple of phi, given by powers of a variable, so that its degree is lower, all times a power of the leading
/// coefficient of phi.
template <class Reduced>
CoordinatePolynomial divided(const CoordinatePolynomial& p, int variable, const Polynomials& phi,
                             const Reduced& reduced) {
  const std::size_t degree = phi.size() - 1;
  Polynomials parts = by_powers(p, variable);
  while (parts.size() > degree) {
    const CoordinatePolynomial top = std::move(parts.back());
    parts.pop_back();
    if (top.terms().empty()) continue;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      parts[k] = parts[k] * phi.back();
      if (k + degree >= parts.size()) parts[k] -= top * phi[k + degree - parts.size()];
      parts[k] = reduced(parts[k]);
    }
  }
  const auto x = CoordinatePolynomial::variable(index_of(variable));
  CoordinatePolynomial rest;
  for (std::size_t k = parts.size(); k-- > 0;) rest = rest * x + parts[k];
  return rest;
}

}  // namespace

std::optional<ChartDivision::Choice> ChartDivision::choice(const ChartPolynomials& chart,
                                                           int number) {
  std::vector<int> order(chart.constraints.size());
  std::iota(order.begin(), order.end(), 0);
  Choice steps;
  for (std::size_t a = 0; a < order.size(); ++a, number /= chart.n)
    steps.emplace_back(0, number % chart.n);
  for (; number > 0; --number)
    if (!std::ranges::next_permutation(order).found) return std::nullopt;
  for (std::size_t a = 0; a < order.size(); ++a) steps[a].first = order[a];
  return steps;
}

ChartDivision::ChartDivision(const ChartPolynomials& chart, const Choice& choice) : chart_(chart) {
  const auto& functions = chart.ring.stored();
  std::vector<std::pair<int, Polynomials>> before;  // in the functions of the chart
  for (const auto& [constraint, velocity] : choice) {
    CoordinatePolynomial phi = chart.constraints[static_cast<std::size_t>(constraint)];
    for (const auto& [variable, parts] : before)
      phi = divided(phi, variable, parts, [](const CoordinatePolynomial& p) { return p; });
    const auto place =
        std::ranges::find(functions, CoordinatePolynomial::variable(chart.n + velocity));
    possible_ = possible_ && place != functions.end();
    if (!possible_) return;
    const int variable = variable_of(static_cast<int>(place - functions.begin()));
    before.emplace_back(variable, by_powers(phi, variable));
    Step step{variable_of(chart.n + velocity), {}, before.back().second.back()};
    for (const CoordinatePolynomial& part : before.back().second)
      step.phi.push_back(in_stored_numbers(part, chart.ring));
    while (step.phi.size() > 1 && step.phi.back().terms().empty()) step.phi.pop_back();
    possible_ = step.phi.size() == before.back().second.size() && step.phi.size() > 1;
    if (!possible_) return;
    steps_.push_back(std::move(step));
  }
}

bool ChartDivision::is_everywhere() const {
  return std::ranges::all_of(steps_, [](const Step& s) { return is_nowhere_zero(s.phi.back()); });
}

bool ChartDivision::divides_by_all_of(const Step& step) const {
  const int velocity = index_of(step.variable);
  const auto& rates = chart_.ring.stored_rates()[static_cast<std::size_t>(velocity)];
  for (std::size_t i = 0; i < rates.size(); ++i)
    if (static_cast<int>(i) != velocity && !rates[i].terms().empty()) return false;
  return std::ranges::all_of(steps_, [&](const Step& s) {
    return std::ranges::all_of(s.phi, [&](const CoordinatePolynomial& part) {
      return power_of(part, cosine_of(velocity)) == 0 && power_of(part, sine_of(velocity)) == 0;
    });
  });
}

bool ChartDivision::is_generic() const {
  return steps_.size() == 1 && divides_by_all_of(steps_[0]) &&
         std::ranges::any_of(steps_[0].phi, is_nowhere_zero);
}

bool ChartDivision::is_possible_at(const std::vector<Rational>& functions) const {
  return std::ranges::none_of(
      steps_, [&](const Step& s) { return s.lead_here.at_identity(functions).is_zero(); });
}

bool ChartDivision::vanishes(const CoordinatePolynomial& p) const {
  const NormalForm& relations = chart_.ring.normal_form();
  CoordinatePolynomial rest = p;
  for (const Step& step : steps_)
    rest = divided(rest, step.variable, step.phi,
                   [&](const CoordinatePolynomial& q) { return relations.reduced(q); });
  return relations.vanishes(relations.reduced(rest));
}

}  // namespace hamel
