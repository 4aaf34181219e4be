// Polynomial first integrals of a polynomial field.
#include "first_integrals.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "exact/monomials.hpp"
#include "exact/partial_derivative.hpp"

namespace hamel {

namespace detail {

CoordinatePolynomial primitive(const CoordinatePolynomial& p) {
  Integer scale = 1, common = 0;
  for (const auto& [monomial, c] : p.terms()) scale = lcm(scale, c.denominator());
  for (const auto& [monomial, c] : p.terms())
    common = gcd(common, Integer(c.numerator() * (scale / c.denominator())));
  if (common == 0) return p;
  if (p.terms().begin()->second.sign() < 0) scale = -scale;
  return CoordinatePolynomial(Rational(scale, common)) * p;
}

Residue value_at(const CoordinatePolynomial& p, const std::vector<Residue>& point) {
  Residue sum;
  for (const auto& [monomial, factor] : p.terms()) {
    Residue term(factor);
    for (const auto& [variable, power] : monomial)
      term *= point[static_cast<std::size_t>(index_of(variable))].power(
          static_cast<Residue::Word>(power));
    sum += term;
  }
  return sum;
}

}  // namespace detail

namespace {

/// A growing space of polynomials in echelon form.
class PolynomialSpan {
 public:
  /// Adds a polynomial; false when it was in the span.
  bool add(CoordinatePolynomial p) {
    p = rest_of(std::move(p));
    if (p.terms().empty()) return false;
    const Rational lead = p.terms().begin()->second;
    const auto place = p.terms().begin()->first;
    basis_.emplace(place, CoordinatePolynomial(Rational(Rational(1) / lead)) * p);
    return true;
  }
  /// What is left of it after elimination.
  CoordinatePolynomial rest_of(CoordinatePolynomial p) const {
    for (const auto& [lead, element] : basis_) {
      const auto same = p.terms().find(lead);
      if (same != p.terms().end()) p -= CoordinatePolynomial(Rational(same->second)) * element;
    }
    return p;
  }
  int dimension() const { return static_cast<int>(basis_.size()); }
  std::vector<CoordinatePolynomial> basis() const {
    std::vector<CoordinatePolynomial> all;
    for (const auto& [lead, element] : basis_) all.push_back(element);
    return all;
  }

