// Where polynomials vanish together on a part.
#include "common_zeros.hpp"

#include <algorithm>
#include <utility>

namespace hamel::varying {

using P = ParameterPolynomial;

Vector with_zeros_of(const ParameterFamily& family, Vector all) {
  const P common = content(all, family.ring);
  if (common.is_zero()) return all;
  for (auto& p : all) p = p.divided_by(common).value();
  all = reduced_span(all);
  const bool nowhere = std::ranges::any_of(all, [](const P& p) { return p.is_constant(); });
  return nowhere ? Vector{common} : product(common, all);
}

Vector coefficients_in_parameters(const ParameterFamily& family, const P& p) {
  if (family.normal_forms) {
    Vector all;
    for (auto& term : terms_of(family, {Modulus({}, family.relations).related(p)}))
      all.push_back(std::move(term.vector[0]));
    return with_zeros_of(family, std::move(all));
  }
  Vector waiting;
  for (const auto& point : family.points) {  // at an element f are numbers
    P here = p;
    for (int i = 0; i < family.point_numbers(); ++i) {
      const int variable = family.point_number(i);
      if (here.degree(variable) < 1) continue;
      const Rational& value = point[static_cast<std::size_t>(i)];
      here = here.with(variable, P(family.ring, value.numerator()),
                       P(family.ring, value.denominator()), here.degree(variable));
    }
    if (!here.is_zero()) waiting.push_back(std::move(here));
  }
  if (family.points.empty()) waiting.push_back(p);
  for (int i = 0; i < family.rank(); ++i) {
    Vector next;
    const int variable = family.parameters + i;
    for (const auto& q : waiting)
      for (int k = 0; k <= std::max(q.degree(variable), 0); ++k)
        if (P c = q.coefficient(variable, k); !c.is_zero()) next.push_back(std::move(c));
    waiting = std::move(next);
  }
  return waiting;
}

std::optional<Vector> outside(const Part& part, const Vector& polynomials) {
  Vector left;
  for (const auto& p : polynomials) {
    const auto factors = part.factors(p);
    if (!factors) continue;
    if (factors->empty()) return Vector{};
    P stripped = part.family.number(1);
    for (const auto& factor : *factors) stripped = stripped * factor;
    left.push_back(std::move(stripped));
  }
  if (left.empty()) return std::nullopt;
  const P common = content(left, part.family.ring);
  Vector cofactors;
  for (const auto& p : left) cofactors.push_back(p.divided_by(common).value());
  Vector result = part.factors(common).value_or(Vector{});
  // One of them is enough: the simplest.
  std::optional<Vector> simplest;
  int least = 0;
  for (const auto& p : reduced_span(cofactors)) {
    const auto factors = part.factors(p);
    if (!factors) continue;
    int degree = 0;
    for (const auto& factor : *factors) degree += factor.total_degree();
    if (simplest && degree >= least) continue;
    simplest = factors;
    least = degree;
  }
  for (const auto& factor : simplest.value_or(Vector{})) result.push_back(factor);
  return result;
}

}  // namespace hamel::varying
