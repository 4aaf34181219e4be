// Polynomial first integrals of a polynomial field: an exact kernel for each degree, products of those found left out.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <hamel/algebra/residue.hpp>
#include <hamel/check/verify.hpp>

#include "exact/sparse_kernel.hpp"
#include "polynomial_field.hpp"

namespace hamel {

/// A polynomial that is constant along every motion.
struct FirstIntegral {
  int degree = 0;
  CoordinatePolynomial polynomial;
  std::string name;          ///< `energy`, `casimir`, `gauge momentum`, ...; empty for the others
  bool independent = false;  ///< of those before it, as a function: proved by a rank at a point
};

/// The integrals of degree up to `degree` that are not polynomials in those before them.
struct FirstIntegrals {
  std::vector<FirstIntegral> generators;
  std::vector<int>
      dimensions;  ///< of the space of all integrals of weight 1, 2, ...; of degree up to 1, 2, ...
                   ///< where the field is not graded
  int degree = 0;  ///< up to which total degree
  int independent = 0;  ///< how many of the generators are functionally independent
  std::string
      not_covered;  ///< why the search ended before the degree asked for; empty when it did not
};

/// Monomials of one degree that an ansatz may have.
inline constexpr Eigen::Index largest_ansatz = 3000;
/// Monomials of all degrees that first integrals may have.
inline constexpr Eigen::Index most_in_integrals = 8000;

namespace detail {

using Monomial = CoordinatePolynomial::Monomial;

inline int degree_of(const Monomial& monomial) {
  int sum = 0;
  for (const auto& [variable, power] : monomial) sum += power;
  return sum;
}
inline int degree_of(const CoordinatePolynomial& p) {
  int largest = 0;
  for (const auto& [monomial, factor] : p.terms()) largest = std::max(largest, degree_of(monomial));
  return largest;
}

/// The monomials of one degree in N variables.
inline std::vector<CoordinatePolynomial> monomials_of(int variables, int degree) {
  std::vector<CoordinatePolynomial> all;
  for (const auto& exponents : monomials(variables, degree)) {
    CoordinatePolynomial product(1);
    for (int k = 0; k < variables; ++k)
      for (int i = 0; i < exponents[static_cast<std::size_t>(k)]; ++i)
        product *= CoordinatePolynomial::variable(k);
    all.push_back(std::move(product));
  }
  return all;
}

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
  std::map<Monomial, CoordinatePolynomial> basis_;  // by its first monomial, whose factor is 1
};

/// The combinations of polynomials, the columns, that all operators map to 0.
class CommonKernel {
 public:
  template <class Operators>
  CommonKernel(std::vector<CoordinatePolynomial> columns, const Operators& images_of)
      : columns_(std::move(columns)),
        kernel_(equations(images_of), static_cast<int>(columns_.size())) {}
  /// At least the dimension, and nearly always equal to it.
  int bound() const { return kernel_.bound(); }
  std::vector<CoordinatePolynomial> basis() const { return combined(kernel_.basis()); }
  /// Those that complete known ones, where the columns are monomials.
  std::vector<CoordinatePolynomial> basis_beside(
      const std::vector<CoordinatePolynomial>& known) const {
    std::map<Monomial, int> places;
    for (const auto& column : columns_)
      places.emplace(column.terms().begin()->first, static_cast<int>(places.size()));
    SparseRows rows(known.size());
    for (std::size_t i = 0; i < known.size(); ++i)
      for (const auto& [monomial, factor] : known[i].terms())
        rows[i].emplace(places.at(monomial), factor);
    return combined(kernel_.basis(rows));
  }

 private:
  /// One for each monomial of each image.
  template <class Operators>
  SparseRows equations(const Operators& images_of) const {
    std::map<std::pair<std::size_t, Monomial>, SparseRows::value_type> rows;
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      const std::vector<CoordinatePolynomial> images = images_of(columns_[j]);
      for (std::size_t i = 0; i < images.size(); ++i)
        for (const auto& [monomial, factor] : images[i].terms())
          rows[{i, monomial}][static_cast<int>(j)] = factor;
    }
    SparseRows all;
    for (auto& [place, row] : rows) all.push_back(std::move(row));
    return all;
  }
  std::vector<CoordinatePolynomial> combined(const DynamicMatrix<Rational>& basis) const {
    std::vector<CoordinatePolynomial> found;
    for (Eigen::Index k = 0; k < basis.cols(); ++k) {
      CoordinatePolynomial sum;
      for (std::size_t j = 0; j < columns_.size(); ++j)
        if (const Rational& c = basis(static_cast<Eigen::Index>(j), k); !c.is_zero())
          sum += CoordinatePolynomial(c) * columns_[j];
      found.push_back(std::move(sum));
    }
    return found;
  }

  std::vector<CoordinatePolynomial> columns_;
  SparseKernel kernel_;
};

/// A basis of these combinations.
template <class Operators>
std::vector<CoordinatePolynomial> common_kernel(const std::vector<CoordinatePolynomial>& columns,
                                                const Operators& images_of) {
  return CommonKernel(columns, images_of).basis();
}

/// The polynomial with whole coefficients without a common factor, the first of them positive.
inline CoordinatePolynomial primitive(const CoordinatePolynomial& p) {
  Integer scale = 1, common = 0;
  for (const auto& [monomial, c] : p.terms()) scale = lcm(scale, c.denominator());
  for (const auto& [monomial, c] : p.terms())
    common = gcd(common, Integer(c.numerator() * (scale / c.denominator())));
  if (common == 0) return p;
  if (p.terms().begin()->second.sign() < 0) scale = -scale;
  return CoordinatePolynomial(Rational(scale, common)) * p;
}

/// The value at a point modulo the prime.
inline Residue value_at(const CoordinatePolynomial& p, const std::vector<Residue>& point) {
  Residue sum;
  for (const auto& [monomial, factor] : p.terms()) {
    Residue term(factor);
    for (const auto& [variable, power] : monomial)
      term *=
          point[static_cast<std::size_t>(variable / 3)].power(static_cast<Residue::Word>(power));
    sum += term;
  }
  return sum;
}

}  // namespace detail

/// How many of the polynomials in turn are functionally independent of those before: the rank of their gradients at one
/// point modulo a prime, which is never larger than the generic one.
inline std::vector<bool> independent_functions(const PolynomialField& field,
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
      more(gradients.rows(), k) = detail::value_at(field.partial(f, k), point);
    independent.push_back(rank<Residue>(more) == more.rows());
    if (independent.back()) gradients = std::move(more);
  }
  return independent;
}

namespace detail {

/// The field times the least number that clears its denominators, which keeps the same.
inline PolynomialField in_whole_numbers(PolynomialField field) {
  Integer scale = 1;
  for (const auto& rate : field.rates)
    for (const auto& [monomial, c] : rate.terms()) scale = lcm(scale, c.denominator());
  for (auto& rate : field.rates) rate *= CoordinatePolynomial(Rational(scale));
  return field;
}

}  // namespace detail

/// The integrals of a field of total degree up to `degree`: those of `known` (each an integral) first, then what the
/// kernel of P -> dP F holds besides products of these. A graded field has its integrals weight by weight, others, and
/// those of which an integral is known that mixes weights, degree by degree. Under a WorkBudget the search may end
/// early, and says so.
inline FirstIntegrals find_integrals(const PolynomialField& field,
                                     const std::vector<FirstIntegral>& known, int degree) {
  FirstIntegrals result;
  const PolynomialField whole = detail::in_whole_numbers(field);
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
      detail::PolynomialSpan span;
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