 private:
  std::map<detail::Monomial, CoordinatePolynomial>
      basis_;  // by its first monomial, whose factor is 1
};

/// How many of the polynomials in turn are functionally independent of those before: the rank of their gradients at one
/// point modulo a prime, which is never larger than the generic one.
std::vector<bool> independent_functions(const PolynomialField& field,
                                        const std::vector<CoordinatePolynomial>& functions) {
  std::vector<Residue> point;
  Residue at(0x2545f4914f6cdd1dULL);
  for (int k = 0; k < field.dimension(); ++k) point.push_back(at = at * at + Residue(k + 1));
  std::vector<bool> independent;
  DynamicMatrix<Residue> gradients(0, field.dimension());
  for (const auto& f : functions) {
    DynamicMatrix<Residue> more(gradients.rows() + 1, field.dimension());
    more.topRows(gradients.rows()) = gradients;
    for (int k = 0; k < field.dimension(); ++k)
      more(gradients.rows(), k) = detail::value_at(partial(f, k), point);
    independent.push_back(rank<Residue>(more) == more.rows());
    if (independent.back()) gradients = std::move(more);
  }
  return independent;
}

/// The field times the least number that clears its denominators, which keeps the same.
PolynomialField in_whole_numbers(PolynomialField field) {
  Integer scale = 1;
  for (const auto& rate : field.rates)
    for (const auto& [monomial, c] : rate.terms()) scale = lcm(scale, c.denominator());
  for (auto& rate : field.rates) rate *= CoordinatePolynomial(Rational(scale));
  return field;
}

}  // namespace

FirstIntegrals find_integrals(const PolynomialField& field, const std::vector<FirstIntegral>& known,
                              int degree) {
  FirstIntegrals result;
  const PolynomialField whole = in_whole_numbers(field);
  const bool graded =
      field.is_graded() && std::ranges::all_of(known, [&](const FirstIntegral& integral) {
        const auto& terms = integral.polynomial.terms();
        return std::ranges::all_of(terms, [&](const auto& term) {
          return field.weight_of(term.first) == field.weight_of(terms.begin()->first);
        });
      });
  int heaviest = 1;
  for (int k = 0; k < field.dimension(); ++k) heaviest = std::max(heaviest, field.weight_of(k));
  const int last = graded ? degree * heaviest : degree;
  std::vector<CoordinatePolynomial> functions;
  int stage = 1;
  const auto stage_of = [&](const CoordinatePolynomial& p) {
    int largest = 0;
    for (const auto& [monomial, factor] : p.terms())
      largest = std::max(largest, graded ? field.weight_of(monomial) : detail::degree_of(monomial));
    return largest;
  };
  try {
    if (monomial_count(field.dimension() + 1, degree) > most_in_integrals) {
      result.not_covered = "more than " + std::to_string(most_in_integrals) +
                           " monomials of degree up to " + std::to_string(degree);
      while (degree > 0 && monomial_count(field.dimension() + 1, degree) > most_in_integrals)
        --degree;
    }
    result.degree = degree;
    std::vector<CoordinatePolynomial> all;
    for (int k = 1; k <= degree; ++k)
      for (auto& monomial : detail::monomials_of(field.dimension(), k))
        all.push_back(std::move(monomial));
    for (; stage <= last; ++stage) {
      std::vector<CoordinatePolynomial> columns;
      for (const auto& monomial : all)
        if (graded ? stage_of(monomial) == stage : stage_of(monomial) <= stage)
          columns.push_back(monomial);
      const detail::CommonKernel kernel(std::move(columns), [&](const CoordinatePolynomial& p) {
        return std::vector{whole.along(p)};
      });
      PolynomialSpan span;
      struct Product {
        CoordinatePolynomial value;
        int degree, stage;
        std::size_t first;  // of the generators that may follow: every product is built once
      };
      std::vector<Product> waiting{{CoordinatePolynomial(1), 0, 0, 0}};
      while (!waiting.empty()) {
        const Product next = std::move(waiting.back());
        waiting.pop_back();
        if (next.stage == stage || (!graded && next.stage > 0)) span.add(next.value);
        for (std::size_t g = next.first; g < result.generators.size(); ++g) {
          const auto& factor = result.generators[g];
          const int weight = stage_of(factor.polynomial);
          if (next.degree + factor.degree <= degree && next.stage + weight <= stage)
            waiting.push_back({next.value * factor.polynomial, next.degree + factor.degree,
                               next.stage + weight, g});
        }
      }
      const auto take = [&](const CoordinatePolynomial& p, const std::string& name) {
        if (!span.add(p)) return;
        result.generators.push_back({detail::degree_of(p), p, name, false});
        functions.push_back(p);
      };
      const auto take_known = [&](int least, int most) {
        for (const auto& integral : known) {
          const int of = detail::degree_of(integral.polynomial);
          if (stage_of(integral.polynomial) == stage && of >= least && of <= most)
            take(detail::primitive(integral.polynomial), integral.name);
        }
      };
      take_known(1, 1);
      if (kernel.bound() > span.dimension()) {  // each linear one stands for itself
        std::vector<CoordinatePolynomial> linear;
        for (const auto& monomial : all)
          if (detail::degree_of(monomial) == 1 && stage_of(monomial) == stage)
            linear.push_back(monomial);
        for (const auto& p : detail::common_kernel(linear, [&](const CoordinatePolynomial& q) {
               return std::vector{whole.along(q)};
             }))
          take(detail::primitive(p), "");
      }
      take_known(2, degree);
      if (kernel.bound() > span.dimension())
        for (const auto& p : kernel.basis_beside(span.basis()))
          if (const auto rest = span.rest_of(p); !rest.terms().empty())
            take(detail::primitive(rest), "");
      result.dimensions.push_back(span.dimension());
    }
  } catch (const BudgetExceeded& limit) {
    result.not_covered = std::string(graded ? "weight " : "degree ") + std::to_string(stage) +
                         " and higher: " + limit.what();
  }
  const auto independent = independent_functions(field, functions);
  for (std::size_t i = 0; i < independent.size(); ++i) {
    result.generators[i].independent = independent[i];
    result.independent += independent[i];
  }
  return result;
}

}  // namespace hamel
