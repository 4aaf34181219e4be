// Factors in the ring of polynomials in u modulo g(u, u): normal forms, conjugates and norms in one velocity.
#include "null_velocities.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "common_zeros.hpp"
#include "transport.hpp"

namespace hamel::varying {

namespace {

using P = ParameterPolynomial;

constexpr std::size_t most_terms_factored = 2000;  ///< terms

/// E(u) = square last^2 + ..., where `square` vanishes at no metric that is not degenerate on d.
class Quadric {
 public:
  static std::optional<Quadric> of(const ParameterFamily& family) {
    const Matrix metric = gram(family);
    const Vector units = determinant(metric, family.ring).factors();
    for (int i = 0; i < family.rank(); ++i) {
      const P& square = metric[i][i];
      if (!square.is_zero() && std::ranges::all_of(square.factors(), [&](const P& factor) {
            return std::ranges::count(units, factor) > 0;
          }))
        return Quadric(family, metric, units, i);
    }
    return std::nullopt;
  }

  int last() const { return last_; }

  /// A power of `square` times p, modulo E: linear in the last velocity.
  P normal_form(P p) const {
    for (int degree = p.degree(variable_); degree > 1; degree = p.degree(variable_)) {
      P multiple = p.coefficient(variable_, degree) * form_;
      for (int i = 2; i < degree; ++i) multiple = multiple * velocity_;
      p = square_ * p - multiple;
    }
    return p;
  }
  /// `square` times the conjugate of a normal form: the other zero of E in the place of the last velocity.
  P conjugate(const P& p) const {
    const P slope = p.coefficient(variable_, 1);
    return square_ * p.coefficient(variable_, 0) - slope * form_.coefficient(variable_, 1) -
           square_ * slope * velocity_;
  }
  /// Without factors that vanish at no metric, in parameters alone.
  P without_units(P p) const {
    for (const auto& unit : units_)
      while (auto quotient = p.divided_by(unit)) p = *std::move(quotient);
    return p;
  }
  /// The normal form of p / a, times units, where a divides p modulo E.
  std::optional<P> quotient(const P& p, const P& a) const {
    const P other = conjugate(a), norm = without_units(normal_form(a * other));
    if (norm.is_zero()) return std::nullopt;
    auto quotient = normal_form(p * other).divided_by(norm);
    if (quotient) return without_units(*std::move(quotient)).primitive();
    return std::nullopt;
  }

 private:
  Quadric(const ParameterFamily& family, const Matrix& metric, Vector units, int last)
      : units_(std::move(units)),
        last_(last),
        variable_(family.parameters + last),
        square_(metric[last][last]),
        velocity_(family.velocity(last)),
        form_(family.number(0)) {
    for (int i = 0; i < family.rank(); ++i)
      for (int j = 0; j < family.rank(); ++j)
        form_ = form_ + metric[i][j] * family.velocity(i) * family.velocity(j);
  }

  Vector units_;
  int last_, variable_;
  P square_, velocity_, form_;
};

/// The form A, in normal form, without what it has in common for all u; nothing where it is 0.
std::optional<P> form_of_motions(const ParameterFamily& family, const Quadric& quadric) {
  const Vector field = field_of(family, velocity_of(family)).value;
  Vector u, momentum, pull;
  for (int i = 0; i < 3; ++i) u.push_back(family.velocity(i));
  for (const auto& row : gram(family)) {
    momentum.push_back(dot(row, u));
    pull.push_back(dot(row, field));
  }
  const int i = (quadric.last() + 1) % 3, j = (i + 1) % 3, k = (i + 2) % 3;
  const P cross = quadric.normal_form(momentum[j] * pull[k] - momentum[k] * pull[j]);
  const auto form = cross.divided_by(u[i]);
  if (cross.is_zero() || !form) return std::nullopt;
  const P common = content(coefficients_in_parameters(family, *form), family.ring);
  return form->divided_by(common).value();
}

}  // namespace

std::vector<Vector> factors_in_parameters(const ParameterFamily& family, const P& p) {
  if (family.rank() < 3 || !family.has_quadratic_field() || !family.slope.empty() ||
      family.point_numbers() > 0 || p.terms() > most_terms_factored)
    return {};
  const std::optional<Quadric> quadric = Quadric::of(family);
  if (!quadric) return {};
  std::optional<P> motions;
  if (family.rank() == 3) motions = form_of_motions(family, *quadric);
  std::vector<Vector> lists;
  const auto add = [&](const P& factor) {
    lists.emplace_back();
    for (const auto& c : coefficients_in_parameters(family, factor))
      lists.back().push_back(quadric->without_units(c).primitive());
  };
  for (const auto& factor : p.factors()) {
    P rest = quadric->normal_form(factor);
    if (rest.is_zero()) continue;  // E itself
    bool divided = false;
    if (motions) {
      while (auto quotient = quadric->quotient(rest, *motions)) {
        rest = *std::move(quotient);
        divided = true;
      }
      if (divided) {
        add(*motions);
        add(rest);
      }
    }
    if (!divided) add(factor);
  }
  return lists;
}

std::optional<Vector> outside_zeros(const Part& part, const ParameterFamily& family, const P& p) {
  std::optional<Vector> result;
  for (const auto& list : factors_in_parameters(family, p)) {
    const auto zeros = outside(part, list);
    if (!zeros) return outside(part, coefficients_in_parameters(family, p));
    if (!result) result.emplace();
    for (const auto& zero : *zeros)
      if (std::ranges::count(*result, zero) == 0) result->push_back(zero);
  }
  return result ? result : outside(part, coefficients_in_parameters(family, p));
}

}  // namespace hamel::varying
