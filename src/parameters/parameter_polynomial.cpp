// Polynomials in several parameters: arithmetic and text.
#include "parameter_polynomial.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <flint/fmpz_mpoly.h>
#include <flint/fmpz_vec.h>
#include <flint/nmod_vec.h>
#include <utility>

#include <hamel/algebra/work_budget.hpp>

#include "flint_polynomials.hpp"

namespace hamel::varying {

namespace {

// Of texts: beyond these arithmetic takes long, and no proof needs more.
constexpr std::size_t most_digits = 50'000, most_digits_of_an_exponent = 3;
constexpr slong largest_degree_read = 300;

/// Terms of a product, so that it does not fill the memory.
constexpr double most_terms_of_a_product = 4e6;

/// Refuses a product that may have very many terms: no more than pairs of terms, and than monomials there are.
void require_room_for_product(const Polynomials& p, const Polynomials& q) {
  const auto terms = [](const Polynomials& of) {
    return static_cast<double>(fmpz_mpoly_length(of.value, of.context()));
  };
  if (terms(p) * terms(q) <= most_terms_of_a_product) return;
  double most = 1;
  for (std::size_t v = 0; v < p.ring->names.size(); ++v) {
    const auto variable = static_cast<slong>(v);
    most *= 1 + static_cast<double>(fmpz_mpoly_degree_si(p.value, variable, p.context()) +
                                    fmpz_mpoly_degree_si(q.value, variable, q.context()));
  }
  if (most > most_terms_of_a_product)
    throw BudgetExceeded("a product of polynomials in the parameters may have more than " +
                         std::to_string(static_cast<long>(most_terms_of_a_product)) + " terms");
}

}  // namespace

Ring make_ring(const std::vector<std::string>& names) {
  return std::make_shared<const ParameterRing>(names);
}

const std::vector<std::string>& names_of(const Ring& ring) {
  return ring->names;
}

ParameterPolynomial::ParameterPolynomial(std::shared_ptr<const Polynomials> value)
    : value_(std::move(value)) {}

ParameterPolynomial::ParameterPolynomial(Ring ring, const Integer& number) {
  auto made = blank(ring);
  if (const auto word = static_cast<slong>(number); Integer(word) == number) {
    fmpz_mpoly_set_si(made->value, word, made->context());
  } else {
    Whole whole;
    fmpz_set_str(whole.value, number.str().c_str(), 10);
    fmpz_mpoly_set_fmpz(made->value, whole.value, made->context());
  }
  value_ = std::move(made);
}

ParameterPolynomial ParameterPolynomial::variable(const Ring& ring, int index) {
  auto made = blank(ring);
  fmpz_mpoly_gen(made->value, index, made->context());
  return ParameterPolynomial(std::move(made));
}

const Ring& ParameterPolynomial::ring() const {
  return value_->ring;
}

bool ParameterPolynomial::is_zero() const {
  return fmpz_mpoly_is_zero(value_->value, value_->context()) != 0;
}

bool ParameterPolynomial::is_constant() const {
  return fmpz_mpoly_is_fmpz(value_->value, value_->context()) != 0;
}

std::size_t ParameterPolynomial::terms() const {
  return static_cast<std::size_t>(fmpz_mpoly_length(value_->value, value_->context()));
}

int ParameterPolynomial::degree(int variable) const {
  return static_cast<int>(fmpz_mpoly_degree_si(value_->value, variable, value_->context()));
}

int ParameterPolynomial::total_degree() const {
  return static_cast<int>(fmpz_mpoly_total_degree_si(value_->value, value_->context()));
}

ParameterPolynomial ParameterPolynomial::coefficient(int variable, int power) const {
  auto made = blank(ring());
  const slong variables[] = {variable};
  const ulong powers[] = {static_cast<ulong>(power)};
  fmpz_mpoly_get_coeff_vars_ui(made->value, value_->value, variables, powers, 1, made->context());
  return ParameterPolynomial(std::move(made));
}

ParameterPolynomial ParameterPolynomial::derivative(int variable) const {
  auto made = blank(ring());
  fmpz_mpoly_derivative(made->value, value_->value, variable, made->context());
  return ParameterPolynomial(std::move(made));
}

std::uint64_t ParameterPolynomial::residue(const std::vector<std::uint64_t>& values,
                                           std::uint64_t prime) const {
  WorkBudget::charge(static_cast<std::int64_t>(terms()));
  nmod_t modulus;
  nmod_init(&modulus, prime);
  std::vector<ulong> exponents(value_->ring->names.size());
  Whole coefficient;
  ulong sum = 0;
  for (slong k = 0; k < fmpz_mpoly_length(value_->value, value_->context()); ++k) {
    fmpz_mpoly_get_term_coeff_fmpz(coefficient.value, value_->value, k, value_->context());
    fmpz_mpoly_get_term_exp_ui(exponents.data(), value_->value, k, value_->context());
    ulong term = fmpz_fdiv_ui(coefficient.value, prime);
    for (std::size_t v = 0; v < exponents.size(); ++v)
      if (exponents[v] > 0)
        term = nmod_mul(term, nmod_pow_ui(values[v], exponents[v], modulus), modulus);
    sum = nmod_add(sum, term, modulus);
  }
  return sum;
}

std::vector<unsigned long> ParameterPolynomial::leading_monomial() const {
  std::vector<unsigned long> exponents(ring()->names.size());
  fmpz_mpoly_get_term_exp_ui(exponents.data(), value_->value, 0, value_->context());
  return exponents;
}

ParameterPolynomial ParameterPolynomial::coefficient_of(
    const std::vector<unsigned long>& monomial) const {
  auto made = blank(ring());
  Whole whole;
  fmpz_mpoly_get_coeff_fmpz_ui(whole.value, value_->value, monomial.data(), value_->context());
  fmpz_mpoly_set_fmpz(made->value, whole.value, made->context());
  return ParameterPolynomial(std::move(made));
}

ParameterPolynomial ParameterPolynomial::with(int variable, const ParameterPolynomial& top,
                                              const ParameterPolynomial& bottom, int power) const {
  const int highest = std::max(degree(variable), 0);
  ParameterPolynomial result(ring(), 0), scale(ring(), 1);
  for (int k = highest; k < power; ++k) scale = scale * bottom;
  for (int k = highest; k >= 0; --k) {  // scale = bottom^(power - k)
    ParameterPolynomial term = coefficient(variable, k) * scale;
    for (int j = 0; j < k && !term.is_zero(); ++j) term = term * top;
    result = result + term;
    scale = scale * bottom;
  }
  return result;
}

ParameterPolynomial ParameterPolynomial::operator-() const {
  auto made = blank(ring());
  fmpz_mpoly_neg(made->value, value_->value, made->context());
  return ParameterPolynomial(std::move(made));
}

// Most entries of the tables that are added and multiplied are 0.
ParameterPolynomial operator+(const ParameterPolynomial& p, const ParameterPolynomial& q) {
  if (p.is_zero()) return q;
  if (q.is_zero()) return p;
  auto made = blank(p.ring());
  fmpz_mpoly_add(made->value, p.value_->value, q.value_->value, made->context());
  return ParameterPolynomial(std::move(made));
}

ParameterPolynomial operator-(const ParameterPolynomial& p, const ParameterPolynomial& q) {
  if (q.is_zero()) return p;
  auto made = blank(p.ring());
  fmpz_mpoly_sub(made->value, p.value_->value, q.value_->value, made->context());
  return ParameterPolynomial(std::move(made));
}

ParameterPolynomial operator*(const ParameterPolynomial& p, const ParameterPolynomial& q) {
  if (p.is_zero()) return p;
  if (q.is_zero()) return q;
  WorkBudget::charge(static_cast<std::int64_t>(p.terms() * q.terms()) *
                     price_of_a_product(*p.value_, *q.value_));
  require_room_for_product(*p.value_, *q.value_);
  auto made = blank(p.ring());
  fmpz_mpoly_mul(made->value, p.value_->value, q.value_->value, made->context());
  return ParameterPolynomial(std::move(made));
}

bool operator==(const ParameterPolynomial& p, const ParameterPolynomial& q) {
  return fmpz_mpoly_equal(p.value_->value, q.value_->value, p.value_->context()) != 0;
}

std::optional<ParameterPolynomial> ParameterPolynomial::divided_by(
    const ParameterPolynomial& divisor) const {
  if (is_zero()) return *this;
  auto made = blank(ring());
  if (fmpz_mpoly_divides(made->value, value_->value, divisor.value_->value, made->context()) == 0)
    return std::nullopt;
  return ParameterPolynomial(std::move(made));
}

std::pair<Integer, ParameterPolynomial> ParameterPolynomial::remainder(
    const std::vector<ParameterPolynomial>& divisors) const {
  auto rest = blank(ring());
  std::vector<std::shared_ptr<Polynomials>> quotients;
  std::vector<fmpz_mpoly_struct*> tops;
  std::vector<fmpz_mpoly_struct*> bottoms;  // which are only read
  std::size_t terms_of_divisors = 0;
  for (const auto& divisor : divisors) {
    quotients.push_back(blank(ring()));
    tops.push_back(quotients.back()->value);
    bottoms.push_back(const_cast<fmpz_mpoly_struct*>(divisor.value_->value));
    terms_of_divisors += divisor.terms();
  }
  Whole factor;
  fmpz_mpoly_quasidivrem_ideal(factor.value, tops.data(), rest->value, value_->value,
                               bottoms.data(), static_cast<slong>(divisors.size()),
                               rest->context());
  std::size_t terms_of_quotients = 0;
  for (const auto& quotient : quotients)
    terms_of_quotients += static_cast<std::size_t>(quotient->value->length);
  WorkBudget::charge(static_cast<std::int64_t>((terms() + terms_of_quotients) * terms_of_divisors) *
                     price_of_a_product(*value_, *value_));
  return {factor.number(), ParameterPolynomial(std::move(rest))};
}

std::vector<ParameterTerm> ParameterPolynomial::all_terms() const {
  std::vector<ParameterTerm> result;
  for (slong k = 0; k < static_cast<slong>(terms()); ++k) {
    Whole whole;
    fmpz_mpoly_get_term_coeff_fmpz(whole.value, value_->value, k, value_->context());
    result.push_back({std::vector<unsigned long>(ring()->names.size()), whole.number()});
    fmpz_mpoly_get_term_exp_ui(result.back().exponents.data(), value_->value, k, value_->context());
  }
  return result;
}

ParameterPolynomial ParameterPolynomial::primitive() const {
  if (is_zero()) return *this;
  auto made = blank(ring());
  Whole content, leading;
  fmpz_mpoly_get_term_coeff_fmpz(leading.value, value_->value, 0, value_->context());
  _fmpz_vec_content(content.value, value_->value->coeffs, value_->value->length);
  if (fmpz_sgn(leading.value) < 0) fmpz_neg(content.value, content.value);
  fmpz_mpoly_scalar_divexact_fmpz(made->value, value_->value, content.value, made->context());
  return ParameterPolynomial(std::move(made));
}

std::string ParameterPolynomial::str() const {
  char* shown = fmpz_mpoly_get_str_pretty(
      value_->value, const_cast<const char**>(ring()->pointers.data()), value_->context());
  std::string result(shown);
  flint_free(shown);
  return result;
}

std::optional<ParameterPolynomial> ParameterPolynomial::parse(const Ring& ring,
                                                              const std::string& text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto in_word = [&](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  if (text.empty()) return std::nullopt;
  for (std::size_t at = 0; at < text.size();) {  // words, and signs between them
    std::size_t end = at;
    while (end < text.size() && in_word(text[end])) ++end;
    const bool power = at > 0 && text[at - 1] == '^', number = is_digit(text[at]);
    if (end - at > (power ? most_digits_of_an_exponent : number ? most_digits : text.size()))
      return std::nullopt;
    at = end;
    if (at == text.size()) break;
    const char sign = text[at++];
    if (sign != '+' && sign != '-' && sign != '*' && (sign != '^' || number)) return std::nullopt;
  }
  auto made = blank(ring);
  if (fmpz_mpoly_set_str_pretty(made->value, text.c_str(),
                                const_cast<const char**>(ring->pointers.data()),
                                made->context()) != 0)
    return std::nullopt;
  if (fmpz_mpoly_total_degree_fits_si(made->value, made->context()) == 0 ||
      fmpz_mpoly_total_degree_si(made->value, made->context()) > largest_degree_read)
    return std::nullopt;
  return ParameterPolynomial(std::move(made));
}

}  // namespace hamel::varying
