// Polynomials in several parameters: factors and common divisors.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <flint/fmpz_mpoly_factor.h>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <hamel/algebra/work_budget.hpp>

#include "apart.hpp"
#include "flint_polynomials.hpp"
#include "parameter_polynomial.hpp"

namespace hamel::varying {

namespace {

constexpr std::size_t largest_factored = 20'000;  ///< terms

/// Common divisors and factors cost no more than about the square of the number of terms, unless they are rather long.
void charge_as_factored(std::size_t terms, std::int64_t price) {
  if (terms > largest_factored)
    throw BudgetExceeded("a polynomial in the parameters has more than " +
                         std::to_string(largest_factored) + " terms");
  WorkBudget::charge(static_cast<std::int64_t>(terms * terms) * price);
}

// FLINT looks at no clock: what may take long is computed apart.
constexpr std::size_t most_terms_factored_here = 60, most_terms_divided_here = 500;
constexpr double most_places_factored_here = 2'000, most_places_divided_here = 100'000;

/// How many monomials are between 1 and the largest powers of all variables.
double places(const Polynomials& p) {
  double product = 1;
  for (std::size_t v = 0; v < p.ring->names.size(); ++v)
    product *=
        1 + static_cast<double>(fmpz_mpoly_degree_si(p.value, static_cast<slong>(v), p.context()));
  return product;
}

bool is_larger(const Polynomials& p, std::size_t terms, double most_places) {
  return static_cast<std::size_t>(fmpz_mpoly_length(p.value, p.context())) > terms ||
         places(p) > most_places;
}

/// As FLINT names variables where no names are given.
std::string as_text(const fmpz_mpoly_struct* p, const Ring& ring) {
  char* shown = fmpz_mpoly_get_str_pretty(p, nullptr, ring->context);
  std::string result(shown);
  flint_free(shown);
  return result;
}

std::shared_ptr<Polynomials> from_text(const std::string& text, const Ring& ring) {
  auto made = blank(ring);
  if (fmpz_mpoly_set_str_pretty(made->value, text.c_str(), nullptr, made->context()) != 0)
    throw BudgetExceeded("a polynomial in the parameters that was not written in whole");
  return made;
}

using Handles = std::vector<std::shared_ptr<Polynomials>>;

Handles factored_here(const Polynomials& p) {
  Handles result;
  fmpz_mpoly_factor_t found;
  fmpz_mpoly_factor_init(found, p.context());
  const bool complete = fmpz_mpoly_factor(found, p.value, p.context()) != 0;
  for (slong k = 0; complete && k < fmpz_mpoly_factor_length(found, p.context()); ++k) {
    result.push_back(blank(p.ring));
    fmpz_mpoly_swap(result.back()->value, &found->poly[k], p.context());
  }
  fmpz_mpoly_factor_clear(found, p.context());
  if (!complete) throw BudgetExceeded("a polynomial in the parameters is too large to factor");
  return result;
}

Handles factored(const Polynomials& p) {
  if (!is_larger(p, most_terms_factored_here, most_places_factored_here)) return factored_here(p);
  std::istringstream lines(computed_apart([&] {
    std::string text;
    for (const auto& factor : factored_here(p)) text += as_text(factor->value, p.ring) + "\n";
    return text;
  }));
  Handles result;
  for (std::string line; std::getline(lines, line);) result.push_back(from_text(line, p.ring));
  return result;
}

std::shared_ptr<Polynomials> common_divisor_here(const Polynomials& p, const Polynomials& q) {
  auto made = blank(p.ring);
  if (fmpz_mpoly_gcd(made->value, p.value, q.value, made->context()) == 0)
    throw BudgetExceeded("polynomials in the parameters are too large for their common divisor");
  return made;
}

std::shared_ptr<Polynomials> common_divisor(const Polynomials& p, const Polynomials& q) {
  if (!is_larger(p, most_terms_divided_here, most_places_divided_here) &&
      !is_larger(q, most_terms_divided_here, most_places_divided_here))
    return common_divisor_here(p, q);
  return from_text(
      computed_apart([&] { return as_text(common_divisor_here(p, q)->value, p.ring); }), p.ring);
}

}  // namespace

/// FLINT visits every variable of a ring, also those that do not occur, with a table for each: factors are found in the
/// ring of those that occur.
std::vector<ParameterPolynomial> ParameterPolynomial::factors() const {
  if (is_constant()) return {};
  if (total_degree() == 1) return {primitive()};
  charge_as_factored(terms(), price_of_a_product(*value_, *value_));
  const Ring& all = ring();
  std::vector<std::string> names;
  std::vector<slong> within(all->names.size(), -1),
      without;  // the places of variables there, and back
  for (std::size_t v = 0; v < all->names.size(); ++v) {
    if (degree(static_cast<int>(v)) < 1) continue;
    within[v] = static_cast<slong>(names.size());
    without.push_back(static_cast<slong>(v));
    names.push_back(all->names[v]);
  }
  const auto small = blank(make_ring(names));
  fmpz_mpoly_compose_fmpz_mpoly_gen(small->value, value_->value, within.data(), value_->context(),
                                    small->context());
  std::vector<ParameterPolynomial> result;
  for (const auto& factor : factored(*small)) {
    auto made = blank(all);
    fmpz_mpoly_compose_fmpz_mpoly_gen(made->value, factor->value, without.data(), small->context(),
                                      made->context());
    result.push_back(ParameterPolynomial(std::move(made)).primitive());
  }
  return result;
}

ParameterPolynomial gcd(const ParameterPolynomial& p, const ParameterPolynomial& q) {
  charge_as_factored(std::max(p.terms(), q.terms()), price_of_a_product(*p.value_, *q.value_));
  return ParameterPolynomial(common_divisor(*p.value_, *q.value_));
}

}  // namespace hamel::varying
